/**
 * A server on loopback that answers when, and how badly, the test says.
 *
 * @module
 */
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

/** A request that reached the server and has no answer yet. */
export class ReceivedRequest {
  /** In capitals. */
  readonly method: string;
  /** With the query. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: IncomingMessage["headers"];
  /** The whole body. */
  readonly body: string;
  readonly #response: ServerResponse;

  constructor(
    message: IncomingMessage,
    body: string,
    response: ServerResponse,
  ) {
    this.method = message.method!;
    this.path = message.url!;
    this.headers = message.headers;
    this.body = body;
    this.#response = response;
  }

  /** Whether the client closed the connection. */
  get isAbandoned(): boolean {
    return this.#response.destroyed && !this.#response.writableFinished;
  }

  /** Answers with JSON. */
  json(
    value: unknown,
    status = 200,
    headers: Record<string, string> = {},
  ): void {
    this.text(JSON.stringify(value), status, {
      "content-type": "application/json",
      ...headers,
    });
  }

  /** Answers with any text or bytes. */
  text(
    body: string | Uint8Array,
    status = 200,
    headers: Record<string, string> = {},
  ): void {
    this.#response.writeHead(status, headers).end(body);
  }

  /** Announces more than it sends, and cuts the connection. */
  truncate(text: string): void {
    this.#response.writeHead(200, {
      "content-type": "application/json",
      "content-length": `${text.length + 100}`,
    });
    this.#response.write(text, () => this.#response.destroy());
  }

  /** Sends the head and a part of the body, and never the rest. */
  stall(text: string): void {
    this.#response.writeHead(200, { "content-type": "application/json" });
    this.#response.write(text);
  }

  /** Cuts the connection without any answer. */
  drop(): void {
    this.#response.destroy();
  }
}

/** A running server; requests without `answer` wait for the test. */
export class MisbehavingServer implements AsyncDisposable {
  /** Without a slash at the end. */
  readonly url: string;
  /** Every request that arrived, oldest first. */
  readonly requests: ReceivedRequest[] = [];
  /** Called with each request as it arrives. */
  answer: ((request: ReceivedRequest) => void) | undefined;
  readonly #server: Server;
  readonly #waiting = new Set<() => void>();

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on("request", (message, response) => {
      let body = "";
      message.setEncoding("utf8");
      message.on("data", (chunk: string) => body += chunk);
      message.on("end", () => {
        const request = new ReceivedRequest(message, body, response);
        this.requests.push(request);
        this.answer?.(request);
        for (const check of [...this.#waiting]) check();
      });
    });
  }

  /** Starts a server on a free port. */
  static start(
    answer?: (request: ReceivedRequest) => void,
  ): Promise<MisbehavingServer> {
    return new Promise((resolve) => {
      const server = createServer();
      server.listen(0, "127.0.0.1", () => {
        const started = new MisbehavingServer(server);
        started.answer = answer;
        resolve(started);
      });
    });
  }

  /** Resolves with the request of this number, from 1, once it has arrived. */
  arrived(number: number): Promise<ReceivedRequest> {
    return new Promise((resolve) => {
      const check = () => {
        const request = this.requests[number - 1];
        if (!request) return;
        this.#waiting.delete(check);
        resolve(request);
      };
      this.#waiting.add(check);
      check();
    });
  }

  /** Stops listening; every later connection is refused. */
  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.closeAllConnections();
      this.#server.close(() => resolve());
    });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }
}
