/**
 * A call may change the primary key of the row that its path names: readers of
 * the old one, and lists that have it, ask. Neighbours that were tried: PUT and
 * PATCH, optimistic or not, answered with the row or with nothing, and an
 * endpoint whose path names something else.
 */
import { assertEquals } from "@std/assert";
import { createClient, Entity, resource, RestEndpoint } from "../../mod.ts";
import { settled } from "./list_server.ts";

class Page extends Entity {
  slug = "";
  text = "";
  static override key = "RenamedPage";
  override pk(): string {
    return this.slug;
  }
}

for (const optimistic of [false, true]) {
  for (const method of ["PATCH", "PUT"]) {
    for (const isAnswered of [false, true]) {
      Deno.test(`a row that is renamed leaves lists, and its page says that it is gone (${method}, optimistic: ${optimistic}, answered: ${isAnswered}) [controller/OPT-12e]`, async () => {
        const rows = new Map([["a", { slug: "a", text: "A" }]]);
        const asked: string[] = [];
        const fetchResponse = (url: string, init: RequestInit) => {
          const slug = url.split("/")[2];
          if (init.method === "GET") {
            asked.push(url);
            if (!slug) {
              return Promise.resolve(Response.json([...rows.values()]));
            }
            const row = rows.get(slug);
            return row ? Promise.resolve(Response.json(row)) : Promise.reject(
              Object.assign(new Error("gone"), { status: 404 }),
            );
          }
          const row = { ...rows.get(slug!)!, ...JSON.parse(`${init.body}`) };
          rows.delete(slug!);
          rows.set(row.slug, row);
          return Promise.resolve(
            isAnswered
              ? Response.json(row)
              : new Response(null, { status: 204 }),
          );
        };
        const { get, getList, update, partialUpdate } = resource({
          path: "/pages/:slug",
          schema: Page,
          optimistic,
        });
        const pages = getList.extend({ fetchResponse });
        const page = get.extend({ fetchResponse });
        await using client = createClient();
        client.subscribe(pages, [], () => {});
        client.subscribe(page, [{ slug: "a" }], () => {});
        await settled();
        asked.length = 0;
        const rename = method === "PUT" ? update : partialUpdate;
        await client.fetch(
          rename.extend({ fetchResponse }) as typeof update,
          { slug: "a" },
          { slug: "b", text: "A" },
        );
        await settled();
        assertEquals(client.read(pages).data?.map(({ slug }) => slug), ["b"]);
        const { error } = client.read(page, { slug: "a" });
        assertEquals((error as { status?: number })?.status, 404);
        assertEquals(asked.toSorted(), ["/pages", "/pages/a"]);
      });
    }
  }
}

Deno.test("nobody asks about a row whose primary key a path has by chance [controller/OPT-12e]", async () => {
  let count = 0;
  const fetchResponse = () => {
    count++;
    return Promise.resolve(Response.json({ slug: "b", text: "B" }));
  };
  const get = new RestEndpoint({
    path: "/pages/:slug",
    schema: Page,
    fetchResponse,
  });
  const setCover = new RestEndpoint({
    path: "/books/:slug/cover",
    method: "PATCH",
    body: {} as { text: string },
    schema: Page,
    fetchResponse,
  });
  await using client = createClient();
  await client.setResponse(get, { slug: "a" }, { slug: "a", text: "A" });
  client.subscribe(get, [{ slug: "a" }], () => {});
  await client.fetch(setCover, { slug: "a" }, { text: "B" });
  await settled();
  assertEquals(count, 1);
});
