/** A server on loopback. */
export interface Site extends AsyncDisposable {
  /** Without a slash at the end. */
  readonly url: string;
}

const types: Readonly<Record<string, string>> = {
  css: "text/css",
  html: "text/html; charset=utf-8",
  js: "text/javascript",
  json: "application/json",
  mjs: "text/javascript",
  svg: "image/svg+xml",
};

/** Serves the files of a folder. */
export function serveFolder(folder: string): Site {
  return serve(async ({ url }) => {
    const { pathname } = new URL(url);
    const path = pathname === "/" ? "/index.html" : pathname;
    const type = types[path.slice(path.lastIndexOf(".") + 1)];
    try {
      return new Response(
        await Deno.readFile(folder + path),
        type === undefined ? {} : { headers: { "content-type": type } },
      );
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
      return new Response("not found", { status: 404 });
    }
  });
}

/** Serves one page. */
export function servePage(html: string): Site {
  return serve(() =>
    new Response(html, { headers: { "content-type": types.html! } })
  );
}

function serve(
  handler: (request: Request) => Response | Promise<Response>,
): Site {
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    handler,
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
