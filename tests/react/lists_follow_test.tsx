/**
 * Lists on the screen follow writes: no fallback shows, and what is in doubt is
 * requested once. Tried as well: three hooks on one list, pages of an infinite
 * list, an optimistic change that is refused, several changes at once.
 */
import { assertEquals } from "@std/assert";
import { NetworkError, resource } from "../../mod.ts";
import { useDLE, useInfinite, useLive, useSuspense } from "../../react/mod.ts";
import { Vessel } from "./support/harbour.ts";
import { renderHook, settle } from "./support/render.tsx";

type Row = { readonly id: string; readonly name: string };

/** A server with four vessels, and what it was asked for. */
class Port {
  readonly rows = new Map<string, Row>(
    ["a", "b", "c", "d"].map((id) => [id, { id, name: `ship ${id}` }]),
  );
  readonly requests: string[] = [];
  isRefusing = false;

  readonly vessels = resource({
    path: "/vessels/:id",
    schema: Vessel,
    searchParams: {} as { q?: string; name?: string; cursor?: string },
    body: {} as Partial<Row>,
    paginationField: "cursor",
    optimistic: true,
    fetchResponse: (url: string, init: RequestInit) => this.#answer(url, init),
  });

  async #answer(url: string, { method, body }: RequestInit): Promise<Response> {
    this.requests.push(`${method} ${url}`);
    await Promise.resolve();
    const { pathname, searchParams } = new URL(url, "http://here");
    const id = pathname.split("/")[2];
    if (this.isRefusing && method !== "GET") {
      throw await NetworkError.from(new Response("{}", { status: 422 }));
    }
    if (method === "DELETE") {
      this.rows.delete(id!);
      return Response.json({ id });
    }
    if (id) {
      const row = { ...this.rows.get(id), ...JSON.parse(`${body ?? "{}"}`) };
      this.rows.set(id, row);
      return Response.json(row);
    }
    const { q, name, cursor = "" } = Object.fromEntries(searchParams);
    return Response.json(
      [...this.rows.values()].filter((row) =>
        row.id > cursor && (!q || row.name.includes(q)) &&
        (!name || row.name === name)
      ).slice(0, 2),
    );
  }
}

const idsOf = (rows: readonly { id: string }[] | undefined) =>
  rows?.map(({ id }) => id).join("");

Deno.test("what several hooks show is requested once after a change, and stays on the screen [controller/OPT-19c] [react/SUS-17]", async () => {
  const port = new Port();
  const { getList, partialUpdate } = port.vessels;
  const args = { q: "ship" };
  await using hook = await renderHook(() => {
    const dle = useDLE(getList, args);
    return [
      idsOf(useSuspense(getList, args)),
      idsOf(dle.data),
      idsOf(useLive(getList, args)),
      dle.loading,
    ];
  }, { props: null });
  await settle();
  assertEquals(hook.current, ["ab", "ab", "ab", false]);
  port.requests.length = 0;
  const shown = new Set<string>();
  await settle(async () => {
    const changes = ["a", "b"].map((id) =>
      hook.controller.fetch(partialUpdate, { id }, { name: "raft" })
    );
    shown.add(hook.current.join());
    await Promise.all(changes);
  });
  await settle();
  assertEquals(port.requests, [
    "PATCH /vessels/a",
    "PATCH /vessels/b",
    "GET /vessels?q=ship",
  ]);
  assertEquals(hook.current, ["cd", "cd", "cd", false]);
  assertEquals([...shown], ["ab,ab,ab,false"]);
});

Deno.test("an infinite list is requested with its pages where a row leaves it beside a search [controller/OPT-19c] [react/NEW-46]", async () => {
  const port = new Port();
  const { getList } = port.vessels;
  await using hook = await renderHook(
    () =>
      useInfinite(getList, [{ q: "ship" }], {
        getNextPageParam: (rows: Vessel[]) => rows.at(-1)?.id,
      }),
    { props: null },
  );
  await settle();
  await settle(() => void hook.current.fetchNextPage());
  assertEquals(idsOf(hook.current.items), "abcd");
  port.requests.length = 0;
  await settle(async () => {
    await hook.controller.fetch(port.vessels.delete, { id: "b" });
    assertEquals(idsOf(hook.current.items), "acd");
  });
  await settle();
  assertEquals(port.requests.slice(0, 2), [
    "DELETE /vessels/b",
    "GET /vessels?q=ship",
  ]);
  assertEquals(idsOf(hook.current.items), "acd");
});

Deno.test("a refused change comes back in each list, and asks for nothing [controller/OPT-19b] [controller/OPT-19c] [controller/OPT-12e]", async () => {
  const port = new Port();
  port.rows.set("e", { id: "e", name: "raft" });
  const { getList, partialUpdate } = port.vessels;
  await using hook = await renderHook(() => [
    idsOf(useSuspense(getList, { name: "ship a" })),
    idsOf(useSuspense(getList, { name: "raft" })),
    idsOf(useSuspense(getList, { q: "ship" })),
  ], { props: null });
  await settle();
  assertEquals(hook.current, ["a", "e", "ab"]);
  port.requests.length = 0;
  port.isRefusing = true;
  const change = hook.controller
    .fetch(partialUpdate, { id: "a" }, { name: "raft" });
  await settle(() => change.catch(() => {}));
  await settle();
  assertEquals(hook.current, ["a", "e", "ab"]);
  assertEquals(port.requests, ["PATCH /vessels/a"]);
});
