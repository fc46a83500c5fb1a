import {
  assertEquals,
  assertFalse,
  assertInstanceOf,
  assertMatch,
  assertRejects,
  assertStrictEquals,
  assertStringIncludes,
} from "@std/assert";
import { NetworkError, RestEndpoint } from "../../endpoint/mod.ts";
import { Collection, Entity, Values } from "../../schema/mod.ts";
import { RecordingServer } from "./recording_server.ts";
import { production } from "../support/production.ts";

/** A class is as good as an Entity here: a schema that is no text. */
class Vessel {
  id = "";
}

type Options = Record<string, unknown>;

/** Fetches a body of the given type from a real server. */
async function read(
  body: BodyInit | null,
  contentType: string | undefined,
  options: Options = {},
  status = 200,
): Promise<unknown> {
  await using server = new RecordingServer(() => {
    const bytes = typeof body === "string"
      ? new TextEncoder().encode(body)
      : body;
    return new Response(bytes, {
      status,
      headers: contentType === undefined ? {} : { "content-type": contentType },
    });
  });
  // deno-lint-ignore no-explicit-any -- options of all kinds, wrong ones too
  const endpoint: any = new RestEndpoint({
    path: "/v",
    urlPrefix: server.origin,
    ...options,
  });
  return await endpoint();
}

async function refuse(...args: Parameters<typeof read>): Promise<NetworkError> {
  const error = await assertRejects(() => read(...args), NetworkError);
  if (!error.response.bodyUsed) await error.response.body?.cancel();
  return error;
}

Deno.test("a response without content is null, whatever is expected [endpoint/RSP-1]", async () => {
  for (const status of [204, 205]) {
    for (
      const options of [
        {},
        { schema: Vessel },
        { content: "blob" },
        { content: "json", schema: Vessel },
        { content: "stream" },
      ]
    ) {
      assertStrictEquals(await read(null, undefined, options, status), null);
    }
  }
  const options = { content: "blob", schema: Vessel };
  assertStrictEquals(await read(null, "text/html", options, 204), null);
});

Deno.test("content that is no JSON cannot have a schema, as development says [endpoint/RSP-2]", async () => {
  const check = async (content: string): Promise<string> => {
    const error = await refuse("{}", "application/json", {
      content,
      schema: Vessel,
    });
    assertEquals(error.status, 400);
    assertStringIncludes(error.message, `'${content}'`);
    assertStringIncludes(error.message, "incompatible with schema");
    return error.message;
  };
  for (const content of ["blob", "text", "arrayBuffer", "stream"]) {
    assertStringIncludes(await check(content), "schema: undefined");
  }
});

Deno.test("content json reads JSON of any type [endpoint/RSP-3]", async () => {
  for (const type of ["text/plain", "image/png", undefined]) {
    assertEquals(
      await read('{"a":1}', type, { content: "json", schema: Vessel }),
      { a: 1 },
    );
  }
});

Deno.test("other content is read as it says, whatever the type [endpoint/RSP-4]", async () => {
  const text = '{"a":"é"}';
  for (const type of ["application/json", "image/png", undefined]) {
    const blob = await read(text, type, { content: "blob" });
    assertInstanceOf(blob, Blob);
    assertEquals(await blob.text(), text);
    assertEquals(blob.type, type ?? "");
    assertEquals(await read(text, type, { content: "text" }), text);
    const buffer = await read(text, type, { content: "arrayBuffer" });
    assertInstanceOf(buffer, ArrayBuffer);
    assertEquals(new TextDecoder().decode(buffer), text);
  }
});

Deno.test("a stream is given before it is read [endpoint/RSP-5]", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await using server = new RecordingServer(() =>
    new Response(
      new ReadableStream({
        async start(controller) {
          controller.enqueue(new TextEncoder().encode("first"));
          await promise;
          controller.enqueue(new TextEncoder().encode(" second"));
          controller.close();
        },
      }),
    )
  );
  const endpoint = new RestEndpoint({
    path: "/v",
    urlPrefix: server.origin,
    content: "stream",
  });
  const stream = await endpoint();
  assertInstanceOf(stream, ReadableStream);
  resolve();
  assertEquals(await new Response(stream).text(), "first second");
});

Deno.test("sequences of JSON are text [endpoint/RSP-6] [endpoint/RSP-11]", async () => {
  const lines = '{"a":1}\n{"a":2}\n';
  for (
    const type of [
      "application/x-ndjson",
      "application/ndjson",
      "application/jsonl",
      "application/x-jsonlines; charset=utf-8",
      "application/json-seq",
      "application/geo+json-seq",
      "Application/JSON5",
      "text/plain; schema=json",
    ]
  ) {
    assertEquals(await read(lines, type), lines, type);
    assertEquals(await read(lines, type, { content: "text" }), lines, type);
    const error = await refuse(lines, type, { schema: Vessel });
    assertStringIncludes(error.message, "unexpected text response");
    const process = (text: string) =>
      text.trim().split("\n").map((line) => JSON.parse(line));
    assertEquals(
      await read(lines, type, { schema: Vessel, process }),
      [{ a: 1 }, { a: 2 }],
      type,
    );
  }
});

Deno.test("an own process takes any body, with a schema too [endpoint/RSP-7] [endpoint/RSP-8]", async () => {
  const process = (value: unknown) => ({ value });
  const options = { schema: Vessel, process };
  assertEquals(await read("abc", "text/plain", options), { value: "abc" });
  const { value } = await read("abc", "image/png", options) as {
    value: unknown;
  };
  assertInstanceOf(value, Blob);
  class Processing extends RestEndpoint {
    override process(value: unknown): unknown {
      return { value };
    }
  }
  await using server = new RecordingServer(() => new Response("abc"));
  assertEquals(
    await new Processing({
      path: "/v",
      urlPrefix: server.origin,
      schema: Vessel,
    })(),
    { value: "abc" },
  );
});

Deno.test("a binary body cannot be normalized, in any build [endpoint/RSP-9]", async () => {
  const check = async (): Promise<string> => {
    const error = await refuse("abc", "image/png", { schema: Vessel });
    assertEquals(error.status, 400);
    assertStringIncludes(error.message, "image/png");
    return error.message;
  };
  const message = await check();
  assertStringIncludes(message, "a binary body");
  assertStringIncludes(message, "cannot be normalized");
  assertStringIncludes(message, "Vessel");
  assertStringIncludes(message, "schema: undefined");
  assertStringIncludes(message, "content: 'blob'");
  using _production = production();
  assertStringIncludes(await check(), "unexpected image/png response");
});

Deno.test("text where data was expected is as good as not found [endpoint/RSP-10] [endpoint/RSP-15]", async () => {
  for (const type of ["text/plain", "text/css", undefined]) {
    const error = await refuse("hello", type, { schema: Vessel });
    assertEquals(error.status, 404);
    assertStringIncludes(error.message, "unexpected text response");
    assertStringIncludes(error.message, "Vessel");
    assertFalse(error.message.includes("HTML"));
    assertFalse(error.message.includes("JSON"));
  }
});

Deno.test("errors call a schema by its name, its key or its class [endpoint/RSP-9] [endpoint/RSP-10]", async () => {
  class Ship extends Entity {
    id = "";
  }
  for (
    const [schema, name] of [
      [Ship, "Ship"],
      [new Collection([Ship]), "[Ship]"],
      [new Values(Ship), "Values"],
      [{ ship: Ship }, "Object"],
      [[Ship], "Array"],
    ] as const
  ) {
    const binary = await refuse("abc", "image/png", { schema });
    assertStringIncludes(binary.message, `normalized by ${name}.`);
    const text = await refuse("abc", "text/plain", { schema });
    assertStringIncludes(text.message, `schema ${name}.`);
  }
});

Deno.test("only whole words make a type textual [endpoint/RSP-11]", async () => {
  for (
    const type of [
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      "application/vnd.openxmlformats",
      "application/x-texture",
      "application/vnd.htmlish",
    ]
  ) {
    assertInstanceOf(await read("abc", type), Blob);
    assertEquals((await refuse("abc", type, { schema: Vessel })).status, 400);
  }
  for (const type of ["application/atom+xml", "Application/XHTML+XML"]) {
    assertEquals(await read("abc", type), "abc");
  }
});

Deno.test("JSON that cannot be parsed has status 400 and the response [endpoint/RSP-12] [endpoint/ERR-3]", async () => {
  for (const body of ["", "{", "<html>", "undefined"]) {
    for (const options of [{}, { schema: Vessel }]) {
      const error = await assertRejects(
        () => read(body, "application/json", options),
        SyntaxError,
      ) as SyntaxError & { status: number; response: Response };
      assertEquals(error.status, 400);
      assertInstanceOf(error.response, Response);
    }
  }
  const error = await assertRejects(
    () => read("oops", "text/plain", { content: "json" }),
    SyntaxError,
  );
  assertEquals((error as { status?: number }).status, 400);
});

Deno.test("a page where data was expected is described [endpoint/RSP-13]", async () => {
  const page = `\n <!DOCTYPE html><title>Harbour</title>${"x".repeat(400)}`;
  for (const type of ["text/html", "Text/HTML", "text/plain", undefined]) {
    const error = await refuse(page, type, { schema: Vessel });
    assertEquals(error.status, 404);
    assertStringIncludes(error.message, "HTML page");
    assertStringIncludes(error.message, "Vessel");
    assertStringIncludes(error.message, "no API is configured at that URL");
    assertStringIncludes(error.message, page.slice(0, 300));
    assertFalse(error.message.includes(page.slice(0, 301)));
  }
});

Deno.test("JSON that is not declared as such is told so [endpoint/RSP-14]", async () => {
  for (const type of ["text/plain", undefined]) {
    const error = await refuse('{"id":"7"}', type, { schema: Vessel });
    assertEquals(error.status, 404);
    assertStringIncludes(error.message, "The body is JSON");
    assertStringIncludes(error.message, "Content-Type header");
    assertStringIncludes(error.message, "content: 'json'");
    assertStringIncludes(error.message, "parseResponse");
  }
});

Deno.test("production builds show neither body nor schema, but the address [endpoint/RSP-15]", async () => {
  using _production = production();
  for (const body of ["<!doctype html>secret", '{"secret":1}']) {
    const error = await refuse(body, "text/html", { schema: Vessel });
    assertEquals(error.status, 404);
    assertMatch(error.message, /^http.*\/v: unexpected text response\.$/);
    assertFalse(error.message.includes("secret"));
  }
});
