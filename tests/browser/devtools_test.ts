import { assert, assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import type { Harbour } from "./support/devtools/harbour_page.tsx";
import { barriersOn } from "./support/barriers.ts";
import { openTab, views, withDevtoolsPage } from "./support/devtools_page.ts";
import { withTracker } from "./support/tracker_page.ts";

const panelHost = "[data-tessera-devtools=panel]";

const tabs = [
  "Entities",
  "Endpoints",
  "Actions",
  "Pending",
  "Why did it render?",
  "Cells",
];

for (const view of Object.keys(views) as (keyof typeof views)[]) {
  Deno.test(`${view}: the panel opens beside the application, which is not rendered for it [react/NEW-50] [react/NEW-57]`, () =>
    withDevtoolsPage(
      { view },
      async ({ page, panel, open, openPanel, run, complaints }) => {
        await open();
        const before = await layoutOf(page);
        const renders = await run((harbour) => harbour.renders);
        await openPanel();
        for (const tab of tabs) {
          await openTab(panel, tab);
          const row = panel.locator("tbody .row").first();
          if (await row.count() > 0) {
            await row.click();
            await panel.getByRole("region", { name: "Details" }).or(
              panel.locator(".scroll"),
            ).first().waitFor();
          }
        }
        await panel.getByLabel("Search in all tabs").fill("fram");
        await openTab(panel, /^Entities 1$/);
        assertEquals(await run((harbour) => harbour.renders), renders);
        assertEquals(await layoutOf(page), before);
        // a strict content security policy of the page included
        assertEquals(complaints, []);
      },
    ));
}

Deno.test("nothing of the panel leaves it: no styles, no keys, no focus [react/NEW-57]", () =>
  withDevtoolsPage({}, async ({ page, panel, open, run }) => {
    await open();
    await page.getByLabel("Log").focus();
    const button = page.getByRole("button", { name: "Open data devtools" });
    await button.evaluate((element: HTMLElement) => element.click());
    await panel.waitFor();
    assertEquals(await focused(page), "Log");
    const search = panel.getByLabel("Search in all tabs");
    await search.pressSequentially("fram");
    assertEquals(await run((harbour) => harbour.keys), []);
    assertEquals(
      await page.evaluate(() => document.querySelectorAll("style").length),
      0,
    );
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync("* { color: rgb(255, 0, 0) !important }");
      document.adoptedStyleSheets = [sheet];
    });
    const color = await search.evaluate((element) =>
      getComputedStyle(element).color
    );
    assert(color !== "rgb(255, 0, 0)");
  }));

Deno.test("what the panel reads is not kept from collection [react/NEW-57]", () =>
  withDevtoolsPage({}, async ({ panel, open, openPanel, run }) => {
    await open();
    const readers = () =>
      run((harbour) =>
        [...harbour.controller.readers()].map(({ key, count }) =>
          `${key} ${count}`
        )
      );
    const before = await readers();
    await openPanel("Endpoints");
    await panel.getByRole("button", { name: "GET /api/vessels", exact: true })
      .click();
    await openTab(panel, "Why");
    await panel.locator("tbody .row").first().click();
    await panel.getByText("Made of", { exact: true }).first().waitFor();
    assertEquals(await readers(), before);
  }));

Deno.test("tabs move with the arrows, Home and End, and one of them is a stop of the tabulator [react/NEW-74]", () =>
  withDevtoolsPage({}, async ({ page, panel, open, openPanel }) => {
    await open();
    await openPanel();
    const all = panel.getByRole("tab");
    await all.first().focus();
    const seen: string[] = [];
    for (
      const key of [
        "ArrowRight",
        "ArrowRight",
        "End",
        "ArrowRight",
        "ArrowLeft",
        "Home",
      ]
    ) {
      await page.keyboard.press(key);
      const selected = panel.locator("[role=tab][aria-selected=true]");
      const name = (await selected.textContent())!.replace(/\s*\d*$/, "");
      assertEquals(
        await all.evaluateAll((all) => all.map(({ tabIndex }) => tabIndex)),
        tabs.map((tab) => tab === name ? 0 : -1),
      );
      assert(
        await selected.evaluate((tab) =>
          tab === (tab.getRootNode() as ShadowRoot).activeElement
        ),
      );
      await panel.getByRole("tabpanel", { name }).waitFor();
      seen.push(name);
    }
    assertEquals(seen, [
      "Endpoints",
      "Actions",
      "Cells",
      "Entities",
      "Cells",
      "Entities",
    ]);
  }));

Deno.test("everything in the panel works by keyboard; Escape goes back to the button [react/NEW-74] [react/NEW-77]", () =>
  withDevtoolsPage({}, async ({ page, panel, open }) => {
    await open();
    await page.getByRole("button", { name: "Open data devtools" }).focus();
    await page.keyboard.press("Enter");
    await panel.waitFor();
    assertEquals(await focused(page), "Close data devtools");
    const stops: string[] = [];
    for (let count = 0; count < 12; count++) {
      await page.keyboard.press("Tab");
      stops.push(await focused(page));
      if (stops.at(-1) === "1") break;
    }
    assertEquals(stops, [
      "Height of the devtools",
      "Entities 3",
      "Search in all tabs",
      "Copy link",
      "Close",
      "Vessel2",
      "[Vessel]1",
      "Primary key",
      "name",
      "berth",
      "Fetched",
      "Expires",
    ]);
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowDown");
    assertEquals(await focused(page), "1");
    await page.keyboard.press("ArrowDown");
    assertEquals(await focused(page), "2");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    assertEquals(await focused(page), "Copy JSON");
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "hidden" });
    assertEquals(await focused(page), "Open data devtools");
  }));

Deno.test("the button is native, named, the last stop of the tabulator, large enough and legible, and does not move; Enter and Space operate it [react/NEW-73]", () =>
  withDevtoolsPage({}, async ({ page, panel, open, complaints }) => {
    await open();
    const button = page.locator("[data-tessera-devtools=button]");
    const seen = () =>
      button.evaluate((button: HTMLButtonElement) => ({
        is: `${button.localName} ${button.type}`,
        name: button.getAttribute("aria-label"),
        isExpanded: button.getAttribute("aria-expanded"),
        controls: document.getElementById(button.getAttribute("aria-controls")!)
          ?.dataset.tesseraDevtools,
        movements: button.getAnimations({ subtree: true }).length,
        transition: getComputedStyle(button).transitionDuration,
      }));
    const closed = {
      is: "button button",
      name: "Open data devtools",
      isExpanded: "false",
      controls: "panel",
      movements: 0,
      transition: "0s",
    };
    const opened = {
      ...closed,
      name: "Close data devtools",
      isExpanded: "true",
    };
    for (const reducedMotion of ["reduce", "no-preference"] as const) {
      await page.emulateMedia({ reducedMotion });
      assertEquals(await seen(), closed);
    }
    const { width, height } = (await button.boundingBox())!;
    assert(width >= 24 && height >= 24);
    assertEquals(await barriersOn(page, "[data-tessera-devtools=button]"), []);
    const stops: string[] = [];
    await page.locator("body").press("Tab");
    for (let stop = 0; stop < 3; stop++) {
      stops.push(await focused(page));
      await page.keyboard.press("Tab");
    }
    assertEquals(stops, ["Log", "Rename", "Open data devtools"]);
    for (const key of ["Enter", "Space"]) {
      await button.focus();
      await page.keyboard.press(key);
      await panel.waitFor();
      assertEquals(await seen(), opened);
      await page.keyboard.press(key);
      await panel.waitFor({ state: "hidden" });
      assertEquals(await seen(), closed);
    }
    assertEquals(complaints, []);
  }));

Deno.test("tables have heads with scopes and tell their order, and only the status is announced [react/NEW-74]", () =>
  withDevtoolsPage({}, async ({ panel, open, openPanel, drawn }) => {
    await open();
    await openPanel();
    for (const tab of tabs) {
      await openTab(panel, tab);
      await drawn();
      const found = await panel.evaluate((panel) => ({
        without: [...panel.querySelectorAll(".scroll th")]
          .filter((head) => !head.getAttribute("scope"))
          .map(({ textContent }) => textContent),
        names: [...panel.querySelectorAll(".scroll table")]
          .map((table) => table.querySelector("caption")?.textContent),
        unsorted: [...panel.querySelectorAll(".scroll .sort")]
          .filter((button) => !button.closest("th")!.ariaSort).length,
        announced: [
          ...panel.querySelectorAll(
            "[aria-live], [role=status], [role=alert], [role=timer], [role=log], output",
          ),
        ].map(({ className }) => className),
      }));
      assert(found.names.length > 0 && found.names.every(Boolean), tab);
      assertEquals({ ...found, names: [] }, {
        without: [],
        names: [],
        unsorted: 0,
        announced: ["status"],
      }, tab);
    }
  }));

Deno.test("it follows the colours that the user prefers, and in forced colours the selection is outlined [react/NEW-75]", () =>
  withDevtoolsPage({}, async ({ page, panel, open, openPanel }) => {
    await page.emulateMedia({ colorScheme: "light" });
    await open();
    await openPanel();
    await panel.locator("tbody .row").first().click();
    const row = panel.locator("tbody tr.selected");
    await row.waitFor();
    const colors = () =>
      panel.evaluate((panel) => {
        const { color, backgroundColor, colorScheme } = getComputedStyle(panel);
        return [color, backgroundColor, colorScheme];
      });
    const outline = () =>
      row.evaluate((row) => getComputedStyle(row).outlineStyle);
    const light = await colors();
    assertEquals([light[2], await outline()], ["light", "none"]);
    await page.emulateMedia({ colorScheme: "dark" });
    const dark = await colors();
    assertEquals(dark[2], "dark");
    assert(dark[0] !== light[0] && dark[1] !== light[1]);
    await page.emulateMedia({ forcedColors: "active" });
    assertEquals(await outline(), "solid");
  }));

Deno.test("without constructed style sheets a strict policy lets its style through by a nonce [react/NEW-50]", () =>
  withDevtoolsPage({}, async ({ page, panel, open, complaints }) => {
    await page.addInitScript(() => {
      delete (CSSStyleSheet.prototype as Partial<CSSStyleSheet>).replaceSync;
    });
    const position = async () =>
      await panel.evaluate((panel) => getComputedStyle(panel).position);
    await open("?nonce=anchor");
    await panel.waitFor();
    assertEquals(await position(), "fixed");
    assertEquals(complaints, []);
    // another nonce is none
    await open("?nonce=buoy");
    await panel.waitFor();
    assertEquals(await position(), "static");
  }));

Deno.test("the height changes by arrows and by dragging, and the button stands clear of it [react/NEW-74]", () =>
  withDevtoolsPage({}, async ({ page, panel, open, openPanel, drawn }) => {
    await open();
    await openPanel();
    const separator = panel.getByRole("separator");
    const height = async () => {
      await drawn();
      return (await panel.boundingBox())!.height;
    };
    const first = await height();
    await separator.focus();
    await page.keyboard.press("ArrowUp");
    assertEquals(await height(), first + 20);
    assertEquals(
      await separator.getAttribute("aria-valuenow"),
      String(first + 20),
    );
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    assertEquals(await height(), first - 20);
    const { x, y, width } = (await separator.boundingBox())!;
    await page.mouse.move(x + width / 2, y + 4);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y + 4 - 70);
    await page.mouse.up();
    await page.mouse.move(x, 0);
    await page.waitForFunction(
      (height) =>
        document.querySelector("[data-tessera-devtools=panel]")!.shadowRoot!
          .querySelector("section")!.offsetHeight === height,
      first - 20 + 70,
    );
    const button = await page.getByRole("button", {
      name: "Close data devtools",
    }).boundingBox();
    const top = (await panel.boundingBox())!.y;
    assert(button!.y + button!.height < top);
    await separator.focus();
    await page.keyboard.press("End");
    await drawn();
    assert((await panel.boundingBox())!.y >= 40);
  }));

Deno.test("open or closed, height and view survive a reload; a link opens a view for anybody [react/NEW-50]", () =>
  withDevtoolsPage({}, async ({ page, panel, open, openPanel, drawn }) => {
    await open();
    await openPanel("Actions");
    await panel.getByRole("separator").focus();
    await page.keyboard.press("ArrowUp");
    await drawn();
    const { height } = (await panel.boundingBox())!;
    await openTab(panel, "Entities");
    await panel.locator("tbody .row").nth(1).click();
    const title = panel.getByRole("region", { name: "Details" })
      .getByRole("heading", { level: 3 });
    assertEquals(await title.textContent(), "Vessel 2");
    await page.reload();
    await panel.waitFor();
    assertEquals(await title.textContent(), "Vessel 2");
    assertEquals((await panel.boundingBox())!.height, height);

    await panel.getByRole("button", { name: "Copy link" }).click();
    await panel.getByRole("status").getByText("Copied.").waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await panel.getByRole("button", { name: "Close", exact: true }).click();
    await page.reload();
    await page.getByRole("button", { name: "Open data devtools" }).waitFor();
    assertEquals(await panel.count(), 0);
    await page.evaluate(() => localStorage.clear());
    await page.goto(link);
    await panel.waitFor();
    assertEquals(await title.textContent(), "Vessel 2");
  }));

Deno.test("devButton={null} removes button and panel; a panel stands alone, at another edge, without a shadow root, or for another store [react/NEW-50]", () =>
  withDevtoolsPage({}, async ({ page, panel, open }) => {
    await open("?none");
    assertEquals(await page.locator("[data-tessera-devtools]").count(), 0);
    await open("?alone");
    await panel.waitFor();
    const { y } = (await panel.boundingBox())!;
    assertEquals(y, 0);
    assertEquals(
      await page.locator("[data-tessera-devtools=panel]").evaluate((
        host,
      ) => [host.shadowRoot, host.querySelector("section")?.className]),
      [null, "panel top"],
    );
    await panel.getByRole("tab", { name: "Entities 3" }).waitFor();
    await open("?other");
    await panel.getByRole("tab", { name: "Entities 0" }).waitFor();
  }));

Deno.test("axe-core finds no barrier in any tab, light, dark, in forced colours, narrow and at 200 % [react/NEW-75] [react/NEW-77]", () =>
  withTracker(async ({ page, open }) => {
    await open("/issues/2");
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.getByRole("button", { name: "Open data devtools" }).click();
    const panel = page.getByRole("region", { name: "Data devtools" });
    for (const tab of tabs) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await openTab(panel, tab);
      const row = panel.locator("tbody .row").first();
      if (await row.count() > 0) await row.click();
      for (const colorScheme of ["light", "dark"] as const) {
        for (const forcedColors of ["none", "active"] as const) {
          await page.emulateMedia({ colorScheme, forcedColors });
          // 640 pixels are what 1280 show at 200 %
          for (const width of [1280, 640, 320]) {
            if (forcedColors === "active" && width !== 1280) continue;
            await page.setViewportSize({ width, height: 800 });
            const place = `${tab}, ${colorScheme}, ${forcedColors}, ${width}`;
            assertEquals(await barriersOn(page, panelHost), [], place);
            assertEquals(
              await page.evaluate(() => document.documentElement.scrollWidth),
              width,
              place,
            );
            const outside = await panel.evaluate((section) =>
              [...section.querySelectorAll("button, input")]
                .filter((element) => !element.closest(".scroll"))
                .filter((element) =>
                  element.getBoundingClientRect().right > innerWidth + 1
                ).map((element) => element.textContent)
            );
            assertEquals(outside, [], place);
          }
        }
      }
    }
  }));

Deno.test("nothing of a production page is the panel's, unless it is imported for that [react/NEW-59]", () =>
  withDevtoolsPage({ mode: "production" }, async ({ page, open }) => {
    await open();
    assertEquals(await page.locator("[data-tessera-devtools]").count(), 0);
    const script = await (await fetch(new URL("/main.js", page.url()))).text();
    assert(!/devtools"|tessera-view|Why did it render/.test(script));
  }));

Deno.test("a production page that imports the panel has all its tabs: it records what changes from when it is there, shows older states, and says that components are not known [react/NEW-59]", () =>
  withDevtoolsPage(
    { mode: "production", hasSupport: true },
    async ({ page, panel, open, openPanel, rows, drawn, run, complaints }) => {
      await open();
      assertEquals(await page.locator("[data-tessera-devtools]").count(), 0);
      await page.getByRole("button", { name: "Inspect" }).click();
      const button = page.getByRole("button", { name: "Open data devtools" });
      await button.waitFor();
      const shown = (name: string) =>
        page.locator("b", { hasText: new RegExp(`^${name}$`) }).waitFor();
      await run(({ controller, Vessel }) =>
        controller.set(Vessel, { id: "1" }, { id: "1", name: "Gauss" })
      );
      await shown("Gauss");
      await openPanel("Actions");
      await page.getByRole("button", { name: "Rename" }).click();
      await shown("Maud");
      await panel.getByText("PATCH /api/vessels/1").first().waitFor();
      await panel.getByText("response", { exact: true }).first().waitFor();
      // recorded before it was opened, and while it is open
      const seen = (await rows()).map((row) => row.split("|").slice(1, 3));
      assertEquals(seen[0], ["response", "PATCH /api/vessels/1"]);
      assertEquals(seen.at(-1), ["set", "Vessel"]);
      await panel.locator("tbody .row").last().click();
      await panel.locator(".change", { hasText: '"Fram" → "Gauss"' }).waitFor();
      await panel.getByRole("button", { name: "Show this state" }).click();
      await shown("Gauss");
      await panel.getByRole("button", { name: "Live", exact: true }).click();
      await shown("Maud");

      await openTab(panel, "Entities 3");
      await panel.getByRole("cell", { name: "Maud" }).waitFor();
      await openTab(panel, "Endpoints");
      await panel.getByText("every 3600 s").waitFor();
      await openTab(panel, "Pending 1");
      await panel.getByRole("button", { name: "Go", exact: true }).waitFor();
      await openTab(panel, "Cells");
      await panel.getByText("GET /api/tide").first().waitFor();
      await openTab(panel, "Why");
      await panel.getByText("known in development only").waitFor();
      await panel.locator(".scroll tr", { hasText: "GET /api/vessels/1" })
        .click();
      await panel.locator(".change", { hasText: '"Fram" → "Gauss"' }).waitFor();

      // closed it goes on; gone it stops
      await panel.getByRole("button", { name: "Close", exact: true }).click();
      await run(({ controller, Vessel }) =>
        controller.set(Vessel, { id: "2" }, { id: "2", name: "Discovery" })
      );
      await openPanel("Actions");
      await drawn();
      assertEquals((await rows())[0]!.split("|").slice(1, 3), [
        "set",
        "Vessel",
      ]);
      assertEquals(complaints, []);
    },
  ));

Deno.test("with 100,000 entities and 1,000 actions in a turn few rows are in the document, and the panel asks for one frame [react/NEW-58]", () =>
  withDevtoolsPage({}, async ({ page, panel, open, openPanel, run, drawn }) => {
    await page.addInitScript(() => {
      const counted = { draws: 0, timers: 0 };
      const { requestAnimationFrame } = globalThis;
      // nobody but the panel asks for frames on this page
      globalThis.requestAnimationFrame = (callback) => {
        counted.draws++;
        return requestAnimationFrame(callback);
      };
      const { setTimeout } = globalThis;
      globalThis.setTimeout = ((...args: Parameters<typeof setTimeout>) => {
        counted.timers++;
        return setTimeout(...args);
      }) as typeof setTimeout;
      Object.assign(globalThis, { counted });
    });
    await open();
    await run(({ fill }) => fill(100_000, false));
    assertEquals(await run(act), { draws: 0, timers: 0 }, "closed");
    await openPanel();
    // rows are listed in slices; a table without them cannot be scrolled
    await panel.locator(".scroll table[aria-rowcount='100001']").waitFor();
    const rowsIn = () => panel.locator(".scroll tbody tr").count();
    assert(await rowsIn() < 40);
    const scroller = panel.locator(".scroll");
    await scroller.evaluate((element) => {
      element.scrollTop = element.scrollHeight;
    });
    await panel.getByRole("button", { name: "100000", exact: true }).waitFor();
    assert(await rowsIn() < 40);

    await openTab(panel, "Actions");
    await drawn();
    const { draws, timers } = await run(act);
    assert(draws + timers <= 1, `${draws} frames, ${timers} timers`);
    await panel.getByRole("tab", { name: "Actions 200", exact: true })
      .waitFor();

    /** Acts a thousand times; returns what was asked for meanwhile. */
    function act({ controller, Vessel }: Harbour) {
      const { counted } = globalThis as unknown as {
        counted: { draws: number; timers: number };
      };
      counted.draws = counted.timers = 0;
      for (let number = 0; number < 1000; number++) {
        const id = String(number + 1);
        controller.set(Vessel, { id }, { id, name: `Renamed ${number}` });
      }
      return { ...counted };
    }
  }));

/** Where the elements of the application are. */
function layoutOf(page: Page): Promise<string> {
  return page.evaluate(() =>
    JSON.stringify(
      [...document.querySelectorAll("#root h1, #root li, #root p, #root input")]
        .map((element) => element.getBoundingClientRect()),
    )
  );
}

/** Name of what has the focus, in shadow roots too. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    let element = document.activeElement as HTMLElement;
    while (element.shadowRoot?.activeElement) {
      element = element.shadowRoot.activeElement as HTMLElement;
    }
    const label = (element as HTMLInputElement).labels?.[0]?.textContent;
    return (element.getAttribute("aria-label") ?? label ?? element.textContent)
      .trim();
  });
}
