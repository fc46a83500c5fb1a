import {
  assert,
  assertEquals,
  assertRejects,
  assertStrictEquals,
} from "@std/assert";
import { assertSpyCalls, spy } from "@std/testing/mock";
import fc from "fast-check";
import { assertProperty } from "../../support/property.ts";
import type { Dependencies } from "../../../controller/contract.ts";
import {
  Controller,
  type GCInterface,
  ImmortalGCPolicy,
  type Snapshot,
  Store,
  type Touched,
} from "../../../controller/mod.ts";
import { recordingConsole, unhandledDuring, Vessel } from "../harbour.ts";
import { mutation, paths, Quay, read } from "./quay.ts";

const getVessels = read("getVessels", { schema: [Vessel] });
const getNote = read("getNote");

/** A store with vessels `0` to `99`. */
function fleet(): Quay {
  const quay = new Quay();
  quay.load(
    getVessels,
    [],
    Array.from({ length: 100 }, (_, index) => ({ id: String(index) })),
  );
  quay.takeRounds();
  return quay;
}

function rename(quay: Quay, id: string, name: string): Promise<void> {
  return quay.controller.set(Vessel, { id }, { id, name });
}

function dependencies(parts: Partial<Dependencies>): Dependencies {
  return { entities: [], tables: [], endpoints: [], ...parts };
}

Deno.test("listeners are told of changes that are only optimistic: that come, or are taken back [controller/NEW-12]", async () => {
  const quay = fleet();
  const update = mutation("update", {
    schema: Vessel,
    getOptimisticResponse: (_snapshot: Snapshot, id: string) => ({
      id,
      name: "Aida",
    }),
  });
  const told: boolean[] = [];
  quay.store.subscribe((_state, _touched, isOptimistic) => {
    told.push(isOptimistic);
  });
  const toldBy = (change: () => unknown) => {
    change();
    quay.store.notify();
    return told.splice(0);
  };
  let pending = quay.fetch(update, "1");
  assertEquals(told.splice(0), [true]);
  assertEquals(toldBy(() => quay.fail(pending, new Error("sunk"))), [true]);
  pending = quay.fetch(update, "1");
  assertEquals(told.splice(0), [true]);
  assertEquals(toldBy(() => rename(quay, "2", "Bea")), [false]);
  const answer = { id: "1", name: "Cleo" };
  assertEquals(toldBy(() => quay.answer(pending, answer)), [false]);
  pending = quay.fetch(update, "1");
  assertEquals(told.splice(0), [true]);
  // what cannot be stored confirms nothing
  await recordingConsole(() => {
    assertEquals(toldBy(() => quay.answer(pending, { name: "Dora" })), [true]);
  });
  const failed = new Error("nobody there");
  assertEquals(
    toldBy(() => quay.controller.setError(getNote, failed)),
    [false],
  );
  pending = quay.fetch(update, "1");
  told.length = 0;
  assertEquals(toldBy(() => quay.controller.resetEntireStore()), [false]);
});

Deno.test("actions without effect and collections call nobody [controller/NEW-12] [controller/ACT-17]", () => {
  const quay = fleet();
  const observer = spy(() => {});
  quay.store.observe(dependencies({ entities: paths("Vessel 5") }), observer);
  quay.store.observe(dependencies({ tables: ["Vessel"] }), observer);
  quay.controller.expireAll({ testKey: () => false });
  quay.controller.subscribe(getNote);
  quay.store.dispatch({
    type: "rdc/gc",
    entities: paths("Vessel 5"),
    endpoints: [getVessels.key()],
  });
  assertEquals(quay.base.getEntity("Vessel", "5"), undefined);
  assertEquals(quay.rounds, []);
  assertSpyCalls(observer, 0);
});

Deno.test("only observers whose dependencies were touched are called", () => {
  const quay = fleet();
  const called: string[] = [];
  const observe = (name: string, parts: Partial<Dependencies>) =>
    quay.store.observe(dependencies(parts), () => void called.push(name));
  observe("vessel 1", { entities: paths("Vessel 1") });
  observe("vessel 2", { entities: paths("Vessel 2") });
  observe("port 1", { entities: paths("Port 1") });
  observe("unknown vessel", { entities: paths("Vessel new") });
  observe("vessels", { tables: ["Vessel"] });
  observe("ports", { tables: ["Port"] });
  observe("note", { endpoints: [getNote.key()] });
  rename(quay, "1", "Aida");
  assertEquals(called.splice(0), ["vessel 1", "vessels"]);
  rename(quay, "new", "Bea");
  assertEquals(called.splice(0), ["unknown vessel", "vessels"]);
  quay.load(getNote, [], "text");
  assertEquals(called.splice(0), ["note"]);
  quay.controller.expireAll(getNote);
  assertEquals(called.splice(0), ["note"]);
  rename(quay, "1", "Aida");
  assertEquals(called.splice(0), []);
});

Deno.test("whatever is touched, exactly the observers that depend on it are called", () => {
  const names = fc.constantFrom("A 1", "A 2", "B 1", "B 2");
  const observers = fc.array(
    fc.record({
      entities: fc.uniqueArray(names),
      many: fc.boolean(),
      tables: fc.uniqueArray(fc.constantFrom("A", "B")),
      stops: fc.boolean(),
    }),
    { maxLength: 8 },
  );
  assertProperty(
    fc.property(observers, fc.uniqueArray(names), (described, changed) => {
      const store = new Store(new Controller());
      const called: number[] = [];
      const expected: number[] = [];
      described.forEach(({ entities, many, tables, stops }, position) => {
        const padding = many
          ? Array.from({ length: 40 }, (_, index) => `A other${index}`)
          : [];
        const stop = store.observe(
          dependencies({ entities: paths(...entities, ...padding), tables }),
          () => void called.push(position),
        );
        if (stops) return stop();
        const isConcerned = changed.some((name) =>
          entities.includes(name) || (tables as string[]).includes(name[0]!)
        );
        if (isConcerned) expected.push(position);
      });
      const plain: Record<string, Record<string, object>> = { A: {}, B: {} };
      for (const { key, pk } of paths(...changed)) plain[key]![pk] = { pk };
      store.dispatch(setAll(plain));
      assertEquals(called.sort(), expected);
    }),
    200,
  );
});

Deno.test("a stopped observer holds nothing and stopping again does nothing [controller/NEW-14]", () => {
  const quay = fleet();
  const observer = spy(() => {});
  const stop = quay.store.observe(
    dependencies({ entities: paths("Vessel 1"), tables: ["Vessel"] }),
    observer,
  );
  const unsubscribe = quay.store.subscribe(observer);
  stop();
  stop();
  unsubscribe();
  unsubscribe();
  rename(quay, "1", "Aida");
  assertSpyCalls(observer, 0);
});

Deno.test("dispatching from an updater or an optimistic response is refused and reported, and the store stays usable", async () => {
  const quay = fleet();
  const save = mutation("save", {
    getOptimisticResponse(_snap: Snapshot) {
      rename(quay, "2", "from inside");
    },
  });
  const records = await recordingConsole(async () => {
    await quay.controller.set(Vessel, { id: "1" }, (vessel: Vessel) => {
      rename(quay, "2", "from inside");
      return { ...vessel, name: "updated" };
    });
    quay.fetch(save);
  });
  assertEquals(records.map(({ method }) => method), ["error", "error"]);
  for (const { args } of records) {
    assert(String(args[0]).includes("rdc/set"), String(args[0]));
    assert(String(args[0]).includes("pure"), String(args[0]));
  }
  assertEquals(quay.base.getEntity("Vessel", "2"), { id: "2" });
  rename(quay, "2", "afterwards");
  assertEquals(quay.visible.getEntity("Vessel", "2"), {
    id: "2",
    name: "afterwards",
  });
});

Deno.test("a set or a response that cannot be stored rejects its dispatch, and an ignored rejection is not reported [controller/CTL-32] [controller/CTL-37]", async () => {
  const quay = fleet();
  const refuse = () =>
    quay.controller.set(Vessel, { id: "1" }, () => {
      throw new Error("refused");
    });
  await recordingConsole(async () => {
    await assertRejects(refuse, Error, "refused");
    await assertRejects(() =>
      quay.controller.setResponse(getVessels, "text" as never)
    );
    assert(quay.base.getMeta(getVessels.key())!.error instanceof Error);
    const reasons = await unhandledDuring(() => {
      refuse();
      quay.controller.setResponse(getVessels, "text" as never);
    });
    assertEquals(reasons, []);
  });
});

Deno.test("a pending layer that touches something else costs observers nothing", () => {
  const quay = fleet();
  const observer = spy(() => {});
  const edit = mutation("edit", {
    schema: Vessel,
    getOptimisticResponse: (_snap: Snapshot, body: object) => body,
  });
  quay.store.observe(dependencies({ entities: paths("Vessel 1") }), observer);
  const fetch = quay.fetch(edit, { id: "2", name: "pending" });
  quay.fetch(edit, { id: "3", name: "pending" });
  quay.answer(fetch, { id: "2", name: "saved" });
  assertSpyCalls(observer, 0);
  quay.fetch(edit, { id: "1", name: "pending" });
  assertSpyCalls(observer, 1);
});

Deno.test("an observer hears of an optimistic change once, and not of the confirmation that brings the same", () => {
  const quay = fleet();
  const observer = spy(() => {});
  const edit = mutation("edit", {
    schema: Vessel,
    getOptimisticResponse: (_snap: Snapshot, body: object) => body,
  });
  quay.store.observe(
    dependencies({ entities: paths("Vessel 1"), tables: ["Vessel"] }),
    observer,
  );
  const fetch = quay.fetch(edit, { id: "1", name: "Aida" });
  assertSpyCalls(observer, 1);
  quay.answer(fetch, { id: "1", name: "Aida" });
  assertSpyCalls(observer, 1);
});

Deno.test("a reset calls every observer with everything touched", () => {
  const quay = fleet();
  const changes: Touched[] = [];
  let observed = 0;
  quay.store.observe(
    dependencies({ entities: paths("Vessel 1") }),
    () => observed++,
  );
  quay.store.subscribe((_state, touched) => void changes.push(touched));
  quay.controller.resetEntireStore();
  assertEquals(observed, 1);
  assertEquals(changes.length, 1);
  assertEquals(changes[0]!.everything, true);
});

Deno.test("a state on display is all that readers see, while the store goes on below", () => {
  const quay = fleet();
  const observer = spy(() => {});
  quay.store.observe(dependencies({ entities: paths("Vessel 1") }), observer);
  const recorded = quay.visible;
  rename(quay, "1", "Aida");
  assertSpyCalls(observer, 1);
  quay.store.showState(recorded);
  assertSpyCalls(observer, 2);
  assertStrictEquals(quay.visible, recorded);
  assertStrictEquals(quay.controller.getVisibleState(), recorded);
  const outcome = rename(quay, "1", "Bea");
  assertSpyCalls(observer, 2);
  assertStrictEquals(quay.visible, recorded);
  assertEquals(quay.base.getEntity("Vessel", "1"), { id: "1", name: "Bea" });
  quay.store.showState(recorded);
  assertSpyCalls(observer, 2);
  quay.store.showState(undefined);
  assertSpyCalls(observer, 3);
  assertEquals(quay.visible.getEntity("Vessel", "1"), { id: "1", name: "Bea" });
  return outcome;
});

Deno.test("the collection policy is told what each commit wrote, except removals of its own", () => {
  const noted: string[][] = [];
  class NotingPolicy extends ImmortalGCPolicy implements GCInterface {
    noteTouched({ entities, endpoints }: Touched): void {
      noted.push([...entities.get("Vessel") ?? [], ...endpoints]);
    }
  }
  const quay = new Quay(undefined, { gcPolicy: new NotingPolicy() });
  quay.load(getVessels, [], [{ id: "1" }]);
  quay.store.dispatch({
    type: "rdc/gc",
    entities: paths("Vessel 1"),
    endpoints: [],
  });
  assertEquals(noted, [["1", getVessels.key()]]);
});

/** A write of all these rows in one action. */
function setAll(tables: Record<string, Record<string, object>>) {
  return {
    type: "rdc/set" as const,
    value: tables,
    args: [],
    schema: {
      normalize(
        input: typeof tables,
        _parent: unknown,
        _key: unknown,
        delegate: { setEntity(schema: unknown, pk: string, row: object): void },
      ) {
        for (const [key, rows] of Object.entries(input)) {
          for (const [pk, row] of Object.entries(rows)) {
            delegate.setEntity({ key }, pk, row);
          }
        }
      },
      denormalize() {},
    },
    meta: { fetchedAt: 1, date: 1, expiresAt: 1 },
  };
}

Deno.test("what is told together names all that has changed [controller/NEW-12] [controller/NEW-14]", () => {
  const quay = fleet();
  const told: string[][] = [];
  quay.store.subscribe((_state, { entities }) => {
    told.push([...entities.get("Vessel") ?? []].sort());
    if (told.length > 1) return;
    rename(quay, "1", "Aida");
    rename(quay, "2", "Bea");
  });
  rename(quay, "3", "Cleo");
  assertEquals(told, [["3"], ["1", "2"]]);
});

Deno.test("the answer of a query can be observed however many others were asked since [controller/GC-7] [controller/NEW-14]", () => {
  const quay = new Quay();
  const ids = Array.from({ length: 2500 }, (_, index) => String(index));
  quay.load(getVessels, [], ids.map((id) => ({ id })));
  const [first] = ids.map((id) =>
    quay.controller.getQueryMeta(Vessel, { id }, quay.base)
  );
  let told = 0;
  quay.store.observe(first!.dependencies, () => told++);
  rename(quay, "1", "Aida");
  rename(quay, "0", "Bea");
  assertEquals(told, 1);
  assertEquals(first!.dependencies.entities, paths("Vessel 0"));
});

Deno.test("an observer is told of what another one dispatches after it was called, also if it is read in between [controller/NEW-14]", () => {
  const quay = fleet();
  const vessel = { id: "1" };
  const nameNow = () => quay.controller.get(Vessel, vessel, quay.visible)?.name;
  nameNow();
  const parts = () =>
    quay.controller.getQueryMeta(Vessel, vessel, quay.visible).dependencies;
  const seen: unknown[] = [];
  quay.store.observe(parts(), () => void seen.push(nameNow()));
  quay.store.observe(parts(), () => {
    if (seen.length > 1) return;
    rename(quay, "1", "Bea");
    nameNow();
  });
  rename(quay, "1", "Aida");
  assertEquals(seen, ["Aida", "Bea"]);
});
