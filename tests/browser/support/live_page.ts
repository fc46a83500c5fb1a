import type { BrowserContext, Page } from "playwright-core";
import { startDevServer } from "../../../examples/app/dev_server.ts";
import { timeLimit } from "./chromium.ts";
import { wholeChromiumPath } from "./chromium_path.ts";
import { pageBundle } from "./page_bundle.ts";
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
  /** The module of the page, without types or JSX; `#root` is empty. */
  readonly module: string;
  /** The server of the page; what it leaves to others are packages. */
  readonly answer: (
    request: Request,
    path: string,
  ) => Response | Promise<Response> | undefined;
}

/** Gives a browser for a page, on a server of its own, and closes everything afterwards. */
export async function withLivePage(
  { module, answer }: LivePageOptions,
  use: (live: LivePage) => Promise<void>,
): Promise<void> {
  const packages = startDevServer({ api: "", isOffline: true });
  const html = await pageWith(packages.url);
  const script = await pageBundle({ text: module });
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => {
      const { pathname, search } = new URL(request.url);
      if (pathname === "/") return htmlResponse(html);
      if (pathname === "/main.js") {
        return new Response(script, {
          headers: { "content-type": "text/javascript; charset=utf-8" },
        });
      }
      return answer(request, pathname) ??
        fetch(`${packages.url}${pathname}${search}`);
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
    await packages.close();
  }
}

/** A page of the same server, without anything on it. */
export function htmlResponse(html: string): Response {
  return new Response(html, {
    headers: { "content-type": "text/html; charset=utf-8" },
  });
}

/** The import map is that of the demo, and the packages are those installed. */
async function pageWith(packages: string): Promise<string> {
  const demo = await (await fetch(packages)).text();
  const [map] = /<script type="importmap">.*?<\/script>/s.exec(demo)!;
  return `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Live</title>
    <link rel="icon" href="data:,">
    <script>globalThis.process = { env: { NODE_ENV: "production" } };</script>
    ${map}
  </head>
  <body>
    <div id="root"></div>
    <script type="module" src="/main.js"></script>
  </body>
</html>`;
}
