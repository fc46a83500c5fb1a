/**
 * Only the server knows a list, or the number beside it, since a change that
 * came while the component that waits for it was not on screen yet: its data
 * has come, and something else in the boundary is still loading. Neighbours
 * that were tried: a number that a page brings, two edits of a field that were
 * on their way together; `useSuspense` and `useInfinite`; a response of before
 * the change and of after it.
 */
import { assertEquals } from "@std/assert";
import { Entity, resource } from "../../mod.ts";
import {
  AsyncBoundary,
  DataProvider,
  useController,
  useInfinite,
  useSuspense,
} from "../../react/mod.ts";
import { render, settle } from "./support/render.tsx";

class Row extends Entity {
  id = "";
  title = "";
  static override key = "RowBeforeDisplay";
}

/** A server that answers when it is told to. */
class Server {
  readonly rows = ["a", "b", "c"].map((id) => ({ id, title: "old" }));
  readonly requests: string[] = [];
  readonly #waiting = new Map<string, () => void>();

  readonly resource = resource({
    path: "/rows/:id",
    schema: Row,
    searchParams: {} as { q?: string; cursor?: string },
    body: {} as { id?: string; title?: string },
    paginationField: "cursor",
    optimistic: true,
    fetchResponse: (url: string, init: RequestInit) => this.#answer(url, init),
  }).extend((Base) => ({
    getList: Base.getList.extend({
      schema: { items: Base.getList.schema, total: 0 },
      adjust: ({ total, ...rest }, difference) => ({
        ...rest,
        total: total + difference,
      }),
    }),
  }));

  /** Handles a request at once, and answers it when it is let go. */
  #answer(url: string, { method, body }: RequestInit): Promise<Response> {
    const name = `${method} ${url}`;
    this.requests.push(name);
    const response = Response.json(this.#handle(url, method!, body));
    return new Promise((resolve) =>
      this.#waiting.set(name, () => resolve(response))
    );
  }

  #handle(url: string, method: string, body: unknown): unknown {
    const { pathname, searchParams } = new URL(url, "http://here");
    const sent = JSON.parse(`${body ?? "{}"}`);
    if (method === "POST") this.rows.unshift({ title: "", ...sent });
    const id = pathname.split("/")[2];
    if (id === "slow") return { id };
    const row = this.rows.find((row) => row.id === id) ?? sent;
    if (method !== "GET") return { ...Object.assign(row, sent) };
    const cursor = searchParams.get("cursor");
    const { length: total } = this.rows;
    const rows = cursor ? this.rows.slice(-1) : this.rows.slice(0, 2);
    return { items: rows.map((row) => ({ ...row })), total };
  }

  /** Lets a response go. */
  answers(name: string): Promise<void> {
    return settle(() => this.#waiting.get(name)!());
  }
}

/** A list, and beside it something that loads for longer. */
async function shown(server: Server, kind: "useSuspense" | "useInfinite") {
  const { getList, get } = server.resource;
  let controller!: ReturnType<typeof useController>;
  const useList = kind === "useSuspense"
    ? () => useSuspense(getList, {})
    : () => {
      const { items, data } = useInfinite(getList, [{}], {
        getNextPageParam: (_, { items }) => items.at(-1)?.id,
      });
      return { ...data, items };
    };
  function List() {
    const { items, total } = useList();
    return <p>{items.map(({ id, title }) => `${id} ${title} `)}of {total}</p>;
  }
  function Slow() {
    return <i>{useSuspense(get, { id: "slow" }).id}</i>;
  }
  function Page() {
    controller = useController();
    return (
      <AsyncBoundary fallback="loading">
        <List />
        <Slow />
      </AsyncBoundary>
    );
  }
  const screen = await render(
    <DataProvider devButton={null}>
      <Page />
    </DataProvider>,
  );
  return { screen, fetch: controller.fetch };
}

for (const kind of ["useSuspense", "useInfinite"] as const) {
  Deno.test(`a number that a page has put in doubt before the component of ${kind} is on screen is asked for [controller/OPT-12f] [controller/OPT-19c]`, async () => {
    const server = new Server();
    const { getList } = server.resource;
    const { screen, fetch } = await shown(server, kind);
    await using _ = screen;
    await server.answers("GET /rows");
    await settle(() => void fetch(getList.getPage, { cursor: "b" }));
    await settle(() => void fetch(getList.push, { id: "n", title: "new" }));
    await server.answers("POST /rows");
    await server.answers("GET /rows?cursor=b");
    server.requests.length = 0;
    await server.answers("GET /rows/slow");
    assertEquals(server.requests, ["GET /rows"]);
    await server.answers("GET /rows");
    if (server.requests[1]) await server.answers(server.requests[1]);
    assertEquals(screen.text().match(/of \d/)?.[0], "of 4");
  });
}

for (const order of ["before", "after"]) {
  Deno.test(`a row of which only the server knows which of two edits came last is asked for where a list with it arrives ${order} their responses, before it is on screen [controller/OPT-12c] [controller/OPT-19c]`, async () => {
    const server = new Server();
    const { partialUpdate } = server.resource;
    const { screen, fetch } = await shown(server, "useSuspense");
    await using _ = screen;
    const names = ["PATCH /rows/a?n=1", "PATCH /rows/a?n=2"];
    for (const [n, title] of ["first", "second"].entries()) {
      const edit = partialUpdate.extend({
        url: () => `/rows/a?n=${n + 1}`,
      });
      await settle(() => void fetch(edit, { id: "a" }, { title }));
    }
    // only the server knows: it handled the first one last
    Object.assign(server.rows[0]!, { title: "first" });
    if (order === "before") await server.answers("GET /rows");
    for (const name of names) await server.answers(name);
    if (order === "after") await server.answers("GET /rows");
    server.requests.length = 0;
    await server.answers("GET /rows/slow");
    assertEquals(server.requests, ["GET /rows"]);
    await server.answers("GET /rows");
    assertEquals(screen.text(), "a first b old of 3slow");
    assertEquals(server.requests, ["GET /rows"]);
  });
}
