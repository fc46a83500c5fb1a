import { createClient } from "../../mod.ts";
import type { ReferenceServer } from "../reference_server.ts";
import { cut, paint } from "./paint.ts";

type Client = ReturnType<typeof createClient>;

/** Something was not as the demo expects. */
export class Difference extends Error {
  override name = "Difference";
}

/**
 * Where a chapter of the demo plays: a client, the server it talks to, and a
 * running commentary on what goes over the wire and what does not.
 */
export class Stage {
  readonly client: Client = createClient();
  readonly url: string;
  readonly #server: ReferenceServer;
  #warnings: string[] = [];
  #told = 0;
  /** What was announced, the present scene last. */
  readonly scenes: string[] = [];
  /** How many expectations were checked. */
  checks = 0;
  /** How many reads were answered without a request. */
  cached = 0;

  constructor(server: ReferenceServer) {
    this.#server = server;
    this.url = server.url;
    console.warn = (message) => this.#warnings.push(String(message));
  }

  /** How many requests the server has answered. */
  get requests(): number {
    return this.#server.requests.length;
  }

  chapter(title: string): void {
    console.log(`\n${paint.bold(title)}\n${paint.faint("─".repeat(78))}`);
  }

  scene(row: string, description: string): void {
    this.scenes.push(row);
    console.log(`\n${paint.cyan(row.padEnd(40))} ${description}`);
  }

  /** Runs something that must send requests, and shows them. */
  async sends<T>(run: () => Promise<T>): Promise<T> {
    const result = await run();
    if (this.requests === this.#told) {
      throw new Difference("A request was expected, but none was sent.");
    }
    this.showRequests();
    return result;
  }

  /** Shows requests and warnings that were not shown yet. */
  showRequests(): void {
    const answered = this.#server.requests.slice(this.#told);
    for (const { method, path, body, status, answer } of answered) {
      this.#line("sent", `${method} ${path}${body && ` ${body}`}`);
      this.#line("received", `${status} ${answer}`);
    }
    for (const warning of this.#warnings) this.#line("warning", warning);
    this.#warnings = [];
    this.#told = this.requests;
  }

  /** Runs something that must be answered without a request. */
  async sendsNothing<T>(what: string, run: () => T | Promise<T>): Promise<T> {
    const result = await run();
    if (this.requests !== this.#told) {
      const { method, path } = this.#server.requests.at(-1)!;
      throw new Difference(
        `${what}: expected an answer from the cache, but ${method} ${path} was sent.`,
      );
    }
    this.cached++;
    this.#line("from cache", `${what}, no request`);
    return result;
  }

  /** Shows what the cache holds, and checks it. */
  holds(what: string, actual: unknown, expected: unknown): void {
    this.equal(what, actual, expected);
    this.#line("cache", `${what} ${JSON.stringify(actual)}`);
  }

  /** Shows a value the program got, and checks it. */
  yields(what: string, actual: unknown, expected: unknown): void {
    this.equal(what, actual, expected);
    this.#line("value", `${what} ${JSON.stringify(actual)}`);
  }

  /** Checks a value by its JSON text. */
  equal(what: string, actual: unknown, expected: unknown): void {
    this.checks++;
    const [is, shouldBe] = [JSON.stringify(actual), JSON.stringify(expected)];
    if (is !== shouldBe) {
      throw new Difference(`${what} is\n  ${is}\nbut should be\n  ${shouldBe}`);
    }
  }

  #line(label: string, text: string): void {
    console.log(`  ${paint.faint(label.padEnd(10))}  ${cut(text, 100)}`);
  }
}
