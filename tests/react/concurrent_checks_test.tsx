/**
 * What the public checks of global state under concurrent rendering ask, by
 * the hooks of this library: slow counters, written to inside and outside
 * of transitions, looked at after every commit.
 */
import { clearImmediate, setImmediate } from "node:timers";
import { assert, assertEquals } from "@std/assert";
import {
  memo,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useState,
  useTransition,
} from "react";
import { mockInitialState } from "../../controller/mock/mod.ts";
import { type Controller, Endpoint, Entity } from "../../mod.ts";
import {
  AsyncBoundary,
  DataProvider,
  useCache,
  useController,
  useDLE,
  useQuery,
  useSuspense,
  useSuspenseAll,
} from "../../react/mod.ts";
import { hasTransitions, use } from "./support/renderer.ts";
import { renderLive } from "./support/without_act.tsx";
import { useFetch } from "../../react/fetching_hooks.ts";

class Count extends Entity {
  id = "";
  count = 0;
}

const id = { id: "1" };
const getCount = new Endpoint(
  (_: { id: string }) => Promise.resolve({ id: "1", count: 0 }),
  { schema: Count, name: "getCount", dataExpiryLength: 60_000 },
);
const initialState = mockInitialState([
  { endpoint: getCount, args: [id], response: { id: "1", count: 0 } },
]);

/** Every hook that reads. */
const readers: Record<string, () => number | undefined> = {
  useSuspense: () => useSuspense(getCount, id).count,
  useSuspenseAll: () => useSuspenseAll([[getCount, id]])[0].count,
  useDLE: () => useDLE(getCount, id).data?.count,
  useCache: () => useCache(getCount, id)?.count,
  useQuery: () => useQuery(Count, id)?.count,
  useFetch: () => use(useFetch(getCount, id)).count,
};

/**
 * Milliseconds, of which rendering takes as many as it says, without keeping the
 * processor busy. Each task beside takes one.
 */
let time = performance.now();
// React asks it how long it has rendered, and whether to let other tasks run
performance.now = () => time;

const counters = 10;
/** How long a counter takes to render, in milliseconds. */
const slowness = 4;

/** Renders slowly, by the clock that the renderer looks at. */
function work(): void {
  time += slowness;
}

type Mode = "none" | "counter" | "deferred";

/** A page of counters. */
class Page implements AsyncDisposable {
  readonly #useCount: () => number | undefined;
  #screen!: Awaited<ReturnType<typeof renderLive>>;
  #isCounting = false;
  controller!: Controller;
  show!: (mode: Mode) => void;
  startTransition!: (run: () => void) => void;
  /** Called when a counter renders. */
  onRender: () => void = () => {};
  /** What was on screen after commits, where it differed. */
  readonly torn: string[] = [];

  private constructor(
    useCount: () => number | undefined,
    /** Whether something else than the counters shows the count. */
    readonly hasTotal: boolean,
  ) {
    this.#useCount = useCount;
  }

  static async of(
    useCount: () => number | undefined,
    hasTotal = true,
  ): Promise<Page> {
    const page = new Page(useCount, hasTotal);
    const Main = page.#main();
    page.#screen = await renderLive(
      <DataProvider devButton={null} initialState={initialState}>
        <AsyncBoundary fallback="waiting">
          <Main />
        </AsyncBoundary>
      </DataProvider>,
    );
    return page;
  }

  #main(): () => ReactNode {
    const useCount = this.#useCount;
    const Counter = memo(() => {
      const count = useCount();
      this.onRender();
      work();
      return <i>{count}</i>;
    });
    const Deferred = memo(() => {
      const count = useDeferredValue(useCount());
      this.onRender();
      work();
      return <i>{count}</i>;
    });
    const places = Array.from({ length: counters }, (_, index) => index);
    return () => {
      const [isPending, startTransition] = useTransition();
      const [mode, setMode] = useState<Mode>("none");
      const count = this.hasTotal ? useCount() : undefined;
      const deferred = useDeferredValue(count);
      this.controller = useController();
      this.startTransition = startTransition;
      this.show = setMode;
      useEffect(() => this.#compare());
      return (
        <>
          <b>{isPending && "pending"}</b>
          <button type="button" onClick={this.double}>double</button>
          {mode === "counter" && places.map((place) => <Counter key={place} />)}
          {mode === "deferred" &&
            places.map((place) => <Deferred key={place} />)}
          {this.hasTotal && <i>{mode === "deferred" ? deferred : count}</i>}
        </>
      );
    };
  }

  counts(): string[] {
    return [...document.querySelectorAll("i")]
      .map(({ textContent }) => textContent!);
  }

  get isPending(): boolean {
    return document.querySelector("b")!.textContent !== "";
  }

  #compare(): void {
    const counts = this.counts();
    if (new Set(counts).size > 1) this.torn.push(counts.join());
  }

  readonly increment = (): void => {
    this.controller.set(
      Count,
      id,
      ({ id, count }: Count) => ({ id, count: count + 1 }),
    );
  };

  readonly double = (): void => {
    this.controller.set(
      Count,
      id,
      ({ id, count }: Count) => ({ id, count: count * 2 }),
    );
  };

  async startCounting(): Promise<void> {
    this.#isCounting = true;
    for (await after(20); this.#isCounting; await after(20)) this.increment();
  }

  stopCounting(): void {
    this.#isCounting = false;
  }

  /** Resolves when all counters that there are show the same. */
  async until(count: number, places = counters + 1): Promise<void> {
    const expected = Array(places).fill(String(count));
    for (let turn = 0; turn < 600; turn++) {
      if (this.counts().join() === expected.join()) return;
      await after(5);
    }
    assertEquals(this.counts(), expected, this.#screen.container.innerHTML);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.stopCounting();
    await this.#screen[Symbol.asyncDispose]();
  }
}

/** Resolves between two tasks, when so many milliseconds have passed. */
async function after(duration: number): Promise<void> {
  for (const end = time + duration; time < end; time++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const test = hasTransitions ? Deno.test : Deno.test.ignore;
const times = 4;

for (const [name, useCount] of Object.entries(readers)) {
  test(`${name}, transitions: nothing is torn, in the end or meanwhile, while counters are updated [react/NEW-80]`, async () => {
    await using page = await Page.of(useCount);
    page.startTransition(() => page.show("counter"));
    await page.until(0);
    for (let round = 0; round < times; round++) {
      page.startTransition(page.increment);
      await after(20);
    }
    await page.until(times);
    assertEquals(page.torn, []);
  });

  test(`${name}, transitions: nothing is torn, in the end or meanwhile, while counters are mounted [react/NEW-80]`, async () => {
    await using page = await Page.of(useCount);
    page.startCounting();
    await after(50);
    page.startTransition(() => page.show("counter"));
    await after(250);
    page.stopCounting();
    await page.until(
      page.controller.get(Count, id, page.controller.getState())!.count,
    );
    assertEquals(page.torn, []);
  });

  test(`${name}, transitions: nothing is torn while counters are mounted, and nothing else shows the count [react/NEW-80]`, async () => {
    await using page = await Page.of(useCount, false);
    page.startCounting();
    page.startTransition(() => page.show("counter"));
    await after(250);
    page.stopCounting();
    await page.until(
      page.controller.get(Count, id, page.controller.getState())!.count,
      counters,
    );
    assertEquals(page.torn, []);
  });

  test(`${name}, transitions: rendering is interrupted [react/NEW-80]`, async () => {
    await using page = await Page.of(useCount);
    page.startTransition(() => page.show("counter"));
    await page.until(0);
    let task = 0;
    const count = () => {
      task++;
      immediate = setImmediate(count);
    };
    let immediate = setImmediate(count);
    const tasks = new Set<number>();
    page.onRender = () => tasks.add(task);
    page.startTransition(page.increment);
    await page.until(1);
    clearImmediate(immediate);
    assert(tasks.size > 1, "all counters have rendered in one task");
  });

  test(`${name}, transitions: what is written urgently is shown without what a transition has written, and stays when that is shown [react/NEW-80]`, async () => {
    await using page = await Page.of(useCount);
    page.startTransition(() => page.show("counter"));
    await page.until(0);
    page.startTransition(page.increment);
    await page.until(1);
    page.startTransition(page.increment);
    await after(10);
    page.startTransition(page.increment);
    await after(10);
    assertEquals(page.isPending, true);
    assertEquals(page.counts(), Array(counters + 1).fill("1"));
    // what users do is more urgent than what happens between
    document.querySelector("button")!.click();
    await page.until(2);
    assertEquals(page.isPending, true);
    await page.until(6);
    assertEquals(page.torn, []);
  });

  test(`${name}, deferred values: nothing is torn, in the end or meanwhile, while counters are updated [react/NEW-80]`, async () => {
    await using page = await Page.of(useCount);
    page.startTransition(() => page.show("deferred"));
    await page.until(0);
    for (let round = 0; round < times; round++) {
      page.increment();
      await after(20);
    }
    await page.until(times);
    assertEquals(page.torn, []);
  });

  test(`${name}, deferred values: nothing is torn, in the end or meanwhile, while counters are mounted [react/NEW-80]`, async () => {
    await using page = await Page.of(useCount);
    page.startCounting();
    await after(50);
    page.startTransition(() => page.show("deferred"));
    await after(250);
    page.stopCounting();
    await page.until(
      page.controller.get(Count, id, page.controller.getState())!.count,
    );
    assertEquals(page.torn, []);
  });
}
