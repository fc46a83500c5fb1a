/**
 * An entity that was found without a response of its own answers the read of
 * one entity only if every required field was received.
 *
 * Neighbours that were tried: Unions, objects with one entity, Queries over one
 * entity, lists in objects; indexes; EntityMixin and a class with `process`;
 * Scalars, Queries and getters as fields; `set`, a message, an optimistic
 * creation, change and deletion; a response of another endpoint and of an
 * extended one; `fetchIfStale`, `prefetch`, `read`, `load`, `subscribe`,
 * `getResponse`, `get` and `All`.
 */
import { assert, assertEquals, assertInstanceOf } from "@std/assert";
import {
  All,
  Collection,
  Entity,
  EntityMixin,
  Invalidate,
  Query,
  Scalar,
  schema as schemas,
  Union,
  Values,
} from "../../schema/mod.ts";

import { load } from "../../controller/mod.ts";
import {
  answering,
  harbour,
  microtasks,
  mutating,
  reading,
} from "./harbour.ts";

class Port extends Entity {
  id = "";
}

class Ware extends Entity {
  id = "";
  name = "";
  price = 0;
  note: string | undefined = undefined;
  maker: string | null = null;
  tags: string[] = [];
  changed = new Date(0);
  similar = 0;
  format = () => `${this.name} ${this.price}`;
  static override schema = {
    changed: Date,
    similar: new Query(new All(Port), (ports: unknown[]) => ports.length),
  };

  get label(): string {
    return this.format();
  }
}

const whole = {
  id: "1",
  name: "Rope",
  price: 5,
  tags: [],
  changed: "2026-01-01T00:00:00Z",
};
const id = { id: "1" };
/** A server that answers a list. */
const rows = (list: unknown) => answering<unknown, []>(list);
const getList = () =>
  reading("wares", rows([{ id: "1", name: "Rope" }]), { schema: [Ware] });

Deno.test("an entity of a list that lacks a field is missing for endpoints of one entity [controller/EXP-12]", async () => {
  const server = answering(whole);
  const getWare = reading("getWare", server, { schema: Ware });
  using client = harbour();
  await client.fetch(getList());
  assertEquals(client.read(getWare, id).data, undefined);
  assertEquals(
    client.controller.getResponse(getWare, id, client.getState()).data,
    undefined,
  );
  // these show what there is
  assertEquals(client.get(Ware, id)?.name, "Rope");
  assertEquals(client.get(new All(Ware))?.length, 1);
  const ware = client.fetchIfStale(getWare, id);
  assertInstanceOf(ware, Promise);
  assertEquals((await ware as Ware).price, 5);
  assertEquals(server.calls.length, 1);
  assertEquals(client.read(getWare, id).data?.price, 5);
});

Deno.test("an entity with every required field needs no response of its own [controller/EXP-12] [controller/CTL-21]", async () => {
  const server = answering(whole);
  const getWare = reading("getWare", server, { schema: Ware });
  using client = harbour();
  // neither `note` nor `maker`, the getter, the function and the Query are required
  await client.fetch(reading("wares", rows([whole]), { schema: [Ware] }));
  const ware = client.fetchIfStale(getWare, id);
  assertInstanceOf(ware, Ware);
  await client.controller.prefetch(getWare, id);
  assertEquals(server.calls.length, 0);
});

Deno.test("a field is received whoever brought it, and null is a value [controller/EXP-12]", async () => {
  const getWare = reading("getWare", answering(whole), { schema: Ware });
  using client = harbour();
  await client.fetch(getList());
  await client.set(Ware, id, { id: "1", price: null, tags: null } as never);
  assertEquals(client.read(getWare, id).data, undefined);
  await client.fetch(
    reading("times", rows([{ id: "1", changed: null }]), { schema: [Ware] }),
  );
  assertEquals(client.read(getWare, id).data?.price, null);
});

Deno.test("what a response of the endpoint leaves out is not required, of no row [controller/EXP-13]", async () => {
  // a server omits what is zero, and a class has fields of its own
  let answer: object = { id: "1", name: "Rope", tags: [], changed: null };
  const server = answering<object>(() => answer);
  const getWare = reading("getWare", server, { schema: Ware });
  const getOther = reading("getOther", answering(whole), { schema: Ware });
  using client = harbour();
  // the row has the price from elsewhere
  await client.set(Ware, id, whole as never);
  await client.fetch(getWare, id);
  const others = [
    { id: "2", name: "Sail", tags: [], changed: null },
    { id: "3", name: "Mast", changed: null },
  ];
  await client.fetch(reading("wares", rows(others), { schema: [Ware] }));
  assertEquals(client.read(getWare, { id: "2" }).data?.name, "Sail");
  assertEquals(client.read(getOther, { id: "2" }).data, undefined);
  assertEquals(client.read(getWare, { id: "3" }).data, undefined);
  answer = { id: "3", name: "Mast", changed: null };
  await client.fetchIfStale(getWare, { id: "3" });
  assertEquals(client.read(getWare, { id: "3" }).data?.tags, []);
  // its own response is an answer, whatever it lacks
  assertEquals(server.calls.length, 2);
});

Deno.test("a response of a class that processes it is known by the row [controller/EXP-13]", async () => {
  class Crate extends Entity {
    id = "";
    netWeight = 0;
    isOpen = false;
    // deno-lint-ignore no-explicit-any -- any response
    static override process({ net_weight, ...rest }: any): any {
      return net_weight === undefined
        ? rest
        : { ...rest, netWeight: net_weight };
    }
  }
  const server = answering({ id: "1", net_weight: 5 });
  const getCrate = reading("getCrate", server, { schema: Crate });
  using client = harbour();
  await client.fetch(getCrate, id);
  const crates = [{ id: "2", net_weight: 1 }, { id: "3" }];
  await client.fetch(reading("crates", rows(crates), { schema: [Crate] }));
  assertEquals(client.read(getCrate, { id: "2" }).data?.netWeight, 1);
  assertEquals(client.read(getCrate, { id: "3" }).data, undefined);
});

Deno.test("static partial shows what there is [controller/EXP-14]", async () => {
  class Draft extends Entity {
    id = "";
    text = "";
    static override partial = true;
  }
  const server = answering({ id: "1", text: "x" });
  const getDraft = reading("getDraft", server, { schema: Draft });
  using client = harbour();
  await client.set(Draft, id, id);
  assertInstanceOf(client.fetchIfStale(getDraft, id), Draft);
  assertEquals(server.calls.length, 0);
});

Deno.test("Unions, objects, Queries, indexes and mixins require the same [controller/EXP-12]", async () => {
  class Tug extends Entity {
    id = "";
    kind = "tug" as const;
    slug = "";
    pull = 0;
    static override indexes = ["slug"] as const;
  }
  class Plain {
    id = "";
    pull = 0;
  }
  class Mixed extends EntityMixin(Plain, { key: "Mixed" }) {}
  const either = new Union({ tug: Tug }, "kind");
  const row = { id: "1", kind: "tug", slug: "t" };
  const cases: [schema: unknown, args: object][] = [
    [Tug, id],
    [Tug, { slug: "t" }],
    [either, id],
    [{ tug: Tug }, id],
    [new schemas.Object({ tug: either }), id],
    [new Query(Tug, (tug: Tug) => tug.pull), id],
    [Mixed, id],
  ];
  for (const [schema, args] of cases) {
    const get = reading("get", answering({}), { schema });
    using client = harbour();
    await client.fetch(reading("tugs", rows([row]), { schema: [Tug] }));
    await client.set(Mixed as never, id as never, id as never);
    assertEquals(client.read(get, args as never).data, undefined);
    await client.set(Tug, id, { pull: 3, id: "1" });
    await client.set(Mixed as never, id as never, { ...id, pull: 3 } as never);
    const { data } = client.read(get, args as never);
    assert(data !== undefined, `${JSON.stringify(args)}`);
  }
});

Deno.test("the value of a field under a lens is requested by an endpoint of one entity that has it [controller/EXP-12] [controller/EXP-13]", async () => {
  class Stocked extends Entity {
    id = "";
    stock: number | undefined = undefined;
  }
  const stock = new Scalar({
    lens: ([args]) => args?.warehouse,
    key: "warehouse",
    entity: Stocked,
  });
  Stocked.schema = { stock };
  const north = { id: "1", warehouse: "north" };
  const south = { id: "1", warehouse: "south" };
  let answer: object = { id: "1", stock: 3 };
  const get = reading("get", answering(() => answer), { schema: Stocked });
  const columns = reading("columns", answering({ 1: { stock: 0 } }), {
    schema: new Values(stock),
  });
  using client = harbour();
  const stockIn = (args: { id: string; warehouse?: string }) => {
    const { data } = client.read(get, args);
    return data && [(data as Stocked).stock];
  };
  await client.fetch(get, north);
  assertEquals([stockIn(north), stockIn(south)], [[3], undefined]);
  assertEquals(stockIn({ id: "1" }), [undefined], "nothing asks for a stock");
  await client.fetch(columns, south);
  assertEquals([stockIn(north), stockIn(south)], [[3], [0]]);
  // an endpoint that does not bring it is not waited for
  answer = { id: "1" };
  const west = { id: "1", warehouse: "west" };
  await client.fetch(get, west);
  assertEquals(stockIn({ id: "1", warehouse: "east" }), [undefined]);
});

Deno.test("lists, also those beside an entity in an object, show what there is [controller/EXP-12]", async () => {
  const wares = new Collection([Ware]);
  const list = reading("list", rows([{ id: "1", name: "Rope" }]), {
    schema: wares,
  });
  const page = reading("page", rows({}), { schema: { wares } });
  using client = harbour();
  await client.fetch(list);
  const { data } = client.read(page);
  assertEquals((data as { wares: Ware[] }).wares[0]?.name, "Rope");
});

Deno.test("a class may compute a field of its row [controller/EXP-12]", async () => {
  class Page extends Entity {
    id = "";
    href = "";
    // deno-lint-ignore no-explicit-any -- any props
    static override fromJS(props?: any): any {
      const page = super.fromJS(props) as Page;
      page.href = `/pages/${page.id}`;
      return page;
    }
  }
  const getPage = reading("getPage", answering({}), { schema: Page });
  using client = harbour();
  await client.set(Page, id, id);
  assertEquals(client.read(getPage, id).data?.href, "/pages/1");
});

Deno.test("a pending creation is complete, and what is confirmed is what was received [controller/EXP-15]", async () => {
  const answer = Promise.withResolvers<object>();
  const create = mutating("create", (): Promise<unknown> => answer.promise, {
    schema: new Collection([Ware]).push,
    getOptimisticResponse: () => ({ id: "1", name: "Rope" }),
  });
  const server = answering(whole);
  const getWare = reading("getWare", server, { schema: Ware });
  using client = harbour();
  const created = client.fetch(create);
  assertEquals(client.read(getWare, id).data?.name, "Rope");
  answer.resolve({ id: "1", name: "Rope" });
  await created;
  assertEquals(client.read(getWare, id).data, undefined);
  assertEquals(client.get(Ware, id)?.name, "Rope");
});

Deno.test("an optimistic change of a row completes it only by what it changes [controller/EXP-15]", async () => {
  const change = mutating(
    "change",
    (): Promise<unknown> => new Promise(() => {}),
    { schema: Ware, getOptimisticResponse: () => ({ id: "1", name: "Line" }) },
  );
  const getWare = reading("getWare", answering(whole), { schema: Ware });
  using client = harbour();
  await client.fetch(getList());
  client.fetch(change).catch(() => {});
  assertEquals(client.get(Ware, id)?.name, "Line");
  assertEquals(client.read(getWare, id).data, undefined);
});

Deno.test("a row that lacks fields lacks them also while its deletion is pending, and one that is created and deleted at once stays whole [controller/EXP-12] [controller/EXP-15]", async () => {
  const never = (): Promise<unknown> => new Promise(() => {});
  const remove = mutating("remove", never as (_: object) => Promise<unknown>, {
    schema: new Invalidate(Ware),
    getOptimisticResponse: (_: unknown, row: object) => row,
  });
  const create = mutating("create", never, {
    schema: new Collection([Ware]).push,
    getOptimisticResponse: () => ({ id: "2", name: "Line" }),
  });
  const getWare = reading("getWare", answering(whole), { schema: Ware });
  using client = harbour();
  await client.fetch(getList());
  client.fetch(create).catch(() => {});
  assertEquals(client.read(getWare, { id: "2" }).data?.name, "Line");
  for (const row of [id, { id: "2" }]) {
    client.fetch(remove, row).catch(() => {});
  }
  assertEquals(client.get(Ware, id), undefined);
  assertEquals(client.read(getWare, id).data, undefined);
  assertEquals(client.read(getWare, { id: "2" }).data?.name, "Line");
  await client.fetch(getWare, id);
  assertEquals(client.read(getWare, id).data?.price, 5);
});

Deno.test("a subscriber that has shown a row keeps it, and it is requested once [controller/EXP-16]", async () => {
  const answer = Promise.withResolvers<object>();
  const create = mutating("create", (): Promise<unknown> => answer.promise, {
    schema: new Collection([Ware]).push,
    getOptimisticResponse: () => ({ id: "1", name: "Rope" }),
  });
  const detail = Promise.withResolvers<object>();
  let calls = 0;
  const getWare = reading("getWare", (_: { id: string }) => {
    calls++;
    return detail.promise;
  }, { schema: Ware });
  using client = harbour();
  const created = client.fetch(create);
  const shown: (number | undefined)[] = [];
  client.subscribe(getWare, [id], ({ data }) => shown.push(data?.price));
  await microtasks();
  const promise = load(client.controller, getWare, id);
  answer.resolve({ id: "1", name: "Rope" });
  await created;
  await new Promise((resolve) => setTimeout(resolve));
  assert(shown.every((price) => price === 0), `${shown}`);
  assertEquals(calls, 1);
  const { status } = load(client.controller, getWare, id);
  assertEquals([promise.status, status], ["fulfilled", "fulfilled"]);
  detail.resolve(whole);
  await new Promise((resolve) => setTimeout(resolve));
  assertEquals(shown.at(-1), 5);
  assertEquals(calls, 1);
});

Deno.test("a subscriber to a row that lacks fields waits for it [controller/EXP-12]", async () => {
  const detail = Promise.withResolvers<object>();
  const getWare = reading("getWare", (_: { id: string }) => detail.promise, {
    schema: Ware,
  });
  using client = harbour();
  await client.fetch(getList());
  const shown: unknown[] = [];
  client.subscribe(
    getWare,
    [id],
    ({ data, loading }) => shown.push([data?.price, loading]),
  );
  await microtasks();
  assertEquals(shown, [[undefined, true]]);
  detail.resolve(whole);
  await new Promise((resolve) => setTimeout(resolve));
  assertEquals(shown.at(-1), [5, false]);
});
