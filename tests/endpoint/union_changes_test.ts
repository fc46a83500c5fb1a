/**
 * Changes of a resource of a Union whose responses do not say which member they
 * concern.
 *
 * Neighbours that were tried: each verb of a resource; an attribute that is a
 * function, and one that throws for what is partial; two names of one member;
 * two members that have the primary key; none; what is pending, refused, and
 * answered 404; a Collection; `setResponse`; a change of the type, beside lists of each kind.
 */
import { assert, assertEquals, assertInstanceOf } from "@std/assert";
import {
  type Client,
  type Collection,
  createClient,
  Entity,
  resource,
  Union,
} from "../../mod.ts";
import { recordingConsole } from "../controller/harbour.ts";
import { RecordingServer } from "./recording_server.ts";

class Storm extends Entity {
  id = "";
  kind = "storm";
  title = "";
  force = 0;
}
class Closure extends Entity {
  id = "";
  kind = "closure";
  title = "";
  port = "";
}

const unions = {
  "a member": new Union({ storm: Storm, closure: Closure }, "kind"),
  "a function": new Union(
    { storms: Storm, closures: Closure },
    // throws for what is partial
    (value: { kind: string }) =>
      `${value.kind.toLowerCase()}s` as "storms" | "closures",
  ),
  "two names": new Union(
    { storm: Storm, gale: Storm, closure: Closure },
    "kind",
  ),
};

const rows = [
  { id: "1", kind: "storm", title: "Gale", force: 8 },
  { id: "2", kind: "closure", title: "Ice", port: "Riga" },
];

const answers: Record<string, () => Response> = {
  "204": () => new Response(null, { status: 204 }),
  "{ ok: true }": () => Response.json({ ok: true }),
  "the row without its kind": () =>
    Response.json({ id: "1", title: "Calm", force: 8 }),
};

/** A server with these rows, a resource of it, and a client that has the list. */
async function opened(
  answer: (
    request: { method: string; body: string },
  ) => Response | Promise<Response>,
  {
    schema = unions["a member"] as Union,
    list = () => Response.json(rows),
    isLoaded = true,
    optimistic = false,
  } = {},
) {
  const server = new RecordingServer(({ method, body }) =>
    method === "GET" ? list() : answer({ method, body } as never)
  );
  const notices = resource({
    urlPrefix: server.origin,
    path: "/notices/:id",
    schema,
    searchParams: {} as { kind?: string } | undefined,
    optimistic,
  });
  const client = createClient();
  if (isLoaded) await client.fetch(notices.getList);
  return {
    server,
    notices,
    client,
    titles: () =>
      (client.get(notices.getList.schema as Collection) as
        | { title: string }[]
        | undefined)?.map(({ title }) => title),
    edit: (change: object) =>
      client.fetch(notices.partialUpdate, { id: "1" }, change as never),
    async [Symbol.asyncDispose]() {
      client.dispose();
      await server[Symbol.asyncDispose]();
    },
  };
}

for (const [title, union] of Object.entries(unions)) {
  for (const [named, answer] of Object.entries(answers)) {
    for (const member of ["update", "partialUpdate"] as const) {
      Deno.test(`${member} of a Union by ${title}, answered with ${named}, concerns the member that is stored [endpoint/RES-8] [schema/POL-21]`, async () => {
        await using world = await opened(answer, { schema: union as Union });
        const { client, notices, titles } = world;
        const change = { id: "1", title: "Calm" };
        const result = await client.fetch(
          notices[member] as typeof notices.update,
          { id: "1" },
          change as never,
        );
        assertInstanceOf(result, Storm);
        assertEquals(result.title, "Calm");
        await client.allSettled();
        assertEquals(titles(), ["Calm", "Ice"]);
        assertEquals(client.get(Storm, { id: "1" })?.force, 8);
        assertEquals(client.get(Closure, { id: "1" }), undefined);
      });
    }
  }

  for (const named of ["204", "{ ok: true }"]) {
    Deno.test(`delete of a Union by ${title}, answered with ${named}, deletes the member that is stored [endpoint/RES-8] [schema/POL-21]`, async () => {
      await using world = await opened(answers[named]!, {
        schema: union as Union,
      });
      const { client, notices, titles } = world;
      const deleted = await client.fetch(notices.delete, { id: "1" });
      assertInstanceOf(deleted, Storm);
      await client.allSettled();
      assertEquals(titles(), ["Ice"]);
      assertEquals(client.get(Storm, { id: "1" }), undefined);
    });
  }
}

Deno.test("move within lists of a Union, answered with 204, concerns the member that is stored [schema/POL-21]", async () => {
  await using world = await opened(answers["204"]!);
  const { client, notices, titles } = world;
  const moved = await client.fetch(
    notices.getList.move,
    { id: "1" },
    { title: "Calm" } as never,
  );
  assertInstanceOf(moved, Storm);
  await client.allSettled();
  assertEquals(titles(), ["Calm", "Ice"]);
});

Deno.test("where two members have the primary key, or none has, nothing is taken for it, and development says so [schema/POL-21]", async () => {
  await using world = await opened(answers["204"]!);
  const { client, notices } = world;
  await client.set(Closure, { id: "1" }, { id: "1", title: "Fog" });
  const said = await recordingConsole(async () => {
    await client.fetch(notices.delete, { id: "1" });
    await client.fetch(notices.delete, { id: "9" });
  });
  assertEquals(client.get(Storm, { id: "1" })?.title, "Gale");
  assertEquals(client.get(Closure, { id: "1" })?.title, "Fog");
  assert(
    said.some(({ args }) => String(args[0]).includes("discriminator")),
    JSON.stringify(said),
  );
});

for (const member of ["partialUpdate", "delete"] as const) {
  Deno.test(`an optimistic ${member} of a Union shows at once, and goes when it is refused [endpoint/OPT-10] [schema/POL-21]`, async () => {
    const answer = Promise.withResolvers<Response>();
    await using world = await opened(() => answer.promise, {
      optimistic: true,
    });
    const { client, notices, titles, edit } = world;
    const result = member === "delete"
      ? client.fetch(notices.delete, { id: "1" })
      : edit({ title: "Calm" });
    assertEquals(titles(), member === "delete" ? ["Ice"] : ["Calm", "Ice"]);
    answer.resolve(new Response(null, { status: 422 }));
    await result.catch(() => {});
    await client.allSettled();
    assertEquals(titles(), ["Gale", "Ice"]);
  });
}

Deno.test("a deletion of a member of a Union that is pending says nothing of what is created elsewhere meanwhile [schema/POL-10] [schema/POL-21]", async () => {
  const answer = Promise.withResolvers<Response>();
  await using world = await opened(
    ({ method }) =>
      method === "DELETE" ? answer.promise : Response.json({ id: "7" }),
    { optimistic: true },
  );
  const { client, notices, server } = world;
  class Ship extends Entity {
    id = "";
    static override key = "ShipBesideNotices";
  }
  const ships = resource({
    urlPrefix: server.origin,
    path: "/ships/:id",
    schema: Ship,
    optimistic: true,
  });
  const said = await recordingConsole(async () => {
    const deletion = client.fetch(notices.delete, { id: "1" });
    await client.fetch(ships.create, {});
    await client.fetch(ships.update, { id: "7" }, { id: "7" });
    answer.resolve(new Response(null, { status: 204 }));
    await deletion;
  });
  assertEquals(said.map(({ args }) => args[0]), []);
});

Deno.test("a pending change of a member of a Union says nothing when the member is deleted meanwhile [schema/POL-10] [schema/POL-21]", async () => {
  const answers = new Map<string, PromiseWithResolvers<Response>>();
  await using world = await opened(({ method, body }) => {
    const answer = Promise.withResolvers<Response>();
    answers.set(`${method} ${body}`, answer);
    return answer.promise;
  }, { optimistic: true });
  const { client, notices, titles, edit } = world;
  const said = await recordingConsole(async () => {
    const id = { id: "1" };
    const change = edit({ title: "Calm" });
    const move = client.fetch(
      notices.getList.move,
      id,
      { title: "Still" } as never,
    );
    const deletion = client.fetch(notices.delete, id);
    while (answers.size < 3) await new Promise((go) => setTimeout(go));
    answers.get("DELETE ")!.resolve(new Response(null, { status: 204 }));
    await deletion;
    assertEquals(titles(), ["Ice"]);
    for (const answer of answers.values()) {
      answer.resolve(Response.json({ ...rows[0], title: "Calm" }));
    }
    await Promise.all([change, move]);
  });
  assertEquals(titles(), ["Ice"]);
  assertEquals(said.map(({ args }) => args[0]), []);
});

Deno.test("a deletion of a member of a Union that is answered 404 is confirmed [schema/POL-21] [controller/OPT-15]", async () => {
  await using world = await opened(() => new Response(null, { status: 404 }));
  const { client, notices, titles } = world;
  await client.fetch(notices.delete, { id: "1" }).catch(() => {});
  assertEquals(titles(), ["Ice"]);
});

for (const optimistic of [false, true]) {
  Deno.test(`a member that ${optimistic ? "optimistically " : ""}changes its type is read as the new one, in lists as well [schema/POL-22]`, async () => {
    await using world = await opened(
      () =>
        Response.json({ id: "1", kind: "closure", title: "Fog", port: "Ulm" }),
      { optimistic },
    );
    const { client, notices, titles, edit } = world;
    await client.setResponse(notices.get, { id: "1" }, rows[0]!);
    const changed = await edit({ kind: "closure", title: "Fog" });
    assertInstanceOf(changed, Closure);
    await client.allSettled();
    const read = () => [
      titles(),
      client.read(notices.get, { id: "1" }).data instanceof Closure,
      (client.get(notices.get.schema, { id: "1" }) as Closure).port,
    ];
    assertEquals(read(), [["Fog", "Ice"], true, "Ulm"]);
    assertEquals(client.get(Storm, { id: "1" }), undefined);
    // and back
    await client.setResponse(
      notices.partialUpdate,
      { id: "1" },
      { kind: "storm" } as never,
      rows[0]!,
    );
    assertEquals(titles(), ["Gale", "Ice"]);
    assertInstanceOf(client.read(notices.get, { id: "1" }).data, Storm);
    // what is deleted then is gone
    await client.setResponse(notices.delete, { id: "1" }, { id: "1" });
    assertEquals(titles(), ["Ice"]);
  });
}

Deno.test("a new member with the primary key of another one is another one [schema/POL-22]", async () => {
  await using world = await opened(() =>
    Response.json({ id: "1", kind: "closure", title: "Fog", port: "" })
  );
  const { client, notices, titles } = world;
  await client.fetch(
    notices.getList.push,
    { kind: "closure", title: "Fog" } as never,
  );
  await client.set(Closure, { id: "2" }, { id: "2", title: "Ice" });
  assertEquals(titles(), ["Gale", "Ice", "Fog"]);
  assertEquals(client.get(Storm, { id: "1" })?.title, "Gale");
});

/** A list of all notices and one of each kind, as they are shown. */
const renderedBy = (
  client: Client,
  { getList }: Awaited<ReturnType<typeof opened>>["notices"],
) =>
  [{}, { kind: "storm" }, { kind: "closure" }].map((args) =>
    (client.read(getList, args).data as unknown as { title: string }[])
      .map(({ title }) => title)
  );

for (const optimistic of [false, true]) {
  Deno.test(`a member that ${optimistic ? "optimistically " : ""}changes its type leaves the list of the former one and joins that of the new one, and back [schema/POL-22]`, async () => {
    let row: Record<string, unknown> = rows[0]!;
    await using world = await opened(
      ({ body }) => Response.json(row = { ...row, ...JSON.parse(body) }),
      { optimistic, isLoaded: false },
    );
    const { client, notices, server, edit } = world;
    for (const kind of ["storm", "closure"]) {
      const listed = rows.filter((row) => row.kind === kind);
      await client.setResponse(notices.getList, { kind }, listed as never);
    }
    await client.setResponse(notices.getList, {}, rows as never);
    const retype = async (kind: string) => {
      await edit({ kind });
      await client.allSettled();
      return renderedBy(client, notices);
    };
    const [gale, both] = [["Gale"], ["Gale", "Ice"]];
    assertEquals(await retype("closure"), [both, [], ["Ice", "Gale"]]);
    assertEquals(await retype("storm"), [both, gale, ["Ice"]]);
    assertEquals(await retype("closure"), [both, [], ["Ice", "Gale"]]);
    assertEquals(server.requests.filter(({ method }) => method === "GET"), []);
  });
}

Deno.test("a creation that is answered without the discriminator is of the member that was sent [schema/POL-21]", async () => {
  await using world = await opened(() =>
    Response.json({ id: "3", title: "Fog", port: "Ulm" })
  );
  const { client, notices, titles } = world;
  const created = await client.fetch(
    notices.getList.push,
    { kind: "closure", title: "Fog" } as never,
  );
  assertInstanceOf(created, Closure);
  assertEquals(titles(), ["Gale", "Ice", "Fog"]);
});

Deno.test("a change of the type that is answered without the discriminator is that change [schema/POL-21] [schema/POL-22]", async () => {
  await using world = await opened(({ method }) =>
    method === "DELETE"
      ? answers["204"]!()
      : Response.json({ id: "1", title: "Fog", port: "Ulm" })
  );
  const { client, notices, edit } = world;
  await edit({ kind: "closure" });
  assertEquals(client.get(Closure, { id: "1" })?.port, "Ulm");
  assertEquals(client.get(Storm, { id: "1" }), undefined);
  const said = await recordingConsole(async () => {
    const deleted = await client.fetch(notices.delete, { id: "1" });
    assertInstanceOf(deleted, Closure);
  });
  assertEquals(said.filter(({ args }) => /schema/.test(`${args}`)), []);
});

for (const optimistic of [false, true]) {
  Deno.test(`what is known of a member stays where it ${optimistic ? "optimistically " : ""}changes its type, and the rest is requested [schema/POL-22]`, async () => {
    const changed = { id: "1", kind: "closure", title: "Gale", port: "Ulm" };
    let isChanged = false;
    const list = () => Response.json(isChanged ? [changed, rows[1]] : rows);
    await using world = await opened(() => {
      isChanged = true;
      return new Response(null, { status: 204 });
    }, { optimistic, list, isLoaded: false });
    const { client, notices, server, edit, titles } = world;
    client.subscribe(notices.getList, [], () => {});
    await client.allSettled();
    const changing = edit({ kind: "closure" });
    if (optimistic) assertEquals(titles(), ["Gale", "Ice"]);
    await changing;
    assertEquals(titles(), ["Gale", "Ice"]);
    // what a class alone has does not go with it
    assertEquals("force" in client.get(Closure, { id: "1" })!, false);
    await client.allSettled();
    assertEquals(client.get(Closure, { id: "1" })?.port, "Ulm");
    assertEquals(
      server.requests.filter(({ method }) => method === "GET").length,
      2,
    );
  });
}
