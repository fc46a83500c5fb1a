// deno-lint-ignore-file no-explicit-any -- endpoints of every kind
/**
 * Changes of several rows by one call, whose response says nothing: the server
 * answers 503, or cuts the connection. Nobody here knows whether it carried them
 * out, so readers of what they may have written ask once.
 *
 * Neighbours tried: the entities as a list, in an object, a map, a Union and a
 * Collection, under `Invalidate`; primary keys in the body, in arguments
 * that are no object, in variables of GraphQL, in an optimistic response alone, and
 * nowhere; with an optimistic response and without; lists that have none of
 * the rows, of another entity, and those that are requested meanwhile;
 * refusals by 4xx; two calls at once; arguments that contain themselves, and
 * such as are nested too deep for the stack.
 */
import { assert, assertEquals, assertRejects } from "@std/assert";
import {
  Collection,
  createClient,
  Endpoint,
  Entity,
  Invalidate,
  RestEndpoint,
  Union,
  Values,
} from "../../mod.ts";
import { GQLEndpoint } from "../../endpoint/graphql/mod.ts";
import { nextTask } from "../support/next_task.ts";

class Ticket extends Entity {
  id = "";
  kind = "ticket";
  title = "";
  status = "open";
  static override key = "LostBulkTicket";
}
class Agent extends Entity {
  id = "";
  static override key = "LostBulkAgent";
}
const AnyTicket = new Union({ ticket: Ticket }, "kind");

type Outcome = "503" | "no response" | "422" | "404";
interface Change {
  readonly ids: string[];
  readonly changes: { readonly status: string };
}

/** A server of three tickets that carries out each change, and then says what the test wants. */
class TicketServer implements AsyncDisposable {
  outcome: Outcome = "503";
  /** Reads since the last look, in order. */
  asked: string[] = [];
  /** Requests whose responses have not arrived as a whole. */
  pending = 0;
  /** Resolves what reads wait for, if they do. */
  gate: Promise<void> | undefined;
  readonly rows = new Map(
    ["1", "2", "3"].map((id) => [
      id,
      {
        id,
        kind: "ticket",
        title: `t${id}`,
        status: id === "3" ? "closed" : "open",
      },
    ]),
  );
  readonly #aborter = new AbortController();
  readonly #server = Deno.serve({
    port: 0,
    hostname: "127.0.0.1",
    onListen() {},
    signal: this.#aborter.signal,
    onError: () => Response.json({}, { status: 503 }),
  }, (request) => this.#handle(request));
  readonly urlPrefix = `http://127.0.0.1:${this.#server.addr.port}`;

  async #handle(request: Request): Promise<Response> {
    const { pathname, search, searchParams } = new URL(request.url);
    if (request.method === "GET") {
      this.asked.push(pathname + search);
      if (pathname === "/agents") return Response.json([{ id: "1" }]);
      const id = pathname.split("/")[2];
      const status = searchParams.get("status");
      const data = id
        ? this.rows.get(id)
        : [...this.rows.values()].filter((row) =>
          status === null || row.status === status
        );
      await this.gate;
      return data
        ? Response.json(data)
        : Response.json({ message: "gone" }, { status: 404 });
    }
    const body = await request.json().catch(() => ({}));
    const isRefused = this.outcome === "422" || this.outcome === "404";
    const { ids = [...this.rows.keys()], changes } = body.variables ?? body;
    for (const id of isRefused ? [] : ids) {
      const row = this.rows.get(id)!;
      if (changes) this.rows.set(id, { ...row, ...changes });
      else this.rows.delete(id);
    }
    return Response.json({ message: this.outcome }, {
      status: this.outcome === "no response" ? 503 : Number(this.outcome),
    });
  }

  /** A fetch that rejects as an endpoint does, without a response where the test wants that. */
  readonly send = async (input: RequestInfo, init: RequestInit) => {
    this.pending++;
    const response = await fetch(input, init);
    const text = await response.text();
    this.pending--;
    if (response.ok) return new Response(text, response);
    const { status } = response;
    throw this.outcome === "no response"
      ? new TypeError("connection lost")
      : Object.assign(new Error("failed"), { status });
  };

  async [Symbol.asyncDispose](): Promise<void> {
    this.#aborter.abort();
    await this.#server.finished;
  }
}

/** Reads of a client beside the server, and everything that changes several rows. */
function api(server: TicketServer) {
  const { urlPrefix, send: fetchResponse } = server;
  const rest = { urlPrefix, fetchResponse };
  const list = new Collection([Ticket]);
  const bulkOf = (schema: any, options: object = {}) =>
    new RestEndpoint({
      ...rest,
      path: "/tickets/bulk",
      method: "POST",
      body: {} as Change,
      schema,
      ...options,
    });
  const rowsOf = (_: unknown, { ids, changes }: Change) =>
    ids.map((id) => ({ id, ...changes }));
  const gql = new GQLEndpoint(`${urlPrefix}/graphql`, { fetchResponse });
  const change = { ids: ["1", "2"], changes: { status: "closed" } };
  const { ids } = change;
  const post = async (body: object) => {
    const response = await server.send(`${urlPrefix}/tickets/bulk`, {
      method: "POST",
      body: JSON.stringify(body),
    });
    return response.json();
  };
  const closeAll = (options: object) =>
    new Endpoint(() => post({ changes: { status: "closed" } }), {
      name: "closeAll",
      sideEffect: true,
      schema: [Ticket],
      ...options,
    });
  return {
    getTicket: new RestEndpoint({
      ...rest,
      path: "/tickets/:id",
      schema: Ticket,
    }),
    getTickets: new RestEndpoint({
      ...rest,
      path: "/tickets",
      searchParams: {} as { status?: string } | undefined,
      schema: list,
    }),
    getAgents: new RestEndpoint({
      ...rest,
      path: "/agents",
      schema: new Collection([Agent]),
    }),
    change,
    /** By its name: the endpoint, and the arguments that close, or delete, tickets 1 and 2. */
    calls: {
      "a list": [bulkOf([Ticket]), [change]],
      "a list, optimistic": [
        bulkOf([Ticket], { getOptimisticResponse: rowsOf }),
        [change],
      ],
      "the Collection of a list": [bulkOf(list), [change]],
      "an object with a list": [
        bulkOf({ updated: [Ticket], count: 0 }),
        [change],
      ],
      "an object with a list, optimistic": [
        bulkOf({ updated: [Ticket], count: 0 }, {
          getOptimisticResponse: (snapshot: unknown, change: Change) => ({
            updated: rowsOf(snapshot, change),
          }),
        }),
        [change],
      ],
      "a map": [bulkOf(new Values(Ticket)), [change]],
      "a list of a Union": [bulkOf([AnyTicket]), [change]],
      "one entity": [bulkOf(Ticket), [change]],
      "a mutation of GraphQL": [
        gql.mutation((_: Change) => "mutation", { rows: [Ticket] }),
        [change],
      ],
      "a function of several arguments": [
        new Endpoint(
          (ids: string[], status: string) => post({ ids, changes: { status } }),
          { name: "close", sideEffect: true, schema: [Ticket] },
        ),
        [ids, "closed"],
      ],
      "a call that names no row": [closeAll({}), []],
      "a call that names no row, optimistic": [
        closeAll({
          getOptimisticResponse: () => rowsOf(undefined, change),
        }),
        [],
      ],
      "a DELETE with a body": [
        bulkOf([new Invalidate(Ticket)], { method: "DELETE" }),
        [{ ids }],
      ],
      "a DELETE with a body, optimistic": [
        bulkOf([new Invalidate(Ticket)], {
          method: "DELETE",
          getOptimisticResponse: () => ids.map((id) => ({ id })),
        }),
        [{ ids }],
      ],
    } as Record<string, [endpoint: any, args: any[]]>,
  };
}

/** A client whose readers show a ticket, three lists of tickets, and one of agents. */
async function open(server: TicketServer) {
  const client = createClient();
  const known = api(server);
  const { getTicket, getTickets, getAgents } = known;
  const reads: [any, any[]][] = [
    [getTicket, [{ id: "1" }]],
    [getTickets, []],
    [getTickets, [{ status: "open" }]],
    [getTickets, [{ status: "closed" }]],
    [getAgents, []],
  ];
  const stops = reads.map(([endpoint, args]) =>
    client.subscribe(endpoint, args, () => {})
  );
  await settled(server);
  server.asked = [];
  return {
    ...known,
    client,
    ids: (status: string) =>
      client.read(getTickets, { status }).data?.map(({ id }) => id).sort(),
    async [Symbol.asyncDispose]() {
      for (const stop of stops) stop();
      await client[Symbol.asyncDispose]();
    },
  };
}

/** Waits until no request has been under way for some tasks. */
async function settled(server: TicketServer) {
  for (let idle = 0; idle < 10; idle++) {
    await nextTask();
    if (server.pending > 0) idle = 0;
  }
}

const outcomes: Outcome[] = ["503", "no response"];
const names = Object.keys(
  api({ urlPrefix: "http://127.0.0.1" } as TicketServer).calls,
);

for (const name of names) {
  Deno.test(`readers of what ${name} may have changed ask once if there is no response [controller/OPT-12e]`, async () => {
    for (const outcome of outcomes) {
      await using server = new TicketServer();
      await using page = await open(server);
      server.outcome = outcome;
      const [endpoint, args] = page.calls[name]!;
      await assertRejects(() => page.client.fetch(endpoint, ...args));
      await settled(server);
      assertEquals(page.ids("open"), [], outcome);
      const isDeleted = name.includes("DELETE");
      const closed = [...server.rows.keys()];
      assertEquals(page.ids("closed"), isDeleted ? ["3"] : closed);
      const lists = server.asked.filter((path) => !path.includes("/tickets/"));
      assertEquals(lists.toSorted(), [
        "/tickets",
        "/tickets?status=closed",
        "/tickets?status=open",
      ]);
      const isNamed = !name.endsWith("no row");
      assertEquals(server.asked.length - lists.length, isNamed ? 1 : 0);
    }
  });

  Deno.test(`nobody asks after ${name} was refused [controller/OPT-12e]`, async () => {
    for (const outcome of ["422", "404"] as const) {
      await using server = new TicketServer();
      await using page = await open(server);
      server.outcome = outcome;
      const [endpoint, args] = page.calls[name]!;
      await assertRejects(() => page.client.fetch(endpoint, ...args));
      await settled(server);
      assertEquals(server.asked, [], outcome);
      assertEquals(page.ids("open"), ["1", "2"]);
      assertEquals(page.ids("closed"), ["3"]);
    }
  });
}

Deno.test("a list that was requested before a change of several rows, and comes after it had no response, is asked once more [controller/OPT-12e]", async () => {
  await using server = new TicketServer();
  await using client = createClient();
  const { getTicket, getTickets, calls } = api(server);
  await client.fetch(getTicket, { id: "3" });
  server.asked = [];
  const gate = Promise.withResolvers<void>();
  server.gate = gate.promise;
  const stop = client.subscribe(getTickets, [{ status: "open" }], () => {});
  for (let task = 0; !server.asked.length && task < 1000; task++) {
    await nextTask();
  }
  const [endpoint, args] = calls["a list"]!;
  await assertRejects(() => client.fetch(endpoint, ...args));
  gate.resolve();
  await settled(server);
  assertEquals(client.read(getTickets, { status: "open" }).data, []);
  assertEquals(server.asked.length, 2);
  stop();
});

Deno.test("readers ask once after two changes of several rows of which neither has a response [controller/OPT-12e]", async () => {
  await using server = new TicketServer();
  await using page = await open(server);
  const [endpoint, args] = page.calls["a list"]!;
  const fetches = [1, 2].map(() => page.client.fetch(endpoint, ...args));
  const results = await Promise.allSettled(fetches);
  assert(results.every(({ status }) => status === "rejected"));
  await settled(server);
  assertEquals(page.ids("open"), []);
  assertEquals(server.asked.length, 4);
});

Deno.test("readers of what a call names ask once if there is no response, whatever shape its arguments have [controller/OPT-12e]", async () => {
  const selection: Record<string, unknown> = { ids: ["1", "2"] };
  selection.self = selection;
  selection.parents = [{ children: [selection] }];
  const deep = { ids: ["1", "2"] };
  let nested: object = deep;
  for (let depth = 0; depth < 50_000; depth++) nested = { nested };
  for (const args of [[selection], [nested]]) {
    await using server = new TicketServer();
    await using page = await open(server);
    const closeSelected = new Endpoint(
      (_: object) => {
        const error = Object.assign(new Error("failed"), { status: 503 });
        return Promise.reject<unknown>(error);
      },
      {
        name: "closeSelected",
        sideEffect: true,
        schema: [Ticket],
        key: () => "close selected",
      },
    );
    await assertRejects(
      () => page.client.fetch(closeSelected, args[0]!),
      Error,
      "failed",
    );
    await settled(server);
    assertEquals(server.asked.toSorted(), [
      "/tickets",
      "/tickets/1",
      "/tickets?status=closed",
      "/tickets?status=open",
    ]);
  }
});
