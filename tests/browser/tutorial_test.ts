import { assertEquals, assertThrows } from "@std/assert";
import type { Page } from "playwright-core";
import { pageOf } from "../../examples/tracker/page.ts";
import { startTrackerServer } from "../../examples/tracker/server.ts";
import { timeLimit } from "./support/chromium.ts";
import { untilKept } from "./support/kept_texts.ts";
import { sharedChromium } from "./support/shared_chromium.ts";
import { withoutSourceMap } from "./support/tracker_page.ts";
import {
  finishedFiles,
  givenFiles,
  readTutorial,
  tutorialSteps,
  writeSteps,
} from "./support/tutorial.ts";

const text = readTutorial();
const steps = tutorialSteps(text);
const finished = finishedFiles();
const written = steps.at(-1)!.files;

Deno.test("the last step of the tutorial is the tracker", () => {
  for (const [path, code] of written) {
    assertEquals(code, finished.get(path), path);
  }
  const listed = text.matchAll(/^\| `([\w./]+)` +\|/gm);
  assertEquals(
    [...listed].map(([, path]) => path).sort(),
    [...givenFiles(steps).keys()].sort(),
  );
});

Deno.test("a change of the tutorial without a place is an error", () => {
  const change = (hunk: string) =>
    tutorialSteps(
      "## 1. a\n\n`a.ts`:\n\n```ts ignore\na\nb\na\n```\n\nIn `a.ts`:\n\n" +
        `\`\`\`diff\n${hunk}\n\`\`\`\n`,
    );
  assertEquals(change(" b\n-a\n+c")[0]?.files.get("a.ts"), "a\nb\nc\n");
  assertThrows(() => change("-c"), Error, "a.ts has 0 places");
  assertThrows(() => change("-a"), Error, "a.ts has 2 places");
});

/** What one sees after each step. */
const promises: Record<string, (page: Page) => Promise<void>> = {
  "1. Log in": async (page) => {
    await page.getByText("Ada Lovelace").waitFor();
    await page.getByRole("heading", { name: "Nothing here" }).waitFor();
    await page.getByRole("button", { name: "Log out" }).click();
    await page.getByLabel("Name").fill("ada");
    await page.getByLabel("Password").fill("moth");
    await page.keyboard.press("Enter");
    await page.getByText("This is not the word.").waitFor();
  },
  "2. Show a list": async (page) => {
    await rows(page).nth(19).waitFor();
  },
  "3. Filters and more pages": async (page) => {
    await rows(page).nth(19).waitFor();
    await page.getByRole("button", { name: "Load more" })
      .scrollIntoViewIfNeeded();
    await rows(page).nth(39).waitFor();
    await page.getByRole("link", { name: "in progress" }).click();
    await page.getByRole("link", { name: "The mill counts" }).waitFor();
    await page.goBack();
    await rows(page).nth(39).waitFor();
  },
  "4. Create an issue, at once": async (page) => {
    await page.getByLabel("New issue").fill("The bell is silent");
    await page.keyboard.press("Enter");
    await rows(page).first().getByRole("link", { name: "The bell" }).waitFor();
    await page.getByLabel("New issue").fill("No");
    await page.keyboard.press("Enter");
    await page.getByText("A title has at least three letters.").waitFor();
    await page.route("**/api/issues", (route) => route.abort());
    await page.getByLabel("New issue").fill("Not now");
    await page.keyboard.press("Enter");
    await page.getByText("Not saved").waitFor();
  },
  "5. One issue, with comments and files": async (page) => {
    const answer = page.waitForResponse("**/api/issues/60");
    await page.getByRole("link", { name: "Number the variable" }).hover();
    await answer;
    await page.getByRole("link", { name: "Number the variable" }).click();
    await page.getByLabel("New comment").fill("It was the ninth wheel.");
    await page.getByRole("button", { name: "Comment" }).click();
    await page.locator(".comments small").getByText("Ada Lovelace").waitFor();
  },
  "6. Edit, close and delete": async (page) => {
    page.on("dialog", (dialog) => dialog.accept());
    await page.getByRole("link", { name: "Polish the operation" }).click();
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await page.getByRole("button", { name: "Reopen" }).waitFor();
    await page.getByRole("button", { name: "Delete" }).click();
    await rows(page).nth(19).waitFor({ state: "hidden" });
    await rows(page).nth(18).waitFor();
  },
  "7. A board": async (page) => {
    await page.getByRole("link", { name: "Board" }).click();
    await page.getByLabel("Status of Polish the operation cards")
      .selectOption("started");
    await page.getByRole("region", { name: "in progress" })
      .getByText("Polish the operation cards").waitFor();
  },
  "8. Search while the user types": async (page) => {
    await page.getByLabel("Search issues").fill("moth");
    await page.getByRole("option", { name: "There is a moth" }).click();
    await page.getByRole("heading", { name: "There is a moth" }).waitFor();
  },
  "9. Changes that others make": async (page) => {
    await page.waitForResponse("**/api/events?channels=issues");
    await page.evaluate(() =>
      fetch("/api/issues/60", {
        method: "PATCH",
        body: JSON.stringify({ title: "Changed elsewhere" }),
      })
    );
    await page.getByRole("link", { name: "Changed elsewhere" }).waitFor();
  },
  "10. After a reload, and in other tabs": async (page) => {
    await rows(page).nth(19).waitFor();
    await untilKept(page, "Polish the operation cards");
    await page.route("**/api/issues", (route) => route.abort());
    await page.reload();
    await rows(page).nth(19).waitFor();
  },
  "11. Without a network": async (page) => {
    await page.getByRole("link", { name: "The bell" }).or(
      page.getByRole("link", { name: "Number the variable" }),
    ).first().click();
    await page.getByRole("button", { name: "Edit" }).waitFor();
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Title").fill("Heard again");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("1 change waits to be sent.").waitFor();
    await page.getByRole("heading", { name: "Heard again" }).waitFor();
    await page.context().setOffline(false);
    await page.getByText("to be sent.").waitFor({ state: "hidden" });
  },
};

// `deno task check` compiles them
Deno.test("each step of the tutorial shows what it promises", async () => {
  assertEquals(steps.map(({ title }) => title), Object.keys(promises));
  const folder = await Deno.makeTempDir();
  const browser = await sharedChromium();
  try {
    writeSteps(folder);
    for (const [index, { title }] of steps.entries()) {
      const files = pageOf(new URL(`file://${folder}/${index + 1}/`));
      const server = startTrackerServer({
        page: (request) => withoutSourceMap(files(request)),
      });
      const context = await browser.newContext();
      try {
        const complaints: string[] = [];
        const page = await context.newPage();
        page.setDefaultTimeout(timeLimit);
        page.on("pageerror", (error) => complaints.push(String(error)));
        await context.request.post(`${server.url}/api/session`, {
          data: { login: "ada", password: "engine" },
        });
        await page.goto(server.url);
        await promises[title]!(page);
        assertEquals(complaints, [], title);
      } finally {
        await context.close();
        await server.close();
      }
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

function rows(page: Page) {
  return page.getByRole("list", { name: "Issues", exact: true })
    .locator("> li");
}
