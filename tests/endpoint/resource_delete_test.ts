import { assertEquals, assertInstanceOf, assertRejects } from "@std/assert";
import { createClient, resource, RestEndpoint } from "../../mod.ts";
import { RecordingServer } from "./recording_server.ts";
import { Vessel } from "./harbour.ts";

const json = { "content-type": "application/json" };

/** Answers of servers that have deleted vessel 7. */
const answers: [title: string, answer: () => Response][] = [
  ["no content", () => new Response(null, { status: 204 })],
  ["reset content", () => new Response(null, { status: 205 })],
  ["an object", () => Response.json({ id: "7", name: "Fram" })],
  ["the primary key", () => Response.json("7")],
  ["an empty object", () => Response.json({})],
  ["an empty list", () => Response.json([])],
  ["a number", () => Response.json(1)],
  ["true", () => Response.json(true)],
  ["null", () => Response.json(null)],
  ["empty text in JSON", () => Response.json("")],
  [
    "text",
    () => new Response("OK", { headers: { "content-type": "text/plain" } }),
  ],
  ["text without type", () => new Response(new TextEncoder().encode("OK"))],
  [
    "a page",
    () => new Response("<p>OK", { headers: { "content-type": "text/html" } }),
  ],
  ["nothing", () => new Response("")],
  ["nothing that claims to be JSON", () => new Response("", { headers: json })],
  ["space that claims to be JSON", () => new Response("\n", { headers: json })],
];

for (const [title, answer] of answers) {
  Deno.test(`a DELETE answered with ${title} deletes the entity [endpoint/RES-8]`, async () => {
    await using server = new RecordingServer(({ method, address }) =>
      method === "DELETE" ? answer() : Response.json(
        address === "/vessels"
          ? [{ id: "7", name: "Fram" }, { id: "8" }]
          : { id: "7", name: "Fram" },
      )
    );
    const R = resource({
      urlPrefix: server.origin,
      path: "/vessels/:id",
      schema: Vessel,
    });
    using client = createClient();
    await client.fetch(R.getList);
    await client.fetch(R.get, { id: 7 });
    assertInstanceOf(client.get(Vessel, { id: "7" }), Vessel);
    assertInstanceOf(await client.fetch(R.delete, { id: 7 }), Vessel);
    await client.allSettled();
    assertEquals(client.get(Vessel, { id: "7" }), undefined);
    assertEquals(client.get(R.getList.schema)?.map(({ id }) => id), ["8"]);
    assertEquals(
      client.controller.getResponse(R.get, { id: 7 }, client.getState()).data,
      undefined,
    );
  });
}

Deno.test("process of the class sees the answers to delete as those to the others [endpoint/RES-8]", async () => {
  await using server = new RecordingServer(() =>
    Response.json({ data: { id: "7", name: "Fram" } })
  );
  const seen: unknown[][] = [];
  class Enveloped extends RestEndpoint {
    override process(value: { data: unknown }, ...args: unknown[]) {
      seen.push([this.method, ...args]);
      return value.data;
    }
  }
  const R = resource({
    urlPrefix: server.origin,
    path: "/vessels/:id",
    schema: Vessel,
    Endpoint: Enveloped,
  });
  using client = createClient();
  const { name } = await client.fetch(R.update, { id: 7 }, { name: "Fram" });
  const deleted = await client.fetch(R.delete, { id: 7 });
  assertEquals([name, deleted.name], ["Fram", "Fram"]);
  assertEquals(seen, [["PUT", { id: 7 }, { name: "Fram" }], ["DELETE", {
    id: 7,
  }]]);
});

Deno.test("a direct call of delete gives what tells the deleted entity [endpoint/RES-8]", async () => {
  let answer = () => Response.json({ id: "7", name: "Fram" });
  await using server = new RecordingServer(() => answer());
  const R = resource({
    urlPrefix: server.origin,
    path: "/vessels/:id",
    schema: Vessel,
  });
  assertEquals(await R.delete({ id: 7 }), { id: "7", name: "Fram" });
  answer = () => new Response("OK");
  assertEquals(await R.delete({ id: 7 }), { id: 7 });
  answer = () => Response.json("7");
  assertEquals(await R.delete({ id: 7 }), { id: 7 });
  answer = () => Response.json("9");
  assertEquals(await R.delete({ id: 7 }), { id: 7 });
});

Deno.test("malformed JSON and errors are failures of delete as of any endpoint [endpoint/RES-8]", async () => {
  let answer = () => new Response("{", { headers: json });
  await using server = new RecordingServer(() => answer());
  const R = resource({
    urlPrefix: server.origin,
    path: "/vessels/:id",
    schema: Vessel,
  });
  const malformed = await assertRejects(() => R.delete({ id: 7 }), SyntaxError);
  assertEquals((malformed as Error & { status: number }).status, 400);
  answer = () => new Response("no", { status: 403 });
  const refused = await assertRejects(() => R.delete({ id: 7 }), Error);
  assertEquals((refused as Error & { status: number }).status, 403);
});

Deno.test("a response-like answer without body or clone is nothing to parse by its status [endpoint/RES-8]", async () => {
  for (const status of [204, 205]) {
    const R = resource({
      path: "/vessels/:id",
      schema: Vessel,
      fetchResponse: () =>
        Promise.resolve(
          { ok: true, status, headers: new Headers(json) } as Response,
        ),
      parseResponse: () => Promise.reject(new Error("there is no body")),
    });
    assertEquals(await R.delete({ id: 7 }), { id: 7 });
  }
});

Deno.test("delete uses the parseResponse of options and classes [endpoint/RES-8]", async () => {
  await using server = new RecordingServer(() =>
    Response.json({ data: { id: "7" } })
  );
  class Unwrapping extends RestEndpoint {
    override async parseResponse(response: Response) {
      return (await super.parseResponse(response)).data;
    }
  }
  const shared = {
    urlPrefix: server.origin,
    path: "/vessels/:id",
    schema: Vessel,
  } as const;
  const byClass = resource({ ...shared, Endpoint: Unwrapping });
  assertEquals(await byClass.delete({ id: 7 }), { id: "7" });
  const byOption = resource({
    ...shared,
    parseResponse: async (response) => (await response.json()).data,
  });
  assertEquals(await byOption.delete({ id: 7 }), { id: "7" });
});
