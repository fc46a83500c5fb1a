import { assertEquals } from "@std/assert";
import { withLivePage } from "./support/live_page.ts";

/** Shows a port that can be renamed, and a tide that is polled. */
const module = `
  import { createElement } from "react";
  import { createRoot } from "react-dom/client";
  import { Endpoint, Entity, getDefaultManagers } from "@tessera/client";
  import { AsyncBoundary, DataProvider, useController, useLive, useSuspense } from "@tessera/client/react";
  import { TabSyncManager } from "@tessera/client/tabs";

  class Port extends Entity {
    static key = "Port";
    id = "";
    name = "";
  }
  const getPort = new Endpoint(async () => (await fetch("/api/port")).json(), {
    name: "getPort",
    schema: Port,
    dataExpiryLength: 3_600_000,
  });
  const getTide = new Endpoint(async () => (await fetch("/api/tide")).text(), {
    name: "getTide",
    pollFrequency: 50,
  });
  function Harbour() {
    const controller = useController();
    const port = useSuspense(getPort);
    useLive(getTide);
    globalThis.rename = (name) => controller.set(Port, { id: "rtm" }, { id: "rtm", name });
    globalThis.reset = () => controller.resetEntireStore();
    return createElement("p", null, port.name);
  }
  createRoot(document.getElementById("root")).render(
    createElement(
      DataProvider,
      { managers: [new TabSyncManager(), ...getDefaultManagers()], devButton: null },
      createElement(AsyncBoundary, { fallback: "waiting" }, createElement(Harbour)),
    ),
  );
`;

Deno.test("two tabs show the same, and one of them polls [controller/NEW-80] [controller/NEW-86] [controller/NEW-87]", async () => {
  let ports = 0;
  const tides: (() => void)[] = [];
  const polls: string[] = [];
  const answer = (request: Request, path: string) => {
    switch (path) {
      case "/api/port":
        ports++;
        return Response.json({ id: "rtm", name: `port ${ports}` });
      case "/api/tide":
        polls.push(request.headers.get("x-tab") ?? "");
        for (const seen of tides.splice(0)) seen();
        return new Response("high");
    }
  };
  /** Until so many more requests have been made. */
  const polled = async (times: number) => {
    polls.length = 0;
    while (polls.length < times) {
      await new Promise<void>((resolve) => tides.push(resolve));
    }
    return new Set(polls);
  };
  await withLivePage({ module, answer }, async (live) => {
    const { page, context, complaints } = live;
    await live.open();
    await page.setExtraHTTPHeaders({ "x-tab": "first" });
    await page.getByText("port 1").waitFor();
    const other = await context.newPage();
    await other.setExtraHTTPHeaders({ "x-tab": "second" });
    await other.goto(page.url());
    await other.getByText("port 2").waitFor();
    // what the second requested, the first shows
    await page.getByText("port 2").waitFor();

    await other.evaluate("rename('renamed')");
    await page.getByText("renamed").waitFor();
    await page.evaluate("rename('renamed again')");
    await other.getByText("renamed again").waitFor();
    assertEquals(ports, 2);

    // each of them asked once before it knew of the other
    await polled(3);
    assertEquals(await polled(5), new Set(["first"]));
    await page.close();
    assertEquals(await polled(5), new Set(["second"]));

    const third = await context.newPage();
    await third.goto(`${new URL("/", other.url())}`);
    await third.getByText("port 3").waitFor();
    await third.evaluate("reset()");
    await other.getByText(/port [45]/).waitFor();
    assertEquals(complaints, []);
  });
});
