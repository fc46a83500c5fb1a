import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { build } from "esbuild";
import { createRequire } from "node:module";
// Deno downloads what modules import, and the page is bundled from these
import "path-to-regexp";
import "react";
import "react-dom/client";
import "react/jsx-runtime";
import configuration from "../../../deno.json" with { type: "json" };
import { timeLimit } from "./chromium.ts";
import { sharedChromium } from "./shared_chromium.ts";
import type { Harbour } from "./devtools/harbour_page.tsx";

/** Views on which the panel has to work, as packages that stand for React's. */
export const views = {
  "React 19": {},
  "React 18": {
    "react": "npm:react@^18",
    "react/jsx-runtime": "npm:react@^18/jsx-runtime",
    "react-dom/client": "npm:react-dom@^18/client",
    "scheduler": "npm:scheduler@^0.23",
  },
  "Preact": {
    "preact": "npm:preact@^11",
    "preact/compat": "npm:preact@^11/compat",
    "preact/hooks": "npm:preact@^11/hooks",
    "react": "npm:preact@^11/compat",
    "react/jsx-runtime": "npm:preact@^11/jsx-runtime",
    "react-dom/client": "npm:preact@^11/compat/client",
  },
} satisfies Record<string, Record<string, string>>;

/** A page of a harbour, in a browser. */
export interface DevtoolsPage {
  readonly page: Page;
  /** Console errors, warnings and uncaught exceptions so far. */
  readonly complaints: string[];
  /** Answers of the server by path, which tests may change. */
  readonly answers: Map<string, () => Response | Promise<Response>>;
  /** The panel. */
  readonly panel: Locator;
  /** Loads the page, and waits for its data. */
  open(search?: string): Promise<void>;
  /** Opens the panel, at a tab. */
  openPanel(tab?: string): Promise<void>;
  /** Waits until the panel is drawn, as it is in the next frame. */
  drawn(): Promise<void>;
  /** The texts of the rows of a table, cells separated by bars. */
  rows(): Promise<string[]>;
  /** Runs a function in the page. */
  run<T, A = undefined>(
    call: (harbour: Harbour, argument: A) => T | Promise<T>,
    argument?: A,
  ): Promise<T>;
}

/** What the page is made of. */
export interface DevtoolsPageOptions extends BrowserContextOptions {
  readonly view?: keyof typeof views;
  readonly mode?: "development" | "production";
  /** Whether the panel for production is part of the page; it comes when it is asked for. */
  readonly hasSupport?: boolean;
}

const bundles = new Map<string, Promise<string>>();

/** The page as one module, made once for all tests. */
export function harbourBundle(
  view: keyof typeof views = "React 19",
  mode: "development" | "production" = "development",
  hasSupport = false,
): Promise<string> {
  const name = `${view} ${mode} ${hasSupport}`;
  const bundle = bundles.get(name) ?? bundled(views[view], mode, hasSupport);
  bundles.set(name, bundle);
  return bundle;
}

/** Where packages of another version are; asked for in a process of its own, so that no lock file learns of them. */
async function resolved(
  packages: Record<string, string>,
): Promise<Record<string, string>> {
  const names = JSON.stringify(Object.values(packages));
  const code = `
    const names = ${names};
    for (const name of names) await import(name);
    console.log(JSON.stringify(names.map((name) => import.meta.resolve(name))));
  `;
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", "--no-lock", "--no-config", code],
    env: { NODE_ENV: "development" },
    stderr: "inherit",
  }).output();
  const urls: string[] = JSON.parse(new TextDecoder().decode(stdout));
  return Object.fromEntries(
    Object.keys(packages).map((
      name,
      index,
    ) => [name, new URL(urls[index]!).pathname]),
  );
}

async function bundled(
  view: Record<string, string>,
  mode: "development" | "production",
  hasSupport: boolean,
): Promise<string> {
  const packages = await resolved(view);
  const repository = new URL("../../../", import.meta.url).pathname;
  const { outputFiles } = await build({
    entryPoints: [
      new URL("devtools/harbour_page.tsx", import.meta.url).pathname,
    ],
    bundle: true,
    write: false,
    format: "esm",
    platform: "browser",
    target: "es2022",
    jsx: "automatic",
    minify: mode === "production",
    define: {
      "process.env.NODE_ENV": JSON.stringify(mode),
      "process.env.HAS_SUPPORT": JSON.stringify(hasSupport),
    },
    logLevel: "silent",
    plugins: [{
      name: "packages",
      setup({ onResolve }) {
        onResolve({ filter: /^[^./]/ }, ({ path, importer }) => {
          const [, own] = /^@tessera\/client(.*)$/.exec(path) ?? [];
          if (own !== undefined) {
            const entries: Record<string, string> = configuration.exports;
            return { path: repository + entries[`.${own}`]!.slice(2) };
          }
          const stand = packages[path];
          if (stand) return { path: stand };
          if (importer.startsWith(repository)) return { path: pathOf(path) };
          return { path: createRequire(importer).resolve(path) };
        });
      },
    }],
  });
  return outputFiles[0]!.text;
}

function pathOf(specifier: string): string {
  return new URL(import.meta.resolve(specifier)).pathname;
}

/** Goes to a tab of a panel, and waits until it is drawn: before, the rows are those of the last one. */
export async function openTab(
  panel: Locator,
  name: string | RegExp,
): Promise<void> {
  await panel.getByRole("tab", { name }).click();
  await panel.getByRole("tab", { name, selected: true }).waitFor();
}

/** Gives a browser for the page, on a server of its own, and closes everything afterwards. */
export async function withDevtoolsPage(
  { view, mode, hasSupport, ...options }: DevtoolsPageOptions,
  use: (page: DevtoolsPage) => Promise<void>,
): Promise<void> {
  const script = await harbourBundle(view, mode, hasSupport);
  const answers: DevtoolsPage["answers"] = new Map(
    Object.entries({
      "GET /api/vessels": () =>
        Response.json([
          { id: "1", name: "Fram", berth: 4 },
          { id: "2", name: "Gjøa", berth: 11 },
        ]),
      "GET /api/vessels/1": () =>
        Response.json({ id: "1", name: "Fram", berth: 4 }),
      "PATCH /api/vessels/1": () =>
        Response.json({ id: "1", name: "Maud", berth: 4 }),
      "GET /api/tide": () => Response.json({ height: 2 }),
    }),
  );
  const ending = new AbortController();
  const server = Deno.serve(
    {
      hostname: "127.0.0.1",
      port: 0,
      onListen: () => {},
      signal: ending.signal,
    },
    ({ method, url }) => {
      const { pathname } = new URL(url);
      if (pathname === "/main.js") {
        return text(script, "text/javascript");
      }
      const answer = answers.get(`${method} ${pathname}`);
      if (answer) return answer();
      return pathname === "/"
        ? text(html, "text/html")
        : new Response(null, { status: 404 });
    },
  );
  const browser = await sharedChromium();
  const context = await browser.newContext({
    permissions: ["clipboard-read", "clipboard-write"],
    ...options,
  });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(timeLimit);
    const complaints: string[] = [];
    page.on("console", (message) => {
      const text = message.text();
      if (/Failed to load resource/.test(text)) return;
      if (["error", "warning"].includes(message.type())) complaints.push(text);
    });
    page.on("pageerror", (error) => complaints.push(String(error)));
    const panel = page.getByRole("region", { name: "Data devtools" });
    const drawn = () =>
      page.evaluate(() =>
        new Promise<void>((resolve) =>
          requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
        )
      );
    await use({
      page,
      complaints,
      answers,
      panel,
      open: async (search = "") => {
        await page.goto(`http://127.0.0.1:${server.addr.port}/${search}`);
        await page.getByText("Tide").waitFor();
      },
      openPanel: async (tab) => {
        await page.getByRole("button", { name: "Open data devtools" }).click();
        if (tab !== undefined) await openTab(panel, tab);
      },
      drawn,
      rows: async () => {
        await drawn();
        return await panel.locator(".scroll tbody tr:not(.spacer)").evaluateAll(
          (rows) =>
            rows.map((row) =>
              [...row.children].map(({ textContent }) => textContent).join("|")
            ),
        );
      },
      run: (call, argument) =>
        page.evaluate(
          `(${call.toString()})(globalThis.harbour, ${
            JSON.stringify(argument)
          })`,
        ),
    });
  } finally {
    await context.close();
    // not a graceful end, which would wait for answers that never come
    ending.abort();
  }
}

const html = `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Harbour</title>
    <meta name="viewport" content="width=device-width">
    <meta http-equiv="content-security-policy" content="default-src 'self'; style-src 'self' 'nonce-anchor'; img-src data:">
    <link rel="icon" href="data:,">
  </head>
  <body>
    <main id="root"></main>
    <script type="module" src="/main.js"></script>
  </body>
</html>`;

function text(body: string, type: string): Response {
  return new Response(body, {
    headers: { "content-type": `${type}; charset=utf-8` },
  });
}
