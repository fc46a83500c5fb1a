import {
  assert,
  assertEquals,
  assertNotStrictEquals,
  assertRejects,
  assertStrictEquals,
} from "@std/assert";
import {
  AbortOptimistic,
  actions,
  applyLayers,
  createClient,
  createReducer,
  type FetchAction,
  ProcessingError,
  serialize,
  type Snapshot,
} from "../../../controller/mod.ts";
import { NetworkError } from "../../../endpoint/mod.ts";
import { versionOf } from "../../../controller/graph/state.ts";
import { All } from "../../../schema/mod.ts";
import { Captain, Port, recordingConsole, Vessel } from "../harbour.ts";
import { inProduction } from "../../support/production.ts";
import { assertSameMembers, mutation, paths, Quay, read } from "./quay.ts";

const getVessel = read("getVessel", { schema: Vessel });
const getVessels = read("getVessels", { schema: [Vessel] });

/** Sets fields of a vessel; its optimistic response is what it is called with. */
const edit = mutation("edit", {
  schema: Vessel,
  getOptimisticResponse: (_snap: Snapshot, body: object) => body,
});

/** Adds a letter to the berth that is visible when it is evaluated. */
const move = mutation("move", {
  schema: Vessel,
  getOptimisticResponse(
    snap: Snapshot,
    { id }: { id: string },
    letter: string,
  ) {
    const vessel = snap.get(Vessel, { id });
    if (!vessel) throw snap.abort;
    return { id, berth: vessel.berth + letter };
  },
});

/** What a server says no with: it has changed nothing. */
const refusal = () => new NetworkError(new Response(null, { status: 422 }));

function vesselOf(state: Quay["visible"], id = "1") {
  return state.getEntity("Vessel", id) as unknown as Vessel;
}

function quayWithVessel(): Quay {
  const quay = new Quay();
  quay.load(getVessel, [{ id: "1" }], { id: "1", name: "Aida", berth: "A" });
  quay.takeRounds();
  return quay;
}

Deno.test("a layer is visible at once, in the same notification, and never in the base [controller/OPT-1] [controller/STA-11]", () => {
  const quay = quayWithVessel();
  const before = quay.base;
  quay.fetch(edit, { id: "1", name: "Bea" });
  assertEquals(vesselOf(quay.visible).name, "Bea");
  assertEquals(vesselOf(quay.base).name, "Aida");
  assertSameMembers(quay.base.entities, before.entities, 1);
  assertStrictEquals(quay.controller.getState(), quay.base);
  assertStrictEquals(quay.controller.getVisibleState(), quay.visible);
  assertEquals(quay.rounds.length, 1);
  assert(quay.rounds[0]!.includes("Vessel 1"));
});

Deno.test("a layer is evaluated again when the base changes what it read, and only then [controller/OPT-2]", () => {
  const quay = quayWithVessel();
  let evaluations = 0;
  const count = mutation("count", {
    schema: Port,
    getOptimisticResponse(snap: Snapshot) {
      evaluations++;
      return { id: "p", name: snap.get(Vessel, { id: "1" })?.name };
    },
  });
  quay.fetch(count);
  assertEquals(evaluations, 1);
  quay.controller.set(Vessel, { id: "2" }, { id: "2", name: "other" });
  quay.load(read("note"), [], "unrelated");
  assertEquals(evaluations, 1);
  quay.controller.set(Vessel, { id: "1" }, { id: "1", name: "Bea" });
  assertEquals(evaluations, 2);
  assertEquals(
    (quay.visible.getEntity("Port", "p") as unknown as Port).name,
    "Bea",
  );
});

Deno.test("a layer is evaluated again when an earlier layer changes what it read [controller/OPT-2]", () => {
  const quay = quayWithVessel();
  const first = quay.fetch(move, { id: "1" }, "b");
  quay.fetch(move, { id: "1" }, "c");
  assertEquals(vesselOf(quay.visible).berth, "Abc");
  quay.fail(first, new Error("no"));
  assertEquals(vesselOf(quay.visible).berth, "Ac");
});

Deno.test("layers that read responses, whole tables or missing entities are evaluated again when those change [controller/OPT-2]", () => {
  const quay = new Quay();
  const seen: string[] = [];
  const look = (name: string, see: (snap: Snapshot) => unknown) =>
    quay.fetch(
      mutation(name, {
        getOptimisticResponse(snap: Snapshot) {
          seen.push(`${name} ${see(snap)}`);
        },
      }),
    );
  const note = read("note");
  look("response", (snap) => snap.getResponse(note).data);
  look("error", (snap) => snap.getError(note));
  look("table", (snap) => (snap.get(new All(Vessel)) as unknown[])?.length);
  look("missing", (snap) => snap.get(Vessel, { id: "1" })?.name);
  assertEquals(seen.splice(0), [
    "response undefined",
    "error undefined",
    "table undefined",
    "missing undefined",
  ]);
  quay.controller.set(Vessel, { id: "1" }, { id: "1", name: "Aida" });
  assertEquals(seen.splice(0), ["table 1", "missing Aida"]);
  quay.fail(quay.fetch(note), "broken");
  assertEquals(seen.splice(0), ["response undefined", "error broken"]);
  quay.load(note, [], "text");
  assertEquals(seen.splice(0), ["response text", "error undefined"]);
});

Deno.test("update of the endpoint runs for layers with the optimistic result [controller/OPT-3] [controller/UPD-4]", () => {
  const quay = new Quay();
  const list = read("list", { key: () => "list", schema: [Vessel] });
  quay.load(list, [], [{ id: "1" }]);
  const create = mutation("create", {
    schema: Vessel,
    getOptimisticResponse: () => ({ id: "2" }),
    update: (id: string) => ({ list: (ids: string[]) => [...ids, id] }),
  });
  const fetch = quay.fetch(create);
  assertEquals(quay.visible.getEndpoint("list"), ["1", "2"]);
  assertEquals(quay.base.getEndpoint("list"), ["1"]);
  quay.load(list, [], [{ id: "1" }, { id: "3" }]);
  assertEquals(quay.visible.getEndpoint("list"), ["1", "3", "2"]);
  quay.fail(fetch, new Error("no"));
  assertEquals(quay.visible.getEndpoint("list"), ["1", "3"]);
});

Deno.test("an outcome removes exactly the layer of its fetch, in the transition that stores it [controller/OPT-5] [controller/OPT-6]", () => {
  const outcomes: ((quay: Quay, fetch: FetchAction) => void)[] = [
    (quay, fetch) => void quay.answer(fetch, { id: "1", name: "answer" }),
    (quay, fetch) => void quay.fail(fetch, new Error("no")),
    (quay, fetch) => void quay.fail(fetch, new DOMException("x", "AbortError")),
  ];
  for (const settle of outcomes) {
    const quay = quayWithVessel();
    const body = { id: "1", name: "same call" };
    const first = actions.createFetch(
      edit,
      { args: [body] },
      quay.controller.stamps,
    );
    const second = actions.createFetch(
      edit,
      { args: [body] },
      quay.controller.stamps,
    );
    assertEquals(first.key, second.key);
    quay.store.dispatch(first);
    quay.store.dispatch(second);
    quay.fetch(edit, { id: "2", name: "other" });
    assertEquals(quay.base.optimistic.length, 3);
    quay.takeRounds();
    settle(quay, first);
    assertEquals(quay.base.optimistic.map(({ meta }) => meta.fetchedAt), [
      second.meta.fetchedAt,
      quay.base.optimistic[1]!.meta.fetchedAt,
    ]);
    assertEquals(vesselOf(quay.visible).name, "same call");
    assertEquals(quay.rounds.length <= 1, true);
  }
});

Deno.test("an answer that cannot be stored takes its layer away: in a store, by the reducer alone, and with a manager in place of NetworkManager [controller/OPT-5] [controller/ERR-10]", async () => {
  const malformed = { name: "no pk" };
  const renamed = { id: "1", name: "pending" };
  await recordingConsole(async () => {
    const quay = quayWithVessel();
    const fetch = quay.fetch(edit, renamed);
    assertEquals(vesselOf(quay.visible).name, "pending");
    await assertRejects(() => quay.answer(fetch, malformed), ProcessingError);
    assertEquals(quay.base.optimistic, []);
    assertEquals(vesselOf(quay.visible).name, "Aida");
  });

  await recordingConsole(() => {
    const quay = quayWithVessel();
    const reduce = createReducer(quay.controller);
    const { stamps } = quay.controller;
    const fetch = actions.createFetch(edit, { args: [renamed] }, stamps);
    fetch.meta.promise.catch(() => {});
    const pending = reduce(quay.base, fetch);
    assertEquals(pending.optimistic.length, 1);
    const { fetchedAt } = fetch.meta;
    const answered = reduce(
      pending,
      actions.createSetResponse(
        edit,
        { args: [renamed], response: malformed, fetchedAt },
        stamps,
      ),
    );
    assertEquals(answered.optimistic, []);
    assert(answered.getMeta(fetch.key)?.error instanceof ProcessingError);
    assertEquals(vesselOf(applyLayers(quay.controller, answered)).name, "Aida");
  });

  await recordingConsole(async () => {
    let answer = (_: unknown): Promise<void> => Promise.resolve();
    await using client = createClient({
      managers: [{
        middleware: (controller) => (next) => (action) => {
          if (action.type === "rdc/fetch") {
            const { endpoint, args, meta: { fetchedAt } } = action;
            answer = (response) =>
              controller.resolve(endpoint, { args, response, fetchedAt });
          }
          return next(action);
        },
        cleanup() {},
      }],
    });
    const name = () => client.get(Vessel, { id: "1" })?.name;
    await client.set(Vessel, { id: "1" }, { id: "1", name: "Aida" });
    client.fetch(edit, renamed).catch(() => {});
    assertEquals(name(), "pending");
    await assertRejects(() => answer(malformed), ProcessingError);
    assertEquals(name(), "Aida");
    assertEquals(client.getState().optimistic, []);
  });
});

Deno.test("setResponse and setError of a key remove no layer [controller/OPT-5] [controller/CTL-34]", () => {
  const quay = quayWithVessel();
  const body = { id: "1", name: "pending" };
  quay.fetch(edit, body);
  quay.controller.setResponse(edit, body, { id: "1", berth: "Z" } as never);
  quay.controller.setError(edit, body, new Error("no"));
  assertEquals(quay.base.optimistic.length, 1);
  assertEquals(vesselOf(quay.visible).name, "pending");
});

Deno.test("a failing layer disappears and concurrent changes survive [controller/OPT-7]", () => {
  const quay = quayWithVessel();
  const fetch = quay.fetch(edit, { id: "1", name: "pending" });
  quay.controller.set(Vessel, { id: "1" }, { id: "1", berth: "B" });
  quay.controller.set(Vessel, { id: "2" }, { id: "2", name: "new" });
  quay.fail(fetch, new Error("no"));
  assertEquals(vesselOf(quay.visible).name, "Aida");
  assertEquals(vesselOf(quay.visible).berth, "B");
  assertEquals(vesselOf(quay.visible, "2").name, "new");
  assertStrictEquals(quay.visible, quay.base);
});

Deno.test("a layer that aborts contributes nothing until what it waits for arrives [controller/OPT-8] [controller/CTL-62]", async () => {
  const quay = new Quay();
  const records = await recordingConsole(() => {
    const loading = quay.fetch(getVessel, { id: "1" });
    const fetch = quay.fetch(move, { id: "1" }, "b");
    assertEquals(quay.visible.toJSON(), quay.base.toJSON());
    assertEquals(quay.base.optimistic.length, 1);
    quay.answer(loading, { id: "1", berth: "A" });
    assertEquals(vesselOf(quay.visible).berth, "Ab");
    quay.answer(fetch, { id: "1", berth: "AB" });
  });
  assertEquals(vesselOf(quay.visible).berth, "AB");
  assertEquals(records, []);
  const snapshot = quay.controller.snapshot(quay.base);
  assert(snapshot.abort instanceof AbortOptimistic);
  assertStrictEquals(snapshot.abort, quay.controller.snapshot(quay.base).abort);
});

Deno.test("a layer that throws contributes only its error, in the visible state, until the request settles [controller/OPT-9]", async () => {
  const quay = quayWithVessel();
  let mayThrow = true;
  const fragile = mutation("fragile", {
    schema: Vessel,
    getOptimisticResponse(snap: Snapshot) {
      const vessel = snap.get(Vessel, { id: "1" })!;
      if (mayThrow) throw new Error("broken recipe");
      return vessel;
    },
  });
  const records = await recordingConsole(() => {
    const fetch = quay.fetch(fragile);
    const { error } = quay.visible.getMeta(fetch.key)!;
    assert(error instanceof ProcessingError);
    assertEquals(error.status, 400);
    assertEquals("response" in error, false);
    assert(error.message.startsWith(fetch.key), error.message);
    assert(error.message.includes("broken recipe"), error.message);
    assertEquals(quay.base.getMeta(fetch.key), undefined);
    assertStrictEquals(vesselOf(quay.visible), vesselOf(quay.base));
    quay.controller.set(Vessel, { id: "1" }, { id: "1", berth: "B" });
    assertStrictEquals(quay.visible.getMeta(fetch.key)!.error, error);
    mayThrow = false;
    quay.answer(fetch, { id: "1", name: "saved" });
    assertEquals(quay.visible.getMeta(fetch.key)!.error, undefined);
    assertEquals(vesselOf(quay.visible).name, "saved");
  });
  assertEquals(records.map(({ method }) => method), ["error"]);
});

Deno.test("an optimistic response that does not fit its schema contributes only an error, not half of itself [controller/OPT-9]", async () => {
  const quay = quayWithVessel();
  const many = mutation("many", {
    schema: [Vessel],
    getOptimisticResponse: () => [{ id: "1", name: "x" }, { name: "no pk" }],
  });
  await recordingConsole(() => {
    const fetch = quay.fetch(many);
    assertSameMembers(quay.visible.entities, quay.base.entities, 1);
    assert(quay.visible.getMeta(fetch.key)!.error instanceof ProcessingError);
    assertEquals(quay.visible.hasEndpoint(fetch.key), false);
  });
});

Deno.test("a thrown value that is no Error is reported unchanged [controller/OPT-9]", async () => {
  const quay = new Quay();
  for (const thrown of ["text", { code: 7 }, Object.create(null)]) {
    const fragile = mutation("fragile", {
      getOptimisticResponse() {
        throw thrown;
      },
    });
    await recordingConsole(() => {
      const { key } = quay.fetch(fragile);
      assertStrictEquals(quay.visible.getMeta(key)!.error, thrown);
      assertStrictEquals(
        quay.controller.getError(fragile, quay.visible),
        thrown,
      );
    });
    quay.controller.resetEntireStore();
  }
});

Deno.test("a failing layer is reported once, not at each replay, and not in production [controller/ERR-11]", async () => {
  const run = (quay: Quay) => {
    const fragile = mutation("fragile", {
      getOptimisticResponse(snap: Snapshot) {
        snap.get(Vessel, { id: "1" });
        throw new Error("broken");
      },
    });
    quay.fetch(fragile);
    for (const berth of ["B", "C", "D"]) {
      quay.controller.set(Vessel, { id: "1" }, { id: "1", berth });
    }
  };
  const records = await recordingConsole(() => run(quayWithVessel()));
  assertEquals(records.length, 1);
  await inProduction(async () => {
    assertEquals(await recordingConsole(() => run(quayWithVessel())), []);
  });
});

Deno.test("layers are in no serialized form [controller/STA-9] [controller/OPT-11]", () => {
  const quay = quayWithVessel();
  quay.fetch(edit, { id: "1", name: "pending" });
  assertEquals(quay.base.optimistic.length, 1);
  assertEquals(quay.base.toJSON().optimistic, []);
  assertEquals(JSON.stringify(quay.base).includes("pending"), false);
  assertEquals(serialize(quay.base).includes("pending"), false);
});

Deno.test("layers see FormData as a plain object [controller/OPT-24] [controller/ACT-3]", () => {
  const quay = quayWithVessel();
  const form = new FormData();
  form.append("id", "1");
  form.append("name", "from a form");
  quay.fetch(edit, form);
  assertEquals(vesselOf(quay.visible).name, "from a form");
});

Deno.test("a confirmation of what was already visible changes nothing visible", () => {
  const quay = quayWithVessel();
  const all = new All(Vessel);
  const fetch = quay.fetch(edit, { id: "1", name: "Bea" });
  const shown = quay.visible;
  const list = quay.controller.get(all, shown);
  quay.takeRounds();
  quay.answer(fetch, { id: "1", name: "Bea" });
  assertEquals(quay.takeRounds(), [[fetch.key]]);
  assertStrictEquals(vesselOf(quay.visible), vesselOf(shown));
  assertStrictEquals(quay.controller.get(all, quay.visible), list);
  assertStrictEquals(quay.visible, quay.base);
});

Deno.test("metas that change after a confirmation leave what depends on the table as it is", () => {
  const quay = quayWithVessel();
  quay.fetch(move, { id: "9" }, "B");
  const fetch = quay.fetch(edit, { id: "2", name: "Bea" });
  quay.answer(fetch, { id: "2", name: "Bea" });
  const before = quay.visible;
  quay.takeRounds();
  quay.load(getVessel, [{ id: "1" }], { id: "1", name: "Aida", berth: "A" });
  assertEquals(
    quay.takeRounds().flat().filter((name) => name.startsWith("Vessel ")),
    [],
  );
  assertStrictEquals(
    quay.visible.getEntities("Vessel")?.revision,
    before.getEntities("Vessel")?.revision,
  );
});

Deno.test("a layer that is evaluated again with the same outcome touches nothing", () => {
  const quay = quayWithVessel();
  const list = read("list", { key: () => "list", schema: [Vessel] });
  quay.load(list, [], [{ id: "1" }]);
  const create = mutation("create", {
    schema: Vessel,
    getOptimisticResponse(snap: Snapshot) {
      snap.get(Vessel, { id: "1" });
      return { id: "2", name: "new" };
    },
    update: (id: string) => ({ list: (ids: string[]) => [...ids, id] }),
  });
  quay.fetch(create);
  const before = quay.visible;
  quay.takeRounds();
  quay.controller.set(Vessel, { id: "1" }, { id: "1", berth: "B" });
  assertEquals(quay.takeRounds(), [["Vessel 1"]]);
  assertStrictEquals(
    quay.visible.getEndpoint("list"),
    before.getEndpoint("list"),
  );
  assertStrictEquals(vesselOf(quay.visible, "2"), vesselOf(before, "2"));
});

Deno.test("a rollback touches what the layer had changed", () => {
  const quay = quayWithVessel();
  const fetch = quay.fetch(edit, { id: "1", name: "Bea" });
  quay.takeRounds();
  quay.fail(fetch, new Error("no"));
  assertEquals(quay.takeRounds(), [["Vessel 1", fetch.key]]);
  assertEquals(vesselOf(quay.visible).name, "Aida");
});

Deno.test("a refetch that changes only a meta hides no layer, and not what its answer says [controller/OPT-12a] [controller/OPT-12b]", () => {
  const quay = quayWithVessel();
  const older = quay.fetch(edit, { id: "1", name: "pending" });
  assertEquals(vesselOf(quay.visible).name, "pending");
  quay.load(getVessel, [{ id: "1" }], { id: "1", name: "Aida", berth: "A" });
  assertEquals(vesselOf(quay.visible).name, "pending");
  quay.answer(older, { id: "1", name: "saved" });
  assertEquals(vesselOf(quay.visible).name, "saved");
});

Deno.test("a write that moves only the meta of an entity leaves what a layer did to its other fields", () => {
  const quay = quayWithVessel();
  quay.fetch(edit, { id: "1", berth: "pending" });
  quay.controller.set(Vessel, { id: "1" }, { id: "1", name: "Aida" });
  assertEquals(vesselOf(quay.visible).berth, "pending");
  assertEquals(quay.visible.toJSON(), quay.replayed().toJSON());
});

/** Sets fields of a captain. */
const hire = mutation("hire", {
  schema: Captain,
  getOptimisticResponse: (_snap: Snapshot, body: object) => body,
});

Deno.test("a write that moves only the meta of an entity leaves the index value that a layer gave to another one [controller/STA-8] [schema/IDX-5]", () => {
  const quay = new Quay();
  const ada = { id: "1", email: "office@sea.test" };
  quay.controller.set(Captain, { id: "1" }, ada);
  quay.fetch(hire, { id: "2", email: ada.email });
  const found = () =>
    quay.controller.get(Captain, { email: ada.email }, quay.visible)?.id;
  assertEquals(found(), "2");
  quay.now++;
  quay.controller.set(Captain, { id: "1" }, ada);
  assertEquals(found(), "2");
  assertEquals(quay.visible.indexes, quay.replayed().indexes);
});

Deno.test("a layer that is put back keeps a captain without email from being found by the text null [controller/STA-8] [schema/IDX-5]", () => {
  const quay = new Quay();
  quay.controller.set(Captain, { id: "1" }, { id: "1", email: "null" });
  const other = quay.fetch(edit, { id: "1", name: "Bea" });
  quay.fetch(hire, { id: "1", email: null });
  quay.fail(other, new Error("no"));
  assertEquals(quay.visible.getIndex("Captain", "email", "null"), undefined);
  assertEquals(quay.visible.indexes, quay.replayed().indexes);
});

Deno.test("20 pending layers are not replayed for an unrelated commit, and read the same as a full replay", () => {
  const quay = quayWithVessel();
  let evaluations = 0;
  const counted = mutation("counted", {
    schema: Vessel,
    getOptimisticResponse(_snap: Snapshot, id: string) {
      evaluations++;
      return { id, name: "pending" };
    },
  });
  quay.load(
    getVessels,
    [],
    Array.from({ length: 20 }, (_, index) => ({
      id: `v${index}`,
      name: "stored",
    })),
  );
  for (let index = 0; index < 20; index++) quay.fetch(counted, `v${index}`);
  assertEquals(evaluations, 20);
  evaluations = 0;
  quay.controller.set(Vessel, { id: "1" }, { id: "1", name: "unrelated" });
  quay.load(read("note"), [], "unrelated");
  quay.controller.expireAll({ testKey: () => true });
  assertEquals(evaluations, 0);
  // an edit of some fields stands over whatever the others are
  quay.controller.set(Vessel, { id: "v3" }, { id: "v3", berth: "B" });
  assertEquals(evaluations, 0);
  assertEquals(quay.visible.toJSON(), quay.replayed().toJSON());
  assertEquals(vesselOf(quay.visible, "v3").berth, "B");
  assertEquals(vesselOf(quay.visible, "v3").name, "pending");
});

for (const kinds of [50, 3]) {
  // a field that repeats what is below it is no change, so what lies above may see one less
  const most = kinds === 50 ? 1 : 2;
  Deno.test(`pending changes of one entity, of ${kinds} values, that end one by one: only those are evaluated again that read something else [controller/OPT-2]`, () => {
    const quay = quayWithVessel();
    let evaluations = 0;
    const rename = mutation("rename", {
      schema: Vessel,
      getOptimisticResponse(
        _snap: Snapshot,
        { id }: { id: string },
        at: number,
      ) {
        evaluations++;
        return { id, name: `change ${at}`, berth: `${at % kinds}` };
      },
    });
    const size = 50;
    const pending = Array.from(
      { length: size },
      (_, index) => quay.fetch(rename, { id: "1" }, index),
    );
    assertEquals(vesselOf(quay.visible).name, `change ${size - 1}`);
    assertEquals(evaluations, size);
    evaluations = 0;
    // 17 and 50 have no common divisor: each of them once, in no order
    for (let turn = 0; turn < size - 1; turn++) {
      quay.fail(pending[turn * 17 % size]!, refusal());
      assertEquals(quay.visible.toJSON(), quay.replayed().toJSON());
      // replaying all of them counts, too
      const above = size - 1 - turn;
      evaluations -= above;
      assert(evaluations <= most, `${evaluations} for the end of one`);
      evaluations = 0;
    }
  });
}

Deno.test("what layers add comes after what the base adds, also when it came later", () => {
  const quay = quayWithVessel();
  const fetch = quay.fetch(edit, { id: "new", name: "pending" });
  quay.load(getVessels, [], [{ id: "2" }, { id: "3" }]);
  const pks = () => [...quay.visible.getEntities("Vessel")!.keys()];
  assertEquals(pks(), ["1", "2", "3", "new"]);
  assertEquals(pks(), [...quay.replayed().getEntities("Vessel")!.keys()]);
  quay.fail(fetch, new Error("no"));
  assertEquals(pks(), ["1", "2", "3"]);
});

Deno.test("a layer that is revised is computed again, where it stands [controller/NEW-43]", () => {
  const quay = quayWithVessel();
  let berth = "b";
  const dock = mutation("dock", {
    schema: Vessel,
    getOptimisticResponse: (_snap: Snapshot, { id }: { id: string }) => ({
      id,
      berth,
    }),
  });
  const first = quay.fetch(dock, { id: "1" });
  quay.fetch(move, { id: "1" }, "c");
  quay.load(getVessel, [{ id: "1" }], { id: "1", berth: "X" });
  assertEquals(vesselOf(quay.visible).berth, "bc");
  const { fetchedAt } = first.meta;
  berth = "B";
  quay.now++;
  quay.store.dispatch({ ...first, meta: { ...first.meta, isRevised: true } });
  assertEquals(quay.base.optimistic.length, 2);
  assertEquals(quay.base.optimistic[0]!.meta.fetchedAt, fetchedAt);
  assertEquals(vesselOf(quay.visible).berth, "Bc");
  quay.answer(first, { id: "1", berth: "XB" });
  assertEquals(quay.base.optimistic.length, 1);
  assertEquals(vesselOf(quay.visible).berth, "XBc");
});

Deno.test("a change that was taken back, and is tried again, counts beneath those that began later [controller/NEW-43] [controller/OPT-12c]", () => {
  // as a refused job of an offline queue, whose optimistic response goes by what there is
  const quay = quayWithVessel();
  quay.load(getVessel, [{ id: "1" }], { id: "1", berth: "X" });
  const first = quay.fetch(move, { id: "1" }, "b");
  quay.fetch(move, { id: "1" }, "c");
  assertEquals(vesselOf(quay.visible).berth, "Xbc");
  quay.fail(first, refusal());
  assertEquals(vesselOf(quay.visible).berth, "Xc");
  quay.store.dispatch(first);
  assertEquals(vesselOf(quay.visible).berth, "Xbc");
  quay.answer(first, { id: "1", berth: "Xb" });
  assertEquals(vesselOf(quay.visible).berth, "Xbc");
});

Deno.test("a revised fetch whose layer is gone adds none", () => {
  const quay = quayWithVessel();
  const fetch = quay.fetch(edit, { id: "1", name: "pending" });
  quay.controller.resetEntireStore();
  const before = quay.base;
  quay.store.dispatch({ ...fetch, meta: { ...fetch.meta, isRevised: true } });
  assertStrictEquals(quay.base, before);
});

Deno.test("a store that begins with the state of another takes over no pending layers [controller/OPT-11]", () => {
  const quay = quayWithVessel();
  quay.fetch(edit, { id: "1", name: "pending" });
  const { base, visible } = new Quay(quay.base);
  assertEquals(base.optimistic, []);
  assertStrictEquals(visible, base);
  assertEquals(base.toJSON(), quay.base.toJSON());
  assertEquals(quay.base.optimistic.length, 1);
});

Deno.test("without layers the visible state is the base state itself", () => {
  const quay = quayWithVessel();
  assertStrictEquals(quay.visible, quay.base);
  const fetch = quay.fetch(edit, { id: "1", name: "pending" });
  assertNotStrictEquals(quay.visible, quay.base);
  quay.answer(fetch, { id: "1", name: "saved" });
  assertStrictEquals(quay.visible, quay.base);
});

Deno.test("applyLayers gives the visible state of any base state", () => {
  const quay = quayWithVessel();
  quay.fetch(move, { id: "1" }, "b");
  quay.fetch(move, { id: "1" }, "c");
  const state = applyLayers(quay.controller, quay.base);
  assertEquals(state.toJSON(), quay.visible.toJSON());
  assertStrictEquals(state.optimistic, quay.base.optimistic);
});

Deno.test("collecting what a layer does not concern leaves its effect [controller/ACT-17]", () => {
  const quay = quayWithVessel();
  quay.controller.set(Vessel, { id: "2" }, { id: "2" });
  quay.fetch(edit, { id: "1", name: "pending" });
  quay.store.dispatch({
    type: "rdc/gc",
    entities: paths("Vessel 2"),
    endpoints: [],
  });
  assertEquals(quay.visible.getEntity("Vessel", "2"), undefined);
  assertEquals(vesselOf(quay.visible).name, "pending");
});

Deno.test("layers are compared with what is confirmed, also after another state was tried [controller/OPT-12a]", async () => {
  const quay = new Quay();
  quay.load(read("getVessel", { schema: Vessel }), [{ id: "1" }], {
    id: "1",
    name: "a",
  });
  const old = quay.base;
  const append = mutation("append", {
    schema: Vessel,
    getOptimisticResponse: (
      snapshot: { get(schema: typeof Vessel, args: object): Vessel },
    ) => ({ id: "1", name: snapshot.get(Vessel, { id: "1" }).name + "+" }),
  });
  quay.fetch(append, { id: "1" });
  assertEquals(vesselOf(quay.visible).name, "a+");
  // whoever is told of it reads later
  await quay.controller.setResponse(
    mutation("rename", { schema: Vessel }),
    { id: "1" },
    { id: "1", name: "b" },
  );
  createReducer(quay.controller)(
    old,
    actions.createSet(Vessel, {
      args: [{ id: "2" }],
      value: { id: "2", name: "x" },
    }),
  );
  // computed from what is confirmed now
  assertEquals(vesselOf(quay.visible).name, "b+");
});

Deno.test("what a layer looked for in vain concerns it when it arrives, also after a sweep [controller/OPT-2] [controller/OPT-8]", () => {
  const quay = new Quay();
  const sign = mutation("sign", {
    schema: Port,
    getOptimisticResponse: (snap: Snapshot) => ({
      id: "p",
      name: snap.get(Vessel, { id: "1" })?.name ?? "?",
    }),
  });
  quay.fetch(sign);
  assertEquals(quay.controller.get(Port, { id: "p" }, quay.visible)?.name, "?");
  const graph = versionOf(quay.visible).graph!;
  for (const { cells } of graph.all()) graph.drop(cells.values());
  quay.load(getVessel, [{ id: "1" }], { id: "1", name: "Aida" });
  assertEquals(
    quay.controller.get(Port, { id: "p" }, quay.visible)?.name,
    "Aida",
  );
});

Deno.test("a row that a layer added takes the place that it is given when it is confirmed [controller/OPT-1] [schema/ALL-7]", () => {
  const quay = new Quay();
  const addTwo = mutation("addTwo", {
    schema: [Port],
    getOptimisticResponse: () => [{ id: "e" }, { id: "b" }],
  });
  quay.controller.set(Port, { id: "a" }, { id: "a" });
  quay.fetch(addTwo);
  const ports = new All(Port);
  const listed = () =>
    quay.controller.get(ports, quay.visible)?.map(({ id }) => id);
  assertEquals(listed(), ["a", "e", "b"]);
  quay.controller.set(Port, { id: "b" }, { id: "b" });
  assertEquals(listed(), ["a", "b", "e"]);
});

Deno.test("an empty answer for all of a table counts beneath a layer that adds to it [controller/OPT-2] [schema/ALL-3]", async () => {
  const quay = new Quay();
  const ports = new All(Port);
  const add = mutation("add", {
    schema: Port,
    getOptimisticResponse: () => ({ id: "p" }),
  });
  const request = quay.fetch(add);
  assertEquals(quay.controller.get(ports, quay.visible)?.length, 1);
  quay.load(read("getPorts", { schema: ports }), [], []);
  assertEquals(quay.controller.get(ports, quay.visible)?.length, 1);
  await quay.fail(request, new Error("down"));
  assertEquals(quay.controller.get(ports, quay.visible), []);
});
