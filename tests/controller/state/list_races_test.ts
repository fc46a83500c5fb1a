import { assert, assertEquals } from "@std/assert";
import type { Snapshot } from "../../../controller/mod.ts";
import { Collection, Entity, isTemporaryPk } from "../../../schema/mod.ts";
import { mutation, Quay, read } from "./quay.ts";

class Item extends Entity {
  id = "";
  text = "";
}

const items = new Collection([Item]);
const getItems = read("getItems", { schema: items });
const push = mutation("push", {
  schema: items.push,
  getOptimisticResponse: (_snap: Snapshot, body: object) => body,
});
const unshift = mutation("unshift", {
  schema: items.unshift,
  getOptimisticResponse: (_snap: Snapshot, body: object) => body,
});
const a = { id: "a", text: "a" };
const b = { id: "b", text: "b" };
const x = { id: "x", text: "x" };

class Lists extends Quay {
  constructor() {
    super();
    this.load(getItems, [], [a, b]);
  }

  /** Texts of the visible list. */
  get texts(): string[] {
    return this.members.map(({ text }) => text);
  }

  get members(): Item[] {
    return this.controller.getResponse(getItems, this.visible)
      .data as unknown as Item[];
  }
}

Deno.test("a created item without pk has a temporary one, the same at every replay of its layer [controller/OPT-20]", () => {
  const quay = new Lists();
  quay.fetch(push, { text: "x" });
  const pk = itemPks(quay)[2]!;
  assert(isTemporaryPk(pk), pk);
  for (const response of [[b], [b, a], [a]]) quay.load(getItems, [], response);
  assertEquals(quay.texts, ["a", "x"]);
  assertEquals(itemPks(quay)[1], pk);
});

Deno.test("two creations in one tick have temporary pks of their own, in the order of the calls [controller/OPT-20] [controller/OPT-6]", () => {
  const quay = new Lists();
  const first = quay.fetch(push, { text: "x" });
  quay.now--;
  quay.fetch(push, { text: "x" });
  const [, , one, two] = itemPks(quay);
  assert(isTemporaryPk(one) && isTemporaryPk(two));
  assert(one !== two);
  quay.answer(first, { id: "7", text: "first" });
  assertEquals(quay.texts, ["a", "b", "first", "x"]);
  assertEquals(itemPks(quay), ["a", "b", "7", two!]);
});

Deno.test("a temporary pk survives that its layer is computed again [controller/OPT-20]", () => {
  const quay = new Lists();
  const fetch = quay.fetch(push, { text: "x" });
  const pk = itemPks(quay)[2]!;
  quay.now++;
  quay.store.dispatch({ ...fetch, meta: { ...fetch.meta, isRevised: true } });
  assertEquals(itemPks(quay)[2], pk);
});

Deno.test("when the answer comes the list never shows both records and never neither [controller/OPT-22]", () => {
  for (const [add, position] of [[push, 2], [unshift, 0]] as const) {
    const quay = new Lists();
    const seen: string[][] = [];
    const creation = quay.fetch(add, { text: "x" });
    assertEquals(quay.texts[position], "x");
    quay.store.subscribe(() => seen.push(quay.texts));
    quay.answer(creation, { id: "7", text: "x" });
    quay.store.notify();
    assertEquals(seen.length, 1);
    assertEquals(seen[0]!.filter((text) => text === "x"), ["x"]);
    assertEquals(quay.texts[position], "x");
    assertEquals(itemPks(quay)[position], "7");
    assertEquals(
      [...quay.visible.getEntities("Item")!.keys()].filter(isTemporaryPk),
      [],
    );
  }
});

Deno.test("push ends at the end and unshift at the start of the list as it is when the answer comes [controller/OPT-22] [controller/OPT-23]", () => {
  for (
    const [add, expected] of [
      [push, ["b", "a", "x"]],
      [unshift, ["x", "b", "a"]],
    ] as const
  ) {
    const quay = new Lists();
    const creation = quay.fetch(add, { text: "x" });
    quay.load(getItems, [], [b, a]);
    assertEquals(quay.texts, [...expected]);
    quay.answer(creation, x);
    assertEquals(quay.texts, [...expected]);
  }
});

Deno.test("a missing pk outside of creating schemas is refused [controller/OPT-21]", async () => {
  const quay = new Lists();
  let rejection: unknown;
  const { error } = console;
  console.error = () => {};
  try {
    await quay.load(getItems, [], [{ text: "no pk" }]).catch((reason) => {
      rejection = reason;
    });
  } finally {
    console.error = error;
  }
  assert(rejection instanceof Error);
  assertEquals(quay.texts, ["a", "b"]);
});

/** The pks in the visible list. */
function itemPks(quay: Quay): string[] {
  const pk = quay.visible.getEndpoint(getItems.key()) as string;
  return quay.visible.getEntity(items.key, pk) as unknown as string[];
}
