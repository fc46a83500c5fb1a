import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { isForm, plainForm } from "../../schema/serialize_args.ts";

Deno.test("a form is the object of its entries, of which the last of a name counts", () => {
  const form = new FormData();
  form.append("flag", "NO");
  form.append("flag", "SE");
  form.append("__proto__", "text");
  const plain = plainForm(form) as Record<string, unknown>;
  assertEquals(Object.entries(plain), [["flag", "SE"], ["__proto__", "text"]]);
  assertStrictEquals(Object.getPrototypeOf(plain), Object.prototype);
});

Deno.test("what is no form stays as it is, also if it looks like one", () => {
  const search = new URLSearchParams("a=1");
  for (const value of [search, { getAll: 1 }, null, undefined, "text", 5]) {
    assert(!isForm(value));
    assertStrictEquals(plainForm(value), value);
  }
});
