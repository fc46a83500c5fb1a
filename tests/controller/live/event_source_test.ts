import { assertEquals } from "@std/assert";
import { withRandomNumbers } from "../../support/property.ts";
import {
  type ActionArgs,
  type Client,
  createClient,
  ImmortalGCPolicy,
  NetworkManager,
} from "../../../controller/mod.ts";
import {
  EventSourceManager,
  type EventSourceOptions,
  type StreamStatus,
} from "../../../controller/live/push/mod.ts";
import { Entity } from "../../../schema/mod.ts";
import { Port, reading, Vessel } from "../harbour.ts";
import { ManualConnection, ManualVisibility } from "../outside_world.ts";
import { HeldClock } from "./held_clock.ts";
import {
  Happenings,
  type ServedStream,
  StreamServer,
} from "./stream_servers.ts";
import { nextTask } from "../../support/next_task.ts";

/** A client with an event stream of a real server, in a world that is moved by hand. */
class Harbour implements AsyncDisposable {
  readonly clock = new HeldClock();
  readonly statuses: Happenings<StreamStatus> = new Happenings();
  readonly stored: Happenings<string> = new Happenings();
  readonly manager: EventSourceManager;
  readonly client: Client;

  constructor(
    readonly server: StreamServer,
    options: Partial<EventSourceOptions> = {},
  ) {
    this.manager = new EventSourceManager({
      url: `${server.url}/events`,
      entities: { vessel: Vessel, port: Port },
      clock: this.clock,
      random: () => 1,
      connection: new ManualConnection(),
      visibility: new ManualVisibility(),
      onStatus: this.statuses.add,
      ...options,
    });
    this.client = createClient({
      managers: [this.manager, new NetworkManager()],
      gcPolicy: new ImmortalGCPolicy(),
    });
    this.client.subscribe((_state, { entities }) => {
      for (const pk of entities.get("Vessel") ?? []) this.stored.add(pk);
    });
  }

  /** The next connection, as the server and the client have it. */
  async opened(): Promise<ServedStream> {
    const stream = await this.server.streams.next();
    await this.statuses.until("open");
    return stream;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.dispose();
    await this.server[Symbol.asyncDispose]();
  }
}

const vessel = (id: string) => ({ type: "vessel", data: { id } });
const byId = (_endpoint: unknown, [{ id }]: ActionArgs) => `vessel-${id}`;
const getVessel = reading(
  "vessel",
  ({ id }: { id: string }) => Promise.resolve({ id }),
  { schema: Vessel },
);

Deno.test("what an event stream sends is stored as it arrives [controller/NEW-90] [controller/NEW-91]", async () => {
  const handled: unknown[] = [];
  await using harbour = new Harbour(new StreamServer(), {
    handle: (_controller, message) => handled.push(message),
  });
  const stream = await harbour.opened();
  assertEquals(stream.path, "/events");
  stream.send({ any: "thing" });
  stream.send({ an: "event with a name" }, { event: "port" });
  stream.send(vessel("1"));
  await harbour.stored.until("1");
  assertEquals(handled, [{ any: "thing" }]);
});

Deno.test("only the events that are named are listened to, and parse knows their names [controller/NEW-90]", async () => {
  await using harbour = new Harbour(new StreamServer(), {
    events: ["vessel", "port"],
    parse: ({ type, data }) => ({ type, data: JSON.parse(data) }),
  });
  const stream = await harbour.opened();
  stream.send({ id: "1" }, { event: "port" });
  stream.send({ id: "2" });
  stream.send({ id: "3" }, { event: "other" });
  stream.send({ id: "4" }, { event: "vessel" });
  await harbour.stored.until("4");
  const { client } = harbour;
  assertEquals(client.get(Port, { id: "1" })?.id, "1");
  assertEquals(harbour.stored.all, ["4"]);
});

Deno.test("cookies are sent to other origins if that is wanted [controller/NEW-90]", async () => {
  const { EventSource } = globalThis;
  const given: unknown[] = [];
  globalThis.EventSource = class extends EventSource {
    constructor(url: string | URL, options?: EventSourceInit) {
      super(url, options);
      given.push(this.withCredentials);
    }
  };
  try {
    for (const withCredentials of [undefined, true]) {
      await using harbour = new Harbour(new StreamServer(), {
        withCredentials,
      });
      await harbour.opened();
    }
  } finally {
    globalThis.EventSource = EventSource;
  }
  assertEquals(given, [false, true]);
});

Deno.test("where there are no event streams nothing is connected [controller/NEW-92]", async () => {
  const { EventSource } = globalThis;
  Reflect.deleteProperty(globalThis, "EventSource");
  try {
    await using harbour = new Harbour(new StreamServer());
    await nextTask();
    assertEquals(harbour.manager.status, "idle");
    assertEquals(harbour.statuses.all, []);
  } finally {
    globalThis.EventSource = EventSource;
  }
});

Deno.test("a stream that ends is opened again when the manager says so, and not before [controller/NEW-93]", async () => {
  await using harbour = new Harbour(new StreamServer());
  const { clock, server, statuses } = harbour;
  for (const delay of [1000, 2000]) {
    const stream = await harbour.opened();
    stream.end();
    await statuses.until("waiting");
    assertEquals(clock.pending, [delay]);
    clock.tick(delay);
  }
  await harbour.opened();
  assertEquals(server.streams.all.length, 3);
});

Deno.test("answers that are no stream are asked for again, at last at the longest interval, unless the application gives up [controller/NEW-93]", async () => {
  const answers = [503, 500, 204, 401, 503, 502, 503, 503].map((status) =>
    new Response(status === 204 ? null : "", { status })
  );
  let asked = 0;
  let isEnough = false;
  const server = new StreamServer(() => answers[asked++]);
  await using harbour = new Harbour(server, {
    reconnect: { should: () => !isEnough },
  });
  const { clock, statuses } = harbour;
  const delays: number[] = [];
  for (let answer = 0; answer < 7; answer++) {
    await statuses.until("waiting");
    delays.push(...clock.pending);
    if (answer === 6) isEnough = true;
    clock.tick(30_000);
  }
  await statuses.until("closed");
  assertEquals(delays, [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  assertEquals([asked, clock.pending.length], [8, 0]);
});

Deno.test("an application decides about answers that are no stream [controller/NEW-93]", async () => {
  let asked = 0;
  const server = new StreamServer(() => {
    asked++;
    return new Response("", { status: 503 });
  });
  const kinds: string[] = [];
  await using harbour = new Harbour(server, {
    reconnect: {
      should({ type, target }) {
        kinds.push(`${type} ${(target as EventSource).readyState}`);
        return asked < 5;
      },
    },
  });
  for (let attempt = 1; attempt < 5; attempt++) {
    await harbour.statuses.until("waiting");
    harbour.clock.tick(30_000);
  }
  await harbour.statuses.until("closed");
  assertEquals(kinds, Array(5).fill("error 2"));
});

Deno.test("a stream is resumed after the last event that had an id [controller/NEW-94]", async () => {
  const server = new StreamServer();
  await using harbour = new Harbour(server, {
    url: () => `${server.url}/events?token=a`,
    lastEventIdParam: "after",
  });
  const { clock, statuses } = harbour;
  const first = await harbour.opened();
  assertEquals(first.path, "/events?token=a");
  first.send(vessel("1"), { id: "x 7" });
  first.send(vessel("2"));
  await harbour.stored.until("2");
  first.end();
  await statuses.until("waiting");
  clock.tick(1000);
  const second = await harbour.opened();
  assertEquals(second.path, "/events?token=a&after=x+7");
  second.send(vessel("3"));
  await harbour.stored.until("3");
  second.end();
  await statuses.until("waiting");
  clock.tick(2000);
  assertEquals(
    (await harbour.opened()).path,
    "/events?token=a&after=x+7",
    "a stream without ids does not make it forget",
  );
});

Deno.test("without a name for it the last id is not sent [controller/NEW-94]", async () => {
  await using harbour = new Harbour(new StreamServer());
  const first = await harbour.opened();
  first.send(vessel("1"), { id: "7" });
  await harbour.stored.until("1");
  first.end();
  await harbour.statuses.until("waiting");
  harbour.clock.tick(1000);
  assertEquals((await harbour.opened()).path, "/events");
});

Deno.test("channels are part of the address; for new ones the stream is replaced, without a gap [controller/NEW-96]", async () => {
  const gaps: unknown[] = [];
  const server = new StreamServer();
  await using harbour = new Harbour(server, {
    url: (channels) => `${server.url}/events?of=${channels}`,
    subscribe: byId,
    onReconnect: (_controller, gap) => gaps.push(gap),
  });
  const { client: { controller }, statuses, stored } = harbour;
  controller.subscribe(getVessel, { id: "1" });
  controller.subscribe(getVessel, { id: "2" });
  const first = await harbour.opened();
  assertEquals(first.path, "/events?of=vessel-1,vessel-2");

  controller.subscribe(getVessel, { id: "3" });
  const second = await server.streams.next();
  assertEquals(second.path, "/events?of=vessel-1,vessel-2,vessel-3");
  await first.closed;
  second.send(vessel("after"));
  await stored.until("after");
  assertEquals(statuses.all, ["connecting", "open"]);
  assertEquals(gaps, []);

  controller.unsubscribe(getVessel, { id: "1" });
  await nextTask();
  controller.subscribe(getVessel, { id: "4" });
  const third = await server.streams.next();
  assertEquals(
    third.path,
    "/events?of=vessel-2,vessel-3,vessel-4",
    "what nobody wants any more is left out the next time",
  );
});

Deno.test("while a stream is being replaced the old one goes on; if the new one cannot be had, both are made anew [controller/NEW-96]", async () => {
  const held = Promise.withResolvers<string>();
  let asked = 0;
  const gaps: unknown[] = [];
  const server = new StreamServer();
  await using harbour = new Harbour(server, {
    url: (channels) =>
      ++asked === 2 ? held.promise : `${server.url}/?of=${channels}`,
    subscribe: byId,
    onError: () => {},
    onReconnect: (_controller, gap) => gaps.push(gap),
  });
  const { client: { controller }, statuses, stored } = harbour;
  controller.subscribe(getVessel, { id: "1" });
  const first = await harbour.opened();
  controller.subscribe(getVessel, { id: "2" });
  await nextTask();
  assertEquals(asked, 2);
  first.send(vessel("meanwhile"));
  await stored.until("meanwhile");
  held.reject(new Error("no token"));
  await statuses.until("waiting");
  await first.closed;
  harbour.clock.tick(1000);
  const second = await harbour.opened();
  assertEquals(second.path, "/?of=vessel-1,vessel-2");
  assertEquals(gaps, [{ downMs: 1000 }]);
});

Deno.test("of two changes in a row only the last one's stream is opened [controller/NEW-96]", async () => {
  const held: PromiseWithResolvers<void>[] = [];
  const server = new StreamServer();
  await using harbour = new Harbour(server, {
    url: async (channels) => {
      if (channels.length > 1) {
        held.push(Promise.withResolvers<void>());
        await held.at(-1)!.promise;
      }
      return `${server.url}/?of=${channels}`;
    },
    subscribe: byId,
  });
  const { client: { controller } } = harbour;
  controller.subscribe(getVessel, { id: "1" });
  const first = await harbour.opened();
  controller.subscribe(getVessel, { id: "2" });
  await nextTask();
  controller.subscribe(getVessel, { id: "3" });
  await nextTask();
  held[1]!.resolve();
  held[0]!.resolve();
  const last = await server.streams.next();
  assertEquals(last.path, "/?of=vessel-1,vessel-2,vessel-3");
  await first.closed;
  await nextTask();
  assertEquals(server.streams.all.length, 2);
});

Deno.test("a server that is told nothing by its address keeps its stream [controller/NEW-96]", async () => {
  await using harbour = new Harbour(new StreamServer(), { subscribe: byId });
  const { client: { controller }, server, stored } = harbour;
  const stream = await harbour.opened();
  controller.subscribe(getVessel, { id: "1" });
  await nextTask();
  stream.send(vessel("1"));
  await stored.until("1");
  assertEquals(server.streams.all.length, 1);
});

Deno.test("a thousand starts and stops open one stream [controller/NEW-131]", async () => {
  await using harbour = new Harbour(new StreamServer());
  const { manager, server } = harbour;
  for (let turn = 0; turn < 1000; turn++) {
    manager.cleanup();
    manager.init();
  }
  const stream = await harbour.opened();
  assertEquals(server.streams.all.length, 1);
  manager.cleanup();
  await stream.closed;
});

Deno.test("a stream that is dropped every few events misses nothing in the end [controller/NEW-94] [controller/NEW-95]", () =>
  withRandomNumbers(async (random) => {
    class Tide extends Entity {
      id = "";
      height = 0;
    }
    const ports = ["aden", "bergen", "cadiz"];
    const log: { id: string; height: number }[] = [];
    const heightOf = (id: string) =>
      log.findLast((entry) => entry.id === id)?.height ?? 0;
    const getTide = reading(
      "tide",
      ({ id }: { id: string }) => Promise.resolve({ id, height: heightOf(id) }),
      { schema: Tide },
    );
    const received: number[] = [];
    await using harbour = new Harbour(new StreamServer(), {
      lastEventIdParam: "after",
      entities: { tide: Tide },
      subscribe: byId,
      // what was missed is sent again, nothing has to be requested
      onReconnect: () => {},
      parse({ data, lastEventId }) {
        received.push(Number(lastEventId));
        return JSON.parse(data);
      },
    });
    const { client, clock, statuses } = harbour;
    const arrived = new Happenings<number>();
    client.subscribe(() => arrived.add(received.length));
    const stops = ports.map((id) =>
      client.subscribe(getTide, [{ id }], () => {}, { live: true })
    );
    await client.allSettled();
    const send = (stream: ServedStream, index: number) =>
      stream.send({ type: "tide", data: log[index] }, { id: `${index + 1}` });
    for (let drop = 0; drop < 20; drop++) {
      const stream = await harbour.opened();
      const after = Number(
        new URLSearchParams(stream.path.split("?")[1]).get("after") ?? 0,
      );
      for (let index = after; index < log.length; index++) send(stream, index);
      const rise = () => {
        const id = ports[random(ports.length)]!;
        log.push({ id, height: heightOf(id) + 1 });
      };
      for (let count = 1 + random(4); count > 0; count--) {
        rise();
        send(stream, log.length - 1);
      }
      while (received.length < log.length) await arrived.next();
      stream.end();
      for (let count = random(3); count > 0; count--) rise();
      await statuses.until("waiting");
      clock.tick(30_000);
    }
    const stream = await harbour.opened();
    for (let index = received.length; index < log.length; index++) {
      send(stream, index);
    }
    while (received.length < log.length) await arrived.next();
    assertEquals(
      received,
      log.map((_, index) => index + 1),
      "each once, in order",
    );
    assertEquals(
      ports.map((id) => client.get(Tide, { id })?.height),
      ports.map(heightOf),
    );
    for (const stop of stops) stop();
  }));
