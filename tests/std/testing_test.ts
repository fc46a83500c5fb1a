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
