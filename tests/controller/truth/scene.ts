import type { Row, Setting, Subject } from "./contract.ts";
import { type PretendRequest, PretendServer } from "./server.ts";
import { tesseraClient } from "./tessera_client.ts";

/** Options of a {@linkcode Scene}. */
export interface SceneOptions extends Partial<Omit<Setting, "fetch">> {
  /** Whether rows have a field `rev` that the server computes. */
  readonly countsRevisions?: boolean;
}

/** One client and the pretend server, for a sequence that is written by hand. */
export class Scene implements AsyncDisposable {
  readonly server: PretendServer;
  readonly client: Subject;

  constructor(options: SceneOptions = {}) {
    const { isOptimistic = false, hasTotals = false, countsRevisions = false } =
      options;
    this.server = new PretendServer({ hasTotals, countsRevisions });
    const fetch = this.server.fetchOf();
    this.client = tesseraClient({ fetch, isOptimistic, hasTotals });
  }

  /** Starts something, and returns the request that was sent for it. */
  async send(
    start: (client: Subject) => Promise<unknown>,
  ): Promise<PretendRequest> {
    const before = this.server.waiting.length;
    start(this.client).catch(() => {});
    await this.client.flush();
    const request = this.server.waiting[before];
    if (!request) throw new Error("Nothing was sent.");
    return request;
  }

  /** The server handles a request. */
  async handle(request: PretendRequest): Promise<void> {
    this.server.handle(this.server.waiting.indexOf(request));
    await this.client.flush();
  }

  /** An answer arrives. */
  async answer(request: PretendRequest): Promise<void> {
    this.server.answer(this.server.answers.indexOf(request));
    await this.client.flush();
  }

  /** Sends, handles and answers. */
  async done(start: (client: Subject) => Promise<unknown>): Promise<void> {
    const request = await this.send(start);
    await this.handle(request);
    await this.answer(request);
  }

  /** Handles, where that is not done, and answers in the order given. */
  async finish(...requests: readonly PretendRequest[]): Promise<void> {
    for (const request of requests) {
      if (this.server.waiting.includes(request)) await this.handle(request);
      await this.answer(request);
    }
  }

  /** Lets the client ask by itself until it has no question left. */
  async rest(): Promise<void> {
    for (;;) {
      const [next] = this.server.waiting;
      if (!next) return;
      await this.finish(next);
    }
  }

  /** What every place on the screen shows of a field. */
  shown(id: string, field: Exclude<keyof Row, "id">): unknown {
    const values = new Set(
      this.client.copies(id, "store").map((row) => row[field]),
    );
    return values.size > 1 ? [...values] : [...values][0];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.dispose();
  }
}
