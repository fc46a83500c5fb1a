/**
 * Mutations whose response is no entity: they succeeded, and what was sent is
 * what is stored.
 *
 * Neighbours that were tried: PUT, PATCH and POST; deletions; an Endpoint
 * without a method; lists, Values, objects and arrays of entities; classes with
 * `process`, with a primary key of the arguments, with a field that an
 * acknowledgement has; an override of `process`; `setResponse`, fixtures and a
 * server; an optimistic change.
 */
// deno-lint-ignore-file no-explicit-any -- endpoints of every schema
import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertRejects,
} from "@std/assert";
import {
  Collection,
  Controller,
  createClient,
  Endpoint,
  Entity,
  Invalidate,
  isTemporaryPk,
  resource,
  RestEndpoint,
  schema as schemas,
  Values,
} from "../../mod.ts";
import { MockController } from "../../controller/mock/mod.ts";
import { recordingConsole } from "../controller/harbour.ts";
import { RecordingServer } from "./recording_server.ts";

class Vessel extends Entity {
  id = "";
  name = "";
  berth = 0;
  status = "at sea";
  static override key = "Vessel";
}

const stored = { id: "7", name: "Fram", berth: 4, status: "moored" };

/** What is no vessel, as JSON. */
const acknowledgements: unknown[] = [
  true,
  1,
  "OK",
  null,
  {},
  { ok: true },
  { success: 1, message: "saved" },
  { data: null },
  // a class may have a field of that name
  { status: "ok" },
];

function served(answer: () => Response | Promise<Response>, options = {}) {
  const server = new RecordingServer(({ method, address }) =>
    method !== "GET"
      ? answer()
      : Response.json(address === "/vessels" ? [stored] : stored)
  );
  const vessels = resource({
    urlPrefix: server.origin,
    path: "/vessels/:id",
    schema: Vessel,
    ...options,
  });
  return { server, vessels };
}

for (const acknowledgement of acknowledgements) {
  const title = JSON.stringify(acknowledgement);
  for (const member of ["update", "partialUpdate"] as const) {
    Deno.test(`${member} answered with ${title} stores what was sent [endpoint/RSP-22]`, async () => {
      const { server, vessels } = served(() => Response.json(acknowledgement));
      await using _ = server;
      using client = createClient();
      await client.fetch(vessels.getList);
      const result = await client.fetch(vessels[member] as any, { id: "7" }, {
        name: "Maud",
      });
      assertInstanceOf(result, Vessel);
      assertEquals([result.id, result.name], ["7", "Maud"]);
      await client.allSettled();
      assertEquals({ ...client.get(Vessel, { id: "7" }) }, {
        ...stored,
        name: "Maud",
      });
      assertEquals(Object.keys(client.getState().entities.Vessel!), ["7"]);
    });
  }

  Deno.test(`a creation answered with ${title} stores what was sent [endpoint/RSP-22]`, async () => {
    const { server, vessels } = served(() => Response.json(acknowledgement));
    await using _ = server;
    using client = createClient();
    await client.fetch(vessels.getList);
    await client.fetch(vessels.getList.push, { id: "8", name: "Maud" } as any);
    const created = await client.fetch(
      vessels.getList.push,
      { name: "Gjøa", berth: 2 } as any,
    ) as Vessel;
    assert(isTemporaryPk(created.id), created.id);
    await client.allSettled();
    const list = client.get(vessels.getList.schema)!;
    assertEquals(list.map(({ name, status }) => [name, status]), [
      ["Fram", "moored"],
      ["Maud", "at sea"],
      ["Gjøa", "at sea"],
    ]);
  });

  Deno.test(`setResponse and fixtures may bring ${title} [endpoint/RSP-22]`, async () => {
    const { server, vessels } = served(() => Response.error());
    await using _ = server;
    for (const isFixture of [false, true]) {
      const fixture = {
        endpoint: vessels.partialUpdate,
        response: () => acknowledgement as any,
      };
      using client = createClient(
        isFixture
          ? { Controller: MockController(Controller, { fixtures: [fixture] }) }
          : {},
      );
      await client.set(Vessel, { id: "7" }, stored);
      const args = [{ id: "7" }, { name: "Maud" }] as const;
      if (isFixture) {
        const result = await client.fetch(vessels.partialUpdate, ...args);
        assertInstanceOf(result, Vessel);
      } else {
        await client.setResponse(
          vessels.partialUpdate,
          ...args,
          acknowledgement as any,
        );
      }
      assertEquals({ ...client.get(Vessel, { id: "7" }) }, {
        ...stored,
        name: "Maud",
      });
      await client.setResponse(
        vessels.delete,
        { id: "7" },
        acknowledgement as any,
      );
      assertEquals(client.get(Vessel, { id: "7" }), undefined);
    }
  });

  Deno.test(`an Endpoint that resolves with ${title} stores what was sent, unless that seems to be data [endpoint/RSP-22]`, async () => {
    const rename = new Endpoint(
      (_: { id: string; name: string }): Promise<any> =>
        Promise.resolve(acknowledgement),
      { name: "rename", schema: Vessel, sideEffect: true },
    );
    using client = createClient();
    await client.set(Vessel, { id: "7" }, stored);
    const args = { id: "7", name: "Maud" };
    const isData = [1, "OK"].includes(acknowledgement as string) ||
      title.includes("status");
    if (isData) {
      return void await assertRejects(() => client.fetch(rename, args));
    }
    const result = await client.fetch(rename, args);
    assertEquals(result.name, "Maud");
    assertEquals({ ...client.get(Vessel, { id: "7" }) }, {
      ...stored,
      name: "Maud",
    });
  });
}

Deno.test("an answer that has a part of what was sent, and no primary key, says what else it says [endpoint/RSP-22]", async () => {
  const { server, vessels } = served(() =>
    Response.json({ name: "Maud", berth: 9 })
  );
  await using _ = server;
  using client = createClient();
  await client.fetch(vessels.getList);
  await client.fetch(vessels.partialUpdate, { id: "7" }, { name: "Maud" });
  assertEquals({ ...client.get(Vessel, { id: "7" }) }, {
    ...stored,
    name: "Maud",
    berth: 9,
  });
});

Deno.test("an answer whose primary key is in the arguments is an entity if it has a field [endpoint/RSP-22]", async () => {
  class Setting extends Entity {
    value = "";
    note = "";
    override pk(_parent?: unknown, _key?: string, args?: readonly any[]) {
      return args?.[0]?.name;
    }
  }
  for (const [answer, value] of [[{ ok: true }, "b"], [{ value: "c" }, "c"]]) {
    const save = new RestEndpoint({
      path: "/settings/:name",
      method: "PUT",
      schema: Setting,
      fetchResponse: () => Promise.resolve(Response.json(answer)),
    });
    using client = createClient();
    await client.fetch(save, { name: "x" }, { value: "b" });
    const row = client.getState().entities.Setting!.x as any;
    assertEquals([row.value, "ok" in row], [value, false]);
  }
});

Deno.test("lists, Values, objects and arrays of entities take what was sent [endpoint/RSP-22]", async () => {
  const maud = { id: "8", name: "Maud" };
  const cases: [schema: any, sent: object][] = [
    [{ vessel: Vessel }, { vessel: maud }],
    [[Vessel], [maud]],
    [new Collection([Vessel]).push, maud],
    [new Collection([Vessel]).push, [maud]],
    [new Collection(new Values(Vessel)).assign, { "8": maud }],
    [new Collection([Vessel]).move, maud],
  ];
  for (const [schema, sent] of cases) {
    const save = new RestEndpoint({
      path: "/vessels",
      method: "POST",
      schema,
      fetchResponse: () => Promise.resolve(Response.json({ ok: true })),
    }) as any;
    using client = createClient();
    await client.fetch(save, sent);
    const title = JSON.stringify([schema, sent]);
    assertEquals(client.get(Vessel, { id: "8" })?.name, "Maud", title);
    assertEquals(Object.keys(client.getState().entities.Vessel!), ["8"]);
  }
});

Deno.test("the one entity in an object of schemas takes what was sent, in its place or around it [endpoint/RSP-22]", async () => {
  for (const answer of [null, { ok: true }]) {
    for (const sent of [{ name: "Maud" }, { vessel: { name: "Maud" } }]) {
      const save = new RestEndpoint({
        path: "/vessels/:id",
        method: "PATCH",
        schema: { vessel: Vessel, total: 0 },
        fetchResponse: () => Promise.resolve(Response.json(answer)),
      }) as any;
      using client = createClient();
      await client.fetch(save, { id: "8" }, sent);
      assertEquals(client.get(Vessel, { id: "8" })?.name, "Maud");
      assertEquals(Object.keys(client.getState().entities.Vessel!), ["8"]);
    }
  }
});

Deno.test("an own process that gives null of an envelope is as an empty answer [endpoint/RSP-22] [endpoint/RSP-21]", async () => {
  const { server, vessels } = served(() => Response.json({ data: null }), {
    process: (value: any) => value && "data" in value ? value.data : value,
  });
  await using _ = server;
  using client = createClient();
  await client.fetch(vessels.getList);
  await client.fetch(vessels.partialUpdate, { id: "7" }, { name: "Maud" });
  assertEquals(client.get(Vessel, { id: "7" })?.name, "Maud");
});

Deno.test("an optimistic change that is acknowledged stays [endpoint/RSP-22]", async () => {
  const { server, vessels } = served(() => Response.json({ ok: true }), {
    optimistic: true,
  });
  await using _ = server;
  using client = createClient();
  await client.fetch(vessels.getList);
  const change = client.fetch(vessels.partialUpdate, { id: "7" }, {
    name: "Maud",
  });
  assertEquals(client.get(Vessel, { id: "7" })?.name, "Maud");
  await change;
  assertEquals(client.get(Vessel, { id: "7" })?.name, "Maud");
  assertEquals(client.get(Vessel, { id: "7" })?.berth, 4);
});

Deno.test("a deletion by an Endpoint that is acknowledged deletes what its arguments name [endpoint/RSP-22]", async () => {
  for (const answer of [null, true, { ok: true }]) {
    const remove = new Endpoint(
      (_: { id: string }): Promise<any> => Promise.resolve(answer),
      { name: "remove", schema: new Invalidate(Vessel), sideEffect: true },
    );
    using client = createClient();
    await client.set(Vessel, { id: "7" }, stored);
    await client.fetch(remove, { id: "7" });
    assertEquals(client.get(Vessel, { id: "7" }), undefined);
  }
});

Deno.test("a map or a list of entities of one class or of several is what its schema describes, and no acknowledgement [endpoint/RSP-22]", async () => {
  class Skiff extends Vessel {
    type = "skiff";
    static override key = "Skiff";
  }
  class Raft extends Skiff {
    static override key = "Raft";
  }
  const kinds = { skiff: Skiff, raft: Raft };
  const rows = {
    first: { id: "7", type: "skiff", name: "Argo" },
    second: { id: "8", type: "raft", name: "Kon-Tiki" },
  };
  for (
    const [schema, answer] of [
      [new Values(kinds, "type"), rows],
      [new schemas.Array(kinds, "type"), Object.values(rows)],
      [new Values(Skiff), { first: rows.first }],
      [new schemas.Array(Skiff), [rows.first]],
    ] as any[]
  ) {
    const dock = new Endpoint(
      (_: { ids: string[] }) => Promise.resolve(answer),
      { name: "dock", sideEffect: true, schema },
    );
    await using client = createClient();
    const said = await recordingConsole(async () => {
      await client.fetch(dock, { ids: ["7", "8"] });
    });
    assertEquals(client.get(Skiff, { id: "7" })?.name, "Argo");
    const { second } = answer.length === 2 ? rows : answer;
    assertEquals(client.get(Raft, { id: "8" })?.name, second?.name);
    assertEquals(said, []);
  }
});

Deno.test("reads go on refusing what is no entity, and so do changes that are answered with a list [endpoint/RSP-22]", async () => {
  for (const answer of [true, { ok: true }, "OK"]) {
    const get = new RestEndpoint({
      path: "/vessels/:id",
      schema: Vessel,
      fetchResponse: () => Promise.resolve(Response.json(answer)),
    });
    using client = createClient();
    await assertRejects(() => client.fetch(get, { id: "7" }));
    const save = get.extend({
      method: "PUT",
      fetchResponse: () => Promise.resolve(Response.json([stored, stored])),
    });
    await assertRejects(() => client.fetch(save, { id: "7" }, {}));
  }
});

Deno.test("development says once of an endpoint that what was sent is stored [endpoint/RSP-22]", async () => {
  class Raft extends Vessel {
    static override key = "Raft";
  }
  for (
    const answer of [
      () => new Response(null, { status: 204 }),
      () => Response.json({ ok: true }),
    ]
  ) {
    const server = new RecordingServer(answer);
    await using _ = server;
    const rafts = resource({
      urlPrefix: server.origin,
      path: "/rafts/:id",
      schema: Raft,
      name: String(answer),
    }).extend(
      "rename",
      { method: "PATCH", name: `rename ${answer}` } as any,
    ) as any;
    using client = createClient();
    const said = await recordingConsole(async () => {
      for (const name of ["a", "b"]) {
        await client.fetch(rafts.rename, { id: "1" }, { name });
      }
    });
    const about = said.filter(({ args }) =>
      String(args[0]).startsWith("rename ")
    );
    assertEquals(about.length, 1, JSON.stringify(said));
    assert(String(about[0]!.args[0]).includes("what was sent is stored"));
  }
});
