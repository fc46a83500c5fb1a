import { assert, assertEquals } from "@std/assert";
import { Buffer } from "node:buffer";
import type { Locator, Page } from "playwright-core";
import { bundle } from "../../examples/tracker/page.ts";
import { barriersOn } from "./support/barriers.ts";
import { countRenders } from "./support/count_renders.ts";
import { untilKept } from "./support/kept_texts.ts";
import { walkByKeyboard } from "./support/keyboard.ts";
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
    const link = page.getByRole("link", { name: "Polish the operation cards" });
    await link.waitFor();
    requests();
    const answer = page.waitForResponse("**/api/issues/59");
    await link.hover();
    await answer;
    assertEquals(requests(), ["GET /api/issues/59"]);
    await link.click();
    await heading(page, "Polish the operation cards").waitFor();
    assertEquals(requests(), []);
  }));

Deno.test("axe-core finds no barrier on any page, light or dark, wide or narrow", () =>
  withTracker(async ({ page, open, complaints }) => {
    for (const path of ["/", "/issues/2", "/board", "/nothing"]) {
      await open(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await untilNone(page.getByText("Loading…"));
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

Deno.test("logging in: the server says which field is wrong, then the page that was wanted comes", () =>
  withTracker(async ({ page, server, open, requests, complaints }) => {
    server.endSessions();
    await open("/issues/2");
    await heading(page, "Log in").waitFor();
    assertEquals(requests(), ["GET /api/session"]);
    await page.getByLabel("Name").fill("ada");
    await page.getByLabel("Password").fill("moth");
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByRole("alert").getByText("This is not the word.").waitFor();
    const password = page.getByLabel("Password");
    assertEquals(await password.getAttribute("aria-invalid"), "true");
    await password.fill("engine");
    await page.getByRole("button", { name: "Log in" }).click();
    await heading(page, "The mill counts one too many").waitFor();
    assertEquals(requests(), [
      "POST /api/session",
      "POST /api/session",
      "GET /api/issues/2",
    ]);
    assertEquals(complaints, []);
  }));

Deno.test("logging out forgets everything; the next one begins anew", () =>
  withTracker(async ({ page, open, requests, complaints }) => {
    await open();
    await rows(page).first().waitFor();
    requests();
    await page.getByRole("button", { name: "Log out" }).click();
    await heading(page, "Log in").waitFor();
    assertEquals(requests(), ["DELETE /api/session", "GET /api/session"]);
    await page.getByLabel("Name").fill("grace");
    await page.getByLabel("Password").fill("engine");
    await page.keyboard.press("Enter");
    await rows(page).first().waitFor();
    await page.getByText("Grace Hopper", { exact: true }).waitFor();
    assertEquals(requests(), [
      "POST /api/session",
      "GET /api/labels",
      "GET /api/issues",
    ]);
    assertEquals(complaints, []);
  }));

Deno.test("401: a session that is over leads to the login page, and from there back", () =>
  withTracker(async ({ page, server, open, requests, complaints }) => {
    await open("/issues/2");
    await heading(page, "The mill counts one too many").waitFor();
    server.endSessions();
    requests();
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await heading(page, "Log in").waitFor();
    assertEquals(requests(), ["PATCH /api/issues/2", "GET /api/session"]);
    await page.getByLabel("Name").fill("ada");
    await page.getByLabel("Password").fill("engine");
    await page.keyboard.press("Enter");
    await heading(page, "The mill counts one too many").waitFor();
    await page.getByText("in progress").waitFor();
    assertEquals(requests(), ["POST /api/session", "GET /api/issues/2"]);
    assertEquals(complaints, []);
  }));

Deno.test("filters are in the address; the list that is shown stays until the next one is there", () =>
  withTracker(async ({ page, server, open, requests }) => {
    await open();
    await rows(page).first().waitFor();
    requests();
    const release = server.hold("GET /api/issues");
    await page.getByRole("link", { name: "in progress" }).click();
    await page.locator("[aria-busy=true]").first().waitFor();
    assertEquals(await rows(page).count(), 20);
    release();
    await rows(page).filter({ hasText: "The mill counts" }).waitFor();
    assertEquals(page.url(), `${server.url}/?status=started`);
    assertEquals(requests(), ["GET /api/issues?status=started"]);

    const answer = page.waitForResponse(/label=bug/);
    await page.getByRole("link", { name: "bug" }).click();
    await page.waitForURL("**/?status=started&label=bug");
    await answer;
    await page.getByText("Oil the variable cards").waitFor();
    assertEquals(requests(), ["GET /api/issues?label=bug&status=started"]);
    await page.goBack();
    await page.getByText("Oil the printing wheels").waitFor();
    await page.goBack();
    await rows(page).nth(19).waitFor();
    assertEquals(requests(), []);
  }));

Deno.test("an address with filters opens the list it names", () =>
  withTracker(async ({ page, open, requests }) => {
    await open("/?status=closed&label=feature");
    await rows(page).first().waitFor();
    assertEquals(
      requests().at(-1),
      "GET /api/issues?label=feature&status=closed",
    );
    const closed = page.getByRole("link", { name: "closed" });
    assertEquals(await closed.getAttribute("aria-current"), "true");
  }));

Deno.test("the list goes on as far as one scrolls, each page once", () =>
  withTracker(async ({ page, open, requests }) => {
    await open();
    await rows(page).nth(19).waitFor();
    requests();
    const end = page.getByRole("button", { name: "Load more" });
    await end.scrollIntoViewIfNeeded();
    await rows(page).nth(39).waitFor();
    await end.scrollIntoViewIfNeeded();
    await rows(page).nth(59).waitFor();
    await end.waitFor({ state: "hidden" });
    assertEquals(requests(), [
      "GET /api/issues?cursor=41",
      "GET /api/issues?cursor=21",
    ]);
    const links = await rows(page).getByRole("link").evaluateAll((links) =>
      links.map((link) => link.getAttribute("href"))
    );
    assertEquals(
      links,
      Array.from({ length: 60 }, (_, index) => `/issues/${60 - index}`),
    );
  }));

Deno.test("a page that failed can be asked for again, and the rest stays", () =>
  withTracker(async ({ page, server, open, requests }) => {
    await open();
    await rows(page).nth(19).waitFor();
    const repair = server.fail("GET /api/issues", 500);
    const end = page.getByRole("button", { name: "Load more" });
    await end.scrollIntoViewIfNeeded();
    await page.getByRole("alert").getByText("The engine is stuck.").waitFor();
    assertEquals(await rows(page).count(), 20);
    repair();
    requests();
    await end.click();
    await rows(page).nth(39).waitFor();
    assertEquals(requests()[0], "GET /api/issues?cursor=41");
  }));

Deno.test("a new issue is in its lists at once, and requested by none of them", () =>
  withTracker(async ({ page, server, open, requests, complaints }) => {
    await open("/?status=closed");
    await rows(page).first().waitFor();
    await page.getByRole("link", { name: "open" }).click();
    await page.getByRole("link", { name: "Polish the operation cards" })
      .waitFor();
    requests();
    const release = server.hold("POST /api/issues");
    await page.getByLabel("New issue").fill("The bell is silent");
    await page.getByRole("button", { name: "Add" }).click();
    await rows(page).first().getByText("saving…").waitFor();
    assertEquals(await rows(page).first().getByRole("link").count(), 0);
    assertEquals(await page.getByLabel("New issue").inputValue(), "");
    release();
    await page.getByRole("link", { name: "The bell is silent" }).waitFor();
    assertEquals(await rows(page).filter({ hasText: "The bell" }).count(), 1);
    await page.getByText("#61 by Ada Lovelace").waitFor();
    await page.getByRole("link", { name: "closed" }).click();
    await page.getByRole("link", { name: "Number the variable cards" })
      .waitFor();
    assertEquals(await rows(page).filter({ hasText: "The bell" }).count(), 0);
    assertEquals(requests(), ["POST /api/issues"]);
    assertEquals(complaints, []);
  }));

Deno.test("422: a new issue that the server refuses goes, and the text comes back with the reason", () =>
  withTracker(async ({ page, server, open, complaints }) => {
    await open();
    await rows(page).first().waitFor();
    const release = server.hold("POST /api/issues");
    await page.getByLabel("New issue").fill("No");
    await page.keyboard.press("Enter");
    await rows(page).first().getByText("saving…").waitFor();
    release();
    await page.getByText("A title has at least three letters.").waitFor();
    assertEquals(await page.getByLabel("New issue").inputValue(), "No");
    assertEquals(await rows(page).filter({ hasText: "saving" }).count(), 0);
    assertEquals(complaints, []);
  }));

Deno.test("an edit shows at once, and what the server refuses is taken back with its reason", () =>
  withTracker(async ({ page, server, open, requests, complaints }) => {
    await open("/issues/2");
    await page.getByRole("button", { name: "Edit" }).click();
    const form = page.getByRole("form", { name: "Edit issue" });
    await form.getByLabel("Title").fill("X");
    let release = server.hold("PATCH /api/issues/2");
    await form.getByRole("button", { name: "Save" }).click();
    await heading(page, "X").waitFor();
    release();
    await heading(page, "The mill counts one too many").waitFor();
    await form.getByText("A title has at least three letters.").waitFor();

    await form.getByLabel("Title").fill("The mill counts right");
    await form.getByLabel("bug").uncheck();
    await form.getByLabel("feature").check();
    requests();
    release = server.hold("PATCH /api/issues/2");
    await form.getByRole("button", { name: "Save" }).click();
    await heading(page, "The mill counts right").waitFor();
    const labels = page.getByRole("list", { name: "Labels" });
    assertEquals(await labels.getByRole("listitem").allTextContents(), [
      "feature",
      "documentation",
    ]);
    release();
    await form.waitFor({ state: "hidden" });
    assertEquals(requests(), ["PATCH /api/issues/2"]);
    assertEquals(complaints, []);
  }));

Deno.test("500: a change that failed is taken back, and a message says so", () =>
  withTracker(async ({ page, server, open, complaints }) => {
    await open("/issues/2");
    server.fail("PATCH /api/issues/2", 500);
    const release = server.hold("PATCH /api/issues/2");
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await page.getByText("closed").waitFor();
    release();
    await messages(page).getByText("Not saved: The engine is stuck.").waitFor();
    await page.getByText("in progress").waitFor();
    assertEquals(await barriersOn(page), []);
    await messages(page).getByRole("button", { name: "Dismiss" }).click();
    assertEquals(await messages(page).getByRole("listitem").count(), 0);
    assertEquals(complaints, []);
  }));

Deno.test("closing and reopening moves an issue between the lists, without requesting them", () =>
  withTracker(async ({ page, open, requests, complaints }) => {
    await open("/?status=started");
    await page.getByRole("link", { name: "The mill counts" }).waitFor();
    await page.getByRole("link", { name: "closed" }).click();
    await page.getByRole("link", { name: "There is a moth" }).waitFor();
    await page.goBack();
    await page.getByRole("link", { name: "The mill counts" }).click();
    // the page shows it before it is sent
    const answer = page.waitForResponse("**/api/issues/2");
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await page.getByRole("button", { name: "Reopen" }).waitFor();
    await answer;
    requests();
    await page.goBack();
    await page.getByRole("link", { name: "Oil the printing wheels" }).waitFor();
    assertEquals(await rows(page).filter({ hasText: "The mill" }).count(), 0);
    await page.getByRole("link", { name: "closed" }).click();
    await page.getByRole("link", { name: "The mill counts" }).waitFor();
    assertEquals(requests(), []);
    assertEquals(complaints, []);
  }));

Deno.test("deleting an issue leads from its page to the list at once, and requests it never again", () =>
  withTracker(async ({ page, server, open, requests, complaints }) => {
    page.on("dialog", (dialog) => dialog.accept());
    await open();
    await page.getByRole("link", { name: "Polish the operation cards" })
      .click();
    await heading(page, "Polish the operation cards").waitFor();
    requests();
    const release = server.hold("DELETE /api/issues/59");
    await page.getByRole("button", { name: "Delete" }).click();
    await heading(page, "Issues").waitFor();
    await page.getByRole("link", { name: "Replace the printing wheels" })
      .waitFor();
    const row = rows(page).filter({ hasText: "Polish the operation cards" });
    assertEquals(await row.count(), 0);
    const answer = page.waitForResponse("**/api/issues/59");
    release();
    await answer;
    assertEquals(await row.count(), 0);
    assertEquals(requests(), ["DELETE /api/issues/59"]);
    assertEquals(complaints, []);
  }));

Deno.test("an issue that could not be deleted is in the list again, and a message says so", () =>
  withTracker(async ({ page, server, open, requests, complaints }) => {
    page.on("dialog", (dialog) => dialog.accept());
    await open("/?status=started");
    await page.getByRole("link", { name: "The mill counts" }).click();
    await heading(page, "The mill counts one too many").waitFor();
    requests();
    server.fail("DELETE /api/issues/2", 500);
    const release = server.hold("DELETE /api/issues/2");
    await page.getByRole("button", { name: "Delete" }).click();
    await heading(page, "Issues").waitFor();
    await page.getByRole("link", { name: "Replace the printing wheels" })
      .waitFor();
    const again = page.waitForResponse("**/api/issues");
    release();
    await messages(page).getByText("Not saved: The engine is stuck.").waitFor();
    await again;
    const asked = page.waitForResponse("**/api/issues?status=started");
    await page.getByRole("link", { name: "in progress" }).click();
    await page.getByRole("link", { name: "The mill counts" }).waitFor();
    await asked;
    // after a 500 only the server knows whether the issue is gone: a list that
    // was requested before the answer is requested once more
    const sent = requests();
    const deletion = sent.indexOf("DELETE /api/issues/2");
    assertEquals(sent.slice(deletion), [
      "DELETE /api/issues/2",
      "GET /api/issues",
      "GET /api/issues?status=started",
    ]);
    assertEquals(complaints, []);
  }));

Deno.test("a card is dragged to another column, and rendered there alone", () =>
  withTracker(async ({ page, server, open, requests, complaints }) => {
    const renders = await countRenders(page);
    await open("/board");
    await cards(page, "closed").first().waitFor();
    const card = cards(page, "open").filter({
      hasText: "Polish the operation cards",
    });
    await card.waitFor();
    requests();
    await renders();
    const release = server.hold("PATCH /api/issues/59");
    await card.dragTo(page.getByRole("heading", { name: "in progress" }), {
      sourcePosition: { x: 4, y: 4 },
    });
    const moved = cards(page, "in progress").filter({
      hasText: "Polish the operation cards",
    });
    await moved.waitFor();
    assertEquals(await card.count(), 0);
    release();
    await moved.getByRole("combobox").waitFor();
    assertEquals(requests(), ["PATCH /api/issues/59"]);
    const { Card } = await renders();
    assert(Card! <= 3, `${Card} cards were rendered`);
    assertEquals(complaints, []);
  }));

Deno.test("the board by keyboard: a card is moved by its menu and keeps the focus", () =>
  withTracker(async ({ page, open, requests, complaints }) => {
    await open("/board");
    const menu = page.getByRole("combobox", {
      name: "Status of Polish the operation cards",
    });
    await menu.focus();
    await page.keyboard.press("ArrowDown");
    const moved = cards(page, "in progress").filter({
      hasText: "Polish the operation cards",
    });
    await moved.waitFor();
    await page.waitForFunction(() =>
      document.activeElement?.getAttribute("aria-label") ===
        "Status of Polish the operation cards"
    );
    assertEquals(requests().at(-1), "PATCH /api/issues/59");
    assertEquals(complaints, []);
  }));

Deno.test("a card that the server does not move goes back", () =>
  withTracker(async ({ page, server, open, complaints }) => {
    await open("/board");
    server.fail("PATCH /api/issues/59", 500);
    const menu = page.getByRole("combobox", {
      name: "Status of Polish the operation cards",
    });
    await menu.selectOption("closed");
    await messages(page).getByText("Not saved").waitFor();
    await cards(page, "open").filter({ hasText: "Polish the operation cards" })
      .waitFor();
    assertEquals(
      await cards(page, "closed").filter({
        hasText: "Polish the operation cards",
      })
        .count(),
      0,
    );
    assertEquals(complaints, []);
  }));

Deno.test("a search asks when the user stops typing, and gives up what nobody waits for", () =>
  withTracker(async ({ page, server, open, requests, complaints }) => {
    await open();
    const search = page.getByRole("combobox", { name: "Search issues" });
    await search.waitFor();
    await rows(page).first().waitFor();
    requests();
    const release = server.hold("GET /api/issues/search");
    const aborted = page.waitForEvent("requestfailed");
    await search.fill("o");
    await page.waitForRequest("**/search?q=o");
    const next = page.waitForRequest("**/search?q=moth");
    await search.fill("moth");
    assert((await aborted).url().endsWith("/search?q=o"));
    await next;
    release();
    const found = page.getByRole("option", { name: "There is a moth" });
    await found.waitFor();
    assertEquals(await page.getByRole("option").count(), 1);
    assertEquals(await barriersOn(page), []);
    await page.keyboard.press("Enter");
    await heading(page, "There is a moth in relay 70").waitFor();
    assertEquals(await search.inputValue(), "");
    assertEquals(complaints, []);
  }));

Deno.test("a search is used by keyboard alone", () =>
  withTracker(async ({ page, open }) => {
    await open();
    const search = page.getByRole("combobox", { name: "Search issues" });
    await search.pressSequentially("the");
    await page.getByRole("option").nth(5).waitFor();
    const first = await page.getByRole("option").nth(0).textContent();
    const second = await page.getByRole("option").nth(1).textContent();
    assert(first !== second);
    await page.keyboard.press("ArrowDown");
    assertEquals(await search.getAttribute("aria-activedescendant"), "found-1");
    await page.keyboard.press("Escape");
    assertEquals(await search.inputValue(), "");
    await search.pressSequentially("the");
    await page.getByRole("option").nth(5).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await heading(page, second!).waitFor();
  }));

Deno.test("what others create, change, comment and delete appears without a request", () =>
  withTracker(async (tracker) => {
    const { page, open, openOther, requests, complaints } = tracker;
    const opening = stream(page);
    await open();
    await opening;
    const other = await openOther();
    other.on("dialog", (dialog) => dialog.accept());
    await rows(other).first().waitFor();
    await other.getByLabel("New issue").fill("The bell is silent");
    await other.keyboard.press("Enter");
    await rows(page).first().getByText("#61 by Grace Hopper").waitFor();

    await other.getByRole("link", { name: "The bell is silent" }).click();
    await other.getByRole("button", { name: "Edit" }).click();
    await other.getByLabel("Title").fill("The bell rings");
    await other.getByRole("button", { name: "Save" }).click();
    await rows(page).first().getByText("The bell rings").waitFor();

    const next = stream(page, "issue-61");
    await page.getByRole("link", { name: "The bell rings" }).click();
    await heading(page, "The bell rings").waitFor();
    await next;
    requests();
    await other.getByLabel("New comment").fill("Loudly.");
    await other.getByRole("button", { name: "Comment" }).click();
    await comments(page).getByText("Loudly.").waitFor();
    // the stream may be faster than the answer, which takes what is being saved away
    await untilNone(other.locator(".comments .saving"));
    assertEquals(await comments(other).count(), 1);
    assertEquals(requests(), ["POST /api/issues/61/comments"]);

    await page.getByRole("link", { name: "Issues" }).click();
    await rows(page).first().getByText("The bell rings").waitFor();
    await other.getByRole("button", { name: "Delete" }).click();
    await rows(page).filter({ hasText: "The bell rings" }).waitFor({
      state: "hidden",
    });
    assertEquals(requests(), ["DELETE /api/issues/61"]);
    assertEquals(complaints, []);
  }));

Deno.test("one changed issue renders one row", () =>
  withTracker(async ({ page, open, openOther, complaints }) => {
    const renders = await countRenders(page);
    const opening = stream(page);
    await open();
    await rows(page).first().waitFor();
    await opening;
    const other = await openOther("/issues/59");
    await other.getByRole("button", { name: "Edit" }).click();
    await other.getByLabel("Title").fill("Polish the cards");
    await renders();
    await other.getByRole("button", { name: "Save" }).click();
    await rows(page).filter({ hasText: "Polish the cards" }).waitFor();
    const { IssueList, IssueRow, Filters } = await renders();
    assertEquals(
      { IssueList, IssueRow, Filters },
      { IssueList: 1, IssueRow: 1, Filters: undefined },
    );
    assertEquals(complaints, []);
  }));

Deno.test("what was missed while the stream was down is requested when it is back", () =>
  withTracker(async ({ page, server, open, requests }) => {
    const opening = stream(page);
    await open();
    await rows(page).first().waitFor();
    await opening;
    requests();
    server.streams.drop();
    server.data.issues[0]!.title = "Said to nobody";
    await rows(page).first().getByText("Said to nobody").waitFor();
    assertEquals(requests(), ["GET /api/issues"]);
  }));

Deno.test("a file is downloaded under its name", () =>
  withTracker(async ({ page, open, complaints }) => {
    await open("/issues/2");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "carry.txt" }).click();
    const file = await download;
    assertEquals(file.suggestedFilename(), "carry.txt");
    assertEquals(
      await Deno.readTextFile(await file.path()),
      "9 9 9 9 9 9 9 9 9\n",
    );
    assertEquals(complaints, []);
  }));

Deno.test("an uploaded file joins the list; an empty one is refused with the reason", () =>
  withTracker(async ({ page, open, requests, complaints }) => {
    await open("/issues/2");
    const field = page.getByLabel("New file");
    await field.setInputFiles({
      name: "empty.txt",
      mimeType: "text/plain",
      buffer: Buffer.from(""),
    });
    await page.getByRole("button", { name: "Upload" }).click();
    await page.getByText("Choose a file that is not empty.").waitFor();
    requests();
    await field.setInputFiles({
      name: "drawing.txt",
      mimeType: "text/plain",
      buffer: Buffer.from("|||||"),
    });
    await page.getByRole("button", { name: "Upload" }).click();
    await page.getByRole("button", { name: "drawing.txt" }).waitFor();
    await page.getByText("5 bytes").waitFor();
    assertEquals(requests(), ["POST /api/issues/2/attachments"]);
    assertEquals(complaints, []);
  }));

Deno.test("a comment is there at once, with its author; an empty one is refused", () =>
  withTracker(async ({ page, server, open, requests, complaints }) => {
    await open("/issues/2");
    await comments(page).nth(1).waitFor();
    requests();
    const release = server.hold("POST /api/issues/2/comments");
    await page.getByLabel("New comment").fill("It was the ninth wheel.");
    await page.getByRole("button", { name: "Comment" }).click();
    await comments(page).nth(2).getByText("Ada Lovelace").waitFor();
    release();
    await untilNone(page.locator(".comments .saving"));
    assertEquals(await comments(page).count(), 3);
    await page.getByRole("button", { name: "Comment" }).click();
    await page.getByText("Say something.").waitFor();
    assertEquals(await comments(page).count(), 3);
    assertEquals(requests(), [
      "POST /api/issues/2/comments",
      "POST /api/issues/2/comments",
    ]);
    assertEquals(complaints, []);
  }));

Deno.test("404: the page says what is not there, and leads elsewhere", () =>
  withTracker(async ({ page, open, requests }) => {
    await open("/issues/99");
    await page.getByRole("alert").getByText("There is no issue 99.").waitFor();
    assertEquals(
      await page.getByRole("button", { name: "Try again" }).count(),
      0,
    );
    assertEquals(await barriersOn(page), []);
    await page.getByRole("link", { name: "Issues" }).click();
    await rows(page).first().waitFor();
    await page.goto(page.url() + "elsewhere");
    await heading(page, "Nothing here").waitFor();
    requests();
  }));

Deno.test("500: what did not load can be tried again; another filter tries by itself", () =>
  withTracker(async ({ page, server, open, requests }) => {
    const repair = server.fail("GET /api/issues", 500);
    await open();
    const alert = page.getByRole("alert");
    await alert.getByText("The engine is stuck.").waitFor();
    assertEquals(await barriersOn(page), []);
    repair();
    await alert.getByRole("button", { name: "Try again" }).click();
    await rows(page).first().waitFor();
    assertEquals(requests().slice(0, 4), [
      "GET /api/session",
      "GET /api/labels",
      "GET /api/issues",
      "GET /api/issues",
    ]);
    const repairAgain = server.fail("GET /api/issues", 500);
    await page.getByRole("link", { name: "in progress" }).click();
    await alert.getByText("The engine is stuck.").waitFor();
    repairAgain();
    await page.getByRole("link", { name: "Issues" }).click();
    await rows(page).nth(19).waitFor();
  }));

Deno.test("offline: the page says so, keeps what it shows, and catches up afterwards", () =>
  withTracker(async ({ page, server, open, requests }) => {
    await page.clock.install();
    const opening = stream(page, "issue-2");
    await open("/issues/2");
    await heading(page, "The mill counts one too many").waitFor();
    await opening; // one that opens later asks for what it may have missed
    await page.context().setOffline(true);
    await page.getByText("You are offline. What you see may be old.").waitFor();
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await page.getByText("closed").waitFor();
    await page.getByText("1 change waits to be sent.").waitFor();
    await page.clock.fastForward(61_000);
    server.data.issues[58]!.title = "The mill is repaired";
    requests();
    await page.context().setOffline(false);
    await heading(page, "The mill is repaired").waitFor();
    for (const text of ["What you see may be old.", "1 change waits"]) {
      await page.getByText(text).waitFor({ state: "hidden" });
    }
    await page.getByText("closed").waitFor();
    assertEquals(requests().sort(), [
      "GET /api/issues/2",
      "GET /api/session",
      "PATCH /api/issues/2",
    ]);
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

Deno.test("back online a list is refreshed with the pages that were loaded of it", () =>
  withTracker(async ({ page, server, open, requests, complaints }) => {
    await page.clock.install();
    const opening = stream(page);
    await open();
    await rows(page).nth(19).waitFor();
    await opening;
    await page.getByRole("button", { name: "Load more" })
      .scrollIntoViewIfNeeded();
    await rows(page).nth(39).waitFor();
    await page.context().setOffline(true);
    await page.clock.fastForward(61_000);
    server.data.issues[30]!.title = "Written meanwhile";
    requests();
    const pages = Promise.all(["/api/issues", "/api/issues?cursor=41"].map(
      (path) => page.waitForResponse(server.url + path),
    ));
    await page.context().setOffline(false);
    await pages;
    await rows(page).nth(30).getByText("Written meanwhile").waitFor();
    assertEquals(await rows(page).count(), 40);
    assertEquals(requests().filter((name) => name.includes("/issues")).sort(), [
      "GET /api/issues",
      "GET /api/issues?cursor=41",
    ]);
    assertEquals(complaints, []);
  }));

Deno.test("an issue that somebody else closes and deletes is closed, then said to be gone", () =>
  withTracker(async ({ page, open, openOther }) => {
    const opening = stream(page, "issue-2");
    await open("/issues/2");
    await heading(page, "The mill counts one too many").waitFor();
    await opening;
    const other = await openOther("/issues/2");
    other.on("dialog", (dialog) => dialog.accept());
    await other.getByRole("button", { name: "Close", exact: true }).click();
    await page.getByRole("button", { name: "Reopen" }).waitFor();
    await other.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("alert").getByText("There is no issue 2.").waitFor();
    await page.getByRole("link", { name: "Issues" }).click();
    await rows(page).first().waitFor();
  }));

Deno.test("an issue can be changed while it is being created", () =>
  withTracker(async ({ page, server, open, requests, complaints }) => {
    await open();
    await rows(page).first().waitFor();
    await page.getByRole("link", { name: "Board" }).click();
    await cards(page, "closed").first().waitFor();
    await page.getByRole("link", { name: "Issues" }).click();
    const release = server.hold("POST /api/issues");
    await page.getByLabel("New issue").fill("The bell is silent");
    await page.keyboard.press("Enter");
    await rows(page).first().getByText("saving…").waitFor();
    await page.getByRole("link", { name: "Board" }).click();
    requests();
    await page.getByLabel("Status of The bell is silent")
      .selectOption("started");
    await cards(page, "in progress").getByText("The bell is silent").waitFor();
    release();
    await page.waitForResponse("**/api/issues/61");
    await cards(page, "in progress").getByText("The bell is silent").waitFor();
    assertEquals(await cards(page, "open").getByText("The bell").count(), 0);
    const sent = requests();
    const isQuestion = (request: string) =>
      request.startsWith("GET /api/issues?status=");
    assertEquals(sent.filter((request) => !isQuestion(request)), [
      "POST /api/issues",
      "PATCH /api/issues/61",
    ]);
    // the stream may tell of the creation while the change is in flight: then
    // only the server knows which came last, and each list asks once
    const questions = sent.filter(isQuestion);
    assertEquals(questions, [...new Set(questions)]);
    assertEquals(complaints, []);
  }));

Deno.test("a minified production build of the tracker has no byte of the devtools, nor a text of them [react/NEW-59]", async () => {
  const marks = /data devtools|tessera-devtools|tessera-view|did it render/i;
  for (const mode of ["development", "production"] as const) {
    const bytes = new Map<string, number>();
    const text = await bundle(mode, undefined, {
      metafile: true,
      plugins: [{
        name: "bytes",
        setup({ onEnd }) {
          onEnd(({ metafile }) => {
            for (const { inputs } of Object.values(metafile!.outputs)) {
              for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
                if (/react\/devtools\/(?!dev_tools_slot)/.test(path)) {
                  bytes.set(path, bytesInOutput);
                }
              }
            }
          });
        },
      }],
    });
    const isThere = mode === "development";
    assertEquals([...bytes.values()].some((count) => count > 0), isThere);
    assertEquals(marks.test(text), isThere, marks.exec(text)?.[0]);
  }
});

Deno.test("typing renders the field, and no row of the list", () =>
  withTracker(async ({ page, open, complaints }) => {
    const renders = await countRenders(page);
    await open();
    await rows(page).nth(19).waitFor();
    await renders();
    await page.getByLabel("New issue").fill("The bell");
    const { NewIssue, IssueList, IssueRow, Search } = await renders();
    assertEquals(
      { NewIssue, IssueList, IssueRow, Search },
      {
        NewIssue: 1,
        IssueList: undefined,
        IssueRow: undefined,
        Search: undefined,
      },
    );
    assertEquals(complaints, []);
  }));

Deno.test("everything can be reached by keyboard, and a new page has the focus", () =>
  withTracker(async ({ page, open }) => {
    await open("/?status=started");
    await rows(page).first().waitFor();
    const { stops, tabTo } = walkByKeyboard(page);
    await tabTo("Oil the carriage");
    assertEquals(stops, [
      "Issues",
      "Board",
      "Search issues",
      "Log out",
      "New issue",
      "Add",
      "any status",
      "open",
      "in progress",
      "closed",
      "any label",
      "bug",
      "feature",
      "documentation",
      "Oil the carriage",
    ]);
    await page.keyboard.press("Enter");
    await heading(page, "Oil the carriage").waitFor();
    await page.waitForFunction(() =>
      document.activeElement?.textContent === "Oil the carriage"
    );
    assertEquals(await page.title(), "Oil the carriage · Tracker");
    stops.length = 0;
    await tabTo("Comment");
    assertEquals(stops, [
      "Edit",
      "Close",
      "Delete",
      "New file",
      "Upload",
      "New comment",
      "Comment",
    ]);
  }));

Deno.test("a reload shows the page without a request, and after a logout nothing is kept", () =>
  withTracker(async ({ page, open, requests, complaints }) => {
    await open("/issues/2");
    await heading(page, "The mill counts one too many").waitFor();
    await page.getByRole("link", { name: "Issues" }).click();
    await rows(page).nth(19).waitFor();
    await untilKept(page, "Polish the operation cards");
    requests();
    await page.reload();
    await rows(page).nth(19).waitFor();
    await page.goBack();
    await heading(page, "The mill counts one too many").waitFor();
    await comments(page).nth(1).waitFor();
    assertEquals(await comments(page).count(), 2);
    assertEquals(requests(), []);

    await page.getByRole("button", { name: "Log out" }).click();
    await heading(page, "Log in").waitFor();
    await untilKept(page, "mill", false);
    await page.reload();
    await heading(page, "Log in").waitFor();
    assertEquals(await page.getByText("Ada Lovelace").count(), 0);
    assertEquals(complaints, []);
  }));

Deno.test("the plug is pulled: issues are changed and created, the page is loaded again, and all is sent once when the plug is back [controller/NEW-42] [controller/NEW-43] [controller/NEW-44]", () =>
  withTracker(async ({ page, server, open, requests, complaints }) => {
    await open("/issues/2");
    await heading(page, "The mill counts one too many").waitFor();
    await page.getByRole("link", { name: "Issues" }).click();
    await rows(page).nth(19).waitFor();
    await untilKept(page, "Polish the operation cards");
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
    requests();
    await page.context().setOffline(true);
    // a browser that is told to be offline is so in a new page a moment later
    const plugIn = await server.unplug();
    await page.getByLabel("New issue").fill("The bell is silent");
    await page.keyboard.press("Enter");
    await page.goBack();
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Title").fill("The mill counts too much");
    await page.getByRole("button", { name: "Save" }).click();
    await heading(page, "The mill counts too much").waitFor();
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await page.getByText("3 changes wait to be sent.").waitFor();
    await untilKept(page, '"status":"closed"');

    await page.reload();
    await page.getByText("3 changes wait to be sent.").waitFor();
    await page.getByText("You are offline.").waitFor();
    await heading(page, "The mill counts too much").waitFor();
    await page.getByText("closed").waitFor();
    await page.getByRole("link", { name: "Issues" }).click();
    await rows(page).first().getByText("The bell is silent").waitFor();
    assertEquals(requests(), []);

    plugIn();
    await page.context().setOffline(false);
    await page.getByText("to be sent.").waitFor({ state: "hidden" });
    assertEquals(
      requests().filter((name) => !name.startsWith("GET")),
      ["POST /api/issues", "PATCH /api/issues/2", "PATCH /api/issues/2"],
    );
    const { issues } = server.data;
    assertEquals(issues[0]!.title, "The bell is silent");
    const { title, status } = issues.find(({ id }) => id === "2")!;
    assertEquals([title, status], ["The mill counts too much", "closed"]);
    assertEquals(complaints, []);
  }));

Deno.test("what one tab stores the others show, and a logout is one of all tabs", () =>
  withTracker(async ({ page, server, open, requests, complaints }) => {
    await open();
    await rows(page).nth(19).waitFor();
    const other = await page.context().newPage();
    // so that it hears of changes from the first tab alone
    await other.route("**/api/events?*", (route) => route.abort());
    await other.goto(server.url);
    await rows(other).nth(19).waitFor();
    requests();
    await page.getByLabel("New issue").fill("The bell is silent");
    await page.keyboard.press("Enter");
    await rows(other).first().getByText("#61 by Ada Lovelace").waitFor();
    assertEquals(await rows(other).count(), 21);
    assertEquals(requests(), ["POST /api/issues"]);

    await page.getByRole("button", { name: "Log out" }).click();
    await heading(page, "Log in").waitFor();
    await heading(other, "Log in").waitFor();
    assertEquals(complaints, []);
  }));

/** The cards of a column of the board. */
function cards(page: Page, column: string): Locator {
  return page.getByRole("region", { name: column, exact: true })
    .locator(".card");
}

/** The event stream that a page opens next. */
async function stream(page: Page, channel = "issues"): Promise<void> {
  await page.waitForResponse((response) =>
    response.url().includes("/api/events?") && response.url().includes(channel)
  );
}

/** Waits until nothing of the kind is on the page. */
async function untilNone(locator: Locator): Promise<void> {
  // there may be several, of which none may be left
  while (await locator.count() > 0) {
    await locator.first().waitFor({ state: "hidden" });
  }
}

/** What the page tells in passing. */
function messages(page: Page): Locator {
  return page.getByRole("list", { name: "Messages" });
}
