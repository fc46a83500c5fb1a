import { assertEquals } from "@std/assert";
import { card } from "./support/card.ts";
import { withDemoPage } from "./support/demo_page.ts";
import { renderers } from "./support/renderers.ts";

for (const [renderer, path] of Object.entries(renderers)) {
  Deno.test(`${renderer}: the demo runs offline, on npm packages`, () =>
    withDemoPage({ path, isOffline: true }, async ({ page, open }) => {
      const origins = new Set<string>();
      page.on("request", (request) => {
        origins.add(new URL(request.url()).hostname);
      });
      await open();
      await card(page, "Feed").getByText("Notes on the engine").waitFor();
      assertEquals(origins, new Set(["127.0.0.1"]));
    }));
}

Deno.test("without esm.sh the page says how to do without", () =>
  withDemoPage({}, async ({ page, open }) => {
    await page.route("https://esm.sh/**", (route) => route.abort());
    await open();
    await page.getByText("deno task dev --offline").waitFor();
  }));
