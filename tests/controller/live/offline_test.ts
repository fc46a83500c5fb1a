import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertRejects,
} from "@std/assert";
import {
  createClient,
  DependencyError,
  DisposedError,
  Endpoint,
  isTemporaryPk,
  LogoutManager,
  NetworkError,
  NetworkManager,
  QueueFullError,
  ResetError,
} from "../../../mod.ts";
import { PersistManager } from "../../../controller/live/persist/mod.ts";
import { mutating, recorder, recordingConsole } from "../harbour.ts";
import { HeldClock } from "./held_clock.ts";
import { Chest, Dock, Program, Vessel } from "./offline_world.ts";

Deno.test("what is changed offline is seen at once, kept, and sent in order when the network is back [controller/NEW-41] [controller/NEW-43] [controller/NEW-44]", async () => {
  await using dock = await Dock.open();
  const chest = new Chest();
  await using program = await Program.offline(dock, chest);
  await program.load();
  const created = program.create("Fram");
  const edited = program.create("Gjøa");
  assertEquals(program.names, ["Fram", "Gjøa"]);
  assertEquals(program.states, ["create waiting", "create waiting"]);
  await program.offline.flush();
  assertEquals(chest.kept.map(({ name }) => name), ["create", "create"]);
  assertEquals(dock.done, []);

  program.connection.set(true);
  assertEquals((await created).id, "v1");
  assertEquals((await edited).id, "v2");
  assertEquals(program.ids, ["v1", "v2"]);
  assertEquals(program.states, []);
  await program.offline.flush();
  assertEquals(chest.texts.size, 0);
  assertEquals(dock.done, [
    'POST /vessels {"name":"Fram"}',
    'POST /vessels {"name":"Gjøa"}',
  ]);
});

Deno.test("what waits is there again after a restart, seen and sent, by its temporary key as well [controller/NEW-42] [controller/NEW-43] [controller/NEW-48]", async () => {
  await using dock = await Dock.open();
  const chest = new Chest();
  let pk: string;
  {
    await using program = await Program.offline(dock, chest);
    await program.load();
    program.create("Fram");
    pk = program.ids[0]!;
    assert(isTemporaryPk(pk));
    program.edit(pk, { berth: "3" });
    assertEquals(program.seen(pk), { id: pk, name: "Fram", berth: "3" });
    await program.offline.flush();
  }
  await using program = await Program.offline(dock, chest);
  await program.load();
  assertEquals(program.ids, [pk]);
  assertEquals(program.seen(pk), { id: pk, name: "Fram", berth: "3" });
  program.connection.set(true);
  await program.offline.flush();
  assertEquals(program.seen("v1"), { id: "v1", name: "Fram", berth: "3" });
  assertEquals(program.ids, ["v1"]);
  assertEquals(dock.done, [
    'POST /vessels {"name":"Fram"}',
    'PATCH /vessels/v1 {"berth":"3"}',
  ]);
  assertEquals(chest.texts.size, 0);
});

Deno.test("after a restart without a network what was kept is there with what waits on top of it [controller/NEW-43] [controller/NEW-67] [controller/ACT-20]", async () => {
  await using dock = await Dock.open();
  const chest = new Chest();
  dock.vessels.set("v9", { id: "v9", name: "Gjøa", berth: "1" });
  const start = (isOnline: boolean) => {
    const clock = new HeldClock();
    const persist = new PersistManager({ storage: chest, clock });
    const options = { isOnline, clock, before: [persist] };
    const program = new Program(dock, chest, options);
    return { persist, program };
  };
  {
    const { persist, program } = start(true);
    await using _ = program;
    await program.load();
    program.connection.set(false);
    program.edit("v9", { berth: "2" });
    program.create("Fram");
    await program.offline.flush();
    await persist.flush();
  }
  const { persist, program } = start(false);
  await using _ = program;
  await Promise.all([persist.ready, program.offline.ready]);
  assertEquals(program.names, ["Gjøa", "Fram"]);
  assertEquals(program.seen("v9")?.berth, "2");
  program.connection.set(true);
  await program.offline.flush();
  assertEquals(dock.done, [
    'PATCH /vessels/v9 {"berth":"2"}',
    'POST /vessels {"name":"Fram"}',
  ]);
});

Deno.test("a change without an optimistic response waits unseen, its promise pending, and shows with its response [controller/NEW-41] [controller/NEW-43]", async () => {
  await using dock = await Dock.open();
  await using program = new Program(dock, new Chest(), {
    isOnline: false,
    members: { optimistic: false },
  });
  await program.load();
  let isSettled = false;
  const created = program.create("Fram");
  created.finally(() => isSettled = true);
  await program.offline.flush();
  assertEquals(program.states, ["create waiting"]);
  assertEquals([program.names, isSettled], [[], false]);
  program.connection.set(true);
  assertEquals((await created).id, "v1");
  assertEquals(program.names, ["Fram"]);
});

Deno.test("a program that is online sends at once, keeps nothing, and its callers get their errors [controller/NEW-41]", async () => {
  await using dock = await Dock.open();
  const chest = new Chest();
  await using program = await Program.open(dock, chest);
  await program.load();
  const writes: string[] = [];
  chest.failure = (name) => void writes.push(name);
  const created = program.create("Fram");
  assertEquals(program.states, []);
  assertEquals(program.names, ["Fram"]);
  assertEquals((await created).id, "v1");

  dock.faults.push(422, 503);
  for (const status of [422, 503]) {
    const refused = program.edit("v1", { berth: "3" });
    assertEquals(program.seen("v1")?.berth, "3");
    const error = await assertRejects(() => refused, NetworkError);
    assertEquals(error.status, status);
    assertEquals(program.seen("v1")?.berth, "");
  }
  assertEquals(program.asked, []);
  assertEquals(program.offline.entries(), []);
  assertEquals(writes, []);
});

Deno.test("a mutation that gets no answer waits, and those of its scope behind it [controller/NEW-41] [controller/NEW-46]", async () => {
  await using dock = await Dock.open();
  const chest = new Chest();
  await using program = await Program.open(dock, chest);
  await program.load();
  dock.isSlow = true;
  const first = program.create("Fram");
  await dock.server.arrived(2);
  const second = program.create("Gjøa");
  assertEquals(program.states, ["create running", "create waiting"]);
  dock.faults.push("answer lost", "lost");
  dock.isSlow = false;
  dock.letGo();
  await program.until(() => program.states[0] === "create waiting");
  assertEquals(program.states, ["create waiting", "create waiting"]);
  assertEquals(chest.kept.length, 2);
  assertEquals(program.names, ["Fram", "Gjøa"]);
  program.clock.tick(500);
  await program.until(() => program.clock.pending.includes(1000));
  // the network being back is reason enough to try
  program.connection.set(false);
  program.connection.set(true);
  assertEquals((await first).id, "v1");
  assertEquals((await second).id, "v2");
  assertEquals(dock.done.length, 2);
  assertEquals(program.asked, []);
});

Deno.test("only mutations that are named are queued, extended ones as well [controller/NEW-40]", async () => {
  const chest = new Chest();
  await using dock = await Dock.open();
  const calls: string[] = [];
  const other = mutating("other", (text: string) => {
    calls.push(text);
    return Promise.reject(new TypeError("fetch failed"));
  });
  const named = mutating("named", function (text: string) {
    calls.push(text);
    return Promise.resolve();
  });
  await using program = await Program.offline(dock, chest, {
    endpoints: { named },
  });
  const { client, vessels } = program;
  await assertRejects(() => client.fetch(other, "passes"), TypeError);
  client.fetch(named, "waits");
  client.fetch(
    vessels.partialUpdate.extend({ requestInit: { keepalive: true } }),
    { id: "1" },
    {},
  ).catch(() => {});
  assertEquals(program.states, ["named waiting", "edit waiting"]);
  assertEquals(calls, ["passes"]);
});

Deno.test("behind NetworkManager it would see nothing, and development says so [controller/NEW-40] [controller/NEW-130]", async () => {
  const { offline } = new Program({ url: "" }, new Chest());
  const said = await recordingConsole(() => {
    createClient({ managers: [new NetworkManager(), offline] }).dispose();
  });
  assert(String(said[0]?.args[0]).includes("The offline manager stands after"));
});

Deno.test("arguments that cannot be kept wait in memory, and development says so [controller/NEW-42]", async () => {
  await using dock = await Dock.open();
  const chest = new Chest();
  await using program = await Program.offline(dock, chest);
  let created: Promise<unknown>;
  const said = await recordingConsole(() => {
    created = program.client.fetch(
      program.vessels.getList.push,
      { name: "Fram", toJSON: () => ({ name: "Fram" }) } as never,
    );
  });
  assert(String(said[0]?.args[0]).includes("would not survive a reload"));
  await program.offline.flush();
  assertEquals(chest.texts.size, 0);
  program.connection.set(true);
  await created!;
  assertEquals(dock.done, ['POST /vessels {"name":"Fram"}']);
});

Deno.test("dates and what else text does not have come back as they were [controller/NEW-42]", async () => {
  await using dock = await Dock.open();
  const chest = new Chest();
  const data = new Map<string, unknown>();
  const keepsData = {
    keepsData: true,
    getItem: (name: string) => data.get(name),
    setItem: (name: string, value: unknown) =>
      void data.set(name, structuredClone(value)),
    removeItem: (name: string) => void data.delete(name),
  };
  const seen: unknown[] = [];
  const endpoints = {
    log: mutating("log", (at: Date, depth: number) => {
      seen.push([at, depth]);
      return Promise.resolve();
    }),
  };
  for (const storage of [chest, keepsData]) {
    {
      await using program = await Program.offline(dock, storage, {
        endpoints,
      });
      program.client.fetch(endpoints.log, new Date(7), Infinity);
      await program.offline.flush();
    }
    await using program = new Program(dock, storage, { endpoints });
    await program.offline.flush();
    assertEquals(seen.splice(0), [[new Date(7), Infinity]]);
  }
});

Deno.test("what waits shows over every answer, and under what was written later; what was sent does not [controller/NEW-43]", async () => {
  await using dock = await Dock.open();
  await using program = await Program.offline(dock);
  dock.vessels.set("a", { id: "a", name: "Fram", berth: "1" });
  await program.load();
  program.edit("a", { berth: "2" });
  await program.load();
  assertEquals(program.seen("a")?.berth, "2");
  await program.client.set(program.vessels.get.schema!, { id: "a" }, {
    id: "a",
    name: "Gjøa",
    berth: "9",
  });
  assertEquals(program.seen("a"), { id: "a", name: "Gjøa", berth: "9" });
  program.connection.set(true);
  await program.offline.flush();
  // what was written later stands until the server is asked
  assertEquals(program.seen("a"), { id: "a", name: "Gjøa", berth: "9" });
  await program.load();
  assertEquals(program.seen("a"), { id: "a", name: "Fram", berth: "2" });
  dock.vessels.set("a", { id: "a", name: "Maud", berth: "7" });
  await program.load();
  assertEquals(program.seen("a"), { id: "a", name: "Maud", berth: "7" });
});

Deno.test("an optimistic response knows when the change was made, however long it has waited [controller/NEW-43] [controller/CTL-63]", async () => {
  await using dock = await Dock.open();
  const times: number[] = [];
  await using program = await Program.offline(dock);
  const edit = program.vessels.partialUpdate.extend({
    getOptimisticResponse(snap, params, body) {
      times.push(snap.fetchedAt);
      return { ...params, ...body };
    },
  });
  program.client.fetch(edit, { id: "a" }, { berth: "2" }).catch(() => {});
  assertEquals(program.seen("a")?.berth, "2");
  assert(times.length > 0);
  assert(times.every((time) => Math.trunc(time) === program.clock.now()));
});

Deno.test("scopes are sent side by side, each in its order [controller/NEW-44]", async () => {
  await using dock = await Dock.open();
  const begun: string[] = [];
  const endings = new Map<string, () => void>();
  const call = (text: string) => {
    begun.push(text);
    return new Promise<void>((resolve) => endings.set(text, resolve));
  };
  const endpoints = {
    left: mutating("left", call, { scope: "left" }),
    right: mutating("right", call, { scope: "right" }),
  };
  await using program = await Program.open(dock, new Chest(), { endpoints });
  const { client } = program;
  const l1 = client.fetch(endpoints.left, "l1");
  client.fetch(endpoints.left, "l2");
  const r1 = client.fetch(endpoints.right, "r1");
  client.fetch(endpoints.right, "r2");
  await program.until(() => begun.length === 2);
  assertEquals(begun, ["l1", "r1"]);
  endings.get("r1")!();
  await r1;
  await program.until(() => begun.length === 3);
  assertEquals(begun, ["l1", "r1", "r2"]);
  endings.get("l1")!();
  await l1;
  await program.until(() => begun.length === 4);
  assertEquals(begun, ["l1", "r1", "r2", "l2"]);
  for (const end of endings.values()) end();
  await program.offline.flush();
});

Deno.test("each attempt has the same idempotency key, which servers get in a header where the endpoint names one [controller/NEW-45]", async () => {
  await using dock = await Dock.open();
  const keys: unknown[] = [];
  const plain = mutating("plain", function (this: { idempotencyKey: string }) {
    keys.push(this.idempotencyKey);
    return Promise.resolve();
  });
  await using program = await Program.open(dock, new Chest(), {
    endpoints: { plain },
    members: {
      getHeaders: (headers: HeadersInit) => [
        ...new Headers(headers),
        ["x-own", "yes"],
      ],
    },
  });
  dock.faults.push("lost", "answer lost");
  const created = program.create("Fram");
  await program.until(() => program.clock.pending.includes(500));
  const { id } = program.offline.entries()[0]!;
  program.clock.tick(500);
  await program.until(() => program.clock.pending.includes(1000));
  program.clock.tick(1000);
  await created;
  const headers = dock.server.requests.map(({ headers }) => headers);
  assertEquals(headers.map((all) => all["idempotency-key"]), [id, id, id]);
  assertEquals(headers.map((all) => all["x-own"]), ["yes", "yes", "yes"]);
  await program.client.fetch(plain);
  assert(/^\d{20,}$/.test(String(keys[0])));

  await using without = await Program.open(dock, new Chest(), {
    members: { idempotencyHeader: undefined },
  });
  await without.create("Gjøa");
  assertEquals(
    dock.server.requests.at(-1)!.headers["idempotency-key"],
    undefined,
  );
});

Deno.test("a server that cannot now is asked again, as late as it says, and after eight times the entry is held [controller/NEW-46]", async () => {
  await using dock = await Dock.open();
  const chest = new Chest();
  {
    await using program = await Program.offline(dock, chest);
    program.edit("a", { berth: "2" });
    await program.offline.flush();
  }
  await using program = await Program.offline(dock, chest);
  dock.vessels.set("a", { id: "a", berth: "1" });
  await program.load();
  const { clock } = program;
  dock.faultHeaders = { "retry-after": "90" };
  dock.faults.push(429);
  program.connection.set(true);
  await program.until(() => clock.pending.includes(90_000));
  dock.faultHeaders = {};
  dock.faults.push(408, 425, 500, 501, 502, 503, 504);
  for (const wait of [90, 1, 2, 4, 8, 15, 15]) {
    assertEquals(program.states, ["edit waiting"]);
    const { length } = dock.server.requests;
    clock.tick(wait * 1000);
    await dock.server.arrived(length + 1);
    await program.until(() =>
      clock.pending.length > 0 || program.states[0] === "edit failed"
    );
  }
  assertEquals(program.states, ["edit failed"]);
  assertEquals(program.seen("a")?.berth, "2");
  assertEquals(program.asked.map(([, name]) => name), ["edit"]);
  program.connection.set(false);
  program.connection.set(true);
  await program.offline.flush();
  assertEquals(dock.server.requests.length, 1 + 8);
  program.offline.retry(program.offline.entries()[0]!.id);
  await program.offline.flush();
  assertEquals(dock.done, ['PATCH /vessels/a {"berth":"2"}']);
});

Deno.test("what the server refuses is taken back, its caller told, and the queue goes on [controller/NEW-46] [controller/NEW-47]", async () => {
  await using dock = await Dock.open();
  const actions = recorder();
  await using program = await Program.offline(dock, new Chest(), {
    before: [actions],
  });
  dock.vessels.set("a", { id: "a", name: "Fram", berth: "1" });
  await program.load();
  const refused = program.edit("a", { berth: "2" });
  const next = program.edit("a", { name: "Gjøa" });
  assertEquals(program.seen("a"), { id: "a", name: "Gjøa", berth: "2" });
  dock.faults.push(409);
  program.connection.set(true);
  const error = await assertRejects(() => refused, NetworkError);
  assertEquals(error.status, 409);
  assertEquals(program.seen("a"), { id: "a", name: "Gjøa", berth: "1" });
  assertEquals((await next).name, "Gjøa");
  const [[told, name]] = program.asked as [[NetworkError, string]];
  assertEquals([told, name], [error, "edit"]);
  // what the server said can be shown
  assertEquals(told.data, { message: "Answer 409." });
  assertEquals(dock.done, ['PATCH /vessels/a {"name":"Gjøa"}']);
  assertEquals(
    actions.types.filter((type) => type === "rdc/setresponse").length,
    4, // the list, the attempt, what it ended in, and the second edit
  );
});

Deno.test("a refused entry that is held stops its scope until somebody decides; other arguments have another key [controller/NEW-46] [controller/NEW-47]", async () => {
  await using dock = await Dock.open();
  await using program = await Program.offline(dock, new Chest(), {
    onError: () => "hold",
  });
  dock.vessels.set("a", { id: "a", name: "Fram", berth: "1" });
  await program.load();
  const first = program.edit("a", { berth: "2" });
  const second = program.edit("a", { name: "Gjøa" });
  dock.faults.push(412);
  program.connection.set(true);
  await program.offline.flush();
  assertEquals(program.states, ["edit failed", "edit waiting"]);
  const [entry] = program.offline.entries();
  assertEquals((entry!.error as NetworkError).status, 412);
  // nothing is shown that the server refused
  assertEquals(program.seen("a"), { id: "a", name: "Gjøa", berth: "1" });
  await program.offline.flush();
  assertEquals(dock.done, []);

  program.offline.retry(entry!.id, [{ id: "a" }, { berth: "3" }]);
  assertEquals(program.seen("a")?.berth, "3");
  assertEquals((await first).berth, "3");
  await second;
  assertEquals(dock.done, [
    'PATCH /vessels/a {"berth":"3"}',
    'PATCH /vessels/a {"name":"Gjøa"}',
  ]);
  assertEquals(dock.effects[0]!.key, `${entry!.id}:1`);
});

Deno.test("onError may answer later, with other arguments, or have it tried again [controller/NEW-46]", async () => {
  await using dock = await Dock.open();
  const answers = [
    () => Promise.resolve([{ id: "a" }, { berth: "5" }]),
    () => "retry" as const,
    () => Promise.reject(new Error("of the application")),
  ];
  await using program = await Program.offline(dock, new Chest(), {
    onError: () => answers.shift()!(),
  });
  const edited = program.edit("a", { berth: "2" });
  dock.faults.push(409, 409);
  program.connection.set(true);
  await program.until(() => program.clock.pending.includes(1000));
  program.clock.tick(1000);
  assertEquals((await edited).berth, "5");

  // an application that fails to decide loses nothing
  program.connection.set(false);
  program.edit("a", { berth: "6" });
  dock.faults.push(409);
  const said = await recordingConsole(async () => {
    program.connection.set(true);
    await program.offline.flush();
  });
  assert(String(said[0]?.args[0]).includes("of the application"));
  assertEquals(program.states, ["edit failed"]);
});

Deno.test("entries are one list until something changes, and can be given up [controller/NEW-47]", async () => {
  await using dock = await Dock.open();
  await using program = await Program.offline(dock);
  await program.load();
  const { offline } = program;
  let told = 0;
  const stop = offline.subscribe(() => told++);
  const promises = ["Fram", "Gjøa", "Maud"].map((name) => program.create(name));
  await Promise.resolve();
  assertEquals(told, 1);
  const entries = offline.entries();
  assertEquals(offline.entries(), entries);
  assert(offline.entries() === entries);
  assertEquals(entries.map(({ args }) => args), [
    [{ name: "Fram" }],
    [{ name: "Gjøa" }],
    [{ name: "Maud" }],
  ]);
  offline.discard(entries[1]!.id);
  assertEquals(program.names, ["Fram", "Maud"]);
  const error = await assertRejects(() => promises[1]!, DOMException);
  assertEquals(error.name, "AbortError");
  offline.clear();
  assertEquals(program.names, []);
  stop();
  assertEquals(
    (await Promise.allSettled(promises)).map(({ status }) => status),
    ["rejected", "rejected", "rejected"],
  );
  program.connection.set(true);
  await offline.flush();
  assertEquals(dock.done, []);
  assertEquals(told, 2);
});

Deno.test("controller.abort gives up what waits under the key [controller/NEW-47] [controller/NEW-105]", async () => {
  await using dock = await Dock.open();
  await using program = await Program.offline(dock);
  const edited = program.edit("a", { berth: "2" });
  program.client.controller.abort(
    program.vessels.partialUpdate,
    { id: "a" },
    {},
  );
  assertEquals(
    (await assertRejects(() => edited, DOMException)).name,
    "AbortError",
  );
  assertEquals(program.offline.entries(), []);
});

Deno.test("what depends on a creation that is given up is given up, too [controller/NEW-48]", async () => {
  await using dock = await Dock.open();
  await using program = await Program.offline(dock);
  await program.load();
  const created = program.create("Fram");
  const pk = program.ids[0]!;
  const edited = program.edit(pk, { berth: "2" });
  const other = program.edit("a", { berth: "3" });
  dock.faults.push(403);
  program.connection.set(true);
  assertEquals((await assertRejects(() => created, NetworkError)).status, 403);
  const error = await assertRejects(() => edited, DependencyError);
  assert(error.message.includes(pk));
  await other;
  assertEquals(dock.done, ['PATCH /vessels/a {"berth":"3"}']);
  assertEquals(program.ids, []);
});

Deno.test("what another scope still creates is waited for, and keys are replaced at any depth [controller/NEW-48]", async () => {
  await using dock = await Dock.open();
  const chest = new Chest();
  const sent: unknown[] = [];
  const endpoints = {
    moor: mutating("moor", (orders: unknown) => {
      sent.push(orders);
      return Promise.resolve();
    }, { scope: "berths" }),
  };
  let pk: string;
  {
    await using program = await Program.offline(dock, chest, {
      endpoints,
    });
    await program.load();
    program.create("Fram");
    pk = program.ids[0]!;
    program.client.fetch(endpoints.moor, { orders: [{ vessel: pk }, "x"] });
    await program.offline.flush();
  }
  await using program = new Program(dock, chest, { endpoints });
  dock.faults.push("lost");
  await program.offline.flush();
  assertEquals(program.states, ["create waiting", "moor waiting"]);
  assertEquals(sent, []);
  program.clock.tick(500);
  await program.until(() => sent.length > 0);
  assertEquals(sent, [{ orders: [{ vessel: "v1" }, "x"] }]);
  await program.offline.flush();

  // a component may hold the temporary key for longer
  program.connection.set(false);
  program.client.fetch(endpoints.moor, pk);
  assertEquals(program.offline.entries()[0]!.args, ["v1"]);
});

Deno.test("a newer change takes the place of one that waits, where the endpoint says so [controller/NEW-49]", async () => {
  await using dock = await Dock.open();
  await using program = await Program.offline(dock, new Chest(), {
    members: { coalesce: true },
  });
  dock.vessels.set("a", { id: "a" });
  await program.load();
  const first = program.edit("a", { berth: "1" });
  program.edit("b", { berth: "3" });
  program.create("Fram");
  const pk = program.ids.find(isTemporaryPk)!;
  const second = program.edit("a", { berth: "2" });
  // not before what it names is there
  const third = program.edit("b", { berth: pk });
  assertEquals(program.seen("a")?.berth, "2");
  assertEquals(program.states.length, 4);
  program.connection.set(true);
  await program.offline.flush();
  assertEquals((await first).berth, "2");
  assertEquals((await second).berth, "2");
  await third;
  assertEquals(dock.done, [
    'PATCH /vessels/a {"berth":"2"}',
    'PATCH /vessels/b {"berth":"3"}',
    'POST /vessels {"name":"Fram"}',
    'PATCH /vessels/b {"berth":"v3"}',
  ]);
});

Deno.test("without coalesce every change is sent [controller/NEW-49]", async () => {
  await using dock = await Dock.open();
  await using program = await Program.offline(dock);
  program.edit("a", { berth: "1" });
  program.edit("a", { berth: "2" });
  program.connection.set(true);
  await program.offline.flush();
  assertEquals(dock.done.length, 2);
});

Deno.test("what is kept and makes no sense any more is dropped and reported [controller/NEW-51]", async () => {
  await using dock = await Dock.open();
  const chest = new Chest();
  const clock = new HeldClock();
  const good = {
    id: "1",
    name: "edit",
    args: [{ id: "a" }, { berth: "2" }],
    stamp: clock.now(),
    scope: "default",
    revision: 0,
  };
  const week = 7 * 24 * 3_600_000;
  chest.texts.set(
    "offline",
    JSON.stringify([
      null,
      7,
      { id: "0" },
      { ...good, name: "gone" },
      { ...good, stamp: clock.now() - week - 1 },
      { ...good, stamp: "soon" },
      { ...good, args: "none" },
      { ...good, id: "2", args: [{ id: "MISS-12-0" }, {}] },
      good,
    ]),
  );
  {
    await using program = new Program(dock, chest, { clock });
    await program.offline.flush();
    assertEquals(dock.done, ['PATCH /vessels/a {"berth":"2"}']);
    assertEquals(chest.texts.size, 0);
    const reason = "is too old, or not in `endpoints`.";
    assertEquals(program.asked.map(([error]) => String(error)), [
      `Error: "undefined" ${reason}`,
      `Error: "undefined" ${reason}`,
      `Error: "gone" ${reason}`,
      `Error: "edit" ${reason}`,
      `Error: "edit" ${reason}`,
      `Error: "edit" ${reason}`,
      "DependencyError: " + new DependencyError(
        `PATCH ${dock.url}/vessels/MISS-12-0`,
        "MISS-12-0",
      ).message,
    ]);
  }
  for (const text of ["{", "7", '"x"', '{"a":1}']) {
    chest.texts.set("offline", text);
    await using program = await Program.offline(dock, chest, { clock });
    program.edit("b", { berth: "1" });
    await program.offline.flush();
    assertEquals(chest.kept.length, 1);
    program.offline.clear();
    await program.offline.flush();
  }
});

Deno.test("a storage that throws, is full or never answers costs only what it would have kept [controller/NEW-51]", async () => {
  await using dock = await Dock.open();
  const chest = new Chest();
  chest.failure = () => new DOMException("full", "QuotaExceededError");
  {
    await using program = await Program.offline(dock, chest);
    const edited = program.edit("a", { berth: "2" });
    await program.offline.flush();
    assert(
      program.asked.every(([error, name]) =>
        (error as Error).message === "full" && name === undefined
      ),
    );
    program.connection.set(true);
    await edited;
  }
  const never = () => new Promise<never>(() => {});
  const silent = { getItem: never, setItem: never, removeItem: never };
  await using program = new Program(dock, silent);
  const edited = program.edit("a", { berth: "3" });
  program.clock.tick(500);
  assertEquals((await edited).berth, "3");
});

Deno.test("a reset empties the queue, unless it is to stay [controller/NEW-52]", async () => {
  await using dock = await Dock.open();
  for (const keepOnReset of [false, true]) {
    const chest = new Chest();
    await using program = await Program.offline(dock, chest, {
      keepOnReset,
    });
    const edited = program.edit("a", { berth: "2" });
    await program.offline.flush();
    await program.client.resetEntireStore();
    assertEquals(program.seen("a"), undefined);
    if (!keepOnReset) await assertRejects(() => edited, ResetError);
    await program.offline.flush();
    // the queue, or that there was a reset
    assertEquals([...chest.texts.keys()], [
      keepOnReset ? "offline" : "offline:reset",
    ]);
    program.connection.set(true);
    if (keepOnReset) assertEquals((await edited).berth, "2");
    await program.offline.flush();
  }
  assertEquals(dock.done.length, 1);
});

Deno.test("what a former start left is not taken over after a reset, unless it is to be kept [controller/NEW-52]", async () => {
  await using dock = await Dock.open();
  for (const keepOnReset of [false, true]) {
    const chest = new Chest();
    {
      await using program = await Program.offline(dock, chest);
      program.edit("a", { berth: "2" });
      await program.offline.flush();
    }
    const clock = new HeldClock();
    clock.tick(1000);
    await using program = new Program(dock, chest, { keepOnReset, clock });
    // what is kept is not yet read
    await program.client.resetEntireStore();
    await program.offline.flush();
    assertEquals(program.offline.entries(), []);
    assertEquals(chest.kept, []);
    assertEquals(dock.done.length, keepOnReset ? 1 : 0);
  }
});

Deno.test("what was queued before the clock was set back is seen, and sent once and in order [controller/NEW-42] [controller/NEW-44] [controller/TIM-2]", async () => {
  await using dock = await Dock.open();
  dock.vessels.set("a", { id: "a", berth: "0" });
  const chest = new Chest();
  {
    const clock = new HeldClock();
    clock.tick(86_400_000);
    await using program = await Program.offline(dock, chest, { clock });
    program.edit("a", { berth: "1" });
    program.edit("a", { berth: "2" });
    await program.offline.flush();
  }
  {
    await using program = await Program.offline(dock, chest);
    await program.load();
    assertEquals(program.seen("a")?.berth, "2");
    program.edit("a", { berth: "3" });
    assertEquals(program.seen("a")?.berth, "3");
    dock.faults.push("lost");
    program.connection.set(true);
    await program.until(() =>
      !dock.faults[0] && program.states[0] === "edit waiting"
    );
    await program.offline.flush();
    assertEquals(program.offline.entries(), []);
    assertEquals(program.seen("a")?.berth, "3");
    assertEquals(program.client.getState().optimistic, []);
    assertEquals(chest.texts.size, 0);
    // what comes later is newer
    await program.edit("a", { berth: "4" });
    assertEquals(program.seen("a")?.berth, "4");
    await program.load();
    assertEquals(program.seen("a")?.berth, "4");
  }
  await using program = new Program(dock, chest);
  await program.offline.flush();
  assertEquals(
    dock.done,
    ["1", "2", "3", "4"].map((berth) =>
      `PATCH /vessels/a ${JSON.stringify({ berth })}`
    ),
  );
});

Deno.test("what a former start left is not taken over after a reset, although the clock was set back [controller/NEW-52]", async () => {
  await using dock = await Dock.open();
  const chest = new Chest();
  {
    const clock = new HeldClock();
    clock.tick(86_400_000);
    await using program = await Program.offline(dock, chest, { clock });
    program.edit("a", { berth: "2" });
    await program.offline.flush();
  }
  await using program = new Program(dock, chest);
  // what is kept is not yet read
  await program.client.resetEntireStore();
  await program.offline.flush();
  assertEquals(program.offline.entries(), []);
  assertEquals(chest.kept, []);
  assertEquals(dock.done, []);
});

Deno.test("a session that has ended ends the queue [controller/NEW-52]", async () => {
  await using dock = await Dock.open();
  await using program = await Program.offline(dock, new Chest(), {
    before: [new LogoutManager()],
  });
  const first = program.edit("a", { berth: "2" });
  const second = program.edit("a", { berth: "3" });
  dock.faults.push(401);
  program.connection.set(true);
  await assertRejects(() => second, ResetError);
  await assertRejects(() => first, NetworkError);
  assertEquals(program.offline.entries(), []);
  assertEquals(dock.done, []);
});

Deno.test("a full queue refuses at once, and shows nothing [controller/NEW-52]", async () => {
  await using dock = await Dock.open();
  await using program = await Program.offline(dock, new Chest(), {
    maxEntries: 2,
  });
  dock.vessels.set("a", { id: "a" });
  await program.load();
  program.edit("a", { berth: "1" });
  program.edit("a", { berth: "2" });
  const refused = program.edit("a", { berth: "3" });
  assertEquals(program.seen("a")?.berth, "2");
  await assertRejects(() => refused, QueueFullError, "2 entries");
  assertEquals(program.offline.entries().length, 2);
});

Deno.test("disposing rejects who waits, and leaves the queue for the next start [controller/NEW-16] [controller/NEW-43]", async () => {
  await using dock = await Dock.open();
  const chest = new Chest();
  const program = await Program.offline(dock, chest);
  dock.vessels.set("a", { id: "a", berth: "1" });
  await program.load();
  const edited = program.edit("a", { berth: "2" });
  assertEquals(program.seen("a")?.berth, "2");
  await program.client.dispose();
  await assertRejects(() => edited, DisposedError);
  await program.offline.flush();
  assertEquals(chest.kept.length, 1);
  program.connection.set(true);
  assertEquals(dock.done, []);
  assertEquals(program.connection.listenerCount, 0);
  assertEquals(program.clock.pending, []);
});

Deno.test("a thousand starts and stops leave one queue that sends once [controller/NEW-131]", async () => {
  await using dock = await Dock.open();
  const chest = new Chest();
  await using program = await Program.offline(dock, chest);
  const edited = program.edit("a", { berth: "2" });
  for (let cycle = 0; cycle < 1000; cycle++) {
    program.offline.cleanup();
    program.offline.init();
    if (cycle % 10 === 0) await Promise.resolve();
  }
  await program.offline.flush();
  assertEquals(program.connection.online.size, 1);
  program.connection.set(true);
  assertEquals((await edited).berth, "2");
  await program.offline.flush();
  assertEquals(dock.done.length, 1);
  assertInstanceOf(program.offline.ready, Promise);
});

Deno.test("a mutation that failed over its answer has had its effect, and is not sent again [controller/NEW-46] [controller/NET-14]", async () => {
  await using dock = await Dock.open();
  await using program = await Program.offline(dock, new Chest(), {
    between: [{
      middleware: () => (next) => (action) => {
        if (action.type !== "rdc/setresponse") return next(action);
        throw new Error("of a manager");
      },
      cleanup() {},
    }],
  });
  const edited = program.edit("a", { berth: "2" });
  program.connection.set(true);
  await assertRejects(() => edited, Error, "of a manager");
  assertEquals(program.seen("a"), undefined);
  assertEquals(program.offline.entries(), []);
  assertEquals(dock.done.length, 1);
});

Deno.test("what is in flight is kept as soon as something waits behind it, or names what it creates [controller/NEW-41] [controller/NEW-48]", async () => {
  await using dock = await Dock.open();
  const chest = new Chest();
  const clock = new HeldClock();
  {
    const program = await Program.open(dock, chest, { clock });
    await program.load();
    dock.isSlow = true;
    program.create("Fram");
    await program.until(() => dock.held.length === 1);
    assertEquals(chest.kept, []);
    const [id] = program.ids;
    program.edit(id!, { berth: "7" });
    assertEquals(program.states, ["create running", "edit waiting"]);
    await program.until(() => chest.kept.length === 2);
    program.kill();
  }
  dock.held.length = 0;
  dock.isSlow = false;
  await using program = new Program(dock, chest, { clock });
  await program.offline.flush();
  assertEquals(program.asked, []);
  assertEquals([...dock.vessels.values()], [
    { id: "v1", name: "Fram", berth: "7" },
  ]);
});

Deno.test("a first attempt that takes too long is queued [controller/NEW-41]", async () => {
  await using dock = await Dock.open();
  const chest = new Chest();
  await using program = await Program.open(dock, chest, {
    members: { timeout: 5000 },
  });
  dock.isSlow = true;
  const edited = program.edit("a", { berth: "7" });
  await program.until(() => dock.held.length === 1);
  program.clock.tick(5000);
  await program.until(() => chest.kept.length === 1);
  assertEquals(program.states, ["edit waiting"]);
  dock.isSlow = false;
  program.clock.tick(30_000);
  assertEquals((await edited).berth, "7");
});

Deno.test("a write that failed is made again by flush, and a cache in the same storage makes room [controller/NEW-51] [controller/NEW-71]", async () => {
  await using dock = await Dock.open();
  const chest = new Chest();
  {
    await using program = await Program.offline(dock, chest);
    chest.failure = () => new DOMException("full", "QuotaExceededError");
    program.edit("a", { berth: "1" });
    await program.offline.flush();
    assertEquals(chest.kept, []);
    chest.failure = undefined;
    await program.offline.flush();
    assertEquals(chest.kept.length, 1);
    program.offline.clear();
    await program.offline.flush();
  }
  const clock = new HeldClock();
  const persist = new PersistManager({ storage: chest, clock });
  await using program = await Program.offline(dock, chest, {
    before: [persist],
    clock,
  });
  for (let number = 0; number < 20; number++) {
    const id = `v${number}`;
    await program.client.set(Vessel, { id }, { id, name: "kept" });
  }
  await persist.flush();
  const { size } = chest.texts;
  const { setItem } = chest;
  chest.setItem = (name, text) => {
    if (chest.texts.size > size - 4) throw new Error("full");
    setItem.call(chest, name, text);
  };
  program.edit("a", { berth: "2" });
  await program.offline.flush();
  assertEquals(chest.kept.length, 1);
  assertEquals(program.asked, []);
});

Deno.test("a server that asks for thirty days of patience has them [controller/NEW-46]", async () => {
  await using dock = await Dock.open();
  await using program = await Program.open(dock);
  const month = 30 * 86_400;
  dock.faultHeaders = { "retry-after": `${month}` };
  dock.faults.push("lost", 503);
  const edited = program.edit("a", { berth: "7" });
  await program.until(() => program.states[0] === "edit waiting");
  program.clock.tick(30_000);
  await program.until(() => dock.faults.length === 0);
  await program.until(() => program.states[0] === "edit waiting");
  assertEquals(program.clock.pending.every((delay) => delay < 2 ** 31), true);
  program.clock.tick((month - 60) * 1000);
  assertEquals(program.offline.entries()[0]?.attempts, 2);
  program.clock.tick(60_000);
  assertEquals((await edited).berth, "7");
});

Deno.test("forms come back as they were, and what text cannot hold is told when it begins to wait [controller/NEW-42]", async () => {
  await using dock = await Dock.open();
  const chest = new Chest();
  const received: string[] = [];
  const upload = new Endpoint(
    (form: FormData) => {
      received.push(`${form.get("name")} ${form.getAll("tag")}`);
      return Promise.resolve({});
    },
    { name: "upload", sideEffect: true },
  );
  const formWith = (name: string | Blob) => {
    const form = new FormData();
    form.append("name", name);
    for (const tag of ["a", "b"]) form.append("tag", tag);
    return form;
  };
  const warned = console.warn;
  console.warn = () => {};
  try {
    await using program = await Program.offline(dock, chest, {
      endpoints: { upload },
    });
    program.client.fetch(upload, formWith("Fram")).catch(() => {});
    assertEquals(program.asked, []);
    program.client.fetch(upload, formWith(new Blob(["picture"])))
      .catch(() => {});
    assertEquals(
      program.asked.map(([error, name]) => [String(error), name]),
      [[
        "Error: upload would not survive a reload: it cannot be stored.",
        undefined,
      ]],
    );
    await program.offline.flush();
    assertEquals(chest.kept.length, 1);
  } finally {
    console.warn = warned;
  }
  await using program = new Program(dock, chest, { endpoints: { upload } });
  await program.offline.flush();
  assertEquals(received, ["Fram a,b"]);
});

Deno.test("a queued call that is answered with nothing has changed what was expected of it [endpoint/RSP-22] [controller/NEW-46]", async () => {
  await using dock = await Dock.open();
  const moor = new Endpoint(
    (_: { id: string }): Promise<unknown> => Promise.resolve(),
    {
      name: "moor",
      sideEffect: true as const,
      schema: Vessel,
      getOptimisticResponse: (_snapshot: unknown, { id }: { id: string }) => ({
        id,
        berth: "9",
      }),
    },
  );
  for (const isOnline of [true, false]) {
    await using program = new Program(dock, new Chest(), {
      isOnline,
      endpoints: { moor },
    });
    const { client, offline, connection } = program;
    await offline.ready;
    dock.vessels.set("a", { id: "a", name: "Fram", berth: "1" });
    connection.set(true);
    await program.load();
    connection.set(isOnline);
    const moored = client.fetch(moor, { id: "a" });
    assertEquals(program.seen("a")?.berth, "9");
    connection.set(true);
    await moored;
    assertEquals(program.seen("a"), { id: "a", name: "Fram", berth: "9" });
    assertEquals(offline.entries(), []);
  }
});
