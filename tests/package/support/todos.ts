/** A server of todos, as the one that the templates name. */
export class Todos implements AsyncDisposable {
  /** Every request that was to change something. */
  readonly changes: string[] = [];
  /** Whether it refuses every change. */
  isStrict = false;

  readonly #todos = [
    { id: 1, userId: 1, title: "Find the moth", completed: false },
    { id: 2, userId: 1, title: "Wind the clock", completed: false },
  ];
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

  async #answer(request: Request): Promise<Response> {
    const headers = {
      "access-control-allow-origin": "*",
      "access-control-allow-headers": "*",
      "access-control-allow-methods": "*",
    };
    const { method, url } = request;
    if (method === "OPTIONS") return new Response(null, { headers });
    if (method === "GET") return Response.json(this.#todos, { headers });
    const { pathname } = new URL(url);
    const text = await request.text();
    this.changes.push(`${method} ${pathname} ${text}`);
    if (this.isStrict) {
      const message = "The moth is protected.";
      return Response.json({ message }, { status: 422, headers });
    }
    const id = Number(pathname.split("/")[2]);
    let todo = this.#todos.find((todo) => todo.id === id);
    if (todo) Object.assign(todo, JSON.parse(text));
    else {
      todo = { id: 3, completed: false, ...JSON.parse(text) };
      this.#todos.push(todo!);
    }
    return Response.json(todo, { headers });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }
}
