/**
 * The ten public checks of global state under concurrent rendering, as they are
 * described: 50 components that take 20 ms each, and a counter that goes on
 * every 50 ms. They are about real time, so they run each night:
 * `deno task test:concurrent`. `CHECKS=3` makes each as often. State of React
 * itself is checked as well, which shows that the checks can be passed.
 */
import { assert, assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { withLivePage } from "../support/live_page.ts";
import type { CounterPage, Mode } from "./page.tsx";

declare const counterPage: CounterPage;

const readers = ["React", "useSuspense", "useDLE", "useQuery", "useCache"];
const times = Number(Deno.env.get("CHECKS") ?? 1);

/** The page, as a check uses it. */
class Counters {
  constructor(readonly page: Page) {}

  show(mode: Mode): Promise<void> {
    return this.page.evaluate((mode) => counterPage.show(mode), mode);
  }

  countEvery(milliseconds: number): Promise<void> {
    return this.page.evaluate(
      (milliseconds) => counterPage.countEvery(milliseconds),
      milliseconds,
    );
  }

  call(
    method: "increment" | "incrementInTransition" | "double",
  ): Promise<void> {
    return this.page.evaluate((method) => counterPage[method](), method);
  }

  counts(): Promise<string[]> {
    return this.page.evaluate(() =>
      [...document.querySelectorAll("i")].map(({ textContent }) => textContent)
    );
  }

  torn(): Promise<string[]> {
    return this.page.evaluate(() => counterPage.torn);
  }

  /** Waits until all that is there shows the same number; where it is known, that one. */
  async until(places: number, count?: number): Promise<void> {
    await this.page.waitForFunction(
      ([places, count]) => {
        const shown = [...document.querySelectorAll("i")]
          .map(({ textContent }) => textContent);
        return shown.length === places && new Set(shown).size === 1 &&
          (count === undefined || shown[0] === String(count));
      },
      [places, count] as const,
      { polling: 20 },
    );
  }

  pause(milliseconds: number): Promise<void> {
    return this.page.waitForTimeout(milliseconds);
  }
}

const all = 51;

/** What happens while counters of a mode are updated. */
async function update(counters: Counters, mode: Mode): Promise<void> {
  await counters.show(mode);
  await counters.until(all, 0);
  for (let count = 0; count < 5; count++) {
    await counters.call(
      mode === "counter" ? "incrementInTransition" : "increment",
    );
    await counters.pause(100);
  }
  await counters.until(all, 5);
}

/** What happens while they are mounted. */
async function mount(counters: Counters, mode: Mode): Promise<void> {
  await counters.countEvery(50);
  await counters.pause(500);
  await counters.show(mode);
  // React starts again at each count, until five seconds have passed
  await counters.page.waitForFunction(
    (places) => document.querySelectorAll("i").length === places,
    all,
    { polling: 20 },
  );
  await counters.pause(3000);
  await counters.countEvery(0);
  await counters.until(all);
}

const checks: Record<string, (counters: Counters) => Promise<void>> = {
  "transitions: no tearing finally on update": (counters) =>
    update(counters, "counter"),
  "transitions: no tearing finally on mount": (counters) =>
    mount(counters, "counter"),
  "transitions: no tearing temporarily on update": async (counters) => {
    await update(counters, "counter");
    assertEquals(await counters.torn(), []);
  },
  "transitions: no tearing temporarily on mount": async (counters) => {
    await mount(counters, "counter");
    assertEquals(await counters.torn(), []);
  },
  "transitions: rendering can be interrupted": async (counters) => {
    await counters.show("counter");
    await counters.until(all, 0);
    const longest = await counters.page.evaluate(async () => {
      counterPage.incrementInTransition();
      let longest = 0;
      let before = performance.now();
      const shown = () => document.querySelectorAll("i")[50]!.textContent;
      while (shown() !== "1") {
        await new Promise((resolve) => setTimeout(resolve, 0));
        const now = performance.now();
        longest = Math.max(longest, now - before);
        before = now;
      }
      return longest;
    });
    // all of them take a second
    assert(longest < 500, `a task took ${longest} ms`);
  },
  "transitions: state branches": async (counters) => {
    await counters.show("counter");
    await counters.until(all, 0);
    await counters.call("incrementInTransition");
    await counters.until(all, 1);
    await counters.call("incrementInTransition");
    await counters.pause(100);
    await counters.call("incrementInTransition");
    await counters.pause(100);
    // what users do is urgent
    await counters.page.locator("#double").click();
    await counters.until(all, 2);
    await counters.until(all, 6);
  },
  "deferred values: no tearing finally on update": (counters) =>
    update(counters, "deferred"),
  "deferred values: no tearing finally on mount": (counters) =>
    mount(counters, "deferred"),
  "deferred values: no tearing temporarily on update": async (counters) => {
    await update(counters, "deferred");
    assertEquals(await counters.torn(), []);
  },
  "deferred values: no tearing temporarily on mount": async (counters) => {
    await mount(counters, "deferred");
    assertEquals(await counters.torn(), []);
  },
};

for (const reader of readers) {
  for (const [check, run] of Object.entries(checks)) {
    Deno.test(`${reader}, ${check} [react/NEW-80]`, () =>
      withLivePage({
        module: `
          import { renderCounters } from "./tests/browser/concurrent/page.tsx";
          globalThis.counterPage = renderCounters("${reader}");
        `,
        answer: () => undefined,
      }, async ({ page, open }) => {
        for (let time = 0; time < times; time++) {
          await open();
          await page.locator("#main").waitFor();
          await run(new Counters(page));
        }
      }));
  }
}
