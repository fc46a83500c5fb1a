import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertStrictEquals,
} from "@std/assert";
import { mockLayer } from "../../../controller/mock/mod.ts";
import { Controller } from "../../../controller/mod.ts";
import {
  answering,
  harbour,
  mutating,
  reading,
  server,
  Vessel,
} from "../harbour.ts";

const id = { id: "1" };

Deno.test("a layer shares everything with the controller behind it", async () => {
  const load = reading("load", answering({ id: "1", name: "network" }), {
    schema: Vessel,
  });
  using client = harbour();
  const { controller } = client;
  const layer = mockLayer(controller, {
    fixtures: [
      { endpoint: load, args: [id], response: { id: "1", name: "mocked" } },
    ],
  });
  assertStrictEquals(layer.gcPolicy, controller.gcPolicy);
  assertStrictEquals(layer.stamps, controller.stamps);
  const vessel = await layer.fetch(load, id);
  assertEquals(vessel.name, "mocked");
  assertStrictEquals(client.get(Vessel, id), vessel);
  assertStrictEquals(layer.getState(), controller.getState());
  const release = layer.addReader(load, id);
  assertEquals([...controller.readers()].length, 1);
  release();
  assertEquals((await controller.fetch(load, id)).name, "network");
});

Deno.test("what a layer does not answer goes further out; the innermost match wins", async () => {
  const load = reading("load", answering("network"));
  using client = harbour();
  const outer = mockLayer(client.controller, {
    fixtures: [
      { endpoint: load, args: [{ id: "1" }], response: "outer" },
      { endpoint: load, args: [{ id: "2" }], response: "outer" },
    ],
  });
  const inner = mockLayer(outer, {
    fixtures: [{ endpoint: load, args: [{ id: "1" }], response: "inner" }],
  });
  assertEquals(await inner.fetch(load, { id: "1" }), "inner");
  assertEquals(await inner.fetch(load, { id: "2" }), "outer");
  assertEquals(await inner.fetch(load, { id: "3" }), "network");
});

Deno.test("an outer layer keeps its own interceptor data", async () => {
  const count = mutating("count", answering(-1));
  using client = harbour();
  const outer = mockLayer(client.controller, {
    getInitialInterceptorData: () => ({ count: 0 }),
    fixtures: [{
      endpoint: count,
      response() {
        return ++this.count;
      },
    }],
  });
  const inner = mockLayer(outer);
  assertEquals(await outer.fetch(count, id), 1);
  assertEquals(await inner.fetch(count, id), 2);
});

Deno.test("a layer has the class of the controller, and sees its layers", () => {
  class Harbourmaster extends Controller {
    whistle(): string {
      return `${this.getVisibleState().optimistic.length} long`;
    }
  }
  using client = harbour({ Controller: Harbourmaster });
  const outer = mockLayer(client.controller as Harbourmaster);
  const inner = mockLayer(outer);
  assertInstanceOf(inner, Harbourmaster);
  const rename = mutating("rename", server(), {
    schema: Vessel,
    getOptimisticResponse: () => ({ id: "1", name: "optimistic" }),
  });
  inner.fetch(rename, id).catch(() => {});
  assertEquals(inner.whistle(), "1 long");
  assertEquals(client.get(Vessel, id)?.name, "optimistic");
  assert(inner !== outer as Controller);
});
