import { assert, assertEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import {
  DevToolsManager,
  type Manager,
  NetworkManager,
  PollingSubscription,
  SubscriptionManager,
} from "../../controller/mod.ts";
import { usesOf } from "../../controller/views.ts";
import {
  answering,
  harbour,
  microtasks,
  reading,
  server,
  Vessel,
} from "./harbour.ts";

const id = { id: "1" };
const dropped = Object.assign(new Error("down"), { status: 503 });

Deno.test("a running request says who shares it, and its next attempt can be made, put off or given up [controller/DEV-14]", async () => {
  using time = new FakeTime();
  const network = server();
  const manager = new NetworkManager({ retry: true, retryJitter: 0 });
  using client = harbour({ managers: [manager] });
  const load = reading("load", network);
  const first = client.fetch(load, id);
  client.fetch(load, id);
  const [request, ...others] = manager.requests();
  assertEquals(others, []);
  assertEquals(request!.action.key, load.key(id));
  assertEquals(request!.callers, 2);
  assertEquals([request!.attempts, request!.retriesAt], [1, undefined]);

  const failing = async () => {
    network.calls.at(-1)!.reject(dropped);
    await microtasks();
  };
  await failing();
  assertEquals(request!.lastError, dropped);
  assertEquals(request!.retriesAt, time.now + 1000);
  request!.pause(true);
  time.tick(60_000);
  assertEquals(request!.attempts, 1);
  request!.pause(false);
  time.tick(1000);
  assertEquals(request!.attempts, 2);

  await failing();
  request!.retryNow();
  assertEquals([request!.attempts, request!.retriesAt], [3, undefined]);
  time.tick(60_000);
  assertEquals(request!.attempts, 3);
  request!.retryNow();
  assertEquals(request!.attempts, 3);

  request!.abort(new Error("given up"));
  await assertRejects(() => first, Error, "given up");
  assertEquals(manager.requests(), []);
});

Deno.test("a subscription says when it polls next, and can poll at once or rest [controller/DEV-14]", async () => {
  using time = new FakeTime();
  const network = server();
  const manager = new SubscriptionManager(PollingSubscription);
  using client = harbour({ managers: [new NetworkManager(), manager] });
  const tide = reading("tide", network, { pollFrequency: 1000 });
  client.controller.subscribe(tide as never, id as never);
  client.controller.subscribe(tide as never, id as never);
  const [{ actions, subscription } = { actions: [] }] = manager.subscriptions();
  assertEquals(actions.map(({ key }) => key), [tide.key(id), tide.key(id)]);
  assertEquals(subscription!.frequency, 1000);
  time.tick(1);
  network.calls.at(-1)!.resolve({});
  await microtasks();
  assert(subscription!.firesAt! <= time.now + 1000);

  time.tick(400);
  subscription!.pollNow!();
  assertEquals(network.calls.length, 2);
  assertEquals(subscription!.firesAt, time.now + 1000);
  subscription!.pause!(true);
  time.tick(10_000);
  assertEquals([network.calls.length, subscription!.firesAt], [2, undefined]);
  network.calls.at(-1)!.resolve({});
  await microtasks();
  subscription!.pause!(false);
  time.tick(1000);
  assertEquals(network.calls.length, 3);
});

Deno.test("records have the states before and after each action, also of several in one turn [controller/DEV-11]", () => {
  const devTools = new DevToolsManager();
  using client = harbour({ managers: [devTools, new NetworkManager()] });
  let told = 0;
  const stop = devTools.onRecord(() => told++);
  for (const name of ["Fram", "Fram", "Gjøa"]) {
    client.controller.set(Vessel, id, { id: "1", name });
  }
  stop();
  client.controller.set(Vessel, id, { id: "1", name: "Maud" });
  const nameIn = (state: Parameters<typeof usesOf>[0]) =>
    (state.getEntity("Vessel", "1") as { name?: string } | undefined)?.name;
  assertEquals(
    devTools.records().map(({ number, commit }) =>
      commit ? [number, nameIn(commit.before), nameIn(commit.state)] : number
    ),
    [
      [1, undefined, "Fram"],
      [2, "Fram", "Fram"],
      [3, "Fram", "Gjøa"],
      [4, "Gjøa", "Maud"],
    ],
  );
  assertEquals(told, 3);
});

Deno.test("two hundred records are kept, or twice the maxAge [controller/DEV-11]", () => {
  for (const [config, most] of [[{}, 200], [{ maxAge: 3 }, 6]] as const) {
    const devTools = new DevToolsManager(config);
    using client = harbour({ managers: [devTools, new NetworkManager()] });
    for (let number = 0; number < 210; number++) {
      client.controller.set(Vessel, id, { id: "1", name: String(number) });
    }
    const numbers = devTools.records().map(({ number }) => number);
    assertEquals([numbers.length, numbers.at(-1)], [most, 210]);
  }
});

Deno.test("recording an action is one push, and nothing is serialized or read [react/NEW-58]", () => {
  const { push } = Array.prototype;
  const { stringify } = JSON;
  const counted = (managers: Manager[]) => {
    using client = harbour({ managers });
    const set = (name: string) =>
      client.controller.set(Vessel, id, { id: "1", name });
    set("Fram");
    let pushes = 0;
    let texts = 0;
    Array.prototype.push = function (...items) {
      pushes++;
      return push.apply(this, items);
    };
    JSON.stringify = ((...args: Parameters<typeof stringify>) => {
      texts++;
      return stringify(...args);
    }) as typeof stringify;
    try {
      for (let number = 0; number < 500; number++) set(String(number));
    } finally {
      Array.prototype.push = push;
      JSON.stringify = stringify;
    }
    return { pushes, texts };
  };
  const without = counted([new NetworkManager()]);
  const recorded = counted([new DevToolsManager(), new NetworkManager()]);
  assertEquals(recorded.pushes - without.pushes, 500);
  assertEquals(recorded.texts, without.texts);
});

Deno.test("of an entity one learns which responses contain it, how many read it and its class, without reading it [controller/DEV-14]", async () => {
  using client = harbour();
  const { controller } = client;
  const list = reading("list", answering([{ id: "1" }, { id: "2" }]), {
    schema: [Vessel],
  });
  const detail = reading("detail", answering({ id: "1" }), { schema: Vessel });
  await client.fetch(list, id);
  await client.fetch(detail, id);
  const stops = [list, detail].map((endpoint) =>
    client.subscribe(endpoint as never, [id] as never, () => {})
  );
  const { endpoints, readers, schema } = usesOf(
    controller.getState(),
    "Vessel",
    "1",
  );
  assertEquals([...endpoints].sort(), [detail.key(id), list.key(id)]);
  assertEquals(
    [...readers].map(({ dependencies }) => dependencies!.endpoints[0]).sort(),
    [detail.key(id), list.key(id)],
  );
  assertEquals(schema, Vessel);
  assertEquals(
    usesOf(controller.getState(), "Vessel", "2").endpoints,
    [list.key(id)],
  );
  for (const stop of stops) stop();
  assertEquals(usesOf(controller.getState(), "Vessel", "2").readers.size, 0);
  assertEquals(usesOf(controller.getState(), "Vessel", "9"), {
    endpoints: [],
    readers: new Set<never>(),
    schema: undefined,
  });
});

Deno.test("a controller knows the managers of a store that has started [controller/DEV-14]", () => {
  const network = new NetworkManager();
  using client = harbour({ managers: [network] });
  assertEquals(client.controller.managers, [network]);
});
