import type {
  BrowserContext,
  BrowserContextOptions,
  Page,
} from "playwright-core";
import { startDevServer } from "../../../examples/app/dev_server.ts";
import { esmShModule } from "../../../examples/app/esm_sh.ts";
import {
  type ReferenceServer,
  startReferenceServer,
} from "../../../examples/reference_server.ts";
import { timeLimit } from "./chromium.ts";
import { pageBundle } from "./page_bundle.ts";
import { sharedChromium } from "./shared_chromium.ts";

/** The demo in a browser. */
export interface DemoPage {
  readonly page: Page;
  readonly url: string;
  /** The REST server behind it. */
  readonly server: ReferenceServer;
  /** Console errors, warnings and uncaught exceptions so far. */
  readonly complaints: string[];
  /** Loads the page; until then nothing is requested. */
  open(): Promise<void>;
}

/** Which page, and in what kind of browser. */
export interface DemoPageOptions extends BrowserContextOptions {
  /** Default: `/`, which is React. */
  readonly path?: string;
  /** Whether the packages come from the development server. Default: from esm.sh, by interception. */
  readonly isOffline?: boolean;
  /**
   * Whether the page and the library are one module, and packages come from the
   * development server. Loading 200 of them takes as long as most tests.
   */
  readonly isBundled?: boolean;
}

/** Gives a browser for the demo, on servers of its own, and closes everything afterwards. */
export async function withDemoPage(
  { path = "/", isBundled = false, isOffline = isBundled, ...options }:
    DemoPageOptions,
  use: (demo: DemoPage) => Promise<void>,
): Promise<void> {
  const server = startReferenceServer();
  const dev = startDevServer({
    api: server.url,
    isOffline,
    replaced: new Map(
      isBundled ? [[main, await pageBundle({ path: main.slice(1) })]] : [],
    ),
  });
  const browser = await sharedChromium();
  const context = await browser.newContext(options);
  try {
    const complaints: string[] = [];
    if (!isOffline) await answerForEsmSh(context, complaints);
    const page = await context.newPage();
    page.setDefaultTimeout(timeLimit);
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) {
        complaints.push(message.text());
      }
    });
    page.on("pageerror", (error) => complaints.push(String(error)));
    await use({
      page,
      url: dev.url,
      server,
      complaints,
      open: async () => {
        await page.goto(dev.url + path);
      },
    });
  } finally {
    await context.close();
    await dev.close();
    await server.close();
  }
}

const main = "/examples/app/main.tsx";

/** Answers esm.sh's addresses with the npm packages; the page is as it is served. */
async function answerForEsmSh(
  context: BrowserContext,
  complaints: string[],
): Promise<void> {
  await context.route("https://esm.sh/**", async (route) => {
    try {
      await route.fulfill({
        contentType: "text/javascript; charset=utf-8",
        headers: { "access-control-allow-origin": "*" },
        body: await esmShModule(route.request().url()),
      });
    } catch (error) {
      complaints.push(String(error));
      await route.abort();
    }
  });
}
