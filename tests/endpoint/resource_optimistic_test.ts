import { assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import {
  Collection,
  createClient,
  Entity,
  resource,
  RestEndpoint,
  Union,
  Values,
} from "../../mod.ts";
import { spyOnConsole } from "./spies.ts";
import { Vessel } from "./harbour.ts";

/** Requests that never end, so that what is seen is what was expected of them. */
class Pending extends RestEndpoint {
  override fetch(...args: unknown[]): Promise<unknown> {
    return this.method === "GET" ? super.fetch(...args) : new Promise(() => {});
  }
  override fetchResponse(): Promise<Response> {
    return Promise.resolve(
      this.path?.includes(":id")
        ? Response.json({ id: "7", name: "Fram", berth: 4 })
        : Response.json([{ id: "7", name: "Fram", berth: 4 }, { id: "8" }]),
    );
  }
}

const R = resource({
  path: "/fleets/:fleet/vessels/:id",
  schema: Vessel,
  optimistic: true,
  paginationField: "page",
  // deno-lint-ignore no-explicit-any -- the types are those of RestEndpoint
  Endpoint: Pending as any,
});

/** A client that knows the vessels 7 and 8 of fleet 1. */
async function createHarbour() {
  const client = createClient();
  await client.fetch(R.getList, { fleet: 1 });
  return {
    client,
    vessel: (id: string) => client.get(Vessel, { id }),
    list: () => client.get(R.getList.schema, { fleet: "1" }),
    start(promise: Promise<unknown>): void {
      // disposal of the client ends it
      promise.catch(() => {});
    },
    [Symbol.dispose]: () => client[Symbol.dispose](),
  };
}

function formOf(entries: [string, string][]): FormData {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
}

Deno.test("parameters and payload are expected of update, push, unshift and create [endpoint/OPT-5] [endpoint/OPT-8]", async () => {
  using harbour = await createHarbour();
  const { client, start } = harbour;
  start(client.fetch(R.update, { fleet: 1, id: "7" }, { name: "new" }));
  assertEquals(harbour.vessel("7")?.name, "new");
  start(client.fetch(R.getList.push, { fleet: 1 }, { name: "last" }));
  start(client.fetch(R.getList.unshift, { fleet: 1 }, { name: "first" }));
  start(client.fetch(R.create, { fleet: 1 }, { name: "created" }));
  assertEquals(harbour.list()?.map(({ name }) => name), [
    "first",
    "new",
    "",
    "last",
    "created",
  ]);
});

Deno.test("removed and moved items are expected to be gone [endpoint/OPT-5]", async () => {
  using harbour = await createHarbour();
  const { client, start } = harbour;
  start(client.fetch(R.getList.remove, { fleet: 1 }, { id: "7", berth: 9 }));
  assertEquals(harbour.list()?.map(({ id }) => id), ["8"]);
  assertEquals(harbour.vessel("7")?.berth, 9);
  // deno-lint-ignore no-explicit-any -- fleet is a field that the entity does not declare
  const payload = { fleet: "2" } as any;
  start(client.fetch(R.getList.move, { fleet: 1, id: "8" }, payload));
  assertEquals(harbour.list(), []);
});

Deno.test("a partial update that moves or removes is expected to do so, of what is stored [endpoint/OPT-5]", async () => {
  class Boat extends Entity {
    id = "";
    type = "boat";
    fleet = "";
    name = "";
    static override key = "Boat";
  }
  class Raft extends Boat {
    override type = "raft";
    static override key = "Raft";
  }
  const mapping = new Union({ boat: Boat, raft: Raft }, "type");
  for (const schema of [Boat, mapping] as (typeof Boat)[]) {
    const { getList, partialUpdate } = resource({
      path: "/boats/:id",
      schema,
      searchParams: {} as { fleet: string },
      optimistic: true,
      Endpoint: Pending as typeof RestEndpoint,
    });
    using client = createClient();
    const ids = (fleet: string) =>
      client.read(getList, { fleet }).data?.map(({ id, name }) => id + name);
    const boats = ["a", "b"].map((id) => (
      { id, name: "!", type: "raft", fleet: "1" }
    ));
    await client.setResponse(getList, { fleet: "1" }, boats);
    await client.setResponse(getList, { fleet: "2" }, []);
    const change = (schema: unknown, id: string, body: object) => {
      const changing = partialUpdate.extend({ schema } as object);
      client.fetch(changing as typeof partialUpdate, { id }, body)
        .catch(() => {});
    };
    change(getList.schema.move, "a", { fleet: "2" });
    assertEquals([ids("1"), ids("2")], [["b!"], ["a!"]]);
    change(getList.schema.remove, "b", { name: "?", fleet: "1" });
    assertEquals([ids("1"), ids("2")], [[], ["a!"]]);
  }
});

Deno.test("of a partial update of an unknown entity nothing is expected [endpoint/OPT-5]", async () => {
  using harbour = await createHarbour();
  const { client, start } = harbour;
  const unsent = { name: undefined };
  for (const [more, body] of [[{}, {}], [{}, unsent], [unsent, {}]] as const) {
    const params = { fleet: 1, id: "9", ...more };
    const change = { berth: 5, ...body } as never;
    start(client.fetch(R.partialUpdate, params, change));
  }
  assertEquals(harbour.vessel("9"), undefined);
});

Deno.test("a deletion is expected to delete [endpoint/OPT-5]", async () => {
  using harbour = await createHarbour();
  const { client, start } = harbour;
  start(client.fetch(R.delete, { fleet: 1, id: "7" }));
  assertEquals(harbour.vessel("7"), undefined);
  assertEquals(harbour.list()?.map(({ id }) => id), ["8"]);
});

Deno.test("of assign the payload alone is expected [endpoint/OPT-5]", async () => {
  const maps = R.extend("getList", {
    schema: new Collection(new Values(Vessel)),
    process: (list) => ({ a: list[0] }),
  });
  using client = createClient();
  await client.fetch(maps.getList, { fleet: 1 });
  const entries = { b: { id: "9", name: "new" } };
  client.fetch(maps.getList.assign, { fleet: 1 }, entries).catch(() => {});
  const stored = client.get(maps.getList.schema, { fleet: "1" });
  assertEquals(Object.keys(stored ?? {}), ["a", "b"]);
  assertEquals(stored?.b?.name, "new");
});

Deno.test("a form counts as the object of its entries, by the last of a name [endpoint/OPT-6]", async () => {
  using harbour = await createHarbour();
  const { client, start } = harbour;
  const form = formOf([["name", "one"], ["name", "two"]]);
  start(client.fetch(R.update, { fleet: 1, id: "7" }, form));
  assertEquals(harbour.vessel("7")?.name, "two");
  start(
    client.fetch(
      R.partialUpdate,
      { fleet: 1, id: "7" },
      formOf([["name", "three"]]),
    ),
  );
  assertEquals(harbour.vessel("7")?.name, "three");
});

Deno.test("a form as the only argument is a payload [endpoint/OPT-6]", async () => {
  const flat = resource({
    path: "/vessels/:id",
    schema: Vessel,
    optimistic: true,
    // deno-lint-ignore no-explicit-any -- the types are those of RestEndpoint
    Endpoint: Pending as any,
  });
  using client = createClient();
  await client.fetch(flat.getList);
  client.fetch(flat.getList.push, formOf([["name", "new"]])).catch(() => {});
  assertEquals(
    client.get(flat.getList.schema)?.map(({ name }) => name),
    ["Fram", "", "new"],
  );
});

Deno.test("of several payloads several items are expected [endpoint/OPT-7]", async () => {
  using harbour = await createHarbour();
  const { client, start } = harbour;
  const items = [{ name: "one" }, { name: "two", berth: undefined as never }];
  start(client.fetch(R.getList.push, { fleet: 1 }, items));
  assertEquals(harbour.list()?.map(({ name }) => name), [
    "Fram",
    "",
    "one",
    "two",
  ]);
  assertEquals(harbour.list()?.at(-1)?.berth, 0);
  class FleetVessel extends Vessel {
    fleet = 0;
  }
  const { getList } = resource({
    path: "/fleets/:fleet/vessels/:id",
    schema: FleetVessel,
    optimistic: true,
  });
  const expected = getList.push.getOptimisticResponse?.(
    // deno-lint-ignore no-explicit-any -- not used here
    undefined as any,
    { fleet: 1 },
    items,
  );
  assertEquals(expected, [{ fleet: 1, name: "one" }, {
    fleet: 1,
    name: "two",
  }]);
});

Deno.test("nothing is expected unless it is asked for, for each endpoint [endpoint/OPT-9]", () => {
  const plain = resource({ path: "/v/:id", schema: Vessel });
  assertStrictEquals(plain.delete.getOptimisticResponse, undefined);
  assertStrictEquals(plain.update.getOptimisticResponse, undefined);
  const getOptimisticResponse = () => ({});
  const opted = plain.extend("delete", { getOptimisticResponse });
  assertStrictEquals(opted.delete.getOptimisticResponse, getOptimisticResponse);
  const out = R.extend("update", { getOptimisticResponse: undefined });
  assertStrictEquals(out.update.getOptimisticResponse, undefined);
});

Deno.test("a partial update that cannot be expected because of its schema says so once [endpoint/OPT-10]", async () => {
  using harbour = await createHarbour();
  const { client, start } = harbour;
  using warned = spyOnConsole("warn");
  // deno-lint-ignore no-explicit-any -- another schema than that of the resource
  const listed: any = R.partialUpdate.extend({ schema: [Vessel] as any });
  for (const id of ["7", "8"]) {
    start(client.fetch(listed, { fleet: 1, id }, { berth: 5 }));
  }
  assertEquals(warned.lines.length, 1);
  assertMatch(warned.lines[0]!, /Vessel.partialUpdate cannot be optimistic/);
});

for (const kind of ["own", "default", "no"]) {
  Deno.test(`a member of the payload that is undefined is not sent, so its field stays, with ${kind} expectation [endpoint/OPT-5] [controller/OPT-12i]`, async () => {
    const answers = [1, 2, 3].map(() => Promise.withResolvers<Response>());
    const responses = answers.map(({ promise }) => promise);
    const { getList, partialUpdate } = resource({
      path: "/vessels/:id",
      schema: Vessel,
      optimistic: kind === "default",
      fetchResponse: async (_url, { method }) =>
        method === "PATCH"
          ? await responses.shift()!
          : Response.json([{ id: "7", name: "Fram" }]),
    });
    const change = kind !== "own" ? partialUpdate : partialUpdate.extend({
      getOptimisticResponse: (_, params, body) => ({ ...params, ...body }),
    });
    using client = createClient();
    await client.fetch(getList);
    const name = () => client.get(Vessel, { id: "7" })?.name;
    const changing = (body: object) =>
      client.fetch(change, { id: "7" }, body as never);
    const answer = (index: number, name?: string) =>
      answers[index]!.resolve(Response.json(name ? { id: "7", name } : null));
    const first = changing({ name: undefined, berth: 5 });
    assertEquals(name(), "Fram");
    answer(0);
    await first;
    assertEquals(name(), "Fram");
    // what is not sent is no write, so the name of an earlier one stands
    const renamed = changing({ name: "Maud" });
    const moved = changing({ name: undefined, berth: 6 });
    answer(1, "Maud");
    await renamed;
    answer(2, "Fram");
    await moved;
    assertEquals(name(), "Maud");
  });
}
