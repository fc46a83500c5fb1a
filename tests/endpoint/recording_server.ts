/** What a {@linkcode RecordingServer} was asked. */
export interface RecordedRequest {
  readonly method: string;
  /** Path and query as they were sent. */
  readonly address: string;
  readonly headers: Headers;
  /** The body as text; empty when there was none. */
  readonly body: string;
}

/** How a {@linkcode RecordingServer} answers. */
export type Answer = (request: RecordedRequest) => Response | Promise<Response>;

/** A real server on loopback that remembers every request. */
export class RecordingServer implements AsyncDisposable {
  readonly requests: RecordedRequest[] = [];
  readonly origin: string;
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  readonly #abort = new AbortController();

  constructor(answer: Answer = () => Response.json({})) {
    this.#server = Deno.serve({
      port: 0,
      hostname: "127.0.0.1",
      signal: this.#abort.signal,
      onListen() {},
    }, async (request) => {
      const { pathname, search } = new URL(request.url);
      const recorded = {
        method: request.method,
        address: pathname + search,
        headers: request.headers,
        body: await request.text(),
      };
      this.requests.push(recorded);
      return await answer(recorded);
    });
    this.origin = `http://127.0.0.1:${this.#server.addr.port}`;
  }

  /** The newest request. */
  get last(): RecordedRequest {
    const last = this.requests.at(-1);
    if (last === undefined) throw new Error("There was no request.");
    return last;
  }

  /** Stops without waiting for bodies that nobody reads. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#abort.abort();
    await this.#server.finished;
  }
}

/** Returns the address of a port on which nothing listens. */
export function unreachableOrigin(): string {
  const listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const { port } = listener.addr;
  listener.close();
  return `http://127.0.0.1:${port}`;
}
