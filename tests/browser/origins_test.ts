import { assertEquals, assertStringIncludes } from "@std/assert";
import { withLivePage } from "./support/live_page.ts";

const module = `
  import { createClient, Entity, resource, RestEndpoint } from "@tessera/client";

  class Vessel extends Entity {
    id = "";
    name = "";
    static key = "Vessel";
  }
  globalThis.read = async (urlPrefix) => {
    const client = createClient();
    const { get, getList } = resource({
      urlPrefix,
      path: "/vessels/:id",
      schema: Vessel,
      paginationField: "page",
    });
    const photo = new RestEndpoint({ urlPrefix, path: "/photo", content: "blob" });
    const note = new RestEndpoint({ urlPrefix, path: "/note", content: "text" });
    const since = new RestEndpoint({ urlPrefix, path: "/since" });
    const read = [
      (await client.fetch(get, { id: "7" })).name,
      (await client.fetch(getList, { flag: "NO" })).length,
      (await client.fetch(getList.getPage, { flag: "NO", page: 2 })).length,
      (await client.fetch(photo)).size,
      await client.fetch(note),
      await client.fetch(since, { at: new Date(0) }),
    ];
    return read;
  };
  globalThis.send = async (path, method) => {
    const endpoint = new RestEndpoint({ path, method, schema: Vessel });
    try {
      const { name } = await createClient().fetch(endpoint, { name: "Fram" });
      return name;
    } catch ({ name, message }) {
      return name + ": " + message;
    }
  };
  document.getElementById("root").textContent = "ready";
`;

Deno.test("a browser reads from another origin that allows no header, without asking for permission [endpoint/INI-5] [endpoint/INI-12]", async () => {
  const requests: string[] = [];
  const other = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    ({ method, url }) => {
      const { pathname, search } = new URL(url);
      requests.push(`${method} ${pathname}${search}`);
      const headers = { "access-control-allow-origin": "*" };
      const vessel = { id: "7", name: "Fram" };
      if (pathname === "/photo" || pathname === "/note") {
        return new Response("abc", { headers });
      }
      return Response.json(
        pathname === "/vessels" ? [vessel] : pathname === "/since" ? 1 : vessel,
        { headers },
      );
    },
  );
  try {
    await withLivePage(
      { module, answer: () => undefined },
      async ({ page, open, complaints }) => {
        await open();
        await page.getByText("ready").waitFor();
        const read = await page.evaluate(
          (origin) =>
            (globalThis as unknown as {
              read(origin: string): Promise<unknown[]>;
            }).read(origin),
          `http://127.0.0.1:${other.addr.port}`,
        );
        assertEquals(read, ["Fram", 1, 1, 3, "abc", 1]);
        assertEquals(requests, [
          "GET /vessels/7",
          "GET /vessels?flag=NO",
          "GET /vessels?flag=NO&page=2",
          "GET /photo",
          "GET /note",
          "GET /since?at=1970-01-01T00%3A00%3A00.000Z",
        ]);
        assertEquals(complaints, []);
      },
    );
  } finally {
    await other.shutdown();
  }
});

Deno.test("a browser tells of a POST that a redirect made a GET, and of no other [endpoint/FET-5]", async () => {
  const answer = async (request: Request, path: string) => {
    const { method } = request;
    const text = await request.text();
    const status = Number(path.slice(1));
    return status > 0
      ? new Response(null, { status, headers: { location: "/vessels/" } })
      : Response.json(
        method === "GET" ? [{ id: "1", name: "Old" }] : {
          id: "7",
          name: JSON.parse(text).name,
        },
      );
  };
  await withLivePage({
    module,
    answer: (request, path) =>
      /^\/(\d+|vessels\/)$/.test(path) ? answer(request, path) : undefined,
  }, async ({ page, open }) => {
    await open();
    await page.getByText("ready").waitFor();
    for (const status of [301, 302, 303, 307, 308]) {
      for (const method of ["POST", "PUT"]) {
        const name = await page.evaluate(
          ([path, method]) =>
            (globalThis as unknown as {
              send(path: string, method: string): Promise<string>;
            }).send(path, method),
          [`/${status}`, method] as const,
        );
        const isKept = status > 303 || method === "PUT" && status < 303;
        if (isKept) assertEquals(name, "Fram");
        else if (method === "POST") {
          const target = new URL("/vessels/", page.url());
          assertStringIncludes(
            name,
            `POST /${status} was redirected to ${target}.`,
          );
        }
      }
    }
  });
});
