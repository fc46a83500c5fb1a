import type {
  BrowserContext,
  BrowserContextOptions,
  Page,
} from "playwright-core";
import { pageOf } from "../../../examples/tracker/page.ts";
import {
  startTrackerServer,
  type TrackerServer,
} from "../../../examples/tracker/server.ts";
import { timeLimit } from "./chromium.ts";
import { sharedChromium } from "./shared_chromium.ts";

/** The tracker in a browser. */
export interface TrackerPage {
  readonly page: Page;
  /** The server behind it. */
  readonly server: TrackerServer;
  /** Console errors, warnings and uncaught exceptions so far, but for failed requests. */
  readonly complaints: string[];
  /** Loads a page of it as Ada, who is logged in. */
  open(path?: string): Promise<void>;
  /** The requests since the last call, in the order of their answers. */
  requests(): string[];
  /** A second browser window, of somebody else. */
  openOther(path?: string): Promise<Page>;
}

const page = pageOf();
const answers = new Map<string, Promise<Response>>();

/** The page, bundled once for all tests. */
async function bundledOnce(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const path = /\.(js|css)$/.test(pathname) ? pathname : "/";
  const answer = answers.get(path) ?? withoutSourceMap(page(request));
  answers.set(path, answer);
  return (await answer).clone();
}

/** A page without it is read in half the time. */
export async function withoutSourceMap(
  answer: Promise<Response>,
): Promise<Response> {
  const { headers, body } = await answer;
  const text = await new Response(body).text();
  return new Response(text.replace(/^\/\/# sourceMappingURL=.*$/m, ""), {
    headers,
  });
}

/** Gives a browser for the tracker, on a server of its own, and closes everything afterwards. */
export async function withTracker(
  use: (tracker: TrackerPage) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> {
  const server = startTrackerServer({ page: bundledOnce });
  const browser = await sharedChromium();
  const contexts: BrowserContext[] = [];
  const complaints: string[] = [];
  async function newPage(login: string): Promise<Page> {
    const context = await browser.newContext({ timezoneId: "UTC", ...options });
    contexts.push(context);
    const page = await context.newPage();
    page.setDefaultTimeout(timeLimit);
    page.on("console", (message) => {
      const text = message.text();
      // what the browser itself says of a status or of a lost connection
      if (/Failed to load resource|ERR_/.test(text)) return;
      if (["error", "warning"].includes(message.type())) complaints.push(text);
    });
    page.on("pageerror", (error) => complaints.push(String(error)));
    await context.request.post(`${server.url}/api/session`, {
      data: { login, password: "engine" },
    });
    server.requests.length = 0;
    return page;
  }
  try {
    const page = await newPage("ada");
    await use({
      page,
      server,
      complaints,
      open: async (path = "/") => {
        await page.goto(server.url + path);
      },
      requests: () => server.requests.splice(0).map(({ name }) => name),
      openOther: async (path = "/") => {
        const other = await newPage("grace");
        await other.goto(server.url + path);
        return other;
      },
    });
  } finally {
    for (const context of contexts) await context.close();
    await server.close();
  }
}
