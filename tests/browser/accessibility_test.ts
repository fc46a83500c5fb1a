import { assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { barriersOn } from "./support/barriers.ts";
import { card } from "./support/card.ts";
import { withDemoPage } from "./support/demo_page.ts";
import { holdRequests } from "./support/held_requests.ts";
import { focused, walkByKeyboard } from "./support/keyboard.ts";
import { everyRendererTest } from "./support/renderers.ts";

Deno.test("axe-core finds no barrier, wide or narrow, light or dark", () =>
  withDemoPage({ isBundled: true }, async ({ page, open }) => {
    await open();
    await loaded(page);
    for (const colorScheme of ["light", "dark"] as const) {
      for (const width of [1280, 320]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        assertEquals(await barriersOn(page), [], `${colorScheme}, ${width}`);
        assertEquals(
          await page.evaluate(() => document.documentElement.scrollWidth),
          width,
        );
      }
    }
  }));

Deno.test("axe-core finds no barrier while the page waits [react/NEW-77]", () =>
  withDemoPage({ isBundled: true }, async ({ page, open }) => {
    await holdRequests(page, "**");
    await open();
    await page.getByText("Loading Feed").waitFor();
    assertEquals(await barriersOn(page), []);
  }));

Deno.test("axe-core finds no barrier when everything failed", () =>
  withDemoPage({ isBundled: true }, async ({ page, open }) => {
    await page.route("**/api/**", (route) => route.fulfill({ status: 500 }));
    await open();
    await card(page, "Feed").getByRole("alert").waitFor();
    assertEquals(await barriersOn(page), []);
  }));

everyRendererTest(
  "everything can be reached and used by keyboard [react/NEW-77]",
  async ({ page, open }) => {
    await open();
    await loaded(page);
    const { stops, tabTo } = walkByKeyboard(page);

    await tabTo("Slow network");
    const brake = page.getByRole("switch", { name: "Slow network" });
    await page.keyboard.press("Space");
    assertEquals(await brake.isChecked(), true);
    await page.keyboard.press("Space");
    assertEquals(await brake.isChecked(), false);
    await tabTo("Portfolio A");
    await page.keyboard.press("ArrowRight");
    await card(page, "Portfolio").getByRole("cell", { name: "90" }).waitFor();
    await tabTo("Download A file without a name");
    const download = page.waitForEvent("download");
    await page.keyboard.press("Enter");
    assertEquals((await download).suggestedFilename(), "download.json");
    await tabTo("Name of a new user");
    await page.keyboard.type("Mary Shelley");
    await page.keyboard.press("Enter");
    await card(page, "Users").getByText("3 users in the cache").waitFor();
    assertEquals(await focused(page), "Name of a new user");
    await tabTo("Load more");
    await page.keyboard.press("Enter");
    await card(page, "Issues").getByText("Issue number 6").waitFor();
    await page.keyboard.press("Enter");
    await card(page, "Issues").getByText("All 7 are here").waitFor();
    assertEquals(await focused(page), "All 7 are here");
    await tabTo("Open data devtools");

    assertEquals(stops, [
      "React",
      "Preact",
      "Slow network",
      "Portfolio A",
      "Notes on the engine",
      "The first bug",
      "Download Tide table",
      "Download Tides, as a table",
      "Download A file without a name",
      "BTC-USD",
      "Name of a new user",
      "Add",
      "Load more",
      "Clear",
      "Requests, newest first",
      "Open data devtools",
    ]);
  },
);

everyRendererTest(
  "the devtools work by keyboard, and axe-core finds no barrier in them [react/NEW-77]",
  async ({ page, open }) => {
    await open();
    await loaded(page);
    const devtools = page.getByRole("region", { name: "Data devtools" });
    await page.getByRole("button", { name: "Open data devtools" }).focus();

    await page.keyboard.press("Enter");
    await devtools.getByRole("button", { name: "User 2" }).waitFor();
    assertEquals(await focused(page), "Close data devtools");
    assertEquals(await barriersOn(page), []);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Escape");
    await devtools.waitFor({ state: "hidden" });
    assertEquals(await focused(page), "Open data devtools");
  },
);

async function loaded(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.querySelectorAll("main .card").length === 7 &&
    document.querySelector(".waiting") === null
  );
}
