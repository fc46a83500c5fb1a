/**
 * Answers that are not ok. Of their bodies these were tried: JSON of the servers
 * that most applications ask, with one problem, several, and none that says
 * anything; streams that do not end, are too long, drip, break, or are aborted;
 * without a stream as in React Native; by an own fetchResponse, and for GraphQL
 * (graphql_test.ts).
 *
 * @module
 */
import {
  assert,
  assertEquals,
  assertFalse,
  assertInstanceOf,
  assertRejects,
  assertStrictEquals,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
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

Deno.test("a response that is not ok rejects with its status, its address, its body and itself, still to be read [endpoint/FET-2] [endpoint/ERR-1] [endpoint/ERR-3]", async () => {
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
    assertEquals(error.message, error.response.statusText);
    assertEquals(error.data, { reason: "gone" });
    assertEquals(error.text, undefined);
    assertFalse(error.response.bodyUsed);
    assertEquals(await error.response.json(), { reason: "gone" });
    assertEquals(
      endpoint.errorPolicy(error),
      status >= 500 || status === 429 ? "soft" : undefined,
    );
  }
});

Deno.test("the message is the status text, else the status [endpoint/ERR-1]", () => {
  const named = new Response(null, { status: 404, statusText: "Not Found" });
  Object.defineProperty(named, "url", { value: "https://h.test/v" });
  assertEquals(new NetworkError(named).message, "Not Found");
  assertEquals(new NetworkError(named).url, "https://h.test/v");
  const nameless = new Response(null, { status: 599 });
  Object.defineProperty(nameless, "url", { value: "https://h.test/v" });
  assertEquals(new NetworkError(nameless).message, "Status not 'ok': 599");
});

Deno.test("the message is what the body says for people [endpoint/ERR-7]", async () => {
  let answer = new Response();
  await using server = new RecordingServer(() => answer);
  const endpoint = new RestEndpoint({ path: "/v", urlPrefix: server.origin });
  const failed = async (body: BodyInit, type = "application/json") => {
    answer = new Response(body, {
      status: 422,
      headers: { "content-type": type },
    });
    return await assertRejects(() => endpoint(), NetworkError);
  };
  const words: [body: unknown, message: string][] = [
    [{ message: "taken", error: "e", title: "t", detail: "d" }, "taken"],
    [{ error: "not_found", title: "t" }, "not_found"],
    [{ error: { code: 5, message: "quota" } }, "quota"],
    [{ title: "Out of credit" }, "Out of credit"],
    // RFC 9457: the title is that of all failures of the kind
    [{ title: "Out of credit", detail: "costs 50" }, "costs 50"],
    [{ detail: "balance is 30" }, "balance is 30"],
    [{ message: "", error: null, title: 5 }, "Unprocessable Entity"],
    [{ message: { en: "no text" } }, "Unprocessable Entity"],
    [[{ message: "in a list" }], "in a list"],
    [[], "Unprocessable Entity"],
    [{ errors: [], message: [] }, "Unprocessable Entity"],
    // JSON:API
    [
      { errors: [{ status: "422", title: "Invalid", detail: "no name" }] },
      "no name",
    ],
    [{ errors: [{ status: "422" }, { title: "Invalid" }] }, "Invalid"],
    // Rails
    [
      { errors: ["Name can't be blank", "Berth is taken"] },
      "Name can't be blank",
    ],
    [{ errors: { name: ["can't be blank"] } }, "name: can't be blank"],
    [{ name: ["can't be blank"] }, "name: can't be blank"],
    [{ status: 404, error: "Not Found" }, "Not Found"],
    // Django REST framework
    [{ detail: "Not found." }, "Not found."],
    [
      { berth: [], name: ["This field is required."] },
      "name: This field is required.",
    ],
    // FastAPI
    [
      { detail: [{ loc: ["body", "name"], msg: "Field required" }] },
      "Field required",
    ],
    // NestJS
    [
      { statusCode: 400, message: ["name is empty"], error: "Bad Request" },
      "name is empty",
    ],
    // Laravel, and ASP.NET
    [
      { message: "The name is taken.", errors: { name: ["Taken."] } },
      "The name is taken.",
    ],
    [
      {
        title: "One or more errors",
        status: 400,
        errors: { name: ["Taken."] },
      },
      "name: Taken.",
    ],
    // Spring, and OAuth
    [
      { timestamp: 1, status: 404, error: "Not Found", message: "" },
      "Not Found",
    ],
    [{ error: "invalid_grant", error_description: "expired" }, "expired"],
  ];
  for (const [body, message] of words) {
    const error = await failed(JSON.stringify(body));
    assertEquals(error.message, message);
    assertEquals(error.data, body);
    assertEquals(error.text, undefined);
    assertEquals(error.url, `${server.origin}/v`);
  }
  // RFC 9457, and servers that do not say what they send
  for (const type of ["application/problem+json", "text/plain"]) {
    const error = await failed('{"title":"Out of credit"}', type);
    assertEquals(error.message, "Out of credit");
  }
  for (const body of ["<h1>Oops</h1>", "5", '"word"', "{", " "]) {
    const error = await failed(body, "text/html");
    assertEquals(error.message, "Unprocessable Entity");
    assertEquals([error.data, error.text], [undefined, body]);
  }
  const empty = await failed("");
  assertEquals([empty.data, empty.text], [undefined, undefined]);
});

Deno.test("an error whose body cannot be had is an error with the status all the same [endpoint/ERR-7] [endpoint/FET-4]", async () => {
  const broken = new ReadableStream({
    start(controller) {
      controller.error(new TypeError("connection lost"));
    },
  });
  const responses = [
    new Response(broken, { status: 503, statusText: "Busy" }),
    { ok: false, status: 503, statusText: "Busy", url: "" } as Response,
  ];
  for (const response of responses) {
    using _fetch = replaceFetch(() => Promise.resolve(response));
    const error = await assertRejects(
      () => new RestEndpoint({ path: "/v" })(),
      NetworkError,
    );
    assertEquals([error.status, error.message], [503, "Busy"]);
    assertEquals([error.data, error.text, error.url], [
      undefined,
      undefined,
      "/v",
    ]);
  }
});

/** Streams that do not end, and whether nobody listens to them any more. */
function endless(wait: (write: () => void) => void) {
  const left = Promise.withResolvers<void>();
  const part = new TextEncoder().encode("data: é".repeat(1000));
  return {
    left: left.promise,
    body: () =>
      new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(part),
        pull: (controller) =>
          new Promise((resolve) =>
            wait(() => {
              controller.enqueue(part);
              resolve();
            })
          ),
        cancel: () => left.resolve(),
      }),
  };
}

Deno.test("an error whose body does not end rejects with what has come, and lets the connection go [endpoint/ERR-8]", async () => {
  const silent = endless(() => {});
  const fast = endless((write) => write());
  let answer = silent;
  await using server = new RecordingServer(() =>
    new Response(answer.body(), {
      status: 503,
      headers: { "content-type": "text/event-stream" },
    })
  );
  const options = { urlPrefix: server.origin, path: "/v" };
  const own = {
    ...options,
    async fetchResponse(input: RequestInfo, init: RequestInit) {
      throw await NetworkError.from(await fetch(input, init));
    },
  };
  const turn = setTimeout;
  for (const stream of [silent, fast]) {
    answer = stream;
    for (const given of [options, own]) {
      using time = new FakeTime();
      let error: unknown;
      const settled = new RestEndpoint(given)().catch((reason) =>
        error = reason
      );
      const start = Date.now();
      while (error === undefined) {
        await new Promise((resolve) => turn(resolve, 0));
        if (stream === silent) time.tick(100);
      }
      await settled;
      assertInstanceOf(error, NetworkError);
      assertEquals([error.status, error.data], [503, undefined]);
      assert(error.text!.startsWith("data: é"));
      assert(error.text!.length < 1_100_000);
      assert(Date.now() - start < 60_000);
      await stream.left;
    }
  }
});

Deno.test("the body of an error is read where there are no streams [endpoint/ERR-8]", async () => {
  const response = Response.json({ message: "taken" }, { status: 409 });
  const native = {
    ...{ ok: false, status: 409, statusText: "", url: "" },
    clone: () => ({ text: () => response.text() }),
  } as unknown as Response;
  using _fetch = replaceFetch(() => Promise.resolve(native));
  await assertRejects(
    () => new RestEndpoint({ path: "/v" })(),
    NetworkError,
    "taken",
  );
});

Deno.test("aborting while the body of an error is read is an abort [endpoint/INI-11] [endpoint/ERR-7]", async () => {
  const aborter = new AbortController();
  const body = new ReadableStream({
    pull: () => aborter.abort(),
    start(controller) {
      aborter.signal.addEventListener(
        "abort",
        () => controller.error(aborter.signal.reason),
      );
    },
  });
  using _fetch = replaceFetch(() =>
    Promise.resolve(new Response(body, { status: 500 }))
  );
  const endpoint = new RestEndpoint({ path: "/v", signal: aborter.signal });
  assertStrictEquals(
    await endpoint().catch((error: unknown) => error),
    aborter.signal.reason,
  );
});

Deno.test("a response that does not know its address gets that of the request [endpoint/ERR-1]", async () => {
  using _fetch = replaceFetch(() =>
    Promise.resolve(new Response("", { status: 404, statusText: "Not Found" }))
  );
  const endpoint = new RestEndpoint({ path: "/v/:id" });
  const error = await assertRejects(() => endpoint({ id: 1 }), NetworkError);
  assertEquals(error.message, "Not Found");
  assertEquals(error.url, "/v/1");
});

Deno.test("an error can be logged as JSON [endpoint/ERR-2]", async () => {
  await using server = new RecordingServer(() =>
    Response.json({ secret: 1 }, { status: 418, statusText: "Teapot" })
  );
  const endpoint = new RestEndpoint({ path: "/v", urlPrefix: server.origin });
  const error = await assertRejects(() => endpoint(), NetworkError);
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
      [new RangeError("other"), 500],
      [Object.assign(new Error("refused"), { status: 403 }), 403],
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
