/**
 * Where a row is put that was written, in lists that the application knows the
 * order of. Tried as well: directions, dates, fields that rows lack, getters,
 * ties; pages; pending changes; lists of several classes; a comparator that
 * throws; `set`, `push`, `unshift`, `move` and `update`; a list that was on its way.
 */
import { assertEquals } from "@std/assert";
import {
  type Client,
  Collection,
  createClient,
  Entity,
  resource,
  RestEndpoint,
  Union,
} from "../../mod.ts";
import { exact } from "../support/exact.ts";

class Task extends Entity {
  id = "";
  title = "";
  due: Date | undefined = undefined;
  status = "";
  static override schema = { due: Date };

  get shouted(): string {
    return this.title.toUpperCase();
  }
}

type Args = { sort?: string; status?: string; orderBy?: string; page?: number };

const { getList, create, update, partialUpdate } = resource({
  path: "/tasks/:id",
  schema: Task,
  searchParams: {} as Args | undefined,
  body: {} as { title?: string; due?: string; status?: string },
  paginationField: "cursor",
  order({ sort, orderBy = sort }) {
    switch (orderBy) {
      case "title":
        return (left, right) => left.title < right.title ? -1 : 1;
      case "-title":
        return (left, right) => right.title.localeCompare(left.title);
      case "shouted":
        return (left, right) => left.shouted.localeCompare(right.shouted);
      case "due":
        return (left, right) => left.due!.getTime() - right.due!.getTime();
    }
  },
});

/** Titles in a stored list. */
const titles = (client: Client, args?: Args) =>
  client.read(getList, args).data?.map(({ title }) => title).join("");

/** A client with a list of tasks with these titles, which are their ids as well. */
async function sorted(args: Args, order: string): Promise<Client> {
  const client = createClient();
  const rows = Array.from(order, (title, index) => ({
    id: title,
    title,
    due: `2026-01-0${index + 1}T00:00:00Z`,
    status: "open",
  }));
  await client.setResponse(getList, args, rows as never);
  return client;
}

for (
  const [args, before, title, after] of [
    [{ sort: "title" }, "bdf", "a", "abdf"],
    [{ sort: "title" }, "bdf", "c", "bcdf"],
    [{ sort: "title" }, "bdf", "z", "bdfz"],
    [{ sort: "title" }, "", "c", "c"],
    [{ orderBy: "title" }, "bdf", "e", "bdef"],
    [{ orderBy: "-title", status: "open" }, "fdb", "c", "fdcb"],
    [{ sort: "shouted" }, "bDf", "c", "bcDf"],
    [{ sort: "unknown" }, "bdf", "c", "bdfc"],
    [{}, "bdf", "c", "bdfc"],
  ] as const
) {
  const name = `${new URLSearchParams(args as never)} ${before}`;
  // an argument sort is a filter unless it is said to be none
  const list = "sort" in args
    ? getList.extend({
      schema: new Collection([Task], {
        nonFilterArgumentKeys: ["sort"],
        order: getList.schema.order as never,
      }),
    })
    : getList;

  Deno.test(`a row that is created is put where the order has it: ${name} and ${title} [schema/COL-70]`, async () => {
    await using client = createClient();
    const rows = Array.from(
      before,
      (title) => ({ id: title, title, status: "open" }),
    );
    await client.setResponse(list, args, rows as never);
    const row = { id: "new", title, status: "open" };
    await client.setResponse(list.push, row as never, row as never);
    assertEquals(
      client.read(list, args).data?.map(({ title }) => title).join(""),
      after,
    );
  });
}

const renaming: Record<string, (client: Client) => unknown> = {
  update: (client) =>
    client.setResponse(update, { id: "d" }, { title: "a" }, {
      id: "d",
      title: "a",
      status: "open",
    }),
  partialUpdate: (client) =>
    client.setResponse(partialUpdate, { id: "d" }, { title: "a" }, {
      id: "d",
      title: "a",
    }),
  set: (client) => client.set(Task, { id: "d" }, { id: "d", title: "a" }),
  move: (client) =>
    client.setResponse(getList.move, { id: "d" }, { title: "a" }, {
      id: "d",
      title: "a",
      status: "open",
    } as never),
};

for (const [way, rename] of Object.entries(renaming)) {
  Deno.test(`a row that changes moves to its place, and no other does, by ${way} [schema/COL-70]`, async () => {
    // the server has c before b, for reasons of its own
    const args = { orderBy: "title", status: "open" };
    await using client = await sorted(args, "cbdf");
    await rename(client);
    assertEquals(titles(client, args), "acbf");
  });
}

Deno.test("a row moves between sorted lists to its place, and back with the change [schema/COL-70] [controller/OPT-12e]", async () => {
  const open = { orderBy: "title", status: "open" };
  const held = { orderBy: "title", status: "held" };
  await using client = await sorted(open, "ace");
  const row = { id: "b", title: "b", status: "held" };
  const others = [{ ...row, id: "d", title: "d" }];
  await client.setResponse(getList, held, [row, ...others] as never);
  const answer = Promise.withResolvers<Response>();
  const hold = partialUpdate.extend({
    fetchResponse: () => answer.promise,
    getOptimisticResponse: (_, { id }, body) => ({ id, ...body }),
  });
  const request = client.fetch(hold, { id: "c" }, { status: "held" })
    .catch(() => {});
  assertEquals([titles(client, open), titles(client, held)], ["ae", "bcd"]);
  answer.reject(Object.assign(new Error("refused"), { status: 422 }));
  await request;
  assertEquals([titles(client, open), titles(client, held)], ["ace", "bd"]);
  await client.setResponse(partialUpdate, { id: "c" }, { status: "held" }, {
    id: "c",
    status: "held",
  });
  assertEquals([titles(client, open), titles(client, held)], ["ae", "bcd"]);
});

Deno.test("an argument sort, of which the order is known, keeps no row out, also of a list that was on its way [schema/COL-70] [controller/OPT-19b]", async () => {
  const open = { sort: "title", status: "open" };
  const held = { sort: "title", status: "held" };
  await using client = await sorted(open, "ace");
  const answer = Promise.withResolvers<Response>();
  const list = getList.extend({ fetchResponse: () => answer.promise });
  await client.setResponse(getList, held, [
    { id: "b", title: "b", status: "held" },
    { id: "d", title: "d", status: "held" },
  ] as never);
  const request = client.fetch(list, held);
  await client.setResponse(partialUpdate, { id: "c" }, { status: "held" }, {
    id: "c",
    status: "held",
  });
  assertEquals([titles(client, open), titles(client, held)], ["ae", "bcd"]);
  answer.resolve(Response.json([
    { id: "b", title: "b", status: "held" },
    { id: "d", title: "d", status: "held" },
    { id: "f", title: "f", status: "held" },
  ]));
  await request;
  assertEquals(titles(client, held), "bcdf");
});

Deno.test("a comparator sees what readers see of a field [schema/COL-70]", async () => {
  const args = { orderBy: "due" };
  await using client = await sorted(args, "abc");
  const due = "2026-01-02T12:00:00+00:00";
  await client.set(Task, { id: "a" }, { id: "a", due });
  assertEquals(titles(client, args), "bac");
});

Deno.test("a row that lacks what is compared stays, or is added at the end, and members that lack it are passed over [schema/COL-70]", async () => {
  const args = { orderBy: "title" };
  await using client = await sorted(args, "bdf");
  await client.setResponse(getList.push, {}, { id: "new" } as never);
  assertEquals(
    client.read(getList, args).data?.map(({ id }) => id),
    ["b", "d", "f", "new"],
  );
  await client.setResponse(getList.push, { title: "c" }, {
    id: "c",
    title: "c",
  });
  assertEquals(
    client.read(getList, args).data?.map(({ id }) => id),
    ["b", "c", "d", "f", "new"],
  );
});

Deno.test("a row is placed inside the pages that are loaded [schema/COL-70]", async () => {
  const args = { orderBy: "title" };
  await using client = await sorted(args, "bd");
  await client.setResponse(
    getList.getPage,
    { ...args, cursor: "d" } as never,
    [{ id: "f", title: "f" }, { id: "h", title: "h" }] as never,
  );
  assertEquals(titles(client, args), "bdfh");
  const row = { id: "e", title: "e" };
  await client.setResponse(create, row as never, row as never);
  await client.set(Task, { id: "h" }, { id: "h", title: "c" });
  assertEquals(titles(client, args), "bcdef");
});

Deno.test("a list that was on its way when a row was written has it in its place [schema/COL-70] [controller/OPT-19a]", async () => {
  const args = { orderBy: "title", status: "open" };
  await using client = await sorted(args, "bdf");
  const answer = Promise.withResolvers<Response>();
  const list = getList.extend({ fetchResponse: () => answer.promise });
  const request = client.fetch(list, args);
  await client.setResponse(partialUpdate, { id: "f" }, { title: "c" }, {
    id: "f",
    title: "c",
    status: "open",
  });
  assertEquals(titles(client, args), "bcd");
  answer.resolve(Response.json(
    Array.from("bdfh", (title) => ({ id: title, title, status: "open" })),
  ));
  await request;
  assertEquals(titles(client, args), "bcdh");
});

Deno.test("a row that a message moves into a list that is on its way has its place there [schema/COL-70] [schema/COL-55]", async () => {
  const args = { orderBy: "title", status: "open" };
  await using client = createClient();
  const answer = Promise.withResolvers<Response>();
  const list = getList.extend({ fetchResponse: () => answer.promise });
  const request = client.fetch(list, args);
  const row = (title: string) => ({ id: title, title, status: "open" });
  await client.set(getList.move.schema, {}, row("c"));
  answer.resolve(Response.json(Array.from("bdf", row)));
  await request;
  assertEquals(titles(client, args), "bcdf");
});

Deno.test("members of several classes are compared as what they are [schema/COL-70]", async () => {
  class Note extends Entity {
    id = "";
    title = "";
  }
  const list = new RestEndpoint({
    path: "/items",
    method: "GET",
    body: {} as object,
    schema: new Collection(
      [new Union({ task: Task, note: Note }, ({ type }) => type)],
      { order: () => (left, right) => left.title.localeCompare(right.title) },
    ),
  });
  await using client = createClient();
  await client.setResponse(list, [
    { id: "1", type: "task", title: "b" },
    { id: "1", type: "note", title: "d" },
  ] as never);
  const row = { id: "2", type: "note", title: "c" };
  await client.setResponse(list.push, {}, row as never);
  await client.set(Note, { id: "1" }, { id: "1", title: "a" });
  assertEquals(
    client.read(list).data?.map(({ title }) => title),
    ["a", "b", "c"],
  );
});

Deno.test("rows join lists without an order where addAt says; a way of one's own is kept [schema/COL-70]", async () => {
  const tasks = new Collection([Task], {
    addAt: "start",
    order: ({ orderBy }) =>
      orderBy &&
      ((left: Task, right: Task) => left.title < right.title ? -1 : 1),
  });
  const list = new RestEndpoint({
    path: "/tasks",
    method: "GET",
    searchParams: {} as Args | undefined,
    body: {} as object,
    schema: tasks,
  });
  await using client = createClient();
  const open = { status: "open" };
  const held = { status: "held" };
  const rows = [{ id: "b", title: "b", ...open }, {
    id: "d",
    title: "d",
    ...open,
  }];
  for (const args of [open, { orderBy: "title" }]) {
    await client.setResponse(list, args, rows);
  }
  await client.setResponse(list, held, [{ id: "x", title: "x", ...held }]);
  const shown = (args: Args) =>
    client.read(list, args).data?.map(({ id }) => id).join("");
  await client.setResponse(list.push, open, { id: "c", title: "c", ...open });
  assertEquals([shown(open), shown({ orderBy: "title" })], ["cbd", "bcd"]);
  await client.set(Task, { id: "d" }, { id: "d", ...held });
  assertEquals([shown(open), shown(held)], ["cb", "dx"]);
  const onTop = list.push.extend({
    schema: tasks.addWith((existing, added) => [...added, ...existing]),
  });
  await client.setResponse(onTop, open, { id: "e", title: "e", ...open });
  assertEquals(shown({ orderBy: "title" }), "ebcd");
});

Deno.test("a list that does not follow is as the server and its own methods left it [schema/COL-71]", async () => {
  const list = new RestEndpoint({
    path: "/search",
    method: "GET",
    searchParams: {} as Args,
    body: {} as object,
    schema: new Collection([Task], {
      follow: false,
      order: () => (left, right) => left.title < right.title ? -1 : 1,
    }),
  });
  await using client = createClient();
  const open = { status: "open" };
  const held = { status: "held" };
  await client.setResponse(list, open, [
    { id: "b", title: "b", ...open },
    { id: "d", title: "d", ...open },
  ]);
  await client.setResponse(list, held, []);
  const shown = (args: Args) =>
    client.read(list, args).data?.map(({ id }) => id).join("");
  await client.set(Task, { id: "b" }, { id: "b", title: "z", ...held });
  assertEquals([shown(open), shown(held)], ["bd", ""]);
  await client.setResponse(list.push, held, { id: "c", title: "c", ...held });
  assertEquals([shown(open), shown(held)], ["bd", "c"]);
});

Deno.test("the rows of a comparator have the types of the schema [schema/COL-70]", () => {
  new Collection([Task], {
    order: () => (left, right) => {
      exact<typeof left, Task>();
      return Number(left.due) - Number(right.due);
    },
  });
  resource({
    path: "/tasks/:id",
    schema: Task,
    order: ({ by }) => (left, right) => {
      exact<typeof right, Task>();
      return by === "title" ? left.title.localeCompare(right.title) : 0;
    },
  });
  resource({
    path: "/tasks/:id",
    schema: Task,
    // @ts-expect-error no such field
    order: () => (left, right) => left.titel < right.title ? -1 : 1,
  });
  // @ts-expect-error neither start nor end
  new Collection([Task], { addAt: "middle" });
});
