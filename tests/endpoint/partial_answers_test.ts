/**
 * Mutations whose response is the entity with a part of its fields, such as
 * `{ id }` alone: what the response lacks stays as it was sent.
 *
 * Neighbours that were tried: PATCH, PUT and POST; optimistic and not; GraphQL
 * with variables in an object of their own; an Endpoint without a path; a body
 * that wraps the entity; a Union; lists of entities; lists that are filtered by
 * what was sent; a class with `process`, which names fields as
 * the server does or otherwise; a field that the class does not declare; a response that says something else; an endpoint's own `process`;
 * a mutation that sends nothing of the row; a creation of which neither says
 * all; another tab; `setResponse`, fixtures and a server; an optimistic response with a
 * field of the application.
 */
// deno-lint-ignore-file no-explicit-any -- endpoints of every schema
import { assertEquals } from "@std/assert";
import {
  Collection,
  Controller,
  createClient,
  Endpoint,
  Entity,
  NetworkManager,
  resource,
  RestEndpoint,
  Union,
} from "../../mod.ts";
import { MockController } from "../../controller/mock/mod.ts";
import { TabSyncManager } from "../../controller/live/tabs.ts";
import { GQLEndpoint, GQLEntity } from "../../endpoint/graphql/mod.ts";
import { RecordingServer } from "./recording_server.ts";

class Ticket extends Entity {
  id = "";
  title = "";
  status = "open";
  static override key = "Ticket";
}

/** A server of tickets that answers mutations with what `part` leaves of the row. */
function served(
  options: object = {},
  part: (row: any) => unknown = ({ id }) => ({ id }),
) {
  let rows: any[] = [{ id: "1", title: "old", status: "open" }];
  const server = new RecordingServer(({ method, address, body }) => {
    const { pathname, searchParams } = new URL(address, "https://x.test");
    const id = pathname.split("/")[2];
    const status = searchParams.get("status");
    if (method === "GET") {
      return Response.json(
        id
          ? rows.find((row) => row.id === id)
          : rows.filter((row) => !status || row.status === status),
      );
    }
    const sent = JSON.parse(body || "{}");
    if (method === "POST") rows = [...rows, { ...sent, id: "2" }];
    else rows = rows.map((row) => row.id === id ? { ...row, ...sent } : row);
    return Response.json(part(rows.find((row) => row.id === (id ?? "2"))));
  });
  const tickets = resource({
    urlPrefix: server.origin,
    path: "/tickets/:id",
    schema: Ticket,
    searchParams: {} as { status?: string } | undefined,
    ...options,
  });
  return { server, tickets, rows: () => rows };
}

/** Readers hear of a mutation a task after its caller. */
const notified = () => new Promise((resolve) => setTimeout(resolve));

const text = (rows: readonly any[] | undefined) =>
  rows?.map(({ id, title, status }) => `${id} ${title} ${status}`).join(", ");

for (const optimistic of [false, true]) {
  const how = optimistic ? " to an optimistic change" : "";
  Deno.test(`what a response with the primary key alone lacks stays as it was sent${how} [endpoint/RSP-23]`, async () => {
    const { server, tickets, rows } = served({ optimistic });
    await using _ = server;
    await using client = createClient();
    const seen: unknown[] = [];
    using stop = {
      [Symbol.dispose]: client.subscribe(tickets.getList, [], ({ data }) => {
        const shown = text(data);
        if (data && shown !== seen.at(-1)) seen.push(shown);
      }),
    };
    void stop;
    await client.allSettled();
    const edited = await client.fetch(tickets.partialUpdate, { id: "1" }, {
      title: "edited",
    });
    assertEquals([edited.id, edited.title], ["1", "edited"]);
    await notified();
    await client.fetch(tickets.update, { id: "1" }, {
      title: "again",
      status: "closed",
    });
    await notified();
    const created = await client.fetch(tickets.getList.push, {
      title: "new",
      status: "closed",
    });
    assertEquals([created.id, created.title], ["2", "new"]);
    await client.allSettled();
    assertEquals(text(client.get(tickets.getList.schema)), text(rows()));
    assertEquals(
      seen.filter((shown) => !`${shown}`.includes("MISS-")),
      [
        "1 old open",
        "1 edited open",
        "1 again closed",
        "1 again closed, 2 new closed",
      ],
    );
    assertEquals(
      server.requests.map(({ method }) => method),
      ["GET", "PATCH", "PUT", "POST"],
    );
  });
}

Deno.test("which lists a row joins and leaves goes by what was sent, where the response has the primary key alone [endpoint/RSP-23]", async () => {
  const { server, tickets } = served();
  await using _ = server;
  await using client = createClient();
  const open = { status: "open" }, closed = { status: "closed" };
  const show = () =>
    [open, closed].map((args) => text(client.read(tickets.getList, args).data));
  await client.fetch(tickets.getList, open);
  await client.fetch(tickets.getList, closed);
  await client.fetch(tickets.getList.push, { title: "new", status: "closed" });
  assertEquals(show(), ["1 old open", "2 new closed"]);
  await client.fetch(tickets.partialUpdate, { id: "1" }, { status: "closed" });
  assertEquals(show(), ["", "2 new closed, 1 old closed"]);
});

Deno.test("a field that the response has is what the response says, and what the class does not declare is not stored [endpoint/RSP-23]", async () => {
  const { server, tickets } = served(
    {},
    ({ id }) => ({ id, title: "by the server", rev: 2 }),
  );
  await using _ = server;
  await using client = createClient();
  await client.fetch(tickets.getList);
  await client.fetch(
    tickets.partialUpdate,
    { id: "1" },
    { title: "sent", status: "closed", password: "secret" } as any,
  );
  assertEquals(client.getState().entities.Ticket!["1"], {
    id: "1",
    title: "by the server",
    status: "closed",
    rev: 2,
  } as any);
});

Deno.test("what was sent as a form, by an instance of a class, with more than the class has, or in an object of its own stays where the response repeats something else [endpoint/RSP-23]", async () => {
  const create = new RestEndpoint({
    path: "/boards/:status/tickets",
    method: "POST",
    body: {} as any,
    schema: new Collection([Ticket]).push,
    fetchResponse: () =>
      Promise.resolve(
        Response.json({ id: "7", status: "new", input: { title: "sent" } }),
      ),
  });
  const form = new FormData();
  form.set("title", "sent");
  class Draft {
    title = "sent";
  }
  for (
    const body of [
      form,
      new Draft(),
      { title: "sent", tags: { a: 1 } },
      { title: "sent", tag: "a" },
      { input: { title: "sent" } },
    ]
  ) {
    await using client = createClient();
    await client.fetch(create, { status: "new" }, body);
    assertEquals(client.get(Ticket, { id: "7" })?.title, "sent");
  }
});

Deno.test("what is left out where it is empty is empty [endpoint/RSP-23]", async () => {
  class Note extends Entity {
    id = "";
    text: string | null = "";
    stars = 0;
    static override key = "Note";
  }
  const server = new RecordingServer(() => Response.json({ id: "1" }));
  await using _ = server;
  await using client = createClient();
  const notes = resource({
    urlPrefix: server.origin,
    path: "/notes/:id",
    schema: Note,
  });
  await client.set(Note, { id: "1" }, { id: "1", text: "a", stars: 5 });
  await client.fetch(notes.partialUpdate, { id: "1" }, {
    text: null,
    stars: 0,
  });
  assertEquals({ ...client.get(Note, { id: "1" }) }, {
    id: "1",
    text: null,
    stars: 0,
  });
});

Deno.test("a class that renames fields takes what was sent where its process makes none of the response [endpoint/RSP-23]", async () => {
  class Parcel extends Entity {
    id = "";
    shipName = "";
    weight = 0;
    static override key = "Parcel";
    static override process(input: any): any {
      const { parcel_id, ship_name, ...rest } = input;
      return {
        ...rest,
        ...parcel_id && { id: parcel_id },
        ...ship_name && { shipName: ship_name },
      };
    }
  }
  for (
    const [answer, shipName] of [
      [{ parcel_id: "1" }, "Maud"],
      [{ parcel_id: "1", ship_name: "Fram" }, "Fram"],
    ] as const
  ) {
    const save = new RestEndpoint({
      path: "/parcels/:id",
      method: "PATCH",
      schema: Parcel,
      fetchResponse: () => Promise.resolve(Response.json(answer)),
    });
    for (const name of ["shipName", "ship_name"]) {
      await using client = createClient();
      await client.set(Parcel, { id: "1" }, { id: "1", ship_name: "Gjøa" });
      await client.fetch(save, { id: "1" }, { [name]: "Maud", weight: 3 });
      assertEquals({ ...client.get(Parcel, { id: "1" }) }, {
        id: "1",
        shipName,
        weight: 3,
      });
    }
  }
});

Deno.test("members of a Union, lists, and bodies that wrap an entity take what was sent [endpoint/RSP-23]", async () => {
  class Ship extends Entity {
    id = "";
    type = "ship";
    name = "";
    static override key = "Ship";
  }
  class Buoy extends Ship {
    override type = "buoy";
    static override key = "Buoy";
  }
  const any = new Union({ ship: Ship, buoy: Buoy }, "type");
  const sent = { type: "buoy", name: "north" };
  const cases: [schema: any, sent: unknown, answer: unknown, id: string][] = [
    [any, sent, { id: "1" }, "1"],
    [any, sent, { id: "1", type: "buoy" }, "1"],
    [new Collection([any]).push, sent, { id: "1", type: "buoy" }, "1"],
    [{ buoy: Buoy }, { buoy: sent }, { buoy: { id: "1" } }, "1"],
    [{ buoy: Buoy }, sent, { buoy: { id: "1" } }, "1"],
    [[Buoy], [{ name: "south" }, sent], [{ id: "1" }, { id: "2" }], "2"],
    [
      [Buoy],
      [{ ...sent, id: "2" }, { id: "1", name: "south" }],
      [{ id: "1" }, { id: "2" }],
      "2",
    ],
    [
      new Collection([Buoy]).push,
      [{ name: "south" }, sent],
      [{ id: "1" }, { id: "2" }],
      "2",
    ],
  ];
  for (const [schema, body, answer, id] of cases) {
    const save = new RestEndpoint({
      path: "/marks",
      method: "POST",
      schema,
      fetchResponse: () => Promise.resolve(Response.json(answer)),
    }) as any;
    await using client = createClient();
    await client.fetch(save, body);
    assertEquals(
      client.get(Buoy, { id })?.name,
      "north",
      JSON.stringify([schema, body, answer]),
    );
  }
});

Deno.test("entities of a response of which nobody knows what was sent of which stay as they came [endpoint/RSP-23]", async () => {
  class Person extends Entity {
    id = "";
    title = "";
    ticket = Ticket.fromJS();
    static override key = "Person";
    static override schema = { ticket: Ticket };
  }
  for (
    const [schema, answer] of [
      // both may have been given the title
      [{ ticket: Ticket, person: Person }, {
        ticket: { id: "1" },
        person: { id: "9" },
      }],
      // what is nested is something else
      [Person, { id: "9", title: "Dr", ticket: { id: "1" } }],
    ] as const
  ) {
    const save = new RestEndpoint({
      path: "/people/:id",
      method: "PATCH",
      schema: schema as any,
      fetchResponse: () => Promise.resolve(Response.json(answer)),
    }) as any;
    await using client = createClient();
    await client.set(Ticket, { id: "1" }, { id: "1", title: "old" });
    await client.fetch(save, { id: "9" }, { title: "Dr" });
    assertEquals(client.get(Ticket, { id: "1" })?.title, "old");
  }
});

class Task extends GQLEntity {
  title = "";
  status = "open";
  priority = 1;
  static override key = "Task";
}

/** A GraphQL server that answers mutations with the id alone. */
function servedByGraphQL() {
  const rows = [
    { id: "1", title: "old", status: "open", priority: 3 },
    { id: "2", title: "two", status: "open", priority: 3 },
  ];
  const server = new RecordingServer(({ body }) => {
    const { query, variables: { id, input } } = JSON.parse(body);
    const [name] = query.split(" ");
    const row = rows.find((row) => row.id === id);
    if (name === "tasks") return Response.json({ data: { tasks: rows } });
    if (name === "create") {
      rows.push({ priority: 7, ...input, id: "3" });
      return Response.json({ data: { create: { id: "3" } } });
    }
    Object.assign(row!, name === "close" ? { status: "closed" } : input);
    return Response.json({ data: { [name]: { id } } });
  });
  const gql = new GQLEndpoint(server.origin);
  const list = new Collection([Task]);
  const api = {
    tasks: gql.query("tasks", { tasks: list }),
    update: gql.mutation(
      (_: { id: string; input: object }) => "update",
      { update: Task },
    ),
    close: gql.mutation((_: { id: string }) => "close", { close: Task }),
    create: gql.mutation((_: { input: object }) => "create", {
      create: list.push,
    }),
  };
  return { server, api, rows };
}

Deno.test("a GraphQL mutation that gives the id alone stores its variables, also those in an object of their own [endpoint/RSP-23]", async () => {
  const { server, api, rows } = servedByGraphQL();
  await using _ = server;
  await using client = createClient();
  await client.fetch(api.tasks);
  await client.fetch(api.update, { id: "1", input: { title: "edited" } });
  await client.fetch(api.create, {
    input: { title: "new", status: "open", priority: 2 },
  });
  assertEquals(
    client.read(api.tasks).data?.tasks.map((task) => ({ ...task })),
    rows,
  );
  assertEquals(server.requests.length, 3);
});

Deno.test("what was expected of a mutation stays where its response has the primary key alone [endpoint/RSP-23]", async () => {
  const { server, api, rows } = servedByGraphQL();
  await using _ = server;
  await using client = createClient();
  await client.fetch(api.tasks);
  const close = api.close.extend({
    getOptimisticResponse: (_snap: unknown, { id }: any) => ({
      close: { id, status: "closed" },
    }),
  } as any) as any;
  const done = client.fetch(close, { id: "2" });
  assertEquals(client.get(Task, { id: "2" })?.status, "closed");
  await done;
  await client.allSettled();
  assertEquals(
    client.read(api.tasks).data?.tasks.map((task) => ({ ...task })),
    rows,
  );
  assertEquals(server.requests.length, 2);
});

for (
  const [what, sent, part, after] of [
    ["data", { title: "new" }, { status: "closed" }, ["new", "closed"]],
    [
      "what was sent, also where the class does not declare that",
      {
        lane: "b",
      },
      { lane: "b" },
      ["old", "open"],
    ],
  ] as const
) {
  Deno.test(`what an application expects for itself goes with a response that has ${what} [endpoint/RSP-23]`, async () => {
    class Post extends Ticket {
      isPending = false;
      static override key = "Post";
    }
    const save = new RestEndpoint({
      path: "/posts/:id",
      method: "PATCH",
      body: {} as Record<string, string>,
      schema: Post,
      fetchResponse: () => Promise.resolve(Response.json({ id: "1", ...part })),
      getOptimisticResponse: (_snap: unknown, _params: any, body: any) => ({
        id: "1",
        ...body,
        isPending: true,
      }),
    });
    await using client = createClient();
    await client.set(Post, { id: "1" }, { id: "1", title: "old" });
    const done = client.fetch(save, { id: "1" }, sent);
    assertEquals(client.get(Post, { id: "1" })?.isPending, true);
    await done;
    const { title, status, isPending } = client.get(Post, { id: "1" })!;
    assertEquals([title, status, isPending], [...after, false]);
  });
}

Deno.test("what neither call nor response says is asked for by those who show it, once [endpoint/RSP-23] [controller/OPT-12j]", async () => {
  const { server, api, rows } = servedByGraphQL();
  await using _ = server;
  await using client = createClient();
  const stop = client.subscribe(api.tasks, [], () => {});
  const shown = () =>
    client.read(api.tasks).data?.tasks.map((task) => ({ ...task }));
  await client.allSettled();
  for (
    const mutate of [
      () => client.fetch(api.close, { id: "2" }),
      () => client.fetch(api.create, { input: { title: "new" } }),
    ]
  ) {
    const before = server.requests.length;
    await mutate();
    await notified();
    await client.allSettled();
    assertEquals(
      shown(),
      rows.map((row) => Object.assign({ status: "open" }, row)),
    );
    assertEquals(server.requests.length, before + 2);
  }
  stop();
});

Deno.test("a creation of which the call says all asks nothing [endpoint/RSP-23]", async () => {
  const { server, tickets } = served();
  await using _ = server;
  await using client = createClient();
  const stop = client.subscribe(tickets.getList, [], () => {});
  await client.allSettled();
  await client.fetch(tickets.getList.push, { title: "a", status: "open" });
  await notified();
  await client.allSettled();
  assertEquals(server.requests.map(({ method }) => method), ["GET", "POST"]);
  stop();
});

Deno.test("a detail page asks for what a creation did not say [endpoint/RSP-23] [controller/EXP-12]", async () => {
  const { server, tickets } = served();
  await using _ = server;
  await using client = createClient();
  await client.fetch(tickets.getList.push, { title: "new" } as any);
  assertEquals(client.read(tickets.get, { id: "2" }).data, undefined);
});

Deno.test("an Endpoint, setResponse and fixtures may bring a part [endpoint/RSP-23]", async () => {
  const rename = new Endpoint(
    (_: { id: string; title: string }): Promise<any> =>
      Promise.resolve({ id: "1" }),
    { name: "rename", schema: Ticket, sideEffect: true },
  );
  const args = { id: "1", title: "new" };
  for (const how of ["fetch", "setResponse", "fixture"]) {
    await using client = createClient(
      how === "fixture"
        ? {
          Controller: MockController(Controller, {
            fixtures: [{ endpoint: rename, response: () => ({ id: "1" }) }],
          }),
        }
        : {},
    );
    await client.set(Ticket, { id: "1" }, { id: "1", title: "old" });
    if (how === "setResponse") {
      await client.setResponse(rename, args, { id: "1" } as any);
    } else await client.fetch(rename, args);
    assertEquals(client.get(Ticket, { id: "1" })?.title, "new", how);
  }
});

Deno.test("objects without a prototype, as Object.groupBy makes them, are sent and stored as others [endpoint/RSP-23] [controller/OPT-12f]", async () => {
  for (const optimistic of [false, true]) {
    const { server, tickets } = served({ optimistic });
    await using _ = server;
    await using client = createClient();
    client.subscribe(tickets.getList, [{ status: "open" }], () => {});
    await client.allSettled();
    const tags = Object.groupBy(["late"], (tag) => tag);
    const body = { tags, status: "closed" } as object;
    const pending = client.fetch(tickets.partialUpdate, { id: "1" }, body);
    const added = { title: "new", status: "open", tags } as object;
    await client.fetch(tickets.getList.push, added);
    const { status } = await pending;
    await client.allSettled();
    assertEquals(status, "closed");
    const { data } = client.read(tickets.getList, { status: "open" });
    assertEquals(text(data), "2 new open");
  }
});

Deno.test("a process that fills the response itself has the last word [endpoint/RSP-23]", async () => {
  const { server, tickets } = served({
    process: (value: any) =>
      Array.isArray(value) ? value : { ...value, title: "processed" },
  });
  await using _ = server;
  await using client = createClient();
  await client.fetch(tickets.getList);
  await client.fetch(tickets.partialUpdate, { id: "1" }, { title: "sent" });
  assertEquals(client.get(Ticket, { id: "1" })?.title, "processed");
});

Deno.test("what was expected of a change of many stays where the response has the primary keys alone [endpoint/RSP-23]", async () => {
  const close = new RestEndpoint({
    path: "/tickets/close",
    method: "POST",
    body: {} as { ids: string[] },
    schema: [Ticket],
    fetchResponse: () =>
      Promise.resolve(Response.json([{ id: "1" }, { id: "2" }])),
    getOptimisticResponse: (_snap: unknown, { ids }: { ids: string[] }) =>
      ids.map((id) => ({ id, status: "closed" })),
  });
  await using client = createClient();
  for (const id of ["1", "2"]) {
    await client.set(Ticket, { id }, { id, title: id, status: "open" });
  }
  await client.fetch(close, { ids: ["1", "2"] });
  assertEquals(
    ["1", "2"].map((id) => client.get(Ticket, { id })?.status),
    ["closed", "closed"],
  );
});

Deno.test("another tab has what was sent as well [endpoint/RSP-23] [controller/NEW-81]", async () => {
  const { server, tickets } = served();
  await using _ = server;
  const open = () =>
    createClient({
      managers: [
        new TabSyncManager({ channel: "partial answers" }),
        new NetworkManager(),
      ],
    });
  await using here = open();
  await using there = open();
  await there.fetch(tickets.getList);
  const heard = Promise.withResolvers<string | undefined>();
  const stop = there.subscribe(() => {
    const title = there.get(Ticket, { id: "1" })?.title;
    if (title !== "old") heard.resolve(title);
  });
  await here.fetch(tickets.partialUpdate, { id: "1" }, { title: "edited" });
  assertEquals(await heard.promise, "edited");
  stop();
});
