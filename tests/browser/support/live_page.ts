import type { BrowserContext, Page } from "playwright-core";
import { startDevServer } from "../../../examples/app/dev_server.ts";
import { timeLimit } from "./chromium.ts";
import { wholeChromiumPath } from "./chromium_path.ts";
import { sharedChromium } from "./shared_chromium.ts";

/** A page of one module, in a browser that keeps pages for the way back. */
export interface LivePage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Console errors, warnings and uncaught exceptions so far. */
  readonly complaints: string[];
  /** Loads the page; until then nothing is requested. */
  open(): Promise<void>;
}

/** What the page is made of. */
export interface LivePageOptions {
  /** The module of the page, as a browser runs it; `#root` is empty. */
  readonly module: string;
  /** The server of the page; what it leaves to others is the library. */
  readonly answer: (
    request: Request,
    path: string,
  ) => Response | Promise<Response> | undefined;
}

/** Modules of the library that pages import. */
const entries: Record<string, string> = {
  "@tessera/client/react/img": "/react/img.ts",
  "@tessera/client/offline": "/controller/live/offline.ts",
  "@tessera/client/persist": "/controller/live/persist/mod.ts",
  "@tessera/client/tabs": "/controller/live/tabs.ts",
  "@tessera/client/push": "/controller/live/push/mod.ts",
  "@tessera/client/refresh": "/controller/live/refresh.ts",
};

/** Gives a browser for a page, on a server of its own, and closes everything afterwards. */
export async function withLivePage(
  { module, answer }: LivePageOptions,
  use: (live: LivePage) => Promise<void>,
): Promise<void> {
  const library = startDevServer({ api: "", isOffline: true });
  const html = await pageWith(module, library.url);
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => {
      const { pathname, search } = new URL(request.url);
      if (pathname === "/") return htmlResponse(html);
      return answer(request, pathname) ??
        fetch(`${library.url}${pathname}${search}`);
    },
  );
  const browser = await sharedChromium({
    executablePath: wholeChromiumPath,
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(timeLimit);
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) {
        complaints.push(message.text());
      }
    });
    page.on("pageerror", (error) => complaints.push(String(error)));
    await use({
      page,
      context,
      complaints,
      open: async () => {
        await page.goto(`http://127.0.0.1:${server.addr.port}/`);
      },
    });
  } finally {
    await context.close();
    await server.shutdown();
    await library.close();
  }
}

/** A page of the same server, without anything on it. */
export function htmlResponse(html: string): Response {
  return new Response(html, {
    headers: { "content-type": "text/html; charset=utf-8" },
  });
}

/** The import map is that of the demo, and the packages are those installed. */
async function pageWith(module: string, library: string): Promise<string> {
  const demo = await (await fetch(library)).text();
  const [, map = ""] = /<script type="importmap">(.*?)<\/script>/s.exec(demo) ??
    [];
  const { imports } = JSON.parse(map);
  return `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Live</title>
    <link rel="icon" href="data:,">
    <script>globalThis.process = { env: { NODE_ENV: "production" } };</script>
    <script type="importmap">${
    JSON.stringify({ imports: { ...imports, ...entries } })
  }</script>
  </head>
  <body>
    <div id="root"></div>
    <script type="module">${module}</script>
  </body>
</html>`;
}
