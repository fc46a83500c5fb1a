import {
  assert,
  assertEquals,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import {
  type Client,
  createClient,
  Entity,
  NetworkError,
  ProcessingError,
  RestEndpoint,
  SchemaError,
  serialize,
} from "../mod.ts";

class Port extends Entity {
  id = "";
  name = "";

  override pk(): string | undefined {
    return this.id || undefined;
  }

  static override key = "Port";
}

/** Answers every request with one response. */
function answering(body: string, init: ResponseInit) {
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    () => new Response(body, init),
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

const json = { headers: { "content-type": "application/json" } };

function endpointAt(urlPrefix: string) {
  return new RestEndpoint({ urlPrefix, path: "/ports/:id", schema: Port });
}

/** A client that knows one port, and a check that it still knows nothing else. */
async function withKnownPort(
  run: (client: Client) => Promise<void>,
): Promise<void> {
  await using client = createClient();
  await client.set(Port, { id: "1" }, { id: "1", name: "Aden" });
  const { entities, endpoints } = JSON.parse(serialize(client.getState()));
  await run(client);
  const after = JSON.parse(serialize(client.getState()));
  assertEquals(after.entities, entities);
  assertEquals(after.endpoints, endpoints);
  assertEquals(client.get(Port, { id: "1" })?.name, "Aden");
}

Deno.test("an unreachable server rejects and leaves the cache as it was", async () => {
  const gone = answering("", {});
  const { url } = gone;
  await gone[Symbol.asyncDispose]();
  await withKnownPort(async (client) => {
    const error = await assertRejects(
      () => client.fetch(endpointAt(url), { id: "2" }),
      TypeError,
    );
    assertStringIncludes(error.message, `${url}/ports/2`);
    assertEquals((error as { status?: number }).status, 500);
  });
});

Deno.test("text where JSON is described is a NetworkError that shows a piece of it", async () => {
  await using server = answering("<html>Please log in</html>", {
    headers: { "content-type": "text/html" },
  });
  await withKnownPort(async (client) => {
    const error = await assertRejects(
      () => client.fetch(endpointAt(server.url), { id: "2" }),
      NetworkError,
    );
    assertStringIncludes(error.message, "Please log in");
    assertStringIncludes(error.message, "/ports/2");
  });
});

Deno.test("malformed JSON is an error that names the request", async () => {
  await using server = answering('{"id": "2", "name": ', json);
  await withKnownPort(async (client) => {
    const error = await assertRejects(
      () => client.fetch(endpointAt(server.url), { id: "2" }),
      SyntaxError,
    );
    assertStringIncludes(error.message, "/ports/2");
    assertEquals((error as { status?: number }).status, 400);
  });
});

for (const status of [404, 500]) {
  Deno.test(`status ${status} is a NetworkError with the response`, async () => {
    await using server = answering('{"reason":"fog"}', { status, ...json });
    await withKnownPort(async (client) => {
      const error = await assertRejects(
        () => client.fetch(endpointAt(server.url), { id: "2" }),
        NetworkError,
      );
      assertEquals(error.status, status);
      assertEquals(await error.response.json(), { reason: "fog" });
      assertStringIncludes(error.url, "/ports/2");
    });
  });
}

Deno.test("an entity without primary key is an error that says which and what to do", async () => {
  await using server = answering('{"name":"Aden"}', json);
  await withKnownPort(async (client) => {
    const error = await assertRejects(
      () => client.fetch(endpointAt(server.url), { id: "2" }),
      ProcessingError,
    );
    assert(error.cause instanceof SchemaError);
    for (const part of ["/ports/2", "Port", "primary key", '"Aden"', "pk"]) {
      assertStringIncludes(error.message, part);
    }
  });
});

Deno.test("an array where an entity is described is an error", async () => {
  await using server = answering('[{"id":"2"}]', json);
  await withKnownPort(async (client) => {
    await assertRejects(
      () => client.fetch(endpointAt(server.url), { id: "2" }),
      Error,
      "Port",
    );
  });
});

Deno.test("hostile keys are data and nothing else", async () => {
  await using server = answering(
    '{"id":"__proto__","name":"x","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
    json,
  );
  await using client = createClient();
  await client.set(Port, { id: "1" }, { id: "1", name: "Aden" });
  const port = await client.fetch(endpointAt(server.url), { id: "__proto__" });
  assert(port instanceof Port);
  assertEquals(port.pk(), "__proto__");
  assertEquals(({} as { polluted?: boolean }).polluted, undefined);
  assertEquals((port as { polluted?: boolean }).polluted, undefined);
  assertEquals(client.get(Port, { id: "__proto__" }), port);
  assertEquals(client.get(Port, { id: "1" })?.name, "Aden");
});
