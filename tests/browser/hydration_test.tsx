import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  createPersistedStore,
  createServerDataComponent,
  ServerData,
} from "@tessera/client/react/ssr";
// @ts-types="npm:@types/react-dom@^19/server"
import { renderToReadableStream, renderToStaticMarkup } from "react-dom/server";
import { moduleText } from "../../examples/app/module_text.ts";
import { type DemoPage, withDemoPage } from "./support/demo_page.ts";
import { streamedNames } from "./support/streamed_names.tsx";
import { usersPage } from "./support/users_page.tsx";

const hostile = "</script><script>document.title = 'hacked'</script><!--";

Deno.test("React: the browser takes over what a server rendered, without asking again", () =>
  withDemoPage({}, async (demo) => {
    const { page, url, server, complaints } = demo;
    await fetch(`${url}/api/users`, {
      method: "POST",
      body: JSON.stringify({ name: hostile }),
    });
    const html = await renderedPage(demo);
    assertStringIncludes(html, "<li>Ada Lovelace</li>");
    const requests = server.requests.length;
    await page.route(
      `${url}/users.html`,
      (route) =>
        route.fulfill({ contentType: "text/html; charset=utf-8", body: html }),
    );
    await page.route(`${url}/users_page.tsx`, async (route) =>
      route.fulfill({
        contentType: "text/javascript; charset=utf-8",
        body: await moduleText(
          new URL("support/users_page.tsx", import.meta.url),
        ),
      }));

    await page.goto(`${url}/users.html`);
    const item = await page.getByText("Ada Lovelace").elementHandle();
    await page.locator("html[data-hydrated]").waitFor();
    await page.getByRole("button").click();
    await page.getByText("1 clicks").waitFor();

    assert(await item!.evaluate((element) => element.isConnected));
    assertEquals(await page.getByRole("listitem").allInnerTexts(), [
      "Ada Lovelace",
      "Grace Hopper",
      hostile,
    ]);
    assertEquals(await page.title(), "Users");
    assertEquals(server.requests.length, requests);
    assertEquals(complaints, []);
  }));

Deno.test("React: what has arrived of a page is taken over while the rest is on its way, without asking again [react/NEW-60]", () =>
  withDemoPage({}, async ({ page, url: demoUrl, complaints }) => {
    const gate = Promise.withResolvers<void>();
    const asked: string[] = [];
    const map = await importMap(demoUrl);
    await using server = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen() {} },
      async (request) => {
        const { pathname, search } = new URL(request.url);
        if (pathname.startsWith("/people/")) {
          const isBrowser = request.headers.has("sec-fetch-mode");
          asked.push(`${isBrowser ? "browser" : "server"} ${pathname}`);
          const id = pathname.slice("/people/".length);
          if (id === "2") await gate.promise;
          return Response.json({ id, name: ["Ada", "Grace"][Number(id) - 1] });
        }
        if (pathname === "/page.html") {
          return new Response(
            await streamedPage(new URL(request.url).origin, map),
            { headers: { "content-type": "text/html; charset=utf-8" } },
          );
        }
        if (pathname !== "/streamed_names.tsx") {
          return await fetch(demoUrl + pathname + search);
        }
        return new Response(
          await moduleText(
            new URL("support/streamed_names.tsx", import.meta.url),
          ),
          { headers: { "content-type": "text/javascript; charset=utf-8" } },
        );
      },
    );
    const { port } = server.addr as Deno.NetAddr;
    await page.goto(`http://127.0.0.1:${port}/page.html`, {
      waitUntil: "commit",
    });
    const first = page.getByText("Ada");
    await page.locator("button[data-alive]", { hasText: "Ada" }).waitFor();
    await first.click();
    assertEquals(await first.innerText(), "Ada: 1 clicks");
    assertEquals(await page.evaluate("document.readyState"), "loading");
    assertEquals(await page.getByText("Grace").count(), 0);

    gate.resolve();
    await page.locator("button[data-alive]", { hasText: "Grace" }).waitFor();
    await page.waitForLoadState("load");
    assertEquals(await page.getByRole("button").allInnerTexts(), [
      "Ada: 1 clicks",
      "Grace: 0 clicks",
    ]);
    assertEquals(asked, ["server /people/1", "server /people/2"]);
    assertEquals(complaints, []);
  }));

/** A document that React streams. */
function streamedPage(url: string, map: string): Promise<ReadableStream> {
  const [ServerDataProvider, useReady] = createPersistedStore();
  const ServerDataComponent = createServerDataComponent(useReady);
  const start = `
    import { createElement } from "react";
    import { hydrateRoot } from "react-dom/client";
    import { DataProvider } from "@tessera/client/react";
    import { awaitInitialData } from "@tessera/client/react/ssr";
    import { streamedNames } from "/streamed_names.tsx";

    hydrateRoot(
      document.getElementById("root"),
      createElement(
        DataProvider,
        { initialState: await awaitInitialData(), devButton: null },
        streamedNames("${url}"),
      ),
    );`;
  return renderToReadableStream(
    <html lang="en">
      <head>
        <title>Names</title>
        <link rel="icon" href="data:," />
        <script
          type="importmap"
          dangerouslySetInnerHTML={{ __html: map }}
        />
      </head>
      <body>
        <div id="root">
          <ServerDataProvider>{streamedNames(url)}</ServerDataProvider>
        </div>
        <ServerDataComponent />
        <script
          type="module"
          async
          dangerouslySetInnerHTML={{ __html: start }}
        />
      </body>
    </html>,
  );
}

/** The page as a server sends it, with the import map of the demo. */
async function renderedPage({ url }: DemoPage): Promise<string> {
  const [ServerDataProvider, , , store] = createPersistedStore();
  const application = await renderToReadableStream(
    <ServerDataProvider>{usersPage(`${url}/api`)}</ServerDataProvider>,
  );
  await application.allReady;
  const markup = await new Response(application).text();
  const data = renderToStaticMarkup(<ServerData data={store.getState()} />);
  return `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Users</title>
    <link rel="icon" href="data:,">
    <script type="importmap">${await importMap(url)}</script>
  </head>
  <body>
    <div id="root">${markup}</div>
    ${data}
    <script type="module">
      import { createElement, useEffect } from "react";
      import { hydrateRoot } from "react-dom/client";
      import { DataProvider } from "@tessera/client/react";
      import { awaitInitialData } from "@tessera/client/react/ssr";
      import { usersPage } from "/users_page.tsx";

      function Hydrated({ children }) {
        useEffect(() => {
          document.documentElement.dataset.hydrated = "";
        }, []);
        return children;
      }
      hydrateRoot(
        document.getElementById("root"),
        createElement(
          Hydrated,
          null,
          createElement(
            DataProvider,
            { initialState: await awaitInitialData() },
            usersPage("${url}/api"),
          ),
        ),
      );
    </script>
  </body>
</html>`;
}

async function importMap(url: string): Promise<string> {
  const html = await (await fetch(url)).text();
  const [, text = ""] =
    /<script type="importmap">(.*?)<\/script>/s.exec(html) ?? [];
  const { imports } = JSON.parse(text);
  return JSON.stringify({
    imports: { ...imports, "@tessera/client/react/ssr": "/react/ssr/mod.ts" },
  });
}
