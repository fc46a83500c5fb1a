/**
 * What the panel of the devtools costs a page with 100,000 entities and 1,000
 * actions a second, in Chromium: `deno run -A bench/devtools/run.ts`. Prints,
 * for each tab, how often it was drawn and how long its work took in a frame.
 *
 * @module
 */
import { withDevtoolsPage } from "../../tests/browser/support/devtools_page.ts";

const entities = 100_000;
const actionsPerSecond = 1000;
const seconds = 3;

/** Times of the work in frames, in milliseconds. */
interface Work {
  readonly frames: number[];
  readonly actions: number[];
}

await withDevtoolsPage({}, async ({ page, panel, open, openPanel, run }) => {
  await page.addInitScript(() => {
    const frames: number[] = [];
    const { requestAnimationFrame } = globalThis;
    // nobody but the panel asks for frames on this page
    globalThis.requestAnimationFrame = (callback) =>
      requestAnimationFrame((time) => {
        const start = performance.now();
        callback(time);
        frames.push(performance.now() - start);
      });
    Object.assign(globalThis, { frames });
  });
  await open();
  await run((harbour, count) => harbour.fill(count), entities);
  console.log(
    `${entities} entities, ${actionsPerSecond} actions a second, ${seconds} s; work of the panel in a frame, ms`,
  );
  console.log("tab                  frames   median      99 %   longest");
  print("closed", await measure());
  await openPanel();
  await panel.getByText("100000").first().waitFor();
  await panel.locator("tbody .row").first().click();
  for (
    const [tab, prepare] of [
      ["Entities", undefined],
      [
        "Entities, ordered",
        () => panel.locator("thead button", { hasText: "berth" }).click(),
      ],
      [
        "Entities, searched",
        () => panel.getByLabel("Search in all tabs").fill("99"),
      ],
      ["Endpoints", undefined],
      ["Actions", undefined],
      ["Pending", undefined],
      ["Why did it render?", undefined],
      ["Cells", undefined],
    ] as const
  ) {
    await panel.getByRole("tab", { name: tab.split(",")[0]! }).click();
    await panel.getByLabel("Search in all tabs").fill("");
    if (prepare) await prepare();
    const row = panel.locator("tbody .row").first();
    if (!prepare && await row.count() > 0) await row.click();
    print(tab, await measure());
  }

  function measure(): Promise<Work> {
    return run(async ({ controller, Vessel }, [perSecond, seconds]) => {
      const { frames } = globalThis as unknown as { frames: number[] };
      const actions: number[] = [];
      frames.length = 0;
      let number = 0;
      const start = performance.now();
      while (performance.now() < start + seconds! * 1000) {
        const due = Math.floor(
          (performance.now() - start) / 1000 * perSecond!,
        );
        const before = performance.now();
        const first = number;
        for (; number < due; number++) {
          const id = String(number % 90_000 + 1);
          controller.set(Vessel, { id }, { id, name: `Renamed ${number}` });
        }
        if (number > first) {
          actions.push((performance.now() - before) / (number - first));
        }
        await new Promise((resolve) => setTimeout(resolve, 4));
      }
      return { frames: [...frames], actions };
    }, [actionsPerSecond, seconds]);
  }
});

function print(name: string, { frames }: Work): void {
  const sorted = frames.toSorted((a, b) => a - b);
  const at = (share: number) =>
    (sorted[Math.floor(sorted.length * share)] ?? sorted.at(-1) ?? 0)
      .toFixed(1).padStart(9);
  console.log(
    `${name.padEnd(20)} ${String(frames.length).padStart(6)}${at(0.5)} ${
      at(0.99)
    } ${at(1)}`,
  );
}
