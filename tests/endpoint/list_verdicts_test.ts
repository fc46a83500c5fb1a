/**
 * Which stored lists a row is in after it was written: an argument says yes or
 * no where it can be compared, and nothing else does. Tried as well: text,
 * number and boolean; several values, ranges and aliases; pages; maps; a filter
 * of one's own; pending changes; writes by every method.
 */
import { assertEquals } from "@std/assert";
import {
  type Client,
  Collection,
  createClient,
  Entity,
  resource,
  RestEndpoint,
} from "../../mod.ts";

class Issue extends Entity {
  id = "";
  status = "";
  tags: readonly string[] = [];
  category: unknown = null;
  archived: boolean | undefined = undefined;
  price = 0;
}

type Row = { readonly id: string; readonly [name: string]: unknown };

const IssueResource = resource({
  path: "/issues/:id",
  schema: Issue,
  searchParams: {} as Record<string, string | number | boolean> | undefined,
});
const { getList, partialUpdate } = IssueResource;

/** Members of a stored list. */
function shown(client: Client, args: Record<string, never> | object) {
  return client.read(getList, args as Record<string, string>).data
    ?.map(({ id }) => id);
}

/** What a list has after a row was updated; list_shapes_test.ts has other shapes. */
const updates: readonly {
  readonly shape: string;
  readonly args: Record<string, string | number | boolean>;
  /** What the list brought. */
  readonly rows: readonly Row[];
  /** What the server answers to a PATCH of row 1. */
  readonly answer: object;
  readonly after: readonly string[];
}[] = [
  {
    shape: "a number that a row has as text",
    args: { category: 3 },
    rows: [{ id: "1", category: "3" }],
    answer: { category: "3", status: "open" },
    after: ["1"],
  },
  {
    shape: "a boolean",
    args: { archived: false },
    rows: [{ id: "1", archived: false }, { id: "2", archived: false }],
    answer: { archived: true },
    after: ["2"],
  },
];

for (const { shape, args, rows, answer, after } of updates) {
  Deno.test(`after an update a list has what its arguments select: ${shape} [controller/OPT-19b]`, async () => {
    await using client = createClient();
    await client.setResponse(getList, args, rows as never);
    assertEquals(shown(client, args), rows.map(({ id }) => id));
    await client.setResponse(partialUpdate, { id: "1" }, answer as never, {
      ...rows[0]!,
      ...answer,
    } as never);
    assertEquals(shown(client, args), after);
  });
}

const open = { status: "open" };
const closed = { status: "closed" };

/** A client with an issue in each of two lists. */
async function board(): Promise<Client> {
  const client = createClient();
  await client.setResponse(getList, open, [{ id: "1", ...open }]);
  await client.setResponse(getList, closed, [{ id: "2", ...closed }]);
  return client;
}

const closing: Record<string, (client: Client) => unknown> = {
  partialUpdate: (client) =>
    client.setResponse(partialUpdate, { id: "1" }, closed, {
      id: "1",
      ...closed,
    }),
  set: (client) => client.set(Issue, { id: "1" }, { id: "1", ...closed }),
  "an endpoint of one's own": (client) =>
    client.setResponse(
      new RestEndpoint({
        path: "/issues/:id/close",
        method: "POST",
        body: undefined,
        schema: Issue,
      }),
      { id: "1" },
      { id: "1", ...closed },
    ),
};

for (const [way, close] of Object.entries(closing)) {
  Deno.test(`a row leaves one list and joins another one, by ${way} [controller/OPT-19b]`, async () => {
    await using client = await board();
    await close(client);
    assertEquals(shown(client, open), []);
    assertEquals(shown(client, closed), ["2", "1"]);
  });
}

Deno.test("a move puts a row that was seen since into a list that it was sent for, and not into one that came later or that nothing selects [schema/COL-55]", async () => {
  for (const isLater of [false, true]) {
    await using client = await board();
    await client.setResponse(getList, {}, []);
    const seven = { id: "7", ...closed };
    await client.setResponse(IssueResource.get, { id: "7" }, seven);
    if (isLater) await client.setResponse(getList, closed, []);
    await client.set(getList.move.schema, {}, seven);
    assertEquals(shown(client, closed), isLater ? [] : ["2", "7"]);
    assertEquals(shown(client, {}), []);
  }
});

Deno.test("a move puts a row of which nothing was known into a list that is on its way for the first time [schema/COL-55]", async () => {
  await using client = createClient();
  const answer = Promise.withResolvers<Response>();
  const list = getList.extend({ fetchResponse: () => answer.promise });
  const request = client.fetch(list, closed);
  await client.set(getList.move.schema, {}, { id: "7", ...closed });
  answer.resolve(Response.json([{ id: "2", ...closed }]));
  await request;
  assertEquals(shown(client, closed), ["2", "7"]);
});

Deno.test("a filter of one's own decides alone [controller/OPT-19b]", async () => {
  const getIssues = new RestEndpoint({
    path: "/issues",
    searchParams: {} as { status: string },
    schema: new Collection([Issue], {
      createCollectionFilter: () => () => true,
    }),
  });
  await using client = createClient();
  await client.setResponse(getIssues, open, [{ id: "1", ...open }]);
  await client.set(Issue, { id: "1" }, { id: "1", ...closed });
  assertEquals(client.read(getIssues, open).data?.map(({ id }) => id), ["1"]);
});

Deno.test("a row whose field has the value of its own primary key moves as others do [controller/OPT-19b]", async () => {
  await using client = createClient();
  const lists = [{ status: "1" }, { status: "2" }];
  await client.setResponse(getList, lists[0], [{ id: "1", status: "1" }]);
  await client.setResponse(getList, lists[1], []);
  await client.set(Issue, { id: "1" }, { id: "1", status: "2" });
  assertEquals(lists.map((args) => shown(client, args)), [[], ["1"]]);
});

Deno.test("an argument id is that of what a list belongs to, not of its rows [controller/OPT-19b]", async () => {
  const getParts = new RestEndpoint({
    path: "/issues/:id/parts",
    method: "GET",
    body: {} as object,
    schema: new Collection([Issue]),
  });
  await using client = createClient();
  const id = { id: "7" };
  await client.setResponse(getParts, id, [{ id: "1" }]);
  await client.setResponse(getParts.push, id, {}, { id: "2" });
  await client.set(Issue, { id: "1" }, { id: "1", status: "closed" });
  assertEquals(client.read(getParts, id).data?.map(({ id }) => id), ["1", "2"]);
});

Deno.test("what a pending change puts into a list or takes out is taken back with it [controller/OPT-19b] [controller/OPT-12e]", async () => {
  await using client = await board();
  const answer = Promise.withResolvers<Response>();
  const close = partialUpdate.extend({
    fetchResponse: () => answer.promise,
    getOptimisticResponse: (_, { id }) => ({ id, ...closed }),
  });
  const request = client.fetch(close, { id: "1" }, closed).catch(() => {});
  assertEquals(shown(client, open), []);
  assertEquals(shown(client, closed), ["2", "1"]);
  answer.reject(Object.assign(new Error("refused"), { status: 422 }));
  await request;
  assertEquals(shown(client, open), ["1"]);
  assertEquals(shown(client, closed), ["2"]);
});
