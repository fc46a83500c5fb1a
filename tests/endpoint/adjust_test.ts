import { assertEquals, assertStrictEquals } from "@std/assert";
import {
  type Client,
  Collection,
  createClient,
  Entity,
  Invalidate,
  Query,
  resource,
  RestEndpoint,
} from "../../mod.ts";
import { settled } from "./list_server.ts";
import { spyOnConsole } from "./spies.ts";

class Issue extends Entity {
  id = "";
  state = "";
}

const issues = new Collection([Issue]);
const getIssues = new RestEndpoint({
  path: "/issues",
  method: "GET",
  searchParams: {} as { state?: string } | undefined,
  body: {} as Partial<Issue>,
  schema: { items: issues, total: 0 },
  movePath: "/issues/:id",
  adjust: ({ total, ...stored }, difference) => ({
    ...stored,
    total: total + difference,
  }),
});

/** A client with 2 of 10 issues, of which 1 of 4 is open. */
async function filled(list = getIssues): Promise<Client> {
  const client = createClient();
  const open = { id: "1", state: "open" };
  const done = { id: "2", state: "done" };
  await client.setResponse(list, { items: [open, done], total: 10 });
  await client.setResponse(list, { state: "open" }, {
    items: [open],
    total: 4,
  });
  return client;
}

/** The totals of all issues, of open ones and of done ones. */
const totals = (client: Client, list = getIssues) =>
  [undefined, { state: "open" }, { state: "done" }].map((args) =>
    client.read(list, args).data?.total
  );

Deno.test("what stands beside a list is corrected in all lists that a change makes longer or shorter [endpoint/COL-17]", async () => {
  await using client = await filled();
  const created = { id: "3", state: "open" };
  await client.setResponse(getIssues.push, created, created);
  assertEquals(totals(client), [11, 5, undefined]);
  await client.setResponse(getIssues.push, created, created);
  assertEquals(totals(client), [11, 5, undefined], "it was there already");
  const moved = { id: "1", state: "done" };
  await client.setResponse(getIssues.move, { id: "1" }, moved, moved);
  assertEquals(totals(client), [11, 4, undefined]);
  const many = [{ id: "2" }, { id: "3" }, { id: "9" }];
  await client.setResponse(getIssues.remove, {}, many as never);
  assertEquals(totals(client), [9, 3, undefined]);
  assertEquals(
    client.getState().getEndpointRecord(getIssues.key({ state: "done" })),
    undefined,
  );
});

Deno.test("a change by a bound list that was extended corrects the lists of the endpoint with these options [endpoint/COL-17] [endpoint/END-8]", async () => {
  const options = { urlPrefix: "/api" };
  const list = getIssues.extend(options);
  await using client = await filled(list);
  const created = { id: "3", state: "open" };
  const bound = getIssues.bind(undefined, { state: "open" }).extend(options);
  const { push } = bound as typeof getIssues;
  await client.setResponse(push, created, created);
  assertEquals(totals(client, list), [11, 5, undefined]);
});

Deno.test("the correction of an expected change is taken back with it [endpoint/COL-17]", async () => {
  const answer = Promise.withResolvers<Response>();
  const list = getIssues.extend({
    fetchResponse: () => answer.promise,
    getOptimisticResponse: (_, body: Partial<Issue>) => body,
  }) as typeof getIssues;
  await using client = await filled(list);
  const request = client.fetch(list.push, { state: "open" });
  assertEquals(totals(client, list), [11, 5, undefined]);
  answer.reject(new TypeError("offline"));
  await request.catch(() => {});
  assertEquals(totals(client, list), [10, 4, undefined]);
});

Deno.test("an update of the list's own runs as well, and keys that cannot be made are left out [endpoint/COL-17]", async () => {
  using warned = spyOnConsole("error");
  const updated: unknown[] = [];
  const nested = new Collection([Issue], { key: "nested" });
  const list = new RestEndpoint({
    path: "/projects/:project/issues",
    method: "GET",
    schema: { items: nested, total: 0 },
    body: {} as Partial<Issue>,
    adjust: (stored, difference) => ({
      ...stored,
      total: stored.total + difference,
    }),
    update(result: unknown) {
      updated.push(result);
      return {};
    },
  });
  await using client = createClient();
  await client.setResponse(list, { project: 1 }, { items: [], total: 0 });
  const other = new RestEndpoint({ path: "/issues", schema: nested });
  await client.setResponse(other, []);
  updated.length = 0;
  await client.setResponse(list.push, { project: 1 }, {}, { id: "a" });
  assertEquals(client.read(list, { project: 1 }).data?.total, 1);
  assertEquals(client.read(other).data?.length, 1);
  assertEquals(updated, [["a"]]);
  assertEquals(warned.lines, []);
});

Deno.test("the list of a resource is corrected too, when one is created [endpoint/COL-17]", async () => {
  const IssueResource = resource({ path: "/issues/:id", schema: Issue })
    .extend("getList", {
      schema: { items: new Collection([Issue]), total: 0 },
      adjust: (stored, difference) => ({
        ...stored,
        total: stored.total + difference,
      }),
    });
  const { getList, create } = IssueResource;
  await using client = createClient();
  await client.setResponse(getList, { items: [], total: 7 });
  await client.setResponse(create, { state: "open" }, { id: "1" });
  assertEquals(client.read(getList).data?.total, 8);
});

Deno.test("a number follows whatever made its list longer or shorter, and each row counts once [endpoint/COL-17] [controller/OPT-12f]", async () => {
  const IssueResource = resource({ path: "/issues/:id", schema: Issue })
    .extend("getList", {
      searchParams: {} as { state?: string } | undefined,
      schema: { items: new Collection([Issue]), total: 0 },
      adjust: (value, difference) => ({
        ...value,
        total: value.total + difference,
      }),
    });
  const { getList, create, partialUpdate } = IssueResource;
  await using client = await filled(getList as never);
  const shown = () => totals(client, getList as never);
  assertEquals(shown(), [10, 4, undefined]);
  await client.setResponse(IssueResource.delete, { id: "2" }, { id: "2" });
  assertEquals(shown(), [9, 4, undefined], "a deletion");
  await client.setResponse(IssueResource.delete, { id: "2" }, { id: "2" });
  assertEquals(shown(), [9, 4, undefined], "it was gone already");
  const done = { id: "1", state: "done" };
  await client.setResponse(partialUpdate, { id: "1" }, done, done);
  assertEquals(shown(), [9, 3, undefined], "an update");
  await client.set(Issue, { id: "1" }, { id: "1", state: "open" });
  assertEquals(shown(), [9, 4, undefined], "a pushed message");
  const created = { id: "3", state: "open" };
  await client.setResponse(create, created, created);
  assertEquals(shown(), [10, 5, undefined], "a creation");
  await client.setResponse(getList, { state: "open" }, {
    items: [created],
    total: 1,
  } as never);
  assertEquals(shown(), [10, 1, undefined], "a newer response");
});

Deno.test("a number that counts rows of other pages is requested once where a row was deleted that is not stored, also on its way [endpoint/COL-17] [controller/OPT-19c]", async () => {
  const server = Array.from({ length: 5 }, (_, index) => `${index + 1}`);
  const asked: string[] = [];
  const waiting: (() => void)[] = [];
  let isHolding = false;
  const { getList, delete: remove } = resource({
    path: "/issues/:id",
    searchParams: {} as { state?: string } | undefined,
    schema: Issue,
    fetchResponse(url: string, { method }: RequestInit) {
      const id = url.split("/")[2];
      if (method === "DELETE") server.splice(server.indexOf(id!), 1);
      else asked.push(url);
      const items = server.slice(0, 2).map((id) => ({ id, state: "open" }));
      const body = method === "DELETE" ? { id } : {
        items: url.includes("done") ? [] : items,
        total: url.includes("done") ? 0 : server.length,
      };
      const response = Promise.resolve(Response.json(body));
      if (!isHolding || method === "DELETE") return response;
      return new Promise((resolve) => waiting.push(() => resolve(response)));
    },
  }).extend("getList", {
    schema: { items: new Collection([Issue]), total: 0 },
    adjust: ({ total, ...stored }, difference) => ({
      ...stored,
      total: total + difference,
    }),
  });
  await using client = createClient();
  const lists = [undefined, { state: "open" }, { state: "done" }];
  for (const args of lists) client.subscribe(getList, [args], () => {});
  await client.allSettled();
  const shown = () => lists.map((args) => client.read(getList, args).data);
  asked.length = 0;
  await client.fetch(remove, { id: "4" });
  await settled();
  assertEquals(asked, ["/issues", "/issues?state=open"]);
  assertEquals(shown().map((data) => data?.total), [4, 4, 0]);
  isHolding = true;
  asked.length = 0;
  const read = client.fetch(getList, { state: "open" });
  await client.fetch(remove, { id: "5" });
  isHolding = false;
  for (const answer of waiting) answer();
  await read;
  await settled();
  assertEquals(shown().map((data) => data?.total), [3, 3, 0]);
});

Deno.test("numbers are computed once for each list, and not where nothing differs [endpoint/COL-17]", async () => {
  const differences: number[] = [];
  const list = getIssues.extend({
    adjust({ total, ...value }, difference) {
      differences.push(difference);
      return { ...value, total: total + difference };
    },
  }) as typeof getIssues;
  await using client = await filled(list);
  const { data } = client.read(list);
  assertEquals(differences, []);
  const created = { id: "3", state: "open" };
  await client.setResponse(list.push, created, created);
  const { data: longer } = client.read(list);
  assertEquals(longer?.total, 11);
  assertStrictEquals(client.read(list).data, longer);
  assertEquals(differences, [1]);
  await client.setResponse(list.remove, {}, { id: "3" } as never);
  assertEquals(client.read(list).data, data);
  assertEquals(differences, [1]);
});

Deno.test("a number of which no response said anything is requested, also where its list is known [schema/QK-9]", async () => {
  const all = new Collection([Issue], { argsKey: () => ({}) });
  const schemas = [
    { items: all, total: 0 },
    { items: new Query(all, (items) => items.toReversed()), next: "" },
    { page: { items: all, isLast: false } },
    new Query({ items: all, total: 0 }, ({ items }) => items.length),
  ];
  for (const schema of schemas) {
    const list = new RestEndpoint({
      path: "/issues",
      searchParams: {} as { view: string },
      schema,
    });
    const plain = list.extend({ schema: all });
    await using client = createClient();
    await client.setResponse(plain, { view: "a" }, [{ id: "1" }] as never);
    assertEquals(client.read(plain, { view: "b" }).data?.length, 1);
    assertEquals(client.read(list, { view: "b" }).data, undefined);
  }
});

Deno.test("numbers beside a list that a Query sorts or filters count its rows, not what was made of them [endpoint/COL-17]", async () => {
  const makers = {
    sorted: (items: Issue[]) => items.toReversed(),
    filtered: (items: Issue[]) => items.filter(({ state }) => state === "open"),
    counted: (items: Issue[]) => items.length,
  };
  for (const make of Object.values(makers)) {
    const list = getIssues.extend({
      schema: {
        items: new Query(issues, make as typeof makers.sorted),
        total: 0,
      },
    });
    await using client = await filled(list as never);
    assertEquals(totals(client, list as never), [10, 4, undefined]);
    const created = { id: "3", state: "done" };
    await client.setResponse(list.push, created, created);
    assertEquals(totals(client, list as never), [11, 4, undefined]);
    await client.set(new Invalidate(Issue), { id: "1" }, { id: "1" });
    assertEquals(totals(client, list as never), [10, 3, undefined]);
  }
});
