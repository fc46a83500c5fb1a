import { assert, assertEquals } from "@std/assert";
import { htmlResponse, withLivePage } from "./support/live_page.ts";

/** Shows the tide, which is stale at once, and a port, which stays fresh. */
const module = `
  import { createElement } from "react";
  import { createRoot } from "react-dom/client";
  import { Endpoint, getDefaultManagers } from "@tessera/client";
  import { AsyncBoundary, DataProvider, useSuspense } from "@tessera/client/react";
  import { RefreshManager } from "@tessera/client/refresh";

  const get = (name, dataExpiryLength) =>
    new Endpoint(async () => (await fetch("/api/" + name)).text(), {
      name,
      dataExpiryLength,
    });
  const getTide = get("tide", 0);
  const getPort = get("port", 3_600_000);
  const fallbacks = globalThis.fallbacks = [];

  function Harbour() {
    return createElement("p", null, useSuspense(getPort), ": ", useSuspense(getTide));
  }
  function Waiting() {
    fallbacks.push("waiting");
    return "waiting";
  }
  createRoot(document.getElementById("root")).render(
    createElement(
      DataProvider,
      {
        managers: [new RefreshManager({ throttleMs: 0 }), ...getDefaultManagers()],
        devButton: null,
      },
      createElement(
        AsyncBoundary,
        { fallback: createElement(Waiting) },
        createElement(Harbour),
      ),
    ),
  );
`;

Deno.test("a browser that comes back to the page, or to the network, shows what is new [controller/NEW-31]", async () => {
  const requests = { tide: 0, port: 0 };
  const answer = (_request: Request, path: string) => {
    switch (path) {
      case "/api/tide":
        return new Response(`tide ${++requests.tide}`);
      case "/api/port":
        return new Response(`port ${++requests.port}`);
      case "/elsewhere":
        return htmlResponse("<link rel=icon href='data:,'>");
    }
  };
  await withLivePage({ module, answer }, async (live) => {
    const { page, context, complaints } = live;
    await live.open();
    await page.getByText("port 1: tide 1").waitFor();
    const waited = await page.evaluate("fallbacks.length");

    await context.setOffline(true);
    await context.setOffline(false);
    await page.getByText("port 1: tide 2").waitFor();

    // the browser keeps the page while it shows another, and shows it again
    await page.evaluate("void (globalThis.isTheSamePage = true)");
    const left = page.waitForURL("**/elsewhere");
    await page.evaluate(
      "void setTimeout(() => location.assign('/elsewhere'), 0)",
    );
    await left;
    await page.evaluate("void setTimeout(() => history.back(), 0)");
    await page.getByText("port 1: tide 3").waitFor();

    assert(await page.evaluate("isTheSamePage"));
    assertEquals(requests, { tide: 3, port: 1 });
    assertEquals(await page.evaluate("fallbacks.length"), waited);
    assertEquals(complaints, []);
  });
});
