import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  type Client,
  Collection,
  createClient,
  Entity,
  ImmortalGCPolicy,
  Invalidate,
  type Manager,
  NetworkManager,
  Union,
} from "../../../mod.ts";
import {
  TabSyncManager,
  type TabSyncOptions,
} from "../../../controller/live/tabs.ts";
import { microtasks, mutating, reading, server } from "../harbour.ts";
import { ManualVisibility } from "../outside_world.ts";
import { assertProperty } from "../../support/property.ts";

class Port extends Entity {
  id = "";
  name = "";
  berths = 0;
  code = "";
  static override indexes = ["code"] as const;
}
const Ports = new Collection([Port]);

// Deno sends nothing for a while after the last channel of a process was closed
const held = new BroadcastChannel("held");
Deno.test.afterAll(() => held.close());

let channels = 0;

/** Some tabs of one page, and what they request. */
class Tabs implements AsyncDisposable {
  readonly channel = `tabs ${channels++}`;
  readonly clients: Client[] = [];
  readonly errors: unknown[] = [];
  requests = 0;
  #marks = 0;

  readonly getPorts = reading("getPorts", () => {
    this.requests++;
    return Promise.resolve([{ id: "rtm", name: "Rotterdam", code: "rtm" }]);
  }, { schema: Ports, dataExpiryLength: 60_000 });

  open(options: TabSyncOptions = {}): Client {
    const client = createClient({
      managers: [
        new TabSyncManager({
          channel: this.channel,
          onError: (error) => this.errors.push(error),
          ...options,
        }),
        new NetworkManager(),
      ],
      gcPolicy: new ImmortalGCPolicy(),
    });
    this.clients.push(client);
    return client;
  }

  /** Until everything that was sent has arrived: messages of a tab stay in order. */
  async settled(): Promise<void> {
    const resets = this.clients.map((client) => client.getState().lastReset);
    // tabs do not agree on what comes first within a millisecond
    while (Date.now() <= Math.max(...resets)) {
      await new Promise<void>((resolve) => setTimeout(resolve));
    }
    const marks = await Promise.all(this.clients.map(async (client) => {
      const id = `mark ${this.#marks++}`;
      await client.set(Port, { id }, { id, code: id });
      return id;
    }));
    await Promise.all(
      this.clients.flatMap((client) =>
        marks.map((id) => until(client, () => client.get(Port, { id })))
      ),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const client of this.clients) await client.dispose();
  }
}

/** Waits for a commit after which something is there. */
function until(client: Client, find: () => unknown): Promise<void> {
  return new Promise((resolve) => {
    if (find()) return resolve();
    const stop = client.controller.onCommit(() => {
      if (!find()) return;
      stop();
      resolve();
    });
  });
}

const nameIn = (client: Client, id: string) => client.get(Port, { id })?.name;

Deno.test("what one tab stores the others show, without a request, and tell nobody [controller/NEW-80] [controller/NEW-81] [controller/NEW-82]", async () => {
  await using tabs = new Tabs();
  const [left, right] = [tabs.open(), tabs.open()];
  let told = 0;
  const listener = new BroadcastChannel(`${tabs.channel}:6:`);
  listener.onmessage = ({ data }) => told += data.parts[0] ? 1 : 0;
  await left.fetch(tabs.getPorts);
  await tabs.settled();
  assertEquals(nameIn(right, "rtm"), "Rotterdam");
  assertEquals(right.get(Port, { code: "rtm" })?.id, "rtm");
  assertEquals(right.read(tabs.getPorts).data?.length, 1);
  await right.controller.fetchIfStale(tabs.getPorts);
  assertEquals(tabs.requests, 1);
  // the list with the mark of its tab, and the mark of the other
  assertEquals(told, 2);
  listener.close();
});

Deno.test("optimistic changes and errors are not told, confirmed changes are [controller/NEW-81]", async () => {
  await using tabs = new Tabs();
  const [left, right] = [tabs.open(), tabs.open()];
  const call = server();
  const rename = mutating("rename", call, {
    schema: Port,
    getOptimisticResponse: () => ({ id: "rtm", name: "hoped for" }),
  });
  const failing = reading("failing", () => Promise.reject(new Error("no")));
  await left.fetch(failing).catch(() => {});
  const done = left.fetch(rename, { id: "rtm" });
  assertEquals(nameIn(left, "rtm"), "hoped for");
  await tabs.settled();
  assertEquals(nameIn(right, "rtm"), undefined);
  assertEquals(right.getState().getMeta(failing.key()), undefined);
  call.calls[0]!.resolve({ id: "rtm", name: "answered" });
  await done;
  await tabs.settled();
  assertEquals(nameIn(right, "rtm"), "answered");
});

Deno.test("what leaves the memory of one tab stays in the others [controller/NEW-81]", async () => {
  await using tabs = new Tabs();
  const [left, right] = [tabs.open(), tabs.open()];
  await left.set(Port, { id: "rtm" }, { id: "rtm", name: "Rotterdam" });
  await tabs.settled();
  await left.controller.dispatch({
    type: "rdc/gc",
    entities: [{ key: "Port", pk: "rtm" }],
    endpoints: [],
  });
  assertEquals(nameIn(left, "rtm"), undefined);
  await tabs.settled();
  assertEquals(nameIn(right, "rtm"), "Rotterdam");
});

Deno.test("invalidation, expiry and a reset are told [controller/NEW-81] [controller/NEW-86]", async () => {
  await using tabs = new Tabs();
  const [left, right] = [tabs.open(), tabs.open()];
  await left.fetch(tabs.getPorts);
  await tabs.settled();
  left.controller.expireAll({ testKey: () => true });
  await tabs.settled();
  assertEquals(right.getState().getMeta(tabs.getPorts.key())?.expiresAt, 1);
  left.controller.invalidate(tabs.getPorts);
  await tabs.settled();
  assertEquals(
    right.getState().getMeta(tabs.getPorts.key())?.invalidated,
    true,
  );
  await left.controller.resetEntireStore();
  await until(right, () => right.getState().lastReset > 0);
  await tabs.settled();
  assertEquals(nameIn(right, "rtm"), undefined);
});

/** Browsers hold back timers of a page that nobody sees. */
function hiddenPage() {
  const late: (() => void)[] = [];
  return {
    clock: {
      now: () => Date.now(),
      setTimeout: (run: () => void) => late.push(run),
      clearTimeout() {},
    },
    runLate() {
      for (const run of late.splice(0)) run();
    },
  };
}

Deno.test("nothing of a session that a reset has ended comes back from another tab, whatever follows the reset does [controller/NEW-86] [controller/NET-15]", async () => {
  await using tabs = new Tabs();
  const { clock, runLate } = hiddenPage();
  const [shown, seen] = [tabs.open(), tabs.open()];
  const hidden = tabs.open({ clock });
  const account = reading("account", () => Promise.resolve({ user: "ann" }));
  const data = (client: Client) => client.read(account).data;
  // in the hidden tab it waits to be sent, from the other one it is on its way
  await hidden.fetch(account);
  await hidden.set(Port, { id: "hidden" }, { id: "hidden", name: "ann's" });
  await seen.set(Port, { id: "seen" }, { id: "seen", name: "ann's" });
  await new Promise<void>((resolve) => setTimeout(resolve));
  // a millisecond later
  for (const now = Date.now(); Date.now() <= now + 1;) await microtasks();
  const reset = shown.controller.resetEntireStore();
  void shown.set(Port, { id: "next" }, { id: "next", name: "bob's" });
  await reset;
  await until(hidden, () => nameIn(hidden, "next"));
  assertEquals(data(hidden), undefined);
  runLate();
  // what follows is sent after all of it
  void hidden.set(Port, { id: "last" }, { id: "last", name: "bob's" });
  runLate();
  for (const client of [shown, seen]) {
    await until(client, () => nameIn(client, "last"));
    assertEquals(data(client), undefined);
    assertEquals(
      ["hidden", "seen", "next", "last"].map((id) => nameIn(client, id)),
      [undefined, undefined, "bob's", "bob's"],
    );
  }
});

Deno.test("what a tab stored before it heard of a reset does not come back, although it is newer [controller/NEW-86] [controller/NET-15]", async () => {
  await using tabs = new Tabs();
  const { clock, runLate } = hiddenPage();
  const [shown, seen] = [tabs.open(), tabs.open()];
  const hidden = tabs.open({ clock });
  const account = reading("account", () => Promise.resolve({ user: "ann" }));
  // a millisecond after they were opened, and one before the others store something
  const pass = async (now: number) => {
    while (Date.now() <= now) await microtasks();
  };
  await pass(Date.now());
  void shown.controller.resetEntireStore();
  await pass(shown.getState().lastReset);
  await seen.fetch(account);
  void seen.set(Port, { id: "seen" }, { id: "seen", name: "ann's" });
  void hidden.set(Port, { id: "hidden" }, { id: "hidden", name: "ann's" });
  void shown.set(Port, { id: "next" }, { id: "next", name: "bob's" });
  for (const client of [seen, hidden]) {
    await until(client, () => nameIn(client, "next"));
  }
  runLate();
  const fresh = tabs.open();
  const clients = [shown, seen, hidden, fresh];
  for (const [index, client] of clients.entries()) {
    const id = `last ${index}`;
    void client.set(Port, { id }, { id, name: "bob's" });
  }
  runLate();
  for (const client of clients) {
    for (const index of clients.keys()) {
      await until(client, () => nameIn(client, `last ${index}`));
    }
    assertEquals(client.read(account).data, undefined);
    assertEquals(
      ["seen", "hidden"].map((id) => nameIn(client, id)),
      [undefined, undefined],
    );
  }
});

Deno.test("a reset is heard in a tab whose clock is a day ahead, and in one that was opened a moment before [controller/NEW-86] [controller/TIM-2]", async () => {
  await using tabs = new Tabs();
  const clock = (ahead: number) => ({
    now: () => Date.now() + ahead,
    setTimeout: (run: () => void, delay: number) => setTimeout(run, delay),
    clearTimeout: (handle: unknown) => clearTimeout(handle as number),
  });
  const day = 86_400_000;
  const [left, ahead] = [tabs.open(), tabs.open({ clock: clock(day) })];
  await ahead.set(Port, { id: "rtm" }, { id: "rtm", name: "ann's" });
  await tabs.settled();
  const behind = tabs.open({ clock: clock(-day) });
  void left.controller.resetEntireStore();
  for (const tab of [ahead, behind]) {
    await until(tab, () => tab.getState().lastReset > 0);
  }
  // a tab that is opened now hears of the session, and is heard
  const fresh = tabs.open({ clock: clock(-day) });
  void fresh.set(Port, { id: "ham" }, { id: "ham", name: "bob's" });
  for (const tab of [left, ahead, behind]) {
    await until(tab, () => nameIn(tab, "ham"));
    assertEquals(nameIn(tab, "rtm"), undefined);
  }
  assertEquals(fresh.getState().lastReset, 0);
  // and one of them logs out
  void fresh.controller.resetEntireStore();
  for (const tab of [left, ahead, behind]) {
    await until(tab, () => !nameIn(tab, "ham"));
  }
});

Deno.test("a reset stays here where that is asked for [controller/NEW-86]", async () => {
  await using tabs = new Tabs();
  const [left, right] = [tabs.open({ syncReset: false }), tabs.open()];
  await left.fetch(tabs.getPorts);
  await tabs.settled();
  await left.controller.resetEntireStore();
  await tabs.settled();
  assertEquals(nameIn(right, "rtm"), "Rotterdam");
});

Deno.test("changes of different fields, and of a list, at the same time are all there [controller/NEW-82]", async () => {
  await using tabs = new Tabs();
  const [left, right] = [tabs.open(), tabs.open()];
  await left.fetch(tabs.getPorts);
  await tabs.settled();
  const args = { id: "rtm" };
  await Promise.all([
    left.set(Port, args, { ...args, name: "left" }),
    right.set(Port, args, { ...args, berths: 7 }),
    left.controller.set(Ports.push, {}, { id: "ham" }),
    right.controller.set(Ports.push, {}, { id: "ant" }),
  ]);
  await tabs.settled();
  for (const client of [left, right]) {
    const port = client.get(Port, args)!;
    assertEquals([port.name, port.berths], ["left", 7]);
    assertEquals(
      client.read(tabs.getPorts).data?.map((port: Port) => port.id).sort(),
      ["ant", "ham", "rtm"],
    );
  }
  assertEquals(
    left.read(tabs.getPorts).data?.map((port: Port) => port.id),
    right.read(tabs.getPorts).data?.map((port: Port) => port.id),
  );
});

Deno.test("a tab that knows fewer fields of a row takes none from another [controller/NEW-82]", async () => {
  await using tabs = new Tabs();
  const left = tabs.open();
  const args = { id: "rtm" };
  await left.set(Port, args, { ...args, name: "Rotterdam", berths: 7 });
  const right = tabs.open();
  // of two writes in one millisecond, either may be taken for the newer one
  for (const written = Date.now(); Date.now() === written;);
  await right.set(Port, args, { ...args, name: "Rotterdam Maasvlakte" });
  await tabs.settled();
  const { name, berths } = left.get(Port, args)!;
  assertEquals([name, berths], ["Rotterdam Maasvlakte", 7]);
  await left.set(Port, args, { ...args, code: "nl-rtm" });
  await tabs.settled();
  assertEquals({ ...right.get(Port, args) }, { ...left.get(Port, args) });
});

Deno.test("members of a list of several classes come and go in both tabs [controller/NEW-82]", async () => {
  class Buoy extends Entity {
    id = "";
  }
  const schema = new Collection([
    new Union(
      { port: Port, buoy: Buoy },
      ({ id }: { id: string }) => id.startsWith("b") ? "buoy" : "port",
    ),
  ]);
  await using tabs = new Tabs();
  const [left, right] = [tabs.open(), tabs.open()];
  const getMarks = reading(
    "getMarks",
    () => Promise.resolve([{ id: "rtm" }]),
    { schema, dataExpiryLength: 60_000 },
  );
  await left.fetch(getMarks);
  await tabs.settled();
  await left.controller.set(schema.push, {}, { id: "b1" });
  await tabs.settled();
  await Promise.all([
    left.controller.set(schema.remove, {}, { id: "b1" }),
    right.controller.set(schema.push, {}, { id: "b2" }),
  ]);
  await tabs.settled();
  for (const client of [left, right]) {
    assertEquals(
      client.read(getMarks).data?.map(({ id }: { id: string }) => id),
      ["rtm", "b2"],
    );
  }
});

Deno.test("rows have their places in a tab that shows a sorted list for the first time, and join one whose rows it does not know [controller/NEW-82] [schema/COL-70]", async () => {
  class Pier extends Entity {
    id = "";
    port = "";
    depth = 0;
  }
  const schema = new Collection([Pier], {
    order: () => (one, other) => one.depth - other.depth,
  });
  const piers = (port: string) =>
    reading(
      `get ${port}`,
      (_: { port: string }) =>
        Promise.resolve(
          ["1", "2", "3"].map((id) => ({ id, port, depth: +id })),
        ),
      { schema, dataExpiryLength: 60_000 },
    );
  await using tabs = new Tabs();
  const left = tabs.open();
  const shown = (client: Client, port: string) =>
    client.read(piers(port), { port }).data?.map((pier: Pier) => pier.id);
  const rtm = { port: "rtm" };
  await left.set(Pier, { id: "4" }, { id: "4", port: "ant", depth: 2.5 });
  const right = tabs.open();
  await left.fetch(piers("rtm"), rtm);
  await tabs.settled();
  await left.set(Pier, { id: "1" }, { id: "1", depth: 9 });
  await tabs.settled();
  assertEquals(shown(right, "rtm"), ["2", "3", "1"]);
  await left.set(Pier, { id: "4" }, { id: "4", port: "rtm" });
  await tabs.settled();
  for (const client of [left, right]) {
    assertEquals(shown(client, "rtm"), ["2", "4", "3", "1"]);
  }
});

/** Makes one of the changes that are drawn. */
function changePort(
  { controller }: Client,
  kind: "name" | "berths" | "delete" | "push" | "unshift" | "remove",
  id: string,
  value: number,
): void {
  if (kind === "name") {
    controller.set(Port, { id }, { id, name: `${value}` });
  } else if (kind === "berths") {
    controller.set(Port, { id }, { id, berths: value });
  } else if (kind === "delete") {
    controller.set(new Invalidate(Port), { id }, { id });
  } else controller.set(Ports[kind], {}, { id });
}

/** Two tabs have the same when all is told, and nobody requested anything but the first list. */
async function assertEqualEnd(
  tabs: Tabs,
  clients: readonly Client[],
  ids: readonly string[],
): Promise<void> {
  await tabs.settled();
  // what shows the list for the first time catches up
  for (const client of clients) client.read(tabs.getPorts);
  await tabs.settled();
  const [left, right] = clients.map((client) => ({
    ports: ids.map((id) => ({ ...client.get(Port, { id }) })),
    list: client.read(tabs.getPorts).data?.map((port: Port) => port.id),
  }));
  assertEquals(left, right);
  assertEquals(tabs.requests, 1);
  assertEquals(tabs.errors, []);
}

Deno.test("whatever two tabs change at once ends equal in both, with no request [controller/NEW-82]", async () => {
  const ids = ["a", "b", "c"];
  const step = fc.record({
    tab: fc.nat(1),
    kind: fc.constantFrom(
      "name",
      "berths",
      "push",
      "unshift",
      "remove",
      "delete",
      "wait",
    ),
    id: fc.constantFrom(...ids),
    value: fc.nat(9),
  });
  await assertProperty(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 40 }),
      async (steps) => {
        await using tabs = new Tabs();
        const clients = [tabs.open(), tabs.open()];
        await clients[0]!.fetch(tabs.getPorts);
        await tabs.settled();
        for (const { tab, kind, id, value } of steps) {
          if (kind === "wait") await tabs.settled();
          else changePort(clients[tab]!, kind, id, value);
        }
        await assertEqualEnd(tabs, clients, ids);
      },
    ),
    25,
  );
});

for (
  const { title, ids, length, runs } of [
    {
      title: "a thousand changes in two tabs",
      ids: Array.from({ length: 20 }, (_, n) => `p${n}`),
      length: 1000,
      runs: 3,
    },
    // here a row is created, changed and deleted again and again
    {
      title: "twelve changes of one row in two tabs",
      ids: ["p"],
      length: 12,
      runs: 60,
    },
  ]
) {
  Deno.test(`${title} at once end equal in both, with no request [controller/NEW-82]`, async () => {
    await assertProperty(
      fc.asyncProperty(
        fc.array(
          fc.record({
            tab: fc.nat(1),
            kind: fc.constantFrom("name", "berths", "push", "remove", "delete"),
            id: fc.constantFrom(...ids),
            /** Whether what happens in one task ends here. */
            isLast: fc.boolean(),
          }),
          { minLength: length, maxLength: length, size: "max" },
        ),
        async (changes) => {
          await using tabs = new Tabs();
          const clients = [tabs.open(), tabs.open()];
          await clients[0]!.fetch(tabs.getPorts);
          await tabs.settled();
          for (const [value, { tab, kind, id, isLast }] of changes.entries()) {
            changePort(clients[tab]!, kind, id, value);
            // messages cross on their way
            if (isLast) await new Promise((resolve) => setTimeout(resolve));
          }
          await assertEqualEnd(tabs, clients, ids);
        },
      ),
      runs,
    );
  });
}

Deno.test("in mode expire the others are told what to request again [controller/NEW-83]", async () => {
  await using tabs = new Tabs();
  const [left, right] = [
    tabs.open({ mode: "expire" }),
    tabs.open({ mode: "expire" }),
  ];
  const rename = mutating(
    "rename",
    () => Promise.resolve({ id: "rtm", name: "new" }),
    { schema: Port },
  );
  const stop = right.subscribe(tabs.getPorts, [], () => {});
  await right.fetch(tabs.getPorts);
  await left.fetch(rename);
  await until(
    right,
    () => right.getState().getMeta(tabs.getPorts.key())?.expiresAt === 1,
  );
  assertEquals(nameIn(right, "rtm"), "Rotterdam");
  stop();
});

Deno.test("messages of another version, and such that make no sense, are not heard [controller/NEW-84]", async () => {
  await using tabs = new Tabs();
  const [left, right] = [tabs.open({ buster: "1" }), tabs.open()];
  await left.set(Port, { id: "rtm" }, { id: "rtm", name: "one" });
  const named = (version: number) =>
    new BroadcastChannel(`${tabs.channel}:${version}:`);
  const [other, next] = [named(6), named(7)];
  const message = (id: string) => ({
    parts: [{
      name: `Port ${id}`,
      key: "Port",
      pk: id,
      is: { id },
      meta: { fetchedAt: 1, date: 1, expiresAt: 9e15 },
      orders: { base: { seen: 1, sent: 0, reported: 0 }, fields: new Map() },
      indexed: [],
    }],
    changes: [],
    expired: [],
    doubts: [],
  });
  next.postMessage(message("next"));
  for (const nonsense of [null, 7, { parts: [7] }]) other.postMessage(nonsense);
  other.postMessage(message("mark"));
  await until(right, () => right.get(Port, { id: "mark" }));
  for (const channel of [other, next]) channel.close();
  assertEquals(nameIn(right, "rtm"), undefined);
  assertEquals(right.get(Port, { id: "next" }), undefined);
  assertEquals(tabs.errors.length, 3);
});

Deno.test("what cannot be sent is requested again by the others [controller/NEW-85]", async () => {
  await using tabs = new Tabs();
  const getChart = reading("getChart", () => Promise.resolve({ draw() {} }), {
    dataExpiryLength: 60_000,
  });
  const expiries: (number | undefined)[] = [];
  const [left, right] = [0, 1].map(() => {
    const told = Promise.withResolvers<unknown>();
    return { client: tabs.open({ onError: told.resolve }), told: told.promise };
  });
  for (const { client, told } of [right!, left!]) {
    await client.fetch(getChart);
    assert(await told instanceof Error);
    await tabs.settled();
    expiries.push(right!.client.getState().getMeta(getChart.key())?.expiresAt);
  }
  assert(expiries[0]! > 1);
  assertEquals(expiries[1], 1);
});

/** Web Locks of one origin: who asks first holds, the others wait. */
class ManualLocks {
  readonly #queues = new Map<string, (() => void)[]>();

  request(
    name: string,
    { signal }: { signal: AbortSignal },
    hold: () => Promise<void>,
  ): Promise<void> {
    const queue = this.#queues.get(name) ?? [];
    this.#queues.set(name, queue);
    return new Promise((resolve, reject) => {
      const begin = async () => {
        await hold();
        queue.shift();
        queue[0]?.();
        resolve();
      };
      signal.addEventListener("abort", () => {
        const place = queue.indexOf(begin);
        // one that holds already goes on
        if (place > 0) queue.splice(place, 1);
        reject(signal.reason);
      });
      if (queue.push(begin) === 1) queueMicrotask(begin);
    });
  }
}

/** Takes the place of what polls: lists the tabs that would. */
function pollingOf(name: string, polling: string[]): Manager {
  return {
    middleware: () => (next) => (action) => {
      const { type } = action;
      if (type === "rdc/subscribe") polling.push(name);
      else if (type === "rdc/unsubscribe") {
        polling.splice(polling.indexOf(name), 1);
      } else return next(action);
      return Promise.resolve();
    },
    cleanup() {},
  };
}

Deno.test("a tab that is hidden, or shows it no more, leaves polling to another [controller/NEW-87]", async () => {
  Object.defineProperty(navigator, "locks", {
    value: new ManualLocks(),
    configurable: true,
  });
  const polling: string[] = [];
  const open = (name: string, visibility: ManualVisibility) =>
    createClient({
      managers: [
        new TabSyncManager({ channel: "handing over", visibility }),
        pollingOf(name, polling),
        new NetworkManager(),
      ],
    });
  const pages = [new ManualVisibility(), new ManualVisibility()];
  try {
    await using left = open("left", pages[0]!);
    await using right = open("right", pages[1]!);
    const tide = reading("tide", () => Promise.resolve(1), {
      pollFrequency: 1000,
    });
    const clock = reading("clock", () => Promise.resolve(1), {
      pollFrequency: 1000,
      pollInBackground: true,
    });
    const clients = [left, right].map(({ controller }) => controller);
    for (const controller of clients) controller.subscribe(tide);
    await microtasks();
    assertEquals(polling, ["left"]);

    pages[0]!.set(false);
    await microtasks();
    assertEquals(polling, ["right"]);
    pages[0]!.set(true);
    await microtasks();
    assertEquals(polling, ["right"]);

    clients[1]!.unsubscribe(tide);
    await microtasks();
    assertEquals(polling, ["left"]);
    // nobody else is there to poll
    pages[0]!.set(false);
    await microtasks();
    assertEquals(polling, []);

    clients[1]!.subscribe(clock);
    clients[0]!.subscribe(clock);
    pages[1]!.set(false);
    await microtasks();
    assertEquals(polling, ["right"]);
  } finally {
    Reflect.deleteProperty(navigator, "locks");
  }
});

Deno.test("each tab polls where polling is not to be shared [controller/NEW-87]", async () => {
  Object.defineProperty(navigator, "locks", {
    value: new ManualLocks(),
    configurable: true,
  });
  const polling: string[] = [];
  const open = (name: string) =>
    createClient({
      managers: [
        new TabSyncManager({ channel: "not shared", sharePolling: false }),
        pollingOf(name, polling),
        new NetworkManager(),
      ],
    });
  try {
    await using left = open("left");
    await using right = open("right");
    const tide = reading("tide", () => Promise.resolve(1), {
      pollFrequency: 1000,
    });
    for (const { controller } of [left, right]) controller.subscribe(tide);
    await microtasks();
    assertEquals(polling.toSorted(), ["left", "right"]);
  } finally {
    Reflect.deleteProperty(navigator, "locks");
  }
});

Deno.test("polls go on after a restart, each by one tab [controller/NEW-87] [controller/NEW-88]", async () => {
  Object.defineProperty(navigator, "locks", {
    value: new ManualLocks(),
    configurable: true,
  });
  const polling: string[] = [];
  const open = (name: string) => {
    const tabs = new TabSyncManager({ channel: "restart" });
    const client = createClient({
      managers: [tabs, pollingOf(name, polling), new NetworkManager()],
    });
    return { client, tabs };
  };
  const tide = reading("tide", () => Promise.resolve(1), {
    pollFrequency: 1000,
  });
  try {
    const left = open("left");
    const right = open("right");
    await using _left = left.client;
    await using _right = right.client;
    left.client.controller.subscribe(tide);
    right.client.controller.subscribe(tide);
    await microtasks();
    assertEquals(polling, ["left"]);

    left.tabs.cleanup();
    await microtasks();
    assertEquals(polling, ["right"]);
    left.tabs.init();
    await microtasks();
    assertEquals(polling, ["right"]);

    // the one that waited takes over, also if it was started anew meanwhile
    right.client.controller.unsubscribe(tide);
    await microtasks();
    assertEquals(polling, ["left"]);
    left.tabs.cleanup();
    assertEquals(polling, []);
    left.tabs.init();
    await microtasks();
    assertEquals(polling, ["left"]);
    left.client.controller.unsubscribe(tide);
    assertEquals(polling, []);
  } finally {
    Reflect.deleteProperty(navigator, "locks");
  }
});

Deno.test("subscriptions that are no polls are those of the managers that follow [controller/NEW-87]", async () => {
  const locks = { request: () => new Promise(() => {}) };
  Object.defineProperty(navigator, "locks", {
    value: locks,
    configurable: true,
  });
  const subscribed: string[] = [];
  await using client = createClient({
    managers: [
      new TabSyncManager({ channel: "polls" }),
      {
        middleware: () => (next) => (action) => {
          if (action.type === "rdc/subscribe") subscribed.push(action.key);
          return next(action);
        },
        cleanup() {},
      },
      new NetworkManager(),
    ],
  });
  try {
    const get = (name: string, pollFrequency?: number) =>
      reading(name, () => Promise.resolve(1), { pollFrequency } as object);
    const streamed = get("streamed");
    client.controller.subscribe(streamed);
    client.controller.subscribe(get("polled", 1000));
    assertEquals(subscribed, [streamed.key()]);
  } finally {
    Reflect.deleteProperty(navigator, "locks");
  }
});

Deno.test("a closed channel is opened again [controller/NEW-88]", async () => {
  await using tabs = new Tabs();
  const left = tabs.open();
  const manager = new TabSyncManager({ channel: tabs.channel });
  const right = createClient({ managers: [manager, new NetworkManager()] });
  manager.cleanup();
  const sent = Promise.withResolvers<void>();
  const listener = new BroadcastChannel(`${tabs.channel}:6:`);
  listener.onmessage = ({ data }) => data.parts[0] && sent.resolve();
  await left.set(Port, { id: "rtm" }, { id: "rtm", name: "unheard" });
  await sent.promise;
  listener.close();
  manager.init();
  tabs.clients.push(right);
  await tabs.settled();
  assertEquals(nameIn(right, "rtm"), undefined);
  await left.set(Port, { id: "rtm" }, { id: "rtm", name: "heard" });
  await tabs.settled();
  assertEquals(nameIn(right, "rtm"), "heard");
});

Deno.test("a thousand starts and stops leave one manager that tells once [controller/NEW-131]", async () => {
  await using tabs = new Tabs();
  const visibility = new ManualVisibility();
  const manager = new TabSyncManager({ channel: tabs.channel, visibility });
  const left = createClient({ managers: [manager, new NetworkManager()] });
  tabs.clients.push(left);
  tabs.open();
  for (let cycle = 0; cycle < 1000; cycle++) {
    manager.cleanup();
    manager.init();
  }
  assertEquals(visibility.listeners.size, 1);
  let told = 0;
  const listener = new BroadcastChannel(`${tabs.channel}:6:`);
  listener.onmessage = ({ data }) => told += data.parts.length;
  await left.set(Port, { id: "rtm" }, { id: "rtm", name: "Rotterdam" });
  await tabs.settled();
  listener.close();
  // the port, and the marks of both tabs
  assertEquals(told, 3);
});

Deno.test("without channels between tabs nothing is told, and nothing fails [controller/NEW-80]", async () => {
  const { BroadcastChannel } = globalThis;
  Reflect.deleteProperty(globalThis, "BroadcastChannel");
  try {
    await using client = createClient({
      managers: [new TabSyncManager(), new NetworkManager()],
    });
    await client.set(Port, { id: "rtm" }, { id: "rtm", name: "Rotterdam" });
    assertEquals(nameIn(client, "rtm"), "Rotterdam");
  } finally {
    Object.assign(globalThis, { BroadcastChannel });
  }
});
