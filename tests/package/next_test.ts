/**
 * Judges the package in an application of Next.js, with the App Router: built
 * and started, in Chromium.
 */
import { assert, assertEquals } from "@std/assert";
import type { Browser, Page } from "playwright-core";
import { launchChromium } from "../browser/support/chromium.ts";
import { type Application, next, startNext } from "./next/application.ts";
import { Backend } from "./next/backend.ts";
import { Project } from "./support/project.ts";
import { packTarball } from "./support/tarball.ts";

const files = [
  "app/endpoints.js",
  "app/harbour/page.jsx",
  "app/layout.jsx",
  "app/page.jsx",
  "app/port/page.jsx",
  "app/ship.jsx",
  "app/slow/page.jsx",
];

Deno.test("the package works in Next.js", async (test) => {
  await using tarball = await packTarball();
  await using project = await Project.create({
    "@tessera/client": `file:${tarball.path}`,
    "next": "^16",
    "react": "^19",
    "react-dom": "^19",
  });
  for (const path of files) {
    const source = new URL(`next/${path}`, import.meta.url);
    project.write(path, Deno.readTextFileSync(source));
  }
  await using backend = new Backend();
  const env = {
    NEXT_PUBLIC_BACKEND: backend.url,
    NEXT_TELEMETRY_DISABLED: "1",
  };
  const browser = await launchChromium();
  try {
    await test.step("it is built", async () => {
      const { success, stdout, stderr } = await new Deno.Command("node", {
        args: [next(project), "build"],
        cwd: project.folder,
        env: { ...env, NODE_ENV: "production" },
      }).output();
      const decoder = new TextDecoder();
      assert(success, decoder.decode(stdout) + decoder.decode(stderr));
    });
    for (const command of ["start", "dev"] as const) {
      await using application = await startNext(project, command, env);
      await test.step(
        `with "next ${command}", boundaries stream, and the state with them [react/SSR-20] [react/NEW-60]`,
        () => checkStream(application, backend),
      );
      await test.step(
        `with "next ${command}", a client takes the page over, and goes on with its data [react/SSR-13] [react/SSR-22]`,
        () => checkClient(browser, application, backend),
      );
      await test.step(
        `with "next ${command}", the client requests nothing of what server components have requested [react/NEW-61] [react/NEW-62] [react/NEW-63]`,
        () => checkServerComponents(browser, application, backend),
      );
      await test.step(
        `with "next ${command}", what was read too late is requested again, in the background`,
        () => checkLateReader(browser, application, backend),
      );
    }
  } finally {
    await browser.close();
  }
});

/** What is there already is sent before anything else is answered. */
async function checkStream(
  { url }: Application,
  backend: Backend,
): Promise<void> {
  backend.hold();
  const { body } = await fetch(url);
  let html = "";
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
  const readUntil = async (text: string) => {
    while (!html.includes(text)) {
      const { value, done } = await reader.read();
      assert(!done, `no "${text}" in ${html}`);
      html += value;
    }
  };
  await readUntil("the flagship is coming");
  await readUntil("the ship is coming");
  assert(html.includes("nothing in sight"));
  assert(!html.includes("Ship 1"));
  assert(html.includes('id="data-client-data"'));
  backend.release();
  await readUntil("Ship flagship");
  await readUntil("Port 1");
  await readUntil("</html>");
  // each with the first part of the page that shows it
  for (const name of ["Ship 1", "Port 1"]) {
    const data = html.indexOf(JSON.stringify({ name }).slice(1, -1));
    assert(data >= 0 && data < html.indexOf(`>${name}<`), html);
  }
}

async function checkClient(
  browser: Browser,
  { url }: Application,
  backend: Backend,
): Promise<void> {
  const { page, complaints } = await openPage(browser);
  backend.asked.length = 0;
  await page.goto(url);
  await page.getByText("Port 1").waitFor();
  // it is disabled until the client has taken it over
  await page.getByRole("button", { name: "pressed" }).click();
  await page.getByText("pressed 1").waitFor();
  assertEquals(
    await page.locator("main").textContent(),
    "Ship 1Ship flagshipShip 1pressed 1Port 1the port",
  );
  // The store goes on with it on another page.
  await page.getByRole("link").click();
  await page.waitForURL("**/port");
  await page.locator("div > p", { hasText: "Port 1" }).waitFor();
  assertEquals(backend.asked.toSorted(), [
    "server /ports/1",
    "server /ships/1",
    "server /ships/flagship",
  ]);
  assertEquals(complaints, []);
  await page.close();
}

/** As a page that is loaded, and as one that somebody goes to. */
async function checkServerComponents(
  browser: Browser,
  { url }: Application,
  backend: Backend,
): Promise<void> {
  for (const isLoaded of [true, false]) {
    const { page, complaints } = await openPage(browser);
    if (isLoaded) {
      backend.asked.length = 0;
      await page.goto(`${url}/harbour`);
    } else {
      await page.goto(`${url}/port`);
      // before that, the link would load the page
      await takenOver(page, "Port 1");
      backend.asked.length = 0;
      await page.getByRole("link").click();
      await page.waitForURL("**/harbour");
    }
    await takenOver(page, "Port 2");
    await page.waitForLoadState("networkidle");
    assertEquals(await page.locator("main").textContent(), "Ship 2Port 2");
    assertEquals(
      backend.asked.toSorted(),
      ["server /ports/2", "server /ships/2"],
      isLoaded ? "a page that is loaded" : "a page that somebody goes to",
    );
    assertEquals(complaints, []);
    await page.close();
  }
}

async function checkLateReader(
  browser: Browser,
  { url }: Application,
  backend: Backend,
): Promise<void> {
  const { page, complaints } = await openPage(browser);
  backend.asked.length = 0;
  backend.hold();
  const again = page.waitForResponse(`${backend.url}/ports/1`);
  await page.goto(`${url}/slow`, { waitUntil: "commit" });
  // The server takes the page for complete while a server component waits.
  await page.waitForFunction(() => {
    const script = document.getElementById("data-client-data");
    // the boundary of the next script, which has come to nothing
    return (script?.nextSibling as Comment | null)?.data === "$";
  });
  backend.release();
  await again;
  await takenOver(page, "Port 1");
  assertEquals(await page.locator("main").textContent(), "Ship flagshipPort 1");
  assertEquals(backend.asked.toSorted(), [
    "browser /ports/1",
    "server /ports/1",
    "server /ships/flagship",
  ]);
  assertEquals(complaints, []);
  await page.close();
}

/** Waits until the client shows a port, in place of what the server rendered. */
async function takenOver(page: Page, port: string): Promise<void> {
  await page.locator("[data-taken-over=true]", { hasText: port }).waitFor();
}

/** A page, and what it complains of. */
async function openPage(
  browser: Browser,
): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) {
      complaints.push(message.text());
    }
  });
  return { page, complaints };
}
