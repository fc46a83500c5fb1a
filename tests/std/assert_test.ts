import {
  assert,
  assertAlmostEquals,
  assertArrayIncludes,
  assertEquals,
  assertExists,
  assertFalse,
  assertGreater,
  assertGreaterOrEqual,
  assertInstanceOf,
  AssertionError,
  assertIsError,
  assertLess,
  assertLessOrEqual,
  assertMatch,
  assertNotEquals,
  assertNotInstanceOf,
  assertNotMatch,
  assertNotStrictEquals,
  assertObjectMatch,
  assertRejects,
  assertStrictEquals,
  assertStringIncludes,
  assertThrows,
  equal,
  fail,
  unreachable,
} from "@std/assert";

class Point {
  constructor(readonly x: number) {}
}

Deno.test("equal compares own members, symbols and special objects", () => {
  assert(equal({ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }));
  assertFalse(equal({ a: undefined }, {}));
  assert(equal(0, -0));
  assert(equal(NaN, NaN));
  assert(equal(Object.create(null), {}));
  assertFalse(equal(new Point(1), { x: 1 }));
  assert(equal(new Date(5), new Date(5)));
  assertFalse(equal(new Date(5), new Date(6)));
  assert(equal(/a/g, /a/g));
  assertFalse(equal(/a/g, /a/));
  assert(equal(new URL("https://a.test"), new URL("https://a.test")));
  const mark = Symbol("mark");
  assertFalse(equal({ [mark]: 1 }, { [mark]: 2 }));
  assertFalse(equal([1, 2], [1]));
  assertFalse(equal(1, "1"));
  assertFalse(equal(null, undefined));
});

/** Looks like a plain object to whoever asks for its constructor. */
class Disguised {
  a = 1;
}
Object.defineProperty(Disguised.prototype, "constructor", { value: Object });

class Secret {
  readonly #secret: number;
  constructor(secret: number) {
    this.#secret = secret;
  }
  get revealed(): number {
    return this.#secret;
  }
}

class Hidden {
  constructor(hidden: number) {
    Object.defineProperty(this, "hidden", { value: hidden });
  }
}

const hidden = (value: number) =>
  Object.defineProperty({}, "hidden", { value });
const mark = Symbol("mark");
const error = new Error("one");

/** Where packages that compare could disagree; the published one agrees in all of it. */
const comparisons: readonly (readonly [
  what: string,
  a: unknown,
  b: unknown,
  isEqual: boolean,
])[] = [
  ["a prototype that is another one", new Disguised(), { a: 1 }, false],
  ["a prototype that is missing", Object.create(null), {}, true],
  ["a prototype with members", Object.create({ a: 1 }), {}, false],
  [
    "a class and its subclass",
    new Point(1),
    new (class extends Point {})(1),
    false,
  ],
  ["what a getter reveals", new Secret(1), new Secret(2), false],
  ["the same behind a getter", new Secret(1), new Secret(1), true],
  ["hidden members of plain objects", hidden(1), hidden(2), true],
  ["hidden members of instances", new Hidden(1), new Hidden(2), false],
  ["symbol keys", { [mark]: 1 }, { [mark]: 2 }, false],
  ["a symbol key that is missing", { [mark]: 1 }, {}, false],
  ["undefined and absent", { a: undefined }, {}, false],
  ["undefined and absent, others", { a: undefined }, { b: undefined }, false],
  ["-0 and 0", [-0], [0], true],
  ["NaN", [NaN], [NaN], true],
  ["times", new Date(1), new Date(2), false],
  ["invalid times", new Date(NaN), new Date(NaN), true],
  ["flags", /a/g, /a/i, false],
  ["addresses", new URL("https://a.test"), new URL("https://b.test"), false],
  ["errors with another stack", error, new Error("one"), false],
  ["an error and itself", { error }, { error }, true],
  ["functions", () => 1, () => 1, false],
  [
    "keys of a Map, in any order",
    new Map([[1, 2], [3, 4]]),
    new Map([[3, 4], [1, 2]]),
    true,
  ],
  ["objects as keys", new Map([[{ a: 1 }, 1]]), new Map([[{ a: 1 }, 1]]), true],
  [
    "values of a Map",
    new Map([[1, { a: 1 }]]),
    new Map([[1, { a: 2 }]]),
    false,
  ],
  ["members of a Set, in any order", new Set([1, 2]), new Set([2, 1]), true],
  ["objects in a Set", new Set([{ a: 1 }]), new Set([{ a: 2 }]), false],
  ["a Set and a Map", new Set(), new Map(), false],
  ["an array and an object", [1], { 0: 1 }, false],
  ["bytes", new Uint8Array([1]), new Uint8Array([2]), false],
  ["bytes of other kinds", new Uint8Array([1]), new Int8Array([1]), false],
  ["a number and its object", 1, Object(1), false],
];

for (const [what, a, b, isEqual] of comparisons) {
  Deno.test(`equal ${isEqual ? "ignores" : "minds"}: ${what}`, () => {
    assertStrictEquals(equal(a, b), isEqual);
    assertStrictEquals(equal(b, a), isEqual);
    assertStrictEquals(equal({ in: [a] }, { in: [b] }), isEqual);
  });
}

Deno.test("equal compares Sets and Maps without order, and closes cycles", () => {
  assert(equal(new Set([1, { a: 1 }]), new Set([{ a: 1 }, 1])));
  assertFalse(equal(new Set([1]), new Set([2])));
  assert(equal(new Map([["a", 1], ["b", 2]]), new Map([["b", 2], ["a", 1]])));
  assertFalse(equal(new Map([["a", 1]]), new Map([["a", 2]])));
  const one: { self?: unknown } = {};
  one.self = one;
  const other: { self?: unknown } = {};
  other.self = other;
  assert(equal(one, other));
});

Deno.test("failing assertions throw an AssertionError", () => {
  const failing: (() => void)[] = [
    () => assert(0),
    () => assertFalse(1),
    () => assertEquals<unknown>({ a: 1 }, { a: 2 }),
    () => assertNotEquals([1], [1]),
    () => assertStrictEquals({}, {}),
    () => assertNotStrictEquals(failing, failing),
    () => assertExists(null),
    () => assertInstanceOf({}, Point),
    () => assertNotInstanceOf(new Point(1), Point),
    () => assertStringIncludes("abc", "d"),
    () => assertMatch("abc", /d/),
    () => assertNotMatch("abc", /b/),
    () => assertArrayIncludes([1, 2], [3]),
    () => assertObjectMatch({ a: { b: 1 } }, { a: { b: 2 } }),
    () => assertObjectMatch({ a: 1 }, { b: undefined, a: 2 }),
    () => assertGreater(1, 1),
    () => assertGreaterOrEqual(1, 2),
    () => assertLess(1, 1),
    () => assertLessOrEqual(2, 1),
    () => assertAlmostEquals(1, 1.1),
    () => assertIsError("text"),
    () => assertIsError(new Error("a"), TypeError),
    () => assertIsError(new Error("a"), Error, "b"),
    () => assertThrows(() => {}),
    () => fail(),
    () => unreachable(),
  ];
  for (const run of failing) assertThrows(run, AssertionError);
});

Deno.test("assertions that hold pass", () => {
  assertAlmostEquals(0.1 + 0.2, 0.3);
  assertAlmostEquals(10, 11, 1);
  assertArrayIncludes([1, { a: 1 }, 3], [{ a: 1 }, 1]);
  assertObjectMatch(
    { a: { b: 1, c: 2 }, list: [{ id: 1, more: true }] },
    { a: { b: 1 }, list: [{ id: 1 }] },
  );
  assertGreater(2, 1);
  assertGreaterOrEqual(2, 2);
  assertLess("a", "b");
  assertLessOrEqual(2, 2);
  assertIsError(new TypeError("bad thing"), TypeError, /thing$/);
});

Deno.test("assertThrows returns what was thrown, of any kind", () => {
  assertStrictEquals(
    assertThrows(() => {
      throw "text";
    }),
    "text",
  );
  const error = assertThrows(
    () => {
      throw new RangeError("too far");
    },
    RangeError,
    "far",
  );
  assertStrictEquals(error.message, "too far");
  assertThrows(
    () =>
      assertThrows(() => {
        throw new Error("other");
      }, RangeError),
    AssertionError,
  );
});

Deno.test("assertRejects resolves to the reason and refuses a synchronous throw", async () => {
  const error = await assertRejects(
    () => Promise.reject(new RangeError("too far")),
    RangeError,
    "far",
  );
  assertStrictEquals(error.message, "too far");
  assertStrictEquals(await assertRejects(() => Promise.reject(1)), 1);
  await assertRejects(
    () => assertRejects(() => Promise.resolve()),
    AssertionError,
  );
  await assertRejects(
    () =>
      assertRejects(() => {
        throw new RangeError("at once");
      }, RangeError),
  );
});
