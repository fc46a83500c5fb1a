import {
  assertEquals,
  assertFalse,
  assertInstanceOf,
  assertRejects,
  assertStrictEquals,
  assertStringIncludes,
} from "@std/assert";
import { NetworkError, RestEndpoint } from "../../endpoint/mod.ts";
import { RecordingServer, unreachableOrigin } from "./recording_server.ts";
import { replaceFetch } from "./spies.ts";

Deno.test("fetchResponse resolves with an ok response [endpoint/FET-1]", async () => {
  await using server = new RecordingServer(() =>
    new Response("hello", { status: 201 })
  );
  const endpoint = new RestEndpoint({ path: "/v" });
  const response = await endpoint.fetchResponse(`${server.origin}/x`, {
    method: "POST",
    body: "b",
  });
  assertInstanceOf(response, Response);
  assertEquals(response.status, 201);
  assertEquals(await response.text(), "hello");
  assertEquals([server.last.method, server.last.body], ["POST", "b"]);
});

Deno.test("a response that is not ok rejects with its status, its address and itself, unread [endpoint/FET-2] [endpoint/ERR-1] [endpoint/ERR-3]", async () => {
  await using server = new RecordingServer(({ address }) =>
    Response.json({ reason: "gone" }, {
      status: Number(address.slice(1)),
      statusText: "Some Reason",
    })
  );
  for (const status of [400, 401, 403, 404, 409, 410, 422, 429, 500, 503]) {
    const endpoint = new RestEndpoint({
      path: "/:status",
      urlPrefix: server.origin,
    });
    const error = await assertRejects(() => endpoint({ status }), NetworkError);
    assertInstanceOf(error, Error);
    assertEquals(error.name, "NetworkError");
    assertEquals(error.status, status);
    assertEquals(error.url, `${server.origin}/${status}`);
    assertStringIncludes(error.message, `${server.origin}/${status}: `);
    assertFalse(error.response.bodyUsed);
    assertEquals(await error.response.json(), { reason: "gone" });
    assertEquals(
      endpoint.errorPolicy(error),
      status >= 500 ? "soft" : undefined,
    );
  }
});

Deno.test("the message is the status text, else the status [endpoint/ERR-1]", () => {
  const named = new Response(null, { status: 404, statusText: "Not Found" });
  Object.defineProperty(named, "url", { value: "https://h.test/v" });
  assertEquals(new NetworkError(named).message, "https://h.test/v: Not Found");
  const nameless = new Response(null, { status: 599 });
  Object.defineProperty(nameless, "url", { value: "https://h.test/v" });
  assertEquals(
    new NetworkError(nameless).message,
    "https://h.test/v: Status not 'ok': 599",
  );
});

Deno.test("a response that does not know its address gets that of the request [endpoint/ERR-1]", async () => {
  using _fetch = replaceFetch(() =>
    Promise.resolve(new Response("", { status: 404, statusText: "Not Found" }))
  );
  const endpoint = new RestEndpoint({ path: "/v/:id" });
  const error = await assertRejects(() => endpoint({ id: 1 }), NetworkError);
  assertEquals(error.message, "/v/1: Not Found");
  assertEquals(error.url, "/v/1");
  const request = new Request("https://h.test/request");
  const other = await assertRejects(
    () => endpoint.fetchResponse(request, {}),
    NetworkError,
  );
  assertEquals(other.url, "https://h.test/request");
});

Deno.test("an error can be logged as JSON [endpoint/ERR-2]", async () => {
  await using server = new RecordingServer(() =>
    new Response("secret", { status: 418, statusText: "Teapot" })
  );
  const endpoint = new RestEndpoint({ path: "/v", urlPrefix: server.origin });
  const error = await assertRejects(() => endpoint(), NetworkError);
  await error.response.body?.cancel();
  assertEquals(JSON.parse(JSON.stringify(error)), {
    name: "NetworkError",
    status: 418,
    message: error.message,
    url: `${server.origin}/v`,
  });
});

Deno.test("a server that cannot be reached is the TypeError of the platform, with status 500 [endpoint/FET-3] [endpoint/ERR-3]", async () => {
  const endpoint = new RestEndpoint({
    path: "/v",
    urlPrefix: unreachableOrigin(),
  });
  const error = await assertRejects(() => endpoint(), TypeError);
  const { status } = error as TypeError & { status?: number };
  assertEquals(status, 500);
  assertEquals(endpoint.errorPolicy(Object.assign(error, { status })), "soft");
});

Deno.test("an error of fetch is passed on as the same object [endpoint/FET-3]", async () => {
  const endpoint = new RestEndpoint({ path: "/v" });
  for (
    const [thrown, status] of [
      [new TypeError("offline"), 500],
      [new RangeError("other"), undefined],
      [new DOMException("aborted", "AbortError"), undefined],
    ] as const
  ) {
    using _fetch = replaceFetch(() => Promise.reject(thrown));
    const error = await assertRejects(() => endpoint());
    assertStrictEquals(error, thrown);
    assertEquals((error as { status?: number }).status, status);
  }
});

Deno.test("a connection that breaks within the body counts as the network being down [endpoint/ERR-3]", async () => {
  using listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const answered = (async () => {
    using connection = await listener.accept();
    await connection.read(new Uint8Array(4096));
    await connection.write(new TextEncoder().encode(
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n" +
        'Content-Length: 1000\r\n\r\n{"a":',
    ));
  })();
  const endpoint = new RestEndpoint({
    path: "/v",
    urlPrefix: `http://127.0.0.1:${listener.addr.port}`,
  });
  const error = await assertRejects(() => endpoint(), TypeError);
  await answered;
  assertEquals((error as { status?: number }).status, 500);
});

Deno.test("a Response-like object will do [endpoint/FET-4]", async () => {
  const like = (type: string | null) => ({
    status: 200,
    headers: {
      get: (name: string) =>
        name.toLowerCase() === "content-type" ? type : null,
      has: () => type !== null,
    },
    body: "the body",
    json: () => Promise.resolve({ json: true }),
    text: () => Promise.resolve("text"),
    blob: () => Promise.resolve("blob"),
    arrayBuffer: () => Promise.resolve("buffer"),
  });
  const read = (type: string | null, options: Record<string, unknown> = {}) =>
    new RestEndpoint({
      path: "/v",
      fetchResponse: () => Promise.resolve(like(type) as unknown as Response),
      ...options,
    })();
  assertEquals(await read("application/json"), { json: true });
  assertEquals(await read("text/plain"), "text");
  assertEquals(await read(null), "text");
  assertEquals(await read("image/png"), "blob");
  assertEquals(await read("image/png", { content: "arrayBuffer" }), "buffer");
  assertEquals(await read("image/png", { content: "stream" }), "the body");
  const error = await assertRejects(
    () => read("text/plain", { schema: {} }),
    NetworkError,
  );
  assertEquals(error.status, 404);
});
