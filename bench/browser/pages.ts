import { type Browser, chromium, type Page } from "playwright-core";
import {
  chromiumPath,
  hasChromium,
  howToInstall,
} from "../../tests/browser/support/chromium_path.ts";
import type { PageSteps } from "./page.ts";

/** A page for each library, each in a process of its own. */
export interface Pages {
  /** Has a page carry out a step. */
  step<Name extends keyof PageSteps>(
    library: string,
    name: Name,
    ...args: Parameters<PageSteps[Name]>
  ): Promise<Awaited<ReturnType<PageSteps[Name]>>>;
  /** Name and version of the browser. */
  readonly engine: string;
  close(): Promise<void>;
}

/**
 * Opens Chromium, without a window, and the pages.
 *
 * @param scripts The script of each library, by its name.
 * @throws {Error} if Chromium is not installed; says how to.
 */
export async function openPages(
  scripts: ReadonlyMap<string, string>,
): Promise<Pages> {
  const server = serveScripts([...scripts.values()]);
  const browser = await launchChromium();
  const pages = new Map<string, Page>();
  for (const [index, library] of [...scripts.keys()].entries()) {
    const context = await browser.newContext();
    const page = await context.newPage();
    page.on("pageerror", (error) => console.error(library, error));
    await page.goto(`http://127.0.0.1:${server.addr.port}/${index}.html`);
    await page.waitForFunction("globalThis.steps");
    pages.set(library, page);
  }
  return {
    engine: `Chromium ${browser.version()}`,
    async step(library, name, ...args) {
      const page = pages.get(library)!;
      await page.bringToFront();
      return await page.evaluate(
        ({ name, args }) => {
          const { steps } = globalThis as unknown as {
            steps: Record<string, (...args: unknown[]) => unknown>;
          };
          return steps[name]!(...args);
        },
        { name, args: args as unknown[] },
      ) as never;
    },
    async close() {
      await browser.close();
      await server.shutdown();
    },
  };
}

/**
 * Starts Chromium, without a window.
 *
 * @throws {Error} if it is not installed; says how to.
 */
export async function launchChromium(): Promise<Browser> {
  if (!hasChromium()) {
    throw new Error(
      `There is no Chromium at ${chromiumPath}. Run: ${howToInstall}`,
    );
  }
  return await chromium.launch({
    executablePath: chromiumPath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--disable-background-timer-throttling",
      "--disable-backgrounding-occluded-windows",
      "--disable-renderer-backgrounding",
      "--site-per-process",
      "--js-flags=--expose-gc",
    ],
  });
}

/**
 * Serves a page for each script, `/0.html` for the first, on a free port.
 *
 * @param answer Answers what is no page and no script.
 */
export function serveScripts(
  scripts: readonly string[],
  answer: (request: Request) => Response | Promise<Response> = notFound,
): Deno.HttpServer<Deno.NetAddr> {
  return Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => {
      const [, index, type] =
        /^\/(\d+)\.(html|js)$/.exec(new URL(request.url).pathname) ?? [];
      if (index === undefined) return answer(request);
      return type === "js"
        ? respond(scripts[Number(index)]!, "text/javascript")
        : respond(
          `<!doctype html><title>bench</title><div id="root"></div><script type="module" src="/${index}.js"></script>`,
          "text/html",
        );
    },
  );
}

function notFound(): Response {
  return new Response(null, { status: 404 });
}

function respond(text: string, type: string): Response {
  return new Response(text, {
    headers: {
      "content-type": `${type}; charset=utf-8`,
      // an isolated page has a clock of 5 instead of 100 microseconds
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-embedder-policy": "require-corp",
    },
  });
}
