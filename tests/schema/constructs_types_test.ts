// deno-lint-ignore-file no-explicit-any -- wrong uses on purpose
import { assertStrictEquals } from "@std/assert";
import { assertType, type IsExact } from "@std/testing/types";
import {
  All,
  Collection,
  type Denormalize,
  type DenormalizeNullable,
  Entity,
  Invalidate,
  Lazy,
  type Normalize,
  Query,
  Scalar,
  schema,
  type SchemaArgs,
  Union,
  unshift,
  Values,
} from "../../schema/mod.ts";
import { exact } from "../support/exact.ts";

abstract class FeedItem extends Entity {
  id = 0;
  abstract type: "link" | "post";
}
class Link extends FeedItem {
  type = "link" as const;
  url = "";
  static override key = "Link";
}
class Post extends FeedItem {
  type = "post" as const;
  content = "";
  static override key = "Post";
}
class Ship extends Entity {
  id = "";
  name = "";
  draft = 0;
}
class ShipLog extends Entity {
  id = "";
  speed = 0;
}

/** Takes what `useQuery` and `get` take after the schema. */
function ask<S>(_schema: S, ..._args: SchemaArgs<S>): void {}

const feed = new Union({ link: Link, post: Post }, "type");

Deno.test("a Union is any of its entities, found by part of their fields [schema/TYP-3] [schema/TYP-11] [schema/TYP-14]", () => {
  exact<Denormalize<typeof feed>, Link | Post>();
  exact<DenormalizeNullable<typeof feed>, Link | Post | undefined>();
  const reference: Normalize<typeof feed> = { id: "1", schema: "link" };
  // @ts-expect-error not a key of the mapping
  const unknown: Normalize<typeof feed> = { id: "1", schema: "ad" };
  assertStrictEquals(unknown.id, reference.id);

  new Union({ links: Link, posts: Post }, (v: FeedItem) => `${v.type}s`);
  new Union({ links: Link, posts: Post }, (v) => v.kind);
  // @ts-expect-error not a property of all
  new Union({ link: Link, post: Post }, "url");
  // @ts-expect-error not a key of the mapping
  new Union({ link: Link, post: Post }, () => "zzz");
  // @ts-expect-error Ship is not found by a type
  new Union({ link: Link, ship: Ship }, "type");
  const withoutAttribute = () => {
    // @ts-expect-error the attribute is missing
    new Union({ link: Link, post: Post });
  };
  void withoutAttribute;

  ask(feed, { id: 1, type: "post" });
  ask(feed, { id: "1" });
  ask(feed, 1);
  // @ts-expect-error no field of either
  ask(feed, { bogus: 1 });
  // @ts-expect-error not a type of either
  ask(feed, { type: "ad" });
  // @ts-expect-error nothing to find it by
  ask(feed);
});

Deno.test("results are narrowed by their discriminator [schema/TYP-3]", () => {
  const read = (item: Denormalize<typeof feed>): string =>
    item.type === "link" ? item.url : item.content;
  assertStrictEquals(read(Link.fromJS({ url: "/a" })), "/a");
  // @ts-expect-error only links have a url
  const wrong = (item: Denormalize<typeof feed>) => item.url;
  void wrong;
});

Deno.test("All is a list of its entities, and takes no other schema [schema/TYP-4]", () => {
  const one = new All(Ship);
  const mapping = new All({ link: Link, post: Post }, "type");
  const union = new All(feed);
  exact<Denormalize<typeof one>, Ship[]>();
  exact<DenormalizeNullable<typeof one>, Ship[] | undefined>();
  exact<Denormalize<typeof mapping>, (Link | Post)[]>();
  exact<Denormalize<typeof union>, (Link | Post)[]>();
  ask(one);
  ask(one, { any: "thing" });
  // @ts-expect-error one argument at most
  ask(one, {}, {});
  const wrong = () => {
    // @ts-expect-error not an entity
    new All(new schema.Object({ ship: Ship }));
    // @ts-expect-error the attribute is missing
    new All({ link: Link, post: Post });
    // @ts-expect-error not a property of all
    new All({ link: Link, post: Post }, "url");
    // @ts-expect-error nothing to choose
    new All(Ship, "type");
    // @ts-expect-error a list is not an entity
    new All([Ship]);
  };
  void wrong;
  assertStrictEquals(one.isSingleSchema, true);
});

const ships = new Collection([Ship]);
const shipsByName = new Collection(new Values(Ship));
const fleetShips = new Collection([Ship], {
  argsKey: ({ fleet }: { fleet: string }) => ({ fleet }),
});

Deno.test("a Collection is its list or map, asked for by the parameters of argsKey [schema/TYP-7] [schema/TYP-11]", () => {
  exact<Denormalize<typeof ships>, Ship[]>();
  exact<DenormalizeNullable<typeof ships>, Ship[] | undefined>();
  exact<Denormalize<typeof shipsByName>, Record<string, Ship>>();
  exact<
    DenormalizeNullable<typeof shipsByName>,
    Record<string, Ship | undefined>
  >();
  exact<Normalize<typeof ships>, string>();
  exact<SchemaArgs<typeof fleetShips>, [{ fleet: string }]>();
  const mixed = new Collection([feed]);
  exact<Denormalize<typeof mixed>, (Link | Post)[]>();
  const list = new Collection(new schema.Array(Ship));
  exact<Denormalize<typeof list>, Ship[]>();

  ask(ships);
  ask(ships, { any: "thing" });
  ask(ships, { any: "thing" }, { body: 1 });
  ask(fleetShips, { fleet: "north" });
  // @ts-expect-error parameters are missing
  ask(fleetShips);
  // @ts-expect-error wrong parameter
  ask(fleetShips, { flet: "north" });
  // @ts-expect-error wrong type
  ask(fleetShips, { fleet: 1 });
  const wrong = () => {
    // @ts-expect-error an entity is not a list
    new Collection(Ship);
    // @ts-expect-error argsKey gives an object
    new Collection([Ship], { argsKey: () => "text" });
  };
  void wrong;
  assertStrictEquals(fleetShips.key, ships.key);
});

Deno.test("what does not apply to a Collection is never [schema/TYP-6]", () => {
  exact<typeof shipsByName["push"], never>();
  exact<typeof shipsByName["unshift"], never>();
  exact<typeof ships["assign"], never>();
  for (const collection of [ships, shipsByName]) {
    assertType<IsExact<typeof collection["remove"], never>>(false);
    assertType<IsExact<typeof collection["move"], never>>(false);
  }
  assertStrictEquals(ships.assign as unknown, undefined);
});

Deno.test("changes are one member, or entries, and take fields of the entity [schema/TYP-12] [schema/TYP-2]", () => {
  for (const change of ["push", "unshift", "remove", "move"] as const) {
    const operation = ships[change];
    assertType<IsExact<Denormalize<typeof operation>, Ship>>(true);
    exact<DenormalizeNullable<typeof operation>, Ship | undefined>();
    ask(operation, { name: "Ada", draft: "3" });
    // @ts-expect-error no field of a Ship
    ask(operation, { bogus: 1 });
  }
  const added = ships.addWith(unshift);
  exact<Denormalize<typeof added>, Ship>();
  const moved = shipsByName.moveWith((existing) => existing);
  exact<Denormalize<typeof moved>, Ship>();
  exact<Denormalize<typeof shipsByName["assign"]>, Record<string, Ship>>();
  assertStrictEquals(ships.push, ships.push);
});

Deno.test("a Query is what its function returns, asked for by its parameters and those of its schema [schema/TYP-8]", () => {
  const byDraft = new Query(
    new All(Ship),
    (all, { min = 0 }: { min?: number } = {}) =>
      all.filter((ship) => ship.draft >= min),
  );
  exact<Denormalize<typeof byDraft>, Ship[]>();
  exact<DenormalizeNullable<typeof byDraft>, Ship[] | undefined>();
  ask(byDraft);
  ask(byDraft, { min: 3 });
  // @ts-expect-error misspelt
  ask(byDraft, { mni: 3 });
  // @ts-expect-error one too many
  ask(byDraft, { min: 3 }, 4);

  const required = new Query(
    new All(Ship),
    (all, { min }: { min: number }) => all.length > min,
  );
  exact<Denormalize<typeof required>, boolean>();
  ask(required, { min: 1 });
  // @ts-expect-error the argument is missing
  ask(required);
  // @ts-expect-error wrong type
  ask(required, { min: "1" });

  const name = new Query(Ship, (ship) => ship.name);
  exact<Denormalize<typeof name>, string>();
  ask(name, { id: "1" });
  // @ts-expect-error no field of a Ship
  ask(name, { bogus: 1 });
  // @ts-expect-error nothing to find it by
  ask(name);

  const inFleet = new Query(
    fleetShips,
    (list, { asc }: { asc?: boolean }) => asc ? list : list.toReversed(),
  );
  ask(inFleet, { fleet: "north", asc: true });
  ask(inFleet, { fleet: "north" });
  // @ts-expect-error what the Collection is asked for by is missing
  ask(inFleet, { asc: true });

  // neighbours: arguments that are optional altogether, of the function or of the
  // Collection, any names, none, and the same name in both
  const ofAny = new Collection([Ship], {
    argsKey: ({ fleet }: { fleet?: string } = {}) => ({ fleet }),
  });
  const longest = new Query(
    ofAny,
    (ships, { draft = 0 }: { draft?: number } = {}) =>
      ships.filter((ship) => ship.draft > draft),
  );
  ask(longest);
  ask(longest, {});
  ask(longest, { draft: 3 });
  ask(longest, { fleet: "north" });
  ask(longest, { fleet: "north", draft: 3 });
  // @ts-expect-error misspelt, of the Collection
  ask(longest, { flet: "north" });
  // @ts-expect-error misspelt, of the function
  ask(longest, { fleet: "north", drft: 3 });
  // @ts-expect-error a fleet is a text
  ask(longest, { fleet: 1 });
  const from = new Query(
    ofAny,
    (ships, { draft }: { draft: number }) =>
      ships.filter((ship) => ship.draft > draft),
  );
  ask(from, { fleet: "north", draft: 3 });
  ask(from, { draft: 3 });
  // @ts-expect-error what the function needs is missing
  ask(from, { fleet: "north" });
  // @ts-expect-error the function needs its argument
  ask(from);
  const same = new Query(
    ofAny,
    (ships, { fleet }: { fleet?: string }) => [fleet, ships.length] as const,
  );
  ask(same, { fleet: "north" });
  const anyNames = new Query(
    new Collection([Ship]),
    (ships, { draft = 0 }: { draft?: number } = {}) =>
      ships.filter((ship) => ship.draft > draft),
  );
  ask(anyNames, { draft: 3 });
  // @ts-expect-error a Collection that declares nothing adds no names
  ask(anyNames, { drft: 3 });
  const counted = new Query(
    longest,
    (ships, { max }: { max: number }) => ships.length < max,
  );
  ask(counted, { fleet: "north", draft: 3, max: 5 });
  // @ts-expect-error max is missing
  ask(counted, { fleet: "north", draft: 3 });

  const joined = new Query(
    { ship: Ship, log: ShipLog },
    ({ ship, log }) => log?.speed ?? ship?.draft,
  );
  exact<Denormalize<typeof joined>, number>();
  ask(joined, { id: "1" });
  // @ts-expect-error the function takes a list of Ships
  new Query(new All(Ship), (ship: Ship) => ship.name);
  assertStrictEquals(byDraft.isLive, true);
});

Deno.test("Invalidate, Lazy and Scalar have types of their own [schema/TYP-13] [schema/TYP-11]", () => {
  const gone = new Invalidate(Ship);
  const eitherGone = new Invalidate(feed);
  const mappedGone = new Invalidate({ link: Link, post: Post }, "type");
  exact<Denormalize<typeof gone>, Ship>();
  exact<DenormalizeNullable<typeof gone>, Ship | undefined>();
  exact<Denormalize<typeof eitherGone>, Link | Post>();
  exact<Denormalize<typeof mappedGone>, Link | Post>();
  exact<Normalize<typeof gone>, string>();
  exact<SchemaArgs<typeof gone>, never>();

  const lazyShips = new Lazy([Ship]);
  exact<Denormalize<typeof lazyShips>, string[]>();
  exact<Denormalize<typeof lazyShips.query>, Ship[]>();
  exact<DenormalizeNullable<typeof lazyShips.query>, Ship[] | undefined>();
  ask(lazyShips.query, ["1", "2"]);
  // @ts-expect-error not references
  ask(lazyShips.query, [1]);
  const lazyShip = new Lazy(Ship);
  exact<Denormalize<typeof lazyShip>, string>();
  ask(lazyShip.query, { id: "1" });
  const lazyFeed = new Lazy(feed);
  ask(lazyFeed.query, { id: "1", schema: "link" });
  // @ts-expect-error not a key of the mapping
  ask(lazyFeed.query, { id: "1", schema: "ad" });
  const lazyFleet = new Lazy(fleetShips);
  ask(lazyFleet.query, { fleet: "north" });
  // @ts-expect-error what the Collection is asked for by is missing
  ask(lazyFleet.query, {});
  exact<SchemaArgs<typeof lazyShip>, never>();

  const share = new Scalar({
    lens: (args) => args[0]?.portfolio,
    key: "share",
    entity: Ship,
  });
  exact<Denormalize<typeof share>, Record<string, any>>();
  exact<DenormalizeNullable<typeof share>, Record<string, any> | undefined>();
  ask(share, { portfolio: "A" });
  const cells = new Collection([share]);
  exact<Denormalize<typeof cells>, Record<string, any>[]>();
  const numbers = new Values(Number);
  exact<Denormalize<typeof numbers>, Record<string, number>>();
  assertStrictEquals(lazyShips.query, lazyShips.query);
});

Deno.test("constructs refuse options they do not have [schema/TYP-13]", () => {
  const wrong = () => {
    // @ts-expect-error the entity is missing
    new Invalidate();
    // @ts-expect-error the attribute is missing
    new Invalidate({ link: Link, post: Post });
    // @ts-expect-error the lens is missing
    new Scalar({ key: "share" });
    // @ts-expect-error the key is missing
    new Scalar({ lens: () => "A" });
    // @ts-expect-error a lens gives text
    new Scalar({ lens: () => ({}), key: "share" });
    // @ts-expect-error the function is missing
    new Query(Ship);
  };
  assertStrictEquals(typeof wrong, "function");
});
