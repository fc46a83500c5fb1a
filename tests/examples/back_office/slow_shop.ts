/**
 * The shop behind a real server on loopback, whose requests and messages wait
 * until the test says that they are handled, answered and delivered.
 *
 * @module
 */
import { assert } from "@std/assert";
import { nextTask } from "../../support/next_task.ts";
import { type Message, Shop, type ShopResponse } from "./shop.ts";

/** What becomes of a change: `lost` is made, and the answer does not arrive. */
export const outcomes = ["accepted", "refused", "failed", "lost"] as const;
export type Outcome = typeof outcomes[number];

/** A request that has arrived. */
interface Held {
  readonly number: number;
  readonly name: string;
  readonly outcome: Outcome;
  /** Has the shop do what is asked for. */
  readonly handle: () => ShopResponse;
  /** What the shop said; `undefined` until it has handled the request. */
  response?: ShopResponse;
  readonly answer: (response: Response) => void;
}

/** A shop whose answers take as long as the test wants. */
export class SlowShop implements AsyncDisposable {
  readonly shop: Shop = new Shop((message) => {
    if (!this.isSilent) this.messages.push(message);
  });
  /** Told, and not delivered. */
  readonly messages: Message[] = [];
  /** Requests that are not handled, and then those that are not answered. */
  readonly waiting: Held[] = [];
  readonly handled: Held[] = [];
  /** Paths that were read last when nothing was there. */
  readonly notFound: Set<string> = new Set();
  /** Paths of what the user has deleted, or tried to. */
  readonly deleted: Set<string> = new Set();
  /** Whether nobody is told of what happens. */
  isSilent = false;
  /** What becomes of the next change that is sent. */
  nextOutcome: Outcome = "accepted";
  /** What has happened, for people. */
  readonly story: string[] = [];
  readonly url: string;
  #sent = 0;
  #arrived = 0;
  #answered = 0;
  #received = 0;
  #delivered = 0;
  #heard = 0;
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  readonly #originals = { fetch, WebSocket };
  readonly #sockets = new Set<WebSocket>();

  constructor() {
    this.#server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      (request) => this.#arrive(request),
    );
    this.url = `ws://127.0.0.1:${this.#server.addr.port}/`;
    // deno-lint-ignore no-this-alias
    const self = this;
    globalThis.fetch = (input, init) => this.#send(String(input), init);
    globalThis.WebSocket = class extends WebSocket {
      constructor(url: string | URL) {
        super(url);
        this.addEventListener("message", () => self.#heard++);
      }
    };
  }

  /** Whether all that is to come is under way or has been asked for. */
  get isQuiet(): boolean {
    return this.#sent === this.#arrived && this.#answered === this.#received &&
      this.#delivered === this.#heard;
  }

  /** How many requests have been sent. */
  get requests(): number {
    return this.#sent;
  }

  get isConnected(): boolean {
    return this.#sockets.size > 0;
  }

  /** Has the shop handle one of the requests that wait. */
  handle(which: number): void {
    const { waiting } = this;
    const chosen = waiting[which % waiting.length];
    if (!chosen) return;
    // of one thing that is read twice the later request says the later state
    const first = waiting.findIndex(({ name }) => name === chosen.name);
    const [held] = waiting.splice(first, 1) as [Held];
    const { outcome } = held;
    if (outcome === "refused") held.response = { status: 422 };
    else if (outcome === "failed") held.response = { status: 500 };
    else held.response = held.handle();
    this.story.push(`${held.name} is handled: ${held.response.status}`);
    if (outcome === "lost") held.response = { status: 502 };
    this.handled.push(held);
  }

  /** Answers one of the requests that were handled. */
  answer(which: number): void {
    const [held] = this.handled.splice(which % this.handled.length, 1);
    if (!held) return;
    const { status, body } = held.response!;
    this.story.push(`${held.name} is answered: ${status} ${brief(body)}`);
    this.#answered++;
    const [method, path] = held.name.split(/[ ?]/) as [string, string];
    if (method === "GET" && status === 404) this.notFound.add(path);
    else this.notFound.delete(path);
    held.answer(
      status === 204
        ? new Response(null, { status })
        : Response.json(body ?? { message: String(status) }, { status }),
    );
  }

  /** Delivers the oldest message. */
  deliver(): void {
    const message = this.messages.shift();
    if (!message) return;
    this.story.push(`a message arrives: ${brief(message)}`);
    this.#delivered++;
    for (const socket of this.#sockets) socket.send(JSON.stringify(message));
  }

  /** Sends what the page sends, and notes that it has its answer. */
  async #send(input: string, init: RequestInit = {}): Promise<Response> {
    const number = this.#sent++;
    const { pathname, search } = new URL(input);
    const { method = "GET" } = init;
    const headers = new Headers(init.headers);
    headers.set("x-number", String(number));
    if (method !== "GET") {
      headers.set("x-outcome", this.nextOutcome);
      this.nextOutcome = "accepted";
    }
    const { port } = this.#server.addr;
    const response = await this.#originals.fetch(
      `http://127.0.0.1:${port}${pathname}${search}`,
      { ...init, headers },
    );
    const body = response.status === 204 ? null : await response.text();
    this.#received++;
    return new Response(body, response);
  }

  async #arrive(request: Request): Promise<Response> {
    if (request.headers.get("upgrade") === "websocket") {
      const { socket, response } = Deno.upgradeWebSocket(request);
      socket.onopen = () => this.#sockets.add(socket);
      socket.onclose = () => this.#sockets.delete(socket);
      return response;
    }
    const { method, url, headers } = request;
    const path = url.slice(new URL(url).origin.length);
    const text = await request.text();
    const body = text ? JSON.parse(text) : undefined;
    const { promise, resolve } = Promise.withResolvers<Response>();
    const number = Number(headers.get("x-number"));
    const outcome = headers.get("x-outcome") as Outcome ?? "accepted";
    if (method === "DELETE") this.deleted.add(path);
    const name = `${method} ${path} ${text}`.trim();
    const tail = outcome === "accepted" ? "" : `, to be ${outcome}`;
    this.story.push(`${name} is sent${tail}`);
    this.waiting.push({
      number,
      name,
      outcome,
      handle: () => this.shop.handle({ method, path, body }),
      answer: resolve,
    });
    // what was sent together arrives in any order
    this.waiting.sort((a, b) => a.number - b.number);
    this.#arrived++;
    return await promise;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    Object.assign(globalThis, this.#originals);
    for (const held of [...this.waiting, ...this.handled]) {
      held.answer(new Response(null, { status: 503 }));
    }
    await this.#server.shutdown();
  }
}

/** Waits until something holds that needs no clock. */
export async function until(condition: () => boolean): Promise<void> {
  for (const end = Date.now() + 10_000; !condition();) {
    assert(Date.now() < end, `waited for ${condition}`);
    await nextTask();
  }
}

function brief(value: unknown): string {
  return value === undefined ? "" : JSON.stringify(value).replaceAll('"', "");
}
