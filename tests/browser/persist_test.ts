import { assertEquals } from "@std/assert";
import { htmlResponse, withLivePage } from "./support/live_page.ts";

/** A list of 2,000 ports, kept in IndexedDB. */
const module = `
  import { createElement } from "react";
  import { createRoot } from "react-dom/client";
  import { Collection, Endpoint, Entity, getDefaultManagers } from "@tessera/client";
  import { AsyncBoundary, DataProvider, useController, useSuspense } from "@tessera/client/react";
  import { indexedDBStorage, PersistManager } from "@tessera/client/persist";

  class Port extends Entity {
    static key = "Port";
    id = "";
    name = "";
  }
  const getPorts = new Endpoint(async () => (await fetch("/api/ports")).json(), {
    name: "getPorts",
    schema: new Collection([Port]),
    dataExpiryLength: 3_600_000,
  });
  const persist = globalThis.persist = new PersistManager({
    storage: indexedDBStorage("harbour"),
    restoreTimeout: 30_000,
    onError: (error) => console.error(error),
  });
  function Ports() {
    const ports = useSuspense(getPorts);
    const controller = useController();
    globalThis.names = () => [...new Set(ports.map(({ name }) => name))];
    globalThis.rename = (name) => Promise.all(
      ports.map(({ id }) => controller.set(Port, { id }, { id, name })),
    );
    return createElement("p", null, ports.length + " ports, the last is " + ports.at(-1).name);
  }
  createRoot(document.getElementById("root")).render(
    createElement(
      DataProvider,
      { managers: [persist, ...getDefaultManagers()], devButton: null },
      createElement(AsyncBoundary, { fallback: "waiting" }, createElement(Ports)),
    ),
  );
`;

Deno.test("a page shows after a reload what IndexedDB keeps, without a request [controller/NEW-60] [controller/NEW-67] [controller/NEW-70]", async () => {
  let requests = 0;
  const answer = (_request: Request, path: string) => {
    if (path === "/favicon.ico") return htmlResponse("");
    if (path !== "/api/ports") return undefined;
    requests++;
    return Response.json(
      Array.from({ length: 2000 }, (_, n) => ({ id: `p${n}`, name: "old" })),
    );
  };
  await withLivePage({ module, answer }, async (live) => {
    const { page, context, complaints, open } = live;
    await open();
    await page.getByText("2000 ports, the last is old").waitFor();
    await page.evaluate("persist.flush()");
    await page.reload();
    await page.getByText("2000 ports, the last is old").waitFor();
    await page.evaluate("persist.ready");
    assertEquals(requests, 1);

    await page.evaluate("rename('new')");
    await page.getByText("the last is new").waitFor();
    // leaving the page writes
    await page.reload();
    await page.getByText("2000 ports, the last is new").waitFor();
    assertEquals(requests, 1);
    assertEquals(complaints, []);

    // a page that dies while it writes leaves all of it, or nothing
    await page.evaluate("rename('half'); void persist.flush()");
    const address = page.url();
    const session = await context.newCDPSession(page);
    const crashed = page.waitForEvent("crash");
    session.send("Page.crash").catch(() => {});
    await crashed;
    const other = await context.newPage();
    await other.goto(address);
    await other.getByText("2000 ports").waitFor();
    await other.evaluate("persist.ready");
    const names = await other.evaluate("names()") as string[];
    assertEquals(names.length, 1, names.join());
    assertEquals(requests, 1);
  });
});
