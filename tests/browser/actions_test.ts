import { assertEquals } from "@std/assert";
import { moduleText } from "../../examples/app/module_text.ts";
import { withDemoPage } from "./support/demo_page.ts";
import { holdRequests } from "./support/held_requests.ts";

Deno.test("React: an action shows its optimistic change at once, awaits its writes and ends", () =>
  withDemoPage({}, async ({ page, url, complaints }) => {
    const html = await renamingPage(url);
    await page.route(
      `${url}/renaming.html`,
      (route) =>
        route.fulfill({ contentType: "text/html; charset=utf-8", body: html }),
    );
    await page.route(
      `${url}/renaming_page.tsx`,
      async (route) =>
        route.fulfill({
          contentType: "text/javascript; charset=utf-8",
          body: await moduleText(
            new URL("support/renaming_page.tsx", import.meta.url),
          ),
        }),
    );
    await page.goto(`${url}/renaming.html`);
    const heading = page.getByRole("heading");
    await heading.getByText("Ada Lovelace").waitFor();
    const request = await holdRequests(page, "users/*");

    await page.getByLabel("Name").fill("Ada King");
    await page.getByRole("button", { name: "Rename" }).click();
    await request.started;
    await page.locator("h1[aria-busy=true]").getByText("Ada King").waitFor();

    request.release();
    await page.getByText("1 renames, 0 clicks").waitFor();
    await page.locator("h1[aria-busy=false]").getByText("Ada King").waitFor();
    await page.getByRole("button", { name: "Click" }).click();
    await page.getByText("1 renames, 1 clicks").waitFor();
    assertEquals(complaints, []);
  }));

/** A page with the import map of the demo. */
async function renamingPage(url: string): Promise<string> {
  const demo = await (await fetch(url)).text();
  const [importMap] = /<script type="importmap">.*?<\/script>/s.exec(demo)!;
  return `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Renaming</title>
    <link rel="icon" href="data:,">
    ${importMap}
  </head>
  <body>
    <div id="root"></div>
    <script type="module">
      import { createElement } from "react";
      import { createRoot } from "react-dom/client";
      import { DataProvider } from "@tessera/client/react";
      import { renamingPage } from "/renaming_page.tsx";

      createRoot(document.getElementById("root")).render(
        createElement(
          DataProvider,
          { devButton: null },
          renamingPage("${url}/api"),
        ),
      );
    </script>
  </body>
</html>`;
}
