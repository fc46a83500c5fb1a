import { assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import type { EndpointInterface } from "../../../endpoint/contract.ts";
import {
  type Client,
  type Clock,
  createClient,
  ImmortalGCPolicy,
  NetworkManager,
} from "../../../controller/mod.ts";
import {
  RefreshManager,
  type RefreshOptions,
} from "../../../controller/live/refresh.ts";
import {
  answering,
  harbour,
  microtasks,
  mutating,
  reading,
  server,
  Vessel,
} from "../harbour.ts";
import { ManualConnection, ManualVisibility } from "../outside_world.ts";

const id = { id: "1" };

/** A page with a connection, whose client refreshes. */
class Page {
  readonly time = new FakeTime(1_000_000);
  readonly visibility = new ManualVisibility();
  readonly connection: ManualConnection;
  readonly manager: RefreshManager;
  readonly client: Client;
  /** Timers of the manager that have neither run nor been cleared. */
  readonly timers = new Set<unknown>();

  constructor(options: RefreshOptions = {}, isOnline = true) {
    this.connection = new ManualConnection(isOnline);
    const { visibility, connection, timers } = this;
    const clock: Clock = {
      now: () => Date.now(),
      setTimeout(callback, delay) {
        const timer = setTimeout(() => {
          timers.delete(timer);
          callback();
        }, delay);
        timers.add(timer);
        return timer;
      },
      clearTimeout(timer) {
        timers.delete(timer);
        clearTimeout(timer as number);
      },
    };
    this.manager = new RefreshManager({
      clock,
      visibility,
      connection,
      ...options,
    });
    this.client = createClient({
      managers: [this.manager, new NetworkManager()],
      gcPolicy: new ImmortalGCPolicy(),
    });
  }

  /** Puts a response on display that was just fetched. */
  async show(
    endpoint: EndpointInterface,
    args: readonly unknown[] = [id],
  ): Promise<() => void> {
    await this.client.fetch(endpoint, ...args).catch(() => {});
    return this.client.controller.addReader(endpoint, ...args);
  }

  /** Lets time pass. */
  async after(milliseconds: number): Promise<void> {
    await this.time.tickAsync(milliseconds);
    await microtasks();
  }

  /** Leaves the page and comes back. */
  async comeBack(): Promise<void> {
    this.visibility.set(false);
    this.visibility.set(true);
    await this.after(0);
  }

  /** Loses the network and gets it back. */
  async reconnect(): Promise<void> {
    this.connection.set(false);
    this.connection.set(true);
    await this.after(0);
  }

  [Symbol.dispose](): void {
    this.client[Symbol.dispose]();
    this.time.restore();
  }
}

for (const cause of ["comeBack", "reconnect"] as const) {
  Deno.test(`${cause}: stale responses on display are requested once, others are not [controller/NEW-31]`, async () => {
    using page = new Page();
    const stale = answering({ id: "1" });
    const fresh = answering({ id: "2" });
    const unread = answering({ id: "3" });
    const unasked = answering({ id: "4" });
    await page.show(reading("stale", stale, { dataExpiryLength: 1000 }));
    await page.show(reading("fresh", fresh, { dataExpiryLength: 60_000 }));
    const leave = await page.show(reading("unread", unread));
    leave();
    page.client.subscribe(reading("unasked", unasked), [null], () => {});
    const saved = answering({ id: "5" });
    const saving = mutating("save", saved, { dataExpiryLength: 1000 });
    await page.show(saving as EndpointInterface);
    await page.after(2000);

    await page[cause]();
    const endpoints = [stale, fresh, unread, unasked, saved];
    assertEquals(endpoints.map(({ calls }) => calls.length), [2, 1, 1, 0, 1]);
  });
}

Deno.test("what is refreshed stays on display meanwhile [controller/NEW-31]", async () => {
  using page = new Page();
  const answers = server();
  const endpoint = reading("tide", answers, {
    schema: Vessel,
    dataExpiryLength: 1000,
    invalidIfStale: true,
  });
  const shown: unknown[] = [];
  page.client.subscribe(
    endpoint,
    [id],
    ({ data, loading }) => shown.push([data?.name, loading]),
  );
  answers.calls[0]!.resolve({ id: "1", name: "Orca" });
  await page.after(2000);
  await page.comeBack();
  assertEquals(answers.calls.length, 2);
  answers.calls[1]!.resolve({ id: "1", name: "Fram" });
  await page.after(0);
  assertEquals(shown, [[undefined, true], ["Orca", false], ["Fram", false]]);
});

Deno.test("to leave is no cause, nor is an online that follows no offline [controller/NEW-31]", async () => {
  using page = new Page();
  const answer = answering({ id: "1" });
  await page.show(reading("tide", answer, { dataExpiryLength: 0 }));
  await page.after(1);
  page.visibility.set(false);
  page.connection.set(true);
  await page.after(0);
  assertEquals(answer.calls.length, 1);
  await page.reconnect();
  assertEquals(answer.calls.length, 2);
  await page.after(1);
  page.connection.set(true);
  await page.after(0);
  assertEquals(answer.calls.length, 2);
});

Deno.test("a page that was seen all along does not become visible [controller/NEW-31]", async () => {
  using page = new Page({ throttleMs: 0 });
  const answer = answering({ id: "1" });
  await page.show(reading("tide", answer, { dataExpiryLength: 0 }));
  await page.after(1);
  page.visibility.set(true); // as the `pageshow` of its first load
  await page.after(0);
  assertEquals(answer.calls.length, 1);
  await page.comeBack();
  assertEquals(answer.calls.length, 2);
  await page.after(1);
  page.visibility.set(true); // `pageshow` follows `visibilitychange`
  await page.after(0);
  assertEquals(answer.calls.length, 2);
});

Deno.test("a page that was opened in the background becomes visible when it is first seen [controller/NEW-31]", async () => {
  using page = new Page();
  const answer = answering({ id: "1" });
  await page.show(reading("tide", answer, { dataExpiryLength: 0 }));
  page.manager.cleanup();
  page.visibility.set(false);
  page.manager.init();
  await page.after(1);
  page.visibility.set(true);
  await page.after(0);
  assertEquals(answer.calls.length, 2);
});

Deno.test("a response is fresh up to and including its last millisecond [controller/NEW-31]", async () => {
  using page = new Page({ throttleMs: 0 });
  const answer = answering({ id: "1" });
  await page.show(reading("tide", answer, { dataExpiryLength: 1000 }));
  await page.after(1000);
  await page.comeBack();
  assertEquals(answer.calls.length, 1);
  await page.after(1);
  await page.comeBack();
  assertEquals(answer.calls.length, 2);
});

Deno.test("data found by its schema is as stale as its oldest entity [controller/NEW-31]", async () => {
  using page = new Page();
  const answer = answering({ id: "1", name: "Orca" });
  const endpoint = reading("vessel", answer, { schema: Vessel });
  page.client.set(Vessel, id, { id: "1", name: "Fram", berth: "" });
  page.client.controller.addReader(endpoint, id);
  await page.comeBack();
  assertEquals(answer.calls.length, 0);
  await page.after(60_001);
  await page.comeBack();
  assertEquals(answer.calls.length, 1);
});

Deno.test("an endpoint decides about each cause [controller/NEW-32]", async () => {
  const trials = [
    ["comeBack", "refetchOnFocus"],
    ["reconnect", "refetchOnReconnect"],
  ] as const;
  for (const [cause, member] of trials) {
    using page = new Page();
    const calls = async (choice: unknown, dataExpiryLength: number) => {
      const answer = answering({ id: "1" });
      const name = `${choice} ${dataExpiryLength}`;
      await page.show(reading(name, answer, {
        dataExpiryLength,
        [member]: choice,
      }));
      return answer.calls;
    };
    const stale = [
      await calls(undefined, 1000),
      await calls(true, 1000),
      await calls(false, 1000),
      await calls("always", 1000),
    ];
    const fresh = [
      await calls(true, 60_000),
      await calls(false, 60_000),
      await calls("always", 60_000),
    ];
    await page.after(2000);
    await page[cause]();
    assertEquals(stale.map(({ length }) => length), [2, 2, 1, 2]);
    assertEquals(fresh.map(({ length }) => length), [1, 1, 2]);
  }
});

Deno.test("one cause does not stand for the other [controller/NEW-32]", async () => {
  using page = new Page();
  const answer = answering({ id: "1" });
  await page.show(reading("tide", answer, {
    dataExpiryLength: 1000,
    refetchOnFocus: false,
  }));
  await page.after(2000);
  await page.comeBack();
  assertEquals(answer.calls.length, 1);
  await page.reconnect();
  assertEquals(answer.calls.length, 2);
});

Deno.test("a recent error is left alone on focus and tried again on reconnect [controller/NEW-33]", async () => {
  using page = new Page({ throttleMs: 0 });
  for (const choice of [true, "always"]) {
    const answer = answering(() => {
      throw new Error("no answer");
    });
    await page.show(reading(`tide ${choice}`, answer, {
      errorExpiryLength: 1000,
      refetchOnFocus: choice,
    }));
    await page.comeBack();
    assertEquals(answer.calls.length, 1);
    await page.reconnect();
    assertEquals(answer.calls.length, 2);
    await page.after(1001);
    await page.comeBack();
    assertEquals(answer.calls.length, 3, "an expired error is as stale data");
  }
});

Deno.test("what was invalidated or never fetched is left to its readers [controller/NEW-33]", async () => {
  using page = new Page();
  const invalidated = answering({ id: "1" });
  const missing = answering({ id: "2" });
  const endpoint = reading("invalidated", invalidated);
  await page.show(endpoint);
  page.client.invalidate(endpoint, id);
  page.client.controller.addReader(reading("missing", missing), id);
  await page.comeBack();
  await page.reconnect();
  assertEquals([invalidated.calls.length, missing.calls.length], [1, 0]);
});

Deno.test("what is being requested is not requested twice [controller/NEW-33]", async () => {
  using page = new Page();
  const answers = server();
  const endpoint = reading("tide", answers, { dataExpiryLength: 1000 });
  const shown = page.show(endpoint);
  answers.calls[0]!.resolve(1);
  await shown;
  await page.after(2000);
  const newest = page.client.fetch(endpoint, id);
  await page.comeBack();
  await page.reconnect();
  assertEquals(answers.calls.length, 2);
  answers.calls[1]!.resolve(2);
  assertEquals(await newest, 2);
});

Deno.test("coming back again and again refreshes once in five seconds [controller/NEW-34]", async () => {
  const trials = [[{}, 5000], [{ throttleMs: 300 }, 300]] as const;
  for (const [options, throttle] of trials) {
    using page = new Page(options);
    const answer = answering({ id: "1" });
    await page.show(reading("tide", answer, { dataExpiryLength: 0 }));
    await page.after(1);
    for (let turn = 0; turn < 5; turn++) await page.comeBack();
    assertEquals(answer.calls.length, 2);
    await page.after(throttle - 1);
    await page.comeBack();
    assertEquals(answer.calls.length, 2);
    await page.after(1);
    await page.comeBack();
    assertEquals(answer.calls.length, 3);
  }
});

Deno.test("focus and reconnect in one task are one refresh, of both kinds [controller/NEW-34]", async () => {
  using page = new Page();
  const stale = answering({ id: "1" });
  const failing = answering(() => {
    throw new Error("no answer");
  });
  await page.show(reading("stale", stale, { dataExpiryLength: 0 }));
  await page.show(reading("failing", failing));
  await page.after(1);
  page.visibility.set(false);
  page.connection.set(false);
  page.visibility.set(true);
  page.connection.set(true);
  assertEquals(stale.calls.length, 1);
  await page.after(0);
  assertEquals([stale.calls.length, failing.calls.length], [2, 2]);
});

Deno.test("requests start in the order of their readers, six at a time [controller/NEW-34]", async () => {
  for (const concurrency of [undefined, 2]) {
    using page = new Page({ concurrency });
    const limit = concurrency ?? 6;
    const answers = server();
    const endpoint = reading("tide", answers, { dataExpiryLength: 0 });
    const ids = Array.from({ length: 10 }, (_, index) => `${index}`);
    for (const id of ids) {
      const shown = page.show(endpoint, [{ id }]);
      answers.calls.at(-1)!.resolve(id);
      await shown;
    }
    await page.after(1);
    answers.calls.length = 0;
    const started = () => answers.calls.map(({ args: [{ id }] }) => id);
    await page.comeBack();
    assertEquals(started(), ids.slice(0, limit));

    answers.calls[1]!.resolve("1");
    await page.after(0);
    assertEquals(started(), ids.slice(0, limit + 1));
    answers.calls[0]!.reject(new Error("a failure gives way, too"));
    await page.after(0);
    assertEquals(started(), ids.slice(0, limit + 2));
    for (const { resolve } of answers.calls.slice(2)) resolve("");
    await page.after(0);
    for (let call = limit + 2; call < ids.length; call++) {
      answers.calls[call]!.resolve("");
      await page.after(0);
    }
    assertEquals(started(), ids);
  }
});

Deno.test("who left, or was answered, while others were requested is left out [controller/NEW-31]", async () => {
  using page = new Page({ concurrency: 1 });
  const answers = server();
  const endpoint = reading("tide", answers, { dataExpiryLength: 1000 });
  const releases: (() => void)[] = [];
  for (const id of ["1", "2", "3", "4"]) {
    const shown = page.show(endpoint, [{ id }]);
    answers.calls.at(-1)!.resolve(id);
    releases.push(await shown);
  }
  await page.after(2000);
  answers.calls.length = 0;
  await page.comeBack();
  releases[1]!();
  page.client.setResponse(endpoint, { id: "3" }, "pushed");
  await page.after(1);
  answers.calls[0]!.resolve("1");
  await page.after(0);
  assertEquals(answers.calls.map(({ args: [{ id }] }) => id), ["1", "4"]);
});

Deno.test("a response whose schema throws does not keep others from being requested", async () => {
  using page = new Page();
  let isBroken = false;
  const broken = reading("broken", answering({ id: "1" }), {
    dataExpiryLength: 0,
    schema: {
      normalize: (input: unknown) => input,
      denormalize(input: unknown) {
        if (isBroken) throw new Error("broken schema");
        return input;
      },
      queryKey: () => undefined,
    },
  });
  const answer = answering({ id: "2" });
  await page.show(broken);
  await page.show(reading("sound", answer, { dataExpiryLength: 0 }));
  await page.after(1);
  isBroken = true;
  // what was read before is remembered
  page.client.setResponse(broken, id, { id: "3" });
  await page.after(1);
  await page.comeBack();
  assertEquals(answer.calls.length, 2);
});

Deno.test("either cause can be switched off [controller/NEW-30]", async () => {
  const trials = [
    [{ focus: false }, [1, 2]],
    [{ reconnect: false }, [2, 2]],
    [{ focus: false, reconnect: false }, [1, 1]],
  ] as const;
  for (const [options, expected] of trials) {
    using page = new Page(options);
    const answer = answering({ id: "1" });
    await page.show(reading("tide", answer, { dataExpiryLength: 0 }));
    await page.after(1);
    await page.comeBack();
    const afterFocus = answer.calls.length;
    await page.after(1);
    await page.reconnect();
    assertEquals([afterFocus, answer.calls.length], [...expected]);
  }
});

Deno.test("what the platform says of the beginning does not count, only events do [controller/NEW-35]", async () => {
  using page = new Page({}, false);
  const answer = answering({ id: "1" });
  await page.show(reading("tide", answer, { dataExpiryLength: 0 }));
  await page.after(1);
  page.connection.set(true);
  await page.after(0);
  assertEquals(answer.calls.length, 1);
  await page.reconnect();
  assertEquals(answer.calls.length, 2);
});

Deno.test("without a document nothing happens [controller/NEW-35]", async () => {
  using time = new FakeTime();
  const answer = answering({ id: "1" });
  const endpoint = reading("tide", answer, { dataExpiryLength: 0 });
  using client = harbour({
    managers: [new RefreshManager(), new NetworkManager()],
  });
  await client.fetch(endpoint, id);
  client.controller.addReader(endpoint, id);
  await time.tickAsync(60_000);
  assertEquals(answer.calls.length, 1);
});

Deno.test("a page that is hidden again, or a client that is disposed, starts nothing more [controller/NEW-131]", async () => {
  using page = new Page({ concurrency: 1 });
  const answers = server();
  const endpoint = reading("tide", answers, { dataExpiryLength: 0 });
  for (const id of ["1", "2"]) {
    const shown = page.show(endpoint, [{ id }]);
    answers.calls.at(-1)!.resolve(id);
    await shown;
  }
  await page.after(1);
  await page.comeBack();
  assertEquals(answers.calls.length, 3);
  page.manager.cleanup();
  answers.calls[2]!.resolve("1");
  await page.after(0);
  assertEquals(answers.calls.length, 3, "the second is not requested any more");
  assertEquals(page.connection.listenerCount, 0);
  assertEquals(page.visibility.listeners.size, 0);

  page.manager.init();
  await page.after(5000);
  page.visibility.set(false);
  page.visibility.set(true);
  page.connection.set(false);
  page.connection.set(true);
  page.manager.cleanup();
  assertEquals(page.timers.size, 0, "no timer is left");
  await page.after(3_600_000);
  assertEquals(answers.calls.length, 3, "nor is what was about to be");

  page.manager.init();
  await page.after(5000);
  await page.comeBack();
  assertEquals(answers.calls.length, 4, "started again, it works again");
});

Deno.test("a thousand starts and stops leave one manager that works [controller/NEW-131]", async () => {
  using page = new Page();
  const answer = answering({ id: "1" });
  await page.show(reading("tide", answer, { dataExpiryLength: 0 }));
  await page.after(1);
  for (let turn = 0; turn < 1000; turn++) {
    page.manager.cleanup();
    page.manager.init();
  }
  assertEquals(page.connection.listenerCount, 2);
  assertEquals(page.visibility.listeners.size, 1);
  await page.comeBack();
  assertEquals(answer.calls.length, 2);
});

Deno.test("a RefreshManager may stand anywhere among the managers [controller/NEW-130]", async () => {
  for (const isLast of [true, false]) {
    using page = new Page();
    const visibility = new ManualVisibility();
    const refresh = new RefreshManager({ visibility });
    const network = new NetworkManager();
    using client = createClient({
      managers: isLast ? [network, refresh] : [refresh, network],
    });
    const answer = answering({ id: "1" });
    const endpoint = reading("tide", answer, { dataExpiryLength: 0 });
    await client.fetch(endpoint, id);
    client.controller.addReader(endpoint, id);
    await page.after(1);
    visibility.set(false);
    visibility.set(true);
    await page.after(0);
    assertEquals(answer.calls.length, 2);
  }
});

Deno.test("two clients do not see each other [controller/NEW-132]", async () => {
  using page = new Page();
  const other = new ManualVisibility();
  using otherClient = createClient({
    managers: [new RefreshManager({ visibility: other }), new NetworkManager()],
  });
  const here = answering({ id: "1" });
  const there = answering({ id: "2" });
  const options = { dataExpiryLength: 0 };
  await page.show(reading("here", here, options));
  const endpoint = reading("there", there, options);
  await otherClient.fetch(endpoint, id);
  otherClient.controller.addReader(endpoint, id);
  await page.after(1);
  await page.comeBack();
  assertEquals([here.calls.length, there.calls.length], [2, 1]);
  other.set(false);
  other.set(true);
  await page.after(0);
  assertEquals([here.calls.length, there.calls.length], [2, 2]);
});
