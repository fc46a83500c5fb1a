/**
 * The number beside a list that is loaded page by page. Neighbours that were
 * tried: `useInfinite` and `getPage`, with page numbers and with cursors; what
 * all other readers of the list see; rows that are created and deleted here, by
 * others between two pages, and both; a page that was read before a change and
 * one that was read after it; React 18 and Preact by scripts/test_renderers.ts.
 */
import { assertEquals } from "@std/assert";
import { Entity, resource } from "../../mod.ts";
import { useCache, useInfinite } from "../../react/mod.ts";
import { renderHook, settle } from "./support/render.tsx";

class Row extends Entity {
  id = "";
  kind = "";
  static override key = "TotalledRow";
}

/** Rows by their letter, three on a page. */
class Rows {
  ids: string[];
  /** Lets a page go that was read. */
  #release: (() => void) | undefined;
  isHolding = false;

  constructor(ids: string) {
    this.ids = [...ids];
  }

  readonly #fetchResponse = async (
    address: string,
    { method, body }: RequestInit,
  ): Promise<Response> => {
    const { pathname, searchParams } = new URL(address);
    const id = pathname.split("/")[2];
    if (method === "DELETE") this.ids = this.ids.filter((one) => one !== id);
    if (method !== "GET") {
      const row = { id, ...JSON.parse(`${body ?? "{}"}`) };
      if (method === "POST") this.ids = [...this.ids, row.id].sort();
      return Response.json(row);
    }
    const first = (Number(searchParams.get("page") ?? 1) - 1) * 3;
    const response = Response.json({
      items: this.ids.slice(first, first + 3).map((id) => ({ id, kind: "x" })),
      total: this.ids.length,
    });
    if (this.isHolding && first > 0) {
      this.isHolding = false;
      await new Promise<void>((resolve) => this.#release = resolve);
    }
    return response;
  };

  readonly rows = resource({
    urlPrefix: "http://rows",
    path: "/rows/:id",
    schema: Row,
    searchParams: {} as { kind: string },
    paginationField: "page",
    order: () => (a, b) => a.id < b.id ? -1 : 1,
  }).extend((Base) => ({
    getList: Base.getList.extend({
      schema: { items: Base.getList.schema, total: 0 },
      adjust: ({ total, ...rest }, difference) => ({
        ...rest,
        total: total + difference,
      }),
      fetchResponse: this.#fetchResponse as typeof fetch,
    }),
    delete: Base.delete.extend({
      fetchResponse: this.#fetchResponse as typeof fetch,
    }),
  }));

  release(): Promise<void> {
    return settle(() => this.#release!());
  }
}

const args = { kind: "x" };

async function shown(server: Rows) {
  const { getList } = server.rows;
  const hook = await renderHook(() => ({
    list: useInfinite(getList, [args], {
      getNextPageParam: ({ total }, { items, pageCount }) =>
        items.length < total ? pageCount + 1 : null,
    }),
    other: useCache(getList, args),
  }), { props: null });
  return {
    hook,
    more: () => settle(() => void hook.current.list.fetchNextPage()),
    /** The rows, and the number that each reader sees. */
    text: () => {
      const { list: { items, data }, other } = hook.current;
      const ids = items.map(({ id }) => id).join("");
      assertEquals(other?.total, data.total);
      return `${ids} ${data.total}`;
    },
  };
}

Deno.test("each page that comes leaves the number beside an infinite list what the server says, for all readers [endpoint/COL-17] [react/NEW-40]", async () => {
  const { hook, more, text } = await shown(new Rows("ACEGIKM"));
  await using _ = hook;
  assertEquals(text(), "ACE 7");
  await more();
  assertEquals(text(), "ACEGIK 7");
  await more();
  assertEquals(text(), "ACEGIKM 7");
});

Deno.test("the number beside an infinite list is that of the newest page where others have changed the rows meanwhile, and follows changes of one's own [endpoint/COL-17] [react/NEW-40]", async () => {
  const server = new Rows("ACEGIKM");
  const { getList, delete: remove } = server.rows;
  const { hook, more, text } = await shown(server);
  await using _ = hook;
  server.ids.push("X", "Z");
  await more();
  assertEquals(text(), "ACEGIK 9");
  server.ids.pop();
  await more();
  assertEquals(text(), "ACEGIKMX 8");
  await settle(() => hook.controller.fetch(remove, { id: "M" }));
  assertEquals(text(), "ACEGIKX 7");
  await settle(() =>
    hook.controller.fetch(getList.push, { id: "B", kind: "x" })
  );
  assertEquals(text(), "ABCEGIKX 8");
});

for (const what of ["a deletion", "a creation"]) {
  for (const by of ["useInfinite", "getPage"]) {
    Deno.test(`${what} that is confirmed while a page of ${by} is on its way counts once [endpoint/COL-17] [controller/OPT-12f]`, async () => {
      const server = new Rows("ACEGIKM");
      const { getList, delete: remove } = server.rows;
      const { hook, more, text } = await shown(server);
      await using _ = hook;
      server.isHolding = true;
      if (by === "useInfinite") await more();
      else {
        const page = { ...args, page: 2 };
        await settle(() => void hook.controller.fetch(getList.getPage, page));
      }
      await settle(() =>
        what === "a deletion"
          ? hook.controller.fetch(remove, { id: "C" })
          : hook.controller.fetch(getList.push, { id: "B", kind: "x" })
      );
      assertEquals(text(), what === "a deletion" ? "AE 6" : "ABCE 8");
      await server.release();
      assertEquals(text(), what === "a deletion" ? "AEGIKM 6" : "ABCEGI 8");
    });
  }
}
