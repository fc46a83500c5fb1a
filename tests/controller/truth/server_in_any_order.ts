import {
  type Client,
  createClient,
  ImmortalGCPolicy,
  NetworkError,
  NetworkManager,
} from "../../../mod.ts";
import { IdleClock } from "./idle_clock.ts";
import { settleTasks } from "./settle_tasks.ts";

/** A request that was sent. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What a server says, and how. */
export interface Said {
  readonly status?: number;
  readonly body?: unknown;
}

interface Pending {
  readonly sent: Sent;
  readonly resolve: (response: Response) => void;
  readonly reject: (error: Error) => void;
  said?: Said;
}

/** Handles requests in the order in which they were sent, and answers them in any. */
export class ServerInAnyOrder {
  readonly clock: IdleClock = new IdleClock();
  readonly #handle: (sent: Sent) => Said;
  readonly #waiting: Pending[] = [];
  readonly #handled: Pending[] = [];

  /** @param handle changes what the server has, and gives its response */
  constructor(handle: (sent: Sent) => Said) {
    this.#handle = handle;
  }

  readonly fetchResponse = (
    url: string,
    { method = "GET", body }: RequestInit,
  ): Promise<Response> => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const [path, query] = url.split("?") as [string, string?];
    const sent = {
      method,
      path,
      query: Object.fromEntries(new URLSearchParams(query)),
      body: JSON.parse(`${body ?? "{}"}`),
    };
    this.#waiting.push({ sent, resolve, reject });
    return promise;
  };

  /** An application whose time is that of the server. */
  open(): Client {
    const { clock } = this;
    return createClient({
      clock,
      managers: [new NetworkManager({ clock })],
      gcPolicy: new ImmortalGCPolicy(),
    });
  }

  async handle(): Promise<void> {
    const request = this.#waiting.shift();
    if (!request) return;
    request.said = structuredClone(this.#handle(request.sent));
    this.#handled.push(request);
    await this.flush();
  }

  async answer(index: number): Promise<void> {
    const [request] = this.#handled.splice(index % this.#handled.length, 1);
    if (!request) return;
    const { status = 200, body } = request.said!;
    const response = body === undefined
      ? new Response(null, { status })
      : Response.json(body, { status });
    if (response.ok) request.resolve(response);
    else request.reject(new NetworkError(response));
    await this.flush();
  }

  /** Until everybody waits for a response. */
  async flush(): Promise<void> {
    do await settleTasks(); while (this.clock.run());
  }

  /** Until nobody asks for anything. */
  async rest(): Promise<void> {
    await this.flush();
    while (this.#waiting.length + this.#handled.length > 0) {
      while (this.#waiting.length > 0) await this.handle();
      await this.answer(0);
    }
  }
}
