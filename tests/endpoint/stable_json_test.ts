import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { assertProperty } from "../support/property.ts";
import { stableJson } from "../../endpoint/stable_json.ts";

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
  fc.constantFrom(null, undefined, NaN, -0, Infinity, Symbol("s"), () => 1),
  fc.string(),
  fc.double(),
  fc.boolean(),
);
const { value: nested } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    primitive,
    fc.date({ noInvalidDate: true }),
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

Deno.test("arguments that JSON cannot hold are an error [endpoint/END-16]", () => {
  assertThrows(() => stableJson([1n]), TypeError);
  const cycle: { self?: unknown } = {};
  cycle.self = cycle;
  assertThrows(() => stableJson([cycle]), TypeError);
});
