import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import {
  assertSpyCall,
  assertSpyCalls,
  returnsNext,
  spy,
  stub,
} from "@std/testing/mock";
import { FakeTime } from "@std/testing/time";
import {
  type AssertFalse,
  type AssertTrue,
  assertType,
  type Has,
  type IsAny,
  type IsExact,
  type IsNever,
  type IsNullable,
  type IsUnknown,
  type NotHas,
} from "@std/testing/types";

Deno.test("FakeTime starts at a given time and moves only when told", () => {
  using time = new FakeTime("2026-01-01T00:00:00Z");
  assertEquals(new Date().toISOString(), "2026-01-01T00:00:00.000Z");
  assertStrictEquals(new Date() instanceof Date, true);
  time.tick(1500);
  assertStrictEquals(Date.now(), time.start + 1500);
  assertEquals(new Date(2020, 0, 1).getFullYear(), 2020);
});

Deno.test("FakeTime runs timers in order of time, then of creation", () => {
  using time = new FakeTime(0);
  const log: string[] = [];
  setTimeout((text: string) => log.push(`${text}@${Date.now()}`), 20, "b");
  setTimeout(() => log.push(`a@${Date.now()}`), 10);
  setTimeout(() => log.push(`c@${Date.now()}`), 20);
  const cleared = setTimeout(() => log.push("never"), 5);
  clearTimeout(cleared);
  time.tick(19);
  assertEquals(log, ["a@10"]);
  time.tick(1);
  assertEquals(log, ["a@10", "b@20", "c@20"]);
});

Deno.test("FakeTime repeats intervals until they are cleared", () => {
  using time = new FakeTime(0);
  let count = 0;
  const id = setInterval(() => {
    if (++count === 3) clearInterval(id);
  }, 100);
  time.tick(1000);
  assertStrictEquals(count, 3);
});

Deno.test("FakeTime runs a timer that another one sets when it is due, in the same step", () => {
  using time = new FakeTime(0);
  const log: string[] = [];
  const note = (text: string) => log.push(`${text}@${Date.now()}`);
  setTimeout(() => {
    note("first");
    setTimeout(() => note("at once"), 0);
    setTimeout(() => note("later"), 5);
    setTimeout(() => note("after the step"), 11);
  }, 10);
  setTimeout(() => note("second"), 10);
  time.tick(20);
  assertEquals(log, ["first@10", "second@10", "at once@10", "later@15"]);
});

Deno.test("FakeTime forgets a timer that another one clears", () => {
  using time = new FakeTime(0);
  const log: string[] = [];
  setTimeout(() => clearTimeout(second), 10);
  const second = setTimeout(() => log.push("cleared"), 10);
  const interval = setInterval(() => log.push("interval"), 4);
  setTimeout(() => clearInterval(interval), 9);
  clearTimeout(undefined);
  time.tick(100);
  assertEquals(log, ["interval", "interval"]);
});

Deno.test("FakeTime stands where a timer throws", () => {
  using time = new FakeTime(0);
  setTimeout(() => {
    throw new RangeError("here");
  }, 10);
  assertThrows(() => time.tick(20), RangeError);
  assertStrictEquals(time.now, 10);
});

Deno.test("FakeTime is set forward, never backwards", () => {
  using time = new FakeTime(new Date(1000.9));
  assertStrictEquals(time.now, 1000);
  let ranAt = 0;
  setTimeout(() => ranAt = Date.now(), 1.5);
  time.now = 2000;
  assertStrictEquals(ranAt, 1001);
  assertStrictEquals(Date.now(), 2000);
  assertThrows(() => time.now = 1999);
});

Deno.test("FakeTime does not start at what is no time", () => {
  assertThrows(() => new FakeTime("no date"));
  assertStrictEquals(Date.now() > 1_700_000_000_000, true);
});

Deno.test("FakeTime leaves given dates as they are", () => {
  const { Date: RealDate } = globalThis;
  using _time = new FakeTime(0);
  assertStrictEquals(Date.UTC(1970, 0, 2), 86_400_000);
  assertStrictEquals(Date.parse("1970-01-02"), 86_400_000);
  assertStrictEquals(new Date(5).getTime(), 5);
  assertStrictEquals(new Date() instanceof RealDate, true);
  assertEquals(new Date(), new RealDate(0));
  assertStrictEquals(typeof Date(), "string");
});

Deno.test("FakeTime gives real time for a while, and waits in it", async () => {
  using time = new FakeTime(0);
  const real = await FakeTime.restoreFor(() => Date.now());
  assertStrictEquals(real > 1_700_000_000_000, true);
  assertStrictEquals(Date.now(), 0);
  setTimeout(() => log.push("fake"), 1);
  const log: string[] = [];
  queueMicrotask(() => log.push("microtask"));
  await time.runMicrotasks();
  assertEquals(log, ["microtask"]);
  await time.delay(1);
  assertEquals(log, ["microtask"]);
});

Deno.test("FakeTime lets microtasks run between asynchronous steps", async () => {
  using time = new FakeTime(0);
  const log: string[] = [];
  const wait = (ms: number) =>
    new Promise<void>((resolve) => setTimeout(resolve, ms));
  const done = (async () => {
    await wait(10);
    log.push(`first@${Date.now()}`);
    await wait(10);
    log.push(`second@${Date.now()}`);
  })();
  assertStrictEquals(await time.nextAsync(), true);
  await time.runAllAsync();
  await done;
  assertEquals(log, ["first@10", "second@20"]);
  assertStrictEquals(time.next(), false);
  await time.tickAsync(5);
  assertStrictEquals(time.now, 25);
});

Deno.test("FakeTime aborts a timed signal, and restores the real globals", () => {
  const realTimeout = globalThis.setTimeout;
  const time = new FakeTime(0);
  const signal = AbortSignal.timeout(50);
  time.tick(50);
  assertStrictEquals(signal.aborted, true);
  time.restore();
  assertStrictEquals(globalThis.setTimeout, realTimeout);
  assertThrows(() => time.restore());
});

Deno.test("spy and stub record calls, and restore the method", () => {
  const add = spy((a: number, b: number) => a + b);
  assertStrictEquals(add(1, 2), 3);
  assertSpyCall(add, 0, { args: [1, 2], returned: 3 });
  assertSpyCalls(add, 1);
  assertThrows(() => assertSpyCalls(add, 2));
  const target = { name: () => "real" };
  {
    using fake = stub(target, "name", returnsNext(["one", "two"]));
    assertEquals([target.name(), target.name()], ["one", "two"]);
    assertSpyCalls(fake, 2);
  }
  assertStrictEquals(target.name(), "real");
});

interface Point {
  x: number;
}
interface Tree {
  value: number;
  parent?: Tree;
}

Deno.test("types tell exact types, any, never and unknown apart", () => {
  assertType<IsExact<{ a: string }, { a: string }>>(true);
  assertType<IsExact<{ a: string }, { a: number }>>(false);
  assertType<IsExact<{ a: { b: string }[] }, { a: { b: string }[] }>>(true);
  // deno-lint-ignore no-explicit-any -- the case under test
  assertType<IsExact<{ a: { b: any } }, { a: { b: string } }>>(false);
  // deno-lint-ignore no-explicit-any -- the case under test
  assertType<IsExact<any, string>>(false);
  // deno-lint-ignore no-explicit-any -- the case under test
  assertType<IsExact<unknown, any>>(false);
  // deno-lint-ignore no-explicit-any -- the case under test
  assertType<IsExact<any, any>>(true);
  // deno-lint-ignore no-explicit-any -- the case under test
  assertType<IsExact<Promise<any>, Promise<string>>>(false);
  // deno-lint-ignore no-explicit-any -- the case under test
  assertType<IsExact<(a: any) => void, (a: string) => void>>(false);
  assertType<IsExact<(a: 1) => void, (a: 1, b?: 2) => void>>(false);
  assertType<IsExact<{ readonly a: string }, { a: string }>>(false);
  assertType<IsExact<{ a: { readonly b: 1 } }, { a: { b: 1 } }>>(false);
  assertType<IsExact<readonly string[], string[]>>(false);
  assertType<IsExact<{ a: 1 } & { b: 2 }, { a: 1; b: 2 }>>(true);
  assertType<IsExact<{ a: 1 } | { a: 2 }, { a: 1 | 2 }>>(false);
  assertType<IsExact<1 | "a", "a" | 1>>(true);
  // deno-lint-ignore ban-types -- the case under test
  assertType<IsExact<{}, object>>(false);
  assertType<IsExact<undefined, void>>(false);
  assertType<IsExact<Point, { x: number }>>(true);
  assertType<IsExact<Tree, { value: number; parent?: Tree }>>(true);
  assertType<IsExact<string | undefined, string>>(false);
  assertType<IsExact<{ a?: string }, { a: string }>>(false);
  assertType<IsExact<never, string>>(false);
  // deno-lint-ignore no-explicit-any -- the case under test
  assertType<IsAny<any>>(true);
  assertType<IsAny<unknown>>(false);
  assertType<IsNever<never>>(true);
  assertType<IsUnknown<unknown>>(true);
  assertType<IsUnknown<string>>(false);
  assertType<IsNullable<string | null>>(true);
  assertType<IsNullable<string>>(false);
  assertType<Has<string | number, string>>(true);
  assertType<NotHas<string | number, boolean>>(true);
  type _True = AssertTrue<IsExact<1, 1>>;
  type _False = AssertFalse<IsExact<1, 2>>;
  // @ts-expect-error: the types differ
  assertType<IsExact<1, 2>>(true);
});
