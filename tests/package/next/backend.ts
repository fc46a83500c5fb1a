/** A server of ships and ports, whose answers wait until the test lets them go. */
export class Backend implements AsyncDisposable {
  /** Every request, with who made it. */
  readonly asked: string[] = [];

  #isOpen = true;
  #waiting: (() => void)[] = [];
  readonly #server: Deno.HttpServer<Deno.NetAddr>;

  constructor() {
    this.#server = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen() {} },
      (request) => this.#answer(request),
    );
  }

  /** Without a slash at the end. */
  get url(): string {
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }

  /** From now on answers wait. */
  hold(): void {
    this.#isOpen = false;
  }

  /** Lets those go that wait, and what follows. */
  release(): void {
    this.#isOpen = true;
    for (const answer of this.#waiting.splice(0)) answer();
  }

  async #answer(request: Request): Promise<Response> {
    const headers = {
      "access-control-allow-origin": "*",
      "access-control-allow-headers": "*",
    };
    if (request.method === "OPTIONS") return new Response(null, { headers });
    const { pathname } = new URL(request.url);
    const isBrowser = request.headers.has("origin");
    this.asked.push(`${isBrowser ? "browser" : "server"} ${pathname}`);
    if (!this.#isOpen) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    const [, kind, id] = pathname.split("/");
    return Response.json(
      kind === "ships"
        ? { id, name: `Ship ${id}`, port: "1" }
        : { id, name: `Port ${id}` },
      { headers },
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.release();
    await this.#server.shutdown();
  }
}
