import {
  assert,
  assertEquals,
  assertNotEquals,
  assertStringIncludes,
} from "@std/assert";
import {
  type ReferenceServer,
  startReferenceServer,
} from "../../examples/reference_server.ts";

/** Runs a test against a server of its own. */
function withServer(
  name: string,
  run: (server: ReferenceServer) => Promise<void>,
): void {
  Deno.test(`reference server: ${name}`, async () => {
    const server = startReferenceServer();
    try {
      await run(server);
    } finally {
      await server.close();
    }
  });
}

async function get(server: ReferenceServer, path: string) {
  const response = await fetch(server.url + path);
  return { status: response.status, body: await response.json() };
}

async function send(
  server: ReferenceServer,
  method: string,
  path: string,
  body: string | undefined,
) {
  const response = await fetch(server.url + path, {
    method,
    body: body ?? null,
  });
  const text = await response.text();
  return {
    status: response.status,
    body: text === "" ? undefined : JSON.parse(text),
    allow: response.headers.get("allow"),
  };
}

withServer(
  "users can be listed, created, read, changed, replaced and deleted",
  async (server) => {
    assertEquals(await get(server, "/users"), {
      status: 200,
      body: [
        { id: "1", name: "Ada Lovelace" },
        { id: "2", name: "Grace Hopper" },
      ],
    });
    const created = await send(
      server,
      "POST",
      "/users",
      '{"name":"Mary","x_y":[1]}',
    );
    assertEquals([created.status, created.body], [
      201,
      { id: "3", name: "Mary", x_y: [1] },
    ]);
    const changed = await send(
      server,
      "PATCH",
      "/users/3",
      '{"name":"Mary K."}',
    );
    assertEquals(changed.body, { id: "3", name: "Mary K.", x_y: [1] });
    const replaced = await send(server, "PUT", "/users/3", '{"name":"Jean"}');
    assertEquals(replaced.body, { id: "3", name: "Jean" });
    assertEquals((await get(server, "/users/3")).body, replaced.body);
    assertEquals(
      (await send(server, "DELETE", "/users/3", undefined)).status,
      204,
    );
    assertEquals((await get(server, "/users/3")).status, 404);
    assertEquals((await get(server, "/users/current")).body.id, "1");
  },
);

withServer("todos are listed by user", async (server) => {
  const { body } = await get(server, "/todos?userId=1");
  assertEquals(body.map(({ id }: { id: string }) => id), ["1", "2"]);
});

withServer("wrong requests are refused with a reason", async (server) => {
  const refusals: [string, string, string | undefined, number][] = [
    ["POST", "/users", "{not json", 400],
    ["POST", "/users", "[]", 400],
    ["POST", "/users", "{}", 422],
    ["POST", "/users", '{"id":"1","name":"again"}', 409],
    ["PATCH", "/users/1", '{"name":""}', 422],
    ["PUT", "/users/99", '{"name":"nobody"}', 404],
    ["DELETE", "/users/99", undefined, 404],
    ["DELETE", "/users", undefined, 405],
    ["GET", "/nowhere", undefined, 404],
    ["GET", "/users/", undefined, 404],
    ["GET", "/users/%E0%A4%A", undefined, 400],
    ["GET", "/price/doge-usd", undefined, 404],
    ["GET", "/streams/nobody", undefined, 404],
    ["GET", "/market/products/none/ticker", undefined, 404],
    ["GET", "/files/99/download", undefined, 404],
    ["GET", "/companies", undefined, 400],
    ["GET", "/companies/columns", undefined, 400],
    ["GET", "/issues?cursor=x", undefined, 400],
  ];
  for (const [method, path, body, status] of refusals) {
    const answer = await send(server, method, path, body);
    assertEquals(answer.status, status, `${method} ${path}`);
    assert(answer.body.error.length > 5, `${method} ${path} gives no reason`);
  }
  assertEquals((await get(server, "/users")).body.length, 2);
  assertEquals(
    (await send(server, "DELETE", "/users", undefined)).allow,
    "GET, POST",
  );
});

withServer("the feed holds links, posts and an ad", async (server) => {
  const { body } = await get(server, "/feed");
  assertEquals(body.map(({ type }: { type: string }) => type), [
    "link",
    "post",
    "ad",
    "link",
  ]);
  assertEquals(Object.keys(body[1]), ["id", "type", "content"]);
});

withServer("prices are exact texts", async (server) => {
  assertEquals((await get(server, "/price/btc-usd")).body, {
    exchangePair: "btc-usd",
    price: "32982389239823983298329832.238923982389328932893298",
    updatedAt: "2024-03-01T10:20:30.123456789Z",
  });
});

withServer("a stream does not repeat its user", async (server) => {
  assertEquals((await get(server, "/streams/ada")).body, {
    title: "Programming the engine",
    game: "Number Munchers",
    current_viewers: 1337,
    live: true,
  });
});

withServer("the price of a ticker moves with every request", async (server) => {
  const path = "/market/products/btc-usd/ticker";
  const { body: first } = await get(server, path);
  const { body: second } = await get(server, path);
  assertEquals(second.trade_id, first.trade_id + 1);
  assertNotEquals(second.price, first.price);
  assertEquals(Object.keys(first), [
    "trade_id",
    "price",
    "size",
    "time",
    "bid",
    "ask",
    "volume",
  ]);
});

withServer("files carry their bytes, type and name", async (server) => {
  const download = async (id: string) => {
    const response = await fetch(`${server.url}/files/${id}/download`);
    return [
      response.headers.get("content-type"),
      response.headers.get("content-disposition"),
      (await response.bytes()).length,
    ];
  };
  assertEquals(await download("9"), [
    "application/pdf",
    'attachment; filename="tide table.pdf"; size=20',
    20,
  ]);
  assertEquals(await download("10"), [
    "application/octet-stream",
    "attachment; filename=readings.bin",
    6,
  ]);
  assertEquals(
    (await download("11"))[1],
    "attachment; filename=\"tides.csv\"; filename*=UTF-8''Gezeiten%20%E2%82%AC.csv",
  );
  assertEquals((await download("12"))[1], null);
});

withServer(
  "companies and their columns depend on the portfolio",
  async (server) => {
    assertEquals((await get(server, "/companies?portfolio=A")).body[0], {
      id: "1",
      name: "Analytical Engines",
      price: 120.5,
      pct_equity: 0.5,
      shares: 32,
    });
    assertEquals((await get(server, "/companies/columns?portfolio=B")).body, [
      { id: "1", pct_equity: 0.3, shares: 16 },
      { id: "2", pct_equity: 0.7, shares: 90 },
    ]);
  },
);

withServer("issues come in pages that link to the next", async (server) => {
  const titles: number[] = [];
  let next: string | undefined = `${server.url}/issues`;
  while (next) {
    const response: Response = await fetch(next);
    titles.push((await response.json()).length);
    next = /<([^>]+)>; rel="next"/.exec(response.headers.get("link") ?? "")
      ?.[1];
  }
  assertEquals(titles, [3, 3, 1]);
});

withServer("it remembers what it was asked", async (server) => {
  await send(server, "POST", "/users?x=1", '{"name":"Mary"}');
  await get(server, "/nowhere");
  assertEquals(server.requests, [
    {
      method: "POST",
      path: "/users?x=1",
      body: '{"name":"Mary"}',
      status: 201,
      answer: '{"name":"Mary","id":"3"}',
    },
    {
      method: "GET",
      path: "/nowhere",
      body: "",
      status: 404,
      answer: server.requests[1]!.answer,
    },
  ]);
  assertStringIncludes(server.requests[1]!.answer, "/nowhere");
});
