/**
 * The server of the tracker: users, issues, comments and files, in memory, the
 * same at every start. Without the page: `deno run -A server.ts 8000`.
 *
 * @module
 */
import { type Data, seed, type UserRow } from "./server/data.ts";
import { EventStreams } from "./server/event_streams.ts";
import { answer, Refusal } from "./server/http.ts";
import { routes } from "./server/routes.ts";

/** How to start the server. */
export interface TrackerServerOptions {
  /** 0, the default, takes a free port. */
  readonly port?: number;
  /** Milliseconds that every answer of the API takes. Default 0. */
  readonly delay?: number;
  /** Answers what is not below `/api`. */
  readonly page?: (request: Request) => Response | Promise<Response>;
}

/** A request as it was answered. */
export interface ServedRequest {
  /** `GET /api/issues?status=open` */
  readonly name: string;
  readonly status: number;
}

/** A running server, and what a test may do to it. */
export interface TrackerServer {
  /** `http://127.0.0.1:4711`, without a slash at the end. */
  readonly url: string;
  readonly data: Data;
  readonly streams: EventStreams;
  /** What it answered below `/api`, oldest first; event streams are left out. */
  readonly requests: ServedRequest[];
  /** Answers a request, such as `PATCH /api/issues/2`, with a status until it is undone. */
  fail(name: string, status: number): () => void;
  /** Keeps a request waiting until it is released. */
  hold(name: string): () => void;
  /** Ends all sessions. */
  endSessions(): void;
  /** Cannot be reached until it is plugged in again; what it knows stays. */
  unplug(): Promise<() => void>;
  /** Stops it. */
  close(): Promise<void>;
}

/** Starts the server on loopback. */
export function startTrackerServer(
  { port = 0, delay = 0, page = nothing }: TrackerServerOptions = {},
): TrackerServer {
  const data = seed();
  const streams = new EventStreams();
  const sessions = new Map<string, UserRow>();
  const requests: ServedRequest[] = [];
  const failures = new Map<string, number>();
  const held = new Map<string, PromiseWithResolvers<void>>();
  /** What was done already, by the key of the request. */
  const answered = new Map<string, Response>();

  async function answerApi(request: Request, path: string): Promise<Response> {
    const name = `${request.method} ${path}`;
    if (delay) await new Promise((resolve) => setTimeout(resolve, delay));
    await held.get(name)?.promise;
    const status = failures.get(name);
    if (status !== undefined) {
      return new Refusal(status, "The engine is stuck.").toResponse();
    }
    const key = request.headers.get("idempotency-key");
    const before = key && answered.get(key);
    if (before) return before.clone();
    const response = await answer(routes, request, { data, sessions, streams });
    if (key && response.ok) answered.set(key, response.clone());
    return response;
  }

  const listen = (port: number) =>
    Deno.serve(
      { hostname: "127.0.0.1", port, onListen() {} },
      async (request) => {
        const { pathname, search } = new URL(request.url);
        if (!pathname.startsWith("/api/")) return page(request);
        const response = await answerApi(request, pathname);
        if (pathname !== "/api/events") {
          const name = `${request.method} ${pathname}${search}`;
          requests.push({ name, status: response.status });
        }
        return response;
      },
    );
  let server = listen(port);
  const used = server.addr.port;
  return {
    url: `http://127.0.0.1:${used}`,
    data,
    streams,
    requests,
    fail(name, status) {
      failures.set(name, status);
      return () => {
        failures.delete(name);
      };
    },
    hold(name) {
      const waiting = Promise.withResolvers<void>();
      held.set(name, waiting);
      return () => {
        held.delete(name);
        waiting.resolve();
      };
    },
    endSessions: () => sessions.clear(),
    async unplug() {
      streams.drop();
      await server.shutdown();
      return () => {
        server = listen(used);
      };
    },
    async close() {
      for (const { resolve } of held.values()) resolve();
      streams.drop();
      await server.shutdown();
    },
  };
}

function nothing(): Response {
  return new Response("Only the API is here.", { status: 404 });
}

if (import.meta.main) {
  const { url } = startTrackerServer({ port: Number(Deno.args[0] ?? 8000) });
  console.log(`The tracker's API is at ${url}/api`);
}
