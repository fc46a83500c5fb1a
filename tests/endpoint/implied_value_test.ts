// deno-lint-ignore-file no-explicit-any -- results of every schema
import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertRejects,
  assertStrictEquals,
} from "@std/assert";
import {
  Collection,
  createClient,
  Entity,
  Invalidate,
  isTemporaryPk,
  resource,
  RestEndpoint,
  Union,
  Values,
} from "../../mod.ts";
import { RecordingServer } from "./recording_server.ts";
import { RestEndpoint as UntypedEndpoint } from "./untyped.ts";

class Vessel extends Entity {
  id = "";
  name = "";
  berth = 0;
  departs = new Date(0);
  photo = "";
  static override schema = { departs: (iso: string) => new Date(iso) };
}

const stored = { id: "7", name: "Fram", berth: 4, photo: "/7.png" };
const json = { "content-type": "application/json" };

/** Answers without data. */
const answers: [title: string, answer: () => Response][] = [
  ["204", () => new Response(null, { status: 204 })],
  ["204 and a type", () => new Response(null, { status: 204, headers: json })],
  ["205", () => new Response(null, { status: 205 })],
  ["an empty body", () => new Response("")],
  ["an empty body without type", () => new Response(new Uint8Array())],
  ["an empty JSON body", () => new Response("\n", { headers: json })],
  ["null", () => Response.json(null)],
  ["a word", () => new Response("OK")],
  ["a word without a type", () => new Response(new Uint8Array([79, 75]))],
  ["a sentence", () => new Response("\nVessel 7 was saved.\n")],
];

/** A server that has vessel 7 and answers changes as told. */
function serverOf(answer: () => Response): RecordingServer {
  return new RecordingServer(({ method, address }) =>
    method !== "GET"
      ? answer()
      : Response.json(address === "/vessels" ? [stored] : stored)
  );
}

for (const [title, answer] of answers) {
  for (const member of ["update", "partialUpdate"] as const) {
    Deno.test(`${member} answered with ${title} stores what was sent over what is stored [endpoint/RSP-21]`, async () => {
      await using server = serverOf(answer);
      const R = resource({
        urlPrefix: server.origin,
        path: "/vessels/:id",
        schema: Vessel,
      });
      using client = createClient();
      await client.fetch(R.getList);
      const result = await client.fetch(R[member], { id: "7" }, {
        name: "Maud",
      });
      assertInstanceOf(result, Vessel);
      assertEquals([result.id, result.name], ["7", "Maud"]);
      await client.allSettled();
      const { name, berth } = client.get(Vessel, { id: "7" })!;
      assertEquals([name, berth], ["Maud", 4]);
      assertEquals(server.requests.length, 2);
    });
  }

  Deno.test(`push answered with ${title} adds what was sent [endpoint/RSP-21]`, async () => {
    await using server = serverOf(answer);
    const R = resource({
      urlPrefix: server.origin,
      path: "/vessels/:id",
      schema: Vessel,
    });
    using client = createClient();
    await client.fetch(R.getList);
    await client.fetch(R.getList.push, { id: "8", name: "Maud" });
    await client.fetch(R.getList.push, { name: "Gjøa" });
    await client.allSettled();
    const list = client.get(R.getList.schema)!;
    assertEquals(list.map(({ name }) => name), ["Fram", "Maud", "Gjøa"]);
    const pks = Object.keys(client.getState().entities.Vessel!);
    assert(pks.some(isTemporaryPk), "the server has told no id");
  });

  Deno.test(`a deletion without resource, answered with ${title}, deletes what its arguments name [endpoint/RSP-20]`, async () => {
    await using server = serverOf(answer);
    const get = new RestEndpoint({
      urlPrefix: server.origin,
      path: "/vessels/:id",
      schema: Vessel,
    });
    const remove = get.extend({
      method: "DELETE",
      schema: new Invalidate(Vessel),
    });
    using client = createClient();
    await client.fetch(get, { id: 7 });
    const deleted = await client.fetch(remove, { id: 7 });
    assertInstanceOf(deleted, Vessel);
    await client.allSettled();
    assertEquals(client.get(Vessel, { id: "7" }), undefined);
  });
}

const bareAnswers: [title: string, answer: () => Response][] = [
  ["a number", () => Response.json(1)],
  ["another number", () => Response.json(9)],
  ["a text", () => Response.json("9")],
  ["true", () => Response.json(true)],
  ["a word", () => new Response("deleted")],
  ["an empty object", () => Response.json({})],
  ["an empty list", () => Response.json([])],
  ["an object without the key", () => Response.json({ ok: true })],
  [
    "bytes",
    () =>
      new Response("9", {
        headers: { "content-type": "application/octet-stream" },
      }),
  ],
];

for (const [title, answer] of bareAnswers) {
  Deno.test(`a DELETE answered with ${title} deletes what its arguments name, and nothing else [endpoint/RSP-20] [schema/INV-4] [controller/CTL-15]`, async () => {
    await using server = serverOf(answer);
    const remove = new RestEndpoint({
      urlPrefix: server.origin,
      path: "/vessels/:id",
      method: "DELETE",
      schema: new Invalidate(Vessel),
    });
    using client = createClient();
    for (const id of ["1", "7", "9"]) {
      await client.set(Vessel, { id }, { id });
    }
    assertInstanceOf(await client.fetch(remove, { id: "7" }), Vessel);
    await client.allSettled();
    assertEquals(client.get(Vessel, { id: "7" }), undefined);
    for (const id of ["1", "9"]) {
      assertInstanceOf(client.get(Vessel, { id }), Vessel);
    }
  });
}

Deno.test("a DELETE whose url takes a bare primary key deletes that entity [endpoint/RSP-20] [endpoint/URL-8]", async () => {
  const remove = new UntypedEndpoint({
    path: "/vessels/:id",
    method: "DELETE",
    schema: new Invalidate(Vessel),
    url: (id: number) => `/vessels/${id}`,
    fetchResponse: () => Promise.resolve(new Response(null, { status: 204 })),
  });
  assertEquals(await remove(7), { id: 7 });
  using client = createClient();
  await client.set(Vessel, { id: "7" }, { id: "7" });
  await client.fetch(remove, 7);
  await client.allSettled();
  assertEquals(client.get(Vessel, { id: "7" }), undefined);
});

/** Calls an endpoint directly that is answered with 204. */
function implied(
  options: Record<string, unknown>,
  ...args: unknown[]
): Promise<unknown> {
  return new UntypedEndpoint({
    path: "/vessels{/:id}",
    schema: Vessel,
    fetchResponse: () => Promise.resolve(new Response(null, { status: 204 })),
    ...options,
  })(...args);
}

const maud = { name: "Maud" };

/** Schemas of what a POST creates, with what is sent, and where the result has it. */
const creations: [unknown, object, (result: any) => Vessel][] = [
  [Vessel, maud, (result) => result],
  [new Union({ Fram: Vessel, Maud: Vessel }, "name"), maud, (result) => result],
  [{ vessel: Vessel }, { vessel: maud }, ({ vessel }) => vessel],
  [[Vessel], [maud, maud], ([, second]) => second],
];

for (const [title, answer] of answers) {
  Deno.test(`a POST without primary key, answered with ${title}, stores what was sent under a temporary one [endpoint/RSP-21] [schema/ENT-12]`, async () => {
    for (const [schema, sent, find] of creations) {
      using client = createClient();
      const create = new UntypedEndpoint({
        path: "/vessels",
        method: "POST",
        schema,
        fetchResponse: () => Promise.resolve(answer()),
      });
      const created = find(await client.fetch(create, sent));
      assertInstanceOf(created, Vessel);
      assert(isTemporaryPk(created.id), created.id);
      assertEquals(client.get(Vessel, { id: created.id })?.name, "Maud");
    }
  });
}

Deno.test("what was sent is what the server has got [endpoint/RSP-21]", async () => {
  const body = {
    name: "Maud",
    berth: undefined,
    departs: new Date(5),
    crew: [{ id: 1 }],
  };
  const value = await implied(
    { method: "PUT" },
    { id: 7 },
    body,
  ) as typeof body;
  assertEquals(value, {
    id: 7,
    name: "Maud",
    departs: "1970-01-01T00:00:00.005Z",
    crew: [{ id: 1 }],
  } as unknown);
  body.crew[0]!.id = 2;
  assertEquals(value.crew, [{ id: 1 }]);

  const form = new FormData();
  form.append("name", "Gjøa");
  form.append("photo", new File(["x"], "x.png"));
  assertEquals(await implied({ method: "POST" }, { id: 7 }, form), {
    id: 7,
    name: "Gjøa",
  });
  for (const body of ["text", new Uint8Array(2), new Blob(["x"]), 5, null]) {
    assertEquals(await implied({ method: "PUT" }, { id: 7 }, body), { id: 7 });
  }
  assertEquals(
    await implied({ method: "POST", body: undefined }, { id: 7 }),
    { id: 7 },
  );
  assertEquals(await implied({ method: "put" }, { id: 7 }, { name: "x" }), {
    id: 7,
    name: "x",
  });
});

Deno.test("several items that were sent are several items [endpoint/RSP-21]", async () => {
  const list = new Collection([Vessel]);
  assertEquals(
    await implied({ method: "POST", schema: list.push }, { fleet: 1 }, [
      { id: 1 },
      { id: 2 },
    ]),
    [{ fleet: 1, id: 1 }, { fleet: 1, id: 2 }],
  );
  const map = new Collection(new Values(Vessel));
  assertEquals(
    await implied({ method: "POST", schema: map.assign }, { fleet: 1 }, {
      7: { id: 7 },
    }),
    { 7: { id: 7 } },
  );
});

Deno.test("overrides for all answers of a class need not know of empty ones [endpoint/RSP-21] [endpoint/RSP-20]", async () => {
  class Enveloped extends UntypedEndpoint {
    override process(value: unknown) {
      return (value as { data: unknown }).data;
    }
  }
  class Unwrapping extends UntypedEndpoint {
    override async parseResponse(response: Response) {
      return (await response.json()).data;
    }
  }
  for (const Class of [Enveloped, Unwrapping]) {
    const options = {
      path: "/vessels/:id",
      schema: Vessel,
      fetchResponse: () => Promise.resolve(new Response(null, { status: 204 })),
    };
    const update = new Class({ ...options, method: "PUT" });
    assertEquals(await update({ id: 7 }, { name: "x" }), { id: 7, name: "x" });
    const remove = new Class({ ...options, method: "DELETE" });
    assertEquals(await remove({ id: 7 }), { id: 7 });
    const get = new Class(options);
    await assertRejects(() => get({ id: 7 }));
    const malformed = update.extend({
      fetchResponse: () =>
        Promise.resolve(Response.json("no envelope")).then((response) => {
          Object.defineProperty(response, "json", { value: failing });
          Object.defineProperty(response, "text", { value: failing });
          return response;
        }),
    });
    await assertRejects(
      () => malformed({ id: 7 }, { name: "x" }),
      SyntaxError,
      "malformed",
    );
  }
});

function failing(): Promise<never> {
  return Promise.reject(new SyntaxError("malformed"));
}

Deno.test("an own process that makes something of an empty answer has the last word [endpoint/RST-7] [endpoint/RSP-21]", async () => {
  const seen: unknown[] = [];
  const process = (value: unknown, { id }: { id: number }) => {
    seen.push(value);
    return { id, name: "own" };
  };
  for (const method of ["PUT", "DELETE"]) {
    assertEquals(await implied({ method, process }, { id: 7 }, {}), {
      id: 7,
      name: "own",
    });
  }
  assertEquals(seen, [null, null]);
});

Deno.test("where nothing is implied an empty answer is null, or refused, as before [endpoint/RSP-1] [endpoint/RSP-12] [endpoint/RSP-10]", async () => {
  assertStrictEquals(
    await implied({ method: "PUT", schema: undefined }, { id: 7 }, {}),
    null,
  );
  assertStrictEquals(
    await implied({ method: "POST", sideEffect: false }, { id: 7 }, {}),
    null,
  );
  assertStrictEquals(await implied({}, { id: 7 }), null);
  const empty = () =>
    Promise.resolve(new Response("", { headers: { ...json } }));
  await assertRejects(
    () => implied({ fetchResponse: empty }, { id: 7 }),
    SyntaxError,
  );
  const malformed = () => Promise.resolve(new Response("{", { headers: json }));
  const error = await assertRejects(
    () => implied({ method: "PUT", fetchResponse: malformed }, { id: 7 }, {}),
    SyntaxError,
  );
  assertEquals((error as Error & { status: number }).status, 400);
  for (
    const [body, message] of [
      [" <!doctype html>", "an HTML page came back"],
      ["<ok/>", "unexpected text response"],
      ['{"id":7}', "The body is JSON"],
      ["[]", "The body is JSON"],
    ] as const
  ) {
    const text = () => Promise.resolve(new Response(body));
    await assertRejects(
      () => implied({ method: "PUT", fetchResponse: text }, { id: 7 }, {}),
      Error,
      message,
    );
  }
  const read = () => Promise.resolve(new Response("OK"));
  await assertRejects(
    () => implied({ fetchResponse: read }, { id: 7 }),
    Error,
    "unexpected text response",
  );
});

Deno.test("a change without a schema that is answered with empty JSON is null [endpoint/RSP-12]", async () => {
  await using server = serverOf(() => new Response("", { headers: json }));
  for (const method of ["PUT", "PATCH", "POST", "DELETE"]) {
    const change = new UntypedEndpoint({
      urlPrefix: server.origin,
      path: "/vessels/7",
      method,
    });
    assertStrictEquals(await change({}), null, method);
    assertStrictEquals(await change.extend({ content: "json" })({}), null);
  }
});

Deno.test("an optimistic update answered with 204 stays as it was shown [endpoint/RSP-21]", async () => {
  await using server = serverOf(() => new Response(null, { status: 204 }));
  const R = resource({
    urlPrefix: server.origin,
    path: "/vessels/:id",
    schema: Vessel,
    optimistic: true,
  });
  using client = createClient();
  await client.fetch(R.get, { id: "7" });
  const shown: (string | undefined)[] = [];
  using _ = {
    [Symbol.dispose]: client.subscribe(() =>
      shown.push(client.get(Vessel, { id: "7" })?.name)
    ),
  };
  const done = client.fetch(R.partialUpdate, { id: "7" }, { name: "Maud" });
  assertEquals(client.get(Vessel, { id: "7" })?.name, "Maud");
  await done;
  await client.allSettled();
  assertEquals(new Set(shown), new Set(["Maud"]));
  assertEquals(client.getState().optimistic.length, 0);
});

class Player extends Entity {
  id = "";
  name = "";
}

/** Players, each of whom may be in several teams. */
const playersOf = (urlPrefix: string, optimistic: boolean) =>
  resource({
    urlPrefix,
    path: "/teams/:team/players/:id",
    schema: Player,
    optimistic,
  });

for (const optimistic of [false, true]) {
  const way = optimistic ? ", optimistic" : "";
  for (
    const [what, change] of [
      ["a PATCH", {}],
      ["a DELETE", {
        method: "DELETE",
        path: "/teams/:team/players/:id",
        body: undefined,
      }],
      ["a POST", undefined],
    ] as const
  ) {
    Deno.test(`a member that is in the lists of several parents stays in one when ${what} without a body changes that of another${way} [endpoint/RSP-20] [endpoint/RSP-21]`, async () => {
      await using server = new RecordingServer(({ method, address }) =>
        method === "GET"
          ? Response.json(
            address === "/teams/a/players" || change ? [{ id: "7" }] : [],
          )
          : new Response(null, { status: 204 })
      );
      const { getList } = playersOf(server.origin, optimistic);
      using client = createClient();
      const ids = (team: string) =>
        client.read(getList, { team }).data?.map(({ id }) => id);
      for (const team of ["a", "b"]) await client.fetch(getList, { team });
      const done = change
        ? client.fetch(
          getList.remove.extend(change as object) as any,
          { team: "b", id: "7" },
          ..."body" in change ? [] : [{ id: "7" }],
        )
        : client.fetch(getList.push, { team: "b" }, { id: "7" } as any);
      if (optimistic) assertEquals(ids("a"), ["7"]);
      await done;
      assertEquals(ids("a"), ["7"]);
      assertEquals(ids("b"), change ? [] : ["7"]);
    });
  }
}

for (const optimistic of [false, true]) {
  for (const method of ["partialUpdate", "update"] as const) {
    for (
      const [answer, respond] of [
        ["204", () => new Response(null, { status: 204 })],
        ["{ ok: true }", () => Response.json({ ok: true })],
        ["the entity", () => Response.json({ id: "7", name: "Ann" })],
      ] as const
    ) {
      const way = optimistic ? ", optimistic" : "";
      Deno.test(`${method} of a member of several parents, answered with ${answer}, leaves it in the lists of all${way} [endpoint/RSP-21] [endpoint/RSP-22]`, async () => {
        await using server = new RecordingServer(({ method }) =>
          method === "GET" ? Response.json([{ id: "7" }]) : respond()
        );
        const Players = playersOf(server.origin, optimistic);
        using client = createClient();
        const names = (team: string) =>
          client.read(Players.getList, { team }).data?.map(({ name }) => name);
        const teams = ["a", "b"];
        for (const team of teams) await client.fetch(Players.getList, { team });
        const change = { id: "7", name: "Ann" };
        const done = client.fetch(
          Players[method],
          { team: "b", id: "7" },
          change,
        );
        if (optimistic) assertEquals(teams.map(names), [["Ann"], ["Ann"]]);
        await done;
        assertEquals(teams.map(names), [["Ann"], ["Ann"]]);
        assertEquals({ ...client.get(Player, { id: "7" }) }, change);
      });
    }
  }
}

Deno.test("a parameter that an entity does not declare stays only where its primary key is made of it [endpoint/RSP-21]", async () => {
  class Seat extends Entity {
    guest = "";
    override pk(): string {
      const { row, place } = this as unknown as Record<string, string>;
      return `${row}-${place}`;
    }
  }
  await using server = new RecordingServer(() =>
    new Response(null, { status: 204 })
  );
  const { partialUpdate } = resource({
    urlPrefix: server.origin,
    path: "/halls/:hall/rows/:row/seats/:place",
    schema: Seat,
  });
  using client = createClient();
  const seat = { hall: "1", row: "C", place: "4", notify: true };
  await client.fetch(partialUpdate, seat, { guest: "Ann" });
  assertEquals(
    { ...client.get(Seat, { row: "C", place: "4" } as object) } as object,
    { row: "C", place: "4", guest: "Ann" },
  );
});

Deno.test("a member of a Union in several parents stays in all when a change without a body concerns one [endpoint/RSP-21]", async () => {
  class Post extends Entity {
    id = "";
    type = "post";
    title = "";
  }
  class Link extends Entity {
    id = "";
    type = "link";
    title = "";
  }
  await using server = new RecordingServer(({ method }) =>
    method === "GET"
      ? Response.json([{ id: "7", type: "link", title: "old" }])
      : new Response(null, { status: 204 })
  );
  const { getList, partialUpdate } = resource({
    urlPrefix: server.origin,
    path: "/boards/:board/items/:id",
    schema: new Union({ post: Post, link: Link }, "type"),
    optimistic: true,
  });
  using client = createClient();
  const titles = (board: string) =>
    client.read(getList, { board }).data?.map(({ title }) => title);
  for (const board of ["a", "b"]) await client.fetch(getList, { board });
  const done = client.fetch(partialUpdate, { board: "b", id: "7" }, {
    title: "new",
  });
  assertEquals(["a", "b"].map(titles), [["new"], ["new"]]);
  await done;
  assertEquals(["a", "b"].map(titles), [["new"], ["new"]]);
});
