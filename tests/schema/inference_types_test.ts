// deno-lint-ignore-file no-explicit-any -- some tests are about any
import { assert, assertEquals } from "@std/assert";
import { assertType, type IsExact } from "@std/testing/types";
import type { Temporal } from "temporal-polyfill";
import type { Decimal } from "decimal.js";
import * as v from "valibot";
import { z } from "zod";
import {
  All,
  ArraySchema,
  Collection,
  Entity,
  EntityMixin,
  Invalidate,
  Lazy,
  MemoCache,
  normalize,
  ObjectSchema,
  Query,
  Scalar,
  Union,
  Values,
} from "../../schema/mod.ts";
import type {
  AbstractInstanceType,
  CollectionOptions,
  DefaultArgs,
  Denormalize,
  DenormalizeNullable,
  EntityFields,
  EntityInterface,
  EntityMap,
  IDenormalizeDelegate,
  IEntityClass,
  IEntityInstance,
  INormalizeDelegate,
  IQueryDelegate,
  Mergeable,
  Normalize,
  NormalizeNullable,
  ObjectArgs,
  PolymorphicInterface,
  Queryable,
  Schema,
  SchemaArgs,
  SchemaClass,
  SchemaSimple,
} from "../../schema/mod.ts";
import { Port } from "./harbour.ts";

class Ship extends Entity {
  id = "";
  draft = 0;
  home = Port.fromJS();
  static override key = "Ship";
  static override schema = { home: Port };
  get title(): string {
    return this.id;
  }
  sail(): void {}
}

abstract class Notice extends Entity {
  id = 0;
  abstract kind: "storm" | "closure";
}

class Storm extends Notice {
  kind = "storm" as const;
  force = 0;
  static override key = "Storm";
}

class Closure extends Notice {
  kind = "closure" as const;
  port = "";
  static override key = "Closure";
}

const mapping = { storm: Storm, closure: Closure };
const union = new Union(mapping, "kind");

/** How hooks and controller ask: all types of a query in one call. */
declare function get<S extends Queryable>(
  schema: S,
  ...args: SchemaArgs<S>
): DenormalizeNullable<S>;

/** Code that must compile, or must not, but is not to run. */
function unrun(_code: () => void): void {}

Deno.test("entities [schema/TYP-14]", () => {
  assertType<IsExact<Denormalize<typeof Ship>, Ship>>(true);
  assertType<IsExact<DenormalizeNullable<typeof Ship>, Ship | undefined>>(true);
  assertType<IsExact<Denormalize<typeof Ship>["home"], Port>>(true);
  assertType<
    IsExact<SchemaArgs<typeof Ship>, [EntityFields<Ship> | string | number]>
  >(true);
  unrun(() => {
    get(Ship, { id: "5" });
    get(Ship, { id: 5, draft: "3" });
    get(Ship, "5");
    get(Ship, 5);
    // @ts-expect-error no arguments
    get(Ship);
    // @ts-expect-error misspelt
    get(Ship, { idd: "5" });
    // @ts-expect-error wrong type
    get(Ship, { id: true });
  });
});

Deno.test("lists [schema/TYP-14]", () => {
  const list = new ArraySchema(Ship);
  const several = new ArraySchema(mapping, "kind");
  const ofUnion = [union];
  assertType<IsExact<Denormalize<(typeof Ship)[]>, Ship[]>>(true);
  assertType<
    IsExact<DenormalizeNullable<(typeof Ship)[]>, Ship[] | undefined>
  >(true);
  assertType<IsExact<Denormalize<typeof list>, Ship[]>>(true);
  assertType<
    IsExact<DenormalizeNullable<typeof list>, Ship[] | undefined>
  >(true);
  assertType<IsExact<Denormalize<typeof several>, (Storm | Closure)[]>>(true);
  assertType<IsExact<Denormalize<typeof ofUnion>, (Storm | Closure)[]>>(true);
  assertType<
    IsExact<
      DenormalizeNullable<typeof ofUnion>,
      (Storm | Closure)[] | undefined
    >
  >(true);
  unrun(() => {
    // @ts-expect-error lists cannot be queried
    get([Ship], {});
    // @ts-expect-error lists cannot be queried
    get(list, {});
  });
});

Deno.test("objects: placeholders type their members, lists of objects nest [schema/TYP-9] [schema/TYP-14]", () => {
  const page = {
    ship: Ship,
    page: "",
    count: 0,
    isLast: false,
    items: [{ port: Port, note: "" }],
  };
  assertType<
    IsExact<Denormalize<typeof page>, {
      ship: Ship;
      page: string;
      count: number;
      isLast: boolean;
      items: { port: Port; note: string }[];
    }>
  >(true);
  assertType<
    IsExact<DenormalizeNullable<typeof page>, {
      ship: Ship | undefined;
      page: string;
      count: number;
      isLast: boolean;
      items: { port: Port; note: string }[] | undefined;
    }>
  >(true);
  assertType<
    IsExact<Denormalize<{ readonly next: ""; readonly total: 0 }>, {
      next: string;
      total: number;
    }>
  >(true);
  const object = new ObjectSchema({ ship: Ship, page: "" });
  assertType<
    IsExact<Denormalize<typeof object>, { ship: Ship; page: string }>
  >(true);
  assertType<
    IsExact<
      ObjectArgs<{ ship: typeof Ship; port: typeof Port; page: string }>,
      | [EntityFields<Ship> | string | number]
      | [EntityFields<Port> | string | number]
    >
  >(true);
  unrun(() => {
    get({ ship: Ship, page: "" }, { id: "1" });
    get(object, { id: "1" });
    // @ts-expect-error misspelt
    get({ ship: Ship, page: "" }, { idd: "1" });
  });
});

Deno.test("maps [schema/TYP-14]", () => {
  const ships = new Values(Ship);
  const notices = new Values(mapping, "kind");
  const numbers = new Values(Number);
  assertType<IsExact<Denormalize<typeof ships>, Record<string, Ship>>>(true);
  assertType<
    IsExact<
      DenormalizeNullable<typeof ships>,
      Record<string, Ship | undefined>
    >
  >(true);
  assertType<
    IsExact<Denormalize<typeof notices>, Record<string, Storm | Closure>>
  >(true);
  assertType<
    IsExact<Denormalize<typeof numbers>, Record<string, number>>
  >(true);
  unrun(() => {
    // @ts-expect-error maps cannot be queried
    get(ships, {});
  });
});

Deno.test("unions: the attribute is checked, the discriminator narrows results [schema/TYP-3] [schema/TYP-14]", () => {
  assertType<IsExact<Denormalize<typeof union>, Storm | Closure>>(true);
  assertType<
    IsExact<DenormalizeNullable<typeof union>, Storm | Closure | undefined>
  >(true);
  unrun(() => {
    const notice = get(union, { id: 5, kind: "storm" });
    if (notice?.kind === "storm") {
      assertType<IsExact<typeof notice, Storm>>(true);
    }
    get(union, { id: "5" });
    new Union(mapping, (value: { type: "storm" | "closure" }) => value.type);
    // @ts-expect-error not a property of both
    new Union(mapping, "force");
    // @ts-expect-error not a key of the mapping
    new Union(mapping, () => "zzz");
    // @ts-expect-error missing attribute
    new Union(mapping);
    // @ts-expect-error wrong type
    get(union, { kind: true });
  });
});

Deno.test("all of a kind: an entity, a mapping with its attribute, a union [schema/TYP-4] [schema/TYP-14]", () => {
  const ships = new All(Ship);
  const notices = new All(mapping, "kind");
  const ofUnion = new All(union);
  assertType<IsExact<Denormalize<typeof ships>, Ship[]>>(true);
  assertType<
    IsExact<DenormalizeNullable<typeof ships>, Ship[] | undefined>
  >(true);
  assertType<IsExact<Denormalize<typeof notices>, (Storm | Closure)[]>>(true);
  assertType<IsExact<Denormalize<typeof ofUnion>, (Storm | Closure)[]>>(true);
  unrun(() => {
    get(ships);
    get(ships, { any: "argument" });
    // @ts-expect-error at most one argument
    get(ships, {}, {});
    // @ts-expect-error a mapping needs an attribute
    new All(mapping);
    // @ts-expect-error not an entity
    new All(new ObjectSchema({ ship: Ship }));
  });
});

Deno.test("collections: arguments are those of argsKey [schema/TYP-7] [schema/TYP-14]", () => {
  const list = new Collection([Ship]);
  const map = new Collection(new Values(Ship));
  const byFleet = new Collection([Ship], {
    argsKey: ({ fleet }: { fleet: string }) => ({ fleet }),
  });
  assertType<IsExact<Denormalize<typeof list>, Ship[]>>(true);
  assertType<
    IsExact<DenormalizeNullable<typeof list>, Ship[] | undefined>
  >(true);
  assertType<IsExact<Denormalize<typeof map>, Record<string, Ship>>>(true);
  assertType<
    IsExact<DenormalizeNullable<typeof map>, Record<string, Ship | undefined>>
  >(true);
  assertType<
    IsExact<SchemaArgs<typeof byFleet>, [{ fleet: string }]>
  >(true);
  assertType<IsExact<SchemaArgs<typeof list>, DefaultArgs>>(true);
  unrun(() => {
    get(list);
    get(list, { any: "member" });
    get(byFleet, { fleet: "a" });
    // @ts-expect-error no arguments
    get(byFleet);
    // @ts-expect-error wrong member
    get(byFleet, { flet: "a" });
  });
});

Deno.test("changes of collections: one member, and those that do not apply are never [schema/TYP-6] [schema/TYP-12] [schema/TYP-14]", () => {
  const list = new Collection([Ship]);
  const map = new Collection(new Values(Ship));
  assertType<IsExact<Denormalize<typeof list.push>, Ship>>(true);
  assertType<IsExact<Denormalize<typeof list.unshift>, Ship>>(true);
  assertType<IsExact<Denormalize<typeof list.remove>, Ship>>(true);
  assertType<IsExact<Denormalize<typeof list.move>, Ship>>(true);
  assertType<
    IsExact<DenormalizeNullable<typeof list.push>, Ship | undefined>
  >(true);
  assertType<IsExact<Denormalize<typeof map.assign>, Record<string, Ship>>>(
    true,
  );
  assertType<IsExact<Denormalize<typeof map.remove>, Ship>>(true);
  assertType<IsExact<typeof list.assign, never>>(true);
  assertType<IsExact<typeof map.push, never>>(true);
  assertType<IsExact<typeof map.unshift, never>>(true);
});

Deno.test("queries: the parameters of the function are the arguments [schema/TYP-8] [schema/TYP-14]", () => {
  const deep = new Query(
    new All(Ship),
    (ships, { min = 0 }: { min?: number } = {}) =>
      ships.filter(({ draft }) => draft > min),
  );
  const count = new Query(new All(Ship), (ships) => ships.length);
  const named = new Query(
    new All(Ship),
    (ships, { name }: { name: string }) => ships.find(({ id }) => id === name),
  );
  const joined = new Query(
    { ship: Ship, port: Port },
    ({ ship, port }) => [ship, port] as const,
  );
  assertType<IsExact<Denormalize<typeof deep>, Ship[]>>(true);
  assertType<
    IsExact<DenormalizeNullable<typeof deep>, Ship[] | undefined>
  >(true);
  assertType<IsExact<Denormalize<typeof count>, number>>(true);
  unrun(() => {
    get(deep);
    get(deep, { min: 5 });
    get(named, { name: "a" });
    get(joined, { id: "1" });
    get(new Query(count, (n) => n + 1));
    // @ts-expect-error missing
    get(named);
    // @ts-expect-error misspelt
    get(deep, { mn: 5 });
    // @ts-expect-error extra
    get(deep, { min: 5 }, 3);
    // @ts-expect-error wrong type
    get(named, { name: 5 });
  });
});

Deno.test("invalidations, relations and scalars are not any [schema/TYP-13] [schema/TYP-14]", () => {
  const gone = new Invalidate(Ship);
  const goneUnion = new Invalidate(union);
  assertType<IsExact<Denormalize<typeof gone>, Ship>>(true);
  assertType<
    IsExact<DenormalizeNullable<typeof gone>, Ship | undefined>
  >(true);
  assertType<IsExact<Denormalize<typeof goneUnion>, Storm | Closure>>(true);
  const rooms = new Lazy([Ship]);
  const one = new Lazy(Ship);
  assertType<IsExact<Denormalize<typeof rooms>, string[]>>(true);
  assertType<IsExact<Denormalize<typeof one>, string>>(true);
  assertType<IsExact<Denormalize<typeof rooms.query>, Ship[]>>(true);
  assertType<
    IsExact<DenormalizeNullable<typeof one.query>, Ship | undefined>
  >(true);
  const scalar = new Scalar({
    lens: (args: readonly any[]) => args[0]?.portfolio,
    key: "portfolio",
    entity: Ship,
  });
  const columns: Denormalize<typeof scalar> = { share: 5 };
  assertType<IsExact<typeof columns.share, any>>(true);
  unrun(() => {
    get(rooms.query, ["1"]);
    get(one.query, { id: "1" });
    // @ts-expect-error the reference is a list
    get(rooms.query, "1");
    // @ts-expect-error invalidations cannot be queried
    get(gone, {});
    // @ts-expect-error relations cannot be queried
    get(rooms, {});
  });
});

Deno.test("functions, constructors and validators in fields [schema/TYP-14]", () => {
  const toDate = (iso: string) => new Date(iso);
  assertType<IsExact<Denormalize<typeof toDate>, Date>>(true);
  assertType<IsExact<Denormalize<DateConstructor>, Date>>(true);
  assertType<IsExact<Denormalize<typeof Decimal>, Decimal>>(true);
  assertType<
    IsExact<Denormalize<typeof Temporal.Instant.from>, Temporal.Instant>
  >(true);
  assertType<IsExact<Denormalize<NumberConstructor>, number>>(true);
  assertType<IsExact<DenormalizeNullable<NumberConstructor>, number>>(true);
  assertType<IsExact<Denormalize<StringConstructor>, string>>(true);
  assertType<IsExact<Denormalize<BooleanConstructor>, boolean>>(true);
  assertType<IsExact<Denormalize<BigIntConstructor>, bigint>>(true);
  const zodSchema = z.object({ at: z.string().transform((at) => at.length) });
  const valibotSchema = v.pipe(v.string(), v.transform(Number));
  assertType<IsExact<Denormalize<typeof zodSchema>, { at: number }>>(true);
  assertType<IsExact<Denormalize<typeof valibotSchema>, number>>(true);
  assertType<IsExact<Normalize<typeof zodSchema>, { at: string }>>(true);
  assertType<IsExact<Denormalize<any>, any>>(true);
});

Deno.test("members come from instance fields; fromJS gives the subclass and checks members [schema/TYP-1]", () => {
  assertType<IsExact<ReturnType<typeof makeShip>, Ship>>(true);
  assertEquals(makeShip().draft, 3);
  unrun(() => {
    // @ts-expect-error unknown member
    Ship.fromJS({ bogus: 1 });
    // @ts-expect-error wrong type
    Ship.fromJS({ draft: "3" });
  });
});

function makeShip() {
  return Ship.fromJS({ id: "1", draft: 3 });
}

Deno.test("fields as arguments: optional, without methods, numbers and texts for each other [schema/TYP-2]", () => {
  assertType<
    IsExact<EntityFields<Storm>, {
      readonly id?: number | string;
      readonly kind?: "storm";
      readonly force?: number | string;
    }>
  >(true);
  const fields: EntityFields<Ship> = { id: 5 };
  unrun(() => {
    // @ts-expect-error readonly
    fields.id = 7;
    // @ts-expect-error methods are no fields
    get(Ship, { sail: () => {} });
  });
});

Deno.test("mixins: what they need, what they give [schema/TYP-5]", () => {
  class PlainShip {
    id = "";
    speed = 0;
    home = Port.fromJS();
    knots(): number {
      return this.speed;
    }
    static fleet = "north";
  }
  class NoId {
    code = "";
  }
  class Tug extends EntityMixin(PlainShip, { schema: { home: Port } }) {}
  class ByCode extends EntityMixin(NoId, { pk: "code" }) {}
  assertType<IsExact<Denormalize<typeof Tug>, Tug>>(true);
  const tug = Tug.fromJS({ speed: 5 });
  assertType<IsExact<typeof tug, Tug>>(true);
  assertType<IsExact<typeof tug.home, Port>>(true);
  assertEquals([tug.knots(), Tug.fleet], [5, "north"]);
  assertEquals(ByCode.fromJS({ code: "c" }).pk(), "c");
  unrun(() => {
    // @ts-expect-error neither id nor pk
    class _Without extends EntityMixin(NoId) {}
    // @ts-expect-error not a field
    class _Wrong extends EntityMixin(NoId, { pk: "cod" }) {}
    // @ts-expect-error not a field
    class _Schema extends EntityMixin(PlainShip, { schema: { hme: Port } }) {}
    const Mixed = EntityMixin(PlainShip);
    // @ts-expect-error a value, not a type
    const _mixed: Mixed = new Mixed();
  });
});

Deno.test("abstract entities are bases, concrete ones schemas, with further statics too [schema/TYP-10]", () => {
  class Tanker extends Ship {
    static override key = "Tanker";
    static capacity = 5;
    static ofFleet(fleet: string): string {
      return fleet;
    }
  }
  const schema: Schema = Tanker;
  const entity: EntityInterface<Ship> = Tanker;
  const base: typeof Entity = Tanker;
  assertEquals([schema, entity, base], [Tanker, Tanker, Tanker]);
  assertType<IsExact<Denormalize<(typeof Tanker)[]>, Tanker[]>>(true);
  assertType<IsExact<AbstractInstanceType<typeof Notice>, Notice>>(true);
  unrun(() => {
    // @ts-expect-error abstract
    new Notice();
  });
});

Deno.test("what is stored: primary keys and references [schema/TYP-11]", () => {
  const list = new Collection([Ship]);
  assertType<IsExact<Normalize<typeof Ship>, string>>(true);
  assertType<IsExact<NormalizeNullable<typeof Ship>, string | undefined>>(true);
  assertType<IsExact<Normalize<typeof list>, string>>(true);
  const reference: Normalize<typeof union> = { id: "5", schema: "storm" };
  assertType<IsExact<typeof reference.schema, "storm" | "closure">>(true);
  assertType<IsExact<typeof reference.id, string>>(true);
  assertType<
    IsExact<Normalize<{ ships: (typeof Ship)[]; page: string }>, {
      ships: string[];
      page: string;
    }>
  >(true);
  assertType<
    IsExact<NormalizeNullable<{ ship: typeof Ship; page: string }>, {
      ship: string | undefined;
      page: string;
    }>
  >(true);
});

Deno.test("a custom schema is typed by its methods, or by the types that it declares", () => {
  class Upper implements SchemaSimple {
    normalize(input: string): string {
      return input;
    }
    denormalize(input: string): Uppercase<string> {
      return input.toUpperCase() as Uppercase<string>;
    }
    queryKey(args: [text: string]): string {
      return args[0];
    }
  }
  assertType<IsExact<Denormalize<Upper>, Uppercase<string>>>(true);
  assertType<
    IsExact<DenormalizeNullable<Upper>, Uppercase<string> | undefined>
  >(true);
  assertType<IsExact<Normalize<Upper>, string>>(true);
  assertType<IsExact<SchemaArgs<Upper>, [text: string]>>(true);
  assertEquals(new MemoCache().query(new Upper(), ["a"], {}).data, "A");
});

Deno.test("a custom schema may say what it gives and is asked for by [schema/CUS-1] [schema/TYP-15]", () => {
  class Envelope<S extends Schema>
    implements SchemaSimple<{ data: Denormalize<S> }, [{ id: string }]> {
    constructor(private readonly schema: S) {}
    normalize(
      input: { data: unknown },
      _parent: unknown,
      _key: unknown,
      delegate: INormalizeDelegate,
    ) {
      return { data: delegate.visit(this.schema, input.data, input, "data") };
    }
    denormalize(
      input: { data: unknown },
      delegate: IDenormalizeDelegate,
    ): { data: Denormalize<S> } {
      return { data: delegate.unvisit(this.schema, input.data) };
    }
    queryKey(
      args: [{ id: string }],
      recurse: (schema: unknown, args: readonly unknown[]) => unknown,
    ) {
      return { data: recurse(this.schema, args) };
    }
  }
  const schema = new Envelope(Port);
  assertType<IsExact<Denormalize<typeof schema>, { data: Port }>>(true);
  assertType<IsExact<SchemaArgs<typeof schema>, [{ id: string }]>>(true);
  class _Wrong implements SchemaSimple<number> {
    normalize(input: string): string {
      return input;
    }
    // @ts-expect-error a text is no number
    denormalize(input: string): string {
      return input;
    }
  }
  const state = normalize(schema, { data: { id: "rtm" } });
  const { data } = new MemoCache().query(schema, [{ id: "rtm" }], state);
  assert(typeof data !== "symbol");
  assertEquals(data?.data.id, "rtm");
});

Deno.test("the low level functions are typed by schema", () => {
  const { data } = new MemoCache().denormalize([Ship], [], {});
  assertType<
    IsExact<Exclude<typeof data, symbol>, Ship[] | undefined>
  >(true);
  assertEquals(data, []);
});

Deno.test("all types of the schema layer are exported [schema/TYP-15]", () => {
  const map: EntityMap = mapping;
  const entity: IEntityClass<Ship> = Ship;
  const instance: IEntityInstance = Ship.fromJS();
  const simple: SchemaSimple = union;
  const polymorphic: PolymorphicInterface = union;
  const typed: SchemaClass = union;
  const mergeable: Mergeable = Ship;
  const queryable: Queryable = Ship;
  const options: CollectionOptions<[{ id: string }]> = {
    argsKey: ({ id }) => ({ id }),
  };
  type Delegates = [INormalizeDelegate, IDenormalizeDelegate, IQueryDelegate];
  assertType<IsExact<Delegates["length"], 3>>(true);
  assertEquals(mergeable.key, entity.key);
  assertEquals(
    [map, simple, polymorphic, typed, queryable].length,
    5,
  );
  assertEquals(instance.pk(), "");
  assertEquals(options.argsKey?.({ id: "5" }), { id: "5" });
});

Deno.test("an entity with fields that depend on a lens is found by the lens, too [schema/TYP-17]", () => {
  class Company extends Entity {
    id = "";
    name = "";
    shares = 0;
    static override key = "Company";
  }
  const shares = new Scalar({
    lens: (args) => args[0]?.portfolio,
    key: "portfolio",
    entity: Company,
  });
  class Held extends Company {
    static override key = "Held";
    static override schema = { shares };
  }
  unrun(() => {
    get(Held, { id: "1", portfolio: "growth" });
    get(Held, { id: "1" });
    get(Held, "1");
    // @ts-expect-error a field of another type
    get(Held, { id: "1", name: true });
    // @ts-expect-error no field depends on a lens
    get(Company, { id: "1", portfolio: "growth" });
  });
});
