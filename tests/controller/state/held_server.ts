/** An HTTP server on loopback that answers when, and in the order, a test says. */

export interface HeldRequest {
  readonly method: string;
  readonly path: string;
  /** The body as text; the members of a form as JSON. */
  readonly body: string;
  /** Answers with JSON, status 200. */
  answer(json: unknown): void;
  /** Answers with an error status. */
  refuse(status: number): void;
}

export class HeldServer implements AsyncDisposable {
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  readonly #requests: HeldRequest[] = [];
  readonly #waiting: (() => void)[] = [];
  readonly #abort = new AbortController();

  constructor() {
    this.#server = Deno.serve(
      {
        port: 0,
        hostname: "127.0.0.1",
        signal: this.#abort.signal,
        onListen() {},
      },
      (request) => this.#hold(request),
    );
  }

  get url(): string {
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }

  /** The next request that nobody has taken yet whose method and path are these. */
  async take(method: string, path: string): Promise<HeldRequest> {
    for (;;) {
      const position = this.#requests.findIndex((request) =>
        request.method === method && request.path === path
      );
      if (position >= 0) return this.#requests.splice(position, 1)[0]!;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** Ends also what is not answered, so that a test that fails ends, too. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#abort.abort();
    await this.#server.finished;
  }

  async #hold(request: Request): Promise<Response> {
    const isForm = request.headers.get("content-type")?.startsWith(
      "multipart/form-data",
    );
    const body = isForm
      ? JSON.stringify(
        Object.fromEntries(await request.formData()),
        (_, member) =>
          member instanceof File
            ? `${member.name}, ${member.size} bytes`
            : member,
      )
      : await request.text();
    const { promise, resolve } = Promise.withResolvers<Response>();
    this.#requests.push({
      method: request.method,
      path: new URL(request.url).pathname,
      body,
      answer: (json) => resolve(Response.json(json)),
      refuse: (status) => resolve(Response.json({ status }, { status })),
    });
    for (const wake of this.#waiting.splice(0)) wake();
    return promise;
  }
}
