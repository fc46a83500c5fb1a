// deno-lint-ignore-file no-explicit-any -- the defaults of the published types

/**
 * Spies and stubs.
 *
 * @module
 */
import { assertEquals, AssertionError, assertIsError } from "@std/assert";

/** Thrown when a spy or stub is used wrongly. */
export class MockError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "MockError";
  }
}

/** One recorded call. */
export interface SpyCall<
  Self = any,
  Args extends unknown[] = any[],
  Return = any,
> {
  args: Args;
  self?: Self;
  returned?: Return;
  error?: Error;
}

/** A function that records its calls. */
export interface Spy<
  Self = any,
  Args extends unknown[] = any[],
  Return = any,
> {
  (this: Self, ...args: Args): Return;
  /** The function it wraps. */
  original: (this: Self, ...args: Args) => Return;
  calls: SpyCall<Self, Args, Return>[];
  restored: boolean;
  /** Puts the original method back. */
  restore(): void;
}

/** A method replaced until it is restored. */
export interface MethodSpy<
  Self = any,
  Args extends unknown[] = any[],
  Return = any,
> extends Spy<Self, Args, Return>, Disposable {}

/** A method replaced by another function. */
export interface Stub<
  Self = any,
  Args extends unknown[] = any[],
  Return = any,
> extends MethodSpy<Self, Args, Return> {
  /** What runs instead. */
  fake: (this: Self, ...args: Args) => Return;
}

type MethodArgs<Self, Name extends keyof Self> = Self[Name] extends
  (...args: infer A) => unknown ? A : never;
type MethodReturn<Self, Name extends keyof Self> = Self[Name] extends
  (...args: any[]) => infer R ? R : never;

/** Records the calls of a function, of nothing, or of a method of an object. */
export function spy<Self = any, Args extends unknown[] = any[]>(): Spy<
  Self,
  Args,
  undefined
>;
export function spy<Self, Args extends unknown[], Return>(
  func: (this: Self, ...args: Args) => Return,
): Spy<Self, Args, Return>;
export function spy<Self, Name extends keyof Self>(
  self: Self,
  property: Name,
): MethodSpy<Self, MethodArgs<Self, Name>, MethodReturn<Self, Name>>;
export function spy(target?: any, property?: PropertyKey): any {
  if (property !== undefined) return replace(target, property, undefined);
  return record(target ?? (() => undefined), () => {
    throw new MockError("A spy of a function cannot be restored");
  });
}

/** Replaces a method of an object, by a function that returns nothing if none is given. */
export function stub<Self, Name extends keyof Self>(
  self: Self,
  property: Name,
  func?: (
    this: Self,
    ...args: MethodArgs<Self, Name>
  ) => MethodReturn<Self, Name>,
): Stub<Self, MethodArgs<Self, Name>, MethodReturn<Self, Name>> {
  const fake: any = func ?? (() => undefined);
  return Object.assign(replace(self, property, fake), { fake });
}

/** A function that returns, or throws, one value after the other. */
export function returnsNext<
  Return,
  Self = any,
  Args extends unknown[] = any[],
>(values: Iterable<Return | Error>): (this: Self, ...args: Args) => Return {
  const iterator = values[Symbol.iterator]();
  let calls = 0;
  return () => {
    calls++;
    const { value, done } = iterator.next();
    if (done) throw new MockError(`No value was given for call ${calls}`);
    if (value instanceof Error) throw value;
    return value;
  };
}

/** Throws unless the spy was called that often. */
export function assertSpyCalls<
  Self,
  Args extends unknown[],
  Return,
>(spy: Spy<Self, Args, Return>, expectedCalls: number): void {
  if (spy.calls.length !== expectedCalls) {
    throw new AssertionError(
      `Spy was called ${spy.calls.length} times instead of ${expectedCalls}`,
    );
  }
}

/** What one call is expected to be; what is absent is not compared. */
export interface ExpectedSpyCall<
  Self = any,
  Args extends unknown[] = any[],
  Return = any,
> {
  args?: [...Args, ...unknown[]];
  self?: Self;
  returned?: Return;
  error?: { Class?: new (...args: any[]) => Error; msgIncludes?: string };
}

/** Throws unless that call was as expected. */
export function assertSpyCall<Self, Args extends unknown[], Return>(
  spy: Spy<Self, Args, Return>,
  callIndex: number,
  expected?: ExpectedSpyCall<Self, Args, Return>,
): void {
  const call = spy.calls[callIndex];
  if (!call) {
    throw new AssertionError(
      `Spy has no call ${callIndex}: it was called ${spy.calls.length} times`,
    );
  }
  if (!expected) return;
  if (expected.args) assertEquals<unknown>(call.args, expected.args);
  if ("self" in expected) assertEquals<unknown>(call.self, expected.self);
  if ("returned" in expected) {
    if (call.error) {
      throw new AssertionError("Spy threw instead of returning", {
        cause: call.error,
      });
    }
    assertEquals<unknown>(call.returned, expected.returned);
  }
  if ("error" in expected) {
    assertIsError(
      call.error,
      expected.error?.Class,
      expected.error?.msgIncludes,
    );
  }
}

/** Throws unless that call had these arguments. */
export function assertSpyCallArgs<
  Self,
  Args extends unknown[],
  Return,
  ExpectedArgs extends unknown[],
>(
  spy: Spy<Self, Args, Return>,
  callIndex: number,
  expected: ExpectedArgs,
): void {
  assertSpyCall(spy, callIndex);
  assertEquals<unknown>(spy.calls[callIndex]?.args, expected);
}

const replaced = new Set<{ restore(): void }>();

/** Puts back every method that a spy or stub replaced. */
export function restore(): void {
  for (const one of [...replaced]) one.restore();
}

function replace(self: any, property: PropertyKey, fake: any): any {
  const original = self[property];
  if (typeof original !== "function") {
    throw new MockError(`${String(property)} is no method`);
  }
  const own = Object.getOwnPropertyDescriptor(self, property);
  const double = record(fake ?? original, () => {
    if (double.restored) throw new MockError("It is already restored");
    if (own) Object.defineProperty(self, property, own);
    else delete self[property];
    double.restored = true;
    replaced.delete(double);
  });
  double.original = original;
  Object.defineProperty(self, property, {
    configurable: true,
    writable: true,
    enumerable: own?.enumerable ?? false,
    value: double,
  });
  replaced.add(double);
  return Object.assign(double, { [Symbol.dispose]: () => double.restore() });
}

function record(run: any, restoreMethod: () => void): any {
  const calls: SpyCall[] = [];
  function double(this: unknown, ...args: unknown[]): unknown {
    const call: SpyCall = { args };
    if (this !== undefined) call.self = this;
    calls.push(call);
    try {
      call.returned = run.apply(this, args);
    } catch (error) {
      call.error = error as Error;
      throw error;
    }
    return call.returned;
  }
  return Object.assign(double, {
    original: run,
    calls,
    restored: false,
    restore: restoreMethod,
  });
}
