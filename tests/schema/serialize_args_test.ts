import {
  assertEquals,
  assertNotEquals,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import fc from "fast-check";
import { assertProperty } from "../support/property.ts";
import { captureConsole } from "../support/capture_console.ts";
import { stableJson } from "../../schema/serialize_args.ts";
import { Endpoint } from "../endpoint/untyped.ts";

/** Sorts the properties of all objects, in another way than the function does. */
function sorted(value: unknown): unknown {
  const text = JSON.stringify(value);
  return text === undefined ? undefined : JSON.stringify(
    JSON.parse(text),
    (_, inner) =>
      typeof inner !== "object" || inner === null || Array.isArray(inner)
        ? inner
        : Object.fromEntries(
          Object.entries(inner).sort(([one], [other]) => one < other ? -1 : 1),
        ),
  );
}

const names = fc.constantFrom("", "a", "b", "B", "é", "10", "9", "__proto__");
const primitive = fc.oneof(
  fc.constantFrom(null, undefined, -0),
  fc.string(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
);
const { value: nested } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    primitive,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(names, tie("value"), { maxKeys: 4 }),
    fc.record({
      b: fc.constant(1),
      toJSON: fc.constant(() => ({ b: 1, a: 2 })),
    }),
  ),
}));

Deno.test("the text of arguments is the same in whatever order their properties were added, nested ones too [endpoint/END-16]", () => {
  assertProperty(fc.property(fc.array(nested, { maxLength: 3 }), (args) => {
    assertEquals(stableJson(args), sorted(args));
  }));
});

Deno.test("values of other content have other keys, values of the same content the same [endpoint/END-16a]", () => {
  const form = (...entries: [string, string][]) => {
    const data = new FormData();
    for (const [name, value] of entries) data.append(name, value);
    return data;
  };
  class Filter {
    constructor(readonly term: string) {}
  }
  const make: (() => unknown)[] = [
    () => new Set([1]),
    () => new Set([2]),
    () => new Map([["a", 1]]),
    () => new Map([["a", 2]]),
    () => new Map([["a", new Map([["b", 1]])]]),
    () => form(["a", "1"]),
    () => form(["a", "1"], ["a", "2"]),
    () => new URLSearchParams("a=1"),
    () => new URLSearchParams("a=2"),
    () => new Headers({ a: "1" }),
    () => new Headers({ a: "2" }),
    () => new Uint8Array([1, 2]),
    () => new Uint8Array([1, 3]),
    () => new Uint16Array([1, 2]),
    () => NaN,
    () => Infinity,
    () => -Infinity,
    () => null,
    () => 1,
    () => "1",
    () => 1n,
    () => 2n,
    () => new Date(0),
    () => new Date(1),
    () => new Date(NaN),
    () => new Date(0).toJSON(),
    () => new URL("https://h.test/"),
    () => /a/,
    () => /b/,
    () => [1],
    () => [["a", 1]],
    () => ({}),
    () => new Filter("a"),
    () => new Filter("b"),
  ];
  const keys = make.map((one) => stableJson([{ one: one() }]));
  for (const [index, one] of make.entries()) {
    assertEquals(keys.indexOf(stableJson([{ one: one() }])), index);
  }
});

Deno.test("what does not show its content is only the same as itself [endpoint/END-16b]", () => {
  class Opaque {
    #term = 1;
    get term() {
      return this.#term;
    }
  }
  const make: (() => unknown)[] = [
    () => () => 1,
    () => new Opaque(),
    () => new Blob(["a"]),
    () => new ArrayBuffer(1),
    () => new ReadableStream(),
    () => [1, 2].values(),
  ];
  for (const one of make) {
    const value = one();
    const key = stableJson([value]);
    assertEquals(stableJson([value]), key);
    assertNotEquals(stableJson([one()]), key);
  }
  assertEquals(stableJson([{}]), "[{}]");
  assertEquals(stableJson([Object.create(null)]), "[{}]");
});

Deno.test("development tells of a read whose arguments cannot be compared, once [endpoint/END-16b]", () => {
  const options = { name: "searchVessels" };
  const search = new Endpoint(() => Promise.resolve([]), options);
  const upload = search.extend({ name: "upload", sideEffect: true });
  const reports = captureConsole("warn", () => {
    search.key({ onProgress: () => {} });
    search.key({ onProgress: () => {} });
    upload.key(new Blob([]));
  });
  assertEquals(reports.length, 1);
  assertStringIncludes(reports[0]!, "searchVessels was called with a function");
});

Deno.test("cycles in arguments are an error [endpoint/END-16]", () => {
  const cycle: { self?: unknown } = {};
  cycle.self = cycle;
  assertThrows(() => stableJson([cycle]), TypeError);
});
