/**
 * Servers of one fleet of vessels, each of which refuses, redirects and answers
 * in the way of its framework.
 *
 * @module
 */
import { Fleet } from "../servers/fleet.ts";

/** A running server. */
export interface RestServer extends AsyncDisposable {
  /** Without a slash at the end. */
  readonly url: string;
}

/** One that runs in this process. */
interface OwnServer extends RestServer {
  readonly fleet: Fleet;
}

const folder = new URL("../servers/", import.meta.url).pathname;

/**
 * Starts a server of a framework in a process of its own, with the packages that
 * `tests/servers` has locked.
 */
export async function startFramework(
  name: "express" | "fastify",
): Promise<RestServer> {
  const server = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "-A",
      "--quiet",
      "--frozen",
      "--no-check",
      `--config=${folder}deno.json`,
      `${folder}main.ts`,
      name,
    ],
    stdout: "piped",
  }).spawn();
  // it says where it listens
  const output = server.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const { value = "" } = await output.read();
  if (!value) throw new Error(`${name} did not start.`);
  return {
    url: value.trim(),
    async [Symbol.asyncDispose]() {
      server.kill();
      await server.status;
      await output.cancel();
    },
  };
}

/** One request to a {@linkcode startServer}. */
interface Call {
  readonly request: Request;
  readonly fleet: Fleet;
  readonly method: string;
  /** Below the address of the server. */
  readonly path: string;
  readonly query: Record<string, string>;
  readonly text: string;
}

function startServer(
  answer: (call: Call) => Response | Promise<Response>,
): OwnServer {
  const fleet = new Fleet();
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    async (request) => {
      const { pathname: path, searchParams } = new URL(request.url);
      return await answer({
        request,
        fleet,
        method: request.method,
        path,
        query: Object.fromEntries(searchParams),
        text: await request.text(),
      });
    },
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    fleet,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

const redirect = (location: string, status: number) =>
  new Response(null, { status, headers: { location } });
const page = (title: string) =>
  new Response(`<!doctype html><h1>${title}</h1>`, {
    headers: { "content-type": "text/html; charset=utf-8" },
  });

/** Django REST framework: each path ends in a slash, and one without leads there by 301. */
export function startDjango(): OwnServer {
  return startServer(({ fleet, method, path, query, text }) => {
    if (!path.endsWith("/")) {
      return redirect(`${path}/?${new URLSearchParams(query)}`, 301);
    }
    const [, id] = /^\/vessels\/(?:(\d+)\/)?$/.exec(path) ?? [];
    const body = text && JSON.parse(text);
    if (id === undefined) {
      if (method === "GET") return Response.json(fleet.list(query));
      return body.name
        ? Response.json(fleet.create(body), { status: 201 })
        : Response.json({ name: ["This field may not be blank."] }, {
          status: 400,
        });
    }
    if (!fleet.find(id)) {
      return Response.json({ detail: "Not found." }, { status: 404 });
    }
    if (method === "DELETE") {
      fleet.remove(id);
      return new Response(null, { status: 204 });
    }
    return Response.json(fleet.change(id, body || {}));
  });
}

/** Laravel: answers are in an envelope, and a refused form leads back to its page by 302, unless JSON is wanted. */
export function startLaravel(): OwnServer {
  return startServer(({ request, fleet, method, path, query, text }) => {
    const { headers } = request;
    const wantsJson = /^[^,]*[/+]json/.test(headers.get("accept") ?? "");
    const refuse = (status: number, body: unknown) =>
      wantsJson ? Response.json(body, { status }) : redirect("/", 302);
    const [, id] = /^\/vessels(?:\/(\d+))?$/.exec(path) ?? [];
    const body = text && JSON.parse(text);
    if (path === "/") return page("A new vessel");
    if (id === undefined) {
      if (method === "GET") return Response.json({ data: fleet.list(query) });
      return body.name
        ? Response.json({ data: fleet.create(body) }, { status: 201 })
        : refuse(422, {
          message: "The name field is required.",
          errors: { name: ["The name field is required."] },
        });
    }
    if (!fleet.find(id)) {
      return refuse(404, { message: "No query results for model." });
    }
    if (method === "DELETE") {
      fleet.remove(id);
      return Response.json({ data: null });
    }
    return Response.json({ data: fleet.change(id, body || {}) });
  });
}

/** Spring: strangers who want no JSON are led to a page to log in at, and changes are answered without content. */
export function startSpring(): OwnServer {
  return startServer(({ request, fleet, method, path, query, text }) => {
    const { headers } = request;
    const problem = (status: number, title: string, detail: string) =>
      new Response(JSON.stringify({ title, status, detail }), {
        status,
        headers: { "content-type": "application/problem+json" },
      });
    if (path === "/login") return page("Log in");
    if (!/\bjson\b/.test(headers.get("accept") ?? "")) {
      return redirect("/login", 302);
    }
    const type = headers.get("content-type");
    if (type && !text) {
      return problem(400, "Bad Request", "Required request body is missing.");
    }
    if (text && type !== "application/json") {
      return problem(415, "Unsupported Media Type", `Not ${type}.`);
    }
    const [, id] = /^\/vessels(?:\/(\d+))?$/.exec(path) ?? [];
    const body = text && JSON.parse(text);
    if (id === undefined) {
      if (method === "GET") return Response.json(fleet.list(query));
      return body.name
        ? Response.json(fleet.create(body), { status: 201 })
        : problem(400, "Bad Request", "name: must not be blank");
    }
    const row = fleet.find(id);
    if (!row) return problem(404, "Not Found", "No such vessel.");
    if (method === "GET") return Response.json(row);
    if (method === "DELETE") fleet.remove(id);
    else fleet.change(id, body);
    return new Response(null);
  });
}
