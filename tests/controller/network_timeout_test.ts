import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertStrictEquals,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import {
  type Clock,
  NetworkManager,
  TimeoutError,
} from "../../controller/mod.ts";
import { Endpoint } from "../../endpoint/mod.ts";
import { harbour, microtasks, mutating, reading, server } from "./harbour.ts";

const id = { id: "1" };

async function pass(time: FakeTime, milliseconds: number): Promise<void> {
  time.tick(milliseconds);
  await microtasks();
}

Deno.test("an endpoint that fetches its own key behind an await waits for its limit [controller/NET-26] [controller/NEW-115]", async () => {
  using time = new FakeTime();
  using client = harbour();
  const own = new Endpoint(async (): Promise<unknown> => {
    await undefined;
    return client.fetch(own);
  }, { name: "own", timeout: 100 });
  let error: unknown;
  client.fetch(own).catch((reason) => error = reason);
  await pass(time, 99);
  assertEquals(error, undefined);
  await pass(time, 1);
  assertInstanceOf(error, TimeoutError);
});

Deno.test("the error names key and limit, is stored, and reaches the endpoint as the reason of its signal [controller/NEW-116] [controller/ERR-15]", async () => {
  using time = new FakeTime();
  const signals: AbortSignal[] = [];
  const load = new Endpoint(
    function (this: { signal?: AbortSignal }) {
      signals.push(this.signal!);
      return new Promise<number>(() => {});
    },
    { name: "load", timeout: 250 },
  );
  using client = harbour();
  const caught = client.fetch(load).catch((reason) => reason);
  await pass(time, 250);
  const error = await caught;
  assertEquals(error.name, "TimeoutError");
  assertEquals(error.status, 504);
  assert(error.message.includes(load.key()), error.message);
  assert(error.message.includes("250"), error.message);
  assertStrictEquals(signals[0]!.reason, error);
  assertStrictEquals(client.read(load).error, error);
});

Deno.test("what a timed-out endpoint brings later is discarded [controller/NEW-116] [controller/NEW-117]", async () => {
  using time = new FakeTime();
  const network = server();
  using client = harbour({ managers: [new NetworkManager({ timeout: 100 })] });
  for (const make of [reading, mutating]) {
    const endpoint = make(make.name, network);
    client.fetch(endpoint, id).catch(() => {});
    await pass(time, 100);
    const state = client.getState();
    assertEquals(
      (state.getMeta(endpoint.key(id))!.error as Error).name,
      "TimeoutError",
    );
    network.calls.at(-1)!.resolve("late");
    await microtasks();
    assertStrictEquals(client.getState(), state);
  }
});

Deno.test("no timer is left after settlement [controller/NEW-117]", async () => {
  const pending = new Set<unknown>();
  const clock: Clock = {
    now: () => 0,
    setTimeout: (callback) => {
      pending.add(callback);
      return callback;
    },
    clearTimeout: (handle) => void pending.delete(handle),
  };
  for (const outcome of ["resolve", "reject"] as const) {
    const network = server();
    const manager = new NetworkManager({ timeout: 100, clock });
    using client = harbour({ managers: [manager] });
    const promise = client.fetch(reading("load", network), id);
    assertEquals(pending.size, 1);
    network.calls[0]![outcome]("answer");
    await promise.catch(() => {});
    assertEquals(pending.size, 0, outcome);
  }
});
