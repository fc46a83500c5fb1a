import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import {
  type Controller,
  createDataStore,
  type GCInterface,
  ImmortalGCPolicy,
  NetworkManager,
  PollingSubscription,
  type SubscribeAction,
  type Subscription,
  SubscriptionManager,
} from "../../controller/mod.ts";
import {
  harbour,
  microtasks,
  reading,
  recorder,
  recordingConsole,
} from "./harbour.ts";
import { inProduction } from "../support/production.ts";

const id = { id: "1" };

/** Subscriptions that write down what happens to them. */
function bookkeeping() {
  const made: Book[] = [];
  class Book implements Subscription {
    readonly log: string[] = [];
    #count = 1;
    constructor(
      readonly action: Pick<SubscribeAction, "key" | "args" | "endpoint">,
      readonly controller: Controller,
    ) {
      made.push(this);
    }
    add(frequency?: number): void {
      this.#count++;
      this.log.push(`add ${frequency}`);
    }
    remove(frequency?: number): boolean {
      this.log.push(`remove ${frequency}`);
      return --this.#count === 0;
    }
    cleanup(): void {
      this.log.push("cleanup");
    }
  }
  return { Book, made };
}

const tide = (pollFrequency?: number, name = "tide") =>
  reading(name, (_args: { id: string }) => Promise.resolve(1), {
    ...(pollFrequency === undefined ? {} : { pollFrequency }),
  });

Deno.test("the first subscriber constructs, the others are added, the last one removes [controller/SUB-1] [controller/SUB-3]", () => {
  const { Book, made } = bookkeeping();
  using client = harbour({
    managers: [new NetworkManager(), new SubscriptionManager(Book)],
  });
  const { controller } = client;
  const endpoint = tide(5000);
  controller.subscribe(endpoint, id);
  assertEquals(made.length, 1);
  assertStrictEquals(made[0]!.controller, controller);
  assertEquals(made[0]!.action.key, endpoint.key(id));
  assertEquals(made[0]!.action.args, [id]);
  assertStrictEquals(made[0]!.action.endpoint, endpoint);
  controller.subscribe(tide(3000), id);
  controller.unsubscribe(endpoint, id);
  assertEquals(made[0]!.log, ["add 3000", "remove 5000"]);
  controller.unsubscribe(tide(3000), id);
  controller.subscribe(endpoint, id);
  assertEquals(made.length, 2, "the empty one was dropped");
});

Deno.test("SUBSCRIBE and UNSUBSCRIBE are consumed, everything else passes [controller/SUB-2] [controller/ACT-19]", async () => {
  const { Book } = bookkeeping();
  const behind = recorder();
  using client = harbour({
    managers: [new NetworkManager(), new SubscriptionManager(Book), behind],
  });
  const state = client.getState();
  assertEquals(await client.controller.subscribe(tide(5000), id), undefined);
  assertEquals(await client.controller.unsubscribe(tide(5000), id), undefined);
  assertEquals(behind.types, []);
  assertStrictEquals(client.getState(), state);
  await client.resetEntireStore();
  assertEquals(behind.types, ["rdc/reset"]);
});

Deno.test("a throwing constructor is reported, and its key is not registered [controller/SUB-4] [controller/SUB-5]", async () => {
  using client = harbour({
    managers: [
      new NetworkManager(),
      new SubscriptionManager(PollingSubscription),
    ],
  });
  const { controller } = client;
  const records = await recordingConsole(() => {
    controller.subscribe(tide(), id);
    controller.unsubscribe(tide(), id);
  });
  assertEquals(records.length, 1, "the end of it is not reported again");
  assert(String(records[0]!.args[0]).includes("frequency is needed"));
  using time = new FakeTime();
  controller.subscribe(tide(1000), id);
  time.tick(0);
  await microtasks();
  assertEquals(client.read(tide(), id).data, 1);
  controller.unsubscribe(tide(1000), id);
});

Deno.test("subscribers that were refused leave silently, once each, also after others were served [controller/SUB-4] [controller/SUB-5]", async () => {
  using client = harbour({
    managers: [
      new NetworkManager(),
      new SubscriptionManager(PollingSubscription),
    ],
  });
  const { controller } = client;
  const refusals = await recordingConsole(() => {
    controller.subscribe(tide(), id);
    controller.subscribe(tide(), id);
  });
  assertEquals(refusals.length, 2);
  const silent = await recordingConsole(() => {
    controller.subscribe(tide(1000), id);
    controller.unsubscribe(tide(), id);
    controller.unsubscribe(tide(1000), id);
    controller.unsubscribe(tide(), id);
  });
  assertEquals(silent, []);
  const records = await recordingConsole(() =>
    controller.unsubscribe(tide(1000), id)
  );
  assertEquals(records.length, 1);
  assert(String(records[0]!.args[0]).includes("without having been"));
});

Deno.test("who was refused for a frequency that is none leaves silently beside others [controller/SUB-5]", async () => {
  using client = harbour({
    managers: [
      new NetworkManager(),
      new SubscriptionManager(PollingSubscription),
    ],
  });
  const { controller } = client;
  const refusals = await recordingConsole(() =>
    controller.subscribe(tide(0), id)
  );
  assertEquals(refusals.length, 1);
  const silent = await recordingConsole(() => {
    controller.subscribe(tide(1000), id);
    controller.unsubscribe(tide(0), id);
    controller.unsubscribe(tide(1000), id);
  });
  assertEquals(silent, []);
});

Deno.test("ending what nobody began is reported with its key, in development [controller/SUB-5]", async () => {
  const { Book } = bookkeeping();
  using client = harbour({
    managers: [new NetworkManager(), new SubscriptionManager(Book)],
  });
  const { controller } = client;
  const records = await recordingConsole(async () => {
    controller.unsubscribe(tide(1000), id);
    await inProduction(() => controller.unsubscribe(tide(1000), id));
  });
  assertEquals(records.map(({ method }) => method), ["error"]);
  assert(String(records[0]!.args[0]).includes(tide().key(id)));
});

Deno.test("cleanup stops every subscription, init resumes those with subscribers [controller/SUB-6] [controller/SUB-15] [controller/MGR-7]", () => {
  const { Book, made } = bookkeeping();
  const { controller, start, stop } = createDataStore({
    managers: [new NetworkManager(), new SubscriptionManager(Book)],
    gcPolicy: new ImmortalGCPolicy(),
  });
  start();
  controller.subscribe(tide(5000), id);
  controller.subscribe(tide(3000), id);
  controller.subscribe(tide(1000, "other"), id);
  stop();
  assertEquals(made.map(({ log }) => log.at(-1)), ["cleanup", "cleanup"]);
  start();
  assertEquals(made.length, 4);
  assertEquals(made[2]!.action.endpoint.pollFrequency, 5000);
  assertEquals(made[2]!.log, ["add 3000"]);
  controller.unsubscribe(tide(5000), id);
  controller.unsubscribe(tide(3000), id);
  assertEquals(made[2]!.log.slice(1), ["remove 5000", "remove 3000"]);
  stop();
});

Deno.test("who unsubscribes or subscribes between cleanup and init counts [controller/SUB-15]", () => {
  const { Book, made } = bookkeeping();
  const manager = new SubscriptionManager(Book);
  using client = harbour({ managers: [new NetworkManager(), manager] });
  const { controller } = client;
  controller.subscribe(tide(5000), id);
  controller.subscribe(tide(3000), id);
  controller.subscribe(tide(1000, "gone"), id);
  manager.cleanup();
  controller.unsubscribe(tide(5000), id);
  controller.unsubscribe(tide(1000, "gone"), id);
  controller.subscribe(tide(2000, "new"), id);
  manager.init();
  assertEquals(
    made.slice(2).map(({ action }) => [
      action.key,
      action.endpoint.pollFrequency,
    ]),
    [[tide().key(id), 3000], [tide(2000, "new").key(id), 2000]],
  );
});

Deno.test("polls resume with the schedule of a new subscription [controller/SUB-15]", async () => {
  using time = new FakeTime();
  const fetched: number[] = [];
  const start = Date.now();
  const endpoint = reading("tide", () => {
    fetched.push((Date.now() - start) / 1000);
    return Promise.resolve(1);
  }, { pollFrequency: 5000 });
  const manager = new SubscriptionManager(PollingSubscription);
  using client = harbour({ managers: [new NetworkManager(), manager] });
  client.controller.subscribe(endpoint);
  const pass = async (seconds: number) => {
    for (let step = 0; step < seconds * 2; step++) {
      time.tick(500);
      await microtasks();
    }
  };
  await pass(6);
  manager.cleanup();
  manager.init();
  await pass(6);
  manager.cleanup();
  await pass(28);
  manager.init();
  await pass(6);
  assertEquals(fetched.filter((second) => second < 40), [0, 5, 10]);
  assertEquals(fetched.length, 5);
  assert(fetched[3]! - 40 < 1 && fetched[4]! - fetched[3]! === 5);
});

Deno.test("a subscription that needs no frequency counts by itself [controller/SUB-19]", () => {
  const { Book, made } = bookkeeping();
  using client = harbour({
    managers: [new NetworkManager(), new SubscriptionManager(Book)],
  });
  const { controller } = client;
  controller.subscribe(tide(), id);
  controller.subscribe(tide(), id);
  controller.unsubscribe(tide(), id);
  controller.unsubscribe(tide(), id);
  assertEquals(made[0]!.log, [
    "add undefined",
    "remove undefined",
    "remove undefined",
  ]);
  controller.subscribe(tide(), id);
  assertEquals(made.length, 2);
});

Deno.test("a subscription holds a reference on its key [controller/SUB-20] [controller/GC-3]", () => {
  const held = new Map<string, number>();
  const gcPolicy: GCInterface = {
    createCountRef: ({ key }) => () => {
      held.set(key!, (held.get(key!) ?? 0) + 1);
      return () => void held.set(key!, held.get(key!)! - 1);
    },
    init() {},
    cleanup() {},
  };
  const { Book } = bookkeeping();
  const manager = new SubscriptionManager(Book);
  using client = harbour({
    managers: [new NetworkManager(), manager],
    gcPolicy,
  });
  const { controller } = client;
  const key = tide().key(id);
  controller.subscribe(tide(5000), id);
  controller.subscribe(tide(5000), id);
  assertEquals(held.get(key), 1);
  manager.cleanup();
  assertEquals(held.get(key), 0);
  manager.init();
  assertEquals(held.get(key), 1);
  controller.unsubscribe(tide(5000), id);
  assertEquals(held.get(key), 1);
  controller.unsubscribe(tide(5000), id);
  assertEquals(held.get(key), 0);
});

Deno.test("a subscriber that is refused when its manager starts leaves none of its key behind [controller/SUB-5] [controller/SUB-15]", async () => {
  using time = new FakeTime();
  const manager = new SubscriptionManager(PollingSubscription);
  let polls = 0;
  await using client = harbour({ managers: [manager, new NetworkManager()] });
  const rising = reading(
    "tide",
    (_args: { id: string }) => Promise.resolve(++polls),
    { pollFrequency: 10 },
  );
  manager.cleanup();
  client.controller.subscribe(tide(undefined), id);
  client.controller.subscribe(rising, id);
  await recordingConsole(() => manager.init());
  client.controller.unsubscribe(tide(undefined), id);
  client.controller.unsubscribe(rising, id);
  await time.tickAsync(100);
  assertEquals([polls, manager.subscriptions().length], [0, 0]);
});
