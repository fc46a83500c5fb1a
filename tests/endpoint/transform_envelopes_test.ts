/**
 * The recipe for answers in an envelope, `{ "data": ... }`, which guides and the
 * generator share. Tried: each endpoint of a resource with data, with `data: null`,
 * with an envelope that has more, without one, and with answers without content.
 *
 * @module
 */
import {
  assert,
  assertEquals,
  assertRejects,
  assertStrictEquals,
} from "@std/assert";
import { createClient, resource } from "../../mod.ts";
import { ApiEndpoint } from "../../scripts/openapi/tests/expected/folders.ts";
import { RecordingServer } from "./recording_server.ts";
import { spyOnConsole } from "./spies.ts";
import { Vessel } from "./harbour.ts";

const root = new URL("../../", import.meta.url);

/** The method as a page has it, in any formatting and with any comment. */
function recipeIn(path: string): string {
  const text = Deno.readTextFileSync(new URL(path, root));
  const [, method] = /override process\(([^]*?)\n {2}\}/.exec(text)!;
  return method!.replace(/\/\/.*/g, "").replace(/\s+/g, " ").trim();
}

Deno.test("the recipe for envelopes is the same in the guides and in what is generated [endpoint/RST-6]", () => {
  const recipe = recipeIn("docs/how_to/envelopes.md");
  assert(recipe.includes('"data" in value'));
  assertEquals(recipeIn("docs/migration_from_axios.md"), recipe);
  assertEquals(recipeIn("scripts/openapi/tests/expected/folders.ts"), recipe);
});

Deno.test("data that is null is no envelope, whatever was asked [endpoint/RST-6] [endpoint/RST-7] [endpoint/RSP-21]", async () => {
  const answers: (() => Response)[] = [
    () => Response.json({ data: null }),
    () => Response.json({ data: null, meta: { took: 3 } }),
    () => Response.json(null),
    () => new Response(null, { status: 204 }),
    () => new Response(""),
  ];
  for (const answer of answers) {
    await using server = new RecordingServer(answer);
    const R = resource({
      urlPrefix: server.origin,
      path: "/vessels/:id",
      schema: Vessel,
      Endpoint: ApiEndpoint,
    });
    await using client = createClient();
    for (const change of [R.update, R.partialUpdate]) {
      const { id, name } = await client.fetch(change, { id: "7" }, {
        name: "Fram",
      });
      assertEquals([id, name], ["7", "Fram"]);
    }
    assertEquals(client.get(Vessel, { id: "7" })?.name, "Fram");
    const created = await client.fetch(R.getList.push, { name: "Maud" });
    assert(created instanceof Vessel);
    assertEquals(created.name, "Maud");
    await client.fetch(R.delete, { id: "7" });
    assertStrictEquals(client.get(Vessel, { id: "7" }), undefined);
  }
});

Deno.test("reads of null say so, and do not store the envelope [endpoint/RST-6]", async () => {
  await using server = new RecordingServer(() => Response.json({ data: null }));
  const R = resource({
    urlPrefix: server.origin,
    path: "/vessels/:id",
    schema: Vessel,
    Endpoint: ApiEndpoint,
  });
  await using client = createClient();
  using errors = spyOnConsole("error");
  await assertRejects(() => client.fetch(R.getList), Error, "null");
  await assertRejects(() => client.fetch(R.get, { id: 7 }), Error, "null");
  assertStrictEquals(client.getState().getEntities("Vessel"), undefined);
  assertEquals(errors.lines.length, 2);
});
