import {
  assert,
  assertEquals,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import {
  actions,
  type ActionTypes,
  actionTypes,
  Controller,
  createDataStore,
} from "../../controller/mod.ts";
import { mutating, reading, recorder, Vessel } from "./harbour.ts";
import { inProduction } from "../support/production.ts";

const getVessel = reading(
  "getVessel",
  ({ id }: { id: string }) => Promise.resolve({ id }),
  { schema: Vessel },
);
const args = [{ id: "1" }];

Deno.test("actionTypes has each constant also under its legacy name [controller/ACT-1]", () => {
  const expected = {
    FETCH: "rdc/fetch",
    OPTIMISTIC: "rdc/optimistic",
    SET: "rdc/set",
    SET_RESPONSE: "rdc/setresponse",
    RESET: "rdc/reset",
    SUBSCRIBE: "rdc/subscribe",
    UNSUBSCRIBE: "rdc/unsubscribe",
    INVALIDATE: "rdc/invalidate",
    INVALIDATEALL: "rdc/invalidateall",
    EXPIREALL: "rdc/expireall",
    GC: "rdc/gc",
  };
  for (const [name, type] of Object.entries(expected)) {
    const constants: Record<string, string> = { ...actionTypes };
    assertEquals(constants[name], type);
    assertEquals(constants[`${name}_TYPE`], type);
  }
});

Deno.test("each creator gives the members of its action [controller/ACT-1]", () => {
  using _time = new FakeTime(5000);
  const key = getVessel.key({ id: "1" });
  const testKey = (tested: string) => tested === key;
  const membersOf = (action: ActionTypes) =>
    Object.keys(action).filter((name) => name !== "type").toSorted();

  const fetch = actions.createFetch(getVessel, { args });
  assertEquals(membersOf(fetch), ["args", "endpoint", "key", "meta"]);
  assertEquals(fetch.key, key);
  assertEquals(Object.keys(fetch.meta).toSorted(), [
    "fetchedAt",
    "promise",
    "reject",
    "resolve",
  ]);
  const optimistic = actions.createOptimistic(getVessel, args, 4000);
  assertEquals(membersOf(optimistic), ["args", "endpoint", "key", "meta"]);
  assertEquals(optimistic.meta, {
    fetchedAt: 4000,
    date: 5000,
    expiresAt: 65_000,
  });
  const set = actions.createSet(Vessel, { args, value: { id: "1" } });
  assertEquals(membersOf(set), ["args", "meta", "schema", "value"]);
  const response = actions.createSetResponse(getVessel, {
    args,
    response: { id: "1" },
    fetchedAt: 4000,
  });
  assertEquals(membersOf(response), [
    "args",
    "endpoint",
    "error",
    "key",
    "meta",
    "response",
  ]);
  assertEquals(response.error, false);
  assertEquals(response.meta.fetchedAt, 4000);
  assertEquals(actions.createReset(), { type: "rdc/reset", date: 5000 });
  assertEquals(actions.createSubscription(getVessel, { args }), {
    type: "rdc/subscribe",
    key,
    args,
    endpoint: getVessel,
  });
  assertEquals(actions.createUnsubscription(getVessel, { args }), {
    type: "rdc/unsubscribe",
    key,
    args,
    endpoint: getVessel,
  });
  assertEquals(actions.createInvalidate(getVessel, { args }), {
    type: "rdc/invalidate",
    key,
  });
  assertEquals(actions.createInvalidateAll(testKey), {
    type: "rdc/invalidateall",
    testKey,
  });
  assertEquals(actions.createExpireAll(testKey), {
    type: "rdc/expireall",
    testKey,
  });
});

Deno.test("writes carry FormData as a plain object, requests and subscriptions as it is [controller/ACT-3]", () => {
  const file = new File(["x"], "plan.txt");
  const form = new FormData();
  form.append("name", "first");
  form.append("name", "last");
  form.append("plan", file);
  form.append("__proto__", "a field like any other");
  const keys: unknown[] = [];
  const upload = mutating("upload", (_form: FormData) => Promise.resolve({}), {
    key: (...given: unknown[]) => {
      keys.push(given[0]);
      return "upload";
    },
  });
  const plain = (action: { args: readonly unknown[] }) =>
    action.args[0] as Record<string, unknown>;

  for (
    const action of [
      actions.createSet(Vessel, { args: [form], value: {} }),
      actions.createSetResponse(upload, { args: [form], response: {} }),
      actions.createOptimistic(upload, [form], 1),
    ]
  ) {
    assertEquals(plain(action).name, "last");
    assertStrictEquals(plain(action).plan, file);
    assert(Object.hasOwn(plain(action), "__proto__"));
    assertStrictEquals(Object.getPrototypeOf(plain(action)), Object.prototype);
  }
  for (
    const action of [
      actions.createFetch(upload, { args: [form] }),
      actions.createSubscription(upload, { args: [form] }),
      actions.createUnsubscription(upload, { args: [form] }),
    ]
  ) assertStrictEquals(action.args[0], form);
  assert(keys.length >= 5 && keys.every((given) => given === form));
});

Deno.test("date is the time of creation and expiresAt is unrounded [controller/TIM-3]", () => {
  using time = new FakeTime(5000);
  const { stamps } = new Controller();
  const options = { args, response: {} };
  actions.createSetResponse(getVessel, options, stamps);
  time.tick(3);
  actions.createSetResponse(getVessel, options, stamps);
  const { meta } = actions.createSetResponse(getVessel, options, stamps);
  assert(meta.fetchedAt > 5003, "the stamp has a fraction");
  assertEquals(meta.date, 5003);
  assertEquals(meta.expiresAt, 65_003);
});

Deno.test("a negative length throws in development and counts as 0 in production [controller/TIM-5]", async () => {
  using _time = new FakeTime(5000);
  const broken = reading("broken", () => Promise.resolve(1), {
    dataExpiryLength: -1,
  });
  const create = () =>
    actions.createSetResponse(broken, { args: [], response: 1 });
  assertThrows(create, Error, "Negative expiry");
  await inProduction(() => assertEquals(create().meta.expiresAt, 5000));
});

Deno.test("timing looks up the clock at call time [controller/TIM-7]", () => {
  const { stamps } = new Controller();
  using time = new FakeTime(123_000);
  assertEquals(stamps.now(), 123_000);
  time.tick(5);
  assertEquals(stamps.next(), 123_005);
});

Deno.test("actions of one tick are reduced in dispatch order, each seeing the former's result [controller/ACT-18]", async () => {
  const { controller } = createDataStore({ managers: [recorder()] });
  controller.set(Vessel, { id: "1" }, { id: "1", name: "a" });
  controller.set(Vessel, { id: "1" }, (vessel: Vessel) => ({
    id: "1",
    name: `${vessel.name}b`,
  }));
  await controller.set(Vessel, { id: "1" }, (vessel: Vessel) => ({
    id: "1",
    name: `${vessel.name}c`,
  }));
  assertEquals(
    controller.get(Vessel, { id: "1" }, controller.getState())?.name,
    "abc",
  );
});
