import { assertEquals } from "@std/assert";
import {
  createClient,
  DevToolsManager,
  ImmortalGCPolicy,
  type Manager,
  NetworkManager,
  PollingSubscription,
  resource,
  SubscriptionManager,
} from "../../../mod.ts";
import { getLiveManagers } from "../../../controller/live/live_managers.ts";
import { OfflineManager } from "../../../controller/live/offline.ts";
import { PersistManager } from "../../../controller/live/persist/mod.ts";
import { WebSocketManager } from "../../../controller/live/push/mod.ts";
import { RefreshManager } from "../../../controller/live/refresh.ts";
import { TabSyncManager } from "../../../controller/live/tabs.ts";
import { recordingConsole } from "../harbour.ts";
import { ManualConnection, ManualVisibility } from "../outside_world.ts";
import { HeldClock } from "./held_clock.ts";
import { Chest, Dock, Vessel } from "./offline_world.ts";
import { StreamServer } from "./stream_servers.ts";

// Deno sends nothing for a while after the last channel of a process was closed
const held = new BroadcastChannel("held");
Deno.test.afterAll(() => held.close());

const classesOf = (managers: readonly Manager[]) =>
  managers.map((manager) => manager.constructor);

Deno.test("one line makes the recommended managers, in the recommended order [controller/NEW-130] [controller/NEW-134]", () => {
  assertEquals(classesOf(getLiveManagers()), [
    DevToolsManager,
    TabSyncManager,
    RefreshManager,
    NetworkManager,
    SubscriptionManager,
  ]);
  const storage = new Chest();
  assertEquals(
    classesOf(getLiveManagers({
      persistManager: { storage },
      offlineManager: { storage, endpoints: {} },
      devToolsManager: null,
    })),
    [
      PersistManager,
      TabSyncManager,
      RefreshManager,
      OfflineManager,
      NetworkManager,
      SubscriptionManager,
    ],
  );
});

Deno.test("single managers of the recommended ones can be given, or left out [controller/NEW-134]", () => {
  const storage = new Chest();
  const given = [
    new PersistManager({ storage }),
    new TabSyncManager(),
    new RefreshManager(),
    new OfflineManager({ storage, endpoints: {} }),
    new NetworkManager(),
  ] as const;
  const [persistManager, tabSyncManager, refreshManager, offlineManager] =
    given;
  const managers = getLiveManagers({
    persistManager,
    tabSyncManager,
    refreshManager,
    offlineManager,
    networkManager: given[4],
    subscriptionManager: null,
    devToolsManager: null,
  });
  assertEquals(managers.length, given.length);
  given.forEach((manager, place) =>
    assertEquals(managers[place] === manager, true)
  );
  assertEquals(
    classesOf(getLiveManagers({
      persistManager: null,
      tabSyncManager: null,
      refreshManager: null,
      offlineManager: null,
      subscriptionManager: null,
      devToolsManager: null,
    })),
    [NetworkManager],
  );
});

/** Puts managers into an order; what makes requests and polls is not among them. */
type Arrange = (managers: {
  readonly persist: PersistManager;
  readonly tabs: TabSyncManager;
  readonly refresh: RefreshManager;
  readonly push: WebSocketManager;
  readonly offline: OfflineManager;
  readonly network: NetworkManager;
}) => readonly Manager[];

let channels = 0;

/** A day of an application: it is loaded again, goes offline, hears from the server, comes back, and is looked at. */
async function live(arrange: Arrange): Promise<unknown> {
  await using dock = await Dock.open();
  await using streams = new StreamServer();
  for (const [id, name] of [["v1", "Fram"], ["v2", "Tern"]] as const) {
    dock.vessels.set(id, { id, name });
  }
  const clock = new HeldClock();
  const connection = new ManualConnection();
  const visibility = new ManualVisibility();
  const storage = new Chest();
  const channel = `live ${channels++}`;
  const Vessels = resource({
    urlPrefix: dock.url,
    path: "/vessels/:id",
    schema: Vessel,
    optimistic: true,
    dataExpiryLength: 60_000,
  });
  const open = (managers: readonly Manager[]) =>
    createClient({ managers, clock, gcPolicy: new ImmortalGCPolicy() });
  const world = { clock, connection, visibility };
  const network = () => new NetworkManager(world);
  const namesIn = (client: ReturnType<typeof open>) =>
    (client.read(Vessels.getList).data ?? []).map(({ name }) => name).join();
  {
    const persist = new PersistManager({ storage, ...world });
    await using client = open([persist, network()]);
    await persist.ready;
    await client.fetch(Vessels.getList);
    await persist.flush();
  }
  dock.server.requests.length = 0;

  await using other = open([
    new TabSyncManager({ channel, ...world }),
    network(),
  ]);
  const persist = new PersistManager({ storage, ...world });
  const offline = new OfflineManager({
    storage,
    endpoints: { edit: Vessels.partialUpdate },
    random: () => 0,
    ...world,
  });
  const push = new WebSocketManager({
    url: streams.wsUrl,
    entities: { vessel: Vessel },
    ...world,
  });
  await using client = open(arrange({
    persist,
    offline,
    push,
    tabs: new TabSyncManager({ channel, ...world }),
    refresh: new RefreshManager(world),
    network: network(),
  }));
  /** What the tabs show, and what the server has been asked, at the steps of the day. */
  const seen: string[] = [];
  const see = async (here: string, there: string) => {
    await until(() => namesIn(client) === here && namesIn(other) === there);
    const requests = dock.server.requests.splice(0)
      .map(({ method, path }) => ` ${method} ${path}`);
    seen.push(`${here}; ${there};${requests}`);
  };
  const stop = client.subscribe(Vessels.getList, [], () => {});
  await see("Fram,Tern", "");
  await other.fetch(Vessels.getList);
  await see("Fram,Tern", "Fram,Tern");
  connection.set(false);
  const saved = client.fetch(Vessels.partialUpdate, { id: "v1" }, {
    name: "Maud",
  });
  await see("Maud,Tern", "Fram,Tern");
  const socket = await streams.sockets.next();
  socket.send({ type: "vessel", data: { id: "v2", name: "Skua" } });
  await see("Maud,Skua", "Fram,Skua");
  connection.set(true);
  await saved;
  await see("Maud,Skua", "Maud,Skua");
  dock.vessels.set("v2", { id: "v2", name: "Gjøa" });
  clock.tick(61_000);
  visibility.set(false);
  visibility.set(true);
  await see("Maud,Gjøa", "Maud,Gjøa");
  stop();
  await persist.flush();
  const kept = [...storage.texts].flatMap(([name, text]) =>
    /"name":"(\w+|Gjøa)"/.exec(text)?.[1] ?? (name === "offline" ? text : [])
  );
  return { seen, kept: kept.sort(), waiting: offline.entries() };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve));
}

/**
 * Orders in which each thing comes before and after each other, and takes each
 * place; every night all that there are.
 */
function ordersToTry<T>(things: readonly T[]): Iterable<T[]> {
  if (Deno.env.has("REPEAT_ALL")) return ordersOf(things);
  return [things, things.toReversed()].flatMap((order) =>
    order.map((_, first) => [...order.slice(first), ...order.slice(0, first)])
  );
}

/** All orders of some things. */
function* ordersOf<T>(things: readonly T[]): Generator<T[]> {
  if (things.length === 0) yield [];
  for (const first of things) {
    for (const rest of ordersOf(things.filter((other) => other !== first))) {
      yield [first, ...rest];
    }
  }
}

Deno.test("in whatever order the managers are given, the same is requested, shown and kept [controller/NEW-130] [controller/NEW-134]", async () => {
  const expected = {
    seen: [
      "Fram,Tern; ;",
      "Fram,Tern; Fram,Tern; GET /vessels",
      "Maud,Tern; Fram,Tern;",
      "Maud,Skua; Fram,Skua;",
      "Maud,Skua; Maud,Skua; PATCH /vessels/v1",
      "Maud,Gjøa; Maud,Gjøa; GET /vessels",
    ],
    kept: ["Gjøa", "Maud"],
    waiting: [],
  };
  const names = ["persist", "tabs", "refresh", "push", "offline"] as const;
  const said = await recordingConsole(async () => {
    for (const order of ordersToTry(names)) {
      assertEquals(
        await live(({ network, ...managers }) => [
          ...order.map((name) => managers[name]),
          network,
          new SubscriptionManager(PollingSubscription),
        ]),
        expected,
        order.join(),
      );
    }
    assertEquals(
      await live(({ persist, tabs, refresh, push, offline, network }) => [
        push,
        ...getLiveManagers({
          persistManager: persist,
          tabSyncManager: tabs,
          refreshManager: refresh,
          offlineManager: offline,
          networkManager: network,
          devToolsManager: null,
        }),
      ]),
      expected,
      "the preset",
    );
  });
  assertEquals(said, []);
});
