import {
  assert,
  assertEquals,
  assertFalse,
  assertInstanceOf,
  assertRejects,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import * as main from "../../endpoint/mod.ts";
import * as graphql from "../../endpoint/graphql/mod.ts";
import {
  Endpoint,
  GQLEndpoint,
  GQLEntity,
  type GQLError,
  GQLNetworkError,
  type GQLOptions,
  NetworkError,
} from "../../endpoint/graphql/mod.ts";
import { FakeTime } from "@std/testing/time";
import { production } from "../support/production.ts";
import { RecordingServer, unreachableOrigin } from "./recording_server.ts";

const gql = new GQLEndpoint("https://h.test/graphql");

/** A query of a server that gives one answer. */
function askServer(
  server: RecordingServer,
  options: Record<string, unknown> = {},
) {
  return new GQLEndpoint(`${server.origin}/graphql`, options)
    .query("{ vessel { id } }");
}

Deno.test("a GQLEndpoint is an Endpoint with an address and hooks [endpoint/GQL-1]", () => {
  const options: GQLOptions = { dataExpiryLength: 5 };
  const endpoint = new GQLEndpoint("https://h.test/graphql", options);
  assertInstanceOf(endpoint, Endpoint);
  assertInstanceOf(endpoint, GQLEndpoint);
  assertEquals(typeof endpoint, "function");
  assertEquals(endpoint.url, "https://h.test/graphql");
  assertEquals(endpoint.name, "https://h.test/graphql");
  assertEquals(endpoint.extend({ name: "port" }).name, "port");
  assertEquals(endpoint.dataExpiryLength, 5);
  assertStrictEquals(endpoint.signal, undefined);
  assertStrictEquals(endpoint.sideEffect, undefined);
  for (
    const hook of [
      "getQuery",
      "getRequestInit",
      "getHeaders",
      "fetchResponse",
      "process",
      "errorPolicy",
    ] as const
  ) {
    assertEquals(typeof endpoint[hook], "function");
  }
});

Deno.test("query and mutation derive endpoints with all settings [endpoint/GQL-2]", () => {
  class Authorized extends GQLEndpoint {
    token = "t";
  }
  const base = new Authorized("https://h.test/graphql", {
    dataExpiryLength: 5,
  });
  const schema = { vessel: GQLEntity };
  const query = base.query("{ vessel { id } }", schema);
  assertInstanceOf(query, Authorized);
  assertEquals(query.token, "t");
  assertEquals(query.url, base.url);
  assertEquals(query.dataExpiryLength, 5);
  assertStrictEquals(query.schema, schema);
  assertStrictEquals(query.sideEffect, undefined);
  const mutation = base.mutation("mutation { moor { id } }", schema);
  assertStrictEquals(mutation.sideEffect, true);
  assertStrictEquals(mutation.schema, schema);
  assertStrictEquals(base.mutate("mutation { moor }").sideEffect, true);
  assertStrictEquals(mutation.query("{ a }").sideEffect, undefined);
});

Deno.test("a query can be a function of its variables [endpoint/GQL-2] [endpoint/GQL-4]", async () => {
  await using server = new RecordingServer(() =>
    Response.json({ data: { vessel: { id: "7" } } })
  );
  const getVessel = new GQLEndpoint(`${server.origin}/graphql`).query(
    (variables: { fields: string; id: string }) =>
      `query($id: ID!) {\n  vessel(id: $id) { ${variables.fields} }\n}`,
  );
  const variables = { fields: "id", id: "7" };
  assertEquals(await getVessel(variables), { vessel: { id: "7" } });
  assertEquals(JSON.parse(server.last.body), {
    query: "query($id: ID!) {\n  vessel(id: $id) { id }\n}",
    variables,
  });
});

Deno.test("white space of a text query is collapsed, but not where it means something [endpoint/GQL-3]", () => {
  const collapsed = (text: string) => gql.query(text).getQuery({});
  assertEquals(
    collapsed(`
      query Find($id: ID!) {
        vessel(id: $id) {\t id\r\n name }
      }
    `),
    "query Find($id: ID!) { vessel(id: $id) { id name } }",
  );
  assertEquals(collapsed('{ a(b: "x  \\" y")   }'), '{ a(b: "x  \\" y") }');
  assertEquals(
    collapsed('{ a(b: """x\n  "y" \\""" z\n""")   }'),
    '{ a(b: """x\n  "y" \\""" z\n""") }',
  );
  assertEquals(
    collapsed("{ a # the first  a\n   b # 'quoted\n }"),
    "{ a # the first  a\nb # 'quoted\n}",
  );
});

Deno.test("a reason for aborting is not changed, nor taken for a failing network [endpoint/GQL-4] [endpoint/GQL-9]", async () => {
  const reason = new TypeError("left the page");
  const early = gql.extend({ signal: AbortSignal.abort(reason) }).query(
    "{ a }",
  );
  assertStrictEquals(await assertRejects(() => early()), reason);

  await using server = new RecordingServer(() =>
    new Response(new ReadableStream())
  );
  const controller = new AbortController();
  const late = askServer(server, {
    signal: controller.signal,
    parseResponse(this: { signal: AbortSignal }, response: Response) {
      const data = GQLEndpoint.prototype.parseResponse.call(this, response);
      controller.abort(reason);
      return data;
    },
  }).query("{ a }");
  assertStrictEquals(await assertRejects(() => late()), reason);
  assertEquals([reason.message, "status" in reason], ["left the page", false]);
});

Deno.test("a request is a POST of query and variables [endpoint/GQL-4]", async () => {
  await using server = new RecordingServer(() => Response.json({ data: {} }));
  const { signal } = new AbortController();
  const endpoint = new GQLEndpoint(`${server.origin}/graphql`, {
    async getHeaders(headers: HeadersInit): Promise<HeadersInit> {
      await Promise.resolve();
      return { ...headers, "X-Token": "t" };
    },
    async getRequestInit(variables: Record<string, unknown>) {
      const init = await GQLEndpoint.prototype.getRequestInit.call(
        this,
        variables,
      );
      assertStrictEquals(init.signal, null);
      return { ...init, signal };
    },
  }).query("{  vessel  }");
  await endpoint({ id: 7 });
  await endpoint();
  assertEquals(
    server.requests.map(({ method, address, body }) => [method, address, body]),
    [
      ["POST", "/graphql", '{"query":"{ vessel }","variables":{"id":7}}'],
      ["POST", "/graphql", '{"query":"{ vessel }","variables":{}}'],
    ],
  );
  assertEquals(server.last.headers.get("content-type"), "application/json");
  assertEquals(server.last.headers.get("accept"), "application/json, */*");
  assertEquals(server.last.headers.get("x-token"), "t");
  const withSignal = gql.extend({ signal }).query("{ a }");
  assertStrictEquals((await withSignal.getRequestInit({})).signal, signal);
});

Deno.test("the init is there at once, unless headers are awaited [endpoint/GQL-4]", async () => {
  await using server = new RecordingServer(() => Response.json({ data: 1 }));
  class Hasty extends GQLEndpoint {
    override getRequestInit(variables: Record<string, unknown>): RequestInit {
      return { ...super.getRequestInit(variables), keepalive: true };
    }
  }
  await new Hasty(server.origin).query("{ vessel }")({ id: 7 });
  assertEquals(server.last.method, "POST");
  assertEquals(server.last.body, '{"query":"{ vessel }","variables":{"id":7}}');
  assertEquals(server.last.headers.get("content-type"), "application/json");
});

Deno.test("a header that is set again, in any spelling, is sent once [endpoint/GQL-4]", async () => {
  await using server = new RecordingServer(() => Response.json({ data: 1 }));
  const type = "application/graphql-response+json";
  const own = { "content-type": "application/graphql+json", ACCEPT: type };
  const forms = [
    (headers: HeadersInit) => ({ ...headers, ...own }),
    (headers: HeadersInit) => Promise.resolve({ ...headers, ...own }),
    () => new Headers(own),
    () => Object.entries(own) as [string, string][],
  ];
  for (const getHeaders of forms) {
    await new GQLEndpoint(server.origin, { getHeaders }).query("{ a }")();
    const { headers } = server.last;
    assertEquals(headers.get("content-type"), "application/graphql+json");
    assertEquals(headers.get("accept"), type);
  }
});

Deno.test("an override may have no headers to give [endpoint/GQL-4]", async () => {
  const { headers, ...init } = await gql.query("{ vessel }").extend({
    getHeaders: () => undefined as unknown as HeadersInit,
  }).getRequestInit({});
  assertStrictEquals(headers, undefined);
  assertEquals(init.method, "POST");
});

Deno.test("the key is the query and its variables [endpoint/GQL-5]", () => {
  const endpoint = gql.query("query Find($id: ID!) { vessel(id: $id) { id } }");
  assertEquals(
    endpoint.key({ id: "7" }),
    'query Find($id: ID!) { vessel(id: $id) { id } } {"id":"7"}',
  );
  assertEquals(endpoint.key(), endpoint.key({}));
  assertEquals(endpoint.key({ b: 1, a: 2 }), endpoint.key({ a: 2, b: 1 }));
});

Deno.test("testKey knows the keys of this query only [endpoint/GQL-5]", () => {
  const endpoint = gql.query("{ vessel }");
  assert(endpoint.testKey(endpoint.key({ id: "7" })));
  assert(endpoint.testKey(endpoint.key({ text: 'a {"b":1} {' })));
  assert(endpoint.testKey(endpoint.key()));
  assertFalse(endpoint.testKey("{ vessel } x {}"));
  assertFalse(endpoint.testKey("{ vessels } {}"));
  assertFalse(endpoint.testKey("{ vessel }"));
  assertFalse(endpoint.testKey("GET /vessels"));
  const dynamic = gql.query((variables: { fields?: string[] }) =>
    `{ vessel { ${variables.fields!.join(" ")} } }`
  );
  const key = dynamic.key({ fields: ["id", "name"] });
  assert(dynamic.testKey(key));
  assertFalse(dynamic.testKey(key.replace("name }", "berth }")));
  assertFalse(dynamic.testKey("{ vessel { id } } {}"));
});

Deno.test("without a query there is nothing to ask [endpoint/GQL-6]", async () => {
  await assertRejects(() => gql(), Error, "a query is missing");
  assertThrows(() => gql.key(), Error, "`mutation(text, schema)`");
});

Deno.test("data is what a call resolves with, processed [endpoint/GQL-7]", async () => {
  await using server = new RecordingServer(() =>
    Response.json({ data: { vessel: 1 }, errors: [] })
  );
  assertEquals(await askServer(server)(), { vessel: 1 });
  const processed = askServer(server, {
    process: (value: unknown, variables: unknown) => [value, variables],
  });
  assertEquals(await processed({ id: 1 }), [{ vessel: 1 }, { id: 1 }]);
});

Deno.test("errors reject, whatever the status [endpoint/GQL-7] [endpoint/GQL-8]", async () => {
  const errors: GQLError[] = [
    { message: "no such vessel", locations: [], path: ["vessel"] },
    { message: "second", locations: [], path: [] },
  ];
  for (const [status, expected] of [[200, 400], [401, 401], [503, 503]]) {
    await using server = new RecordingServer(() =>
      Response.json({ data: null, errors }, { status: status! })
    );
    const endpoint = askServer(server);
    const error = await assertRejects(() => endpoint(), GQLNetworkError);
    assertInstanceOf(error, Error);
    assertEquals(error.name, "NetworkError");
    assertEquals(error.message, "no such vessel");
    assertEquals(error.errors, errors);
    assertEquals(error.status, expected);
    assertEquals(error.response?.status, status);
  }
});

Deno.test("a failure without errors rejects with what the body says [endpoint/GQL-7] [endpoint/GQL-8]", async () => {
  await using server = new RecordingServer(() =>
    Response.json({ message: "maintenance" }, { status: 503 })
  );
  const endpoint = askServer(server);
  const error = await assertRejects(() => endpoint(), GQLNetworkError);
  assertEquals(error.message, "maintenance");
  assertEquals(error.errors as unknown, [{ message: "maintenance" }]);
  assertEquals(error.status, 503);
  await using silent = new RecordingServer(() =>
    Response.json({}, { status: 500, statusText: "Broken" })
  );
  const other = await assertRejects(
    async () => await askServer(silent)(),
    GQLNetworkError,
  );
  assert(/Broken|Internal Server Error|500/.test(other.message));
});

Deno.test("an answer without data is an error with what the server sent [endpoint/GQL-7] [endpoint/GQL-8]", async () => {
  const key = "Invalid API key";
  const coded = { extensions: { code: 5 } };
  const answers: [body: unknown, message: string, error?: unknown][] = [
    [{ errors: key }, key, { message: key }],
    [{ errors: key, data: { vessel: 1 } }, key, { message: key }],
    [{ errors: [key], data: null }, key, { message: key }],
    [{ errors: { a: [key] } }, `a: ${key}`, { a: [key], message: `a: ${key}` }],
    [
      { errors: [coded] },
      JSON.stringify(coded),
      { ...coded, message: JSON.stringify(coded) },
    ],
    [{ error_message: key, code: 5 }, key, {
      error_message: key,
      code: 5,
      message: key,
    }],
    [{ error: { message: key } }, key],
    [{ message: key, status: 401 }, key],
    [key, key, { message: key }],
    ...[[{ data: { vessel: 1 } }], null, {}, { errors: [] }, 5].map((body) =>
      [body, `the response has no data: ${JSON.stringify(body)}`] as [
        unknown,
        string,
      ]
    ),
  ];
  let body: unknown;
  await using server = new RecordingServer(() => Response.json(body));
  const mutation = new GQLEndpoint(server.origin).mutation("mutation { a }");
  for (const endpoint of [askServer(server), mutation]) {
    for (const [sent, message, expected] of answers) {
      body = sent;
      const error = await assertRejects(
        async () => await endpoint(),
        GQLNetworkError,
      );
      assert(error.message.endsWith(message), error.message);
      assertEquals([error.status, error.errors.length], [400, 1]);
      if (expected) assertEquals(error.errors[0] as unknown, expected);
    }
  }
  using _production = production();
  body = { secret: 1 };
  const error = await assertRejects(
    async () => await mutation(),
    GQLNetworkError,
  );
  assertEquals(error.message, `${server.origin}: the response has no data.`);
  body = { data: null };
  assertStrictEquals(await mutation(), null);
});

Deno.test("a failure whose body does not end is an error in time [endpoint/GQL-9] [endpoint/ERR-8]", async () => {
  const turn = setTimeout;
  await using server = new RecordingServer(() =>
    new Response(new ReadableStream(), { status: 503 })
  );
  using time = new FakeTime();
  let error: unknown;
  const settled = askServer(server)().catch((reason) => error = reason);
  while (error === undefined) {
    await new Promise((resolve) => turn(resolve, 0));
    time.tick(1000);
  }
  await settled;
  assertInstanceOf(error, NetworkError);
  assertEquals(error.status, 503);
});

Deno.test("a query that a redirect made a GET says so [endpoint/GQL-9]", async () => {
  await using server = new RecordingServer(({ method }) =>
    method === "GET" ? new Response("<html>") : new Response(null, {
      status: 301,
      headers: { location: "/graphql/" },
    })
  );
  await assertRejects(
    async () => await askServer(server)(),
    NetworkError,
    "was redirected to",
  );
});

Deno.test("an answer that is no JSON has its status and response [endpoint/GQL-9]", async () => {
  await using gateway = new RecordingServer(() =>
    new Response("<html>Bad Gateway</html>", {
      status: 502,
      headers: { "content-type": "text/html" },
    })
  );
  const endpoint = askServer(gateway);
  const error = await assertRejects(() => endpoint(), NetworkError);
  assertEquals(error.status, 502);
  assertEquals(error.response.status, 502);
  assertEquals(error.url, `${gateway.origin}/graphql`);
  await using page = new RecordingServer(() => new Response("<html>"));
  const other = await assertRejects(
    async () => await askServer(page)(),
    SyntaxError,
  ) as SyntaxError & { status: number; response: Response };
  assertEquals(other.status, 400);
  assertEquals(other.response.status, 200);
});

Deno.test("a connection that breaks within the body counts as the network being down [endpoint/GQL-9]", async () => {
  using listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const answered = (async () => {
    using connection = await listener.accept();
    await connection.read(new Uint8Array(4096));
    await connection.write(
      new TextEncoder().encode(
        'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{"data":',
      ),
    );
  })();
  const endpoint = new GQLEndpoint(
    `http://127.0.0.1:${listener.addr.port}/graphql`,
  ).query("{ a }");
  const error = await assertRejects(() => endpoint(), TypeError);
  await answered;
  assertEquals((error as { status?: number }).status, 500);
});

Deno.test("a server that cannot be reached is soft, as other failures of servers [endpoint/GQL-9]", async () => {
  const endpoint = new GQLEndpoint(`${unreachableOrigin()}/graphql`)
    .query("{ a }");
  const error = await assertRejects(() => endpoint(), TypeError);
  assertEquals((error as { status?: number }).status, 500);
  const policy = (status: number) =>
    endpoint.errorPolicy(Object.assign(new Error(), { status }));
  assertEquals([policy(500), policy(503)], ["soft", "soft"]);
  assertEquals([policy(400), policy(401)], [undefined, undefined]);
});

Deno.test("the entry has everything of the endpoint entry [endpoint/GQL-10]", () => {
  for (const [name, value] of Object.entries(main)) {
    assertStrictEquals((graphql as Record<string, unknown>)[name], value);
  }
});

Deno.test("derived endpoints see what the base has when they are called [endpoint/GQL-11]", async () => {
  await using server = new RecordingServer(() => Response.json({ data: {} }));
  let token = "first";
  class Authorized extends GQLEndpoint {
    accessToken = "old";
    override getHeaders(headers: HeadersInit): HeadersInit {
      return { ...headers, "X-Shared": token, "X-Own": this.accessToken };
    }
  }
  const base = new Authorized(`${server.origin}/graphql`);
  const query = base.query("{ a }");
  token = "second";
  base.accessToken = "new";
  await query();
  assertEquals(server.last.headers.get("x-shared"), "second");
  assertEquals(server.last.headers.get("x-own"), "new");
});
