/**
 * The server of the tracker, inside of its page.
 *
 * @module
 */
import { seed } from "../../../../examples/tracker/server/data.ts";
import { EventStreams } from "../../../../examples/tracker/server/event_streams.ts";
import { answer } from "../../../../examples/tracker/server/http.ts";
import { routes } from "../../../../examples/tracker/server/routes.ts";
import { answerInPage } from "../in_page.ts";

const data = seed();
const streams = new EventStreams();
// somebody is logged in already, and somebody else works beside
const sessions = new Map([
  ["other", data.users[2]!],
  ["own", data.users[0]!],
]);

/** How often somebody else changes something, in milliseconds. */
const pause = 8_000;

answerInPage((request) => answerAs([...sessions.keys()].at(-1)!, request));

/** Browsers neither send nor show cookies that scripts write into headers. */
function answerAs(session: string, request: Request): Promise<Response> {
  const headers = new Headers(request.headers);
  headers.set("cookie", `session=${session}`);
  const withCookie = new Proxy(request, {
    get(target, name) {
      if (name === "headers") return headers;
      const value = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return answer(routes, withCookie, { data, sessions, streams });
}

/** An event stream of that server. */
class PageEventSource extends EventTarget {
  readonly CLOSED = 2;
  readyState = 0;
  onopen: ((event: Event) => void) | null = null;
  onerror: ((event: Event) => void) | null = null;
  readonly #closing = new AbortController();

  constructor(url: string) {
    super();
    void this.#listen(new URL(url, location.origin));
  }

  async #listen(url: URL): Promise<void> {
    const { body } = await fetch(url);
    if (this.#closing.signal.aborted) return;
    this.readyState = 1;
    this.onopen?.(new Event("open"));
    const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
    this.#closing.signal.addEventListener("abort", () => reader.cancel());
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      for (const [, text = ""] of value.matchAll(/^data: (.*)$/gm)) {
        this.dispatchEvent(new MessageEvent("message", { data: text }));
      }
    }
  }

  close(): void {
    this.readyState = this.CLOSED;
    this.#closing.abort();
  }
}

Object.assign(globalThis, {
  EventSource: PageEventSource,
  // each page has a server of its own, so nothing is shared or kept
  BroadcastChannel: undefined,
});
// nor does it work without a network
Object.defineProperty(navigator, "serviceWorker", { value: undefined });
indexedDB.deleteDatabase("tracker");

const statuses = ["open", "in-progress", "closed"];
let turn = 0;
setInterval(() => {
  const { id, status } = data.issues[turn++ % 10]!;
  const next = statuses[(statuses.indexOf(status) + 1) % statuses.length];
  const request = new Request(new URL(`/api/issues/${id}`, location.origin), {
    method: "PATCH",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ status: next }),
  });
  void answerAs("other", request);
}, pause);
