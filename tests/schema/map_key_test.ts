import { assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import { assertProperty } from "../support/property.ts";
import { mapKeyOf } from "../../schema/map_key.ts";

Deno.test("texts of small integers are looked up as numbers", () => {
  for (const number of [0, 7, 10, 42, 999_999_999]) {
    assertStrictEquals(mapKeyOf(String(number)), number);
  }
});

Deno.test("texts that only look like integers are other keys", () => {
  const others = [
    "",
    "00",
    "01",
    "-1",
    "-0",
    "1.0",
    "1e3",
    "0x1",
    " 1",
    "1 ",
    "1_0",
    "1a",
    "/1",
    ":1",
    "1/",
    "1:",
    "\u0663",
    "1\u0663",
    "NaN",
    "1000000000",
    "12345678901234567890",
  ];
  for (const text of others) assertStrictEquals(mapKeyOf(text), text);
});

Deno.test("what is no text is taken as the text it has as a member's name", () => {
  for (const value of [5, -1, undefined, null]) {
    assertStrictEquals(mapKeyOf(value as never), mapKeyOf(`${value}`));
  }
});

Deno.test("two texts have one key when they are the same text", () => {
  const texts = fc.oneof(
    fc.integer().map(String),
    fc.stringMatching(/^[-+ 0-9.:/]{0,11}$/),
    fc.string(),
  );
  assertProperty(
    fc.property(texts, texts, (left, right) => {
      assertEquals(mapKeyOf(left) === mapKeyOf(right), left === right);
      assertEquals(mapKeyOf(left), mapKeyOf([...left].join("")));
      assertEquals(String(mapKeyOf(left)), left);
    }),
    2000,
  );
});
