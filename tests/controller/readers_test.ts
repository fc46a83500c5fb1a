import { assert, assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { Controller, createClient } from "../../controller/mod.ts";
import { systemClock } from "../../controller/environment.ts";
import { collectGarbage, leftInMemory } from "../support/collect_garbage.ts";
import { answering, harbour, reading } from "./harbour.ts";

const tide = reading("tide", answering(2));
const a = { id: "a" };
const b = { id: "b" };

Deno.test("the controller knows its readers, by key [controller/NEW-1]", () => {
  const controller = new Controller();
  const releases = [
    controller.addReader(tide, a),
    controller.addReader(tide, b),
    controller.addReader(tide, a),
  ];
  const other = tide;
  assertEquals([...controller.readers()], [
    { key: tide.key(a), endpoint: other, args: [a], count: 2 },
    { key: tide.key(b), endpoint: other, args: [b], count: 1 },
  ]);
  for (const release of releases) release();
  assertEquals([...controller.readers()], []);
});

Deno.test("null args register nothing [controller/NEW-1]", () => {
  const controller = new Controller();
  controller.addReader(tide, null)();
  assertEquals([...controller.readers()], []);
});

Deno.test("client.subscribe registers a reader [controller/NEW-1]", async () => {
  using client = harbour();
  const stop = client.subscribe(tide, [a], () => {});
  assertEquals([...client.controller.readers()].map(({ key }) => key), [
    tide.key(a),
  ]);
  stop();
  assertEquals([...client.controller.readers()], []);
  await client.allSettled();
});

Deno.test("a waiting reader counts until its request settled plus five seconds [controller/NEW-2]", async () => {
  using time = new FakeTime(0);
  const controller = new Controller();
  const request = Promise.withResolvers<void>();
  const key = tide.key(a);
  const unread: string[] = [];
  controller.onUnread((each) => unread.push(each));
  controller.registry.add(tide.key(a), tide, [a], request.promise);
  assertEquals([...controller.readers()], [], "not on display");
  await time.tickAsync(60_000);
  assert(controller.hasReader(key));
  request.resolve();
  await time.tickAsync(4999);
  assert(controller.hasReader(key));
  await time.tickAsync(1);
  assertEquals(controller.hasReader(key), false);
  await time.tickAsync(0);
  assertEquals(unread, [key]);
});

Deno.test("a waiting reader that was released does not wait any longer [controller/NEW-2]", async () => {
  using time = new FakeTime(0);
  const controller = new Controller();
  const request = Promise.withResolvers<void>();
  const waitFor = (port: typeof a, request: Promise<unknown>) =>
    controller.registry.add(tide.key(port), tide, [port], request);
  const release = waitFor(a, request.promise);
  const failing = waitFor(b, Promise.reject(new Error("down")));
  release();
  release();
  assertEquals(controller.hasReader(tide.key(a)), false);
  await time.tickAsync(5000);
  assertEquals(controller.hasReader(tide.key(b)), false);
  failing();
});

Deno.test("release is idempotent and counts never go negative [controller/NEW-3]", () => {
  const controller = new Controller();
  const [first, second] = [
    controller.addReader(tide, a),
    controller.addReader(tide, a),
  ];
  first();
  first();
  first();
  assertEquals([...controller.readers()][0]?.count, 1);
  second();
  second();
  assertEquals([...controller.readers()], []);
  controller.addReader(tide, a);
  assertEquals([...controller.readers()][0]?.count, 1);
});

Deno.test("releasing and registering in one task never reaches zero [controller/NEW-3]", async () => {
  using time = new FakeTime(0);
  const controller = new Controller();
  const unread: string[] = [];
  controller.onUnread((key) => unread.push(key));
  for (let round = 0; round < 3; round++) {
    const release = controller.addReader(tide, a);
    release();
    controller.addReader(tide, a);
    await time.tickAsync(1000);
    release();
  }
  assertEquals(unread, []);
});

Deno.test("zero readers is announced after a macrotask [controller/NEW-4]", async () => {
  using time = new FakeTime(0);
  const controller = new Controller();
  const unread: string[] = [];
  const stop = controller.onUnread((key) => unread.push(key));
  controller.addReader(tide, a)();
  await time.runMicrotasks();
  assertEquals(unread, []);
  await time.tickAsync(1);
  assertEquals(unread, [tide.key(a)]);
  controller.addReader(tide, a)();
  stop();
  await time.tickAsync(1000);
  assertEquals(unread.length, 1);
});

Deno.test("each key is announced on its own [controller/NEW-4]", async () => {
  using time = new FakeTime(0);
  const controller = new Controller();
  const unread: string[] = [];
  controller.onUnread((key) => unread.push(key));
  controller.addReader(tide, a)();
  controller.addReader(tide, b)();
  const release = controller.addReader(tide, a);
  await time.tickAsync(0);
  assertEquals(unread, [tide.key(b)]);
  release();
  await time.tickAsync(0);
  assertEquals(unread, [tide.key(b), tide.key(a)]);
});

Deno.test("a caller of fetch is no reader, and costs no timer [controller/NEW-1]", async () => {
  let timers = 0;
  const clock = {
    ...systemClock,
    setTimeout(callback: () => void, delay: number) {
      timers++;
      return systemClock.setTimeout(callback, delay);
    },
  };
  using client = createClient({ clock });
  const { controller } = client;
  const before = timers;
  const unread: string[] = [];
  controller.onUnread((key) => unread.push(key));
  const request = client.fetch(tide, a);
  assertEquals(controller.hasReader(tide.key(a)), false);
  await request;
  assertEquals(timers, before);
  assertEquals(unread, []);
});

Deno.test("a key that comes and goes costs one timer at a time [controller/NEW-4]", async () => {
  using time = new FakeTime(0);
  let pending = 0;
  let most = 0;
  const clock = {
    ...systemClock,
    setTimeout(callback: () => void, delay: number) {
      most = Math.max(most, ++pending);
      return systemClock.setTimeout(() => {
        pending--;
        callback();
      }, delay);
    },
  };
  const controller = new Controller({ clock });
  const unread: string[] = [];
  controller.onUnread((key) => unread.push(key));
  for (let turn = 0; turn < 50; turn++) {
    controller.addReader(tide, a)();
    await time.runMicrotasks();
  }
  await time.tickAsync(0);
  assertEquals(unread, [tide.key(a)]);
  assertEquals(most, 1);
  assertEquals(pending, 0);
});

Deno.test("what a reader was registered with goes with the last reader, also when its release is kept [controller/NEW-3a]", async () => {
  const controller = new Controller();
  const register = () => {
    const args = { id: "a" };
    const releases = [
      controller.addReader(tide, args),
      controller.addReader(tide, args),
      controller.registry.add(tide.key(args), tide, [args], Promise.resolve()),
    ];
    return { args: new WeakRef(args), releases };
  };
  const { args, releases } = register();
  for (const release of releases.slice(1)) release();
  await collectGarbage();
  assert(args.deref() !== undefined, "one reader is left");
  releases[0]!();
  assertEquals(await leftInMemory([args]), []);
  assertEquals(controller.hasReader(tide.key(a)), false);
  controller.registry.clear();
});
