import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { createPersistedStore, ServerData } from "@tessera/client/react/ssr";
// @ts-types="npm:@types/react-dom@^19/server"
import { renderToReadableStream, renderToStaticMarkup } from "react-dom/server";
import { moduleText } from "../../examples/app/module_text.ts";
import { type DemoPage, withDemoPage } from "./support/demo_page.ts";
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
    /<script type="importmap">(.*?)<\/script>/s.exec(html) ??
      [];
  const { imports } = JSON.parse(text);
  return JSON.stringify({
    imports: {
      ...imports,
      "@tessera/client/react/ssr": "/react/ssr/mod.ts",
    },
  });
}
