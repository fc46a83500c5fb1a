import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Locator } from "playwright-core";
import {
  type DevtoolsPage,
  openTab,
  views,
  withDevtoolsPage,
} from "./support/devtools_page.ts";

/** Selects the row of a table by what its first cell has. */
async function select(
  { panel, drawn }: DevtoolsPage,
  name: string,
): Promise<void> {
  await panel.locator(".scroll tbody").getByRole("button", {
    name,
    exact: true,
  }).first().click();
  await drawn();
}

function detailsOf({ panel }: DevtoolsPage): Locator {
  return panel.getByRole("region", { name: "Details" });
}

/** Presses a button of the details. */
async function press(devtools: DevtoolsPage, name: string): Promise<void> {
  await detailsOf(devtools).getByRole("button", { name, exact: true }).first()
    .click();
  await devtools.drawn();
}

/** What was copied last. */
async function copied({ page, panel }: DevtoolsPage): Promise<string> {
  await panel.getByRole("status").getByText("Copied.").waitFor();
  return await page.evaluate(() => navigator.clipboard.readText());
}

Deno.test("entities: rows are searched, ordered and shown with times [react/NEW-51]", () =>
  withDevtoolsPage({}, async (devtools) => {
    const { page, panel, open, openPanel, rows, run } = devtools;
    await open();
    await run(({ fill }) => fill(12));
    await openPanel("Entities");
    await panel.getByRole("button", { name: "Vessel 12" }).first().waitFor();
    const pks = async () => (await rows()).map((row) => row.split("|")[0]);
    const sort = async (name: string) => {
      await panel.locator("thead").getByRole("button", { name }).click();
      await devtools.drawn();
    };
    const order = (name: string) =>
      panel.locator("thead th", { hasText: name }).getAttribute("aria-sort");
    await sort("Primary key");
    // numbers in texts are numbers
    assertEquals((await pks()).slice(0, 3), ["1", "2", "3"]);
    assertEquals((await pks()).at(-1), "12");
    assertEquals(await order("Primary key"), "ascending");
    await sort("berth");
    assertEquals((await pks())[0], "1");
    await sort("berth");
    assertEquals(await order("berth"), "descending");
    assertEquals((await pks()).at(-1), "1");
    await sort("berth");
    assertEquals(await order("berth"), "none");
    assertMatch(
      (await rows())[0]!,
      /\d\d:\d\d:\d\d\|(\d+\/.*)?\d\d:\d\d:\d\d$/,
    );

    // over everything: the other tabs say how much they have
    await panel.getByLabel("Search in all tabs").fill("vessel 11");
    await panel.getByRole("tab", { name: "Entities 1", exact: true }).waitFor();
    assertEquals(await pks(), ["11"]);
    await panel.getByLabel("Search in all tabs").fill("tide");
    await panel.getByRole("tab", { name: "Endpoints 1", exact: true })
      .waitFor();
    await panel.getByText("No entity contains “tide”.").waitFor();
    // a kind that has something is shown in place of one that has not
    await panel.getByLabel("Search in all tabs").fill("");
    await panel.getByRole("button", { name: "[Vessel] 1" }).click();
    await panel.getByLabel("Search in all tabs").fill("vessel 7");
    await panel.getByRole("cell", { name: "Vessel 7" }).waitFor();
    assertEquals(await pks(), ["7"]);
    await openTab(panel, "Cells");
    await panel.getByRole("button", { name: /^Entities/ }).click();
    await panel.getByRole("tab", { name: "Cells 1", exact: true }).waitFor();
    await openTab(panel, "Entities");
    await page.keyboard.press("Escape");
    await panel.getByRole("tab", { name: "Entities 13", exact: true })
      .waitFor();
  }));

Deno.test("entities: where each field is from, who reads it, and in which responses it is [react/NEW-51]", () =>
  withDevtoolsPage({}, async (devtools) => {
    const { page, panel, open, openPanel } = devtools;
    await open();
    await page.getByRole("button", { name: "Rename" }).click();
    await page.locator("b", { hasText: "Maud" }).waitFor();
    await openPanel("Entities");
    await select(devtools, "1");
    const details = detailsOf(devtools);
    const field = (name: string) =>
      details.locator(".fields tbody tr", { hasText: name });
    await field("name").getByRole("button", { name: "Vessel.partialUpdate" })
      .waitFor();
    await field("berth").getByRole("button", { name: "Vessel.getList" })
      .waitFor();
    await details.getByRole("button", { name: "GET /api/vessels", exact: true })
      .waitFor();
    assertMatch((await details.textContent())!, /Readers2/);
    // from there to the action that wrote it
    await field("name").getByRole("button", { name: "Vessel.partialUpdate" })
      .click();
    await panel.getByRole("tabpanel", { name: "Actions" }).waitFor();
    await details.getByText("“", { exact: false }).or(
      details.locator("ins", { hasText: "Maud" }),
    ).first().waitFor();
  }));

Deno.test("entities: copied, edited and invalidated [react/NEW-51]", () =>
  withDevtoolsPage({}, async (devtools) => {
    const { page, open, openPanel, answers, run } = devtools;
    await open();
    await openPanel("Entities");
    await select(devtools, "1");
    await press(devtools, "Copy JSON");
    assertEquals(JSON.parse(await copied(devtools)), {
      id: "1",
      name: "Fram",
      berth: 4,
    });

    const details = detailsOf(devtools);
    const row = (name: string) =>
      details.locator(".fields tbody tr", { hasText: name });
    await row("name").getByRole("button", { name: "Edit" }).click();
    await details.getByLabel("name").fill("Fram III");
    await page.keyboard.press("Enter");
    await page.locator("b", { hasText: "Fram III" }).waitFor();
    await row("berth").getByRole("button", { name: "Edit" }).click();
    await details.getByLabel("berth, as JSON").fill("not JSON");
    await details.getByRole("button", { name: "Save" }).click();
    await devtools.panel.getByRole("status").getByText("SyntaxError").waitFor();
    await details.getByLabel("berth, as JSON").fill("17");
    await details.getByRole("button", { name: "Save" }).click();
    await row("berth").getByText("17", { exact: true }).waitFor();
    assertEquals(
      await run(({ controller, Vessel }) => {
        const { name, berth } = controller.get(
          Vessel,
          { id: "1" },
          controller.getState(),
        )!;
        return [name, berth];
      }),
      ["Fram III", 17],
    );
    // Escape ends the editing, not the panel
    await row("berth").getByRole("button", { name: "Edit" }).click();
    await devtools.drawn();
    await page.keyboard.press("Escape");
    assertEquals(await details.getByLabel("berth, as JSON").count(), 0);
    assert(await devtools.panel.isVisible());

    let requests = 0;
    answers.set("GET /api/vessels/1", () => {
      requests++;
      return Response.json({ id: "1", name: "Nautilus", berth: 1 });
    });
    await press(devtools, "Invalidate");
    await page.locator("b", { hasText: "Nautilus" }).waitFor();
    assertEquals(requests, 1);
  }));

Deno.test("endpoints: status, remaining time, readers and polls; fetch, expire, invalidate, force error, copy [react/NEW-52]", () =>
  withDevtoolsPage(
    { viewport: { width: 1900, height: 900 } },
    async (devtools) => {
      const { page, panel, open, openPanel, rows, answers, run } = devtools;
      let count = 0;
      answers.set("GET /api/vessels/1", () => {
        count++;
        return Response.json({ id: "1", name: `Fram ${count}`, berth: 4 });
      });
      await open();
      const key = "GET /api/vessels/1";
      await run(({ controller, vessels }) =>
        controller.fetch(vessels.get, { id: "1" })
      );
      await openPanel("Endpoints");
      const row = async (name = key) =>
        (await rows()).find((row) => row.startsWith(`${name}|`))!.split("|");
      const status = (status: string) =>
        panel.locator(".scroll tr", {
          has: page.getByRole("button", { name: key, exact: true }),
        }).getByText(status).waitFor();
      await status("fresh");
      const [, name, , left, , readers] = await row();
      assertEquals([name, readers], ["Vessel.get", "1"]);
      assertMatch(left!, /^(1 min|5\d s)$/);
      assertEquals((await row("GET /api/tide")).at(-1), "every 3600 s");
      // it goes by
      const seconds = async () => parseInt((await row())[3]!);
      await page.waitForFunction(
        (before) => {
          const root = document.querySelector("[data-tessera-devtools=panel]")!
            .shadowRoot!;
          const row = [...root.querySelectorAll(".scroll tbody tr")]
            .find((row) => row.textContent!.startsWith("GET /api/vessels/1"));
          return row!.children[3]!.textContent !== before;
        },
        left,
      );
      assert(await seconds() < 60);

      await select(devtools, key);
      const before = count;
      await press(devtools, "Fetch");
      await page.locator("b", { hasText: `Fram ${before + 1}` }).waitFor();

      let answer!: (response: Response) => void;
      answers.set(
        "GET /api/vessels/1",
        () => new Promise((resolve) => answer = resolve),
      );
      await press(devtools, "Expire");
      await status("stale");
      // what is on the page stays
      assert(await page.locator("b", { hasText: "Fram" }).isVisible());
      answer(Response.json({ id: "1", name: "Again", berth: 4 }));
      await page.locator("b", { hasText: "Again" }).waitFor();
      await status("fresh");

      await press(devtools, "Invalidate");
      await page.getByText("loading").waitFor();
      await status("invalid");
      answer(Response.json({ id: "1", name: "Anew", berth: 4 }));
      await page.locator("b", { hasText: "Anew" }).waitFor();

      await press(devtools, "Copy result");
      assertEquals(JSON.parse(await copied(devtools)).name, "Anew");
      await press(devtools, "Copy as fixture");
      const fixture = await copied(devtools);
      const literal = new Function("Vessel", `return ${fixture}`);
      assertEquals(literal({ get: "the endpoint" }), {
        endpoint: "the endpoint",
        args: [{ id: "1" }],
        response: { id: "1", name: "Anew", berth: 4 },
      });

      await press(devtools, "Force error");
      await page.getByRole("alert").getByText("Failed by the devtools.")
        .waitFor();
      await status("error");
      await press(devtools, "Copy as fixture");
      assertMatch(await copied(devtools), /error: true,\n\}$/);
    },
  ));

Deno.test("actions: type, key, endpoint and duration, newest first, and what each has changed [react/NEW-53]", () =>
  withDevtoolsPage(
    { viewport: { width: 1900, height: 900 } },
    async (devtools) => {
      const { page, panel, open, openPanel, rows, run } = devtools;
      await open();
      await page.getByRole("button", { name: "Rename" }).click();
      await page.locator("b", { hasText: "Maud" }).waitFor();
      // several in one turn, which React shows in one commit
      await run(async ({ controller, Vessel }) => {
        controller.set(Vessel, { id: "1" }, { id: "1", name: "One" });
        controller.set(Vessel, { id: "1" }, { id: "1", name: "Two" });
        await controller.set(Vessel, { id: "2" }, { id: "2", name: "Three" });
      });
      await openPanel("Actions");
      const seen = (await rows()).map((row) => {
        const [number, type, key, endpoint, time, took] = row.split("|");
        assertMatch(time!, /^\d\d:\d\d:\d\d$/);
        assertEquals(took !== "", type === "response");
        return [Number(number), type, key, endpoint];
      });
      const numbers = seen.map(([number]) => number as number);
      assertEquals(numbers, [...numbers].sort((a, b) => b - a));
      assertEquals(seen.slice(0, 5).map(([, ...rest]) => rest), [
        ["set", "Vessel", ""],
        ["set", "Vessel", ""],
        ["set", "Vessel", ""],
        ["response", "PATCH /api/vessels/1", "Vessel.partialUpdate"],
        ["fetch", "PATCH /api/vessels/1", "Vessel.partialUpdate"],
      ]);
      const changes = async () => {
        const details = detailsOf(devtools);
        return (await details.locator(".change").allTextContents())
          .map((text) => text.replaceAll(/\s+/g, " "));
      };
      const [third, second, first] = numbers;
      await select(devtools, String(first));
      assertEquals(await changes(), ['Vessel 1~changedname"Maud" → "One"']);
      await select(devtools, String(second));
      assertEquals(await changes(), ['Vessel 1~changedname"One" → "Two"']);
      await select(devtools, String(third));
      assertEquals(await changes(), ['Vessel 2~changedname"Gjøa" → "Three"']);
      // the optimistic change is one of layers
      await select(devtools, String(numbers[4]));
      assertMatch((await changes()).join(), /Optimistic changes\+added/);
      await panel.getByRole("tab", { name: "Actions" }).waitFor();
    },
  ));

Deno.test("actions: two hundred are kept [react/NEW-53]", () =>
  withDevtoolsPage({}, async ({ panel, open, openPanel, run }) => {
    await open();
    await run(async ({ controller, Vessel }) => {
      for (let number = 0; number < 250; number++) {
        await controller.set(Vessel, { id: "1" }, {
          id: "1",
          name: String(number),
        });
      }
    });
    await openPanel("Actions");
    await panel.getByRole("tab", { name: "Actions 200", exact: true })
      .waitFor();
  }));

Deno.test("time travel: data that the older state has not is loading, and nothing is requested until the page is live again [react/NEW-55]", () =>
  withDevtoolsPage({}, async (devtools) => {
    const { page, panel, open, openPanel } = devtools;
    await open();
    await openPanel("Actions");
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    await panel.locator("tbody .row").last().click();
    await press(devtools, "Show this state");
    await page.getByText("loading").waitFor();
    await openTab(panel, "Pending");
    await devtools.drawn();
    assertEquals(requests, []);
    await panel.getByRole("button", { name: "Live", exact: true }).click();
    await page.locator("b", { hasText: "Fram" }).waitFor();
    await page.getByText("loading").waitFor({ state: "hidden" });
    assertEquals(requests, []);
  }));

Deno.test("time travel: the page shows an older state, the store goes on, and live is as if nothing had been [react/NEW-55]", () =>
  withDevtoolsPage({}, async (devtools) => {
    const { page, panel, open, openPanel, run } = devtools;
    await open();
    const name = (name: string) =>
      page.locator("b", { hasText: new RegExp(`^${name}$`) }).waitFor();
    const set = (name: string) =>
      run(
        ({ controller, Vessel }, name) =>
          controller.set(Vessel, { id: "1" }, { id: "1", name }),
        name,
      );
    const showStateBeforeLast = async () => {
      await panel.locator("tbody .row").nth(1).click();
      // the details of what was selected before would have the same button
      await devtools.drawn();
      await press(devtools, "Show this state");
    };
    await set("One");
    await set("Two");
    await openPanel("Actions");
    await showStateBeforeLast();
    await name("One");
    await panel.getByText("Not live.").waitFor();
    await set("Three");
    assertEquals(await page.locator("b").textContent(), "One");
    await panel.getByRole("button", { name: "Later" }).click();
    await name("Two");
    await panel.getByRole("button", { name: "Earlier" }).click();
    await name("One");
    // clicks count, also two of them within one frame
    const clickTwice = (name: string) =>
      panel.getByRole("button", { name }).evaluate((button: HTMLElement) => {
        button.click();
        button.click();
      });
    await clickTwice("Later");
    await name("Three");
    await clickTwice("Earlier");
    await name("One");
    // what is listed is what is shown
    await openTab(panel, "Entities");
    await panel.getByRole("cell", { name: "One" }).waitFor();
    await panel.getByRole("button", { name: "Live" }).click();
    await name("Three");
    await panel.getByText("Not live.").waitFor({ state: "detached" });
    // closing ends it as well
    await openTab(panel, "Actions");
    await showStateBeforeLast();
    await name("Two");
    await panel.getByRole("button", { name: "Close", exact: true }).click();
    await name("Three");
  }));

Deno.test("pending: a request with its callers is ended, a retry counts down, goes, waits or fails, a poll too [react/NEW-54]", () =>
  withDevtoolsPage({}, async (devtools) => {
    const { page, panel, open, openPanel, rows, answers, run } = devtools;
    await open();
    const fog: ((response: Response) => void)[] = [];
    answers.set(
      "GET /api/fog",
      () => new Promise((resolve) => fog.push(resolve)),
    );
    const ask = () =>
      run(({ controller, getFog }) => {
        const outcomes: string[] = [];
        Object.assign(globalThis, { outcomes });
        for (let caller = 0; caller < 2; caller++) {
          controller.fetch(getFog).then(
            () => outcomes.push("seen"),
            (error) => outcomes.push(error.message),
          );
        }
      });
    const outcomes = () =>
      page.evaluate(() =>
        (globalThis as unknown as { outcomes: string[] }).outcomes
      );
    const row = panel.locator(".scroll tr", { hasText: "GET /api/fog" });
    const let_ = (name: string) => row.getByRole("button", { name }).click();
    const arrived = (count: number) => until(() => fog.length >= count);
    await ask();
    await openPanel("Pending");
    await row.getByText("2 callers share it").waitFor();
    const [key, kind, since] = (await rows()).find((row) =>
      row.startsWith("GET /api/fog")
    )!.split("|");
    assertEquals([key, kind], ["GET /api/fog", "request"]);
    assertMatch(since!, / (ms|s)$/);
    await let_("Fail");
    await row.waitFor({ state: "detached" });
    assertEquals(await outcomes(), [
      "Failed by the devtools.",
      "Failed by the devtools.",
    ]);

    await run(({ controller }) =>
      controller.invalidateAll({ testKey: (key) => key.includes("fog") })
    );
    await ask();
    await arrived(2);
    fog[1]!(new Response(null, { status: 503 }));
    await row.getByText("retry").waitFor();
    await row.getByText("attempt 1").waitFor();
    await let_("Wait");
    await row.getByText("held").waitFor();
    await let_("Resume");
    await let_("Go");
    await arrived(3);
    await row.getByText("attempt 2").waitFor();
    fog[2]!(Response.json({ sight: 1 }));
    await row.waitFor({ state: "detached" });
    assertEquals(await outcomes(), ["seen", "seen"]);

    const poll = panel.locator(".scroll tr", { hasText: "GET /api/tide" });
    await poll.getByText("every 3600 s").waitFor();
    assertMatch((await poll.textContent())!, /1 h|59 min/);
    answers.set("GET /api/tide", () => Response.json({ height: 3 }));
    await poll.getByRole("button", { name: "Go" }).click();
    await page.getByText("Tide 3").waitFor();
    await poll.getByRole("button", { name: "Wait" }).click();
    await poll.getByText("held").waitFor();
    await poll.getByText("rests").waitFor();
    await poll.getByRole("button", { name: "Resume" }).click();
    await poll.getByText("rests").waitFor({ state: "detached" });
  }));

Deno.test("pending: an optimistic change is seen with its request, and failing it takes it back [react/NEW-54]", () =>
  withDevtoolsPage({}, async (devtools) => {
    const { page, panel, open, openPanel, answers } = devtools;
    await open();
    answers.set("PATCH /api/vessels/1", () => new Promise(() => {}));
    await openPanel("Pending");
    await page.getByRole("button", { name: "Rename" }).click();
    await page.locator("b", { hasText: "Maud" }).waitFor();
    const row = panel.locator(".scroll tr", { hasText: "PATCH" });
    await row.getByText("mutation").waitFor();
    await row.getByText("visible optimistically").waitFor();
    await openTab(panel, "Cells");
    await panel.getByRole("button", { name: "Optimistic layers 1" }).click();
    await panel.locator(".scroll").getByText("PATCH /api/vessels/1").first()
      .waitFor();
    await openTab(panel, "Pending");
    await row.getByRole("button", { name: "Fail" }).click();
    await page.locator("b", { hasText: "Fram" }).waitFor();
    await row.waitFor({ state: "detached" });
  }));

Deno.test("pending: a mutation that is queued offline is one row with its arguments; failing it takes it back, going sends it [react/NEW-54]", () =>
  withDevtoolsPage({}, async (devtools) => {
    const { page, panel, open, openPanel, rows, answers } = devtools;
    await open("?queue");
    const sent: string[] = [];
    const answered = (response: () => Response) =>
      answers.set("PATCH /api/vessels/1", () => {
        sent.push("PATCH");
        return response();
      });
    answered(() => Response.json({ id: "1", name: "Maud", berth: 4 }));
    const name = (name: string) =>
      page.locator("b", { hasText: new RegExp(`^${name}$`) }).waitFor();
    const rename = () => page.getByRole("button", { name: "Rename" }).click();
    const row = panel.locator(".scroll tr", { hasText: "renameVessel" });
    const let_ = (name: string) => row.getByRole("button", { name }).click();
    const gone = () => row.waitFor({ state: "detached" });
    await openPanel("Pending");
    await page.context().setOffline(true);
    await rename();
    await name("Maud");
    await row.getByText("queued mutation").waitFor();
    await row.getByText('waiting, [{ id: "1" }, { name: "Maud" }]').waitFor();
    // the layer is part of it, and no row of its own
    assertEquals(
      (await rows()).map((row) => row.split("|").slice(0, 2)),
      [["renameVessel", "queued mutation"], ["GET /api/tide", "poll"]],
    );
    await let_("Fail");
    await gone();
    await name("Fram");

    // what the server refuses waits for a decision
    answered(() => Response.json({}, { status: 409 }));
    await rename();
    await name("Maud");
    await page.context().setOffline(false);
    await row.getByText("‖ held").waitFor();
    await row.getByText("failed,").waitFor();
    await row.getByText("attempt 1").waitFor();
    assertEquals(sent, ["PATCH"]);
    await name("Fram");
    answered(() => Response.json({ id: "1", name: "Maud", berth: 4 }));
    await let_("Go");
    await gone();
    await name("Maud");
    assertEquals(sent, ["PATCH", "PATCH"]);
  }));

for (const view of Object.keys(views) as (keyof typeof views)[]) {
  Deno.test(`${view}: why did it render: a hook of a component names the cells of its value, the action that changed one, and from what to what [react/NEW-85]`, () =>
    withDevtoolsPage({ view }, async (devtools) => {
      const { page, open, openPanel, run, rows } = devtools;
      await open("?quay");
      await run(({ controller, Vessel }) =>
        controller.set(Vessel, { id: "1" }, { id: "1", name: "Endurance" })
      );
      await page.locator("b", { hasText: "Endurance" }).waitFor();
      await openPanel("Why did it render?");
      // every hook that shows something, whether it requests or not
      assertEquals(
        (await rows()).map((row) => row.replace(/\|\d+$/, "")).sort(),
        [
          "Detail|useSuspense|GET /api/vessels/1",
          "Quay|useQuery|Query(All(Vessel))",
          "Quay|useVesselName › useCache|GET /api/vessels/1",
          "Tide|useLive › useSuspense|GET /api/tide",
          "Vessels|useSuspense|GET /api/vessels",
        ],
      );
      const details = detailsOf(devtools);
      const text = async (selector: string) =>
        (await details.locator(selector).allTextContents())
          .map((text) => text.replaceAll(/\s+/g, " "));
      const selectHook = async (...texts: string[]) => {
        let row = devtools.panel.locator(".scroll tbody tr");
        for (const hasText of texts) row = row.filter({ hasText });
        await row.click();
        await details.getByText(texts.at(-1)!, { exact: true }).first()
          .waitFor();
      };
      const cause =
        /^\d+ set Vessel, [\d:]+ Show this stateVessel 1~changedname"Fram" → "Endurance"$/;
      await selectHook("Detail", "GET /api/vessels/1");
      assertMatch((await text(".change"))[0]!, cause);
      const parts = await text(".parts li");
      assert(parts.some((part) => /^Vessel 1 changed by \d+ set/.test(part)));
      assertEquals(parts.filter((part) => part.startsWith("Vessel 2")), []);
      await selectHook("Quay", "useVesselName › useCache");
      assertMatch((await text(".change"))[0]!, cause);
      // what concerns others only is not among the reasons of this one
      await selectHook("Tide", "GET /api/tide");
      assertEquals(
        (await text(".change")).filter((text) => /Endurance/.test(text)),
        [],
      );
      // a hook that has gone is not listed, and what was removed is a reason
      await run(({ controller, Vessel, Invalidate }) =>
        controller.set(new Invalidate(Vessel), { id: "2" }, { id: "2" })
      );
      await selectHook("Quay", "useQuery");
      assertMatch((await text(".change"))[0]!, /Vessel 2/);
      // from an entity to the hooks that read it, and back
      await openTab(devtools.panel, "Entities");
      await select(devtools, "1");
      await details.getByRole("button", {
        name: "Quay useVesselName › useCache",
      })
        .first().click();
      await details.getByRole("heading", { level: 3, name: "Quay" }).waitFor();
    }));
}

for (const view of Object.keys(views) as (keyof typeof views)[]) {
  Deno.test(`${view}: why did it render: times are renders, whatever made them, of all components of a row together [react/NEW-85]`, () =>
    withDevtoolsPage({ view }, async ({ page, panel, rows, run, ...more }) => {
      await more.open("?quay");
      await more.openPanel("Why did it render?");
      const times = async () =>
        Object.fromEntries((await rows()).map((row) => {
          const [component, , reads, times] = row.split("|");
          return [`${component} ${reads}`, Number(times)];
        }));
      let before = await times();
      assertEquals(before["Tide GET /api/tide"], 1);
      const since = async (rendersOfQuay: number) => {
        await panel.locator(".scroll tbody tr", { hasText: "useQuery" })
          .getByRole("cell", {
            name: String(before["Quay Query(All(Vessel))"]! + rendersOfQuay),
            exact: true,
          }).waitFor();
        const now = await times();
        const counted = Object.entries(now).map(([name, count]) =>
          [name, count - before[name]!] as const
        );
        before = now;
        return Object.fromEntries(counted.filter(([, count]) => count > 0));
      };
      // an entity that both quays, the detail and the list show
      await run(({ controller, Vessel }) =>
        controller.set(Vessel, { id: "1" }, { id: "1", name: "Endurance" })
      );
      await page.locator("b", { hasText: "Endurance" }).waitFor();
      assertEquals(await since(2), {
        "Detail GET /api/vessels/1": 1,
        "Quay Query(All(Vessel))": 2,
        "Quay GET /api/vessels/1": 2,
        "Vessels GET /api/vessels": 1,
      });
      // state of one of them
      await page.getByRole("button", { name: "Look 1" }).first().click();
      // nothing has happened in the store: it is drawn again within a second
      assertEquals(await since(1), {
        "Quay Query(All(Vessel))": 1,
        "Quay GET /api/vessels/1": 1,
      });
      // and how many they are stands beside it
      await panel.locator(".scroll tbody tr", { hasText: "useVesselName" })
        .click();
      await panel.getByText("2 hooks of such components").waitFor();
    }));

  Deno.test(`${view}: why did it render: an optimistic change is a reason, and so is its end where that shows another value [react/NEW-85]`, () =>
    withDevtoolsPage({ view }, async (devtools) => {
      const { page, panel, open, openPanel, answers } = devtools;
      await open();
      answers.set("PATCH /api/vessels/1", () => new Promise(() => {}));
      await page.getByRole("button", { name: "Rename" }).click();
      await page.locator("b", { hasText: "Maud" }).waitFor();
      await openPanel("Why did it render?");
      const details = detailsOf(devtools);
      const causes = async (component: string) => {
        await openTab(panel, "Why did it render?");
        await select(devtools, component);
        await details.getByRole("heading", { level: 3, name: component })
          .waitFor();
        return (await details.locator(".change").allTextContents())
          .map((text) => text.replaceAll(/\s+/g, " "));
      };
      const changed = /Vessel 1~changedname"Fram" → "Maud"$/;
      for (const component of ["Detail", "Vessels"]) {
        const [newest] = await causes(component);
        assertMatch(
          newest!,
          /^\d+ fetch PATCH \/api\/vessels\/1, optimistic, [\d:]+ /,
        );
        assertMatch(newest!, changed);
      }
      assertEquals(
        (await causes("Tide")).filter((text) => /optimistic/.test(text)),
        [],
      );
      await openTab(panel, "Pending");
      await panel.getByRole("button", { name: "Fail" }).first().click();
      await page.locator("b", { hasText: "Fram" }).waitFor();
      const [end, start] = await causes("Detail");
      assertMatch(end!, /^\d+ response PATCH \/api\/vessels\/1, [\d:]+ /);
      assertMatch(end!, /name"Maud" → "Fram"$/);
      assertMatch(start!, changed);

      // a response that says what was shown already renders nobody
      answers.set(
        "PATCH /api/vessels/1",
        () => Response.json({ id: "1", name: "Maud", berth: 4 }),
      );
      await page.getByRole("button", { name: "Rename" }).click();
      await panel.getByRole("tab", { name: "Pending 1", exact: true })
        .waitFor();
      const [newest] = await causes("Detail");
      assertMatch(newest!, / fetch PATCH .*, optimistic, /);
      assertMatch(newest!, changed);
    }));
}

Deno.test("cells: responses, indexes and layers as they are stored [react/NEW-56]", () =>
  withDevtoolsPage({}, async (devtools) => {
    const { panel, open, openPanel, rows } = devtools;
    await open();
    await openPanel("Cells");
    await panel.getByRole("button", { name: /^Responses/ }).waitFor();
    assert(
      (await rows()).some((row) =>
        /^GET \/api\/tide\|\{ height: 2 \}\|[\d:]{8} – [\d:]{8}$/.test(row)
      ),
    );
    await panel.getByRole("button", { name: "Indexes 1" }).click();
    await panel.getByText("Vessel.name = Fram").waitFor();
    assertEquals((await rows()).map((row) => row.split("|").slice(0, 2)), [
      ["Vessel.name = Fram", '["1"]'],
      ["Vessel.name = Gjøa", '["2"]'],
    ]);
    await panel.getByRole("button", { name: "Entities 2" }).click();
    await panel.getByText("Vessel 2").first().waitFor();
    await select(devtools, "Vessel 2");
    await press(devtools, "Copy JSON");
    assertEquals(JSON.parse(await copied(devtools)).name, "Gjøa");
  }));

/** Looks again and again, for ten seconds at most. */
async function until(test: () => boolean): Promise<void> {
  for (let look = 0; !test(); look++) {
    assert(look < 1000, "It did not happen.");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
