/**
 * A small REST server to try the client against: `deno task server [port]`.
 * Its data is in memory; every start has the same.
 *
 * @module
 */
import { createDatabase } from "./reference_server/database.ts";
import { route } from "./reference_server/router.ts";
import { routes } from "./reference_server/routes.ts";

/** Where the server listens. */
export interface ReferenceServerOptions {
  /** 0, the default, takes a free port. */
  readonly port?: number;
}

/** A request as it was answered. */
export interface ServedRequest {
  readonly method: string;
  /** Path with query string. */
  readonly path: string;
  /** Text of the body; empty when there was none. */
  readonly body: string;
  readonly status: number;
  /** Text of the answer; its size and type when it is not JSON. */
  readonly answer: string;
}

/** A running server. */
export interface ReferenceServer {
  /** `http://127.0.0.1:4711`, without a slash at the end. */
  readonly url: string;
  /** Everything it answered, oldest first. */
  readonly requests: readonly ServedRequest[];
  /** Stops it and forgets the data. */
  close(): Promise<void>;
}

/** Starts the server on loopback. */
export function startReferenceServer(
  { port = 0 }: ReferenceServerOptions = {},
): ReferenceServer {
  const database = createDatabase();
  const requests: ServedRequest[] = [];
  const server = Deno.serve(
    { hostname: "127.0.0.1", port, onListen: () => {} },
    async (request) => {
      const body = await request.text();
      const response = await route(routes, database, request, body);
      const { pathname, search } = new URL(request.url);
      requests.push({
        method: request.method,
        path: pathname + search,
        body,
        status: response.status,
        answer: await describe(response),
      });
      return response;
    },
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    requests,
    close: () => server.shutdown(),
  };
}

async function describe(response: Response): Promise<string> {
  const type = response.headers.get("content-type") ?? "";
  if (type.startsWith("application/json") && !hasFileName(response)) {
    return await response.clone().text();
  }
  const { byteLength } = await response.clone().arrayBuffer();
  return byteLength === 0 ? "" : `${byteLength} bytes of ${type}`;
}

function hasFileName(response: Response): boolean {
  return response.headers.has("content-disposition");
}

if (import.meta.main) {
  const server = startReferenceServer({ port: Number(Deno.args[0] ?? 0) });
  console.log(`Listening on ${server.url}\n`);
  for (const { method, path } of routes) {
    console.log(`${method.padEnd(7)}${path}`);
  }
}
