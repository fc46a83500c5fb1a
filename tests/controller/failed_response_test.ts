import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertStrictEquals,
  assertStringIncludes,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { ProcessingError } from "../../controller/mod.ts";
import { harbour, microtasks, reading, server, Vessel } from "./harbour.ts";

const id = { id: "1" };
const vessel = { id: "1", name: "Orca" };
const now = 1_000_000;

Deno.test("a failed response changes the meta of its key and nothing else [controller/ACT-7] [controller/ERR-1] [controller/ERR-2]", async () => {
  using _time = new FakeTime(now);
  let asked = 0;
  const getVessel = reading("getVessel", server(), {
    schema: Vessel,
    errorExpiryLength: 50,
    errorPolicy(error: unknown) {
      asked++;
      return error instanceof TypeError ? "soft" : "hard";
    },
  });
  using client = harbour();
  await client.setResponse(getVessel, id, vessel);
  const before = client.getState();
  for (const error of [new Error("hard"), new TypeError("soft")]) {
    asked = 0;
    await client.setError(getVessel, id, error);
    assertEquals(asked, 1);
    const { fetchedAt, ...meta } = client.getState().getMeta(
      getVessel.key(id),
    )!;
    assert(fetchedAt > now);
    assertEquals(meta, {
      date: now,
      expiresAt: now + 50,
      error,
      errorPolicy: error.message as "hard",
    });
    const after = client.getState();
    assertEquals(after.getEndpoint(getVessel.key(id)), "1");
    assertStrictEquals(
      after.getEntity("Vessel", "1"),
      before.getEntity("Vessel", "1"),
    );
  }
  asked = 0;
  client.read(getVessel, id);
  await client.expireAll(getVessel);
  assertEquals(asked, 0, "evaluated once, when it failed");
});

Deno.test("soft keeps data without an error, hard reports over data, both report without data [controller/ERR-3] [controller/ERR-7]", async () => {
  using client = harbour();
  const error = new Error("down");
  for (const policy of ["soft", "hard", undefined] as const) {
    const getVessel = reading(`get ${policy}`, server(), {
      schema: Vessel,
      errorPolicy: () => policy,
    });
    await client.setError(getVessel, { id: "9" }, error);
    const without = client.read(getVessel, { id: "9" });
    assertStrictEquals(without.error, error);
    assertEquals(without.data, undefined);
    await client.setResponse(getVessel, id, vessel);
    await client.setError(getVessel, id, error);
    const over = client.read(getVessel, id);
    assertEquals(over.data?.name, "Orca");
    assertStrictEquals(over.error, policy === "soft" ? undefined : error);
  }
});

Deno.test("a later success, invalidation or reset removes the error, expiry does not [controller/ACT-7] [controller/ERR-9]", async () => {
  using client = harbour();
  const getVessel = reading("getVessel", server(), { schema: Vessel });
  const error = new Error("down");
  const errorNow = () => client.read(getVessel, id).error;
  const remedies = [
    () => client.setResponse(getVessel, id, vessel),
    () => client.invalidate(getVessel, id),
    () => client.resetEntireStore(),
  ];
  for (const remedy of remedies) {
    await client.setError(getVessel, id, error);
    await client.expireAll(getVessel);
    assertStrictEquals(errorNow(), error);
    await remedy();
    assertStrictEquals(errorNow(), undefined);
  }
});

Deno.test("an error shows for its life without a request, then its reader asks again [controller/ERR-18]", async () => {
  using time = new FakeTime(now);
  const network = server();
  const getVessel = reading("getVessel", network, { schema: Vessel });
  using client = harbour();
  const error = new Error("down");
  const prefetched = client.controller.prefetch(getVessel, id);
  network.calls[0]!.reject(error);
  await prefetched;
  const state = client.getState();
  assertEquals(state.hasEndpoint(getVessel.key(id)), false);
  assertEquals([...state.tableKeys()], []);
  assertStrictEquals(state.getMeta(getVessel.key(id))?.error, error);

  // a view that shows the error, is reset, and shows it again
  const told: unknown[] = [];
  for (let round = 0; round < 2; round++) {
    const stop = client.subscribe(
      getVessel,
      [id],
      ({ error }) => void told.push(error),
    );
    await microtasks();
    stop();
  }
  assertEquals(told, [error, error]);
  assertStrictEquals(client.getState(), state);
  assertEquals(network.calls.length, 1);
  time.tick(1001);
  client.subscribe(getVessel, [id], () => {});
  assertEquals(network.calls.length, 2);
});

Deno.test("a response that does not fit says where [schema/ERR-14] [schema/ERR-16]", async () => {
  const getFleet = reading("getFleet", server(), {
    schema: { vessels: [Vessel] },
    strict: true,
  });
  using client = harbour();
  const response = { vessels: [vessel, { name: "no id" }] };
  const error = await client.setResponse(getFleet, id, response).catch((
    reason: unknown,
  ) => reason);
  assertInstanceOf(error, ProcessingError);
  assertEquals(error.place, "vessels[1]");
  assertStringIncludes(error.message, "At vessels[1]: Vessel is missing");
  assertStringIncludes(error.message, '{ "name": "no id" }');
});
