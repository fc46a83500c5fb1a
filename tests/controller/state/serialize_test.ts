import {
  assert,
  assertEquals,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import fc from "fast-check";
import { assertProperty } from "../../support/property.ts";
import {
  deserialize,
  initialState,
  serialize,
  State,
  type StateJSON,
} from "../../../controller/mod.ts";
import { INVALID } from "../../../schema/mod.ts";
import { recordingConsole, Vessel } from "../harbour.ts";
import { inProduction } from "../../support/production.ts";
import { Quay, read } from "./quay.ts";

const meta = { fetchedAt: 5000, date: 6000, expiresAt: 7000 };

/** What comes back of one raw response. */
function returned(value: unknown): unknown {
  const state = deserialize(
    serialize(State.from({ endpoints: { key: value } })),
  );
  assert(state.hasEndpoint("key"));
  return state.getEndpoint("key");
}

Deno.test("the plain form of a state is written like the state, and one that was spread is refused [controller/SSR-6] [controller/CTL-43]", () => {
  const state = State.from({
    entities: { Vessel: { 7: { id: "7", name: "Fram" } } },
    endpoints: { key: "7" },
    meta: { key: meta },
  });
  assertEquals(serialize(state.toJSON(), 1), serialize(state, 1));
  assertThrows(() => serialize({ ...state }), TypeError, "was spread");
});

Deno.test("values that JSON lacks come back as they were [controller/SSR-6]", () => {
  const values = [
    undefined,
    null,
    Infinity,
    -Infinity,
    NaN,
    -0,
    0n,
    -(2n ** 80n),
    new Date(0),
    new Date(NaN),
    "",
    [],
    {},
    [undefined, [NaN]],
    { a: { b: undefined } },
  ];
  for (const value of values) {
    assertEquals(returned(value), value);
    assertEquals(returned([value]), [value]);
    assertEquals(returned({ member: value }), { member: value });
  }
  assert(Object.is(returned(-0), -0));
});

Deno.test("an error keeps name, message and status, and loses its stack [controller/SSR-6]", () => {
  const error = Object.assign(new TypeError("no <b>network</b>"), {
    status: 500,
    secret: "of the server",
  });
  const text = serialize(
    State.from({ meta: { key: { ...meta, error, errorPolicy: "soft" } } }),
  );
  assertEquals(text.includes("secret"), false);
  assertEquals(text.includes("serialize_test"), false);
  const copy = deserialize(text).getMeta("key")!;
  const { name, message, status } = copy.error as Error & { status: number };
  assert(copy.error instanceof Error);
  assertEquals([name, message, status], ["TypeError", error.message, 500]);
  assertEquals(copy.errorPolicy, "soft");
  assertEquals("status" in (returned(new Error("plain")) as Error), false);
});

Deno.test("user data that looks like a tag comes back as data [controller/SSR-6]", () => {
  const values = [
    { $: "undefined" },
    { $: "object", members: { $: "deleted" } },
    { $: { $: { $: 1 } } },
    { $: undefined, other: [{ $: "number", text: "NaN" }] },
  ];
  for (const value of values) assertEquals(returned(value), value);
});

Deno.test("tombstones are kept [controller/SSR-6]", () => {
  const state = State.from({
    entities: { Vessel: { "1": INVALID, "2": { id: "2" } } },
    entitiesMeta: { Vessel: { "1": meta, "2": meta } },
  });
  const copy = deserialize(serialize(state));
  assertStrictEquals(copy.getEntity("Vessel", "1"), INVALID);
  assertEquals(copy.getEntityMeta("Vessel", "1"), meta);
});

Deno.test("entries that cannot be encoded are left out with their meta, and nothing else is [controller/SSR-6]", () => {
  const cyclic: Record<string, unknown> = {};
  cyclic.self = [cyclic];
  class Custom {
    x = 1;
  }
  let deep: unknown = 1;
  for (let level = 0; level < 20_000; level++) deep = [deep];
  const impossible: Record<string, unknown> = {
    blob: new Blob(["x"]),
    buffer: new ArrayBuffer(3),
    bytes: new Uint8Array(3),
    callable: () => {},
    symbol: Symbol.iterator && { nested: () => {} },
    cyclic,
    custom: new Custom(),
    map: new Map(),
    deep,
    throwing: {
      get size() {
        throw new Error("from a getter");
      },
    },
  };
  const names = Object.keys(impossible);
  const state = State.from({
    endpoints: { ...impossible, kept: { shared: [1] } },
    meta: Object.fromEntries([...names, "kept"].map((name) => [name, meta])),
    entities: { Vessel: { "1": { id: "1", photo: new Blob() }, "2": {} } },
    entitiesMeta: { Vessel: { "1": meta, "2": meta } },
  });
  const copy = deserialize(serialize(state));
  assertEquals([...copy.endpointKeys()], ["kept"]);
  assertEquals(copy.getMeta("kept"), meta);
  assertEquals(copy.toJSON().entities, { Vessel: { "2": {} } });
  assertEquals(copy.toJSON().entitiesMeta, { Vessel: { "2": meta } });
});

Deno.test("a key whose error cannot be encoded is left out as a whole [controller/SSR-6]", () => {
  const state = State.from({
    endpoints: { failing: 1 },
    meta: { failing: { ...meta, error: () => {} } },
  });
  assertEquals([...deserialize(serialize(state)).endpointKeys()], []);
});

Deno.test("an error whose message is no text does not fail the text of all others [controller/SSR-6]", () => {
  const error = Object.assign(new Error(), { message: 5n });
  assertEquals((returned(error) as Error).message, "5");
});

Deno.test("a value that occurs twice without a cycle is encoded", () => {
  const shared = { a: 1 };
  assertEquals(returned([shared, shared]), [shared, shared]);
});

Deno.test("the text cannot end a script element or a line, and is the same data [controller/SSR-6]", () => {
  const hostile = "</script><!--&amp;\u2028\u2029<script>alert(1)</script>";
  const state = State.from({
    endpoints: { [hostile]: hostile },
    entities: { [hostile]: { [hostile]: { [hostile]: hostile } } },
  });
  const text = serialize(state);
  assertEquals(/[<>&\u2028\u2029]/.test(text), false);
  assertEquals(deserialize(text).toJSON(), state.toJSON());
});

/** Objects as lists of members: a member named `constructor` confuses comparisons. */
function asLists(value: unknown): unknown {
  if (typeof value !== "object" || value === null || value instanceof Date) {
    return value;
  }
  return Array.isArray(value)
    ? value.map(asLists)
    : Object.keys(value).sort().map((name) => [
      name,
      asLists((value as Record<string, unknown>)[name]),
    ]);
}

const hostileText = fc.oneof(
  fc.constantFrom("__proto__", "constructor", "", "$", "0", "10", "</script>"),
  fc.string({ unit: "binary" }),
);

const anyValue = fc.anything({
  withBigInt: true,
  withDate: true,
  withNullPrototype: false,
  withSparseArray: false,
  key: hostileText,
});

Deno.test("any state comes back and reads the same [controller/STA-12] [controller/STA-13]", () => {
  const dictionaryOf = <T>(value: fc.Arbitrary<T>) =>
    fc.dictionary(hostileText, value, { noNullPrototype: false, maxKeys: 5 });
  const metas = fc.record({
    fetchedAt: fc.nat(),
    date: fc.nat(),
    expiresAt: fc.oneof(fc.nat(), fc.constant(Infinity)),
  });
  const plain = fc.record({
    entities: dictionaryOf(
      dictionaryOf(
        fc.oneof(fc.dictionary(hostileText, anyValue), fc.constant(INVALID)),
      ),
    ),
    endpoints: dictionaryOf(anyValue),
    indexes: dictionaryOf(dictionaryOf(dictionaryOf(fc.string()))),
    meta: dictionaryOf(metas),
    lastReset: fc.nat(),
  });
  assertProperty(
    fc.property(plain, (parts) => {
      const entitiesMeta: Record<string, Record<string, typeof meta>> = Object
        .create(null);
      for (const [key, rows] of Object.entries(parts.entities)) {
        entitiesMeta[key] = Object.create(null);
        for (const pk of Object.keys(rows)) entitiesMeta[key]![pk] = meta;
      }
      const state = State.from(
        { ...parts, entitiesMeta } as Partial<StateJSON>,
      );
      // later than each of its times, since one in the future is now
      const copy = deserialize(serialize(state, 2 ** 31), 2 ** 31);
      assertEquals(asLists(copy.toJSON()), asLists(state.toJSON()));
      assertEquals([...copy.tableKeys()].sort(), [...state.tableKeys()].sort());
      assertEquals(Object.keys(Object.prototype), []);
    }),
    200,
  );
});

Deno.test("tables keep their order, also where primary keys look like integers [controller/STA-12]", () => {
  const quay = new Quay();
  const ids = ["30", "b", "4", "100", "a", "1"];
  const getVessels = read("getVessels", { schema: [Vessel] });
  quay.load(getVessels, [], ids.map((id) => ({ id })));
  const copy = deserialize(serialize(quay.base));
  assertEquals([...copy.getEntities("Vessel")!.keys()], ids);
});

Deno.test("a payload from a clock that is ahead has all its times moved back, but for those that are no times [controller/SSR-10]", () => {
  const state = State.from({
    endpoints: { key: 1, forever: 2 },
    meta: {
      key: meta,
      forever: { ...meta, expiresAt: Infinity },
      expired: { ...meta, expiresAt: 1 },
      invalidated: { fetchedAt: 0, date: 0, expiresAt: 0, invalidated: true },
    },
    entities: { Vessel: { "1": { id: "1" } } },
    entitiesMeta: { Vessel: { "1": meta } },
    lastReset: 4000,
  });
  const copy = deserialize(serialize(state, 9000), 6500);
  const moved = { fetchedAt: 2500, date: 3500, expiresAt: 4500 };
  assertEquals(copy.getMeta("key"), moved);
  assertEquals(copy.getMeta("forever"), { ...moved, expiresAt: Infinity });
  assertEquals(copy.getMeta("expired"), { ...moved, expiresAt: 1 });
  assertEquals(copy.getMeta("invalidated"), state.getMeta("invalidated"));
  assertEquals(copy.getEntityMeta("Vessel", "1"), moved);
  assertEquals(copy.lastReset, 1500);
});

Deno.test("times of a payload from a clock that is behind or equal are absolute [controller/SSR-10]", () => {
  const state = State.from({ endpoints: { key: 1 }, meta: { key: meta } });
  for (const now of [9000, 20_000]) {
    assertEquals(deserialize(serialize(state, 9000), now).getMeta("key"), meta);
  }
});

Deno.test("a payload of another major format gives the initial state and a warning in development [controller/SSR-11]", async () => {
  const text = serialize(State.from({ endpoints: { key: 1 } }));
  for (const format of ["2", '"x"', "null"]) {
    const foreign = text.replace('"format":1', `"format":${format}`);
    const records = await recordingConsole(() =>
      assertStrictEquals(deserialize(foreign), initialState)
    );
    assertEquals(records.map(({ method }) => method), ["warn"]);
    await inProduction(async () => {
      const silent = await recordingConsole(() =>
        assertStrictEquals(deserialize(foreign), initialState)
      );
      assertEquals(silent, []);
    });
  }
  const minor = text.replace('"format":1', '"format":1.4');
  assertEquals(deserialize(minor).getEndpoint("key"), 1);
});

Deno.test("text that is no payload gives the initial state and a warning, never a throw [controller/NEW-18]", async () => {
  const bad = ["", "{", "null", "5", '"text"', '{"format":1,"meta":[5', "\0"];
  for (const text of bad) {
    const records = await recordingConsole(() =>
      assertStrictEquals(deserialize(text), initialState)
    );
    assertEquals(records.map(({ method }) => method), ["warn"], text);
  }
});

Deno.test("the plain shape without a format is read as it is", () => {
  const plain = { endpoints: { key: { $: "undefined" } } };
  assertEquals(deserialize(plain).getEndpoint("key"), { $: "undefined" });
  assertEquals(
    deserialize(JSON.stringify(plain)).getEndpoint("key"),
    { $: "undefined" },
  );
});
