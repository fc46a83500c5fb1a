/**
 * The shortest sequences by which subscribers were told wrongly, or data was
 * lost, found by random ones (`told_property_test.ts`). Neighbours that were
 * tried with each: a single entity, a list, a map, a Union, an object, nested
 * Collections, All and a Query of it; two and three pending changes, in any
 * order, confirmed and refused; a state that is held and read much later.
 */
import {
  assert,
  assertEquals,
  assertNotStrictEquals,
  assertStrictEquals,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import {
  All,
  Collection,
  Entity,
  GCPolicy,
  Invalidate,
  LogoutManager,
  NetworkManager,
} from "../../mod.ts";
import type { ClientOptions } from "../../controller/mod.ts";
import { nextTask } from "../support/next_task.ts";
import { harbour, microtasks, mutating, reading, server } from "./harbour.ts";

class Pilot extends Entity {
  id = "";
  name = "";
  static override partial = true;
}

class Ship extends Entity {
  id = "";
  name = "";
  berth = "";
  /** Without it a ship is not valid. */
  pilot: unknown = "none";
  guest: unknown = null;
  /** In its wake. */
  next: unknown = null;
  tenders: unknown = undefined;
  static override partial = true;
  static override validate(
    { name, berth }: { name?: unknown; berth?: unknown },
  ): string | undefined {
    return name === "big" && berth === "small" ? "too big" : undefined;
  }
}

const ships = new Collection([Ship], {
  argsKey: ({ of }: { of?: string }) => ({ of }),
  nestKey: ({ id }: { id: string }) => ({ of: id }),
});
Object.assign(Ship, {
  schema: { pilot: Pilot, guest: Pilot, next: Ship, tenders: ships },
});

type Fields = Record<string, unknown>;

/** A client whose requests are answered by hand, and somebody who shows the ship 1. */
async function showing(ship?: Fields, options?: ClientOptions) {
  const answers = server<[Fields]>();
  const client = harbour(options);
  const getShip = reading("getShip", server(), { schema: Ship });
  const getShips = reading("getShips", server<[Fields]>(), { schema: ships });
  const expected = {
    getOptimisticResponse: (_: unknown, fields: Fields) => fields,
  };
  const change = (name: string, schema: unknown) =>
    mutating(name, answers, { schema, ...expected });
  const edit = change("edit", Ship);
  const add = change("add", ships.push);
  const scrap = change("scrap", new Invalidate(Ship));
  const dismiss = change("dismiss", new Invalidate(Pilot));
  const id = { id: "1" };
  // deno-lint-ignore no-explicit-any -- fields of what is shown
  const told: { data: any; stale: boolean }[] = [];
  if (ship) client.setResponse(getShip, id, { ...id, ...ship });
  const show = () =>
    client.subscribe(
      getShip,
      [id],
      ({ data, stale }) => void told.push({ data, stale }),
      { fetch: false },
    );
  /** Begins a change that shows at once. */
  const begin = async (endpoint: typeof edit, fields: Fields) => {
    client.fetch(endpoint, fields).catch(() => {});
    await microtasks();
  };
  const refusal = Object.assign(new Error("refused"), { status: 422 });
  const settle = async (index: number, isRefused = false) => {
    const { resolve, reject, args } = answers.calls[index]!;
    if (isRefused) reject(refusal);
    else resolve(args[0]);
    await microtasks();
    await nextTask();
  };
  // deno-lint-ignore no-explicit-any -- fields of what is shown
  const shown = (): any => client.read(getShip, id).data;
  const stop = show();
  await microtasks();
  return {
    ...{ client, id, told, shown, stop, begin, settle, getShip, getShips },
    ...{ edit, add, scrap, dismiss },
  };
}

Deno.test("a change that found nothing to change shows when that arrives after a sweep [controller/GC-17] [controller/OPT-2]", async () => {
  using time = new FakeTime(Date.now());
  const client = harbour({ gcPolicy: new GCPolicy() });
  using _ = client;
  const cheer = mutating("cheer", server(), {
    schema: Pilot,
    // deno-lint-ignore no-explicit-any -- a snapshot
    getOptimisticResponse(snapshot: any, { id }: { id: string }) {
      const pilot = snapshot.get(Pilot, { id });
      if (!pilot) throw snapshot.abort;
      return { id, name: `${pilot.name}!` };
    },
  });
  const getPilot = reading("getPilot", server(), { schema: Pilot });
  const id = { id: "p" };
  client.fetch(cheer, id).catch(() => {});
  await time.tickAsync(300_001);
  client.setResponse(getPilot, id, { ...id, name: "Ann" });
  assertEquals(client.get(Pilot, id)?.name, "Ann!");
});

Deno.test("a store that nobody listens to is reset twice, with a change pending at the first [controller/CTL-28] [controller/LOG-2]", async () => {
  for (const isLoggedOut of [false, true]) {
    const managers = [new LogoutManager(), new NetworkManager()];
    const { client, stop, begin, edit, id, shown } = await showing(
      { name: "Fram" },
      { managers },
    );
    using _ = client;
    stop();
    await begin(edit, { ...id, name: "Maud" });
    assertEquals(shown().name, "Maud");
    const getSecret = reading("getSecret", () => {
      const error = Object.assign(new Error("no"), { status: 401 });
      return Promise.reject(error);
    });
    // nobody reads between them
    for (let turn = 0; turn < 2; turn++) {
      if (isLoggedOut) await client.fetch(getSecret).catch(() => {});
      else client.resetEntireStore();
    }
    assertEquals(shown(), undefined);
    client.set(Ship, id, { ...id, name: "Vega" });
    assertEquals(shown().name, "Vega");
  }
});

Deno.test("what is pushed with a list of its own kind is in each list that arrives meanwhile [controller/OPT-17] [schema/COL-20]", async () => {
  const { client, begin, add, getShips } = await showing();
  using _ = client;
  await begin(add, { id: "9", of: "1", tenders: [] });
  // the nested list of another ship, the same as a list of its own, and a wider one
  client.set(Ship, { id: "1" }, { id: "1", tenders: [{ id: "2", of: "1" }] });
  client.setResponse(getShips, {}, [{ id: "3" }]);
  const idsOf = (args: Fields) =>
    client.read(getShips, args).data?.map(({ id }: Ship) => id);
  assertEquals(idsOf({ of: "1" }), ["2", "9"]);
  assertEquals(idsOf({}), ["3", "9"]);
});

Deno.test("a list that only a pending change has follows what is confirmed meanwhile, and what is not confirmed after all does not count [controller/OPT-2] [schema/COL-38]", async () => {
  const { client, begin, settle, edit, add, getShips } = await showing();
  using _ = client;
  const members = () =>
    client.read(getShips, { of: "1" }).data?.map(({ id }: Ship) => id);
  await begin(edit, { id: "1", tenders: [] });
  client.set(Ship, { id: "8" }, { id: "8" });
  await begin(add, { id: "8", of: "1" });
  await settle(1);
  assertEquals(members(), ["8"]);
  client.resetEntireStore();
  await begin(add, { id: "9", of: "1" });
  await begin(edit, { id: "1", tenders: [] });
  const before = members();
  client.set(Ship, { id: "9" }, { id: "9", name: "Fram" });
  assertEquals(members(), before);
});

Deno.test("whoever shows what a confirmed change makes invalid is told [controller/OPT-16a]", async () => {
  const small = { name: "Fram", berth: "small" };
  for (
    const [ship, name, fields] of [
      [small, "edit", { id: "1", name: "big" }],
      [{ pilot: { id: "p" } }, "dismiss", { id: "p" }],
    ] as const
  ) {
    const world = await showing(ship);
    using _ = world.client;
    assert(world.shown() !== undefined);
    await world.begin(world[name], fields);
    await world.settle(0);
    assertEquals(world.told.at(-1)!.data, undefined);
    assertEquals(world.shown(), undefined);
  }
});

Deno.test("a sweep during a deletion leaves what the deleted row refers to [controller/OPT-16a] [controller/GC-3]", async () => {
  using time = new FakeTime(Date.now());
  for (const name of ["scrap", "dismiss"] as const) {
    const world = await showing(
      { pilot: { id: "p", name: "Ann" }, tenders: [{ id: "2" }] },
      { gcPolicy: new GCPolicy() },
    );
    using _ = world.client;
    const begun = world.begin(
      world[name],
      { id: name === "scrap" ? "1" : "p" },
    );
    await begun;
    // no response of its own keeps it
    world.client.invalidateAll({ testKey: () => false });
    await time.tickAsync(300_001);
    assertEquals(world.shown().pilot.name, "Ann");
    const settled = world.settle(0, true);
    await time.tickAsync(1);
    await settled;
    assertEquals(world.shown().pilot.name, "Ann");
    assertEquals(world.shown().tenders.length, 1);
  }
});

Deno.test("what stays during a deletion has the edits before it, and is told once [controller/OPT-16a] [controller/OPT-12a]", async () => {
  const { client, id, told, begin, settle, edit, scrap } = await showing({
    name: "one",
  });
  using _ = client;
  await begin(edit, { ...id, name: "edited" });
  await begin(scrap, id);
  await settle(0);
  await begin(edit, { ...id, berth: "north" });
  await settle(1, true);
  assertEquals(
    told.map(({ data }) => [data.name, data.berth]),
    [["one", ""], ["edited", ""], ["edited", "north"]],
  );
});

Deno.test("the deletion of what a shown row cannot do without changes nothing until it is confirmed [controller/OPT-16a]", async () => {
  for (const isRefused of [true, false]) {
    const world = await showing({ pilot: { id: "p", name: "Ann" } });
    using _ = world.client;
    const shown = world.shown();
    await world.begin(world.dismiss, { id: "p" });
    assertStrictEquals(world.shown(), shown);
    assertEquals(world.told.length, 1);
    await world.settle(0, isRefused);
    assertStrictEquals(world.shown(), isRefused ? shown : undefined);
    assertEquals(world.told.length, isRefused ? 1 : 2);
  }
});

Deno.test("what can do without a row that is being deleted does, also where its own deletion is pending [controller/OPT-16] [controller/OPT-16a]", async () => {
  const { client, id, begin, shown, scrap, dismiss } = await showing({
    guest: { id: "p" },
    tenders: [{ id: "2" }],
  });
  using _ = client;
  await begin(dismiss, { id: "p" });
  await begin(scrap, { id: "2" });
  const before = shown();
  assertEquals([before.guest, before.tenders], [undefined, []]);
  await begin(scrap, id);
  assertStrictEquals(shown(), before);
});

Deno.test("a row that arrives while its deletion is pending is shown to whoever asked for it, and in no list [controller/OPT-16] [controller/OPT-16a]", async () => {
  const { client, id, told, begin, settle, scrap, getShip, shown } =
    await showing();
  using _ = client;
  await begin(scrap, id);
  await client.setResponse(getShip, id, { ...id, name: "Fram" });
  assertEquals(told.at(-1)!.data?.name, "Fram");
  assertStrictEquals(told.at(-1)!.data, shown());
  assertEquals(client.get(Ship, id), undefined);
  assertEquals(client.get(new All(Ship)), []);
  const first = shown();
  await settle(0, true);
  assertStrictEquals(shown(), first);
  assertEquals(
    told.map(({ data }) => data?.name),
    [undefined, undefined, "Fram"],
  );
});

Deno.test("whoever shows what stays during a deletion is told when another row of it changes [controller/OPT-16a]", async () => {
  const { client, id, told, begin, scrap, shown } = await showing({
    pilot: { id: "p", name: "Ann" },
  });
  using _ = client;
  await begin(scrap, id);
  client.set(Pilot, { id: "p" }, { id: "p", name: "Bea" });
  assertEquals(told.at(-1)!.data.pilot.name, "Bea");
  assertStrictEquals(told.at(-1)!.data, shown());
});

Deno.test("no row is two objects in what is read of an older state, whatever has changed since [controller/STA-2] [schema/REF-1]", async () => {
  const { client } = await showing();
  using _ = client;
  const all = new All(Ship);
  client.set(Ship, { id: "1" }, { id: "1", name: "a", next: "2" });
  client.set(Ship, { id: "2" }, { id: "2", name: "b" });
  client.set(Ship, { id: "3" }, { id: "3", next: "1", tenders: ["2"] });
  assertEquals(client.get(all)?.length, 3);
  const state = client.controller.getVisibleState();
  const change = (id: string) => {
    client.set(Ship, { id }, { id, name: `new ${id}` });
    client.get(all);
  };
  change("1");
  client.controller.get(Ship, { id: "1" }, state);
  change("2");
  // deno-lint-ignore no-explicit-any -- fields of what is shown
  const [one, two, three] = client.controller.get(all, state) as any[];
  assertEquals([one.name, two.name], ["a", "b"]);
  assertStrictEquals(one.next, two);
  assertStrictEquals(three.next, one);
  assertStrictEquals(three.tenders[0], two);
});

Deno.test("whoever shows a row without a response of its own is told when it is fresh again [controller/NEW-13]", async () => {
  using time = new FakeTime(Date.now());
  const { client, id, told, getShips } = await showing();
  using _ = client;
  const pilot = { id: "p", name: "Ann" };
  const load = () =>
    client.setResponse(getShips, {}, [{ ...id, name: "Fram", pilot }]);
  await load();
  await time.tickAsync(61_000);
  // it is as old as the oldest part of it
  client.set(Pilot, { id: "p" }, { id: "p", name: "Bea" });
  pilot.name = "Bea";
  await load();
  assertEquals(
    told.map(({ data, stale }) => [data?.pilot.name, stale]),
    [[undefined, true], ["Ann", false], ["Bea", true], ["Bea", false]],
  );
  assertStrictEquals(told.at(-1)!.data, told.at(-2)!.data);
  await time.tickAsync(61_000);
  await load();
  assertEquals(told.length, 4);
});

Deno.test("the list of all rows stays the same object where only rows that it does not show come and go [schema/ALL-9]", async () => {
  const { client, begin, settle, scrap } = await showing({ name: "Fram" });
  using _ = client;
  const all = new All(Ship);
  const shown = client.get(all);
  client.set(new Invalidate(Ship), { id: "8" }, { id: "8" });
  assertStrictEquals(client.get(all), shown);
  await begin(scrap, { id: "9" });
  assertStrictEquals(client.get(all), shown);
  await settle(0);
  assertStrictEquals(client.get(all), shown);
  client.set(Ship, { id: "9" }, { id: "9" });
  assertNotStrictEquals(client.get(all), shown);
});
