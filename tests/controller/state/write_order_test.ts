import { assert, assertEquals } from "@std/assert";
import type { Snapshot } from "../../../controller/mod.ts";
import {
  Entity,
  type EntityMeta,
  INVALID,
  Invalidate,
} from "../../../schema/mod.ts";
import { mutation, Quay, read } from "./quay.ts";

class Article extends Entity {
  id = "";
  title = "";
  content = "";
  tags: string[] = [];
  static override key = "Article";
}

const getArticle = read("getArticle", { schema: Article });
const getArticles = read("getArticles", { schema: [Article] });

/** A partial update; its optimistic response is its body. */
const patch = mutation("patch", {
  schema: Article,
  getOptimisticResponse: (_snap: Snapshot, body: object) => body,
});
const remove = mutation("remove", {
  schema: new Invalidate(Article),
  getOptimisticResponse: (_snap: Snapshot, params: object) => params,
});

const stored = { id: "1", title: "t0", content: "c0", tags: ["g0"] };

function quayWithArticle(): Quay {
  const quay = new Quay();
  quay.load(getArticle, [{ id: "1" }], stored);
  return quay;
}

function visible(quay: Quay): unknown {
  return quay.visible.getEntity("Article", "1");
}

Deno.test("updates through different endpoints are ordered by stamp only [controller/OPT-18]", () => {
  const quay = quayWithArticle();
  const rename = mutation("rename", {
    schema: Article,
    getOptimisticResponse: (_snap: Snapshot, title: string) => ({
      id: "1",
      title,
    }),
  });
  const older = quay.fetch(rename, "older");
  const newer = quay.fetch(patch, { id: "1", title: "newer" });
  assertEquals((visible(quay) as Article).title, "newer");
  quay.answer(newer, { id: "1", title: "newer" });
  quay.answer(older, { id: "1", title: "older" });
  assertEquals((visible(quay) as Article).title, "newer");
});

class Counter extends Entity {
  id = "";
  count = 0;
  updatedAt = 0;
  static override shouldReorder(
    _existingMeta: EntityMeta,
    _incomingMeta: EntityMeta,
    existing: { updatedAt: number },
    incoming: { updatedAt: number },
  ): boolean {
    return incoming.updatedAt < existing.updatedAt;
  }
}

const getCounter = read("getCounter", { schema: Counter });
const increment = mutation("increment", {
  schema: Counter,
  getOptimisticResponse(snap: Snapshot) {
    const counter = snap.get(Counter, { id: "1" })!;
    return { id: "1", count: counter.count + 1, updatedAt: snap.fetchedAt };
  },
});

function count(quay: Quay): number {
  return (quay.visible.getEntity("Counter", "1") as unknown as Counter).count;
}

Deno.test("with an order of its own a counter never shows a lower number, in whatever order answers arrive [controller/OPT-13]", () => {
  const quay = new Quay();
  quay.load(getCounter, [], { id: "1", count: 0, updatedAt: quay.now });
  const first = quay.fetch(increment);
  const second = quay.fetch(increment);
  assertEquals(count(quay), 2);
  const firstAt = quay.now + 1;
  quay.answer(second, { id: "1", count: 2, updatedAt: firstAt + 1 });
  assertEquals(count(quay), 2);
  quay.answer(first, { id: "1", count: 1, updatedAt: firstAt });
  assertEquals(count(quay), 2);
});

Deno.test("a response that does not know of a pending increment shows one more [controller/OPT-13]", () => {
  const quay = new Quay();
  quay.load(getCounter, [], { id: "1", count: 0, updatedAt: quay.now });
  const loading = quay.fetch(getCounter);
  const serverTime = quay.now;
  const fetch = quay.fetch(increment);
  quay.answer(loading, { id: "1", count: 5, updatedAt: serverTime });
  assertEquals(count(quay), 6);
  quay.answer(fetch, { id: "1", count: 6, updatedAt: quay.now });
  assertEquals(count(quay), 6);
});

Deno.test("shouldUpdate, merge and the store merges of a class decide for the record as a whole [controller/OPT-13]", () => {
  const calls: string[] = [];
  class Custom extends Article {
    static override key = "Custom";
    static override shouldUpdate(
      _existingMeta: EntityMeta,
      _incomingMeta: EntityMeta,
      _existing: object,
      incoming: { title?: string },
    ): boolean {
      calls.push("shouldUpdate");
      return incoming.title !== "refused";
    }
    static override merge(existing: object, incoming: object) {
      calls.push("merge");
      return { ...existing, ...incoming, merged: true };
    }
  }
  const getCustom = read("getCustom", { schema: Custom });
  const quay = new Quay();
  quay.load(getCustom, [], { id: "1", title: "t0" });
  quay.load(getCustom, [], { id: "1", title: "refused" });
  assertEquals(quay.base.getEntity("Custom", "1"), { id: "1", title: "t0" });
  quay.load(getCustom, [], { id: "1", title: "t1" });
  assertEquals(quay.base.getEntity("Custom", "1"), {
    id: "1",
    title: "t1",
    merged: true,
  } as never);
  assert(calls.includes("shouldUpdate"));
  assert(calls.includes("merge"));
});

Deno.test("a local deletion counts as confirmed when it is made [controller/OPT-15] [controller/CTL-53]", () => {
  const quay = quayWithArticle();
  const before = quay.fetch(getArticle, { id: "1" });
  quay.now++;
  quay.controller.set(
    new Invalidate(Article) as never,
    { id: "1" },
    { id: "1" } as never,
  );
  quay.answer(before, stored);
  assertEquals(visible(quay), INVALID);
  quay.now++;
  quay.load(getArticle, [{ id: "1" }], stored);
  assertEquals(visible(quay), stored);
});

Deno.test("an optimistic deletion hides the entity also from a response that still has it; on failure it is back where it was [controller/OPT-16]", () => {
  const quay = new Quay();
  const list = ["1", "2", "3"].map((id) => ({ ...stored, id }));
  quay.load(getArticles, [], list);
  const ids = () =>
    (quay.controller.getResponse(getArticles, quay.visible)
      .data as unknown as Article[]).map(({ id }) => id);
  const deletion = quay.fetch(remove, { id: "2" });
  assertEquals(ids(), ["1", "3"]);
  assertEquals(
    quay.controller.get(Article, { id: "2" }, quay.visible),
    undefined,
  );
  quay.load(getArticles, [], list);
  assertEquals(ids(), ["1", "3"]);
  quay.fail(deletion, new Error("no"));
  assertEquals(ids(), ["1", "2", "3"]);
});
