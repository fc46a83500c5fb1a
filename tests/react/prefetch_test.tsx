import { assertEquals } from "@std/assert";
import { useEffect } from "react";
import {
  AsyncBoundary,
  DataProvider,
  Prefetch,
  useInfinite,
  usePrefetch,
  useSuspense,
  useSuspenseAll,
} from "../../react/mod.ts";
import { withoutConsole } from "./support/console.ts";
import { Harbour } from "./support/harbour.ts";
import { PagedHarbour } from "./support/paged_harbour.ts";
import { render, renderHook, settle } from "./support/render.tsx";

Deno.test("useSuspenseAll requests everything at once and commits once [react/NEW-33] [react/NEW-35]", async () => {
  const harbour = new Harbour();
  await using hook = await renderHook(
    (isOpen: boolean) =>
      useSuspenseAll([
        [harbour.getVessel, { id: "1" }],
        [harbour.getWeather, { port: "bergen" }],
        [harbour.getVessel, isOpen ? { id: "2" } : null],
        null,
      ]),
    { props: false },
  );
  assertEquals(harbour.asked, ["vessel 1", "weather bergen"]);
  const [vessel, weather] = harbour.requests;
  vessel!.answer({ id: "1", name: "Fram" });
  await settle();
  assertEquals([hook.isSuspended, hook.commits], [true, 0]);
  weather!.answer({ port: "bergen", wind: 3 });
  await settle();
  const [first, second, third, fourth] = hook.current;
  assertEquals([first.name, second.wind, third, fourth], [
    "Fram",
    3,
    undefined,
    undefined,
  ]);
  assertEquals([hook.commits, harbour.asked.length], [1, 2]);
});

Deno.test("the first failure in order is thrown [react/NEW-33]", async () => {
  await withoutConsole("error", async () => {
    const harbour = new Harbour();
    await using hook = await renderHook(
      () =>
        useSuspenseAll([
          [harbour.getVessel, { id: "1" }],
          [harbour.getVessel, { id: "2" }],
        ]),
      { props: null },
    );
    const [first, second] = harbour.requests;
    second!.fail(new Error("second"));
    await settle();
    assertEquals(hook.error, undefined);
    first!.fail(new Error("first"));
    await settle();
    assertEquals((hook.error as Error).message, "first");
  });
});

Deno.test("calls may come and go between renders [react/NEW-33]", async () => {
  const harbour = new Harbour();
  await using hook = await renderHook(
    (ids: string[]) =>
      useSuspenseAll(ids.map((id) => [harbour.getVessel, { id }] as const))
        .map(({ name }) => name),
    { props: ["1"] },
  );
  await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
  await hook.rerender(["1", "2"]);
  assertEquals(hook.isSuspended, true);
  await settle(() => harbour.last.answer({ id: "2", name: "Gjoa" }));
  assertEquals(hook.current, ["Fram", "Gjoa"]);
  await hook.rerender([]);
  assertEquals([hook.current, harbour.asked.length], [[], 2]);
});

Deno.test("usePrefetch requests once and causes no render [react/NEW-31]", async () => {
  const harbour = new Harbour();
  await using hook = await renderHook(
    (id: string | null) => usePrefetch(harbour.getVessel, id ? { id } : null),
    { props: "1" as string | null, strict: true },
  );
  assertEquals(harbour.asked, ["vessel 1"]);
  await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
  const commits = hook.commits;
  await hook.rerender("1");
  await hook.rerender(null);
  assertEquals([harbour.asked.length, hook.commits], [1, commits + 2]);
});

Deno.test("Prefetch above a boundary saves a round trip [react/NEW-32] [react/NEW-35]", async () => {
  const harbour = new Harbour();
  function Names() {
    const first = useSuspense(harbour.getVessel, { id: "1" });
    const second = useSuspense(harbour.getVessel, { id: "2" });
    return `${first.name} ${second.name}`;
  }
  await using screen = await render(
    <DataProvider>
      <Prefetch endpoint={harbour.getVessel} args={[{ id: "2" }]}>
        <AsyncBoundary fallback="waiting">
          <Names />
        </AsyncBoundary>
      </Prefetch>
    </DataProvider>,
  );
  assertEquals(harbour.asked, ["vessel 2", "vessel 1"]);
  const [second, first] = harbour.requests;
  second!.answer({ id: "2", name: "Gjoa" });
  first!.answer({ id: "1", name: "Fram" });
  await settle();
  assertEquals(screen.text(), "Fram Gjoa");
});

Deno.test("intent requests on pointing, beside the handlers there are [react/NEW-32]", async () => {
  const harbour = new Harbour();
  const log: string[] = [];
  function Counter() {
    useEffect(() => {
      log.push("mounted");
    }, []);
    return null;
  }
  await using screen = await render(
    <DataProvider>
      <Prefetch
        endpoint={harbour.getVessel}
        args={[{ id: "1" }]}
        when="intent"
      >
        <a href="#fram" onFocus={() => log.push("focus")}>
          <Counter />
        </a>
      </Prefetch>
    </DataProvider>,
  );
  assertEquals(harbour.asked, []);
  const link = screen.container.querySelector("a")!;
  await settle(() => link.focus());
  assertEquals([harbour.asked, log], [["vessel 1"], ["mounted", "focus"]]);
});

Deno.test("when it is visible, other arguments are requested too, and each once [react/NEW-32] [react/NEW-31]", async () => {
  const harbour = new Harbour();
  const observers = new Set<() => void>();
  class Observer {
    #notify: () => void;
    constructor(told: (entries: { isIntersecting: boolean }[]) => void) {
      this.#notify = () => told([{ isIntersecting: true }]);
    }
    observe() {
      observers.add(this.#notify);
    }
    disconnect() {
      observers.delete(this.#notify);
    }
  }
  const globals = globalThis as { IntersectionObserver?: unknown };
  const before = Object.getOwnPropertyDescriptor(
    globals,
    "IntersectionObserver",
  );
  globals.IntersectionObserver = Observer;
  try {
    const page = (id: string | null, endpoint = harbour.getVessel) => (
      <DataProvider>
        <Prefetch
          endpoint={endpoint}
          args={id === null ? [null] : [{ id }]}
          when="visible"
        >
          <a href="#vessel">vessel</a>
        </Prefetch>
      </DataProvider>
    );
    const show = () => settle(() => observers.forEach((notify) => notify()));
    await using screen = await render(page("1"));
    assertEquals(harbour.asked, []);
    await show();
    await screen.render(page("1"));
    await show();
    assertEquals(harbour.asked, ["vessel 1"]);
    await screen.render(page(null));
    await show();
    await screen.render(page("2"));
    assertEquals(harbour.asked, ["vessel 1"]);
    await show();
    assertEquals(harbour.asked, ["vessel 1", "vessel 2"]);
    await settle(() =>
      harbour.last.fail(new DOMException("left", "AbortError"))
    );
    await screen.render(page("2", harbour.getVessel.extend({})));
    await show();
    assertEquals(harbour.asked, ["vessel 1", "vessel 2"]);
  } finally {
    if (before === undefined) delete globals.IntersectionObserver;
    else Object.defineProperty(globals, "IntersectionObserver", before);
  }
});

for (const order of [["1", "2"], ["2", "1"]]) {
  Deno.test(`pages are prefetched one by one, although they have the key of their list, and those that are there are not: answered ${order} [react/NEW-31] [react/NEW-32] [endpoint/PAG-14]`, async () => {
    const harbour = new PagedHarbour({ 1: "ab", 2: "cd", 3: "ef" });
    const { getShips } = harbour;
    await using hook = await renderHook(
      (page: string) => {
        usePrefetch(getShips.getPage, { page });
        return useSuspense(getShips).items.map(({ id }) => id).join("");
      },
      { props: "2" },
    );
    for (const page of order) await harbour.answer(page);
    assertEquals(hook.current, "abcd");
    await hook.rerender("3");
    await harbour.answer("3");
    await hook.rerender("2");
    assertEquals(hook.current, "abcdef");
    assertEquals(harbour.asked.toSorted(), ["1", "2", "3"]);
  });
}

Deno.test("a page that is requested while another one is, by useInfinite as well, is a request of its own [endpoint/PAG-13] [react/NEW-44]", async () => {
  const harbour = new PagedHarbour({ 1: "ab", 2: "cd", 3: "ef" });
  const { getShips } = harbour;
  await using hook = await renderHook(
    () =>
      useInfinite(getShips, [{}], {
        getNextPageParam: ({ next }) => next || null,
      }),
    { props: null },
  );
  await harbour.answer("1");
  await settle(() =>
    void hook.controller.fetch(getShips.getPage, { page: "3" })
  );
  await settle(() => void hook.current.fetchNextPage());
  await settle(() => void hook.controller.fetch(getShips, {}));
  assertEquals(harbour.asked, ["1", "3", "2", "1"]);
  for (const page of ["3", "2", "1"]) await harbour.answer(page);
  const ids = hook.current.items.map(({ id }) => id);
  assertEquals(ids.toSorted().join(""), "abcdef");
});
