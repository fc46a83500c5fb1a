/**
 * Takes the pictures of the demo and the tracker that the documentation shows:
 * `deno run -A tests/browser/take_screenshots.ts`.
 *
 * @module
 */
import type { BrowserContextOptions, Page } from "playwright-core";
import { card } from "./support/card.ts";
import { withDemoPage } from "./support/demo_page.ts";
import { untilKept } from "./support/kept_texts.ts";
import { renderers } from "./support/renderers.ts";
import { sharedChromium } from "./support/shared_chromium.ts";
import { openTab } from "./support/devtools_page.ts";
import { withTracker } from "./support/tracker_page.ts";

const folder = new URL("../../docs/images/", import.meta.url).pathname;

const firstTrade = 1001;
/** Enough for a line. */
const polls = 14;

await take("demo", renderers.React, {
  colorScheme: "light",
  viewport: { width: 1180, height: 700 },
});
await take("demo-narrow-dark", renderers.Preact, {
  colorScheme: "dark",
  viewport: { width: 390, height: 760 },
});

await withTracker(async ({ page, open }) => {
  await open("/board");
  await page.getByLabel("Status of Number the variable cards").waitFor();
  await page.screenshot({ path: `${folder}tracker.png` });
}, { colorScheme: "light", viewport: { width: 1180, height: 620 } });

// the plug is pulled, two issues are changed, the page is loaded again, and the plug is put back
await withTracker(async ({ page, server, open }) => {
  await open();
  const rows = (of: Page) =>
    of.getByRole("list", { name: "Issues", exact: true }).locator("> li");
  const list = rows(page);
  await list.nth(19).waitFor();
  await untilKept(page, "Polish the operation cards");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  const pictures: [caption: string, png: Uint8Array][] = [];
  const shoot = async (caption: string, of = page) => {
    await of.mouse.move(0, 0);
    pictures.push([caption, await of.screenshot()]);
  };
  await page.context().setOffline(true);
  const add = page.getByLabel("New issue");
  for (const title of ["The bell is silent", "The ink has dried"]) {
    await add.fill(title);
    await page.keyboard.press("Enter");
    await list.getByText(title).waitFor();
  }
  await page.getByText("2 changes wait to be sent.").waitFor();
  await untilKept(page, "The ink has dried");
  await shoot("Pull the plug, and go on working.");
  await page.reload();
  await page.getByText("2 changes wait to be sent.").waitFor();
  await list.getByText("The ink has dried").waitFor();
  await shoot("Load the page again: everything is there.");
  await page.context().setOffline(false);
  await page.getByText("to be sent.").waitFor({ state: "hidden" });
  await untilKept(page, '"id":"62"');
  const other = await page.context().newPage();
  await other.goto(server.url);
  await rows(other).first().getByText("#62 by Ada Lovelace").waitFor();
  await shoot("Plug in: each is sent once, and another tab shows it.", other);
  const figures = pictures.map(([caption, png]) =>
    `<figure><img src="data:image/png;base64,${png.toBase64()}"><figcaption>${caption}</figcaption></figure>`
  );
  await other.setViewportSize({ width: 1560, height: 460 });
  await other.setContent(`<style>
    body { margin: 0; padding: 12px; display: flex; gap: 12px; background: #fff; font: 18px system-ui }
    figure { margin: 0; flex: 1 }
    img { width: 100%; border: 1px solid #bbb; border-radius: 6px }
    figcaption { padding: 6px 4px; text-align: center }
  </style>${figures.join("")}`);
  await other.locator("body").screenshot({
    path: `${folder}tracker-offline.png`,
  });
}, { colorScheme: "light", viewport: { width: 640, height: 520 } });

await withTracker(async ({ page, open }) => {
  await page.addInitScript(() => {
    const state = localStorage.getItem("tessera-devtools") ?? "{}";
    const remembered = { ...JSON.parse(state), height: 430 };
    localStorage.setItem("tessera-devtools", JSON.stringify(remembered));
  });
  await open("/?status=started");
  const title = "The mill counts one too many";
  await page.getByRole("link", { name: title }).click();
  await page.getByRole("heading", { name: title }).waitFor();
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Reopen" }).waitFor();
  await page.getByRole("button", { name: "Open data devtools" }).click();
  const panel = page.getByRole("region", { name: "Data devtools" });
  const show = async (tab: string, row?: string, kind?: string) => {
    await openTab(panel, tab);
    if (kind) await panel.getByRole("button", { name: kind }).click();
    if (row) {
      await panel.locator(".scroll tbody tr", { hasText: row }).first().click();
    }
    await page.mouse.move(0, 0);
    await panel.evaluate(() =>
      new Promise((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(resolve))
      )
    );
  };
  const picture = (name: string) =>
    panel.screenshot({ path: `${folder}devtools-${name}.png` });
  await show("Why did it render?", "GET /api/issues/2");
  await page.screenshot({ path: `${folder}devtools.png` });
  await picture("why");
  await show("Entities", "The mill counts", "Issue 8");
  await picture("entities");
  await show("Endpoints", "GET /api/issues/2");
  await picture("endpoints");
  await show("Actions", "PATCH");
  await picture("actions");
  await show("Cells", "GET /api/issues/2");
  await picture("cells");
  // answers that never come
  await page.route("**/api/issues/2", () => {});
  await page.getByRole("button", { name: "Reopen" }).click();
  await show("Pending");
  const { x, y, width } = (await panel.boundingBox())!;
  await page.screenshot({
    path: `${folder}devtools-pending.png`,
    clip: { x, y, width, height: 130 },
  });
}, { colorScheme: "light", viewport: { width: 1180, height: 780 } });

await (await sharedChromium()).close();

async function take(
  name: string,
  path: string,
  options: BrowserContextOptions,
): Promise<void> {
  await withDemoPage({ ...options, path }, async ({ page, open }) => {
    await open();
    await play(page);
    await page.screenshot({ path: `${folder}${name}.png` });
  });
}

/** Uses the page until there is something to see. */
async function play(page: Page): Promise<void> {
  const portfolio = card(page, "Portfolio");
  await portfolio.getByRole("cell", { name: "32" }).waitFor();
  await portfolio.getByLabel("Portfolio B").check({ force: true });
  await portfolio.getByRole("cell", { name: "90" }).waitFor();
  const users = card(page, "Users");
  await users.getByLabel("Name of a new user").fill("Mary Shelley");
  await users.getByRole("button", { name: "Add" }).click();
  await users.getByText("3 users in the cache").waitFor();
  await page.waitForFunction(
    (trade) =>
      Number(
        document.querySelector<HTMLElement>("[data-trade]")?.dataset.trade,
      ) >=
        trade,
    firstTrade + polls,
    { timeout: 60_000 },
  );
  await page.evaluate(() => scrollTo(0, 0));
}
