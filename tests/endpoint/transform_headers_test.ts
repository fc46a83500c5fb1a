import {
  assertEquals,
  assertInstanceOf,
  assertStrictEquals,
} from "@std/assert";
import { Collection, createClient, Entity, RestEndpoint } from "../../mod.ts";
import { RecordingServer } from "./recording_server.ts";

/** The pattern under test: the Link header travels with the body. */
class LinkEndpoint extends RestEndpoint {
  override async parseResponse(response: Response): Promise<unknown> {
    const results = await super.parseResponse(response);
    if (response.headers.has("link") || Array.isArray(results)) {
      return { link: response.headers.get("link"), results };
    }
    return results;
  }
}

const link = '<https://h.test/issues?page=2>; rel="next"';

async function readLinked(body: unknown, hasLink: boolean): Promise<unknown> {
  await using server = new RecordingServer(() =>
    Response.json(body, hasLink ? { headers: { link } } : {})
  );
  const seen: unknown[] = [];
  const endpoint = new LinkEndpoint({
    urlPrefix: server.origin,
    path: "/issues",
    process(value: unknown) {
      seen.push(value);
      return value;
    },
  });
  const value = await endpoint();
  assertStrictEquals(seen[0], value);
  return value;
}

Deno.test("a list with a Link header is a composite [endpoint/XFM-19]", async () => {
  assertEquals(await readLinked([1], true), { link, results: [1] });
});

Deno.test("a list without the header is one too [endpoint/XFM-20]", async () => {
  assertEquals(await readLinked([1], false), { link: null, results: [1] });
});

Deno.test("an object with the header is a composite [endpoint/XFM-21]", async () => {
  assertEquals(await readLinked({ id: 1 }, true), { link, results: { id: 1 } });
});

Deno.test("an object without the header is itself [endpoint/XFM-22]", async () => {
  assertEquals(await readLinked({ id: 1 }, false), { id: 1 });
});

class Issue extends Entity {
  id = "";
  title = "";
}

Deno.test("a composite holds a list that can be added to and continued [endpoint/XFM-23]", async () => {
  await using server = new RecordingServer(({ method, address, body }) => {
    if (method === "POST") {
      return Response.json({ id: "9", ...JSON.parse(body) });
    }
    const page = new URL(address, "http://h").searchParams.get("page") ?? "1";
    const headers = { link: `<page ${Number(page) + 1}>; rel="next"` };
    return Response.json([{ id: page, title: `T${page}` }], { headers });
  });
  const list = new LinkEndpoint({
    urlPrefix: server.origin,
    path: "/issues",
    schema: { results: new Collection([Issue]), link: "" },
    paginationField: "page",
  });
  using client = createClient();
  const { controller } = client;
  const read = () => {
    const { data } = controller.getResponse(list, controller.getState());
    return data as { results: Issue[]; link: string };
  };
  const first = await controller.fetch(list);
  assertEquals(first.link, '<page 2>; rel="next"');
  assertInstanceOf(first.results[0], Issue);
  await controller.fetch(list.getPage, { page: 2 });
  assertEquals(read().results.map(({ id }) => id), ["1", "2"]);
  assertEquals(read().link, '<page 3>; rel="next"');
  const added = await controller.fetch(list.push, { title: "new" });
  await client.allSettled();
  assertInstanceOf(added, Issue);
  assertEquals(read().results.map(({ id }) => id), ["1", "2", "9"]);
});
