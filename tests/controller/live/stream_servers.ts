/** Servers on loopback that push, and what they have received. */

/** What happens one after the other, for a test that waits for it. */
export class Happenings<T> {
  /** All of it. */
  readonly all: T[] = [];
  #taken = 0;
  #wake = () => {};

  /** One more. */
  readonly add = (happening: T): void => {
    this.all.push(happening);
    this.#wake();
  };

  /** The next one that was not taken yet. */
  async next(): Promise<T> {
    while (this.#taken === this.all.length) {
      await new Promise<void>((resolve) => this.#wake = resolve);
    }
    return this.all[this.#taken++]!;
  }

  /** Takes the next ones, up to a certain one. */
  async until(wanted: T): Promise<void> {
    while (await this.next() !== wanted);
  }
}

/** A WebSocket as its server sees it. */
export class ServedSocket {
  /** Address it was opened with, without the origin. */
  readonly path: string;
  /** What client and server agreed on. */
  readonly protocol: string;
  readonly received: Happenings<unknown> = new Happenings();
  /** Resolves with the code with which it ended. */
  readonly closed: Promise<number>;
  readonly #socket: WebSocket;

  constructor(path: string, protocol: string, socket: WebSocket) {
    this.path = path;
    this.protocol = protocol;
    this.#socket = socket;
    socket.binaryType = "arraybuffer";
    socket.onmessage = ({ data }) =>
      this.received.add(typeof data === "string" ? JSON.parse(data) : data);
    this.closed = new Promise((resolve) => {
      socket.onclose = ({ code }) => resolve(code);
    });
  }

  /** Sends JSON. */
  send(message: unknown): void {
    this.#socket.send(JSON.stringify(message));
  }

  /** Sends as it is. */
  sendRaw(data: string | ArrayBuffer): void {
    this.#socket.send(data);
  }

  /** Ends it. */
  close(code?: number): void {
    this.#socket.close(code);
  }
}

/** An event stream as its server sees it. */
export class ServedStream {
  /** Address it was opened with, without the origin. */
  readonly path: string;
  readonly headers: Headers;
  /** Resolves when the client has ended it. */
  readonly closed: Promise<void>;
  /** The answer. */
  readonly response: Response;
  #out!: ReadableStreamDefaultController<Uint8Array>;

  constructor({ url, headers }: Request) {
    const { pathname, search } = new URL(url);
    this.path = pathname + search;
    this.headers = headers;
    let close!: () => void;
    this.closed = new Promise((resolve) => close = resolve);
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#out = controller;
      },
      cancel: close,
    });
    this.response = new Response(body, {
      headers: { "content-type": "text/event-stream" },
    });
    // the client is told that the stream is open
    this.#write(":\n\n");
  }

  /** Sends an event of JSON. */
  send(
    data: unknown,
    { id, event }: { id?: string; event?: string } = {},
  ): void {
    this.#write(
      (id === undefined ? "" : `id: ${id}\n`) +
        (event === undefined ? "" : `event: ${event}\n`) +
        `data: ${JSON.stringify(data)}\n\n`,
    );
  }

  /** Ends it; the client takes that for a loss. */
  end(): void {
    try {
      this.#out.close();
    } catch {
      // the client was faster
    }
  }

  #write(text: string): void {
    this.#out.enqueue(new TextEncoder().encode(text));
  }
}

/** Serves WebSockets, event streams and whatever else a test answers. */
export class StreamServer implements AsyncDisposable {
  readonly sockets: Happenings<ServedSocket> = new Happenings();
  readonly streams: Happenings<ServedStream> = new Happenings();
  readonly #server: Deno.HttpServer<Deno.NetAddr>;

  /** @param answer Answers a request that is not for a stream; without an answer it is one. */
  constructor(
    answer: (request: Request) => Response | undefined = () => undefined,
  ) {
    this.#server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      (request) => {
        if (request.headers.get("upgrade") === "websocket") {
          const { protocol, path } = this.#wanted(request);
          const { socket, response } = Deno.upgradeWebSocket(request, {
            ...protocol && { protocol },
          });
          const served = new ServedSocket(path, protocol ?? "", socket);
          socket.onopen = () => this.sockets.add(served);
          return response;
        }
        const other = answer(request);
        if (other) return other;
        const stream = new ServedStream(request);
        this.streams.add(stream);
        return stream.response;
      },
    );
  }

  /** Address for WebSockets, without a slash at the end. */
  get wsUrl(): string {
    return `ws://127.0.0.1:${this.#server.addr.port}`;
  }

  /** Address for everything else, without a slash at the end. */
  get url(): string {
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.sockets.all) socket.close();
    for (const stream of this.streams.all) stream.end();
    await this.#server.shutdown();
  }

  #wanted(
    { url, headers }: Request,
  ): { protocol: string | undefined; path: string } {
    const { pathname, search } = new URL(url);
    const [protocol] = headers.get("sec-websocket-protocol")?.split(", ") ?? [];
    return { protocol, path: pathname + search };
  }
}
