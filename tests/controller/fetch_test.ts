import {
  assertEquals,
  assertInstanceOf,
  assertNotStrictEquals,
  assertRejects,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import fc from "fast-check";
import { createClient, Endpoint } from "../../mod.ts";
import { withPartsOf } from "../../schema/engine.ts";
import { assertProperty } from "../support/property.ts";
import {
  actions,
  createDataStore,
  initialState,
  load,
  NetworkManager,
  type ReadEndpoint,
} from "../../controller/mod.ts";
import type { EndpointInterface } from "../../endpoint/contract.ts";
import { All, Entity, Invalidate, Union } from "../../schema/mod.ts";
import {
  answering,
  harbour,
  microtasks,
  mutating,
  Port,
  reading,
  recorder,
  recordingConsole,
  server,
  Tug,
  unhandledDuring,
  Vessel,
} from "./harbour.ts";

const id = { id: "1" };

Deno.test("fetch passes its arguments on unchanged, FormData as it is [controller/CTL-10]", async () => {
  const network = server<unknown[]>();
  const upload = mutating("upload", network);
  using client = harbour();
  const form = new FormData();
  form.append("name", "Orca");
  const nested = { berths: [1, 2] };
  const done = client.fetch(upload, form, nested, null, undefined);
  assertEquals(network.calls.length, 1);
  const { args } = network.calls[0]!;
  assertEquals(args.length, 4);
  assertStrictEquals(args[0], form);
  assertStrictEquals(args[1], nested);
  assertStrictEquals(args[2], null);
  network.calls[0]!.resolve("ok");
  assertEquals(await done, "ok");
});

Deno.test("fetch dispatches one FETCH through the managers [controller/CTL-10]", async () => {
  const log = recorder();
  using client = harbour({ managers: [log, new NetworkManager()] });
  await client.fetch(reading("tide", answering(2)), id);
  assertEquals(log.types, ["rdc/fetch", "rdc/setresponse"]);
});

for (const schema of [undefined, null]) {
  Deno.test(`without a schema (${schema}) fetch resolves with the very value [controller/CTL-11]`, async () => {
    using client = harbour();
    for (
      const value of [
        new Blob(["plan"]),
        new ArrayBuffer(8),
        new Map([[1, 2]]),
        { deep: { list: [1] } },
        "",
        0,
        false,
        null,
        undefined,
      ]
    ) {
      const load = reading(`load${schema}`, answering(value), { schema });
      const save = mutating(`save${schema}`, answering(value), { schema });
      assertStrictEquals(await client.fetch(load, id), value);
      assertStrictEquals(await client.fetch(save, id), value);
    }
  });
}

class Visit extends Entity {
  id = "";
  at = new Date(0);
  vessel: Vessel = Vessel.fromJS();
  static override schema = {
    at: (text: string) => new Date(text),
    vessel: Vessel,
  };
}

const visit = {
  id: "v",
  at: "2026-01-01T00:00:00Z",
  vessel: { id: "1", name: "Orca", port: { id: "p", name: "Aden" } },
};

for (const kind of ["read", "mutation"]) {
  Deno.test(`a ${kind} with a schema resolves with instances, nested ones included [controller/CTL-12]`, async () => {
    using client = harbour();
    const endpoint = (kind === "read" ? reading : mutating)(
      "visit",
      answering(visit),
      { schema: Visit },
    );
    const value = await client.fetch(endpoint, id);
    assertInstanceOf(value, Visit);
    assertEquals(value.pk(), "v");
    assertInstanceOf(value.at, Date);
    assertEquals(value.at.getUTCFullYear(), 2026);
    assertInstanceOf(value.vessel, Vessel);
    assertEquals(value.vessel.label, "Orca at ");
    assertInstanceOf(value.vessel.port, Port);
  });
}

Deno.test("a read resolves with what the store holds after the merge [controller/CTL-13]", async () => {
  using client = harbour();
  await client.set(Vessel, id, { id: "1", name: "Orca", berth: "A4" });
  const partial = reading("partial", answering({ id: "1", name: "Beluga" }), {
    schema: Vessel,
  });
  const value = await client.fetch(partial, id);
  assertEquals(value.berth, "A4", "known before");
  assertEquals(value.name, "Beluga");
  const { controller } = client;
  assertStrictEquals(
    value,
    controller.getResponse(partial, id, controller.getState()).data,
  );
  assertStrictEquals(value, client.get(Vessel, id));
});

Deno.test("a read whose response leaves nothing to show resolves with the response alone [controller/CTL-13]", async () => {
  using client = harbour();
  const remove = reading("removed", answering({ id: "1", name: "Orca" }), {
    schema: new Invalidate(Vessel),
  });
  const value = await client.fetch(remove, id);
  assertInstanceOf(value, Vessel);
  assertEquals(value.name, "Orca");
  assertEquals(client.read(remove, id).data, undefined);
});

Deno.test("mutations resolve from one response each, whichever went before [controller/CTL-14]", async () => {
  using client = harbour();
  const save = mutating("save", (port: object) => Promise.resolve([port]), {
    schema: new All(Port),
  });
  for (const id of ["7", "3", "7"]) {
    const ports = await client.fetch(save, { id, name: `port ${id}` });
    assertEquals(ports, [Port.fromJS({ id, name: `port ${id}` })]);
  }
  assertEquals(initialState.toJSON().entities, {});
});

Deno.test("a mutation resolves from its response alone [controller/CTL-14]", async () => {
  using client = harbour();
  await client.set(Vessel, id, { id: "1", name: "Orca", berth: "A4" });
  const rename = mutating("rename", answering({ id: "1", name: "Beluga" }), {
    schema: Vessel,
  });
  const value = await client.fetch(rename, id);
  assertInstanceOf(value, Vessel);
  assertEquals(value.name, "Beluga");
  assertEquals(value.berth, "", "the default, although the store knows it");
  await client.allSettled();
  assertEquals(client.get(Vessel, id)?.berth, "A4");
});

Deno.test("deletion results [controller/CTL-15]", async () => {
  using client = harbour();
  const schema = new Invalidate(Vessel);
  const full = mutating("full", answering({ id: "1", name: "Orca" }), {
    schema,
  });
  const deleted = await client.fetch(full, id);
  assertInstanceOf(deleted, Vessel);
  assertEquals(deleted.name, "Orca");
  await client.allSettled();
  assertEquals(client.get(Vessel, id), undefined);
  const onlyId = mutating("onlyId", answering("1"), { schema });
  let result: unknown = "unset";
  await recordingConsole(async () => {
    result = await client.fetch(onlyId, id);
  });
  assertEquals(result, undefined);
  // the REST layer replaces an empty body by the parameters
  const empty = mutating("empty", answering({ id: "1" }), { schema });
  const fromParameters = await client.fetch(empty, id);
  assertInstanceOf(fromParameters, Vessel);
  assertEquals(fromParameters.id, "1");
});

Deno.test("lists resolve with instances, unmapped members as they are, null stays null [controller/CTL-16]", async () => {
  using client = harbour();
  const stranger = { id: "9", kind: "submarine" };
  const response = [{ id: "1", kind: "tug" }, stranger];
  const mapping = { tug: Tug };
  const list = reading("list", answering([{ id: "1" }, null]), {
    schema: [Vessel],
  });
  const [vessel, nothing] = await client.fetch(list, id);
  assertInstanceOf(vessel, Vessel);
  assertStrictEquals(nothing, null);
  await recordingConsole(async () => {
    for (
      const [name, schema] of [
        ["unions", [new Union(mapping, "kind")]],
        ["all", new All(mapping, "kind")],
      ] as const
    ) {
      for (const make of [reading, mutating]) {
        const endpoint = make(`${name}${make.name}`, answering(response), {
          // deno-lint-ignore no-explicit-any -- both kinds of schema in one test
          schema: schema as any,
        });
        const value = await client.fetch(endpoint, id);
        assertInstanceOf(value[0], Tug);
        // All has no positions: it shows the entities of the kind
        if (name === "unions") assertStrictEquals(value[1], stranger);
        else assertEquals(value.length, 1);
      }
    }
  });
});

for (const make of [reading, mutating]) {
  Deno.test(`a failing ${make.name} rejects with the endpoint's own error [controller/CTL-17]`, async () => {
    using client = harbour();
    for (const reason of [new Error("down"), "text", { status: 404 }, null]) {
      const broken = make("broken", () => Promise.reject(reason));
      let rejectedWith: unknown = "nothing";
      await client.fetch(broken).catch((error) => rejectedWith = error);
      assertStrictEquals(rejectedWith, reason);
    }
  });

  Deno.test(`a ${make.name} never throws synchronously [controller/CTL-18]`, async () => {
    using client = harbour();
    const error = new Error("thrown");
    const throwing = make("throwing", () => {
      throw error;
    });
    const promise = client.fetch(throwing);
    assertStrictEquals(await promise.catch((reason) => reason), error);
    await client.allSettled();
    assertStrictEquals(client.read(throwing).error, error);
    // the key is free again
    assertStrictEquals(
      await client.fetch(throwing).catch((reason) => reason),
      error,
    );
    const keyless = make("keyless", answering(1), {
      key: () => {
        throw error;
      },
    });
    assertStrictEquals(
      await client.fetch(keyless, id).catch((reason) => reason),
      error,
    );
    const plain = make("plain", (() => 5) as unknown as () => Promise<number>);
    assertEquals(await client.fetch(plain), 5);
    await client.allSettled();
    assertEquals(client.read(plain).data, 5);
  });
}

Deno.test("what is no endpoint is named, with what to pass instead [controller/CTL-18]", async () => {
  using client = harbour();
  const missing = undefined as unknown as EndpointInterface;
  const noEndpoint = (() => Promise.resolve(5)) as unknown as EndpointInterface;
  await assertRejects(
    () => client.fetch(missing),
    TypeError,
    "was called with undefined in place of an endpoint",
  );
  await assertRejects(
    () => client.fetch(noEndpoint),
    TypeError,
    "new Endpoint(fetchFunction)",
  );
  await assertRejects(
    () => client.fetch(missing),
    TypeError,
    "`paginationField`",
  );
  const { controller } = client;
  const state = controller.getState();
  const snapshot = controller.snapshot(state);
  for (
    const call of [
      () => controller.invalidate(missing),
      () => load(controller, missing as EndpointInterface & ReadEndpoint),
      () => controller.addReader(missing),
      () => controller.getResponse(missing, state),
      () => controller.getError(missing, state),
      () => snapshot.getError(missing),
      () => client.read(missing),
    ]
  ) assertThrows(call, TypeError, "in place of an endpoint");
});

Deno.test("a read's rejection that nobody handles is not reported, a mutation's is [controller/CTL-19]", async () => {
  using client = harbour();
  const error = new Error("down");
  const load = reading("load", () => Promise.reject(error), { schema: Vessel });
  const save = mutating("save", () => Promise.reject(error));
  assertEquals(
    await unhandledDuring(async () => {
      client.fetch(load);
      client.fetchIfStale(reading("other", () => Promise.reject(error)));
      await client.allSettled();
    }),
    [],
  );
  assertEquals(
    await unhandledDuring(async () => {
      client.fetch(save);
      await client.allSettled();
    }),
    [error],
  );
});

Deno.test("managers may observe the promise of a read, whose rejection nobody has to handle [controller/NET-13]", async () => {
  const { NetworkManager } = await import("../../controller/mod.ts");
  const outcomes: string[] = [];
  const timing = recorder(() => (next) => (action) => {
    if (action.type === "rdc/fetch") {
      action.meta.promise.catch((error) => outcomes.push(error.message));
    }
    return next(action);
  });
  const load = reading("load", () => Promise.reject(new Error("down")));
  using client = harbour({ managers: [timing, new NetworkManager()] });
  using alone = harbour();
  assertEquals(
    await unhandledDuring(() => {
      client.fetch(load);
      alone.controller.dispatch(actions.createFetch(load, { args: [] }));
    }),
    [],
  );
  assertEquals(outcomes, ["down"]);
});

Deno.test("the FETCH action's promise has the raw response [controller/NET-13]", async () => {
  using client = harbour();
  const load = reading("load", answering({ id: "1", name: "Orca" }), {
    schema: Vessel,
  });
  const action = actions.createFetch(load, { args: [id] });
  client.controller.dispatch(action);
  assertEquals(await action.meta.promise, { id: "1", name: "Orca" });
});

Deno.test("when a mutation's caller goes on, every reading method shows what it wrote [controller/NET-12]", async () => {
  using client = harbour();
  const { controller } = client;
  const load = reading("load", answering({ id: "1", name: "Orca" }), {
    schema: Vessel,
  });
  const save = mutating("save", answering({ id: "1", name: "Beluga" }), {
    schema: Vessel,
  });
  await client.fetch(load, id);
  await client.fetch(save, id);
  const state = client.getState();
  assertEquals(client.get(Vessel, id)?.name, "Beluga");
  assertEquals(client.read(load, id).data?.name, "Beluga");
  assertEquals(controller.get(Vessel, id, state)?.name, "Beluga");
  const { data } = controller.getResponse(load, id, state);
  assertEquals((data as Vessel).name, "Beluga");
});

Deno.test("what a mutation writes is computed once [controller/NET-12]", async () => {
  using client = harbour();
  let updates = 0;
  const save = mutating("save", answering({ id: "1", name: "Beluga" }), {
    schema: Vessel,
    update: () => {
      updates++;
      return {};
    },
  });
  await client.fetch(save, id);
  await microtasks();
  assertEquals(updates, 1);
});

Deno.test("an optimistic mutation is computed once for its layer and once for its answer [controller/NET-12] [controller/OPT-1]", async () => {
  using client = harbour();
  const written: unknown[] = [];
  const save = mutating("save", answering({ id: "1", name: "Beluga" }), {
    schema: Vessel,
    getOptimisticResponse: () => ({ id: "1", name: "pending" }),
    update: (pk: string) => {
      written.push(pk);
      return {};
    },
  });
  await client.fetch(save, id);
  await microtasks();
  assertEquals(written, ["1", "1"]);
});

Deno.test("observers are told what a mutation wrote when its caller has gone on, through any number of async functions [controller/NET-12]", async () => {
  using time = new FakeTime();
  using client = harbour();
  const save = mutating("save", answering({ id: "1", name: "Beluga" }), {
    schema: Vessel,
  });
  const load = reading("load", answering({ id: "1", name: "Orca" }), {
    schema: Vessel,
  });
  const seen: unknown[] = [];
  client.subscribe(load, [id], ({ data }) => seen.push(data?.name));
  await microtasks();
  seen.length = 0;
  const fetchBelow = async (depth: number): Promise<unknown> =>
    depth === 0 ? await client.fetch(save, id) : await fetchBelow(depth - 1);
  await fetchBelow(100);
  assertEquals(client.get(Vessel, id)?.name, "Beluga");
  assertEquals(seen, []);
  time.tick(0);
  assertEquals(seen, ["Beluga"]);
});

Deno.test("what is told at once tells first what was put off; answers of reads wait with it [controller/NET-12]", async () => {
  using time = new FakeTime();
  using client = harbour();
  const save = mutating("save", answering({ id: "1", name: "Beluga" }), {
    schema: Vessel,
  });
  const load = reading("load", answering({ id: "2", name: "Orca" }), {
    schema: Vessel,
  });
  const names = ["1", "2", "3"].map((id) =>
    reading(`name${id}`, answering({ id, name: "" }), { schema: Vessel })
  );
  const told: string[] = [];
  for (const [index, name] of names.entries()) {
    const pk = { id: `${index + 1}` };
    client.setResponse(name, pk, { ...pk, name: "" });
    client.subscribe(name, [pk], ({ data }) => told.push(data!.name));
  }
  await microtasks();
  told.length = 0;
  await client.fetch(save, id);
  await client.fetch(load, { id: "2" });
  assertEquals(told, []);
  client.set(Vessel, { id: "3" }, { id: "3", name: "Narwhal" });
  assertEquals(told, ["Beluga", "Orca", "Narwhal"]);
  time.tick(0);
  assertEquals(told.length, 3);
});

Deno.test("what changes nothing does not end the delay of a mutation's answer [controller/NET-12]", async () => {
  using time = new FakeTime();
  using client = harbour();
  const save = mutating("save", answering({ id: "1", name: "Beluga" }), {
    schema: Vessel,
  });
  const load = reading("load", answering({ id: "1", name: "Orca" }), {
    schema: Vessel,
    pollFrequency: 1000,
  });
  let told = 0;
  client.subscribe(() => told++);
  await client.fetch(save, id);
  await client.controller.abort(load, id);
  await client.controller.subscribe(load, id);
  await client.controller.unsubscribe(load, id);
  assertEquals(told, 0);
  time.tick(0);
  assertEquals(told, 1);
});

Deno.test("what was put off is told when a client ends, and leaves no timer [controller/NET-12]", async () => {
  const { controller, store, start, dispose } = createDataStore({
    managers: [new NetworkManager()],
  });
  start();
  const save = mutating("save", answering({ id: "1", name: "Beluga" }), {
    schema: Vessel,
  });
  let told = 0;
  store.subscribe(() => told++);
  await controller.fetch(save, id);
  assertEquals(told, 0);
  dispose();
  assertEquals(told, 1);
});

Deno.test("a malformed response rejects reads and mutations alike [controller/CTL-12]", async () => {
  using client = harbour();
  await recordingConsole(async () => {
    for (const make of [reading, mutating]) {
      const broken = make(`broken${make.name}`, answering("no object"), {
        schema: Vessel,
      });
      const error = await assertRejects(() => client.fetch(broken, id), Error);
      assertEquals((error as Error & { status?: number }).status, 400);
    }
  });
});

Deno.test("an equal answer without a schema is the one before, and so are equal parts [controller/STA-9a]", async () => {
  let answer: unknown;
  const load = new Endpoint(() => Promise.resolve(structuredClone(answer)), {
    name: "load",
  });
  await using client = createClient();
  // deno-lint-ignore no-explicit-any -- any JSON
  const fetched = async (next: unknown): Promise<any> => {
    answer = next;
    return await client.fetch(load);
  };
  const first = await fetched({
    tide: { heights: [1, 2] },
    ports: [{ id: 1 }],
  });
  const told: unknown[] = [];
  client.subscribe(load, [], ({ data }) => told.push(data));
  await client.allSettled();
  const calls = told.length;
  assertStrictEquals(await fetched(structuredClone(first)), first);
  await client.allSettled();
  assertEquals(told.length, calls, "nobody is told of it");
  const other = await fetched({ ...first, ports: [{ id: 1 }, { id: 2 }] });
  assertNotStrictEquals(other, first);
  assertStrictEquals(other.tide, first.tide);
  assertStrictEquals(other.ports[0], first.ports[0]);
  assertEquals(first.ports.length, 1, "what was given out is not changed");
  assertStrictEquals(client.read(load).data, other);
  await client.allSettled();
  assertEquals(told.length, calls + 1);
});

Deno.test("what is made of parts of another value says what it said [controller/STA-9a]", () => {
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(null, undefined, NaN, 1, "a", true),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom("a", "b", "__proto__"), tie("value")),
      fc.date({ noInvalidDate: true }),
    ),
  }));
  assertProperty(fc.property(value, value, (before, after) => {
    const copies = structuredClone([before, after]);
    const made = withPartsOf(before, after);
    assertEquals(made, after);
    assertEquals([before, after], copies);
    if (!hasDate(before)) {
      assertStrictEquals(withPartsOf(before, structuredClone(before)), before);
    }
  }));
});

/** Values of classes are never the same as others. */
function hasDate(value: unknown): boolean {
  return value instanceof Date ||
    typeof value === "object" && value !== null &&
      Object.values(value).some(hasDate);
}
