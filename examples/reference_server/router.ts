import type { Database } from "./database.ts";

/** A JSON object as it comes from the wire. */
export type Json = Record<string, unknown>;

/** What a route is given to answer with. */
export interface Call {
  readonly database: Database;
  /** Decoded parameters of the path. */
  readonly params: Readonly<Record<string, string>>;
  /** The whole address, query string included. */
  readonly url: URL;
  /** The parsed body; `{}` where there is none. */
  readonly body: Json;
}

/** One row of the endpoint table. */
export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** `/users/:id` */
  readonly path: string;
  answer(call: Call): Response;
}

/** Thrown by a route to answer with an error. */
export class Refusal extends Error {
  constructor(readonly status: number, message: string) {
    super(message);
  }
}

/** The answer for a value. */
export function json(
  value: unknown,
  status = 200,
  headers: Record<string, string> = {},
): Response {
  return new Response(JSON.stringify(value), {
    status,
    headers: { "content-type": "application/json", ...headers },
  });
}

/** Answers one request by the first route that matches; never throws. */
export async function route(
  routes: readonly Route[],
  database: Database,
  request: Request,
  text: string,
): Promise<Response> {
  const url = new URL(request.url);
  try {
    const matching = routes.flatMap((candidate) => {
      const params = match(candidate.path, url.pathname);
      return params ? [{ candidate, params }] : [];
    });
    const found = matching.find(({ candidate }) =>
      candidate.method === request.method
    );
    if (found) {
      return await found.candidate.answer({
        database,
        url,
        params: found.params,
        body: parse(request, text),
      });
    }
    if (matching.length === 0) {
      throw new Refusal(404, `There is nothing at ${url.pathname}`);
    }
    const allow = matching.map(({ candidate }) => candidate.method).join(", ");
    return json(
      { error: `${request.method} is not possible here, only ${allow}` },
      405,
      { allow },
    );
  } catch (error) {
    if (error instanceof Refusal) {
      return json({ error: error.message }, error.status);
    }
    console.error(error);
    return json({ error: "The server failed" }, 500);
  }
}

/** Parameters of a path that fits the pattern; parts that are no names must be equal. */
function match(
  pattern: string,
  path: string,
): Record<string, string> | undefined {
  const names = pattern.split("/");
  const parts = path.split("/");
  if (names.length !== parts.length) return undefined;
  const params: Record<string, string> = Object.create(null);
  for (const [index, name] of names.entries()) {
    const part = parts[index]!;
    if (!name.startsWith(":")) {
      if (name !== part) return undefined;
      continue;
    }
    if (part === "") return undefined;
    try {
      params[name.slice(1)] = decodeURIComponent(part);
    } catch {
      throw new Refusal(400, `${part} is not a well-formed part of a path`);
    }
  }
  return params;
}

function parse(request: Request, text: string): Json {
  if (request.method === "GET" || request.method === "DELETE") return {};
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new Refusal(400, "The body is not JSON");
  }
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new Refusal(400, "The body must be a JSON object");
  }
  return body as Json;
}
