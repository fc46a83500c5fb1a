import { assert, assertEquals, assertMatch } from "@std/assert";
import { card } from "./support/card.ts";
import type { DemoPage } from "./support/demo_page.ts";
import { everyRendererTest } from "./support/renderers.ts";

// one page for all steps: each plays in another part of it
everyRendererTest("the demo works", async (demo, { step }) => {
  await demo.open();
  await step(
    "it loads module by module, without an error in the console [react/NEW-18]",
    () => loads(demo),
  );
  await step("prices keep all their digits", () => keepsDigits(demo));
  await step(
    "a user who was created is in the list, without another request",
    () => createsUser(demo),
  );
  await step(
    "a switch back to a portfolio makes no request [react/SUS-18]",
    () => switchesPortfolio(demo),
  );
  await step(
    "pages are appended until there are no more",
    () => appendsPages(demo),
  );
  await step(
    "files are saved under the names the server gives them",
    () => savesFiles(demo),
  );
  await step(
    "the ticker follows the market while it is shown",
    () => followsMarket(demo),
  );
  await step("nothing has complained since", () => {
    assertEquals(unexpected(demo), []);
  });
}, { isBundled: false });

async function loads(demo: DemoPage): Promise<void> {
  const { page, url } = demo;
  await card(page, "Feed").getByText("Notes on the engine").waitFor();
  await card(page, "Ticker").getByText("$60,9").first().waitFor();

  assertEquals(unexpected(demo), []);
  const addresses = await page.evaluate(() =>
    performance.getEntriesByType("resource").map(({ name }) => name)
  );
  assertEquals(
    new Set(addresses.map((address) => new URL(address).origin)),
    new Set([url, "https://esm.sh"]),
  );
  const modules = addresses.filter((address) => /\.tsx?$/.test(address));
  assert(modules.length > 100, `${modules.length} modules`);
}

async function keepsDigits({ page }: DemoPage): Promise<void> {
  const price = card(page, "Price");
  await price.getByText("32982389239823983298329832.238923982389328932893298")
    .waitFor();
  await price.getByText("2024-03-01 10:20:30.123456789").waitFor();
}

async function createsUser({ page, server }: DemoPage): Promise<void> {
  const users = card(page, "Users");
  const name = users.getByLabel("Name of a new user");
  await users.getByText("2 users in the cache").waitFor();

  await name.fill("Mary Shelley");
  await users.getByRole("button", { name: "Add" }).click();
  await users.getByText("3 users in the cache").waitFor();

  assertEquals(
    await users.getByRole("listitem").evaluateAll((items) =>
      items.map((item) => item.lastChild?.textContent)
    ),
    ["Ada Lovelace", "Grace Hopper", "Mary Shelley"],
  );
  await page.waitForFunction(() =>
    document.querySelector<HTMLInputElement>("form input")?.value === ""
  );
  assertEquals(
    server.requests.filter(({ path }) => path === "/users").map(({ method }) =>
      method
    ),
    ["GET", "POST"],
  );
}

async function switchesPortfolio({ page, server }: DemoPage): Promise<void> {
  const portfolio = card(page, "Portfolio");
  const choose = (name: string) =>
    portfolio.getByLabel(name).check({ force: true });
  const shares = () =>
    portfolio.locator("tbody td:nth-of-type(2)").allInnerTexts();
  await portfolio.getByRole("cell", { name: "32" }).waitFor();
  assertEquals(await shares(), ["32", "10"]);

  await choose("Portfolio B");
  await portfolio.getByRole("cell", { name: "90" }).waitFor();
  assertEquals(await shares(), ["16", "90"]);
  await portfolio.getByText("GET /companies/columns?portfolio=B").waitFor();

  await choose("Portfolio A");
  await portfolio.getByRole("cell", { name: "32" }).waitFor();
  assertEquals(await shares(), ["32", "10"]);
  await portfolio.getByText("No request: everything was there").waitFor();

  await choose("Portfolio B");
  await portfolio.getByRole("cell", { name: "90" }).waitFor();
  assertEquals(await shares(), ["16", "90"]);
  await portfolio.getByText("No request: everything was there").waitFor();

  assertEquals(pathsBelow("/companies", server), [
    "/companies?portfolio=A",
    "/companies/columns?portfolio=B",
  ]);
}

async function appendsPages({ page, server }: DemoPage): Promise<void> {
  const issues = card(page, "Issues");
  const more = issues.getByRole("button");
  assertEquals(await issues.getByRole("listitem").count(), 3);

  await more.click();
  await issues.getByText("Issue number 6").waitFor();
  await more.click();
  await issues.getByText("All 7 are here").waitFor();
  assertEquals(
    await issues.getByRole("listitem").allInnerTexts(),
    Array.from({ length: 7 }, (_, index) => `Issue number ${index + 1}`),
  );

  await more.click({ force: true });
  assertEquals(pathsBelow("/issues", server), [
    "/issues",
    "/issues?cursor=3",
    "/issues?cursor=6",
  ]);
}

async function savesFiles({ page }: DemoPage): Promise<void> {
  const files = card(page, "Files");
  const saved: Record<string, string> = {};
  for (
    const title of ["Tide table", "Tides, as a table", "A file without a name"]
  ) {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      files.getByRole("button", { name: `Download ${title}` }).click(),
    ]);
    saved[download.suggestedFilename()] = await Deno.readTextFile(
      await download.path(),
    );
  }
  assertEquals(saved, {
    "tide table.pdf": "%PDF-1.4 tide table\n",
    "Gezeiten €.csv": "port;high\nHamburg;04:12\n",
    // Chromium adds the extension of the type
    "download.json": '{"no":"name"}',
  });
}

async function followsMarket({ page }: DemoPage): Promise<void> {
  const price = card(page, "Ticker").locator("[data-trade]");
  const before = Number(await price.getAttribute("data-trade"));
  await page.waitForFunction(
    (before) =>
      Number(
        document.querySelector<HTMLElement>("[data-trade]")?.dataset.trade,
      ) >=
        before + 2,
    before,
  );
  assertMatch(await price.innerText(), /^\$60,99\d\.\d\d/);
}

/** What the console shows, but for one entry of the feed that is of an unknown kind. */
function unexpected({ complaints }: DemoPage): string[] {
  return complaints.filter((text) => !text.includes('"type": "ad"'));
}

function pathsBelow(start: string, server: DemoPage["server"]): string[] {
  return server.requests.map(({ path }) => path)
    .filter((path) => path.startsWith(start));
}
