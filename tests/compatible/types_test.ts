// Types that applications of Reactive Data Client rely on. Tried beside each: hooks with
// fewer parameters on every member of a resource, on endpoints with and without a
// payload; functions for pages with typed, untyped and destructured parameters, with and
// without noImplicitAny; `url` of reads, changes and lists; Lazy of each schema.
import { assert, assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import {
  All,
  Collection,
  createClient,
  type EndpointInterface,
  Entity,
  type GCOptions,
  GCPolicy,
  Lazy,
  type ReadEndpoint,
  resource,
  type ResourceOptions,
  RestEndpoint,
  type schema,
  Values,
} from "../../mod.ts";
import { useQuery, useSuspense } from "../../react/mod.ts";
import type { GCOptions as GCOptionsOfReact } from "../../react/mod.ts";

class Ship extends Entity {
  id = "";
  name = "";
}
class Port extends Entity {
  id = "";
  kind = "port" as const;
}
const ShipResource = resource({
  path: "/ships/:id",
  schema: Ship,
  searchParams: {} as { page?: string },
});
const { getList, update, partialUpdate } = ShipResource;

Deno.test("update may leave out arguments, and types the previous value [endpoint/TYP-94]", async () => {
  const seen: string[] = [];
  const add = (id: string) => ({
    "/seen": (previous: string[] = []) => {
      seen.push(...previous, id);
      return [...previous, id];
    },
  });
  const change = update.extend({ update: add });
  const create = getList.push.extend({ update: add });
  const both: EndpointInterface[] = [
    change,
    create,
    partialUpdate.extend({ update: add }),
    new RestEndpoint({
      path: "/ships",
      method: "POST",
      schema: Ship,
      update: add,
    }),
    ShipResource.extend({ update: { update: add } }).update,
    ShipResource.extend("make", { method: "POST", update: add }).make,
    resource({ path: "/ships/:id", schema: Ship, update: add }).update,
  ];
  assertEquals(both.length, 7);
  await using client = createClient();
  await client.setResponse(change, { id: "2" }, { name: "Fram" }, { id: "2" });
  assertEquals(seen, ["2"]);
});

Deno.test("other hooks may leave out arguments, too [endpoint/TYP-94]", () => {
  const create = getList.push.extend({
    getOptimisticResponse: () => ({ id: "new" }),
    key: () => "POST ships",
    process: (value) => value,
  });
  assertEquals(create.key({ name: "x" }), "POST ships");
  getList.push.extend({
    getOptimisticResponse: (snap, params, body) =>
      snap.get(Ship, { id: "1" }) ?? { ...params, ...body },
  });
});

Deno.test("a function for pages needs no types for its parameters [endpoint/TYP-72]", () => {
  const page = getList.paginated((
    { cursor: page }: { cursor: string },
  ) => [{ page }]);
  assertEquals(page.key({ cursor: "2" }), getList.key({ page: "2" }));
  const untyped = getList.paginated(({ cursor, ...list }) => [
    cursor ? list : {},
  ]);
  assertEquals(
    untyped.key({ cursor: "2", page: "1" }),
    getList.key({ page: "1" }),
  );
  // @ts-expect-error the list has no such argument
  getList.paginated(({ cursor }: { cursor: string }) => [{ pages: cursor }]);
});

Deno.test("url takes all arguments of a call [endpoint/TYP-24]", () => {
  assertEquals(update.url({ id: "1" }, { name: "x" }), "/ships/1");
  assertEquals(partialUpdate.url({ id: "1" }, { name: "x" }), "/ships/1");
  assertEquals(getList.push.url({ page: "2" }, { name: "x" }), "/ships?page=2");
});

Deno.test("a relation to everything is asked for by its references [schema/LAZ-3]", async () => {
  await using client = createClient();
  await client.set(Ship, { id: "1" }, { id: "1", name: "Fram" });
  await client.set(Port, { id: "2" }, { id: "2", kind: "port" });
  const ships = new Lazy(new All(Ship));
  const all = new Lazy(new All({ ship: Ship, port: Port }, "id"));
  assertEquals(client.get(ships.query, ["1"])?.[0]?.name, "Fram");
  assertEquals(
    client.get(all.query, [{ id: "2", schema: "port" }])?.map(({ id }) => id),
    ["2"],
  );
});

/** Sweeps when the application says so. */
class PolicyOfOwn extends GCPolicy {
  readonly sweeps: string[] = [];
  isPaused = false;

  sweepNow(): void {
    this.runSweep();
  }

  protected override runSweep(): void {
    const { endpoints } = this.controller.getState();
    this.sweeps.push(Object.keys(endpoints).join());
    if (!this.isPaused) super.runSweep();
  }
}

Deno.test("a policy of an application sweeps when it wants to [controller/GC-18]", async () => {
  using time = new FakeTime();
  const options: GCOptions & GCOptionsOfReact = { intervalMS: 1000 };
  const policy = new PolicyOfOwn({ ...options, expiresAt: () => 0 });
  await using client = createClient({ gcPolicy: policy });
  const { get } = ShipResource;
  const isStored = () => client.read(get, { id: "1" }).data !== undefined;
  await client.setResponse(get, { id: "1" }, { id: "1" });
  assert(isStored());

  await time.tickAsync(10);
  policy.sweepNow();
  await time.tickAsync(10);
  assertEquals(isStored(), false);
  assertEquals(policy.sweeps, [get.key({ id: "1" })]);

  await client.setResponse(get, { id: "1" }, { id: "1" });
  policy.isPaused = true;
  await time.tickAsync(2500);
  assertEquals(policy.sweeps.length, 3, "the policy goes on asking");
  assert(isStored());
  policy.isPaused = false;
  await time.tickAsync(1500);
  assertEquals(isStored(), false);
});

function neverCalled(ids: string[]): void {
  const Endpoint: ResourceOptions["Endpoint"] = RestEndpoint;
  const List: ResourceOptions["Collection"] = Collection;
  const described: schema.EntityInterface = Ship;
  void [Endpoint, List, described];

  const read = (endpoint: ReadEndpoint) => useSuspense(endpoint, { id: "1" });
  read(ShipResource.get);
  // @ts-expect-error it changes something
  read(ShipResource.update);
  const one: ReadEndpoint<typeof ShipResource.get, typeof Ship> =
    ShipResource.get;
  void one;

  useQuery(new Lazy(new All(Ship)).query, ids);
  useQuery(new Lazy([Ship]).query, ids);
  useQuery(new Lazy(Ship).query, { id: "1" });
  useQuery(new Lazy(new Values(Ship)).query, { a: "1" });
  // @ts-expect-error references of several entities say which
  useQuery(new Lazy(new All({ a: Ship, b: Port }, "id")).query, ids);
}

Deno.test("names and types of the reference are there [endpoint/PKG-1]", () => {
  assertEquals(typeof neverCalled, "function");
});
