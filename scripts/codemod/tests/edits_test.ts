import { assertEquals, assertThrows } from "@std/assert";
import { Edits } from "../edits.ts";

Deno.test("edits are made in the order of their places, and leave the rest", () => {
  const edits = new Edits();
  edits.replace({ start: 6, end: 11 }, "there");
  edits.insert(0, ">");
  edits.insert(0, "> ");
  edits.remove({ start: 4, end: 5 });
  edits.insert(11, "!");
  assertEquals(edits.applyTo("hello world"), ">> hell there!");
});

Deno.test("the same change twice is one, overlapping changes are a defect", () => {
  const edits = new Edits();
  edits.replace({ start: 0, end: 2 }, "x");
  edits.replace({ start: 0, end: 2 }, "x");
  assertEquals(edits.applyTo("abc"), "xc");
  edits.replace({ start: 1, end: 3 }, "y");
  assertThrows(() => edits.applyTo("abc"), Error, "Two edits overlap");
});

Deno.test("places are found again in the other text", () => {
  const edits = new Edits();
  edits.remove({ start: 0, end: 4 });
  edits.replace({ start: 6, end: 7 }, "three");
  edits.insert(9, "..");
  const before = "one 2 3 45";
  const after = edits.applyTo(before);
  assertEquals(after, "2 three 4..5");
  for (const sign of ["2", "4", "5"]) {
    assertEquals(edits.forward(before.indexOf(sign)), after.indexOf(sign));
    assertEquals(edits.backward(after.indexOf(sign)), before.indexOf(sign));
  }
  assertEquals(edits.forward(2), 0, "what is gone is where it was");
  assertEquals(edits.backward(after.indexOf("ree")), before.indexOf("3"));
});
