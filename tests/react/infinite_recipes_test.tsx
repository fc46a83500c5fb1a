/**
 * The recipes of docs/infinite_scroll.md for the next page, each as it stands
 * there: whatever a mutation has done to the rows, every row is reached, once.
 * Neighbours that were tried: rows that are deleted, created within and behind
 * the loaded part, edited so that they leave, moved to the end and to the
 * beginning, the last loaded one among them; after one page and after two; with
 * optimistic changes and without; a mutation that is under way when the next
 * page is asked for; both policies of a refetch; React 18 and Preact by scripts/test_renderers.ts.
 */
import { assert, assertEquals } from "@std/assert";
import { Entity, NetworkError, resource } from "../../mod.ts";
import { useInfinite } from "../../react/mod.ts";
import { renderHook, settle } from "./support/render.tsx";

class Row extends Entity {
  id = "";
  n = 0;
  kind = "";
  static override key = "RecipeRow";
}

const guide = await Deno.readTextFile(
  new URL("../../docs/infinite_scroll.md", import.meta.url),
);
/** What the guide says for each kind of server; a page has three rows here. */
const recipes = await Promise.all(
  [...guide.matchAll(/^\| (a cursor|page|rows|an offset)(.*?)\| `(.*)` +\|$/gm)]
    .map(async ([, start, rest, code]) => {
      const text = code!.replaceAll("\\|", "|").replaceAll("20", "3");
      const url = `data:text/javascript,export default ${
        encodeURIComponent(text)
      }`;
      const name = `${start}${rest!.trimEnd()}`;
      return [name, (await import(url)).default] as const;
    }),
).then((entries) => new Map(entries));

/** Rows by their number and letter, for all kinds of requests. */
class Rows {
  rows = [..."ACEGIKM"].map((id) => ({ id, n: 0, kind: "x" }));
  /** Pages that were requested. */
  readonly asked: string[] = [];
  /** What waits for its response. */
  readonly waiting: (() => void)[] = [];
  isHolding = false;
  /** Whether the next page waits that is read, other than the first. */
  isHoldingPages = false;
  /** Whether that is read when it goes. */
  isReadLate = false;
  isFailing = false;

  constructor(readonly recipe: string) {}

  readonly fetchResponse = async (
    address: string,
    { method, body }: RequestInit,
  ): Promise<Response> => {
    const [path, query = ""] = address.split("?") as [string, string?];
    const id = path.split("/")[2];
    if (method !== "GET") {
      if (this.isHolding) {
        await new Promise<void>((resolve) => this.waiting.push(resolve));
      }
      return Response.json(this.#change(method!, id, `${body ?? "{}"}`));
    }
    this.asked.push(query.replace(/&?kind=x/, ""));
    const read = () => this.#page(new URLSearchParams(query));
    let page = read();
    if (this.isHoldingPages && this.asked.length > 1) {
      this.isHoldingPages = false;
      await new Promise<void>((resolve) => this.waiting.push(resolve));
      if (this.isReadLate) page = read();
    }
    if (this.isFailing) {
      throw new NetworkError(new Response("no", { status: 500 }));
    }
    return Response.json(page);
  };

  #change(method: string, id: string | undefined, body: string): object {
    const known = this.rows.find((row) => row.id === id);
    const row = { n: 0, kind: "x", ...known, ...JSON.parse(body) };
    this.rows = this.rows.filter((other) => other !== known);
    if (method !== "DELETE") this.rows.push(row);
    this.rows.sort(compare);
    return row;
  }

  #page(query: URLSearchParams): unknown {
    const rows = this.rows.filter(({ kind }) => kind === "x");
    const { page, offset, after, cursor } = Object.fromEntries(query);
    const marks = rows.map(({ n, id }) => `${n} ${id}`);
    const from = cursor
      ? marks.filter((mark) => mark <= cursor).length
      : after
      ? rows.findIndex(({ id }) => id === after) + 1
      : Number(offset ?? (Number(page ?? 1) - 1) * 3);
    const items = rows.slice(from, from + 3);
    if (!/cursor|total/.test(this.recipe)) return items;
    const next = marks.length > from + 3 ? marks[from + 2] : "";
    return { items, total: rows.length, next };
  }

  /** The ids of the list, as the server has it. */
  get ids(): string {
    return this.rows.filter(({ kind }) => kind === "x")
      .map(({ id }) => id).join("");
  }
}

const compare = (a: Sorted, b: Sorted) => a.n - b.n || (a.id < b.id ? -1 : 1);
type Sorted = { readonly id: string; readonly n: number };

type Options = {
  readonly optimistic?: boolean;
  readonly refetch?: "all" | "first";
};

const args = { kind: "x" };

/** A component that shows the list by a recipe, and can change it. */
async function showing(
  recipe: string,
  { optimistic = true, refetch = "all" }: Options = {},
) {
  const server = new Rows(recipe);
  const { fetchResponse } = server;
  const { getList, partialUpdate, delete: remove } = resource({
    path: "/rows/:id",
    schema: Row,
    searchParams: {} as { kind: string },
    paginationField: /cursor/.test(recipe)
      ? "cursor"
      : /id/.test(recipe)
      ? "after"
      : "page",
    order: () => compare,
    optimistic,
    ...{ fetchResponse },
  });
  const { schema: rows } = getList;
  const list = getList.extend({
    schema: /cursor|total/.test(recipe)
      ? { items: rows, total: 0, next: "" }
      : rows,
  }) as unknown as typeof getList;
  const hook = await renderHook(
    () =>
      useInfinite(list, [args], {
        getNextPageParam: recipes.get(recipe)!,
        refetch,
      }),
    { props: null },
  );
  const { controller } = hook;
  const ids = () => hook.current.items.map(({ id }) => id).join("");
  const more = () => settle(() => void hook.current.fetchNextPage());
  const edit = (id: string, body: Partial<Row>) =>
    controller.fetch(partialUpdate, { id }, body);
  const create = (id: string) =>
    controller.fetch(getList.push, { id, n: 0, ...args });
  return {
    hook,
    server,
    ids,
    more,
    changes: {
      "a row is deleted": () => controller.fetch(remove, { id: "C" }),
      "the last loaded row is deleted": () =>
        controller.fetch(remove, { id: ids().at(-1)! }),
      "a row leaves": () => edit("C", { kind: "y" }),
      "a row is created among those that are loaded": () => create("B"),
      "a row is created behind those that are loaded": () => create("Z"),
      "the first row is moved to the end": () => edit("A", { n: 9 }),
      "the last loaded row is moved to the end": () =>
        edit(ids().at(-1)!, { n: 9 }),
      "a row is moved to the beginning": () => edit("E", { n: -1 }),
    },
    /** Loads all that there is, and checks that it is. */
    async loadAll() {
      for (let presses = 0; hook.current.hasNextPage; presses++) {
        assert(presses < 4, `${ids()}: ${server.asked}`);
        await more();
      }
      assertEquals(ids(), server.ids, `${server.asked}`);
    },
  };
}

type Change = keyof Awaited<ReturnType<typeof showing>>["changes"];
const changes: readonly Change[] = [
  "a row is deleted",
  "the last loaded row is deleted",
  "a row leaves",
  "a row is created among those that are loaded",
  "a row is created behind those that are loaded",
  "the first row is moved to the end",
  "the last loaded row is moved to the end",
  "a row is moved to the beginning",
];

/**
 * Pages that are loaded, whether changes are optimistic, and the policy. A change
 * tries each two of these together, each night all three.
 */
const circumstances = ([
  [1, true, "all"],
  [1, false, "first"],
  [2, true, "first"],
  [2, false, "all"],
  [1, true, "first"],
  [1, false, "all"],
  [2, true, "all"],
  [2, false, "first"],
] as const).slice(0, Deno.env.has("REPEAT_ALL") ? 8 : 4);

for (const recipe of recipes.keys()) {
  for (const change of changes) {
    Deno.test(`by ${recipe} every row is reached after ${change} [react/NEW-42] [react/NEW-43]`, async () => {
      for (const [pages, optimistic, refetch] of circumstances) {
        const world = await showing(recipe, { optimistic, refetch });
        await using _ = world.hook;
        if (pages === 2) await world.more();
        await settle(() => world.changes[change]());
        await world.loadAll();
      }
    });
  }

  Deno.test(`by ${recipe} each page is requested once where nothing has changed [react/NEW-43]`, async () => {
    const { hook, server, loadAll } = await showing(recipe);
    await using _ = hook;
    await loadAll();
    assertEquals(new Set(server.asked).size, server.asked.length);
    assert(server.asked.length <= 4);
  });
}

Deno.test("the guide has a recipe for each kind of server", () => {
  assertEquals([...recipes.keys()].length, 5);
});

const byNumber = "page numbers, a plain array";

Deno.test("a page that is asked for while a mutation is under way is requested after that [react/NEW-43]", async () => {
  const { hook, server, changes, ids, more, loadAll } = await showing(byNumber);
  await using _ = hook;
  server.isHolding = true;
  await settle(() => void changes["a row is deleted"]());
  server.asked.length = 0;
  await more();
  assertEquals([ids(), hook.current.isFetchingNextPage], ["AE", true]);
  assertEquals(server.asked, []);
  await settle(() => server.waiting[0]!());
  assertEquals([ids(), hook.current.isFetchingNextPage], ["AEGIKM", false]);
  await loadAll();
});

Deno.test("a list whose pages cannot be requested again before the next one stays, says so, and can be tried again [react/NEW-43] [react/NEW-45]", async () => {
  const { hook, server, changes, ids, more, loadAll } = await showing(byNumber);
  await using _ = hook;
  await settle(() => changes["a row is deleted"]());
  server.isFailing = true;
  await more();
  assertEquals([ids(), hook.current.isFetchingNextPage], ["AE", false]);
  assertEquals(hook.current.pageError?.status, 500);
  server.isFailing = false;
  await loadAll();
  assertEquals(hook.current.pageError, undefined);
});

for (const recipe of recipes.keys()) {
  Deno.test(`by ${recipe} every row is there where a mutation is confirmed while a page is on its way [endpoint/PAG-5]`, async () => {
    for (const change of changes) {
      for (const at of [0, 1, 2, 3]) {
        const isLate = at % 2 === 1;
        const { hook, server, changes, more, loadAll } = await showing(recipe);
        await using _ = hook;
        server.isHoldingPages = true;
        server.isReadLate = at > 1;
        await more();
        if (isLate) server.isHolding = true;
        await settle(() => void changes[change]());
        await settle(() => server.waiting[0]!());
        if (isLate) await settle(() => server.waiting[1]!());
        await loadAll();
      }
    }
  });
}
