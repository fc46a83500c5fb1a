/**
 * Endpoints on real HTTP. Of redirects these were tried: each status with each
 * method, bodies of every form, answers that are lists, pages of lists, rows,
 * files, HTML or nothing, with a schema and without; GraphQL (graphql_test.ts),
 * servers (../servers_test.ts) and a browser (../browser/origins_test.ts).
 *
 * @module
 */
import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertRejects,
  assertStrictEquals,
} from "@std/assert";
import { createClient, NetworkError } from "../../mod.ts";
import { RestEndpoint } from "./untyped.ts";
import { RecordingServer } from "./recording_server.ts";
import { Vessel } from "./harbour.ts";

/** Answers with what it was sent, byte by byte. */
class EchoServer implements AsyncDisposable {
  readonly #server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    async (request) =>
      new Response(await request.arrayBuffer(), {
        headers: {
          "x-type": request.headers.get("content-type") ?? "none",
          "content-type": "application/octet-stream",
        },
      }),
  );
  readonly origin = `http://127.0.0.1:${this.#server.addr.port}`;

  [Symbol.asyncDispose](): Promise<void> {
    return this.#server.shutdown();
  }
}

const redirects = [301, 302, 303, 307, 308];

/** Redirects `/:status`, and answers what came of it as the test says. */
function redirecting(
  answer: (method: string, body: string) => Response,
): RecordingServer {
  return new RecordingServer(({ address, method, body }) =>
    address === "/v/" ? answer(method, body) : new Response(null, {
      status: Number(address.slice(1)),
      headers: { location: "/v/" },
    })
  );
}

const page = () =>
  new Response("<!doctype html><h1>Log in</h1>", {
    headers: { "content-type": "text/html; charset=utf-8" },
  });

Deno.test("a redirect is followed, with the method and body that its status keeps [endpoint/FET-1]", async () => {
  await using server = redirecting((method, body) =>
    Response.json({ id: "7", name: `${method} ${body}`, berth: 3 })
  );
  const get = new RestEndpoint({
    urlPrefix: server.origin,
    path: "/:status",
    schema: Vessel,
  });
  const create = get.extend({ method: "POST" });
  using client = createClient();
  for (const status of redirects) {
    const read = await client.fetch(get, { status });
    assertInstanceOf(read, Vessel);
    assertEquals(read.name, "GET ");
    if (status < 307) continue;
    const created = await client.fetch(create, { status }, { berth: 3 });
    assertEquals(created.name, 'POST {"berth":3}');
  }
});

Deno.test("a POST that a redirect made a GET is an error that says so [endpoint/FET-5]", async () => {
  const answers: (() => Response)[] = [
    () => Response.json([{ id: "1", name: "Fram" }]),
    () => Response.json({ count: 1, results: [{ id: "1" }] }),
    () => Response.json({ id: "7", name: "Old", berth: 0 }),
    () => Response.json(null),
    () => new Response(""),
    page,
  ];
  const form = new FormData();
  form.set("name", "New");
  const bodies = [
    { name: "New", berth: 3, crew: [], captain: null },
    "text",
    form,
    undefined,
  ];
  for (const answer of answers) {
    await using server = redirecting((method) => {
      assertEquals(method, "GET");
      return answer();
    });
    for (const schema of [Vessel, undefined]) {
      const change = new RestEndpoint({
        urlPrefix: server.origin,
        path: "/:status",
        method: "POST",
        schema,
      });
      for (const status of [301, 302, 303]) {
        for (const body of bodies) {
          using client = createClient();
          const error = await assertRejects(
            () => client.fetch(change, { status }, body),
            NetworkError,
            answer === page && schema
              ? "The request was redirected to this address."
              : `POST ${server.origin}/${status} was redirected to ${server.origin}/v/.`,
          );
          assertEquals(error.status, answer === page && schema ? 404 : 400);
          assertEquals(client.getState().getEntities("Vessel"), undefined);
        }
      }
    }
  }
});

Deno.test("a change that got through a redirect, or may be answered by another address, is not [endpoint/FET-5]", async () => {
  const json = { "content-type": "application/json" };
  const sent = { name: "New", berth: 3, left: false, captain: null };
  const cases: [
    method: string,
    statuses: number[],
    answer: () => Response,
    options?: Record<string, unknown>,
  ][] = [
    ["POST", [307, 308], () => Response.json({}, { status: 201 })],
    ["POST", redirects, () => new Response(null, { status: 204 })],
    ["POST", redirects, () => Response.json({ id: "7", ...sent })],
    // of a server that changes what it gets
    ["POST", redirects, () => Response.json({ name: "NEW", berth: "3" })],
    ["POST", redirects, () => Response.json({ name: "NEW", left: false })],
    ["POST", redirects, page, { content: "blob" }],
    ["POST", redirects, page, { content: "text" }],
    ["POST", redirects, () => Response.json([]), { sideEffect: false }],
    ["PUT", redirects, () => Response.json({ ok: true })],
    ["PATCH", redirects, () => new Response("{}", { headers: json })],
    ["DELETE", redirects, () => new Response("OK")],
    ["DELETE", redirects, () => Response.json({})],
  ];
  for (const [method, statuses, answer, options] of cases) {
    await using server = redirecting(answer);
    const change = new RestEndpoint({
      urlPrefix: server.origin,
      path: "/:status",
      method,
      ...options,
    });
    for (const status of statuses) await change({ status }, sent);
    assertEquals(server.requests.length, 2 * statuses.length);
  }
});

Deno.test("a redirect that leads nowhere, or is not to be followed, is an error [endpoint/FET-2] [endpoint/FET-3]", async () => {
  await using server = new RecordingServer(() =>
    new Response(null, { status: 302, headers: { location: "/" } })
  );
  const get = new RestEndpoint({ urlPrefix: server.origin, path: "/" });
  const endless = await assertRejects(() => get(), TypeError);
  assertEquals((endless as { status?: number }).status, 500);
  const manual = get.extend({ requestInit: { redirect: "manual" } });
  const unfollowed = await assertRejects(() => manual(), NetworkError);
  assertEquals(unfollowed.status, 302);
});

Deno.test("status 304, which nobody asked for, is an error with that status [endpoint/FET-2]", async () => {
  await using server = new RecordingServer(() =>
    new Response(null, { status: 304 })
  );
  const get = new RestEndpoint({ urlPrefix: server.origin, path: "/v" });
  const error = await assertRejects(() => get(), NetworkError);
  assertEquals(error.status, 304);
});

Deno.test("HEAD answers null, although its headers describe a body; they are for parseResponse [endpoint/RSP-1] [endpoint/RSP-19]", async () => {
  await using server = new RecordingServer(() =>
    new Response(null, {
      headers: { "content-type": "application/json", "content-length": "500" },
    })
  );
  const head = new RestEndpoint({
    urlPrefix: server.origin,
    path: "/v",
    method: "HEAD",
  });
  for (
    const content of [undefined, "json", "text", "blob", "stream"] as const
  ) {
    assertStrictEquals(await head.extend({ content })(), null);
  }
  const size = head.extend({
    parseResponse: (response: Response) =>
      Number(response.headers.get("content-length")),
  });
  assertEquals(await size(), 500);
});

Deno.test("bodies that are no data arrive byte by byte [endpoint/INI-4] [endpoint/INI-5]", async () => {
  await using server = new EchoServer();
  const post = new RestEndpoint({
    urlPrefix: server.origin,
    path: "/",
    method: "POST",
    parseResponse: async (response: Response) => [
      response.headers.get("x-type"),
      await response.bytes(),
    ],
  });
  const bytes = new Uint8Array([0, 255, 13, 10, 128, 34]);
  const encoded = new TextEncoder().encode("a=1+%2B&a=%C3%A9");
  const bodies: [body: unknown, type: string, bytes: Uint8Array][] = [
    [bytes, "none", bytes],
    [bytes.buffer, "none", bytes],
    [new DataView(bytes.buffer, 1, 2), "none", bytes.subarray(1, 3)],
    [new Blob([bytes]), "none", bytes],
    [new Blob([bytes], { type: "image/png" }), "image/png", bytes],
    [new Blob([bytes]).stream(), "none", bytes],
    [
      new URLSearchParams([["a", "1 +"], ["a", "é"]]),
      "application/x-www-form-urlencoded;charset=UTF-8",
      encoded,
    ],
    ["a=1+%2B&a=%C3%A9", "text/plain;charset=UTF-8", encoded],
  ];
  using client = createClient();
  for (const [body, type, expected] of bodies) {
    const [sentType, sent] = await client.fetch(post, {}, body);
    assertEquals(sentType, type);
    assertEquals([...sent], [...expected]);
  }
});

Deno.test("a form arrives with its files [endpoint/INI-4] [endpoint/INI-5]", async () => {
  await using server = new EchoServer();
  const post = new RestEndpoint({
    urlPrefix: server.origin,
    path: "/",
    method: "POST",
    parseResponse: (response: Response) =>
      new Response(response.body, {
        headers: { "content-type": response.headers.get("x-type")! },
      }).formData(),
  });
  const form = new FormData();
  form.append("name", 'a"b\r\nX-Evil: 1');
  form.append("chart", new File([new Uint8Array([0, 255])], "sea.bin"));
  const echoed = await post(form);
  assertEquals(echoed.get("name"), form.get("name"));
  const file = echoed.get("chart");
  assert(file instanceof File);
  assertEquals(file.name, "sea.bin");
  assertEquals([...await file.bytes()], [0, 255]);
});

Deno.test("an aborted request leaves nothing in the cache, at whatever moment it is aborted [endpoint/INI-11]", async () => {
  const unanswered = new Promise<Response>(() => {});
  const reached = Array.from(
    { length: 2 },
    () => Promise.withResolvers<void>(),
  );
  await using server = new RecordingServer(({ address }) => {
    if (address === "/v/waiting") {
      reached[0]!.resolve();
      return unanswered;
    }
    return new Response(
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{"id":'));
        },
      }),
      { headers: { "content-type": "application/json" } },
    );
  });
  const get = new RestEndpoint({
    urlPrefix: server.origin,
    path: "/v/:id",
    schema: Vessel,
    parseResponse(this: unknown, response: Response) {
      reached[1]!.resolve();
      return RestEndpoint.prototype.parseResponse.call(this, response);
    },
  });
  using client = createClient();
  const cases: [id: string, moment: Promise<void> | undefined][] = [
    ["before", undefined],
    ["waiting", reached[0]!.promise],
    ["reading", reached[1]!.promise],
  ];
  for (const [id, moment] of cases) {
    const controller = new AbortController();
    if (moment === undefined) controller.abort();
    const endpoint = get.extend({ signal: controller.signal });
    const request = client.fetch(endpoint, { id });
    if (moment) {
      await moment;
      controller.abort();
    }
    const error = await assertRejects(() => request, DOMException);
    assertEquals(error.name, "AbortError", id);
    const { data, error: stored } = client.read(get, { id });
    assertEquals([data, stored], [undefined, undefined], id);
    assertStrictEquals(client.get(Vessel, { id }), undefined);
  }
});
