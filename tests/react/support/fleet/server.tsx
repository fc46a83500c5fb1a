/**
 * A backend and a server of pages. Prints their addresses as JSON; ends with
 * its input.
 *
 * @module
 */
import { renderToReadableStream, renderToStaticMarkup } from "react-dom/server";
import { createPersistedStore, ServerData } from "../../../../react/ssr/mod.ts";
import { Fleet } from "./application.tsx";

const asked: string[] = [];

const backend = Deno.serve(
  { port: 0, hostname: "127.0.0.1", onListen() {} },
  async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/asked") return Response.json(asked.splice(0));
    asked.push(pathname + new URL(request.url).search);
    await new Promise((resolve) => setTimeout(resolve, 20));
    if (pathname === "/vessels") {
      const captain = searchParams.get("captain")!;
      return Response.json(["1", "2"].map((number) => ({
        id: `${captain}${number}`,
        name: `</script>Vessel ${number} of ${captain}`,
        launched: `189${number}-05-01T00:00:00Z`,
      })));
    }
    return Response.json({ text: `log ${pathname.slice(6)}` });
  },
);
const api = `http://127.0.0.1:${backend.addr.port}`;

const pages = Deno.serve(
  { port: 0, hostname: "127.0.0.1", onListen() {} },
  async (request) => {
    const captain = new URL(request.url).searchParams.get("captain")!;
    const [ServerDataProvider, , , store] = createPersistedStore();
    const application = await renderToReadableStream(
      <ServerDataProvider>
        <Fleet api={api} captain={captain} />
      </ServerDataProvider>,
    ) as ReadableStream<Uint8Array>;
    const page = async function* () {
      const text = new TextEncoder();
      yield text.encode('<!doctype html><body><div id="root">');
      yield* application;
      const data = <ServerData data={store.getState()} nonce="r4nd0m" />;
      yield text.encode(`</div>${renderToStaticMarkup(data)}</body>`);
    };
    return new Response(ReadableStream.from(page()), {
      headers: { "content-type": "text/html; charset=utf-8" },
    });
  },
);
console.log(
  JSON.stringify({ api, pages: `http://127.0.0.1:${pages.addr.port}` }),
);
for await (const _ of Deno.stdin.readable);
Deno.exit();
