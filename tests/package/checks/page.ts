/** What a browser makes of the package, as it is in `node_modules`. */
import { assert, assertEquals } from "@std/assert";
import { launchChromium } from "../../browser/support/chromium.ts";
import { serveFolder } from "../readme/static_server.ts";
import type { Project } from "../support/project.ts";

/** Opens a page that has an import map and no bundler, with either set of modules. */
export async function checkPage(project: Project): Promise<void> {
  const html = Deno.readTextFileSync(
    new URL("../consumer/page.html", import.meta.url),
  );
  project.write("index.html", html);
  project.write(
    "production.html",
    html.replaceAll("@tessera/client/esm/", "@tessera/client/production/"),
  );
  project.write("users/1.json", '{ "id": "1", "name": "Ada Lovelace" }');
  await using site = serveFolder(project.folder);
  const browser = await launchChromium();
  try {
    for (const path of ["/index.html", "/production.html"]) {
      const page = await browser.newPage();
      const complaints: string[] = [];
      page.on("pageerror", (error) => complaints.push(String(error)));
      page.on("console", (message) => complaints.push(message.text()));
      await page.goto(site.url + path);
      await page.getByRole("button", { name: "Ada Lovelace" }).click();
      await page.getByRole("button", { name: "Countess of Lovelace" })
        .waitFor();
      assertEquals(complaints, []);
      const addresses = await page.evaluate(() =>
        performance.getEntriesByType("resource").map(({ name }) => name)
      );
      assert(addresses.every((address) => address.startsWith(site.url)));
      assert(addresses.length > 20, `${addresses.length} files`);
      await page.close();
    }
  } finally {
    await browser.close();
  }
}
