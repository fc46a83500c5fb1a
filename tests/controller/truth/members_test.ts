// deno-lint-ignore-file no-explicit-any -- lists and maps of every kind
/**
 * Lists that their own methods change: members by fields of their rows, what is on
 * its way, maps, lists that follow nothing, filters of an application's own.
 */
import { assertEquals } from "@std/assert";
import { Collection, Entity, RestEndpoint, Values } from "../../../mod.ts";
import { type Sent, ServerInAnyOrder } from "./server_in_any_order.ts";

class Task extends Entity {
  id = "";
  status = "open";
  group?: string = undefined;
}
const open = { status: "open" };
const closed = { status: "closed" };
const getTask = new RestEndpoint({ path: "/tasks/:id", schema: Task });

function begin(
  { isOptimistic = false, says = "row" },
  schema: any = new Collection([Task]),
) {
  const tasks = ["1", "2"].map((id) => ({ id, ...open }));
  const asked: string[] = [];
  const server = new ServerInAnyOrder(({ method, path, query, body }: Sent) => {
    const { status = "" } = query;
    if (method === "POST") return { body };
    if (method === "GET") {
      asked.push(Object.keys(query).join());
      return { body: tasks.filter((task) => task.status.includes(status)) };
    }
    const row = { ...open, ...body, id: body.id ?? path.slice(7) };
    Object.assign(tasks.find(({ id }) => id === row.id) ?? {}, body);
    return says === "nothing"
      ? { status: 204 }
      : { body: says === "row" ? row : { id: row.id } };
  });
  const tasksBy: any = new RestEndpoint({
    path: "/tasks",
    movePath: "/tasks/:id",
    schema,
    searchParams: {} as object,
    dataExpiryLength: 1e12,
    fetchResponse: (url, init) => server.fetchResponse(String(url), init),
    ...isOptimistic && {
      getOptimisticResponse: (_: unknown, ...all: object[]) =>
        Object.assign({}, ...all),
    },
  });
  const client = server.open();
  const ids = (...lists: object[]) =>
    lists.map((list) =>
      Object.values<any>(client.read(tasksBy, list).data)
        .map(({ id }) => id).join("")
    ).join();
  /** Starts calls, of which the server answers the last one first. */
  const cross = async (...calls: (readonly [any, ...object[]])[]) => {
    for (const [endpoint, ...args] of calls) client.fetch(endpoint, ...args);
    await server.flush();
    for (let count = 0; count < 4; count++) await server.handle();
    await server.answer(-1);
    await server.rest();
  };
  return { asked, client, cross, ids, server, tasksBy };
}

for (const isOptimistic of [false, true]) {
  for (const says of ["row", "id", "nothing"]) {
    const way = `${says}, ${isOptimistic ? "optimistic" : "not optimistic"}`;
    Deno.test(`a member that is taken out leaves the lists that have it by its fields, and only those in doubt are asked, ${way} [controller/OPT-12j] [controller/OPT-19c] [endpoint/RSP-21] [schema/COL-50]`, async () => {
      const begun = begin({ isOptimistic, says });
      const { asked, client, cross, ids, server, tasksBy } = begun;
      await using _ = client;
      const show = async (...lists: object[]) => {
        for (const one of lists) client.subscribe(tasksBy, [one], () => {});
        await server.rest();
        asked.length = 0;
      };
      const [a, b] = [{ group: "a" }, { group: "b" }];
      await show({}, open, a, b);
      // the arguments say of which group, and the row does not
      await cross([tasksBy.remove, a, { id: "1" }]);
      assertEquals([ids({}, open, a, b), ...asked], ["2,2,2,12"]);
      await cross([tasksBy.remove, { id: "2" }]);
      assertEquals(asked.splice(0), ["group", "group"]);
      await show({ ...a, page: "1" });
      await cross([tasksBy.remove, a, { id: "9" }]);
      assertEquals(asked, ["group,page"]);
    });

    Deno.test(`a list that is on its way for the first time does not have a member by its fields that was taken out, ${way} [controller/OPT-19a] [schema/COL-50]`, async () => {
      const { client, cross, ids, tasksBy } = begin({ isOptimistic, says });
      await using _ = client;
      await cross([tasksBy, open], [tasksBy.remove, { id: "1" }]);
      assertEquals(ids(open), "2");
    });
  }
}

for (const id of ["1", "3"]) {
  Deno.test(`of a member that is put in and taken out the later change stands, in whatever order they are answered: ${id} [controller/OPT-12c] [controller/OPT-19a]`, async () => {
    const { client, cross, ids, server, tasksBy } = begin({});
    await using _ = client;
    client.fetch(tasksBy, {});
    await server.rest();
    const remove = tasksBy.remove.extend({ method: "POST" });
    const calls = [[tasksBy.push, { id }], [remove, { id }]] as const;
    await cross(...id === "1" ? calls.toReversed() : calls);
    assertEquals([...ids({})].toSorted().join(""), "12");
  });
}

for (const verb of ["push", "move"]) {
  Deno.test(`a list that follows nothing, and is on its way for the first time, has what a ${verb} put in meanwhile [controller/OPT-12b] [schema/COL-71]`, async () => {
    const list = new Collection([Task], { follow: false });
    const { client, cross, ids, tasksBy } = begin({}, list);
    await using _ = client;
    const args = verb === "push" ? [] : [{ id: "3" }];
    const put = [tasksBy[verb], ...args, { id: "3", ...closed }] as const;
    await cross([tasksBy, closed], put);
    assertEquals(ids(closed), "3");
  });
}

const createCollectionFilter = (args: any) => (key: any) =>
  Object.keys(key).every((name) => key[name] === args[name]);
const unfollowed = {
  "lists that follow nothing": new Collection([Task], { follow: false }),
  "maps that do": new Collection(new Values(Task), { follow: false }),
  "lists with a filter": new Collection([Task], { createCollectionFilter }),
};
for (const [kind, list] of Object.entries(unfollowed)) {
  for (const isOnItsWay of [false, true]) {
    const way = isOnItsWay ? "on their way" : "stored";
    Deno.test(`a move takes a row out of ${kind} that have it by what it was, ${way} [schema/COL-55] [schema/COL-71]`, async () => {
      const { asked, client, cross, ids, server, tasksBy } = begin({}, list);
      await using _ = client;
      const lists = [open, { status: "held" }, closed];
      for (const one of lists) client.subscribe(tasksBy, [one], () => {});
      if (!isOnItsWay) await server.rest();
      const see = (id: string, status: string) =>
        client.setResponse(getTask, { id }, { id, status });
      see("1", "held");
      await cross([tasksBy.move, { id: "1" }, closed]);
      assertEquals(ids(...lists), "2,,1");
      see("2", "closed");
      await cross([tasksBy.move, { id: "2" }, closed]);
      assertEquals(ids(...lists), ",,12");
      assertEquals(asked.length, 3);
    });
  }
}

Deno.test("a map has a member under one name when that moves, and a new one where its fields say [schema/COL-36] [schema/COL-56]", async () => {
  const map = new Collection(new Values(Task));
  const { client, cross, ids, tasksBy } = begin({}, map);
  await using _ = client;
  const lists = [{}, open, closed];
  for (const one of lists) await cross([tasksBy, one]);
  await cross([tasksBy.move, { id: "1" }, closed], [tasksBy, closed]);
  await cross([tasksBy.assign, { new: { id: "3", ...open } }]);
  assertEquals(ids(...lists), "123,23,1");
  assertEquals(Object.keys(client.read(tasksBy, open).data), ["1", "new"]);
});

Deno.test("a row leaves a list with a filter of its own by an edit that a read has shown before its response [controller/OPT-19b] [schema/COL-73]", async () => {
  const schema = new Collection([Task], {
    createCollectionFilter: (params, body) => ({ status }) =>
      !status || status === { ...params, ...body }.status,
  });
  const { client, ids, server, tasksBy } = begin({}, schema);
  client.fetch(tasksBy, open);
  await server.flush();
  const { fetchResponse } = tasksBy;
  const edit: any = getTask.extend({
    method: "PATCH",
    body: {},
    fetchResponse,
  });
  client.fetch(edit, { id: "1" }, closed);
  client.fetch(tasksBy, {});
  await server.flush();
  for (let count = 0; count < 3; count++) await server.handle();
  for (const index of [0, 1, 0]) await server.answer(index);
  await server.rest();
  assertEquals(ids(open, {}), "2,12");
});
