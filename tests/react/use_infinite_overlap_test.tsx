/**
 * Pages of a list that are requested while the list is, and while rows come and
 * go: each row shows once, and none is missing. Neighbours: the list requested
 * again by the component, by `expireAll` and by a poll of its first page; pages
 * after and before; rows inserted, deleted and moved at the top, in the middle
 * and at the border of a page; creations and deletions of one's own meanwhile,
 * optimistic and not; the policies `all` and `first`; answers in any order.
 */
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { Entity, resource } from "../../mod.ts";
import { useInfinite } from "../../react/mod.ts";
import { assertProperty } from "../support/property.ts";
import { renderHook, settle } from "./support/render.tsx";

class Post extends Entity {
  id = "";
  /** Where it stands: posts with a greater one come first. */
  rank = 0;
}

interface Row {
  readonly id: string;
  readonly rank: number;
}

interface Request {
  readonly method: string;
  readonly url: URL;
  readonly body: Row;
  resolve(response: Response): void;
  response?: Response;
}

const pageSize = 2;

/** Posts by rank, two in a page; a page begins after the last post of the one before. */
class Feed {
  rows: Row[];
  readonly waiting: Request[] = [];
  readonly handled: Request[] = [];

  constructor(count: number) {
    this.rows = Array.from({ length: count }, (_, index) => {
      const rank = (count - index) * 16;
      return { id: `${rank}`, rank };
    });
  }

  get ids(): string[] {
    return this.rows.map(({ id }) => id);
  }

  /** Puts a row where its rank says. */
  put(row: Row): void {
    this.remove(row.id);
    this.rows.push(row);
    this.rows.sort((left, right) => right.rank - left.rank);
  }

  remove(id: string): void {
    this.rows = this.rows.filter((row) => row.id !== id);
  }

  readonly posts = resource({
    urlPrefix: "http://feed",
    path: "/posts/:id",
    schema: Post,
    paginationField: "after",
    searchParams: {} as { after?: number; before?: number } | undefined,
    optimistic: true,
    fetchResponse: (input, { method = "GET", body }): Promise<Response> => {
      const { promise, resolve } = Promise.withResolvers<Response>();
      this.waiting.push({
        method,
        url: new URL(String(input)),
        body: JSON.parse(`${body ?? "{}"}`),
        resolve,
      });
      return promise;
    },
  });

  /** Handles one of the requests that wait; each sees what is there then. */
  handle(index: number): void {
    const [request] = this.waiting.splice(index % this.waiting.length, 1);
    if (!request) return;
    request.response = Response.json(this.#responseTo(request));
    this.handled.push(request);
  }

  #responseTo({ method, url: { searchParams, pathname }, body }: Request) {
    if (method === "POST") {
      this.put(body);
      return body;
    }
    if (method === "DELETE") {
      const id = pathname.split("/").at(-1)!;
      this.remove(id);
      return { id };
    }
    const after = Number(searchParams.get("after") ?? Infinity);
    const before = searchParams.get("before");
    return before === null
      ? this.rows.filter(({ rank }) => rank < after).slice(0, pageSize)
      : this.rows.filter(({ rank }) => rank > Number(before)).slice(-pageSize);
  }

  /** Lets one of the answers arrive. */
  async answer(index: number): Promise<void> {
    const [request] = this.handled.splice(index % this.handled.length, 1);
    await settle(() => request?.resolve(request.response!));
  }

  /** Until nobody asks for anything. */
  async rest(): Promise<void> {
    for (let round = 0; round < 50; round++) {
      while (this.waiting.length > 0) this.handle(0);
      if (this.handled.length === 0) return;
      await this.answer(0);
    }
    throw new Error("The client asks again and again.");
  }
}

const at = fc.nat(20);
const operation = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom("insert", "delete", "move"),
      at,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom("refetch", "expireAll", "poll"),
      at: fc.constant(0),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom("next", "next", "previous"),
      at: fc.constant(0),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom("unshift", "remove"), at }),
  },
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constantFrom("handle", "answer"), at }),
  },
);

interface Operation {
  readonly do: string;
  readonly at: number;
}

/** A component that shows the feed, and all that happens to it. */
class Run {
  readonly feed: Feed;
  readonly refetchPolicy: "all" | "first";
  hook!: Awaited<ReturnType<Run["render"]>>;
  /** Rows that nobody has changed or moved. */
  readonly untouched: Set<string>;
  /** Whether all loaded pages are requested since the last change of somebody else. */
  isReadAgain = true;
  #inserted = 0;

  constructor(refetchPolicy: "all" | "first") {
    this.feed = new Feed(7);
    this.refetchPolicy = refetchPolicy;
    this.untouched = new Set(this.feed.ids);
  }

  render() {
    return renderHook(() => {
      const list = useInfinite(
        this.feed.posts.getList,
        [] as unknown as [],
        {
          getNextPageParam: (page) => page.at(-1)?.rank,
          getPreviousPageParam: (page, { items }) =>
            page.length > 0 && items.length > 0
              ? { before: items[0]!.rank }
              : undefined,
          refetch: this.refetchPolicy,
        },
      );
      return { ...list, ids: list.items.map(({ id }) => id) };
    }, { props: {} });
  }

  async open(): Promise<void> {
    this.hook = await this.render();
    await this.feed.rest();
    assertEquals(this.hook.current.ids, this.feed.ids.slice(0, pageSize));
  }

  /** A row of somebody's choice with a rank that no other one has. */
  #newRank(at: number): number {
    const { rows } = this.feed;
    const index = at % (rows.length + 1);
    const above = rows[index - 1]?.rank ?? (rows[0]?.rank ?? 0) + 32;
    const below = rows[index]?.rank ?? above - 32;
    return (above + below) / 2;
  }

  async do({ do: what, at }: Operation): Promise<void> {
    const { feed, hook: { current, controller } } = this;
    const row = feed.rows[at % feed.rows.length];
    switch (what) {
      case "insert":
        feed.put({ id: `n${++this.#inserted}`, rank: this.#newRank(at) });
        this.isReadAgain = false;
        break;
      case "delete":
        if (row) feed.remove(row.id);
        if (row) this.untouched.delete(row.id);
        this.isReadAgain = false;
        break;
      case "move":
        if (row) feed.put({ id: row.id, rank: this.#newRank(at * 7 + 3) });
        if (row) this.untouched.delete(row.id);
        this.isReadAgain = false;
        break;
      case "refetch":
      case "expireAll": {
        const { length } = feed.waiting;
        await settle(() =>
          what === "refetch"
            ? void current.refetch()
            : void controller.expireAll(feed.posts.getList)
        );
        // it may have joined one that is under way
        if (feed.waiting.length > length) this.isReadAgain = true;
        break;
      }
      case "poll":
        await settle(() => void controller.fetch(feed.posts.getList));
        break;
      case "next":
        await settle(() => void current.fetchNextPage());
        break;
      case "previous":
        await settle(() => void current.fetchPreviousPage());
        break;
      case "unshift": {
        // the server may handle the second one first
        if (feed.waiting.some(({ method }) => method === "POST")) break;
        const id = `n${++this.#inserted}`;
        // others may be on their way
        const rank = (feed.rows[0]?.rank ?? 0) + 32 + this.#inserted / 100;
        await settle(() =>
          void controller.fetch(feed.posts.getList.unshift, { id, rank })
        );
        break;
      }
      case "remove": {
        const id = current.ids[at % current.ids.length]!;
        // of what a poll brought, and nothing is left, nobody knows what follows
        if (current.ids.length <= pageSize) break;
        this.untouched.delete(id);
        await settle(() => void controller.fetch(feed.posts.delete, { id }));
        break;
      }
      case "handle":
        feed.handle(at);
        break;
      case "answer":
        await feed.answer(at);
        break;
    }
    this.check();
  }

  /** Each row shows once. */
  check(): void {
    const { ids } = this.hook.current;
    assertEquals(new Set(ids).size, ids.length, `${ids}`);
  }

  /** Between rows that show none is missing that was there all the time. */
  checkForGaps(): void {
    const { ids } = this.hook.current;
    const all = this.feed.ids.filter((id) => this.untouched.has(id));
    const shown = ids.filter((id) => this.untouched.has(id));
    const between = all.slice(
      all.indexOf(shown[0]!),
      all.indexOf(shown.at(-1)!) + 1,
    );
    if (shown.length > 0) assertEquals(shown, between);
  }

  /** All pages that there are. */
  async loadAll(): Promise<void> {
    const { feed } = this;
    for (let count = 0; this.hook.current.hasNextPage; count++) {
      assert(count < 20, "there is always a next page");
      await settle(() => void this.hook.current.fetchNextPage());
      await feed.rest();
    }
    for (let count = 0; count < 5; count++) {
      await settle(() => void this.hook.current.fetchPreviousPage());
      await feed.rest();
    }
  }
}

for (const policy of ["all", "first"] as const) {
  Deno.test(`whatever is requested and answered meanwhile, each row shows once and none is missing, with the policy ${policy} [react/NEW-44] [react/NEW-46a] [endpoint/PAG-12]`, async () => {
    await assertProperty(
      fc.asyncProperty(
        fc.array(operation, { maxLength: 16 }),
        async (operations) => {
          const run = new Run(policy);
          await run.open();
          await using _hook = run.hook;
          for (const operation of operations) await run.do(operation);
          await run.feed.rest();
          run.checkForGaps();
          if (policy === "first") return;
          if (!run.isReadAgain) {
            await settle(() => void run.hook.current.refetch());
            await run.feed.rest();
          }
          await run.loadAll();
          assertEquals(run.hook.current.ids, run.feed.ids);
        },
      ),
      60,
    );
  });
}
