/**
 * When lists are requested of which only the server knows what a write made of
 * them, and how often. Tried as well: several mutations in flight, refused ones,
 * lists that were on their way, that nobody shows, that do not follow; another
 * name for a window; endpoints of one's own; lists inside objects; and moves that
 * the server handles in the other order, with each kind of response.
 */
import { assertEquals } from "@std/assert";
import {
  type Client,
  Collection,
  createClient,
  Entity,
  Invalidate,
  resource,
  RestEndpoint,
} from "../../mod.ts";
import {
  apiOf,
  type Args,
  Issue,
  PretendApi,
  type Row,
  settled,
} from "./list_server.ts";

/** An application that shows some lists. */
async function showing(lists: readonly Args[], options?: object): Promise<
  { api: PretendApi; client: Client; issues: ReturnType<typeof apiOf> }
> {
  const api = new PretendApi();
  for (const id of ["1", "2"]) {
    api.rows.set(id, { id, title: `title ${id}`, status: "open" });
  }
  const issues = apiOf(api, options);
  const client = createClient();
  for (const args of lists) client.subscribe(issues.getList, [args], () => {});
  await client.allSettled();
  api.asked.length = 0;
  return { api, client, issues };
}

Deno.test("lists are requested once, when no mutation of their rows is in flight any more [controller/OPT-19c]", async () => {
  const { api, client, issues } = await showing([{ q: "x" }, { page: 1 }]);
  await using _ = client;
  api.isHolding = true;
  for (const id of ["1", "2"]) {
    client.fetch(issues.partialUpdate, { id }, { title: "new" });
  }
  await settled();
  await api.answer();
  assertEquals(api.asked, []);
  await api.answer();
  assertEquals(api.asked, ["q=x"]);
});

Deno.test("a mutation of something else does not put that off [controller/OPT-19c]", async () => {
  const { api, client, issues } = await showing([{ q: "x" }]);
  await using _ = client;
  class Upload extends Entity {
    id = "";
  }
  const upload = new RestEndpoint({
    path: "/uploads",
    method: "POST",
    body: {} as object,
    schema: { file: Upload, size: 0 },
    fetchResponse: () => new Promise<Response>(() => {}),
  });
  client.fetch(upload, {}).catch(() => {});
  await client.fetch(issues.partialUpdate, { id: "1" }, { title: "new" });
  await settled();
  assertEquals(api.asked, ["q=x"]);
});

Deno.test("lists that nobody shows are requested when they are read next [controller/OPT-19c]", async () => {
  const { api, client, issues } = await showing([]);
  await using _ = client;
  for (const q of ["a", "b"]) await client.fetch(issues.getList, { q });
  api.asked.length = 0;
  await client.fetch(issues.partialUpdate, { id: "1" }, { title: "new" });
  await settled();
  assertEquals(api.asked, []);
  const shown: unknown[] = [];
  client.subscribe(issues.getList, [{ q: "b" }], ({ data }) => {
    shown.push(data?.length);
  });
  await settled();
  assertEquals(api.asked, ["q=b"]);
  assertEquals(new Set(shown), new Set([2]), "it stays while it is requested");
});

Deno.test("what was refused, set or observed asks for nothing, and neither does what changes nothing [controller/OPT-19c]", async () => {
  const { api, client, issues } = await showing([{ q: "x" }]);
  await using _ = client;
  const refusing = issues.partialUpdate.extend({
    fetchResponse: () =>
      Promise.reject(Object.assign(new Error("no"), { status: 422 })),
  });
  await client.fetch(refusing, { id: "1" }, { title: "new" }).catch(() => {});
  await client.set(Issue, { id: "1" }, { id: "1", title: "set" } as never);
  const row = { id: "1", title: "seen" };
  await client.setResponse(issues.get, { id: "1" }, row as never);
  await client.setResponse(issues.partialUpdate, { id: "1" }, {
    title: "seen",
  }, row as never);
  await settled();
  assertEquals(api.asked, []);
});

Deno.test("a deletion of a row that is not stored asks for pages, which it may have been in, and not for lists that came whole [controller/OPT-19c]", async () => {
  const { api, client, issues } = await showing([
    {},
    { q: "x" },
    { status: "open" },
    { page: 1 },
    { status: "open", page: 2 },
  ]);
  await using _ = client;
  await client.fetch(issues.delete, { id: "9" });
  await settled();
  assertEquals(api.asked, ["page=1", "page=2&status=open"]);
  api.asked.length = 0;
  await client.fetch(issues.delete, { id: "9" });
  await client.set(new Invalidate(Issue), { id: "8" }, { id: "8" });
  await settled();
  assertEquals(api.asked, [], "it was gone, and what is set asks for nothing");
});

Deno.test("a list that does not follow is not requested [controller/OPT-19c] [schema/COL-71]", async () => {
  const { api, client, issues } = await showing([{ q: "x" }, { page: 1 }], {
    follow: false,
  });
  await using _ = client;
  await client.fetch(issues.partialUpdate, { id: "1" }, { title: "new" });
  await client.fetch(issues.create, { id: "3" });
  await settled();
  assertEquals(api.asked, []);
});

Deno.test("an application says which arguments choose a part of a list [controller/OPT-19c] [schema/COL-72]", async () => {
  const { api, client, issues } = await showing([{ _start: 0, _end: 5 }], {
    windowArgumentKeys: ["_start", "_end"],
  });
  await using _ = client;
  await client.fetch(issues.partialUpdate, { id: "1" }, { title: "new" });
  await settled();
  assertEquals(api.asked, []);
  await client.fetch(issues.create, { id: "3" });
  await settled();
  assertEquals(api.asked, ["_end=5&_start=0"]);
});

Deno.test("a chat of the newest messages is not requested because a draft is saved [controller/OPT-19c]", async () => {
  const { api, client, issues } = await showing([
    { status: "open", limit: 50, orderBy: "id", include: "author" },
  ]);
  await using _ = client;
  for (const title of ["a", "ab", "abc"]) {
    await client.fetch(issues.partialUpdate, { id: "1" }, { title });
  }
  await settled();
  assertEquals(api.asked, []);
});

Deno.test("an order that is known asks for nothing [controller/OPT-19c] [schema/COL-70]", async () => {
  const order = ({ orderBy }: Args) =>
    orderBy === "title"
      ? (left: Issue, right: Issue) => left.title < right.title ? -1 : 1
      : undefined;
  const { api, client, issues } = await showing(
    [{ orderBy: "title" }, { orderBy: "newest" }],
    { order },
  );
  await using _ = client;
  await client.fetch(issues.partialUpdate, { id: "1" }, { title: "z" });
  await settled();
  assertEquals(api.asked, ["orderBy=newest"]);
  assertEquals(
    client.read(issues.getList, { orderBy: "title" }).data?.map(({ id }) => id),
    ["2", "1"],
  );
});

Deno.test("a list that was on its way when a row was written is requested once more [controller/OPT-19c] [controller/OPT-12g]", async () => {
  const { api, client, issues } = await showing([{ q: "x" }]);
  await using _ = client;
  api.isHolding = true;
  client.fetch(issues.getList, { q: "x" });
  await settled();
  client.fetch(issues.partialUpdate, { id: "1" }, { title: "new" });
  await settled();
  api.asked.length = 0;
  api.isHolding = false;
  const { data: before } = client.read(issues.getList, { q: "x" });
  assertEquals(before?.length, 2);
  await api.answer();
  await api.answer();
  await settled();
  assertEquals(api.asked, ["q=x"]);
});

Deno.test("an endpoint of one's own says what it changed by its response, and a list inside an object is one [controller/OPT-19c]", async () => {
  const api = new PretendApi();
  api.rows.set("1", { id: "1", title: "a" });
  const search = new RestEndpoint({
    path: "/search",
    searchParams: {} as Args,
    schema: { found: { items: new Collection([Issue]) }, total: 0 },
    fetchResponse: api.fetchResponse,
    process: (items: Row[]) => ({ found: { items }, total: items.length }),
  });
  const archive = new RestEndpoint({
    path: "/issues/:id/archive",
    method: "POST",
    body: undefined,
    schema: Issue,
    fetchResponse: () =>
      Promise.resolve(Response.json({ id: "1", title: "archived" })),
  });
  await using client = createClient();
  client.subscribe(search, [{ q: "a" }], () => {});
  await client.allSettled();
  await client.fetch(archive, { id: "1" });
  await settled();
  assertEquals(api.asked, ["q=a", "q=a"]);
});

Deno.test("a row is in the list that a later edit says, in whatever order a removal and the edit are confirmed [controller/OPT-12d] [controller/OPT-19b]", async () => {
  for (const isRemovalLast of [true, false]) {
    const { api, client, issues } = await showing([{ status: "open" }]);
    await using _ = client;
    await client.fetch(issues.partialUpdate, { id: "1" }, { status: "done" });
    api.isHolding = true;
    const removal = Promise.withResolvers<Response>();
    const remove = issues.getList.remove.extend({
      fetchResponse: () => removal.promise,
    });
    client.fetch(remove, { status: "open" }, { id: "1" });
    await settled();
    client.fetch(issues.partialUpdate, { id: "1" }, { status: "open" });
    await settled();
    const end = () => removal.resolve(Response.json({ id: "1" }));
    if (!isRemovalLast) end();
    await settled();
    await api.answer();
    end();
    await settled();
    assertEquals(
      client.read(issues.getList, { status: "open" }).data
        ?.map(({ id }) => id).sort(),
      ["1", "2"],
      `removal last: ${isRemovalLast}`,
    );
  }
});

Deno.test("lists that lack a row which was deleted here, and is there again in a later response, are asked once [controller/OPT-19c]", async () => {
  const { api, client, issues } = await showing([
    { status: "open" },
    { status: "closed" },
    {},
  ]);
  await using _ = client;
  const row = api.rows.get("1")!;
  await client.fetch(issues.delete, { id: "1" });
  api.rows.delete("1");
  await client.fetch(issues.getList, {});
  assertEquals(api.asked.splice(0), [""]);
  // somebody else has restored it
  api.rows.set("1", row);
  await client.fetch(issues.getList, { status: "open" });
  await settled();
  assertEquals(api.asked, ["status=open", ""]);
  const idsOf = (args: Args) =>
    client.read(issues.getList, args).data?.map(({ id }) => id).toSorted();
  assertEquals(idsOf({ status: "open" }), ["1", "2"]);
  assertEquals(idsOf({}), ["1", "2"]);
});

const replies: Record<string, (row: object, sent: object) => Response> = {
  "204": () => new Response(null, { status: 204 }),
  "the primary key": () => Response.json({ id: "1" }),
  "what was sent": (_, sent) => Response.json({ id: "1", ...sent }),
  "the row": (row) => Response.json(row),
};
const others: Record<string, { args: Args; row?: object }> = {
  "another argument": { args: { board: "b" }, row: { board: "b" } },
  "an argument that rows lack": { args: { board: "b" } },
  "a page": { args: { page: 1 } },
};
for (const [named, { args, row }] of Object.entries(others)) {
  for (const [answered, reply] of Object.entries(replies)) {
    Deno.test(`a list with ${named} that a row may have been moved into last is requested, where the server answers ${answered} [controller/OPT-12g]`, async () => {
      class Card extends Entity {
        id = "";
        board: string | undefined = undefined;
        column = "";
        static override key = "CardOfTwoArguments";
      }
      const card = { id: "1", ...row, column: "done" };
      const held: (() => void)[] = [];
      const asked: string[] = [];
      const cards = resource({
        path: "/cards/:id",
        searchParams: {} as Args,
        schema: Card,
        fetchResponse: (url: string, { method, body }: RequestInit) => {
          asked.push(`${method} ${url}`);
          if (method === "GET") {
            const isIn = url.includes(`column=${card.column}`);
            return Promise.resolve(Response.json(isIn ? [{ ...card }] : []));
          }
          const answer = Promise.withResolvers<Response>();
          held.push(() => {
            const sent = JSON.parse(`${body}`);
            answer.resolve(reply({ ...Object.assign(card, sent) }, sent));
          });
          return answer.promise;
        },
      });
      await using client = createClient();
      await client.fetch(cards.getList, { ...args, column: "done" });
      const todo = { ...args, column: "todo" };
      client.subscribe(cards.getList, [todo], () => {});
      await client.allSettled();
      for (const column of ["todo", "done"]) {
        client.fetch(cards.partialUpdate, { id: "1" }, { column });
      }
      await settled();
      asked.length = 0;
      // the server handles the first one last
      for (const handle of held.reverse()) {
        handle();
        await settled();
      }
      await client.allSettled();
      assertEquals(asked, [`GET ${cards.getList.url(todo)}`]);
      const ids = client.read(cards.getList, todo).data?.map(({ id }) => id);
      assertEquals(ids, ["1"]);
    });
  }
}
