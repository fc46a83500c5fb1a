// An application that wraps `resource()` in a generic function of its own, and spreads
// what that returns, as applications of earlier releases do. Tried: a member replaced,
// added, taken away; each form of `extend`, twice, detached; `create` beside another
// list; interfaces that omit members; wrappers with defaults for the classes, with an
// envelope around the list, with a list, an object or nothing as the schema; an object
// that has nothing but `extend`.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import {
  Collection,
  createClient,
  Entity,
  type Resource,
  resource,
  type ResourceGenerics,
  type ResourceOptions,
  RestEndpoint,
  type RestGenerics,
} from "../../mod.ts";
import { exact } from "../support/exact.ts";

class HarbourEndpoint<O extends RestGenerics = RestGenerics>
  extends RestEndpoint<O> {
  override async parseResponse(response: Response): Promise<unknown> {
    const results = await super.parseResponse(response);
    const link = response.headers.get("link");
    return link === null ? results : { link, results };
  }
}

class HarbourEntity extends Entity {
  id = "";
}

/** The list of each resource comes with the address of the next page. */
// deno-lint-ignore no-explicit-any -- any resource
interface HarbourResource<O extends ResourceGenerics = any>
  extends Omit<Resource<O>, "getList"> {
  getList: RestEndpoint<{
    path: "/:owner/:kind";
    schema: { results: Collection<[O["schema"]]>; link: string };
    method: "GET";
  }>;
}

function harbourResource<O extends ResourceGenerics>(
  {
    schema,
    Endpoint = HarbourEndpoint,
    Collection: List = Collection,
    ...rest
  }: Readonly<O> & ResourceOptions,
): HarbourResource<O> {
  const base = resource({ ...rest, schema, Endpoint, Collection: List });
  return {
    ...base,
    getList: base.getList.extend({
      schema: { results: new List([schema]), link: "" },
    }),
  } as unknown as HarbourResource<O>;
}

class Ship extends HarbourEntity {
  name = "";
  berth = 0;
  static override key = "Ship";
}

/** A harbour that answers with pages of two ships. */
function serveShips() {
  const ships = ["1", "2", "3"].map((id) => ({ id, name: `ship ${id}` }));
  const requests: string[] = [];
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    async (request) => {
      const { pathname, search } = new URL(request.url);
      requests.push(`${request.method} ${pathname}${search}`);
      const id = pathname.split("/")[3];
      if (request.method === "POST" && pathname.endsWith("/moor")) {
        return Response.json({ id, name: `ship ${id}`, berth: 4 });
      }
      if (request.method === "POST") {
        const ship = { ...await request.json(), id: String(ships.length + 1) };
        ships.push(ship);
        return Response.json(ship);
      }
      if (id) return Response.json(ships.find((ship) => ship.id === id));
      return Response.json(ships.slice(0, 2), {
        headers: { link: `<${pathname}?page=2>` },
      });
    },
  );
  return {
    origin: `http://127.0.0.1:${server.addr.port}`,
    requests,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

Deno.test("an application that wraps resource() in a generic function works [endpoint/REX-9]", async () => {
  await using server = serveShips();
  const ShipResource = harbourResource({
    urlPrefix: server.origin,
    path: "/:owner/ships/:id",
    schema: Ship,
  })
    .extend("moor", {
      path: "/:owner/ships/:id/moor",
      method: "POST",
      body: undefined,
    })
    .extend((base) => ({
      getFleet: base.getList.extend({ dataExpiryLength: 5 }),
    }))
    .extend({ get: { dataExpiryLength: 7 } });
  await using client = createClient();
  const list = await client.fetch(ShipResource.getList, {
    owner: "port",
    kind: "ships",
  });
  assertEquals(list.link, "</port/ships?page=2>");
  assertEquals(list.results.map(({ name }) => name), ["ship 1", "ship 2"]);
  assert(list.results[0] instanceof Ship);
  const moored = await client.fetch(ShipResource.moor, {
    owner: "port",
    id: "1",
  });
  assertEquals(moored.berth, 4);
  assertEquals(client.get(Ship, { id: "1" })?.berth, 4);
  await client.fetch(ShipResource.getList.push, {
    owner: "port",
    kind: "ships",
  }, { name: "Fram" });
  const now = client.read(ShipResource.getList, {
    owner: "port",
    kind: "ships",
  }).data;
  assertEquals(now?.results.map(({ name }) => name).at(-1), "Fram");
  assertEquals(ShipResource.getFleet.dataExpiryLength, 5);
  assertEquals(
    ShipResource.getFleet.key({ owner: "port", kind: "ships" }),
    ShipResource.getList.key({ owner: "port", kind: "ships" }),
  );
  assertEquals(ShipResource.get.dataExpiryLength, 7);
  assertEquals(server.requests, [
    "GET /port/ships?kind=ships",
    "POST /port/ships/1/moor",
    "POST /port/ships?kind=ships",
  ]);
});

const base = resource({ path: "/ships/:id", schema: Ship });
const getList = base.getList.extend({ path: "/ports/:port/ships" });
const spread = { ...base, getList, dock: base.get };

Deno.test("extend that is taken by itself starts from its resource [endpoint/REX-1] [endpoint/REX-9]", () => {
  const { extend } = base;
  const moored = extend("moor", { path: "/moor" });
  assertStrictEquals(moored.getList, base.getList);
  assertStrictEquals(
    extend((resource) => ({ list: resource.getList })).list,
    base.getList,
  );
});

Deno.test("create follows the list of an object, too [endpoint/REX-7]", () => {
  const { create } = spread.extend("moor", { path: "/moor" });
  assertEquals(create.name, "Ship.create");
  assertStrictEquals(create.schema, getList.push.schema);
  assertEquals(create.path, getList.path);
  const own = { ...spread, create: base.update };
  assertStrictEquals(own.extend({ get: {} }).create, base.update);
});

function neverCalled(): void {
  exact<ReturnType<typeof builder>["getList"], typeof getList>();
  function builder() {
    return spread.extend((base) => {
      exact<typeof base, typeof spread>();
      return { fleet: base.getList };
    });
  }
  // @ts-expect-error the object has no such member
  spread.extend({ deck: { dataExpiryLength: 5 } });
  // @ts-expect-error the list is that of a port
  spread.extend("moor", { path: "/moor" }).getList({ port: 1, quay: {} });
  // @ts-expect-error base knows nothing of it
  base.extend((base) => ({ dock: base.dock }));

  function wrap<O extends ResourceGenerics>(
    options: Readonly<O> & ResourceOptions,
  ) {
    const made = resource(options);
    return {
      ...made,
      getList: made.getList.extend({
        schema: { results: new Collection([options.schema]), link: "" },
      }),
      getAll: made.getList.extend({ schema: new Collection([options.schema]) }),
      count: made.getList.extend({ schema: undefined }),
    };
  }
  const Wrapped = wrap({ path: "/ships/:id", schema: Ship });
  void Wrapped.getList;
}

Deno.test("wrapped resources keep the types of their members, and a generic function may describe a list [endpoint/REX-9] [endpoint/REX-10]", () => {
  assertEquals(typeof neverCalled, "function");
});
