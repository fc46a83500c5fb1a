import { assertEquals } from "@std/assert";
import { Edits } from "../edits.ts";
import { removeListedItems } from "../listed_items.ts";

/** The list without the items whose names start with `x`. */
function without(text: string): string {
  const edits = new Edits();
  const items = [...text.matchAll(/\b[a-z]\d\b/g)].map((
    { 0: name, index },
  ) => ({
    name,
    start: index,
    end: index + name.length,
  }));
  removeListedItems(text, edits, items, ({ name }) => name.startsWith("x"));
  return edits.applyTo(text);
}

Deno.test("items go with their commas", () => {
  assertEquals(without("{ x1, a2, a3 }"), "{ a2, a3 }");
  assertEquals(without("{ a1, x2, a3 }"), "{ a1, a3 }");
  assertEquals(without("{ a1, a2, x3 }"), "{ a1, a2 }");
  assertEquals(without("{ a1, x2, x3 }"), "{ a1 }");
  assertEquals(without("{ a1, x2, x3, }"), "{ a1, }");
  assertEquals(without("{x1,a2,x3}"), "{a2}");
  assertEquals(without("{ x1, a2, x3, x4, a5, x6 }"), "{ a2, a5 }");
});

Deno.test("items go with their lines", () => {
  assertEquals(without("{\n  x1,\n  a2,\n  x3,\n}"), "{\n  a2,\n}");
  assertEquals(without("{\r\n  a1,\r\n  x2\r\n}"), "{\r\n  a1\r\n}");
  assertEquals(without("{\n  a1, x2,\n  x3, a4\n}"), "{\n  a1, a4\n}");
});

Deno.test("comments between items stay", () => {
  assertEquals(
    without("{\n  // one\n  x1, // two\n  /* three */ a2 /* four */, x3,\n}"),
    "{\n  // one\n  // two\n  /* three */ a2 /* four */,\n}",
  );
  assertEquals(
    without("{\n  a1, // one\n  // two\n  x2 /* three */, // four\n  x3\n}"),
    "{\n  a1 // one\n  // two\n   /* three */ // four\n}",
  );
});
