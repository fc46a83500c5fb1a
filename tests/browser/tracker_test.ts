import { assertEquals } from "@std/assert";
import type { Locator, Page } from "playwright-core";
import { barriersOn } from "./support/barriers.ts";
import { countRenders } from "./support/count_renders.ts";
import { withTracker } from "./support/tracker_page.ts";

Deno.test("the list is one request for each thing it shows, and one render for each row", () =>
  withTracker(async ({ page, open, requests, complaints }) => {
    const renders = await countRenders(page);
    await open();
    await rows(page).nth(19).waitFor();
    const { IssueList, IssueRow } = await renders();
    assertEquals({ IssueList, IssueRow }, { IssueList: 1, IssueRow: 20 });
    assertEquals(await rows(page).count(), 20);
    assertEquals(requests(), [
      "GET /api/session",
      "GET /api/labels",
      "GET /api/issues",
    ]);
    assertEquals(complaints, []);
  }));

Deno.test("an issue shows what is nested in it: labels, author, comments and files", () =>
  withTracker(async ({ page, open, requests, complaints }) => {
    await open("/issues/2");
    await heading(page, "The mill counts one too many").waitFor();
    const labels = page.getByRole("list", { name: "Labels" });
    assertEquals(await labels.getByRole("listitem").allTextContents(), [
      "bug",
      "documentation",
    ]);
    await page.getByText("Grace Hopper, 1/2/1843").waitFor();
    assertEquals(await comments(page).locator("p").allTextContents(), [
      "Only if the ninth wheel was at nine.",
      "I have a drawing of it, attached.",
    ]);
    await page.getByText("18 bytes").waitFor();
    assertEquals(requests(), ["GET /api/session", "GET /api/issues/2"]);
    assertEquals(complaints, []);
  }));

Deno.test("pointing at a link requests what is behind it, so the click waits for nothing", () =>
  withTracker(async ({ page, open, requests }) => {
    await open();
    const link = page.getByRole("link", { name: "Number the barrel" });
    await link.waitFor();
    requests();
    const answer = page.waitForResponse("**/api/issues/59");
    await link.hover();
    await answer;
    assertEquals(requests(), ["GET /api/issues/59"]);
    await link.click();
    await heading(page, "Number the barrel").waitFor();
    assertEquals(requests(), []);
  }));

Deno.test("axe-core finds no barrier on any page, light or dark, wide or narrow", () =>
  withTracker(async ({ page, open, complaints }) => {
    for (const path of ["/", "/issues/2", "/board", "/nothing"]) {
      await open(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.getByText("Loading…").waitFor({ state: "hidden" });
      for (const colorScheme of ["light", "dark"] as const) {
        for (const width of [1280, 320]) {
          const place = `${path}, ${colorScheme}, ${width}`;
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize({ width, height: 800 });
          assertEquals(await barriersOn(page), [], place);
          assertEquals(
            await page.evaluate(() => document.documentElement.scrollWidth),
            width,
            place,
          );
        }
      }
    }
    assertEquals(complaints, []);
  }));

/** The issues of the list. */
function rows(page: Page): Locator {
  return page.getByRole("list", { name: "Issues", exact: true })
    .locator("> li");
}

/** The comments of an issue. */
function comments(page: Page): Locator {
  return page.getByRole("region", { name: "Comments" }).locator("ol > li");
}

/** The heading of the page. */
function heading(page: Page, name: string): Locator {
  return page.getByRole("heading", { level: 1, name });
}
