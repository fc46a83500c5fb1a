import { assertEquals, assertMatch } from "@std/assert";
import { card } from "./support/card.ts";
import { type DemoPage, withDemoPage } from "./support/demo_page.ts";
import { holdRequests } from "./support/held_requests.ts";
import { everyRendererTest, renderers } from "./support/renderers.ts";

const bitcoin = "32982389239823983298329832.238923982389328932893298";
const ether = "0.100000000000000000000000000001";

everyRendererTest(
  "every part waits, fails and recovers on its own",
  async ({ page, open }) => {
    const feed = await holdRequests(page, "feed");
    await page.route(
      "**/api/issues",
      (route) => route.fulfill({ status: 503 }),
    );
    await open();

    await feed.started;
    await card(page, "Users").getByText("Ada Lovelace").waitFor();
    await card(page, "Feed").getByRole("status").getByText("Loading Feed")
      .waitFor();
    const alert = card(page, "Issues").getByRole("alert");
    await alert.waitFor();
    assertMatch(await alert.innerText(), /Service Unavailable/);
    await page.getByRole("complementary", { name: "Requests" })
      .getByRole("listitem").filter({ hasText: "/issues" })
      .getByText(/^503 in/).waitFor();

    feed.release();
    await card(page, "Feed").getByText("Notes on the engine").waitFor();
    assertEquals(await card(page, "Feed").getByText("Loading").count(), 0);

    await page.unroute("**/api/issues");
    await alert.getByRole("button", { name: "Try again" }).click();
    await card(page, "Issues").getByText("Issue number 3").waitFor();
    assertEquals(await alert.count(), 0);
  },
);

/** Shows the price of bitcoin, then asks for that of ether, which is not answered. */
async function askForEther({ page, open }: DemoPage) {
  await open();
  const price = card(page, "Price");
  await price.getByText(bitcoin).waitFor();
  const request = await holdRequests(page, "price/eth-usd");

  await price.getByLabel("ETH-USD").check({ force: true });
  await request.started;
  return { price, request };
}

Deno.test("React: a transition keeps the old content until the new is there", () =>
  withDemoPage(
    { path: renderers.React, isBundled: true },
    async (demo) => {
      const { price, request } = await askForEther(demo);
      await price.locator("[aria-busy=true]").getByText(bitcoin).waitFor();
      assertEquals(await price.getByText("Loading Price").count(), 0);

      request.release();
      await price.locator("[aria-busy=false]").getByText(ether).waitFor();
      assertEquals(await price.getByText(bitcoin).count(), 0);
    },
  ));

Deno.test("Preact, which has no transitions, waits in the place of the old content", () =>
  withDemoPage(
    { path: renderers.Preact, isBundled: true },
    async (demo) => {
      const { price, request } = await askForEther(demo);
      await price.getByText("Loading Price").waitFor();
      assertEquals(await price.getByText(bitcoin).count(), 0);

      request.release();
      await price.getByText(ether).waitFor();
      assertEquals(await price.getByText("Loading Price").count(), 0);
    },
  ));
