import { contentTypeOf, moduleText } from "./module_text.ts";

/** What a development server serves, and where. */
export interface DevServerOptions {
  /** Address of the REST server that requests below `/api` are passed to. */
  readonly api: string;
  /** 0, the default, takes a free port. */
  readonly port?: number;
  /** Whether to serve what the pages import from esm.sh, from npm packages. */
  readonly isOffline?: boolean;
  /** Texts that are served in place of files, by path. */
  readonly replaced?: ReadonlyMap<string, string>;
}

/** A running development server. */
export interface DevServer {
  /** `http://127.0.0.1:4711`, without a slash at the end. */
  readonly url: string;
  /** Stops it. */
  close(): Promise<void>;
}

const repository = new URL("../../", import.meta.url);
const pages: Record<string, string> = {
  "/": "/examples/app/index.html",
  "/preact.html": "/examples/app/preact.html",
};
/** What the page may load: the published modules and the app. */
const served =
  /^\/(mod\.ts|(schema|endpoint|controller|react|examples\/app)\/[\w/]+\.(tsx?|css|html|svg))$/;

const esmSh = "https://esm.sh/";

/** Serves the demo app and the library on loopback, module by module. */
export function startDevServer(
  { api, port = 0, isOffline = false, replaced = new Map() }: DevServerOptions,
): DevServer {
  const server = Deno.serve(
    { hostname: "127.0.0.1", port, onListen: () => {} },
    (request) => {
      const { pathname, search } = new URL(request.url);
      if (pathname.startsWith("/api/")) {
        return pass(request, api + pathname.slice("/api".length) + search);
      }
      if (isOffline && pathname.startsWith("/esm.sh/")) {
        return substitute(pathname.slice("/esm.sh/".length) + search);
      }
      const text = replaced.get(pathname);
      if (text !== undefined) return content(text, pathname);
      return answer(pages[pathname] ?? pathname, isOffline);
    },
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    close: () => server.shutdown(),
  };
}

async function answer(path: string, isOffline: boolean): Promise<Response> {
  if (!served.test(path)) return nothing(path);
  try {
    const text = await moduleText(new URL(`.${path}`, repository));
    return content(
      isOffline && path.endsWith(".html") ? withoutEsmSh(text) : text,
      path,
    );
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return nothing(path);
    throw error;
  }
}

/** The module that esm.sh has at a path, made of the npm package. */
async function substitute(path: string): Promise<Response> {
  const { esmShModule } = await import("./esm_sh.ts");
  return content(withoutEsmSh(await esmShModule(esmSh + path)), "module.ts");
}

function withoutEsmSh(text: string): string {
  return text.replaceAll(esmSh, "/esm.sh/");
}

function content(text: string, path: string): Response {
  return new Response(text, {
    headers: {
      "content-type": contentTypeOf(path),
      "cache-control": "no-store",
    },
  });
}

function nothing(path: string): Response {
  return new Response(`There is nothing at ${path}`, { status: 404 });
}

/** Passes a request on, so that the page and its API share an origin. */
async function pass(request: Request, address: string): Promise<Response> {
  const { method, headers } = request;
  const hasBody = method !== "GET" && method !== "HEAD";
  return await fetch(address, {
    method,
    headers: { "content-type": headers.get("content-type") ?? "" },
    ...hasBody && { body: await request.arrayBuffer() },
  });
}
