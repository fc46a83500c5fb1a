// Schemas of functions that are generic in them. Tried: a schema that may be anything, an
// entity class, one in a list, an object and a Collection; laid over an endpoint of a known
// and of an unknown path, over a list, over an endpoint that is itself a parameter, over
// nothing; members of a resource whose options are the parameter.
import { assertEquals, assertStrictEquals } from "@std/assert";
import { assertType, type IsExact } from "@std/testing/types";
import {
  Collection,
  Entity,
  type EntityInterface,
  resource,
  type ResourceGenerics,
  type ResourceOptions,
  RestEndpoint,
  type RestGenerics,
} from "../../mod.ts";
import type { Schema } from "../../schema/mod.ts";
import { typesOnly } from "./types_only.ts";
import { exact } from "../support/exact.ts";

class Ship extends Entity {
  id = "";
  name = "";
}
const ShipResource = resource({ path: "/ships/:id", schema: Ship });
const { get, getList } = ShipResource;
const download = new RestEndpoint({
  path: "/files/:id",
  schema: undefined,
  content: "blob",
});

const ofAny = <S extends Schema>(schema: S) => getList.extend({ schema });
const ofClass = <S extends typeof Entity>(schema: S) =>
  get.extend({ schema, path: "/any/:no" });
const ofPage = <S extends EntityInterface>(schema: S) =>
  getList.extend({ schema: { items: new Collection([schema]), next: "" } });
const made = <S extends Schema>(schema: S) =>
  new RestEndpoint({ path: "/any/:no", schema });
const over = <O extends RestGenerics, S extends EntityInterface>(
  endpoint: RestEndpoint<O>,
  schema: S,
) => endpoint.extend({ schema });

Deno.test("a function may be generic in the schema that it gives an endpoint [endpoint/REX-10]", () => {
  const ships = ofAny([Ship]);
  assertEquals(ships.schema, [Ship]);
  assertType<IsExact<Awaited<ReturnType<typeof ships>>, unknown>>(false);
  assertType<IsExact<typeof ships.schema, (typeof Ship)[]>>(true);
  const ship = ofClass(Ship);
  assertStrictEquals(ship.schema, Ship);
  exact<typeof ship.schema, typeof Ship>();
  exact<Parameters<typeof ship>, [{ no: string | number }]>();
  const page = ofPage(Ship);
  assertEquals(page.key(), getList.key());
  exact<typeof page.schema.next, string>();
  assertStrictEquals(made(Ship).schema, Ship);
  assertStrictEquals(over(get, Ship).schema, Ship);
});

Deno.test("so may one that is generic in the options of a resource, or in an endpoint [endpoint/REX-10]", () => {
  const wrap = <O extends ResourceGenerics>(
    options: Readonly<O> & ResourceOptions,
  ) => {
    const base = resource(options);
    return {
      ...base,
      getAll: base.getList.extend({ schema: [options.schema] }),
      getAny: base.getList.extend({ schema: options.schema }),
      getShip: base.get.extend({ schema: Ship }),
    };
  };
  const of = <S extends Schema, Path extends string>(schema: S, path: Path) => {
    const base = resource({ path, schema });
    return { ...base, getList: base.getList.extend({ schema }) };
  };
  const listOf = <E extends RestEndpoint>(endpoint: E) =>
    endpoint.extend({ schema: [Ship] });
  const fresh = <O extends RestGenerics>(endpoint: RestEndpoint<O>) =>
    endpoint.extend({ dataExpiryLength: 5 });
  const extended = <S extends EntityInterface>(schema: S) =>
    resource({ path: "/any/:id", schema })
      .extend("search", { path: "/search", schema: new Collection([schema]) });
  const Wrapped = wrap({ path: "/ships/:id", schema: Ship });
  assertStrictEquals(Wrapped.getShip.schema, Ship);
  assertEquals(Wrapped.getAll.schema, [Ship]);
  assertStrictEquals(of(Ship, "/ships/:id").getList.schema, Ship);
  assertEquals(listOf(get).schema, [Ship]);
  assertEquals(fresh(get).dataExpiryLength, 5);
  assertEquals(extended(Ship).search.key(), "GET /search");
});

Deno.test("what is known to be no schema is refused all the same [endpoint/TYP-96]", () => {
  assertEquals(get.extend({ schema: "" }).schema, "");
  typesOnly(() => {
    const placeholder = get.extend({ schema: "" });
    exact<typeof placeholder.schema, "">();
    // @ts-expect-error a text
    get.extend({ schema: "Ship" });
    // @ts-expect-error a number
    get.extend({ schema: 5 });
    // @ts-expect-error an instance
    get.extend({ schema: Ship.fromJS() });
    // @ts-expect-error a text
    ShipResource.extend("search", { schema: "Ship" });
    // @ts-expect-error a text
    new RestEndpoint({ path: "/", schema: "Ship" });
    // @ts-expect-error an instance
    new RestEndpoint({ path: "/", schema: Ship.fromJS() });
    // @ts-expect-error a list
    resource({ path: "/ships/:id", schema: [Ship] });
    // @ts-expect-error binary content has no schema
    get.extend({ content: "blob" });
    // @ts-expect-error binary content has no schema
    download.extend({ schema: Ship });
    // @ts-expect-error binary content has no schema, not one of lists either
    download.extend({ schema: [Ship] });
    download.extend({ schema: Ship, content: "json" });
  });
});
