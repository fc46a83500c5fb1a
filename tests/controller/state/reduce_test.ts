import {
  assert,
  assertEquals,
  assertMatch,
  assertNotStrictEquals,
  assertRejects,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import { assertSpyCalls, spy } from "@std/testing/mock";
import {
  actions,
  type ActionTypes,
  Controller,
  createReducer,
  initialState,
  ProcessingError,
  State,
} from "../../../controller/mod.ts";
import type { EndpointInterface } from "../../../endpoint/contract.ts";
import type { DataReport } from "../../../schema/contract.ts";
import { All, INVALID, Invalidate } from "../../../schema/mod.ts";
import { Port, recordingConsole, Vessel } from "../harbour.ts";
import { inProduction } from "../../support/production.ts";
import { assertSameMembers, mutation, Quay, read } from "./quay.ts";

class NamedVessel extends Vessel {
  static override indexes = ["name"] as const;
}

const getVessel = read("getVessel", { schema: Vessel });
const getNamed = read("getNamed", { schema: NamedVessel });
const getNote = read("getNote");
const aida = { id: "1", name: "Aida", berth: "A", port: { id: "p" } };

/** Whatever has a key. */
type Keyed = Pick<EndpointInterface, "key">;

function keyOf(endpoint: Keyed, ...args: unknown[]): string {
  return endpoint.key(...args);
}

Deno.test("the reducer begins with the initial state and ignores unknown actions [controller/ACT-2]", () => {
  const reduce = createReducer(new Controller());
  const unknown = { type: "user/action" } as unknown as ActionTypes;
  assertStrictEquals(reduce(undefined, unknown), initialState);
  const state = State.from({ endpoints: { a: 1 } });
  assertStrictEquals(reduce(state, unknown), state);
});

Deno.test("a reducer starts from the plain form of a state as from the state, and refuses one that was spread [controller/ACT-2] [controller/CTL-43]", () => {
  const reduce = createReducer(new Controller());
  const first = reduce(
    undefined,
    actions.createSet(Vessel, { args: [{ id: "1" }], value: { id: "1" } }),
  );
  const second = actions.createSet(Vessel, {
    args: [{ id: "2" }],
    value: { id: "2" },
  });
  const plain = JSON.parse(JSON.stringify(first.toJSON()));
  assertEquals(reduce(plain, second).toJSON(), reduce(first, second).toJSON());
  const spread = { ...first, endpoints: {} };
  assertThrows(() => reduce(spread, second), TypeError, "was spread");
});

Deno.test("the reducer is pure: the same action gives an equal state and leaves the first as it was [controller/ACT-2]", () => {
  const quay = new Quay();
  const reduce = createReducer(quay.controller);
  const action = actions.createSetResponse(
    getVessel,
    { args: [{ id: "1" }], response: aida },
    quay.controller.stamps,
  );
  const first = reduce(initialState, action);
  const second = reduce(initialState, action);
  assertEquals(first.toJSON(), second.toJSON());
  assertEquals(initialState.toJSON().entities, {});
  assertSameMembers(reduce(first, action).entities, first.entities, 1);
});

Deno.test("a response is normalized into entities, indexes, entity metas, entry and meta in one transition [controller/ACT-5] [controller/STA-5]", () => {
  const quay = new Quay();
  const fetch = quay.fetch(getNamed, { id: "1" });
  const { fetchedAt } = fetch.meta;
  assertEquals(quay.takeRounds(), []);
  quay.now += 10;
  quay.answer(fetch, aida);
  const key = keyOf(getNamed, { id: "1" });
  const date = quay.now;
  const times = { fetchedAt, date, expiresAt: date + 60_000 };
  assertEquals(quay.base.toJSON(), {
    entities: {
      Vessel: { "1": { ...aida, port: "p" } },
      Port: { p: { id: "p" } },
    },
    endpoints: { [key]: "1" },
    indexes: { Vessel: { name: { Aida: "1" } } },
    meta: { [key]: times },
    entitiesMeta: { Vessel: { "1": times }, Port: { p: times } },
    optimistic: [],
    lastReset: 0,
  });
  assert(fetchedAt < date);
  assertEquals(quay.takeRounds(), [["Port p", "Vessel 1", key]]);
});

Deno.test("a record whose merged fields are equal keeps its identity and only its meta moves [controller/STA-3]", () => {
  const quay = new Quay();
  quay.load(getVessel, [{ id: "1" }], aida);
  const before = quay.base;
  quay.now += 5000;
  quay.load(getVessel, [{ id: "1" }], structuredClone(aida));
  assertStrictEquals(
    quay.base.getEntity("Vessel", "1"),
    before.getEntity("Vessel", "1"),
  );
  assertSameMembers(quay.base.entities, before.entities, 1);
  assertSameMembers(quay.base.endpoints, before.endpoints);
  assertEquals(
    quay.base.getEntityMeta("Vessel", "1")!.date,
    before.getEntityMeta("Vessel", "1")!.date + 5002,
  );
});

Deno.test("a list result that is the same keeps its identity [controller/STA-3]", () => {
  const quay = new Quay();
  const getVessels = read("getVessels", { schema: [Vessel] });
  quay.load(getVessels, [], [{ id: "1" }, { id: "2" }]);
  const before = quay.base.getEndpoint(keyOf(getVessels));
  quay.load(getVessels, [], [{ id: "1" }, { id: "2" }]);
  assertStrictEquals(quay.base.getEndpoint(keyOf(getVessels)), before);
  assertEquals(before, ["1", "2"]);
});

Deno.test("a success replaces the meta as a whole and notes the previous expiry; an error replaces it and leaves the entry [controller/STA-7] [controller/ACT-7] [controller/ERR-1] [controller/ERR-9]", () => {
  const quay = new Quay();
  const key = keyOf(getNote);
  quay.load(getNote, [], "text");
  const first = quay.base.getMeta(key)!;
  assertEquals(Object.keys(first).sort(), ["date", "expiresAt", "fetchedAt"]);

  const failing = quay.fetch(getNote);
  const error = new Error("no");
  quay.fail(failing, error);
  assertEquals(quay.base.getMeta(key), {
    date: quay.now,
    fetchedAt: failing.meta.fetchedAt,
    expiresAt: quay.now + 1000,
    error,
    errorPolicy: undefined,
  });
  assertEquals(quay.base.getEndpoint(key), "text");

  quay.load(getNote, [], "more");
  assertEquals(quay.base.getMeta(key), {
    date: quay.now,
    fetchedAt: quay.now - 1,
    expiresAt: quay.now + 60_000,
  });
});

Deno.test("an error clears the invalidation, and so does a success [controller/STA-7]", () => {
  for (const settle of ["answer", "fail"] as const) {
    const quay = new Quay();
    quay.load(getNote, [], "text");
    quay.controller.invalidate(getNote);
    assertEquals(quay.base.getMeta(keyOf(getNote))?.invalidated, true);
    quay[settle](quay.fetch(getNote), new Error("x"));
    assertEquals("invalidated" in quay.base.getMeta(keyOf(getNote))!, false);
  }
});

Deno.test("deleting stores a tombstone with the meta of the deletion [controller/STA-4] [controller/ACT-9]", () => {
  const quay = new Quay();
  quay.load(getVessel, [{ id: "1" }], aida);
  quay.now += 100;
  quay.controller.set(new Invalidate(Vessel), { id: "1" }, { id: "1" });
  assertEquals(quay.base.getEntity("Vessel", "1"), INVALID);
  assertEquals(quay.base.getEntityMeta("Vessel", "1")!.date, quay.now);
  assertEquals(quay.base.getEntity("Vessel", "2"), undefined);
});

Deno.test("set writes entities, indexes and entity metas and leaves the other parts identical [controller/ACT-9]", () => {
  const quay = new Quay();
  quay.load(getNamed, [{ id: "1" }], aida);
  const before = quay.base;
  quay.controller.set(NamedVessel, { id: "1" }, { id: "1", name: "Bea" });
  const after = quay.base;
  assertEquals(after.getEntity("Vessel", "1"), {
    ...aida,
    port: "p",
    name: "Bea",
  });
  assertEquals(after.getIndex("Vessel", "name", "Bea"), "1");
  assertEquals(after.getIndex("Vessel", "name", "Aida"), undefined);
  assertEquals(after.getEntityMeta("Vessel", "1")!.date, quay.now);
  assertSameMembers(after.endpoints, before.endpoints);
  assertSameMembers(after.meta, before.meta);
  assertStrictEquals(after.optimistic, before.optimistic);
  assertEquals(after.lastReset, before.lastReset);
});

Deno.test("set works for All", () => {
  const quay = new Quay();
  quay.controller.set(new All(Vessel), [{ id: "1" }, { id: "2" }]);
  assertEquals([...quay.base.getEntities("Vessel")!.keys()], ["1", "2"]);
});

Deno.test("an updater gets the current value of the base, not that of pending layers [controller/ACT-10]", () => {
  const quay = new Quay();
  quay.load(getVessel, [{ id: "1" }], aida);
  const rename = mutation("rename", {
    schema: Vessel,
    getOptimisticResponse: () => ({ id: "1", name: "pending" }),
  });
  quay.fetch(rename);
  assertEquals(quay.visible.getEntity("Vessel", "1"), {
    ...aida,
    port: "p",
    name: "pending",
  });
  let seen: Vessel | undefined;
  quay.controller.set(Vessel, { id: "1" }, (vessel: Vessel) => {
    seen = vessel;
    return { ...vessel, berth: `${vessel.berth}B` };
  });
  assert(seen instanceof Vessel);
  assertEquals(seen.name, "Aida");
  assertEquals((quay.base.getEntity("Vessel", "1") as Vessel).berth, "AB");
});

Deno.test("an updater without a current value, missing or deleted, is not called and nothing changes [controller/ACT-10]", async () => {
  const quay = new Quay();
  quay.controller.set(new Invalidate(Vessel), { id: "2" }, { id: "2" });
  const before = quay.base;
  const updater = spy((vessel: Vessel) => vessel);
  await quay.controller.set(Vessel, { id: "1" }, updater);
  await quay.controller.set(Vessel, { id: "2" }, updater);
  assertSpyCalls(updater, 0);
  assertStrictEquals(quay.base, before);
});

Deno.test("a set that fails leaves the identical state, is reported in development and rejects [controller/ACT-11]", async () => {
  const quay = new Quay();
  quay.load(getVessel, [{ id: "1" }], aida);
  quay.takeRounds();
  class Strict extends Vessel {
    static override process(): never {
      throw new Error("refused by process");
    }
  }
  const failing: (() => Promise<void>)[] = [
    () => quay.controller.set(Vessel, { id: "1" }, "text" as never),
    () => quay.controller.set(Vessel, { id: "1" }, { name: "no pk" } as never),
    () =>
      quay.controller.set(Vessel, { id: "1" }, () => {
        throw new Error("refused by the updater");
      }),
    () => quay.controller.set(Strict, { id: "1" }, { id: "1" } as never),
  ];
  for (const run of failing) {
    const before = quay.base;
    const records = await recordingConsole(async () => {
      await assertRejects(run);
    });
    assertEquals(records.map(({ method }) => method), ["error"]);
    assertStrictEquals(quay.base, before);
  }
  assertEquals(quay.rounds, []);
  await inProduction(async () => {
    const records = await recordingConsole(() => assertRejects(failing[2]!));
    assertEquals(records, []);
  });
});

Deno.test("invalidate removes the entry, marks the meta, drops the error and leaves entities [controller/ACT-12]", () => {
  const quay = new Quay();
  const soft = read("soft", { schema: Vessel, errorPolicy: () => "soft" });
  const key = keyOf(soft, { id: "1" });
  quay.load(soft, [{ id: "1" }], aida);
  quay.fail(quay.fetch(soft, { id: "1" }), new Error("no"));
  const { fetchedAt, date } = quay.base.getMeta(key)!;
  const { entities } = quay.base;
  quay.controller.invalidate(soft, { id: "1" });
  assertEquals(quay.base.getMeta(key), {
    fetchedAt,
    date,
    expiresAt: 0,
    invalidated: true,
  });
  assertEquals(quay.base.hasEndpoint(key), false);
  assertSameMembers(quay.base.entities, entities, 1);
});

Deno.test("invalidating a key nobody knows creates its meta; again changes nothing [controller/ACT-12]", () => {
  const quay = new Quay();
  quay.controller.invalidate(getNote);
  assertEquals(quay.base.getMeta(keyOf(getNote)), {
    fetchedAt: 0,
    date: 0,
    expiresAt: 0,
    invalidated: true,
  });
  const before = quay.base;
  quay.controller.invalidate(getNote);
  assertStrictEquals(quay.base, before);
});

Deno.test("invalidateAll reaches keys with an entry and keys with only a meta, and no others [controller/ACT-13]", () => {
  const quay = new Quay();
  const other = read("other");
  quay.load(getNote, [1], "text");
  quay.fail(quay.fetch(getNote, 2), new Error("no"));
  quay.load(other, [], "kept");
  quay.controller.invalidateAll({
    testKey: (key) => key.startsWith("getNote"),
  });
  for (const argument of [1, 2]) {
    const key = keyOf(getNote, argument);
    assertEquals(quay.base.getMeta(key)?.invalidated, true);
    assertEquals("error" in quay.base.getMeta(key)!, false);
    assertEquals(quay.base.hasEndpoint(key), false);
  }
  assertEquals(quay.base.getEndpoint(keyOf(other)), "kept");
  assertEquals(quay.base.getMeta(keyOf(other))?.invalidated, undefined);
});

Deno.test("invalidateAll reaches an entry that has no meta [controller/ACT-13]", () => {
  const quay = new Quay(State.from({ endpoints: { orphan: 1 } }));
  quay.controller.invalidateAll({ testKey: () => true });
  assertEquals(quay.base.hasEndpoint("orphan"), false);
  assertEquals(quay.base.getMeta("orphan")?.invalidated, true);
});

Deno.test("expireAll sets the expiry of matching metas to 1 and leaves entry, error and entities [controller/ACT-14]", () => {
  const quay = new Quay();
  const error = new Error("no");
  quay.load(getVessel, [{ id: "1" }], aida);
  quay.fail(quay.fetch(getVessel, { id: "1" }), error);
  quay.load(getNote, [], "text");
  const before = quay.base;
  quay.controller.expireAll(getVessel);
  const key = keyOf(getVessel, { id: "1" });
  assertEquals(quay.base.getMeta(key), {
    ...before.getMeta(key)!,
    expiresAt: 1,
  });
  assertStrictEquals(quay.base.getMeta(key)!.error, error);
  assertSameMembers(quay.base.endpoints, before.endpoints);
  assertSameMembers(quay.base.entities, before.entities, 1);
  assertStrictEquals(
    quay.base.getMeta(keyOf(getNote)),
    before.getMeta(keyOf(getNote)),
  );
});

Deno.test("expireAll without a match, or with entries that have no meta, gives the identical state; with one that has expired another, for its readers ask again [controller/ACT-14]", () => {
  const quay = new Quay(State.from({ endpoints: { orphan: 1 } }));
  quay.load(getNote, [], "text");
  const before = quay.base;
  quay.controller.expireAll({ testKey: (key) => key === "orphan" });
  assertStrictEquals(quay.base, before);
  quay.controller.expireAll(getNote);
  const expired = quay.base;
  assertNotStrictEquals(expired, before);
  quay.controller.expireAll(getNote);
  assertNotStrictEquals(quay.base, expired);
  assertEquals(quay.base.getMeta(keyOf(getNote))?.expiresAt, 1);
});

Deno.test("reset gives the initial state with the stamp of the reset, layers included [controller/ACT-16] [controller/OPT-10]", () => {
  const quay = new Quay();
  quay.load(getVessel, [{ id: "1" }], aida);
  quay.fetch(mutation("m", { getOptimisticResponse: () => 1 }));
  assertEquals(quay.base.optimistic.length, 1);
  quay.now += 7;
  quay.controller.resetEntireStore();
  assertEquals(quay.base.toJSON(), {
    ...initialState.toJSON(),
    lastReset: quay.now,
  });
  assertEquals(quay.base.optimistic, []);
  assertStrictEquals(quay.visible, quay.base);
});

Deno.test("collection removes entities with meta and index values, and entries with meta; unknown paths are ignored [controller/ACT-17]", () => {
  const quay = new Quay();
  quay.load(getNamed, [{ id: "1" }], aida);
  quay.load(getNamed, [{ id: "2" }], { id: "2", name: "Bea" });
  const before = quay.base;
  const text = JSON.stringify(before);
  quay.store.dispatch({
    type: "rdc/gc",
    entities: [{ key: "Vessel", pk: "1" }, { key: "None", pk: "x" }],
    endpoints: [keyOf(getNamed, { id: "1" }), "unknown"],
  });
  const after = quay.base;
  assertEquals(after.getEntity("Vessel", "1"), undefined);
  assertEquals(after.getEntityMeta("Vessel", "1"), undefined);
  assertEquals(after.getIndex("Vessel", "name", "Aida"), undefined);
  assertEquals([...after.endpointKeys()], [keyOf(getNamed, { id: "2" })]);
  assertStrictEquals(
    after.getEntity("Vessel", "2"),
    before.getEntity("Vessel", "2"),
  );
  assertStrictEquals(
    after.getEntities("Port")!.revision,
    before.getEntities("Port")!.revision,
  );
  assertEquals(after.getEntities("None"), undefined);
  assertEquals(JSON.stringify(before), text);
});

Deno.test("a collection that finds nothing gives the identical state [controller/ACT-17]", () => {
  const quay = new Quay();
  quay.load(getVessel, [{ id: "1" }], aida);
  const before = quay.base;
  quay.store.dispatch({
    type: "rdc/gc",
    entities: [{ key: "Vessel", pk: "9" }],
    endpoints: ["unknown"],
  });
  assertStrictEquals(quay.base, before);
});

Deno.test("a fetch of a read, subscribing, unsubscribing and aborting give the identical state [controller/ACT-4] [controller/ACT-19] [controller/OPT-4]", () => {
  const quay = new Quay();
  quay.load(getNote, [], "text");
  const before = quay.base;
  quay.fetch(read("r", { getOptimisticResponse: () => 1 }));
  quay.fetch(mutation("m"));
  quay.controller.subscribe(getNote);
  quay.controller.unsubscribe(getNote);
  quay.controller.abort(getNote);
  assertStrictEquals(quay.base, before);
  assertStrictEquals(quay.visible, before);
});

Deno.test("dispatching an optimistic action applies it once to the given state [controller/ACT-8]", () => {
  const quay = new Quay();
  quay.load(getVessel, [{ id: "1" }], aida);
  const rename = mutation("rename", {
    schema: Vessel,
    getOptimisticResponse: () => ({ id: "1", name: "Bea" }),
  });
  quay.now++;
  const state = createReducer(quay.controller)(
    quay.base,
    actions.createOptimistic(
      rename,
      [],
      quay.controller.stamps.next(),
      quay.controller.stamps,
    ),
  );
  assertEquals((state.getEntity("Vessel", "1") as Vessel).name, "Bea");
  assertEquals(state.optimistic, []);
});

Deno.test("an older response leaves entry and meta of the key, but its entities are merged [controller/ACT-6]", () => {
  const quay = new Quay();
  const older = quay.fetch(getVessel, { id: "1" });
  const newer = quay.fetch(getVessel, { id: "1" });
  quay.answer(newer, { id: "2" });
  const before = quay.base;
  const key = keyOf(getVessel, { id: "1" });
  quay.answer(older, { id: "3" });
  assertStrictEquals(quay.base.getMeta(key), before.getMeta(key));
  assertEquals(quay.base.getEndpoint(key), "2");
  assertEquals(quay.base.getEntity("Vessel", "3"), { id: "3" });
});

Deno.test("an older response without a schema does not overwrite a newer one [controller/ACT-6]", () => {
  const quay = new Quay();
  const older = quay.fetch(getNote);
  quay.load(getNote, [], "newer");
  quay.answer(older, "older");
  assertEquals(quay.base.getEndpoint(keyOf(getNote)), "newer");
});

Deno.test("an older error is dropped, and so is the processing error of an older response [controller/ACT-6]", async () => {
  const quay = new Quay();
  const key = keyOf(getVessel, { id: "1" });
  const first = quay.fetch(getVessel, { id: "1" });
  const second = quay.fetch(getVessel, { id: "1" });
  quay.load(getVessel, [{ id: "1" }], aida);
  const before = quay.base;
  quay.fail(first, new Error("late"));
  assertStrictEquals(quay.base, before);
  await recordingConsole(() =>
    assertRejects(() => quay.answer(second, "text"))
  );
  assertStrictEquals(quay.base.getMeta(key), before.getMeta(key));
});

Deno.test("an older response is stored where the newer outcome was an error or was invalidated [controller/ACT-6]", () => {
  for (const spoil of ["error", "invalidate"]) {
    const quay = new Quay();
    const older = quay.fetch(getNote);
    const newer = quay.fetch(getNote);
    if (spoil === "error") {
      quay.fail(newer, new Error("no"));
    } else {
      quay.answer(newer, "newer");
      quay.controller.invalidate(getNote);
    }
    quay.answer(older, "older");
    assertEquals(quay.base.getEndpoint(keyOf(getNote)), "older", spoil);
  }
});

Deno.test("the layer of an older response or error is removed all the same [controller/ACT-6]", () => {
  for (const settle of ["answer", "fail"] as const) {
    const quay = new Quay();
    const save = mutation("save", { getOptimisticResponse: () => "pending" });
    const older = quay.fetch(save);
    const newer = quay.fetch(save);
    quay.answer(newer, "newer");
    assertEquals(quay.base.optimistic.length, 1);
    quay[settle](older, "older");
    assertEquals(quay.base.optimistic.length, 0);
    assertEquals(quay.base.getEndpoint(keyOf(save)), "newer");
  }
});

Deno.test("an outdated response merges its entities and leaves the key invalidated", () => {
  const quay = new Quay();
  const fetch = quay.fetch(getVessel, { id: "1" });
  quay.controller.invalidate(getVessel, { id: "1" });
  const { meta } = quay.base;
  quay.now++;
  quay.store.dispatch({
    ...actions.createSetResponse(getVessel, {
      args: fetch.args,
      response: aida,
      fetchedAt: fetch.meta.fetchedAt,
    }, quay.controller.stamps),
    outdated: true,
  });
  assertEquals(quay.base.hasEndpoint(fetch.key), false);
  assertSameMembers(quay.base.meta, meta);
  assertEquals((quay.base.getEntity("Vessel", "1") as Vessel).name, "Aida");
});

Deno.test("an error policy that throws counts as hard and is reported in development [controller/ERR-6]", async () => {
  const quay = new Quay();
  const failing = read("failing", {
    errorPolicy() {
      throw new Error("cannot decide");
    },
  });
  const records = await recordingConsole(() => {
    quay.fail(quay.fetch(failing), new Error("no"));
  });
  assertEquals(quay.base.getMeta(keyOf(failing))?.errorPolicy, "hard");
  assertEquals(records.map(({ method }) => method), ["error"]);
});

Deno.test("a response that cannot be stored leaves only an error with status, response, key, schema and cause [controller/ERR-10]", async () => {
  const quay = new Quay();
  quay.load(getVessel, [{ id: "1" }], aida);
  const before = quay.base;
  const key = keyOf(getVessel, { id: "1" });
  const response = { name: "no pk", port: { id: "q" } };
  await recordingConsole(async () => {
    await assertRejects(() => quay.load(getVessel, [{ id: "1" }], response));
  });
  const { error, expiresAt } = quay.base.getMeta(key)!;
  assert(error instanceof ProcessingError);
  assertEquals(error.status, 400);
  assertStrictEquals(error.response, response);
  assert(error.message.startsWith(key), error.message);
  assert(error.message.includes("Vessel"), error.message);
  assert(error.cause instanceof Error);
  assert(error.message.includes(error.cause.message), error.message);
  assertEquals(expiresAt, quay.now + 1000);
  assertSameMembers(quay.base.entities, before.entities, 1);
  assertSameMembers(quay.base.endpoints, before.endpoints);
  assertSameMembers(quay.base.indexes, before.indexes, 2);
  assertEquals(quay.base.getEntity("Port", "q"), undefined);
});

Deno.test("a schema hook that throws nothing at all fails the response, and the error says so [controller/ERR-10]", async () => {
  const quay = new Quay();
  class Strict extends Port {
    static override process(): never {
      throw undefined;
    }
  }
  const getPort = read("getPort", { schema: { port: Strict } });
  await recordingConsole(async () => {
    await quay.load(getPort, [], { port: { id: "1" } }).catch(() => {});
  });
  const { error } = quay.base.getMeta(keyOf(getPort))!;
  assertMatch((error as Error).message, /without a reason \(undefined\)/);
});

Deno.test("a processing error is reported once however often the response is reduced, and not in production [controller/ERR-11]", async () => {
  const quay = new Quay();
  const reduce = createReducer(quay.controller);
  const respond = () =>
    actions.createSetResponse(
      getVessel,
      { args: [{ id: "1" }], response: "text" },
      quay.controller.stamps,
    );
  const action = respond();
  const records = await recordingConsole(() => {
    const state = reduce(initialState, action);
    reduce(initialState, action);
    quay.store.dispatch(action);
    const key = keyOf(getVessel, { id: "1" });
    assertStrictEquals(
      state.getMeta(key)!.error,
      quay.base.getMeta(key)!.error,
    );
  });
  assertEquals(records.map(({ method }) => method), ["error"]);
  await inProduction(async () => {
    const silent = await recordingConsole(() =>
      void quay.store.dispatch(respond())
    );
    assertEquals(silent, []);
  });
});

Deno.test("a response that fails half-way through a list stores none of it [controller/ERR-10] [controller/STA-2]", async () => {
  const quay = new Quay();
  const getVessels = read("getVessels", { schema: [Vessel], strict: true });
  quay.load(getVessels, [], [{ id: "1" }]);
  const before = quay.base;
  const text = JSON.stringify(before.entities);
  await recordingConsole(async () => {
    await assertRejects(() =>
      quay.load(getVessels, [], [{ id: "1", name: "x" }, { id: "2" }, {}])
    );
  });
  assertSameMembers(quay.base.entities, before.entities, 1);
  assertEquals(JSON.stringify(quay.base.entities), text);
  assertEquals(quay.base.getEndpoint(keyOf(getVessels)), ["1"]);
});

Deno.test("a merge hook that throws after other entities were written leaves nothing behind [controller/ERR-10]", async () => {
  class Moody extends Port {
    static override key = "Moody";
    static override merge(): never {
      throw new Error("cannot merge");
    }
  }
  const quay = new Quay();
  const getBoth = read("getBoth", { schema: { vessel: Vessel, moody: Moody } });
  quay.load(getBoth, [], { vessel: { id: "1" }, moody: { id: "m" } });
  const { entities } = quay.base;
  await recordingConsole(async () => {
    await assertRejects(() =>
      quay.load(getBoth, [], { vessel: { id: "2" }, moody: { id: "m", x: 1 } })
    );
  });
  assertSameMembers(quay.base.entities, entities, 1);
  assertEquals([...quay.base.getEntities("Vessel")!.keys()], ["1"]);
});

Deno.test("update of the endpoint gets the normalized result and changes other entries, not their metas [controller/UPD-1] [controller/UPD-2] [controller/UPD-5]", () => {
  const quay = new Quay();
  const list = read("list", { key: () => "list", schema: [Vessel] });
  quay.load(list, [], [{ id: "1" }]);
  const { meta } = quay.base;
  for (const make of [mutation, read]) {
    const create = make("create", {
      key: () => "create",
      schema: Vessel,
      update: (result: unknown, ...args: unknown[]) => ({
        list: (previous: string[]) => [...previous, result, ...args],
        unknown: (previous: unknown) => [previous, "new"],
      }),
    });
    quay.load(create, ["argument"], { id: "2" });
  }
  assertEquals(quay.base.getEndpoint("list"), [
    "1",
    "2",
    "argument",
    "2",
    "argument",
  ]);
  assertStrictEquals(quay.base.getMeta("list"), meta.list);
  assertEquals(quay.base.getEndpoint("unknown"), [[undefined, "new"], "new"]);
  assertEquals(quay.base.getMeta("unknown"), undefined);
});

Deno.test("a throw in update is reported once, in production to the listener of reports; the response and earlier updaters stay [controller/UPD-3]", async () => {
  const run = async (lines: number) => {
    const reports: DataReport[] = [];
    const quay = new Quay(undefined, {
      onReport: (report) => void reports.push(report),
    });
    const failure = new Error("broken updater");
    const create = mutation("create", {
      schema: Vessel,
      update: () => ({
        first: () => "written",
        second() {
          throw failure;
        },
      }),
    });
    const records = await recordingConsole(() => {
      quay.load(create, [], { id: "2" });
      quay.load(create, [], { id: "2" });
    });
    assertEquals(
      records.map(({ method }) => method),
      Array(lines).fill("error"),
    );
    for (const { args } of records) {
      assert(String(args[0]).includes(keyOf(create)));
      assertStrictEquals(args[1], failure);
    }
    assertEquals(reports.map(({ key }) => key), [keyOf(create)]);
    assertStrictEquals(reports[0]!.cause, failure);
    assertEquals(quay.base.getEntity("Vessel", "2"), { id: "2" });
    assertEquals(quay.base.getEndpoint(keyOf(create)), "2");
    assertEquals(quay.base.getEndpoint("first"), "written");
    assertEquals(quay.base.hasEndpoint("second"), false);
  };
  await run(1);
  await inProduction(() => run(0));
});

Deno.test("an update that throws at once is reported and the response stays [controller/UPD-3]", async () => {
  const quay = new Quay();
  const create = mutation("create", {
    update() {
      throw new Error("broken");
    },
  });
  const records = await recordingConsole(() => {
    quay.load(create, [], "result");
  });
  assertEquals(records.length, 1);
  assertEquals(quay.base.getEndpoint(keyOf(create)), "result");
});
