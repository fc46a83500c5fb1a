/**
 * A mutation names a row of which nothing was known: lists whose arguments do
 * not tell whether they have it are requested, as for a row that was known, and
 * no list takes it in. Neighbours that were tried: an endpoint of its own, PATCH,
 * and PUT; optimistic and not; with a message before the response; a login, whose response nobody named; a second edit; a
 * list that was on its way; a Union.
 */
import { assertEquals } from "@std/assert";
import { type Client, createClient, RestEndpoint, Union } from "../../mod.ts";
import { apiOf, type Args, Issue, PretendApi, settled } from "./list_server.ts";

const open = { status: "open" };
const reopened = { id: "2", ...open };

/** A server with an open issue and a closed one. */
function board(): PretendApi {
  const api = new PretendApi();
  api.rows.set("1", { id: "1", ...open });
  api.rows.set("2", { id: "2", status: "closed" });
  return api;
}

const ids = (rows: readonly Issue[] | undefined) =>
  rows?.map(({ id }) => id).join("");

type Rows = ReturnType<typeof apiOf>;

const ways: Record<string, (client: Client, rows: Rows) => Promise<unknown>> = {
  partialUpdate: (client, { partialUpdate }) =>
    client.fetch(partialUpdate, { id: "2" }, open),
  update: (client, { update }) =>
    client.fetch(update, { id: "2" }, reopened as never),
  "an endpoint of its own": (client, { get }) =>
    client.fetch(
      get.extend({
        path: "/issues/:id/reopen",
        method: "POST",
        body: undefined,
        process: (row: object) => ({ ...row, ...open }),
      }),
      { id: "2" },
    ),
};

for (const [way, write] of Object.entries(ways)) {
  for (const optimistic of [false, true]) {
    for (const isTold of [false, true]) {
      Deno.test(`a page is asked for once after ${way} of an unknown row, which joins no list (optimistic: ${optimistic}, told before: ${isTold}) [controller/OPT-19c]`, async () => {
        const api = board();
        const rows = apiOf(api, { optimistic });
        await using client = createClient();
        const lists: Args[] = [
          open,
          { ...open, page: 1 },
          { status: "closed", page: 1 },
        ];
        for (const args of lists.slice(1)) {
          await client.setResponse(
            rows.getList,
            args,
            args.status === "open" ? [{ id: "1", ...open }] : [],
          );
          client.subscribe(rows.getList, [args], () => {});
        }
        await client.allSettled();
        api.asked.length = 0;
        api.isHolding = true;
        const written = write(client, rows);
        await settled();
        if (isTold) await client.set(Issue, { id: "2" }, reopened);
        api.isHolding = false;
        api.rows.set("2", reopened);
        await api.answer();
        await written;
        await settled();
        await client.allSettled();
        assertEquals(api.asked, ["page=1&status=open"]);
        assertEquals(ids(client.read(rows.getList, lists[1]!).data), "12");
        // now it is known
        await client.fetch(rows.partialUpdate, { id: "2" }, { title: "new" });
        await settled();
        assertEquals(api.asked, ["page=1&status=open"]);
      });
    }
  }
}

Deno.test("a response that brings an unknown row which nobody named asks for no page [controller/OPT-19c]", async () => {
  const api = board();
  const { getList, get } = apiOf(api);
  const login = new RestEndpoint({
    path: "/login",
    method: "POST",
    body: {} as { email: string },
    schema: Issue,
    fetchResponse: () => Promise.resolve(Response.json(reopened)),
  });
  await using client = createClient();
  client.subscribe(getList, [{ ...open, page: 1 }], () => {});
  await client.allSettled();
  api.asked.length = 0;
  await client.fetch(login, { email: "a@b.test" });
  await client.setResponse(get, { id: "2" }, reopened);
  await settled();
  assertEquals(api.asked, []);
});

Deno.test("a page of a Union is asked for after an edit of an unknown member, as is one that was on its way [controller/OPT-19c]", async () => {
  class Bug extends Issue {
    type = "bug";
    static override key = "FoundBug";
  }
  const api = board();
  for (const [id, row] of api.rows) {
    api.rows.set(id, { ...row, type: "bug" } as never);
  }
  const { getList, partialUpdate } = apiOf(api, {
    schema: new Union({ bug: Bug }, "type"),
  });
  await using client = createClient();
  const args = { ...open, page: 1 };
  api.isHolding = true;
  client.subscribe(getList, [args], () => {});
  await settled();
  const edit = client.fetch(
    partialUpdate,
    { id: "2" },
    { ...open, type: "bug" } as never,
  );
  await settled();
  api.isHolding = false;
  await api.answer();
  await api.answer();
  await edit;
  await settled();
  await client.allSettled();
  assertEquals(ids(client.read(getList, args).data as Issue[]), "12");
});
