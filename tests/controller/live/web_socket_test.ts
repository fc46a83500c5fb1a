import { assert, assertEquals, assertThrows } from "@std/assert";
import { withRandomNumbers } from "../../support/property.ts";
import fc from "fast-check";
import {
  type ActionArgs,
  type Client,
  createClient,
  createDataStore,
  DevToolsManager,
  ImmortalGCPolicy,
  type Manager,
  NetworkManager,
  PollingSubscription,
  type SubscribeAction,
  SubscriptionManager,
  type UnsubscribeAction,
} from "../../../controller/mod.ts";
import {
  type StreamHandlers,
  type StreamLink,
  StreamManager,
  type StreamStatus,
  WebSocketManager,
  type WebSocketOptions,
} from "../../../controller/live/push/mod.ts";
import { Collection, Entity, Invalidate } from "../../../schema/mod.ts";
import {
  answering,
  microtasks,
  Port,
  reading,
  recorder,
  recordingConsole,
  Vessel,
} from "../harbour.ts";
import { ManualConnection, ManualVisibility } from "../outside_world.ts";
import { HeldClock } from "./held_clock.ts";
import {
  Happenings,
  type ServedSocket,
  StreamServer,
} from "./stream_servers.ts";
import { assertProperty } from "../../support/property.ts";
import { nextTask } from "../../support/next_task.ts";

/** Tells of messages before they are stored. */
class ListeningManager extends WebSocketManager {
  readonly arrived: Happenings<unknown> = new Happenings();

  protected override open(
    url: string,
    channels: readonly string[],
    handlers: StreamHandlers<CloseEvent>,
  ): StreamLink {
    return super.open(url, channels, {
      ...handlers,
      onMessage: (event) => {
        handlers.onMessage(event);
        this.arrived.add(event.data);
      },
    });
  }
}

/** A client with a socket to a real server, in a world that is moved by hand. */
class Harbour implements AsyncDisposable {
  readonly server: StreamServer;
  readonly clock = new HeldClock();
  readonly connection = new ManualConnection();
  readonly visibility = new ManualVisibility();
  readonly statuses: Happenings<StreamStatus> = new Happenings();
  readonly errors: Happenings<unknown> = new Happenings();
  readonly manager: ListeningManager;
  readonly client: Client;
  /** Told of the subscriptions that pass. */
  passed: (action: SubscribeAction | UnsubscribeAction) => void = () => {};
  readonly later = recorder(() => (next) => (action) => {
    if (action.type === "rdc/subscribe" || action.type === "rdc/unsubscribe") {
      this.passed(action);
    }
    return next(action);
  });

  constructor(
    { devTools, ...options }: Partial<WebSocketOptions> & {
      readonly devTools?: DevToolsManager;
    } = {},
  ) {
    this.server = new StreamServer();
    this.manager = new ListeningManager({
      url: `${this.server.wsUrl}/`,
      entities: { vessel: Vessel, port: Port },
      clock: this.clock,
      random: () => 1,
      connection: this.connection,
      visibility: this.visibility,
      onStatus: this.statuses.add,
      onError: this.errors.add,
      ...options,
    });
    this.client = createClient({
      managers: [
        ...devTools ? [devTools] : [],
        this.manager,
        this.later,
        new NetworkManager(),
        new SubscriptionManager(PollingSubscription),
      ],
      gcPolicy: new ImmortalGCPolicy(),
    });
  }

  /** The next connection, as the server and the client have it. */
  async opened(): Promise<ServedSocket> {
    const socket = await this.server.sockets.next();
    await this.statuses.until("open");
    return socket;
  }

  /** Resolves when the client has stored what a socket sent before. */
  async stored(socket: ServedSocket): Promise<void> {
    const id = `last of ${++this.#last}`;
    const isThere = Promise.withResolvers<void>();
    const stop = this.client.subscribe(() => {
      if (this.client.get(Port, { id })) isThere.resolve();
    });
    socket.send({ type: "port", data: { id } });
    await isThere.promise;
    stop();
  }
  #last = 0;

  /** Sends messages that are stored together, by a manager that collects them. */
  async storeTogether(
    socket: ServedSocket,
    sent: readonly unknown[],
  ): Promise<void> {
    for (const message of sent) socket.send(message);
    for (const _ of sent) await this.manager.arrived.next();
    this.clock.tick(batchMs);
    await nextTask();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.dispose();
    await this.server[Symbol.asyncDispose]();
  }
}

const getVessel = (name = "vessel", options = {}) =>
  reading(name, answering({ id: "1", name: "Orca" }), {
    schema: Vessel,
    ...options,
  });
/** Long enough for a test to say when messages are stored. */
const batchMs = 100;
const byId = (_endpoint: unknown, [{ id }]: ActionArgs) => `vessel-${id}`;
const messages = {
  subscribe: (channels: readonly string[]) => ({ subscribe: channels }),
  unsubscribe: (channels: readonly string[]) => ({ unsubscribe: channels }),
};

Deno.test("what a socket sends is handled as it arrives [controller/NEW-90]", async () => {
  const handled: unknown[] = [];
  await using harbour = new Harbour({
    handle(controller, message) {
      handled.push(message);
      controller.set(Vessel, { id: "1" }, { id: "1", name: "Fram" });
    },
  });
  const socket = await harbour.opened();
  socket.send({ any: "thing" });
  socket.send([1, 2]);
  await harbour.stored(socket);
  assertEquals(handled, [{ any: "thing" }, [1, 2]]);
  assertEquals(harbour.client.get(Vessel, { id: "1" })?.name, "Fram");
});

Deno.test("parse makes messages of what is no JSON, and none of what is no message [controller/NEW-90]", async () => {
  const handled: unknown[] = [];
  await using harbour = new Harbour({
    binaryType: "arraybuffer",
    parse({ data }) {
      if (data === "pong") return undefined;
      if (data instanceof ArrayBuffer) return [...new Uint8Array(data)];
      return JSON.parse(data);
    },
    handle: (_controller, message) => handled.push(message),
  });
  const socket = await harbour.opened();
  socket.sendRaw("pong");
  socket.sendRaw(new Uint8Array([1, 2]).buffer);
  await harbour.stored(socket);
  assertEquals(handled, [[1, 2]]);
  assertEquals(harbour.errors.all, []);
});

Deno.test("the address may be asked for before each connection, and protocols are offered [controller/NEW-90]", async () => {
  let asked = 0;
  const server = new StreamServer();
  await using harbour = new Harbour({
    url: async () => {
      await Promise.resolve();
      return new URL(`${server.wsUrl}/?token=${++asked}`);
    },
    protocols: ["harbour", "quay"],
  });
  await using _server = server;
  const first = await server.sockets.next();
  assertEquals([first.path, first.protocol], ["/?token=1", "harbour"]);
  await harbour.statuses.until("open");
  first.close();
  await harbour.statuses.until("waiting");
  harbour.clock.tick(1000);
  assertEquals((await server.sockets.next()).path, "/?token=2");
});

Deno.test("an address that cannot be had, or is none, is asked for again later [controller/NEW-90]", async () => {
  let asked = 0;
  const server = new StreamServer();
  await using harbour = new Harbour({
    url: () => {
      asked++;
      if (asked === 1) throw new Error("no token");
      if (asked === 2) return "not an address:";
      return `${server.wsUrl}/`;
    },
  });
  await using _server = server;
  await harbour.statuses.until("waiting");
  harbour.clock.tick(1000);
  await harbour.statuses.until("waiting");
  harbour.clock.tick(2000);
  await harbour.statuses.until("open");
  const [first, second] = harbour.errors.all as Error[];
  assertEquals(first!.message, "no token");
  assert(second instanceof DOMException, String(second));
});

Deno.test("entities are stored by the type of their message, with arguments if it has some [controller/NEW-91]", async () => {
  const args: unknown[] = [];
  class Berth extends Entity {
    id = "";
    static override process(
      input: Berth,
      _parent: unknown,
      _key: unknown,
      given: readonly unknown[],
    ) {
      args.push(given);
      return { ...input };
    }
  }
  const handled: unknown[] = [];
  await using harbour = new Harbour({
    entities: { berth: Berth, port: Port, gone: new Invalidate(Berth) },
    handle: (_controller, message) => handled.push(message),
  });
  const socket = await harbour.opened();
  socket.send({ type: "berth", data: { id: "1" } });
  socket.send({ type: "berth", args: [{ quay: "A" }], data: { id: "2" } });
  socket.send({ type: "berth", data: { id: "3" } });
  socket.send({ type: "toString", data: { id: "4" } });
  socket.send({ data: { id: "5" } });
  await harbour.stored(socket);
  const { client } = harbour;
  assertEquals(
    ["1", "2", "3", "4", "5"].map((id) => client.get(Berth, { id })?.id),
    ["1", "2", "3", undefined, undefined],
  );
  assertEquals(args, [[{ id: "1" }], [{ quay: "A" }], [{ id: "3" }]]);
  assertEquals(handled, [
    { type: "toString", data: { id: "4" } },
    { data: { id: "5" } },
  ]);
  socket.send({ type: "gone", data: { id: "1" } });
  await harbour.stored(socket);
  assertEquals(
    ["1", "2", "3"].map((id) => client.get(Berth, { id })?.id),
    [undefined, "2", "3"],
  );
});

Deno.test("the status tells what the connection is doing [controller/NEW-92]", async () => {
  await using harbour = new Harbour();
  const { manager, statuses } = harbour;
  assertEquals(manager.status, "idle");
  const socket = await harbour.opened();
  assertEquals(manager.status, "open");
  socket.close();
  await statuses.until("waiting");
  harbour.clock.tick(1000);
  await harbour.opened();
  manager.close();
  manager.connect();
  await harbour.opened();
  harbour.client.dispose();
  assertEquals(statuses.all, [
    ...["connecting", "open", "waiting", "connecting", "open"],
    ...["closed", "connecting", "open", "idle"],
  ]);
});

Deno.test("a store that is not started connects to nothing [controller/NEW-92]", async () => {
  await using server = new StreamServer();
  let asked = 0;
  const url = () => {
    asked++;
    return server.wsUrl;
  };
  const clock = new HeldClock();
  const manager = new WebSocketManager({ url, clock, subscribe: () => "all" });
  const managers = [manager, new NetworkManager()];
  const { controller } = createDataStore({ managers });
  controller.subscribe(getVessel(), { id: "1" });
  await new Promise((resolve) => clock.setTimeout(() => resolve(0), 0));
  assertEquals([asked, manager.status], [0, "idle"]);
});

Deno.test("where there are no sockets nothing is connected, and polling goes on [controller/NEW-92]", async () => {
  const { WebSocket } = globalThis;
  Reflect.deleteProperty(globalThis, "WebSocket");
  try {
    await using harbour = new Harbour({ subscribe: byId });
    const isPolled = Promise.withResolvers<void>();
    const poll = (_args: { id: string }) => {
      isPolled.resolve();
      return Promise.resolve({ id: "1" });
    };
    const endpoint = reading("vessel", poll, { pollFrequency: 1_000_000 });
    harbour.client.controller.subscribe(endpoint, { id: "1" });
    await isPolled.promise;
    assertEquals(harbour.manager.status, "idle");
    harbour.client.controller.unsubscribe(endpoint, { id: "1" });
  } finally {
    globalThis.WebSocket = WebSocket;
  }
});

Deno.test("a lazy manager connects with the first subscription and disconnects five seconds after the last [controller/NEW-92]", async () => {
  await using harbour = new Harbour({ lazy: true, subscribe: byId, messages });
  const { client: { controller }, clock, statuses } = harbour;
  const endpoint = getVessel();
  await nextTask();
  assertEquals(statuses.all, []);

  controller.subscribe(endpoint, { id: "1" });
  const socket = await harbour.opened();
  controller.unsubscribe(endpoint, { id: "1" });
  clock.tick(4999);
  controller.subscribe(endpoint, { id: "2" });
  clock.tick(1);
  controller.unsubscribe(endpoint, { id: "2" });
  clock.tick(4999);
  await nextTask();
  assertEquals(harbour.manager.status, "open");
  clock.tick(1);
  await statuses.until("idle");
  assertEquals(await socket.closed, 1005);

  controller.subscribe(endpoint, { id: "3" });
  const next = await harbour.opened();
  assertEquals(await next.received.next(), { subscribe: ["vessel-3"] });
  assertEquals(harbour.later.types, [], "nothing was missed, nothing expires");
});

Deno.test("the time before the next attempt doubles, up to a limit, and half of it is left to chance [controller/NEW-93]", async () => {
  const expected = [
    [0, [500, 1000, 2000, 4000, 8000, 15_000, 15_000]],
    [1, [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]],
  ] as const;
  for (const [chance, delays] of expected) {
    await using harbour = new Harbour({
      url: () => Promise.reject(new Error("no token")),
      random: () => chance,
    });
    const seen: number[] = [];
    for (const _ of delays) {
      await harbour.statuses.until("waiting");
      assertEquals(harbour.clock.pending.length, 1);
      seen.push(...harbour.clock.pending);
      harbour.clock.tick(seen.at(-1)!);
    }
    assertEquals(seen, [...delays]);
  }
});

Deno.test("base and max of the delay can be chosen, and after so many attempts it is enough [controller/NEW-93]", async () => {
  await using harbour = new Harbour({
    url: () => Promise.reject(new Error("no token")),
    reconnect: { base: 10, max: 25, attempts: 3 },
  });
  for (const delay of [10, 20, 25]) {
    await harbour.statuses.until("waiting");
    assertEquals(harbour.clock.pending, [delay]);
    harbour.clock.tick(delay);
  }
  await harbour.statuses.until("closed");
  assertEquals(harbour.clock.pending, []);

  harbour.manager.connect();
  await harbour.statuses.until("waiting");
  assertEquals(harbour.clock.pending, [10], "asked to, it begins anew");
});

Deno.test("only a connection that lasted ten seconds makes the next attempt the first again [controller/NEW-93]", async () => {
  await using harbour = new Harbour();
  for (const [age, delay] of [[0, 1000], [9999, 2000], [10_000, 1000]]) {
    const socket = await harbour.opened();
    harbour.clock.tick(age!);
    socket.close();
    await harbour.statuses.until("waiting");
    assertEquals(harbour.clock.pending, [delay]);
    harbour.clock.tick(delay!);
  }
});

Deno.test("who subscribes while the manager waits does not make it connect sooner [controller/NEW-93]", async () => {
  await using harbour = new Harbour({ subscribe: byId, messages });
  (await harbour.opened()).close();
  await harbour.statuses.until("waiting");
  harbour.client.controller.subscribe(getVessel(), { id: "1" });
  await nextTask();
  assertEquals(harbour.manager.status, "waiting");
  harbour.clock.tick(1000);
  const socket = await harbour.opened();
  assertEquals(await socket.received.next(), { subscribe: ["vessel-1"] });
});

Deno.test("offline it waits for the network, and then connects at once [controller/NEW-93]", async () => {
  await using harbour = new Harbour();
  const { connection, clock, statuses } = harbour;
  const first = await harbour.opened();
  connection.set(false);
  first.close();
  await statuses.until("waiting");
  clock.tick(1_000_000);
  await nextTask();
  assertEquals(harbour.manager.status, "waiting");
  connection.set(true);
  const second = await harbour.opened();

  second.close();
  await statuses.until("waiting");
  connection.set(true);
  await harbour.opened();
  assertEquals(clock.pending, [], "nor is the delay waited for");
});

Deno.test("the first attempt does not ask whether there is a network: platforms are often wrong [controller/NEW-93]", async () => {
  await using harbour = new Harbour({
    connection: new ManualConnection(false),
  });
  await harbour.opened();
});

Deno.test("a hidden page disconnects if it is told to [controller/NEW-93]", async () => {
  await using harbour = new Harbour({ closeWhenHidden: true });
  const { visibility, statuses } = harbour;
  const socket = await harbour.opened();
  visibility.set(false);
  await statuses.until("idle");
  await socket.closed;
  visibility.set(true);
  await harbour.opened();

  await using other = new Harbour();
  await other.opened();
  other.visibility.set(false);
  await nextTask();
  assertEquals(other.manager.status, "open");
});

Deno.test("a server that is done with the client, or refuses it, is left alone [controller/NEW-93]", async () => {
  for (
    const [code, status] of [[1000, "closed"], [1008, "closed"], [
      3000,
      "waiting",
    ]] as const
  ) {
    await using harbour = new Harbour();
    (await harbour.opened()).close(code);
    await harbour.statuses.until(status);
  }
  // the transport of these tests sends no other code than 1000 by itself
  const codes: number[] = [];
  await using harbour = new Harbour({
    reconnect: {
      should({ code }) {
        codes.push(code);
        if (code === 4001) throw new Error("a mistake of the application");
        return code === 1000;
      },
    },
  });
  for (
    const [code, status] of [[1000, "waiting"], [4001, "waiting"], [
      4000,
      "closed",
    ]] as const
  ) {
    (await harbour.opened()).close(code);
    await harbour.statuses.until(status);
    harbour.clock.tick(30_000);
  }
  assertEquals(codes, [1000, 4001, 4000]);
  assertEquals(harbour.errors.all.map(String), [
    "Error: a mistake of the application",
  ]);
});

Deno.test("after a gap what is subscribed is requested once [controller/NEW-95]", async () => {
  await using harbour = new Harbour({
    subscribe: ({ schema }, [{ id }]) =>
      schema === Vessel ? `vessel-${id}` : undefined,
    messages,
  });
  const { client } = harbour;
  const vessel = answering({ id: "1", name: "Orca" });
  const port = answering({ id: "2", name: "Oslo" });
  const settled = () => client.allSettled();
  const stops = [
    client.subscribe(
      reading("vessel", vessel, { schema: Vessel }),
      [{ id: "1" }],
      () => {},
      { live: true },
    ),
    client.subscribe(
      reading("port", port, { schema: Port }),
      [{ id: "2" }],
      () => {},
    ),
  ];
  const first = await harbour.opened();
  await settled();
  assertEquals([vessel.calls.length, port.calls.length], [1, 1]);
  first.close();
  await harbour.statuses.until("waiting");
  harbour.clock.tick(1000);
  const second = await harbour.opened();
  assertEquals(await second.received.next(), { subscribe: ["vessel-1"] });
  await settled();
  assertEquals([vessel.calls.length, port.calls.length], [2, 1]);
  for (const stop of stops) stop();
});

Deno.test("a first connection that took several attempts has a gap, too [controller/NEW-95]", async () => {
  const gaps: number[] = [];
  const server = new StreamServer();
  let asked = 0;
  await using harbour = new Harbour({
    url: () => {
      if (++asked < 3) throw new Error("no token");
      return server.wsUrl;
    },
    onReconnect: (_controller, { downMs }) => gaps.push(downMs),
  });
  await using _server = server;
  for (const delay of [1000, 2000]) {
    await harbour.statuses.until("waiting");
    harbour.clock.tick(delay);
  }
  await harbour.statuses.until("open");
  assertEquals(gaps, [3000]);
});

Deno.test("an application fetches what was missed its own way [controller/NEW-95]", async () => {
  const gaps: unknown[] = [];
  await using harbour = new Harbour({
    subscribe: byId,
    onReconnect(controller, gap) {
      gaps.push([controller === harbour.client.controller, gap]);
    },
  });
  harbour.client.controller.subscribe(getVessel(), { id: "1" });
  const first = await harbour.opened();
  assertEquals(gaps, []);
  harbour.clock.tick(500);
  first.close();
  await harbour.statuses.until("waiting");
  harbour.clock.tick(1000);
  await harbour.opened();
  assertEquals(gaps, [[true, { downMs: 1000 }]]);
  harbour.manager.close();
  harbour.clock.tick(700);
  harbour.manager.connect();
  await harbour.opened();
  assertEquals(gaps.at(-1), [true, { downMs: 700 }]);
  assertEquals(harbour.later.types, []);
});

Deno.test("channels are subscribed once for all who want them, and together [controller/NEW-96]", async () => {
  await using harbour = new Harbour({ subscribe: byId, messages });
  const { client: { controller }, later } = harbour;
  const one = getVessel("one");
  const other = getVessel("other");
  const socket = await harbour.opened();

  controller.subscribe(one, { id: "1" });
  controller.subscribe(one, { id: "1" });
  controller.subscribe(other, { id: "1" });
  controller.subscribe(one, { id: "2" });
  controller.subscribe(one, { id: "3" });
  controller.unsubscribe(one, { id: "3" });
  assertEquals(await socket.received.next(), {
    subscribe: ["vessel-1", "vessel-2"],
  });

  controller.unsubscribe(one, { id: "1" });
  controller.unsubscribe(one, { id: "1" });
  controller.unsubscribe(one, { id: "2" });
  controller.subscribe(one, { id: "4" });
  assertEquals(await socket.received.next(), { unsubscribe: ["vessel-2"] });
  assertEquals(await socket.received.next(), { subscribe: ["vessel-4"] });

  controller.unsubscribe(other, { id: "1" });
  assertEquals(await socket.received.next(), { unsubscribe: ["vessel-1"] });
  harbour.manager.send(["nothing else"]);
  assertEquals(await socket.received.next(), ["nothing else"]);
  assertEquals(later.types, [], "nobody else sees them");
});

Deno.test("what was subscribed without a connection is subscribed when there is one, once [controller/NEW-96]", async () => {
  await using harbour = new Harbour({ subscribe: byId, messages });
  const { client: { controller } } = harbour;
  const endpoint = getVessel();
  controller.subscribe(endpoint, { id: "1" });
  controller.subscribe(endpoint, { id: "2" });
  const first = await harbour.opened();
  assertEquals(await first.received.next(), {
    subscribe: ["vessel-1", "vessel-2"],
  });

  first.close();
  await harbour.statuses.until("waiting");
  controller.unsubscribe(endpoint, { id: "1" });
  controller.subscribe(endpoint, { id: "3" });
  harbour.clock.tick(1000);
  const second = await harbour.opened();
  assertEquals(await second.received.next(), {
    subscribe: ["vessel-2", "vessel-3"],
  });
  assertEquals(first.received.all.length, 1);
});

Deno.test("subscriptions without a channel pass, also when subscribe throws [controller/NEW-96]", async () => {
  await using harbour = new Harbour({
    subscribe(_endpoint, [{ id }]) {
      if (id === "2") throw new Error("no channel");
      return undefined;
    },
  });
  const { client: { controller }, later } = harbour;
  const endpoint = getVessel("vessel", { pollFrequency: 1_000_000 });
  for (const id of ["1", "2"]) {
    controller.subscribe(endpoint, { id });
    controller.unsubscribe(endpoint, { id });
  }
  assertEquals(later.types, [
    ...["rdc/subscribe", "rdc/unsubscribe"],
    ...["rdc/subscribe", "rdc/unsubscribe"],
  ]);
  assertEquals(harbour.errors.all.map(String), ["Error: no channel"]);
});

Deno.test("messages wait for the connection, in their order, a thousand at most [controller/NEW-97]", async () => {
  await using harbour = new Harbour({ subscribe: byId, messages });
  const { manager } = harbour;
  harbour.client.controller.subscribe(getVessel(), { id: "1" });
  for (let count = 0; count < 1000; count++) manager.send({ count });
  assertThrows(
    () => manager.send("one too many"),
    Error,
    "1000 others wait already",
  );
  const socket = await harbour.opened();
  manager.send({ count: 1000 });
  assertEquals(await socket.received.next(), { subscribe: ["vessel-1"] });
  for (let count = 0; count <= 1000; count++) {
    assertEquals(await socket.received.next(), { count });
  }

  socket.close();
  await harbour.statuses.until("waiting");
  manager.send(["of the gap"]);
  harbour.clock.tick(1000);
  const second = await harbour.opened();
  assertEquals(await second.received.next(), { subscribe: ["vessel-1"] });
  assertEquals(
    await second.received.next(),
    ["of the gap"],
    "nothing is sent twice",
  );
});

Deno.test("texts and binary data are sent as they are [controller/NEW-97]", async () => {
  await using harbour = new Harbour();
  const socket = await harbour.opened();
  const { manager } = harbour;
  manager.send('{"a":1}');
  manager.send(new Uint8Array([1, 2]));
  manager.send(new Uint8Array([3]).buffer);
  manager.send(new Blob(["x"]));
  manager.send(undefined);
  manager.send([4]);
  assertEquals(await socket.received.next(), { a: 1 });
  const bytes = async () => [
    ...new Uint8Array(await socket.received.next() as ArrayBuffer),
  ];
  assertEquals(await bytes(), [1, 2]);
  assertEquals(await bytes(), [3]);
  assertEquals(await bytes(), ["x".charCodeAt(0)]);
  assertEquals(await socket.received.next(), [4]);
});

Deno.test("a connection without a sign of life is asked for one, and made anew without an answer [controller/NEW-98]", async () => {
  await using harbour = new Harbour({
    heartbeat: { interval: 10_000, message: { type: "ping" }, timeout: 3000 },
  });
  const { clock, statuses } = harbour;
  const socket = await harbour.opened();
  clock.tick(9999);
  await harbour.stored(socket);
  clock.tick(9999);
  harbour.manager.send(["nothing was asked, it was heard of meanwhile"]);
  await socket.received.next();
  assertEquals(socket.received.all.length, 1);
  clock.tick(1);
  assertEquals(await socket.received.next(), { type: "ping" });
  clock.tick(2999);
  await harbour.stored(socket);
  clock.tick(1);
  await nextTask();
  assertEquals(harbour.manager.status, "open");

  clock.tick(9999);
  assertEquals(await socket.received.next(), { type: "ping" });
  clock.tick(3000);
  await statuses.until("waiting");
  await socket.closed;
  clock.tick(1000);
  const next = await harbour.opened();
  clock.tick(10_000);
  assertEquals(await next.received.next(), { type: "ping" }, "also at first");
  harbour.manager.close();
  assertEquals(clock.pending, [], "a connection that is over is not asked");
});

Deno.test("messages that arrive together are one commit, in their order [controller/NEW-99]", async () => {
  const order: unknown[] = [];
  await using harbour = new Harbour({
    batchMs,
    handle: (controller) =>
      order.push(
        controller.get(Vessel, { id: "1" }, controller.getState())?.name,
      ),
  });
  const { client } = harbour;
  const socket = await harbour.opened();
  const named = (name: string) => ({ type: "vessel", data: { id: "1", name } });
  let commits = 0;
  client.subscribe(() => commits++);

  await harbour.storeTogether(socket, [
    named("Orca"),
    { type: "port", data: { id: "7" } },
    named("Fram"),
  ]);
  assertEquals(commits, 1);
  assertEquals(client.get(Vessel, { id: "1" })?.name, "Fram");
  assertEquals(client.get(Port, { id: "7" })?.id, "7");

  await harbour.storeTogether(socket, [
    named("Tern"),
    { type: "what?" },
    named("Skua"),
    named("Fulmar"),
  ]);
  assertEquals(order, ["Tern"], "what came before it is stored, and no more");
  assertEquals(commits, 3);
  assertEquals(client.get(Vessel, { id: "1" })?.name, "Fulmar");
});

Deno.test("without a time to collect them, messages of one task are one commit [controller/NEW-99]", async () => {
  await using harbour = new Harbour();
  const socket = await harbour.opened();
  const commits: number[] = [];
  harbour.client.subscribe((_state, { entities }) => {
    commits.push(entities.get("Vessel")?.size ?? 0);
  });
  for (let id = 0; id < 100; id++) {
    socket.send({ type: "vessel", data: { id: `${id}` } });
  }
  await harbour.stored(socket);
  assertEquals(commits.reduce((sum, size) => sum + size), 100);
  // how many tasks the network takes is its own affair
  assert(commits.length <= 100, `${commits.length} commits`);
});

Deno.test("stored together, messages leave what they would leave one by one [controller/NEW-99]", async () => {
  class Item extends Entity {
    id = "";
    name = "";
    parent: Item | undefined = undefined;
    static override schema = { parent: this };
  }
  class Reading extends Entity {
    id = "";
    version = 0;
    static override shouldReorder(
      _existingMeta: unknown,
      _incomingMeta: unknown,
      existing: Reading,
      incoming: Reading,
    ) {
      return incoming.version < existing.version;
    }
  }
  const list = new Collection([Item], {
    argsKey: ({ group }: { group?: string }) => ({ group }),
  });
  const entities = {
    item: Item,
    reading: Reading,
    list,
    gone: new Invalidate(Item),
    push: list.push,
    unshift: list.unshift,
    remove: list.remove,
  };
  const id = fc.constantFrom("1", "2", "3");
  const item = fc.record({ id, name: fc.string() }, { requiredKeys: ["id"] });
  const group = fc.constantFrom("a", "b");
  const message = fc.oneof(
    fc.record({
      type: fc.constant("item"),
      data: fc.record({ id, name: fc.string(), parent: item }, {
        requiredKeys: ["id"],
      }),
    }),
    fc.record({
      type: fc.constant("reading"),
      data: fc.record({ id, version: fc.nat(3) }),
    }),
    fc.record({ type: fc.constant("gone"), data: fc.record({ id }) }),
    fc.record({
      type: fc.constantFrom("push", "unshift", "remove"),
      args: fc.tuple(fc.record({ group })),
      data: item,
    }),
    fc.record({
      type: fc.constant("list"),
      args: fc.tuple(fc.record({ group })),
      data: fc.array(item),
    }),
    fc.record({
      type: fc.constant("item"),
      data: fc.constantFrom<unknown>({ name: "no id" }, "text", null, 7),
    }),
  );
  const restore = silenceConsole();
  try {
    await assertProperty(
      fc.asyncProperty(
        fc.array(fc.array(message, { maxLength: 8 }), { maxLength: 5 }),
        async (batches) => {
          const [together, errors] = await stored(batches);
          const [apart, errorsApart] = await stored(
            batches.flat().map((message) => [message]),
          );
          assertEquals(together, apart);
          assertEquals(errors, errorsApart);
        },
      ),
      300,
    );
  } finally {
    restore();
  }

  /** What a client shows after messages, some of which arrived together. */
  async function stored(batches: readonly (readonly unknown[])[]) {
    const clock = new HeldClock();
    const errors: string[] = [];
    const link = new Link();
    const manager = new LinkedManager(() => link, {
      url: "",
      entities,
      clock,
      batchMs,
      onError: (error) => errors.push(String(error)),
    });
    using client = createClient({
      managers: [manager, new NetworkManager()],
      gcPolicy: new ImmortalGCPolicy(),
    });
    for (const group of ["a", "b"]) client.set(list, { group }, [{ id: "1" }]);
    await nextTask();
    link.handlers!.onOpen();
    for (const batch of batches) {
      for (const message of batch) link.send(message);
      clock.tick(batchMs);
    }
    await microtasks();
    return [client.getState().toJSON().entities, errors] as const;
  }
});

Deno.test("10,000 messages at once leave room for others between them [controller/NEW-99]", async () => {
  await using harbour = new Harbour({ batchMs });
  const { client, manager, clock } = harbour;
  const socket = await harbour.opened();
  const count = 10_000;
  let commits = 0;
  client.subscribe(() => commits++);
  for (let id = 0; id < count; id++) {
    socket.send({ type: "vessel", data: { id: `${id}` } });
  }
  for (let id = 0; id < count; id++) await manager.arrived.next();
  clock.tick(batchMs);

  let others = 0;
  while (client.get(Vessel, { id: `${count - 1}` }) === undefined) {
    await nextTask();
    others++;
  }
  assertEquals(commits, Math.ceil(count / 256));
  assertEquals(
    others,
    commits - 1,
    "a task of others after each of the manager",
  );
  assertEquals(
    Object.keys(client.getState().toJSON().entities["Vessel"]!).length,
    count,
  );
});

Deno.test("a page whose timers are held back stores messages as they arrive [controller/NEW-99]", async () => {
  await using harbour = new Harbour({ batchMs });
  const { client, manager, clock } = harbour;
  const socket = await harbour.opened();
  const send = async (id: string) => {
    socket.send({ type: "vessel", data: { id } });
    await manager.arrived.next();
  };
  // a timer that should have run long ago
  clock.isHeldBack = true;
  await send("1");
  clock.tick(batchMs + 1000);
  await send("2");
  assertEquals(client.get(Vessel, { id: "1" }), undefined);
  clock.tick(1);
  await send("3");
  assertEquals(
    ["1", "2", "3"].map((id) => client.get(Vessel, { id })?.id),
    ["1", "2", "3"],
  );
});

Deno.test("what cannot be parsed, handled or stored is reported, and the rest is stored [controller/NEW-100]", async () => {
  class Strict extends Entity {
    id = "";
    static override mergeWithStore(
      ...args: Parameters<typeof Entity.mergeWithStore>
    ) {
      if (args[3].isRefused) throw new Error("refused late");
      return super.mergeWithStore(...args);
    }
  }
  const restore = silenceConsole();
  try {
    await using harbour = new Harbour({
      batchMs,
      entities: { vessel: Vessel, strict: Strict },
      handle(_controller, message) {
        if (message === null) return;
        if (message === 1) throw new Error("thrown");
        if (message === 2) return Promise.reject(new Error("rejected"));
      },
    });
    const { client } = harbour;
    const socket = await harbour.opened();
    client.set(Strict, { id: "1" }, { id: "1" });
    const vessel = (data: unknown) => ({ type: "vessel", data });
    socket.sendRaw("no JSON");
    await harbour.storeTogether(socket, [
      1,
      2,
      null,
      vessel({ id: "1" }),
      vessel({ name: "no id" }),
      vessel("text"),
      vessel(undefined),
      vessel({ id: "2" }),
      { type: "strict", data: { id: "1", isRefused: true } },
      vessel({ id: "3" }),
    ]);
    await harbour.manager.arrived.next();
    harbour.clock.tick(batchMs);
    await nextTask();
    assertEquals(
      ["1", "2", "3"].map((id) => client.get(Vessel, { id })?.id),
      ["1", "2", "3"],
    );
    assertEquals(harbour.manager.status, "open");
    const said = harbour.errors.all.map((error) => (error as Error).message);
    const expected = [
      /JSON/,
      /^thrown$/,
      /^rejected$/,
      /no usable primary key|pk/i,
      /text/,
      /found "undefined"/,
      /refused late/,
    ];
    for (const text of expected) {
      assertEquals(
        said.filter((message) => text.test(message)).length,
        1,
        `${text} in ${said.join(" | ")}`,
      );
    }
    assertEquals(said.length, expected.length);
  } finally {
    restore();
  }
});

Deno.test("errors go to the console if nobody else wants them [controller/NEW-100]", async () => {
  const records = await recordingConsole(async () => {
    await using harbour = new Harbour({ onError: undefined });
    const socket = await harbour.opened();
    socket.sendRaw("no JSON");
    await harbour.stored(socket);
  });
  assertEquals(records.map(({ method }) => method), ["error"]);
  assert(records[0]!.args[0] instanceof SyntaxError);
});

Deno.test("stopped it disconnects for good, started again it connects and subscribes again [controller/NEW-101]", async () => {
  await using harbour = new Harbour({ subscribe: byId, messages, batchMs });
  const { client, manager, clock } = harbour;
  client.controller.subscribe(getVessel(), { id: "1" });
  const first = await harbour.opened();
  first.send({ type: "vessel", data: { id: "1" } });
  await manager.arrived.next();
  manager.cleanup();
  assertEquals(clock.pending, []);
  assertEquals(await first.closed, 1005);
  client.controller.subscribe(getVessel(), { id: "2" });
  manager.connect();
  await nextTask();
  assertEquals(manager.status, "idle", "whatever is asked of it meanwhile");
  assertEquals(harbour.connection.listenerCount, 0);
  assertEquals(harbour.visibility.listeners.size, 0);
  manager.close();

  manager.init();
  const second = await harbour.opened();
  assertEquals(await second.received.next(), {
    subscribe: ["vessel-1", "vessel-2"],
  });
  await harbour.storeTogether(second, [{ type: "port", data: { id: "7" } }]);
  assertEquals(client.get(Port, { id: "7" })?.id, "7");
  assertEquals(client.get(Vessel, { id: "1" }), undefined);

  second.close();
  await harbour.statuses.until("waiting");
  manager.cleanup();
  assertEquals(clock.pending, [], "nor does it wait for another attempt");

  manager.init();
  manager.cleanup();
  await nextTask();
  assertEquals([manager.status, harbour.server.sockets.all.length], [
    "idle",
    2,
  ]);
});

Deno.test("stopped while its address is asked for, it neither connects nor complains [controller/NEW-101]", async () => {
  const server = new StreamServer();
  const asked: PromiseWithResolvers<string>[] = [];
  await using harbour = new Harbour({
    url: () => {
      asked.push(Promise.withResolvers<string>());
      return asked.at(-1)!.promise;
    },
  });
  await using _server = server;
  const { manager, errors, statuses, clock } = harbour;
  await statuses.until("connecting");
  manager.cleanup();
  manager.init();
  await statuses.until("connecting");
  manager.cleanup();
  asked[0]!.resolve(server.wsUrl);
  asked[1]!.reject(new Error("no token"));
  await nextTask();
  assertEquals([manager.status, errors.all, clock.pending], ["idle", [], []]);

  manager.init();
  await statuses.until("connecting");
  asked[2]!.resolve(server.wsUrl);
  await statuses.until("open");
  assertEquals(server.sockets.all.length, 1);
});

Deno.test("a lazy manager that is stopped leaves no timer behind [controller/NEW-101]", async () => {
  await using harbour = new Harbour({ lazy: true, subscribe: byId });
  const { client: { controller }, clock, manager } = harbour;
  controller.subscribe(getVessel(), { id: "1" });
  await harbour.opened();
  controller.unsubscribe(getVessel(), { id: "1" });
  assertEquals(clock.pending, [5000]);
  manager.cleanup();
  assertEquals(clock.pending, []);
});

Deno.test("a connection that is over says nothing any more [controller/NEW-101]", async () => {
  const links: Link[] = [];
  const statuses: StreamStatus[] = [];
  const manager = new LinkedManager(() => {
    const link = new Link();
    links.push(link);
    return link;
  }, {
    url: "",
    entities: { vessel: Vessel },
    clock: new HeldClock(),
    onStatus: (status) => statuses.push(status),
  });
  using client = createClient({ managers: [manager, new NetworkManager()] });
  await nextTask();
  const [first] = links;
  manager.close();
  assert(first!.isClosed, "also one that was never opened");
  manager.connect();
  await nextTask();
  const [, second] = links;
  const { onOpen, onLost } = first!.handlers!;
  onOpen();
  first!.send({ type: "vessel", data: { id: "1" } });
  onLost();
  second!.handlers!.onOpen();
  second!.send({ type: "vessel", data: { id: "2" } });
  await nextTask();
  assertEquals(client.get(Vessel, { id: "1" }), undefined);
  assertEquals(client.get(Vessel, { id: "2" })?.id, "2");
  assertEquals(statuses, ["connecting", "closed", "connecting", "open"]);
});

Deno.test("a reset keeps the connection and forgets what was on its way [controller/NEW-101]", async () => {
  let resets = 0;
  await using harbour = new Harbour({
    batchMs,
    onReset() {
      resets++;
      harbour.manager.close();
    },
  });
  const { client, manager, clock } = harbour;
  manager.send(["of the session before"]);
  client.resetEntireStore();
  assertEquals([resets, manager.status], [0, "idle"]);
  await nextTask();
  assertEquals([resets, manager.status], [1, "closed"]);

  manager.connect();
  const socket = await harbour.opened();
  socket.send({ type: "vessel", data: { id: "1" } });
  await manager.arrived.next();
  const resetting = client.resetEntireStore();
  assertEquals(manager.status, "open");
  clock.tick(batchMs);
  assertEquals(client.get(Vessel, { id: "1" }), undefined);
  await resetting;
  assertEquals(resets, 2);
  assertEquals(socket.received.all, []);
});

Deno.test("after a reset a connection is made anew, with another address, and what comes over the one before is nothing [controller/NEW-101]", async () => {
  let user = "ann";
  const urls: string[] = [];
  await using harbour: Harbour = new Harbour({
    url: () => {
      urls.push(user);
      return `${harbour.server.wsUrl}/`;
    },
  });
  const { client } = harbour;
  const first = await harbour.opened();
  user = "bob";
  await client.resetEntireStore();
  first.send({ type: "vessel", data: { id: "1" } });
  const second = await harbour.opened();
  assertEquals(urls, ["ann", "bob"]);
  second.send({ type: "vessel", data: { id: "2" } });
  await harbour.stored(second);
  assertEquals(client.get(Vessel, { id: "1" }), undefined);
  assertEquals(client.get(Vessel, { id: "2" })?.id, "2");
});

Deno.test("who logs in after a connection was refused between two sessions requests nothing twice [controller/NEW-92] [controller/NEW-101]", async () => {
  let isLoggedIn = true;
  await using harbour: Harbour = new Harbour({
    lazy: true,
    subscribe: byId,
    messages,
    url: () =>
      isLoggedIn
        ? `${harbour.server.wsUrl}/`
        : Promise.reject(new Error("not logged in")),
  });
  const { client: { controller }, clock } = harbour;
  const endpoint = getVessel();
  controller.subscribe(endpoint, { id: "1" });
  await harbour.opened();
  isLoggedIn = false;
  await controller.resetEntireStore();
  await harbour.statuses.until("waiting");
  await harbour.errors.next();
  controller.unsubscribe(endpoint, { id: "1" });
  await harbour.statuses.until("idle");

  isLoggedIn = true;
  harbour.later.types.length = 0;
  controller.subscribe(endpoint, { id: "1" });
  clock.tick(1000);
  const socket = await harbour.opened();
  await harbour.stored(socket);
  assertEquals(
    harbour.later.types.filter((type) => type === "rdc/expireall"),
    [],
  );
});

Deno.test("what has a channel is polled while there is no connection, and only then [controller/NEW-102]", async () => {
  await using harbour = new Harbour({ subscribe: byId, messages });
  const { client: { controller }, later } = harbour;
  const polled = getVessel("polled", { pollFrequency: 1_000_000 });
  const others = getVessel("others");
  controller.subscribe(polled, { id: "1" });
  controller.subscribe(others, { id: "2" });
  const seen = () =>
    later.types.splice(0).filter((type) => type.endsWith("subscribe"));
  assertEquals(seen(), ["rdc/subscribe"]);
  const first = await harbour.opened();
  assertEquals(seen(), ["rdc/unsubscribe"]);
  controller.subscribe(polled, { id: "1" });
  controller.subscribe(polled, { id: "3" });
  controller.unsubscribe(polled, { id: "3" });
  assertEquals(seen(), []);

  first.close();
  await harbour.statuses.until("waiting");
  assertEquals(seen(), ["rdc/subscribe", "rdc/subscribe"]);
  controller.unsubscribe(polled, { id: "1" });
  assertEquals(seen(), ["rdc/unsubscribe"]);
  harbour.clock.tick(1000);
  await harbour.opened();
  assertEquals(seen(), ["rdc/unsubscribe"]);
  controller.unsubscribe(polled, { id: "1" });
  controller.unsubscribe(others, { id: "2" });
  assertEquals(seen(), []);
});

Deno.test("each subscriber is polled at its own frequency [controller/NEW-102]", async () => {
  const seen: unknown[] = [];
  await using harbour = new Harbour({ subscribe: byId });
  const { client: { controller } } = harbour;
  const often = getVessel("vessel", { pollFrequency: 1_000_000 });
  const seldom = getVessel("vessel", { pollFrequency: 2_000_000 });
  controller.subscribe(often, { id: "1" });
  controller.subscribe(seldom, { id: "1" });
  const socket = await harbour.opened();
  controller.unsubscribe(seldom, { id: "1" });
  harbour.passed = ({ type, endpoint }) =>
    seen.push([type, endpoint.pollFrequency]);
  socket.close();
  await harbour.statuses.until("waiting");
  controller.unsubscribe(often, { id: "1" });
  assertEquals(seen, [
    ["rdc/subscribe", 1_000_000],
    ["rdc/unsubscribe", 1_000_000],
  ]);
});

Deno.test("a manager that polls before the socket is warned of [controller/NEW-130]", async () => {
  const socket = new WebSocketManager({ url: "", lazy: true });
  const polling = new SubscriptionManager(PollingSubscription);
  const warnings = async (managers: Manager[]) => {
    const records = await recordingConsole(() =>
      createClient({ managers })[Symbol.dispose]()
    );
    return records.map(({ args }) => args.join(" "));
  };
  const network = new NetworkManager();
  assertEquals(await warnings([socket, network, polling]), []);
  const [warning, ...more] = await warnings([network, polling, socket]);
  assert(
    warning!.includes("The push manager stands after the subscription manager"),
  );
  assertEquals(more, []);
});

Deno.test("a thousand starts and stops make one connection [controller/NEW-131]", async () => {
  await using harbour = new Harbour();
  const { manager, server, clock } = harbour;
  for (let turn = 0; turn < 1000; turn++) {
    manager.cleanup();
    manager.init();
  }
  const socket = await harbour.opened();
  await harbour.stored(socket);
  assertEquals(server.sockets.all.length, 1);
  for (let turn = 0; turn < 1000; turn++) {
    manager.cleanup();
    manager.init();
  }
  await harbour.opened();
  assertEquals(server.sockets.all.length, 2);
  assertEquals(clock.pending, []);
  assertEquals(harbour.connection.listenerCount, 1);
  assertEquals(harbour.visibility.listeners.size, 1);
});

Deno.test("two clients of one server do not see each other [controller/NEW-132]", async () => {
  await using one = new Harbour({ subscribe: byId, messages });
  await using other = new Harbour({
    subscribe: byId,
    messages,
    url: `${one.server.wsUrl}/other`,
  });
  const first = await one.opened();
  const second = await one.server.sockets.next();
  await other.statuses.until("open");
  const [mine, theirs] = first.path === "/" ? [first, second] : [second, first];
  one.client.controller.subscribe(getVessel(), { id: "1" });
  assertEquals(await mine!.received.next(), { subscribe: ["vessel-1"] });
  await one.stored(mine!);
  theirs!.close();
  await other.statuses.until("waiting");
  assertEquals(one.manager.status, "open");
  assertEquals(other.client.get(Port, { id: "last of 1" }), undefined);
  assertEquals(theirs!.received.all, []);
});

Deno.test("a socket that is dropped every few messages misses nothing in the end [controller/NEW-95] [controller/NEW-96]", () =>
  withRandomNumbers(async (random) => {
    const truth = new Map<string, number>();
    class Tide extends Entity {
      id = "";
      height = 0;
    }
    const ports = ["aden", "bergen", "cadiz"];
    for (const port of ports) truth.set(port, 0);
    let requests = 0;
    const getTide = reading("tide", ({ id }: { id: string }) => {
      requests++;
      return Promise.resolve({ id, height: truth.get(id)! });
    }, { schema: Tide });
    await using harbour = new Harbour({
      entities: { tide: Tide },
      subscribe: byId,
      messages,
    });
    const { client, clock } = harbour;
    const stops = ports.map((id) =>
      client.subscribe(getTide, [{ id }], () => {}, { live: true })
    );
    for (let drop = 0; drop < 20; drop++) {
      const socket = await harbour.opened();
      assertEquals(await socket.received.next(), {
        subscribe: ports.map((id) => `vessel-${id}`),
      });
      await client.allSettled();
      const rise = (isSent: boolean) => {
        const id = ports[random(ports.length)]!;
        const height = truth.get(id)! + 1;
        truth.set(id, height);
        if (isSent) socket.send({ type: "tide", data: { id, height } });
      };
      for (let count = random(5); count > 0; count--) rise(true);
      socket.close(3000);
      for (let count = random(3); count > 0; count--) rise(false);
      await harbour.statuses.until("waiting");
      clock.tick(30_000);
    }
    await harbour.opened();
    await client.allSettled();
    assertEquals(
      ports.map((id) => client.get(Tide, { id })?.height),
      [...truth.values()],
    );
    assertEquals(requests, ports.length * 21);
    for (const stop of stops) stop();
  }));

Deno.test("a connection that is still being made gives way to a newer one [controller/NEW-96]", async () => {
  const links: Link[] = [];
  const manager = new LinkedManager(() => {
    const link = new Link();
    links.push(link);
    return link;
  }, {
    url: (channels) => channels.join(),
    subscribe: byId,
    clock: new HeldClock(),
  });
  using client = createClient({ managers: [manager, new NetworkManager()] });
  const closed = () => links.map(({ isClosed }) => isClosed);
  await nextTask();
  links[0]!.handlers!.onOpen();
  for (const id of ["1", "2"]) {
    client.controller.subscribe(getVessel(), { id });
    await nextTask();
  }
  assertEquals(closed(), [false, true, false]);
  links[2]!.handlers!.onOpen();
  assertEquals(closed(), [true, true, false]);
  manager.close();
  assertEquals(closed(), [true, true, true]);
});

/** A connection whose messages a test brings. */
class Link implements StreamLink {
  channels: ReadonlySet<string> = new Set();
  handlers: StreamHandlers<CloseEvent> | undefined;
  isClosed = false;

  send(message: unknown): void {
    const data = JSON.stringify(message);
    this.handlers!.onMessage(new MessageEvent("message", { data }));
  }
  close(): void {
    this.isClosed = true;
  }
}

/** Makes the connections that it is given. */
class LinkedManager extends StreamManager<unknown, CloseEvent> {
  protected override readonly isSupported = true;
  readonly #makeLink: () => Link;

  constructor(makeLink: () => Link, options: WebSocketOptions) {
    super(options);
    this.#makeLink = makeLink;
  }

  protected override open(
    _url: string,
    _channels: readonly string[],
    handlers: StreamHandlers<CloseEvent>,
  ): StreamLink {
    const link = this.#makeLink();
    link.handlers = handlers;
    return link;
  }
}

/** Says nothing until the returned function is called. */
function silenceConsole(): () => void {
  const { error } = console;
  console.error = () => {};
  return () => {
    console.error = error;
  };
}

// Tried beside what entities store: what handle and onReconnect do, several
// messages in one commit, a channel in the message, one and several that are
// subscribed, and none.
Deno.test("records of pushes name the manager and the channel, or the type of the message where there is none [controller/NEW-103]", async () => {
  const devTools = new DevToolsManager();
  await using harbour = new Harbour({
    batchMs,
    subscribe: byId,
    devTools,
    handle: (controller) => {
      controller.set(Port, { id: "9" }, { id: "9" });
    },
  });
  const { client } = harbour;
  let last = 0;
  const origins = () => {
    const records = devTools.records().filter(({ number, action }) =>
      number > last && action.type !== "rdc/subscribe"
    );
    last = devTools.records().at(-1)!.number;
    return records.map(({ origin }) => origin);
  };
  const socket = await harbour.opened();
  const vessel = (more: object = {}) => ({
    type: "vessel",
    data: { id: "1", name: "Fram" },
    ...more,
  });
  await harbour.storeTogether(socket, [vessel()]);
  assertEquals(origins(), ["ListeningManager, message vessel"]);
  await harbour.storeTogether(socket, [
    vessel(),
    { type: "port", data: { id: "2" } },
    vessel({ channel: "fleet" }),
  ]);
  assertEquals(origins(), [
    "ListeningManager, message vessel, message port, channel fleet",
  ]);
  // without any word of the server, what is subscribed alone is the channel
  const action = { args: [{ id: "1" }], endpoint: getVessel() } as const;
  client.controller.subscribe(action.endpoint, ...action.args);
  // the server is told at the end of the task
  await nextTask();
  await harbour.storeTogether(socket, [vessel()]);
  assertEquals(origins(), ["ListeningManager, channel vessel-1"]);
  await harbour.storeTogether(socket, [{ any: "thing" }]);
  assertEquals(origins(), ["ListeningManager, channel vessel-1"]);
  client.controller.subscribe(action.endpoint, { id: "2" });
  await nextTask();
  await harbour.storeTogether(socket, [vessel()]);
  assertEquals(origins(), ["ListeningManager, message vessel"]);
  // what the application does itself comes from nobody
  await client.controller.set(Port, { id: "3" }, { id: "3" });
  assertEquals(origins(), [undefined]);

  socket.close();
  await harbour.statuses.until("waiting");
  harbour.clock.tick(1000);
  await harbour.opened();
  assertEquals(origins(), ["ListeningManager, connected again"]);
});
