import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { assertThrows } from "@std/assert";

import { startTransition, useState } from "react";
import {
  Collection,
  deserialize,
  Entity,
  Invalidate,
  RestEndpoint,
  serialize,
} from "../../mod.ts";
import {
  DataProvider,
  type InfiniteOptions,
  type LoadedPages,
  useInfinite,
} from "../../react/mod.ts";
import { PagedHarbour, Ship } from "./support/paged_harbour.ts";
import { render, renderHook, settle } from "./support/render.tsx";
import { Activity, hasTransitions } from "./support/renderer.ts";

type List = PagedHarbour["getShips"];
type Options = InfiniteOptions<List, unknown>;

const byCursor = {
  getNextPageParam: ({ next }: { next: string }) => next || null,
  getPreviousPageParam: ({ previous }: { previous: string }) =>
    previous || undefined,
};

/** The list in a component that shows everything. */
function rendered(harbour: PagedHarbour, options: Partial<Options> = {}) {
  return renderHook(
    ({ flag, page }: { flag?: string; page?: string }) => {
      const list = useInfinite(
        harbour.getShips,
        [{ ...flag && { flag }, ...page && { page } }],
        { ...byCursor, ...options },
      );
      return { ...list, text: list.items.map(({ id }) => id).join("") };
    },
    { props: {} as { flag?: string; page?: string } },
  );
}

type Rendered = Awaited<ReturnType<typeof rendered>>;

const next = (hook: Rendered) =>
  settle(() => void hook.current.fetchNextPage());

/** All pages, loaded. */
async function loaded(harbour: PagedHarbour, options: Partial<Options> = {}) {
  harbour.isSlow = false;
  const hook = await rendered(harbour, options);
  while (hook.current.hasNextPage) await next(hook);
  harbour.isSlow = true;
  harbour.asked.length = 0;
  return hook;
}

Deno.test("the first page is waited for, and later ones are added without waiting [react/NEW-40] [react/NEW-41] [react/NEW-42] [react/NEW-43]", async () => {
  const harbour = new PagedHarbour({ 1: "ab", 2: "bc", 3: "d" });
  await using hook = await rendered(harbour);
  assertEquals(hook.isSuspended, true);
  await harbour.answer("1");
  assertEquals(hook.current.text, "ab");
  assert(hook.current.items[0] instanceof Ship);
  assertEquals(
    [hook.current.hasNextPage, hook.current.hasPreviousPage],
    [true, false],
  );
  await next(hook);
  assertEquals([hook.isSuspended, hook.current.text], [false, "ab"]);
  assertEquals(hook.current.isFetchingNextPage, true);
  assertEquals(hook.current.isFetchingPreviousPage, false);
  await harbour.answer("2");
  assertEquals(hook.current.text, "abc");
  assertEquals(hook.current.isFetchingNextPage, false);
  const { data, items } = hook.current;
  assertEquals((data as { next: string }).next, "3");
  assertStrictEquals((data as { items: unknown }).items, items);
  await next(hook);
  await harbour.answer("3");
  assertEquals([hook.current.text, hook.current.hasNextPage], ["abcd", false]);
  assertEquals(harbour.asked, ["1", "2", "3"]);
});

Deno.test("a page that is under way is not requested twice, and none is requested where there is none [react/NEW-43]", async () => {
  const harbour = new PagedHarbour({ 1: "a", 2: "b" });
  await using hook = await rendered(harbour);
  await harbour.answer("1");
  const { fetchNextPage } = hook.current;
  const promises: Promise<unknown>[] = [];
  await settle(() => void promises.push(fetchNextPage(), fetchNextPage()));
  assertStrictEquals(promises[0], promises[1]);
  await harbour.answer("2");
  assertEquals(
    (await promises[0] as { items: unknown }).items,
    [{ id: "b", name: "Ship b" }],
  );
  assertEquals(await fetchNextPage(), undefined);
  assertEquals(harbour.asked, ["1", "2"]);
});

Deno.test("previous pages are put before the list, and refreshed where they are [react/NEW-43] [react/NEW-46]", async () => {
  const harbour = new PagedHarbour({ 1: "ab", 2: "cd", 3: "ef", 4: "gh" });
  const hook = await renderHook(
    () =>
      useInfinite(harbour.getShips, [{ flag: "" }], {
        ...byCursor,
        // the list begins in the middle
        getPreviousPageParam: ({ previous }, { lastParam }) =>
          lastParam === undefined ? "2" : previous,
        getNextPageParam: ({ next }, { lastParam }) =>
          lastParam === undefined ? "4" : next,
      }),
    { props: null },
  );
  await using _ = hook;
  const text = () => hook.current.items.map(({ id }) => id).join("");
  harbour.pages["1"] = "ef";
  await harbour.answer("1");
  harbour.pages["1"] = "ab";
  await settle(
    () => void hook.current.fetchPreviousPage(),
    () => void hook.current.fetchNextPage(),
  );
  assertEquals(hook.current.isFetchingPreviousPage, true);
  assertEquals(hook.current.isFetchingNextPage, true);
  await harbour.answer("4");
  assertEquals(text(), "efgh");
  await harbour.answer("2");
  assertEquals(text(), "cdefgh");
  assertEquals(hook.current.hasPreviousPage, true);
  harbour.asked.length = 0;
  harbour.isSlow = false;
  Object.assign(harbour.pages, { 1: "eF", 2: "cD", 4: "gH" });
  await settle(() => hook.controller.expireAll(harbour.getShips));
  assertEquals(harbour.asked, ["1", "2", "4"]);
  assertEquals(text(), "cDeFgH");
  // the first page alone
  harbour.pages["1"] = "exF";
  await settle(() => hook.controller.fetch(harbour.getShips, { flag: "" }));
  assertEquals(text(), "cDexFgH");
  // a previous page that is gone does not end the list
  delete harbour.pages["2"];
  await settle(() => hook.current.refetch());
  assertEquals(text(), "exFgH");
});

Deno.test("parameters are values of the paginationField, or objects of arguments [react/NEW-42]", async () => {
  const harbour = new PagedHarbour({ 1: "a", 2: "b", x2: "c", 3: "d" });
  const asked: (readonly [unknown, number])[] = [];
  const getNextPageParam: Options["getNextPageParam"] = (
    _page,
    { lastParam, pageCount, items }: LoadedPages<List>,
  ) => {
    asked[pageCount - 1] = [lastParam, items.length];
    return [{ page: "2" }, { page: "2", flag: "x" }, 3][pageCount - 1];
  };
  await using _hook = await loaded(harbour, { getNextPageParam });
  assertEquals(asked, [
    [undefined, 1],
    ["2", 2],
    [{ page: "2", flag: "x" }, 3],
    [3, 4],
  ]);
});

Deno.test("without paginationField a parameter must be an object [react/NEW-42]", async () => {
  const harbour = new PagedHarbour({ 1: "a", 2: "b" });
  const getShips = harbour.getShips.extend({ paginationField: undefined });
  harbour.isSlow = false;
  let param: unknown = "2";
  await using hook = await renderHook(
    () =>
      useInfinite(getShips, [{}], {
        getNextPageParam: (_page, { pageCount }) =>
          pageCount === 1 ? param : null,
      }),
    { props: null },
  );
  assertThrows(
    () => void hook.current.fetchNextPage(),
    TypeError,
    "paginationField",
  );
  param = { page: "2" };
  await settle(() => void hook.current.fetchNextPage());
  assertEquals(hook.current.items.length, 2);
});

Deno.test("requests for different pages are never shared, nor with that of the list [react/NEW-44]", async () => {
  const harbour = new PagedHarbour({ 1: "ab", 2: "cd", 3: "ef" });
  await using hook = await rendered(harbour);
  await harbour.answer("1");
  await next(hook);
  // the list is refreshed while a page is loaded
  await settle(() => void hook.controller.fetch(harbour.getShips, {}));
  assertEquals(harbour.asked, ["1", "2", "1"]);
  await harbour.answer("2");
  assertEquals(hook.current.text, "abcd");
  harbour.pages["1"] = "xb";
  await harbour.answer("1");
  assertEquals(hook.current.text, "xbcd");
  assertEquals(hook.current.hasNextPage, true);
  // page 2 is older than the list, so both are requested once more
  await harbour.answer("1");
  await harbour.answer("2");
  assertEquals(harbour.asked, ["1", "2", "1", "1", "2"]);
  // a page that comes while the list is refreshed with its pages is not lost
  await settle(() => void hook.current.refetch());
  await settle(() =>
    void hook.controller.fetch(harbour.getShips.getPage, { page: "3" })
  );
  await harbour.answer("3");
  assertEquals(hook.current.text, "xbcdef");
  await harbour.answer("1");
  await harbour.answer("2");
  assertEquals(hook.current.text, "xbcdef");
  harbour.isSlow = false;
  harbour.asked.length = 0;
  await settle(() => void hook.current.refetch());
  assertEquals(harbour.asked, ["1", "2", "3"]);
  assertEquals(hook.current.hasNextPage, false);
});

Deno.test("two components that show a list load its pages together [react/NEW-44] [react/NEW-49]", async () => {
  const harbour = new PagedHarbour({ 1: "a", 2: "b" });
  harbour.isSlow = false;
  await using hook = await renderHook(
    () => [
      useInfinite(harbour.getShips, [{}], byCursor),
      useInfinite(harbour.getShips, [{}], byCursor),
    ],
    { props: null },
  );
  await settle(
    () => void hook.current[0]!.fetchNextPage(),
    () => void hook.current[1]!.fetchNextPage(),
  );
  assertEquals(harbour.asked, ["1", "2"]);
  for (const { items, hasNextPage } of hook.current) {
    assertEquals([items.length, hasNextPage], [2, false]);
  }
});

Deno.test("a page that fails is told of, and can be tried again [react/NEW-45]", async () => {
  const harbour = new PagedHarbour({ 1: "a", 2: "b" });
  await using hook = await rendered(harbour);
  await harbour.answer("1");
  await next(hook);
  const before = hook.commits;
  await harbour.fail("2");
  assertEquals(hook.commits, before + 1);
  assertEquals(hook.error, undefined);
  const { pageError, text, hasNextPage, isFetchingNextPage } = hook.current;
  assertEquals(
    [pageError?.status, text, hasNextPage, isFetchingNextPage],
    [400, "a", true, false],
  );
  await next(hook);
  assertEquals(hook.current.pageError, undefined);
  await harbour.answer("2");
  assertEquals(hook.current.text, "ab");
});

Deno.test("a stale list is refreshed with all of its pages, in one commit [react/NEW-46]", async () => {
  const harbour = new PagedHarbour({ 1: "ab", 2: "cd", 3: "ef" });
  await using hook = await loaded(harbour);
  Object.assign(harbour.pages, { 1: "xa", 2: "bc", 3: "de", 4: "f" });
  const before = hook.commits;
  await settle(() => hook.controller.expireAll(harbour.getShips));
  for (const page of ["1", "2", "3"]) {
    assertEquals(hook.current.text, "abcdef");
    await harbour.answer(page);
  }
  assertEquals(hook.current.text, "xabcde");
  assertEquals(hook.commits, before + 1);
  assertEquals(hook.current.hasNextPage, true);
  assertEquals(harbour.asked, ["1", "2", "3"]);
});

Deno.test("a refresh that meets an empty page ends the list there [react/NEW-46] [endpoint/PAG-11]", async () => {
  const harbour = new PagedHarbour({ 1: "ab", 2: "cd", 3: "ef" });
  await using hook = await loaded(harbour);
  harbour.isSlow = false;
  harbour.pages = { 1: "ab", 2: "" };
  await settle(() => void hook.current.refetch());
  assertEquals(harbour.asked, ["1", "2"]);
  assertEquals([hook.current.text, hook.current.hasNextPage], ["ab", false]);
  harbour.pages = { 1: "ab", 2: "cd" };
  await settle(() => void hook.current.refetch());
  await next(hook);
  assertEquals([hook.current.text, hook.current.hasNextPage], ["abcd", false]);
});

Deno.test("cursors that are made of rows follow the rows in a refresh, which loses none and stops at the end [react/NEW-46a] [endpoint/PAG-11]", async () => {
  const afterId: Record<
    string,
    Pick<InfiniteOptions<typeof getShips, unknown>, "getNextPageParam">
  > = {
    "in the response": { getNextPageParam: ({ next }) => next || null },
    "of the items": {
      getNextPageParam: ({ next }, { items, pageCount, lastParam }) => {
        assert(items.at(-1) instanceof Ship);
        assertEquals(lastParam === undefined, pageCount === 1);
        return next ? items.at(-1)!.pk() : null;
      },
    },
  };
  let ships = "";
  const asked: string[] = [];
  const getShips = new RestEndpoint({
    path: "/ships",
    paginationField: "after",
    searchParams: {} as { after?: string } | undefined,
    schema: { items: new Collection([Ship]), next: "" },
    fetchResponse: (input) => {
      const after = new URLSearchParams(String(input).split("?")[1]).get(
        "after",
      );
      asked.push(after ?? "first");
      const start = after === null ? 0 : ships.indexOf(after) + 1;
      const page = [...ships.slice(start, start + 2)];
      const next = start + 2 < ships.length ? page[1]! : "";
      return Promise.resolve(
        Response.json({ items: page.map((id) => ({ id })), next }),
      );
    },
  });
  for (const [name, options] of Object.entries(afterId)) {
    ships = "abcdef";
    await using hook = await renderHook(
      () => {
        const list = useInfinite(getShips, [{}], options);
        return { ...list, text: list.items.map(({ id }) => id).join("") };
      },
      { props: null },
    );
    const refresh = async () => {
      asked.length = 0;
      await settle(() => hook.controller.expireAll(getShips));
      return [hook.current.text, asked.join(), hook.current.hasNextPage];
    };
    await settle();
    await settle(() => hook.current.fetchNextPage());
    await settle(() => hook.current.fetchNextPage());
    assertEquals(hook.current.text, "abcdef");
    ships = "zabcdef";
    assertEquals(await refresh(), ["zabcde", "first,a,c", true], name);
    ships = "zcdef";
    assertEquals(await refresh(), ["zcdef", "first,c,e", false], name);
    ships = "zc";
    assertEquals(await refresh(), ["zc", "first", false], name);
    ships = "zcdefg";
    assertEquals(await refresh(), ["zc", "first", true], name);
  }
});

Deno.test("with the policy first a stale list keeps its later pages [react/NEW-46]", async () => {
  const harbour = new PagedHarbour({ 1: "ab", 2: "cd", 3: "ef" });
  await using hook = await loaded(harbour, { refetch: "first" });
  Object.assign(harbour.pages, { 1: "dxb" });
  const before = hook.commits;
  await settle(() => hook.controller.expireAll(harbour.getShips));
  await harbour.answer("1");
  assertEquals(hook.current.text, "dxbcef");
  assertEquals(hook.commits, before + 1);
  assertEquals(hook.current.hasNextPage, false);
  assertEquals(harbour.asked, ["1"]);
});

for (const refetch of ["all", "first"] as const) {
  Deno.test(`fifty pages are refreshed with the policy ${refetch} in one commit, and no row is lost or there twice [react/NEW-46]`, async () => {
    const size = 20;
    let shift = 0;
    const harbour = new PagedHarbour({});
    const rowsOf = (page: number) =>
      Array.from({ length: size }, (_, index) => (page - 1) * size + index)
        .map((row) => String.fromCodePoint(0x4e00 + 500 - shift + row)).join(
          "",
        );
    const serve = () => {
      for (let page = 1; page <= 50; page++) harbour.pages[page] = rowsOf(page);
    };
    serve();
    await using hook = await loaded(harbour, { refetch });
    assertEquals([...hook.current.text].length, 1000);
    const before = hook.current.text;
    // five new rows have pushed the others on
    shift = 5;
    serve();
    harbour.isSlow = false;
    const { commits } = hook;
    await settle(() => hook.controller.expireAll(harbour.getShips));
    assertEquals(hook.commits, commits + 1);
    assertEquals(harbour.asked.length, refetch === "all" ? 50 : 1);
    const rows = [...hook.current.text];
    assertEquals(new Set(rows).size, rows.length);
    assertEquals(
      hook.current.text,
      refetch === "all"
        ? Object.values(harbour.pages).join("")
        : harbour.pages["1"]! + before.slice(size - 5),
    );
  });
}

Deno.test("changes of members appear in the list without a request [react/NEW-47]", async () => {
  const harbour = new PagedHarbour({ 1: "ab", 2: "cd" });
  await using hook = await loaded(harbour);
  await settle(() =>
    hook.controller.setResponse(harbour.createShip, { id: "z" }, {
      id: "z",
      name: "Ship z",
    })
  );
  assertEquals(hook.current.text, "abcdz");
  await settle(() =>
    hook.controller.set(new Invalidate(Ship), { id: "c" }, { id: "c" })
  );
  assertEquals(hook.current.text, "abdz");
  assertEquals(harbour.asked, []);
});

Deno.test("what the last page was does not change with its members [react/NEW-42] [react/NEW-47]", async () => {
  const harbour = new PagedHarbour({ 1: "ab", 2: "cd", 3: "e" });
  const getNextPageParam: Options["getNextPageParam"] = (page, { pageCount }) =>
    page.items.length < 2 ? null : pageCount + 1;
  harbour.isSlow = false;
  await using hook = await rendered(harbour, { getNextPageParam });
  for (
    const [id, pages] of [["a", ["bc", "de"]], ["c", ["bd", "e"]]] as const
  ) {
    harbour.pages = { 1: pages[0], 2: pages[1] };
    await settle(() =>
      hook.controller.set(new Invalidate(Ship), { id }, { id })
    );
    assertEquals(hook.current.hasNextPage, true);
    await next(hook);
  }
  assertEquals([hook.current.text, hook.current.hasNextPage], ["bde", false]);
});

Deno.test("a refetch that brings nothing, after every row was deleted, says that there is no further page [react/NEW-42] [react/NEW-47]", async () => {
  const harbour = new PagedHarbour({ 1: "ab", 2: "cd" });
  const getNextPageParam: Options["getNextPageParam"] = (page, { pageCount }) =>
    page.items.length < 2 ? null : pageCount + 1;
  harbour.isSlow = false;
  await using hook = await rendered(harbour, { getNextPageParam });
  for (const id of ["a", "b"]) {
    await settle(() =>
      hook.controller.set(new Invalidate(Ship), { id }, { id })
    );
  }
  assertEquals([hook.current.text, hook.current.hasNextPage], ["", true]);
  harbour.pages[1] = "";
  harbour.asked.length = 0;
  await settle(() => void hook.current.refetch());
  assertEquals([hook.current.text, hook.current.hasNextPage], ["", false]);
  await next(hook);
  assertEquals(harbour.asked, ["1"]);
  harbour.pages[1] = "ef";
  await settle(() => void hook.current.refetch());
  assertEquals([hook.current.text, hook.current.hasNextPage], ["ef", true]);
  await next(hook);
  assertEquals(hook.current.text, "efcd");
});

Deno.test("other arguments are another list; the former has its pages when it is back [react/NEW-48]", async () => {
  const harbour = new PagedHarbour({ 1: "ab", 2: "cd", NO1: "no" });
  await using hook = await loaded(harbour);
  const { fetchNextPage } = hook.current;
  await hook.rerender({});
  assertStrictEquals(hook.current.fetchNextPage, fetchNextPage);
  await hook.rerender({ flag: "NO" });
  assertEquals(hook.isSuspended, true);
  await harbour.answer("NO1");
  assertEquals([hook.current.text, hook.current.hasNextPage], ["no", false]);
  assert(hook.current.fetchNextPage !== fetchNextPage);
  await hook.rerender({});
  assertEquals(
    [hook.isSuspended, hook.current.text, hook.current.hasNextPage],
    [false, "abcd", false],
  );
  assertEquals(harbour.asked, ["NO1"]);
});

Deno.test({
  name:
    "in a transition the former list stays until the other one is there [react/NEW-48]",
  ignore: !hasTransitions,
  async fn() {
    const harbour = new PagedHarbour({ 1: "ab", NO1: "no" });
    harbour.isSlow = false;
    let show!: (flag: string) => void;
    await using hook = await renderHook(() => {
      const [flag, setFlag] = useState<string>();
      show = setFlag;
      return useInfinite(harbour.getShips, [flag ? { flag } : {}], byCursor);
    }, { props: null });
    harbour.isSlow = true;
    await settle(() => startTransition(() => show("NO")));
    assertEquals(hook.isSuspended, false);
    assertEquals(hook.current.items.map(({ id }) => id), ["a", "b"]);
    await harbour.answer("NO1");
    assertEquals(hook.current.items.map(({ id }) => id), ["n", "o"]);
  },
});

Deno.test("a page costs one commit while it is requested, and one for its outcome [react/NEW-49]", async () => {
  const harbour = new PagedHarbour({ 1: "a", 2: "b", 3: "" });
  harbour.isSlow = false;
  await using hook = await rendered(harbour);
  harbour.isSlow = true;
  // an empty page, too: it ends the list
  for (const [page, hasNextPage] of [["2", true], ["3", false]] as const) {
    const before = hook.commits;
    await settle(() => void hook.current.fetchNextPage());
    assertEquals(hook.current.isFetchingNextPage, true);
    assertEquals(hook.commits, before + 1);
    await harbour.answer(page);
    assertEquals(hook.commits, before + 2);
    const { isFetchingNextPage } = hook.current;
    assertEquals([isFetchingNextPage, hook.current.hasNextPage], [
      false,
      hasNextPage,
    ]);
  }
});

const activityTest = Activity === undefined ? Deno.test.ignore : Deno.test;

activityTest(
  "a list that was hidden shows what has become of its pages meanwhile [react/NEW-49] [react/CON-7]",
  async () => {
    const harbour = new PagedHarbour({ 1: "a", 2: "b" });
    harbour.isSlow = false;
    let fetchNextPage!: () => Promise<unknown>;
    function List() {
      const list = useInfinite(harbour.getShips, [{}], byCursor);
      fetchNextPage = list.fetchNextPage;
      return list.isFetchingNextPage
        ? "loading"
        : list.pageError?.message ?? list.items.map(({ id }) => id).join("");
    }
    const Hiding = Activity!;
    // nothing else has it render
    const list = <List />;
    const page = (mode: "visible" | "hidden") => (
      <DataProvider>
        <Hiding mode={mode}>{list}</Hiding>
      </DataProvider>
    );
    await using screen = await render(page("visible"));
    await settle();
    harbour.isSlow = true;
    await settle(() => void fetchNextPage());
    assertEquals(screen.text(), "loading");
    await screen.render(page("hidden"));
    await harbour.fail("2");
    await screen.render(page("visible"));
    assertEquals(screen.text(), "Status not 'ok': 400");
    await screen.render(page("hidden"));
    await settle(() => void fetchNextPage());
    await screen.render(page("visible"));
    assertEquals(screen.text(), "loading");
    await harbour.answer("2");
    assertEquals(screen.text(), "ab");
  },
);

Deno.test("in the mode dle loading and errors are told of [react/NEW-41]", async () => {
  const harbour = new PagedHarbour({ 1: "a" });
  await using hook = await renderHook(
    ({ flag }: { flag: string | null }) =>
      useInfinite(harbour.getShips, flag === null ? [null] : [{ flag }], {
        ...byCursor,
        mode: "dle",
      }),
    { props: { flag: null } as { flag: string | null } },
  );
  const shown = () => {
    const { loading, error, items, hasNextPage } = hook.current;
    return [loading, error?.status, items.length, hasNextPage];
  };
  assertEquals(shown(), [false, undefined, 0, false]);
  assertEquals(await hook.current.fetchNextPage(), undefined);
  await hook.rerender({ flag: "NO" });
  assertEquals(shown(), [true, undefined, 0, false]);
  await harbour.fail("NO1");
  assertEquals(shown(), [false, 400, 0, false]);
  harbour.pages["NO1"] = "no";
  await settle(() => void hook.current.refetch());
  await harbour.answer("NO1");
  assertEquals(shown(), [false, undefined, 2, false]);
});

Deno.test("data has the rest of the response beside the list of all pages [react/NEW-40]", async () => {
  const pages = ["ab", "c"];
  const getShips = new RestEndpoint({
    path: "/ships",
    paginationField: "page",
    searchParams: {} as { page?: string },
    schema: { items: new Collection([Ship]), total: 0, next: "" },
    fetchResponse: (input): Promise<Response> => {
      const page = Number(String(input).split("page=")[1] ?? "0");
      return Promise.resolve(Response.json({
        items: [...pages[page]!].map((id) => ({ id })),
        total: 3,
        next: page === 0 ? "1" : "",
      }));
    },
  });
  await using hook = await renderHook(
    () =>
      useInfinite(getShips, [{}], {
        getNextPageParam: ({ next }: { next: string }) => next || null,
      }),
    { props: null },
  );
  const shown = () => {
    const { data, items } = hook.current;
    return [data.total, items.length, data.items === items];
  };
  assertEquals(shown(), [3, 2, true]);
  await settle(() => void hook.current.fetchNextPage());
  assertEquals(shown(), [3, 3, true]);
});

Deno.test("data is what select makes of the response, once for each [react/NEW-40]", async () => {
  const harbour = new PagedHarbour({ 1: "ab", 2: "c" });
  harbour.isSlow = false;
  let calls = 0;
  const select = ({ items }: { items: readonly Ship[] }) => {
    calls++;
    return new Map(items.map((ship) => [ship.id, ship]));
  };
  await using hook = await renderHook(
    () => useInfinite(harbour.getShips, [{}], { ...byCursor, select }),
    { props: null },
  );
  assertEquals([...hook.current.data.keys()], ["a", "b"]);
  await hook.rerender(null);
  assertEquals(calls, 1);
  await settle(() => void hook.current.fetchNextPage());
  assertEquals([[...hook.current.data.keys()], calls], [["a", "b", "c"], 2]);
});

Deno.test("a list without a Collection is refused [react/NEW-40]", async () => {
  class Dock extends Entity {
    id = "";
    static override key = "PagedDock";
  }
  const getDocks = new RestEndpoint({ path: "/docks", schema: [Dock] });
  await using hook = await renderHook(
    () =>
      // @ts-expect-error it has no Collection
      useInfinite(getDocks, [], { getNextPageParam: () => null }),
    { props: null },
  );
  assertEquals(String(hook.error).includes("new Collection([Entity])"), true);
  const getBoth = new RestEndpoint({
    path: "/both",
    schema: { docks: new Collection([Dock]), ships: new Collection([Ship]) },
  });
  await using both = await renderHook(
    () => useInfinite(getBoth, [], { getNextPageParam: () => null }),
    { props: null },
  );
  assertEquals(String(both.error).includes("2 lists"), true);
});

Deno.test("pages are known in a state that came from elsewhere [react/NEW-48]", async () => {
  const harbour = new PagedHarbour({ 1: "ab", 2: "cd", 3: "ef" });
  let text: string;
  {
    harbour.isSlow = false;
    await using hook = await rendered(harbour);
    await next(hook);
    text = serialize(hook.controller.getState());
  }
  harbour.asked.length = 0;
  await using hook = await renderHook(
    () => useInfinite(harbour.getShips, [{}], byCursor),
    { props: null, provider: { initialState: deserialize(JSON.parse(text)) } },
  );
  assertEquals(hook.current.items.map(({ id }) => id).join(""), "abcd");
  await settle(() => void hook.current.fetchNextPage());
  assertEquals(hook.current.items.map(({ id }) => id).join(""), "abcdef");
  assertEquals(harbour.asked, ["3"]);
});

Deno.test("a reset forgets the pages [react/NEW-48] [controller/NEW-15]", async () => {
  const harbour = new PagedHarbour({ 1: "ab", 2: "cd" });
  await using hook = await loaded(harbour);
  await settle(() => hook.controller.resetEntireStore());
  assertEquals([hook.isSuspended, harbour.asked], [true, ["1"]]);
  await harbour.answer("1");
  assertEquals([hook.current.text, hook.current.hasNextPage], ["ab", true]);
});

Deno.test("a reset ends the request of a page without an error [react/NEW-45]", async () => {
  const harbour = new PagedHarbour({ 1: "ab", 2: "cd" });
  await using hook = await rendered(harbour);
  await harbour.answer("1");
  await next(hook);
  await settle(() => hook.controller.resetEntireStore());
  await harbour.answer("1");
  const { pageError, isFetchingNextPage, text } = hook.current;
  assertEquals([pageError, isFetchingNextPage, text], [undefined, false, "ab"]);
});
