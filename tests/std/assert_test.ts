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

class Sealed {
  readonly #secret: number;
  constructor(secret: number) {
    this.#secret = secret;
  }
  static reveal(sealed: Sealed): number {
    return sealed.#secret;
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
/** Errors whose stacks agree. */
const [one, sameAsOne] = [1, 1].map(() => new RangeError("one", { cause: 1 }));
const [first, second] = ["first", "second"].map((text) => new Error(text));
const [caused, causedElse] = [1, 2].map((cause) => new Error("", { cause }));
/** Items by index; the others are holes. */
const sparse = (items: Record<number, unknown>, length = 2) =>
  Object.assign([], items, { length });
const cyclic = (value: number) => {
  const node: Record<string, unknown> = { value };
  node.self = node;
  node.list = [node];
  node.map = new Map([["node", node]]);
  return node;
};
const bytes = (...values: number[]) => new Uint8Array(values);
const shared = (value: number) => {
  const buffer = new SharedArrayBuffer(1);
  new Uint8Array(buffer)[0] = value;
  return buffer;
};
const held = { a: 1 };
const point = new Point(1);
const day = (text: string) => Temporal.PlainDate.from(text);

/** Where packages that compare could disagree; the published one agrees in all of it. */
const comparisons: readonly (readonly [
  what: string,
  a: unknown,
  b: unknown,
  isEqual: boolean,
])[] = [
  // values
  ["members of members", { a: [1, { b: 2 }] }, { a: [1, { b: 3 }] }, false],
  ["the order of keys", { a: 1, b: 2 }, { b: 2, a: 1 }, true],
  ["-0 and 0", [-0], [0], true],
  ["NaN", [NaN], [NaN], true],
  ["a number and its text", 1, "1", false],
  ["a number and its bigint", 1, 1n, false],
  ["bigints", 1n, 1n, true],
  ["null and undefined", null, undefined, false],
  ["an empty text and nothing", "", undefined, false],
  ["symbols that read alike", Symbol("mark"), Symbol("mark"), false],
  ["functions that read alike", () => 1, () => 1, false],
  ["a number and its object", 1, Object(1), false],
  ["objects of texts", Object("a"), Object("b"), false],
  // prototypes
  ["a prototype that is another one", new Disguised(), { a: 1 }, false],
  ["an instance and what it reads as", new Point(1), { x: 1 }, false],
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
  ["what nothing reveals", new Sealed(1), new Sealed(2), true],
  ["hidden members of plain objects", hidden(1), hidden(2), true],
  ["hidden members of instances", new Hidden(1), new Hidden(2), false],
  [
    "functions that are members of instances",
    new (class {
      call = () => 1;
    })(),
    new (class {
      call = () => 1;
    })(),
    false,
  ],
  // keys
  ["symbol keys", { [mark]: 1 }, { [mark]: 2 }, false],
  ["a symbol key that is missing", { [mark]: 1 }, {}, false],
  ["a symbol key without a value", { [mark]: undefined }, {}, false],
  ["undefined and absent", { a: undefined }, {}, false],
  ["undefined and absent, others", { a: undefined }, { b: undefined }, false],
  ["a key and its number", { 1: "a" }, { "1": "a" }, true],
  ["an own __proto__", JSON.parse('{"__proto__":1}'), {}, false],
  [
    "a getter and a value",
    {
      get a() {
        return 1;
      },
    },
    { a: 1 },
    true,
  ],
  ["what may be written", Object.freeze({ a: 1 }), { a: 1 }, true],
  // arrays
  ["the order of items", [1, 2], [2, 1], false],
  ["the number of items", [1, undefined], [1], false],
  ["a hole and undefined", sparse({ 1: 1 }), [undefined, 1], false],
  ["holes in the same place", sparse({ 1: 1 }), sparse({ 1: 1 }), true],
  ["holes in other places", sparse({ 1: 1 }), sparse({ 0: 1 }), false],
  ["members beside items", Object.assign([1], { a: 1 }), [1], false],
  ["an array and an object", [1], { 0: 1 }, false],
  ["a subclass of arrays", [1], new (class extends Array {})(1), false],
  // bytes
  ["bytes", bytes(1), bytes(2), false],
  ["the same bytes", bytes(1), bytes(1), true],
  ["where bytes begin", bytes(1, 2).subarray(1), bytes(2), true],
  ["bytes of other kinds", bytes(1), new Int8Array([1]), false],
  ["NaN in bytes", new Float32Array([NaN]), new Float32Array([NaN]), true],
  ["buffers", bytes(1).buffer, bytes(2).buffer, false],
  ["the same buffers", bytes(1).buffer, bytes(1).buffer, true],
  ["buffers that are shared", shared(1), shared(2), false],
  [
    "views of bytes",
    new DataView(bytes(1).buffer),
    new DataView(bytes(2).buffer),
    false,
  ],
  // special objects
  ["times", new Date(1), new Date(2), false],
  ["the same time", new Date(1), new Date(1), true],
  ["invalid times", new Date(NaN), new Date(NaN), true],
  ["a time and its number", new Date(1), 1, false],
  ["patterns", /a/, /b/, false],
  ["flags", /a/g, /a/i, false],
  ["the same pattern", /a/g, /a/g, true],
  ["addresses", new URL("https://a.test"), new URL("https://b.test"), false],
  [
    "same addresses",
    new URL("https://a.test"),
    new URL("https://a.test"),
    true,
  ],
  ["parameters", new URLSearchParams("a=1"), new URLSearchParams("a=2"), false],
  ["days", day("2026-01-01"), day("2026-01-02"), false],
  ["the same day", day("2026-01-01"), day("2026-01-01"), true],
  ["promises of other values", Promise.resolve(1), Promise.resolve(2), true],
  ["what is held weakly", new WeakRef(held), new WeakRef(point), false],
  // errors
  ["errors with another stack", error, new Error("one"), false],
  ["an error and itself", { error }, { error }, true],
  ["errors with one stack", one, sameAsOne, true],
  ["messages of errors", first, second, false],
  ["causes of errors", caused, causedElse, false],
  // collections
  [
    "keys of a Map, in any order",
    new Map([[1, 2], [3, 4]]),
    new Map([[3, 4], [1, 2]]),
    true,
  ],
  ["keys of a Map", new Map([[1, 2]]), new Map([[2, 2]]), false],
  ["objects as keys", new Map([[{ a: 1 }, 1]]), new Map([[{ a: 1 }, 1]]), true],
  ["NaN as a key", new Map([[NaN, 1]]), new Map([[NaN, 1]]), true],
  [
    "an undefined value and another key",
    new Map([[1, undefined]]),
    new Map([[2, undefined]]),
    false,
  ],
  [
    "values of a Map",
    new Map([[1, { a: 1 }]]),
    new Map([[1, { a: 2 }]]),
    false,
  ],
  ["members of a Set, in any order", new Set([1, 2]), new Set([2, 1]), true],
  [
    "members of a Set that are objects, in any order",
    new Set([1, { a: 1 }]),
    new Set([{ a: 1 }, 1]),
    true,
  ],
  ["objects in a Set", new Set([{ a: 1 }]), new Set([{ a: 2 }]), false],
  ["the size of a Set", new Set([1, 2]), new Set([1]), false],
  ["a Set and a Map", new Set(), new Map(), false],
  ["a Map and an object", new Map(), {}, false],
  // cycles
  ["cycles", cyclic(1), cyclic(1), true],
  ["values within cycles", cyclic(1), cyclic(2), false],
];

for (const [what, a, b, isEqual] of comparisons) {
  Deno.test(`equal ${isEqual ? "ignores" : "minds"}: ${what}`, () => {
    assertStrictEquals(equal(a, b), isEqual);
    assertStrictEquals(equal(b, a), isEqual);
    assertStrictEquals(equal({ in: [a] }, { in: [b] }), isEqual);
  });
}

Deno.test("equal refuses collections that hold weakly", () => {
  assertThrows(() => equal(new WeakMap(), new WeakMap()), TypeError);
  assertThrows(() => equal(new WeakSet(), new WeakSet()), TypeError);
  assertFalse(equal(new WeakMap(), new WeakSet()));
});

const throwing = (value: unknown) => () => {
  throw value;
};

/** What assertions let pass. */
const passing: readonly (readonly [what: string, run: () => void])[] = [
  ["assert: what is truthy", () => assert("0")],
  ["assertFalse: 0", () => assertFalse(0)],
  ["assertFalse: -0", () => assertFalse(-0)],
  ["assertFalse: 0n", () => assertFalse(0n)],
  ["assertFalse: an empty text", () => assertFalse("")],
  ["assertFalse: null", () => assertFalse(null)],
  ["assertFalse: NaN", () => assertFalse(NaN)],
  ["assertEquals: other objects", () => assertEquals({ a: 1 }, { a: 1 })],
  ["assertNotEquals", () => assertNotEquals({ a: 1 }, { a: 2 })],
  ["assertStrictEquals: NaN", () => assertStrictEquals(NaN, NaN)],
  ["assertNotStrictEquals: -0", () => assertNotStrictEquals(-0, 0)],
  ["assertNotStrictEquals: objects", () => assertNotStrictEquals({}, {})],
  [
    "assertExists: what is falsy",
    () => [0, ""].forEach((value) => assertExists(value)),
  ],
  ["assertInstanceOf", () => assertInstanceOf(point, Point)],
  [
    "assertInstanceOf: a subclass",
    () => assertInstanceOf(new TypeError(), Error),
  ],
  ["assertNotInstanceOf", () => assertNotInstanceOf({}, Point)],
  ["assertStringIncludes: nothing", () => assertStringIncludes("", "")],
  ["assertMatch: a part", () => assertMatch("abc", /b/)],
  ["assertNotMatch", () => assertNotMatch("abc", /d/)],
  [
    "assertArrayIncludes: in any order",
    () => assertArrayIncludes([1, { a: 1 }, 3], [{ a: 1 }, 1]),
  ],
  [
    "assertObjectMatch: a part",
    () =>
      assertObjectMatch(
        { a: { b: 1, c: 2 }, list: [{ id: 1, more: true }] },
        { a: { b: 1 }, list: [{ id: 1 }] },
      ),
  ],
  ["assertGreater", () => assertGreater(2, 1)],
  ["assertGreaterOrEqual", () => assertGreaterOrEqual(2, 2)],
  ["assertLess: texts", () => assertLess("a", "b")],
  ["assertLessOrEqual", () => assertLessOrEqual(2, 2)],
  ["assertAlmostEquals: rounding", () => assertAlmostEquals(0.1 + 0.2, 0.3)],
  ["assertAlmostEquals: in proportion", () => assertAlmostEquals(1e9, 1e9 + 9)],
  ["assertAlmostEquals: as told", () => assertAlmostEquals(10, 11, 1)],
  ["assertAlmostEquals: NaN", () => assertAlmostEquals(NaN, NaN)],
  [
    "assertIsError: a pattern",
    () => assertIsError(new TypeError("bad thing"), TypeError, /thing$/),
  ],
  [
    "assertThrows: a subclass",
    () => assertThrows(throwing(new TypeError()), Error),
  ],
  [
    "assertThrows: an error of the platform",
    () => assertThrows(throwing(new DOMException()), DOMException),
  ],
  [
    "assertThrows: a part of the message",
    () => assertThrows(throwing(new RangeError("too far")), RangeError, "far"),
  ],
  [
    "assertThrows: no message is a part of each",
    () => assertThrows(throwing(new Error("far")), Error, ""),
  ],
  [
    "assertThrows: colors of a message",
    () =>
      assertThrows(
        throwing(new Error("\x1b[31mtoo\x1b[39m far")),
        Error,
        "too f",
      ),
  ],
  ["assertThrows: no error", () => assertThrows(throwing("text"))],
];

/** What they refuse. */
const failing: readonly (readonly [what: string, run: () => void])[] = [
  ["assert: NaN", () => assert(NaN)],
  ["assert: null", () => assert(null)],
  ["assertFalse: an object", () => assertFalse({})],
  ["assertEquals", () => assertEquals<unknown>({ a: 1 }, { a: 2 })],
  ["assertNotEquals", () => assertNotEquals([1], [1])],
  ["assertStrictEquals: objects", () => assertStrictEquals({}, {})],
  ["assertStrictEquals: -0", () => assertStrictEquals(-0, 0)],
  ["assertNotStrictEquals: NaN", () => assertNotStrictEquals(NaN, NaN)],
  ["assertNotStrictEquals: one", () => assertNotStrictEquals(point, point)],
  ["assertExists: null", () => assertExists(null)],
  ["assertExists: undefined", () => assertExists(undefined)],
  [
    "assertInstanceOf: what reads alike",
    () => assertInstanceOf({ x: 1 }, Point),
  ],
  ["assertInstanceOf: a text", () => assertInstanceOf("", String)],
  ["assertInstanceOf: null", () => assertInstanceOf(null, Object)],
  ["assertNotInstanceOf", () => assertNotInstanceOf(point, Point)],
  ["assertStringIncludes", () => assertStringIncludes("abc", "d")],
  ["assertMatch", () => assertMatch("abc", /d/)],
  ["assertNotMatch", () => assertNotMatch("abc", /b/)],
  ["assertArrayIncludes", () => assertArrayIncludes([1, 2], [3])],
  [
    "assertObjectMatch: a member of a member",
    () => assertObjectMatch({ a: { b: 1 } }, { a: { b: 2 } }),
  ],
  [
    "assertObjectMatch: undefined and absent",
    () => assertObjectMatch({ a: 1 }, { b: undefined, a: 1 }),
  ],
  ["assertGreater", () => assertGreater(1, 1)],
  ["assertGreaterOrEqual", () => assertGreaterOrEqual(1, 2)],
  ["assertLess", () => assertLess(1, 1)],
  ["assertLessOrEqual", () => assertLessOrEqual(2, 1)],
  ["assertAlmostEquals", () => assertAlmostEquals(1, 1.1)],
  ["assertAlmostEquals: NaN", () => assertAlmostEquals(NaN, 1)],
  ["assertAlmostEquals: no end", () => assertAlmostEquals(Infinity, 1)],
  ["assertIsError: a text", () => assertIsError("text")],
  [
    "assertIsError: what reads alike",
    () => assertIsError({ name: "Error", message: "a" }),
  ],
  ["assertIsError: its class", () => assertIsError(new Error("a"), TypeError)],
  ["assertIsError: its text", () => assertIsError(new Error("a"), Error, "b")],
  ["assertThrows: nothing is thrown", () => assertThrows(() => {})],
  [
    "assertThrows: a promise that rejects",
    () =>
      assertThrows(() => {
        const promise = Promise.reject(error);
        promise.catch(() => {});
        return promise;
      }),
  ],
  [
    "assertThrows: another class",
    () => assertThrows(throwing(new Error("other")), RangeError),
  ],
  [
    "assertThrows: another message",
    () => assertThrows(throwing(new Error("near")), Error, "far"),
  ],
  [
    "assertThrows: no error, where a class is named",
    () => assertThrows(throwing("text"), Error),
  ],
  ["fail", () => fail()],
  ["unreachable", () => unreachable()],
];

for (const [what, run] of passing) Deno.test(`passes: ${what}`, run);

for (const [what, run] of failing) {
  Deno.test(`fails: ${what}`, () => {
    let thrown: unknown;
    try {
      run();
    } catch (error) {
      thrown = error;
    }
    assert(thrown instanceof AssertionError, String(thrown));
    assertStrictEquals(thrown.name, "AssertionError");
  });
}

Deno.test("what a caller says of an assertion is in its message", () => {
  const says: ((why: string) => void)[] = [
    (why) => assert(false, why),
    (why) => assertFalse(true, why),
    (why) => assertEquals(1, 2, why),
    (why) => assertNotEquals(1, 1, why),
    (why) => assertStrictEquals(1, 2, why),
    (why) => assertNotStrictEquals(1, 1, why),
    (why) => assertInstanceOf({}, Point, why),
    (why) => assertMatch("a", /b/, why),
    (why) => assertStringIncludes("a", "b", why),
    (why) => assertAlmostEquals(1, 2, undefined, why),
    (why) => assertThrows(() => {}, why),
    (why) => assertThrows(() => {}, Error, "", why),
  ];
  for (const say of says) {
    const { message } = assertThrows(() => say("because"), AssertionError);
    assertStringIncludes(message, "because", String(say));
  }
});

Deno.test("assertThrows returns what was thrown, of any kind", () => {
  for (const value of [error, "text", undefined, null, 0]) {
    assertStrictEquals(assertThrows(throwing(value)), value);
  }
  const range = new RangeError("too far");
  assertStrictEquals(assertThrows(throwing(range), RangeError, "far"), range);
});

Deno.test("assertRejects resolves to the reason, of any kind", async () => {
  for (const value of [error, "text", undefined, null, 0]) {
    assertStrictEquals(await assertRejects(() => Promise.reject(value)), value);
  }
  const range = new RangeError("too far");
  assertStrictEquals(
    await assertRejects(() => Promise.reject(range), RangeError, "far"),
    range,
  );
  const thenable: PromiseLike<unknown> = {
    then: (_resolve, reject) => Promise.reject(range).then(null, reject),
  };
  assertStrictEquals(await assertRejects(() => thenable), range);
});

Deno.test("assertRejects refuses what does not reject as it should", async () => {
  const callable = Object.assign(() => {}, { then: () => {} });
  const refused: (() => Promise<unknown>)[] = [
    () => assertRejects(() => Promise.resolve()),
    () => assertRejects(throwing(error) as () => Promise<void>),
    () => assertRejects(throwing(error) as () => Promise<void>, Error),
    () => assertRejects((() => 1) as unknown as () => Promise<void>),
    () => assertRejects((() => undefined) as unknown as () => Promise<void>),
    () => assertRejects(() => callable as unknown as PromiseLike<void>),
    () => assertRejects(() => Promise.reject(error), RangeError),
    () => assertRejects(() => Promise.reject(error), Error, "two"),
    () => assertRejects(() => Promise.reject("text"), Error),
  ];
  for (const run of refused) {
    const reason = await run().then(
      (value) => assert(false, `${run} resolved to ${value}`),
      (reason) => reason,
    );
    assert(reason instanceof AssertionError, String(run));
  }
});
