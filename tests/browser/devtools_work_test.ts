import { assert } from "@std/assert";
import {
  type DevtoolsPage,
  openTab,
  withDevtoolsPage,
} from "./support/devtools_page.ts";

/** What the panel has done in one frame. */
interface Work {
  /** Looks at the clock, between which 32 rows at most are looked at. */
  looks: number;
  /** Elements that were made. */
  made: number;
  /** Texts and attributes that were set, and nodes that were put in or out. */
  changed: number;
}

/** What a test needs of the page beside the harbour. */
interface Counting {
  readonly work: Work[];
  /** Resolves after the next frame in which the panel does something. */
  worked(): Promise<void>;
}

/**
 * Has the panel's clock go on by a tenth of a millisecond with each look, and by
 * nothing else, so that its slices are as long on every machine, and lets it
 * draw as soon as it likes to; counts what is done in each frame.
 */
function count(): void {
  let time = 1000;
  let current: Work | undefined;
  performance.now = () => {
    if (current) current.looks++;
    return time += 0.1;
  };
  const work: Work[] = [];
  const waiting: (() => void)[] = [];
  const worked = () =>
    new Promise<void>((resolve) => {
      waiting.push(resolve);
    });
  Object.assign(globalThis, { work, worked });
  const { setTimeout } = globalThis;
  globalThis.setTimeout =
    ((callback: () => void, wait = 0) =>
      setTimeout(callback, wait < 10_000 ? 0 : wait)) as typeof setTimeout;
  const { createElement } = Document.prototype;
  Document.prototype.createElement = function (
    this: Document,
    ...args: Parameters<typeof createElement>
  ) {
    if (current) current.made++;
    return createElement.apply(this, args);
  } as typeof createElement;
  const observer = new MutationObserver(() => {});
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function (init) {
    const root = attachShadow.call(this, init);
    observer.observe(root, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
    return root;
  };
  // nobody but the panel asks for frames on this page, and it need not wait for the screen
  globalThis.requestAnimationFrame = (callback) => {
    setTimeout(() => {
      observer.takeRecords();
      current = { looks: 0, made: 0, changed: 0 };
      work.push(current);
      callback(time);
      for (const { addedNodes, removedNodes } of observer.takeRecords()) {
        current.changed += Math.max(1, addedNodes.length + removedNodes.length);
      }
      current = undefined;
      for (const resolve of waiting.splice(0)) resolve();
    });
    return 0;
  };
}

/** Has a hundred actions for each of some drawings; returns the most work there was in a frame. */
async function busiest({ run }: DevtoolsPage): Promise<Work> {
  const work = await run(async ({ controller, Vessel }) => {
    const { work, worked } = globalThis as unknown as Counting;
    let number = 0;
    for (let drawing = 0; drawing < 8; drawing++) {
      // the first makes the tab
      if (drawing === 4) work.length = 0;
      for (let action = 0; action < 100; action++) {
        // the first rows and the last, and one that is selected again and again
        const id = String(
          ++number % 10 === 0 ? 1 : number % 2 ? number : 100_000 - number,
        );
        controller.set(Vessel, { id }, { id, name: `Renamed ${number}` });
      }
      // lists may have a frame or two before it is drawn
      for (let frame = 0; frame < 4; frame++) await worked();
    }
    return work;
  });
  const most = (of: keyof Work) => Math.max(...work.map((work) => work[of]));
  return { looks: most("looks"), made: most("made"), changed: most("changed") };
}

Deno.test("with 100,000 entities and a hundred actions for each drawing, a frame looks at few rows, makes few elements and changes few nodes, whichever tab is open [react/NEW-58]", () =>
  withDevtoolsPage({}, async (devtools) => {
    const { page, panel, open, openPanel, run } = devtools;
    await page.addInitScript(count);
    await open();
    await run(({ fill }) => fill(100_000));
    await openPanel();
    await panel.getByText("100000").first().waitFor();
    const search = panel.getByLabel("Search in all tabs");
    const prepared: Record<string, () => Promise<void>> = {
      "Entities": () => panel.locator("tbody .row").first().click(),
      "Entities, ordered": () =>
        panel.locator("thead button", { hasText: "berth" }).click(),
      "Entities, searched": () => search.fill("99"),
      "Endpoints": () => panel.locator("tbody .row").first().click(),
      "Actions": () => panel.locator("tbody .row").first().click(),
      "Pending": () => Promise.resolve(),
      "Why did it render?": () =>
        panel.locator("tbody tr", { hasText: "Vessels" }).first().click(),
      "Cells": () => panel.locator("tbody .row").first().click(),
    };
    for (const [tab, prepare] of Object.entries(prepared)) {
      await search.fill("");
      await openTab(panel, tab.split(",")[0]!);
      await prepare();
      const { looks, made, changed } = await busiest(devtools);
      const found = `${tab}: ${looks} looks, ${made} made, ${changed} changed`;
      // five milliseconds of its clock, and what a drawing adds
      assert(looks <= 60, found);
      assert(made <= 60, found);
      assert(changed <= 120, found);
      // somebody has worked
      assert(looks > 0, found);
    }
  }));
