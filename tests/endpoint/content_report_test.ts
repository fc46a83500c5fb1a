/**
 * Content that no schema can describe is reported when its endpoint is made,
 * not only when the first response comes. Neighbours tried: each kind of
 * content; options, `extend` of content to a schema and of a schema to content,
 * fields of a class, a class with a constructor, members of a resource and of
 * its extension; a `parseResponse` of its own, HEAD, a schema that is none,
 * JSON, and content that was switched back; production.
 */
import { assertEquals, assertMatch } from "@std/assert";
import { Entity, resource, RestEndpoint } from "../../mod.ts";
import { captureConsole } from "../support/capture_console.ts";

class Vessel extends Entity {
  id = "";
}

// the compiler refuses them as well
// deno-lint-ignore no-explicit-any -- wrong on purpose
const wrong = (options: object): any => options;
const kinds = ["blob", "text", "arrayBuffer", "stream"];
const path = "/files/:id";

/** What is said while something is made, and soon after. */
async function said(make: () => unknown): Promise<string[]> {
  const { error } = console;
  const later: string[] = [];
  const atOnce = captureConsole("error", make);
  console.error = (message) => void later.push(String(message));
  await null;
  await null;
  console.error = error;
  return [...atOnce, ...later];
}

Deno.test("content beside a schema is reported when the endpoint is made, once [endpoint/RSP-2a]", async () => {
  for (const content of kinds) {
    class File extends RestEndpoint {
      override content = wrong({ content }).content;
    }
    class Own extends RestEndpoint {
      constructor(options: object) {
        super(wrong({ content, ...options }));
      }
    }
    const data = new RestEndpoint({ path, schema: Vessel });
    const raw = new RestEndpoint(wrong({ path, content }));
    const ways: Record<string, () => unknown> = {
      options: () => new RestEndpoint(wrong({ path, content, schema: Vessel })),
      list: () => new RestEndpoint(wrong({ path, content, schema: [Vessel] })),
      "extend by content": () => data.extend(wrong({ content })),
      "extend by schema": () => raw.extend(wrong({ schema: Vessel })),
      "field of a class": () => new File(wrong({ path, schema: Vessel })),
      "constructor of a class": () => new Own({ path, schema: Vessel }),
      "extension of a resource": () =>
        resource({ path, schema: Vessel }).extend(
          "download",
          wrong({ content }),
        ),
    };
    for (const [way, make] of Object.entries(ways)) {
      const messages = await said(make);
      assertEquals([way, messages.length], [way, 1]);
      assertMatch(
        messages[0]!,
        new RegExp(`: content '${content}' .*schema: undefined`),
      );
    }
  }
});

Deno.test("what can be read is not reported [endpoint/RSP-2a] [endpoint/RSP-17] [endpoint/RSP-18] [endpoint/RSP-19]", async () => {
  const fine: Record<string, () => unknown> = {
    json: () => new RestEndpoint({ path, content: "json", schema: Vessel }),
    "no content": () => new RestEndpoint({ path, schema: Vessel }),
    "no schema": () =>
      new RestEndpoint({ path, content: "blob", schema: undefined }),
    "a schema that is none": () =>
      new RestEndpoint(wrong({ path, content: "text", schema: "" })),
    "parseResponse of its own": () =>
      new RestEndpoint(wrong({
        path,
        content: "text",
        schema: Vessel,
        parseResponse: (response: Response) => response.json(),
      })),
    HEAD: () =>
      new RestEndpoint(
        wrong({ path, method: "HEAD", content: "text", schema: Vessel }),
      ),
    "switched back": () =>
      new RestEndpoint({ path, content: "blob" })
        .extend({ content: "json", schema: Vessel }),
    "without its schema": () =>
      new RestEndpoint({ path, schema: Vessel })
        .extend({ content: "blob", schema: undefined }),
  };
  for (const [way, make] of Object.entries(fine)) {
    assertEquals([way, ...await said(make)], [way]);
  }
});

Deno.test("production reports nothing [endpoint/RSP-2a]", async () => {
  const before = Deno.env.get("NODE_ENV");
  Deno.env.set("NODE_ENV", "production");
  try {
    const make = () =>
      new RestEndpoint(wrong({ path, content: "blob", schema: Vessel }));
    assertEquals(await said(make), []);
  } finally {
    if (before === undefined) Deno.env.delete("NODE_ENV");
    else Deno.env.set("NODE_ENV", before);
  }
});
