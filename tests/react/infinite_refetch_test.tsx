/**
 * What happens to the pages of a list while it is requested again. Neighbours
 * tried: cursors that are made of rows, before the first page and after the
 * last; rows that were added and deleted meanwhile at both ends; a page that
 * was asked for while the list is refetched by the component, by expireAll, by
 * a poll and by another caller, in each direction; a refetch that fails, that
 * finds more and that finds less; later and previous pages that fail for good
 * and for a while, with both modes; React 18 and Preact by
 * scripts/test_renderers.ts.
 */
import { assertEquals } from "@std/assert";
import { Collection, Entity, NetworkError, RestEndpoint } from "../../mod.ts";
import {
  type InfiniteOptions,
  type ListEndpoint,
  useInfinite,
} from "../../react/mod.ts";
import { withoutConsole } from "./support/console.ts";
import { PagedHarbour } from "./support/paged_harbour.ts";
import { renderHook, settle } from "./support/render.tsx";

class Row extends Entity {
  id = 0;
  static override key = "RefetchedRow";
}

/** A log of rows by their number, of which a page has two: those after an id, or those before one. */
class Log {
  rows = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  readonly asked: string[] = [];
  /** Status of the answer to a request, if that is no page. */
  failures: Record<string, number> = {};

  readonly getRows = new RestEndpoint({
    urlPrefix: "http://log",
    path: "/rows",
    searchParams: {} as { after?: number; before?: number } | undefined,
    schema: new Collection([Row]),
    paginationField: "after",
    fetchResponse: (input): Promise<Response> => {
      const { search, searchParams } = new URL(String(input));
      const name = search.slice(1) || "middle";
      this.asked.push(name);
      const status = this.failures[name];
      if (status) {
        return Promise.reject(new NetworkError(new Response(name, { status })));
      }
      const after = searchParams.get("after");
      const before = searchParams.get("before");
      const rows = before !== null
        ? this.rows.filter((id) => id < Number(before)).slice(-2)
        : this.rows.filter((id) => id > Number(after ?? 4)).slice(0, 2);
      return Promise.resolve(Response.json(rows.map((id) => ({ id }))));
    },
  });

  readonly options: InfiniteOptions<Log["getRows"], Row[]> = {
    getNextPageParam: (rows: { id: number }[]) =>
      rows.length ? rows.at(-1)!.id : null,
    getPreviousPageParam: (rows: { id: number }[], { items }) =>
      rows.length && items.length ? { before: items[0]!.id } : null,
  };
}

async function renderLog(log: Log, mode: "suspense" | "dle" = "suspense") {
  const hook = await renderHook(
    () =>
      useInfinite(log.getRows, [] as unknown as [], {
        ...log.options,
        mode,
      } as InfiniteOptions<ListEndpoint, unknown>),
    { props: null },
  );
  const ids = () =>
    (hook.current.items as unknown as Row[]).map(({ id }) => id).join();
  const load = async (...sides: ("next" | "previous")[]) => {
    for (const side of sides) {
      await settle(() =>
        side === "next"
          ? hook.current.fetchNextPage()
          : hook.current.fetchPreviousPage()
      );
    }
  };
  return { hook, ids, load };
}

Deno.test("pages before the first are requested by the cursors that the refetch brings [react/NEW-46a] [endpoint/PAG-11]", async () => {
  const log = new Log();
  const { hook, ids, load } = await renderLog(log);
  await using _ = hook;
  await load("next", "previous", "previous");
  assertEquals(ids(), "1,2,3,4,5,6,7,8");
  log.asked.length = 0;
  // rows move from page to page, at both ends
  log.rows = [-1, 1, 3, 4.5, 5, 5.5, 6, 7, 8, 9];
  await settle(() => hook.current.refetch());
  assertEquals(ids(), "-1,1,3,4.5,5,5.5,6");
  assertEquals(log.asked, ["middle", "before=4.5", "before=1", "after=5"]);
});

Deno.test("a refetch that finds no page before ends the list there [react/NEW-46a] [endpoint/PAG-11]", async () => {
  const log = new Log();
  const { hook, ids, load } = await renderLog(log);
  await using _ = hook;
  await load("previous", "previous");
  log.rows = [4, 5, 6];
  await settle(() => hook.current.refetch());
  assertEquals([ids(), hook.current.hasPreviousPage], ["4,5,6", true]);
  await load("previous");
  assertEquals(ids(), "4,5,6");
});

const byNumber = {
  getNextPageParam: ({ next }: { next: string }) => next || null,
  getPreviousPageParam: ({ previous }: { previous: string }) =>
    previous || null,
};

for (const cause of ["refetch", "expireAll", "a poll", "another caller"]) {
  for (const side of ["fetchNextPage", "fetchPreviousPage"] as const) {
    Deno.test(`${side} while the list is requested again by ${cause} waits for that [react/NEW-43]`, async () => {
      const harbour = new PagedHarbour({ 0: "yz", 1: "ab", 2: "cd", 3: "ef" });
      const { getShips } = harbour;
      await using hook = await renderHook(
        () => useInfinite(getShips, [{}], byNumber),
        { props: null },
      );
      const text = () => hook.current.items.map(({ id }) => id).join("");
      await harbour.answer("1");
      const start = {
        refetch: () => void hook.current.refetch(),
        expireAll: () => hook.controller.expireAll(getShips),
        "a poll": () =>
          void hook.controller.fetch(
            getShips.extend({ key: () => getShips.key({}) }),
            {},
          ),
        "another caller": () => void hook.controller.fetch(getShips, {}),
      }[cause]!;
      await settle(start);
      harbour.asked.length = 0;
      let response: unknown;
      await settle(() => {
        void hook.current[side]().then((value) => response = value);
        void hook.current[side]();
      });
      const isFetching = () =>
        hook.current.isFetchingNextPage || hook.current.isFetchingPreviousPage;
      assertEquals([harbour.asked, isFetching()], [[], true]);
      // what follows is what the new answer says
      const page = side === "fetchNextPage" ? "2" : "0";
      await harbour.answer("1");
      assertEquals([harbour.asked, isFetching()], [[page], true]);
      await harbour.answer(page);
      assertEquals(
        [text(), isFetching(), response === undefined],
        [side === "fetchNextPage" ? "abcd" : "yzab", false, false],
      );
    });
  }
}

Deno.test("a page that is asked for during a refetch is not requested where that says there is none, and is where it fails [react/NEW-43] [react/NEW-45]", async () => {
  await withoutConsole("error", async () => {
    const harbour = new PagedHarbour({ 1: "ab", 2: "cd" });
    await using hook = await renderHook(
      () =>
        useInfinite(
          harbour.getShips.extend({ errorPolicy: () => "soft" as const }),
          [{}],
          byNumber,
        ),
      { props: null },
    );
    const both = async () => {
      await settle(() => void hook.current.refetch());
      await settle(() => void hook.current.fetchNextPage());
    };
    await harbour.answer("1");
    await both();
    delete harbour.pages["2"];
    await harbour.answer("1");
    assertEquals(harbour.asked, ["1", "1"]);
    assertEquals(
      [hook.current.isFetchingNextPage, hook.current.hasNextPage],
      [false, false],
    );
    harbour.pages["2"] = "cd";
    await settle(() => void hook.current.refetch());
    await harbour.answer("1");
    await both();
    await harbour.fail("1");
    assertEquals(harbour.asked, ["1", "1", "1", "1", "2"]);
    await harbour.answer("2");
    assertEquals(hook.current.items.map(({ id }) => id).join(""), "abcd");
  });
});

for (const mode of ["suspense", "dle"] as const) {
  for (const status of [400, 503]) {
    for (const side of ["next", "previous"] as const) {
      Deno.test(`a ${side} page that fails with ${status} during a refetch leaves the list and is the pageError, in mode ${mode} [react/NEW-46b] [endpoint/PAG-11]`, async () => {
        await withoutConsole("error", async () => {
          const log = new Log();
          const { hook, ids, load } = await renderLog(log, mode);
          await using _ = hook;
          await load(side, side);
          const before = ids();
          log.rows = log.rows.filter((id) => id !== 6 && id !== 3);
          const name = side === "next" ? "after=7" : "before=2";
          log.failures = { [name]: status };
          log.asked.length = 0;
          await settle(() => hook.current.refetch().catch(() => {}));
          assertEquals(hook.error, undefined);
          assertEquals(ids(), before);
          assertEquals(log.asked.at(-1), name);
          assertEquals(hook.current.pageError?.status, status);
          log.failures = {};
          await settle(() => hook.current.refetch());
          assertEquals(hook.current.pageError, undefined);
          assertEquals(ids().includes("6"), false);
        });
      });
    }
  }
}

Deno.test("a first page that fails during a refetch is the error of the list [react/NEW-46b] [react/RD-15]", async () => {
  await withoutConsole("error", async () => {
    const log = new Log();
    const { hook, load } = await renderLog(log, "dle");
    await using _ = hook;
    await load("next");
    log.failures = { middle: 400 };
    await settle(() => hook.current.refetch().catch(() => {}));
    const { error } = hook.current as unknown as { error?: NetworkError };
    assertEquals([error?.status, hook.current.pageError], [400, undefined]);
  });
});
