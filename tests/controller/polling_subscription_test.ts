import {
  assert,
  assertEquals,
  assertFalse,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import {
  type Client,
  NetworkManager,
  PollingSubscription,
  SubscriptionManager,
  type SubscriptionOptions,
} from "../../controller/mod.ts";
import type { EndpointInterface } from "../../endpoint/contract.ts";
import { Endpoint, NetworkError, RestEndpoint } from "../../endpoint/mod.ts";
import {
  harbour,
  microtasks,
  reading,
  recordingConsole,
  Vessel,
} from "./harbour.ts";
import { inProduction } from "../support/production.ts";
import { ManualConnection, ManualVisibility } from "./outside_world.ts";

const id = { id: "1" };

/** When a watch begins, in milliseconds. */
const start = Date.UTC(2026, 0, 1);

/** A client that polls, and the times at which it fetched, in seconds since it began. */
class Watch implements Disposable {
  readonly time = new FakeTime(start);
  readonly connection: ManualConnection;
  readonly visibility = new ManualVisibility();
  readonly fetched: number[] = [];
  readonly manager: SubscriptionManager;
  readonly client: Client;

  constructor(options: SubscriptionOptions = {}, isOnline = true) {
    this.connection = new ManualConnection(isOnline);
    const { connection, visibility } = this;
    this.manager = new SubscriptionManager(PollingSubscription, {
      connection,
      visibility,
      ...options,
    });
    this.client = harbour({ managers: [new NetworkManager(), this.manager] });
  }

  /** An endpoint that polls every so many seconds. */
  every(
    seconds: number,
    options: Record<string, unknown> = {},
  ): EndpointInterface {
    return reading("tide", () => {
      this.fetched.push((this.time.now - start) / 1000);
      return Promise.resolve(this.time.now);
    }, { pollFrequency: seconds * 1000, ...options });
  }

  subscribe(endpoint: EndpointInterface): void {
    this.client.controller.subscribe(endpoint as never, id as never);
  }

  unsubscribe(endpoint: EndpointInterface): void {
    this.client.controller.unsubscribe(endpoint as never, id as never);
  }

  /** Moves time to a second, in small steps. */
  async until(second: number): Promise<void> {
    const end = start + second * 1000;
    while (this.time.now < end) {
      this.time.tick(Math.min(100, end - this.time.now));
      await microtasks();
    }
  }

  [Symbol.dispose](): void {
    this.client[Symbol.dispose]();
    this.time.restore();
  }
}

Deno.test("polling needs a positive frequency [controller/SUB-7]", () => {
  using client = harbour();
  for (const pollFrequency of [undefined, 0, -1, NaN]) {
    const endpoint = reading("tide", () => Promise.resolve(1), {
      pollFrequency,
    });
    assertThrows(
      () =>
        new PollingSubscription(
          { key: "tide", args: [], endpoint },
          client.controller,
        ),
      Error,
      "frequency is needed",
    );
  }
});

Deno.test("a key that was never fetched is fetched at the next turn, then at every interval [controller/SUB-9]", async () => {
  using watch = new Watch();
  watch.subscribe(watch.every(5));
  assertEquals(watch.fetched, [], "not synchronously");
  watch.time.tick(0);
  assertEquals(watch.fetched, [0]);
  await watch.until(16);
  assertEquals(watch.fetched, [0, 5, 10, 15]);
});

Deno.test("one timer serves all subscribers of a key; the smallest frequency counts [controller/SUB-8] [controller/SUB-10]", async () => {
  using watch = new Watch();
  for (const seconds of [5, 10, 5]) watch.subscribe(watch.every(seconds));
  await watch.until(11);
  assertEquals(watch.fetched, [0, 5, 10]);
});

Deno.test("a faster subscriber joins before the first poll of a fresh key [controller/SUB-10]", async () => {
  using watch = new Watch();
  const slow = watch.every(10);
  await watch.client.fetch(slow, id);
  await watch.until(2);
  watch.subscribe(slow);
  await watch.until(3);
  watch.subscribe(watch.every(4));
  await watch.until(9);
  assertEquals(watch.fetched, [0, 4, 8], "4 s after the stored response");
});

Deno.test("frequencies that are missing or larger only count [controller/SUB-10] [controller/SUB-11]", async () => {
  using watch = new Watch();
  const subscription = new PollingSubscription(
    { key: "tide", args: [id], endpoint: watch.every(5) },
    watch.client.controller,
    watch.connection,
  );
  subscription.add(undefined);
  subscription.add(7000);
  subscription.add(5000);
  await watch.until(11);
  assertEquals(watch.fetched, [0, 5, 10]);
  assertFalse(subscription.remove(undefined));
  assertFalse(subscription.remove(5000));
  assertFalse(subscription.remove(7000));
  assert(subscription.remove(5000), "the last one");
});

Deno.test("when the fastest leaves the next larger frequency applies [controller/SUB-11]", async () => {
  using watch = new Watch();
  const [slow, fast] = [watch.every(5), watch.every(2)];
  watch.subscribe(slow);
  watch.subscribe(fast);
  await watch.until(5);
  watch.unsubscribe(fast);
  await watch.until(15);
  assertEquals(watch.fetched, [0, 2, 4, 9, 14], "5 s after its own last fetch");
  watch.unsubscribe(slow);
  await watch.until(60);
  assertEquals(watch.fetched.length, 5);
  assertEquals(watch.connection.listenerCount, 0);
});

Deno.test("when the larger frequency is overdue it is fetched at once [controller/SUB-11]", async () => {
  using watch = new Watch();
  const [slow, fast] = [watch.every(5), watch.every(4)];
  watch.subscribe(slow);
  watch.subscribe(fast);
  await watch.until(0.5);
  watch.connection.set(false);
  await watch.until(30);
  watch.unsubscribe(fast);
  watch.connection.set(true);
  await watch.until(31);
  assertEquals(watch.fetched, [0, 30]);
});

Deno.test("a frequency nobody has is reported, in development [controller/SUB-11]", async () => {
  using watch = new Watch();
  const subscription = new PollingSubscription(
    { key: "tide 1", args: [id], endpoint: watch.every(5) },
    watch.client.controller,
    watch.connection,
  );
  const records = await recordingConsole(async () => {
    assertFalse(subscription.remove(3000));
    await inProduction(() => assertFalse(subscription.remove(3000)));
  });
  assertEquals(records.map(({ method }) => method), ["error"]);
  const text = String(records[0]!.args[0]);
  assert(/mismatched/i.test(text) && text.includes("tide 1"), text);
  subscription.cleanup();
});

Deno.test("each poll is a fetch of the endpoint with half the frequency as length, soft errors, and the subscribed key [controller/SUB-12] [controller/ERR-5]", async () => {
  using watch = new Watch();
  const unavailable = new Error("down");
  let isDown = false;
  const base = new Endpoint(
    function (this: { readonly berth: string }, _args: { id: string }) {
      return isDown
        ? Promise.reject(unavailable)
        : Promise.resolve({ id: "1", name: this.berth });
    },
    {
      name: "vessel",
      schema: Vessel,
      berth: "A4",
      errorPolicy: () => "hard" as const,
    },
  );
  const polled = base.extend({ pollFrequency: 4000 }) as typeof base;
  const key = polled.key(id);
  watch.client.controller.subscribe(polled as never, id as never);
  await watch.until(1);
  const state = watch.client.getState();
  assertEquals(state.getEndpoint(key), "1", "inherited members count");
  assertEquals(watch.client.get(Vessel, id)?.name, "A4");
  assertEquals(state.getMeta(key)!.expiresAt - state.getMeta(key)!.date, 2000);
  isDown = true;
  // an unhandled rejection would fail the test
  await watch.until(4);
  const meta = watch.client.getState().getMeta(key)!;
  assertStrictEquals(meta.error, unavailable);
  assertEquals(meta.errorPolicy, "soft");
  assertEquals(meta.expiresAt - meta.date, 400);
  assertEquals(watch.client.read(polled, id).error, undefined);
});

Deno.test("endpoints without extend poll with all their members [controller/SUB-12]", async () => {
  using watch = new Watch();
  const base = Object.assign(
    (_args: { id: string }) => Promise.resolve({ id: "1", name: "Orca" }),
    {
      key: ({ id }: { id: string }) => `direct ${id}`,
      testKey: () => true,
      schema: Vessel,
    },
  );
  const derived = Object.assign(
    (args: { id: string }) => base(args),
    { pollFrequency: 1000 },
  );
  Object.setPrototypeOf(derived, base);
  watch.subscribe(derived as unknown as EndpointInterface);
  await watch.until(0.5);
  assertEquals(watch.client.getState().getEndpoint("direct 1"), "1");
});

Deno.test("a REST endpoint polls with its own policy replaced [controller/SUB-12] [controller/ERR-5]", async () => {
  using watch = new Watch();
  const getTide = new RestEndpoint({
    path: "/tides/:id",
    pollFrequency: 1000,
    fetchResponse: () =>
      Promise.reject(new NetworkError(new Response(null, { status: 404 }))),
  });
  await watch.client.setResponse(getTide, id, "known");
  watch.client.controller.subscribe(getTide as never, id as never);
  await watch.until(2);
  assertEquals(watch.client.read(getTide, id).error, undefined);
  assertEquals(watch.client.read(getTide, id).data, "known");
});

Deno.test("a request slower than the frequency never overlaps itself [controller/SUB-13]", async () => {
  using watch = new Watch();
  let running = 0;
  let most = 0;
  const slow = watch.every(1);
  const tide = reading("slow", async () => {
    most = Math.max(most, ++running);
    await slow(id);
    await new Promise<void>((resolve) => setTimeout(resolve, 3500));
    running--;
    return 1;
  }, { pollFrequency: 1000 });
  watch.subscribe(tide);
  await watch.until(20);
  assertEquals(most, 1);
  assert(watch.fetched.length >= 5, String(watch.fetched));
});

Deno.test("offline nothing runs, whoever comes and goes; online starts over [controller/SUB-14]", async () => {
  using watch = new Watch();
  const { connection } = watch;
  const [slow, fast] = [watch.every(5), watch.every(2)];
  watch.subscribe(slow);
  await watch.until(6);
  connection.set(false);
  watch.subscribe(fast);
  watch.unsubscribe(fast);
  watch.subscribe(slow);
  await watch.until(8);
  connection.set(true);
  await watch.until(9);
  assertEquals(watch.fetched, [0, 5], "not yet overdue");
  await watch.until(11);
  assertEquals(watch.fetched, [0, 5, 10]);
  connection.set(false);
  await watch.until(60);
  connection.set(true);
  await watch.until(66);
  assertEquals(watch.fetched.slice(3), [60, 65], "overdue, so at once");
});

Deno.test("a hidden page rests, unless the endpoint polls in the background [controller/SUB-17]", async () => {
  const [resting, going] = [[0, 12, 17], [0, 5, 10, 15, 20]];
  const trials = [
    [{}, {}, resting],
    [{}, { pollInBackground: true }, going],
    [{ pauseWhenHidden: false }, {}, going],
    [{ pauseWhenHidden: true }, { pollInBackground: true }, going],
    [{ pauseWhenHidden: false }, { pollInBackground: false }, resting],
  ] as const;
  for (const [options, members, expected] of trials) {
    using watch = new Watch(options);
    watch.subscribe(watch.every(5, members));
    await watch.until(2);
    watch.visibility.set(false);
    await watch.until(12);
    watch.visibility.set(true);
    await watch.until(20);
    assertEquals(watch.fetched, [...expected]);
  }
});

Deno.test("one failure in a hidden tab does not stop a poll in the background [controller/SUB-17a]", async () => {
  using time = new FakeTime(start);
  const visibility = new ManualVisibility();
  const fetched: number[] = [];
  const tide = reading("tide", () => {
    fetched.push((time.now - start) / 1000);
    return fetched.length === 2
      ? Promise.reject(Object.assign(new Error(), { status: 503 }))
      : Promise.resolve(fetched.length);
  }, {
    pollFrequency: 10_000,
    pollInBackground: true,
    retry: 1,
    retryDelay: () => 2000,
  });
  using client = harbour({
    managers: [
      new NetworkManager({ visibility, retryJitter: 0 }),
      new SubscriptionManager(PollingSubscription, { visibility }),
    ],
  });
  client.controller.subscribe(tide);
  await time.tickAsync(1000);
  visibility.set(false);
  for (let second = 0; second < 31; second++) {
    time.tick(1000);
    await microtasks();
  }
  assertEquals(fetched, [0, 10, 12, 20, 30]);
});

Deno.test("while hidden and offline both must end [controller/SUB-14] [controller/SUB-17]", async () => {
  using watch = new Watch();
  watch.subscribe(watch.every(5));
  await watch.until(1);
  watch.visibility.set(false);
  watch.connection.set(false);
  watch.visibility.set(true);
  await watch.until(20);
  assertEquals(watch.fetched, [0]);
  watch.connection.set(true);
  await watch.until(21);
  assertEquals(watch.fetched, [0, 20]);
});

Deno.test("cleanup may be called twice and leaves nothing behind [controller/SUB-18]", async () => {
  using watch = new Watch();
  const { connection, visibility } = watch;
  const subscription = new PollingSubscription(
    { key: "tide", args: [id], endpoint: watch.every(1) },
    watch.client.controller,
    connection,
    { visibility, pauseWhenHidden: true },
  );
  subscription.cleanup();
  subscription.cleanup();
  subscription.add(10);
  connection.set(false);
  connection.set(true);
  visibility.set(true);
  await watch.until(10);
  assertEquals(watch.fetched, []);
  assertEquals(connection.listenerCount, 0);
  assertEquals(visibility.listeners.size, 0);
});

Deno.test("an interval longer than the platform's timers reach is kept [controller/SUB-9]", async () => {
  using watch = new Watch();
  const days = 30 * 24 * 60 * 60;
  watch.subscribe(watch.every(days));
  watch.time.tick(0);
  await microtasks();
  watch.time.tick(days * 1000 - 1);
  await microtasks();
  assertEquals(watch.fetched, [0]);
  watch.time.tick(1);
  assertEquals(watch.fetched, [0, days]);
});

Deno.test("polls are not retried unless the endpoint says so [controller/NEW-28]", async () => {
  for (const [own, expected] of [[undefined, 1], [1, 2]] as const) {
    using time = new FakeTime(start);
    let calls = 0;
    const tide = reading("tide", () => {
      calls++;
      return Promise.reject(Object.assign(new Error(), { status: 503 }));
    }, { pollFrequency: 60_000, ...(own ? { retry: own } : {}) });
    using client = harbour({
      managers: [
        new NetworkManager({ retry: 3 }),
        new SubscriptionManager(PollingSubscription),
      ],
    });
    client.controller.subscribe(tide);
    for (let second = 0; second < 30; second++) {
      time.tick(1000);
      await microtasks();
    }
    assertEquals(calls, expected);
  }
});

Deno.test("a connection that came back while nothing was polled is seen [controller/NEW-27] [controller/MGR-7]", () => {
  using watch = new Watch();
  const connection = new ManualConnection();
  const subscription = new PollingSubscription(
    { key: "tide", args: [id], endpoint: watch.every(5) },
    watch.client.controller,
    connection,
    { visibility: watch.visibility },
  );
  connection.set(false);
  assertEquals(subscription.firesAt, undefined);
  subscription.pause(true);
  connection.set(true);
  assertEquals(subscription.firesAt, undefined);
  subscription.pause(false);
  assert(subscription.firesAt !== undefined);
  subscription.cleanup();
});
