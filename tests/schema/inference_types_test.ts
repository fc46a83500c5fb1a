// deno-lint-ignore-file no-explicit-any -- some tests are about any
import { assert, assertEquals } from "@std/assert";
import type { Temporal } from "temporal-polyfill";
import type { Decimal } from "decimal.js";
import * as v from "valibot";
import { z } from "zod";
import {
  ArraySchema,
  Collection,
  Entity,
  EntityMixin,
  MemoCache,
  normalize,
  ObjectSchema,
  Scalar,
  Union,
  Values,
} from "../../schema/mod.ts";
import type {
  AbstractInstanceType,
  CollectionOptions,
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
import { exact } from "../support/exact.ts";

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
  exact<Denormalize<typeof Ship>, Ship>();
  // @ts-expect-error a check that could not fail would prove nothing
  exact<Denormalize<typeof Ship>, Port>();
  exact<DenormalizeNullable<typeof Ship>, Ship | undefined>();
  exact<Denormalize<typeof Ship>["home"], Port>();
  exact<SchemaArgs<typeof Ship>, [EntityFields<Ship> | string | number]>();
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
  exact<Denormalize<(typeof Ship)[]>, Ship[]>();
  exact<DenormalizeNullable<(typeof Ship)[]>, Ship[] | undefined>();
  exact<Denormalize<typeof list>, Ship[]>();
  exact<DenormalizeNullable<typeof list>, Ship[] | undefined>();
  exact<Denormalize<typeof several>, (Storm | Closure)[]>();
  exact<Denormalize<typeof ofUnion>, (Storm | Closure)[]>();
  exact<DenormalizeNullable<typeof ofUnion>, (Storm | Closure)[] | undefined>();
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
  exact<Denormalize<typeof page>, {
    ship: Ship;
    page: string;
    count: number;
    isLast: boolean;
    items: { port: Port; note: string }[];
  }>();
  exact<DenormalizeNullable<typeof page>, {
    ship: Ship | undefined;
    page: string;
    count: number;
    isLast: boolean;
    items: { port: Port; note: string }[] | undefined;
  }>();
  exact<Denormalize<{ readonly next: ""; readonly total: 0 }>, {
    next: string;
    total: number;
  }>();
  const object = new ObjectSchema({ ship: Ship, page: "" });
  exact<Denormalize<typeof object>, { ship: Ship; page: string }>();
  exact<
    ObjectArgs<{ ship: typeof Ship; port: typeof Port; page: string }>,
    | [EntityFields<Ship> | string | number]
    | [EntityFields<Port> | string | number]
  >();
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
  exact<Denormalize<typeof ships>, Record<string, Ship>>();
  exact<DenormalizeNullable<typeof ships>, Record<string, Ship | undefined>>();
  exact<Denormalize<typeof notices>, Record<string, Storm | Closure>>();
  exact<Denormalize<typeof numbers>, Record<string, number>>();
  unrun(() => {
    // @ts-expect-error maps cannot be queried
    get(ships, {});
  });
});

Deno.test("functions, constructors and validators in fields [schema/TYP-14]", () => {
  const toDate = (iso: string) => new Date(iso);
  exact<Denormalize<typeof toDate>, Date>();
  exact<Denormalize<DateConstructor>, Date>();
  exact<Denormalize<typeof Decimal>, Decimal>();
  exact<Denormalize<typeof Temporal.Instant.from>, Temporal.Instant>();
  exact<Denormalize<NumberConstructor>, number>();
  exact<DenormalizeNullable<NumberConstructor>, number>();
  exact<Denormalize<StringConstructor>, string>();
  exact<Denormalize<BooleanConstructor>, boolean>();
  exact<Denormalize<BigIntConstructor>, bigint>();
  const zodSchema = z.object({ at: z.string().transform((at) => at.length) });
  const valibotSchema = v.pipe(v.string(), v.transform(Number));
  exact<Denormalize<typeof zodSchema>, { at: number }>();
  exact<Denormalize<typeof valibotSchema>, number>();
  exact<Normalize<typeof zodSchema>, { at: string }>();
  exact<Denormalize<any>, any>();
});

Deno.test("members come from instance fields; fromJS gives the subclass and checks members [schema/TYP-1]", () => {
  exact<ReturnType<typeof makeShip>, Ship>();
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
  exact<EntityFields<Storm>, {
    readonly id?: number | string;
    readonly kind?: "storm";
    readonly force?: number | string;
  }>();
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
  exact<Denormalize<typeof Tug>, Tug>();
  const tug = Tug.fromJS({ speed: 5 });
  exact<typeof tug, Tug>();
  exact<typeof tug.home, Port>();
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
  exact<Denormalize<(typeof Tanker)[]>, Tanker[]>();
  exact<AbstractInstanceType<typeof Notice>, Notice>();
  unrun(() => {
    // @ts-expect-error abstract
    new Notice();
  });
});

Deno.test("what is stored: primary keys and references [schema/TYP-11]", () => {
  const list = new Collection([Ship]);
  exact<Normalize<typeof Ship>, string>();
  exact<NormalizeNullable<typeof Ship>, string | undefined>();
  exact<Normalize<typeof list>, string>();
  const reference: Normalize<typeof union> = { id: "5", schema: "storm" };
  exact<typeof reference.schema, "storm" | "closure">();
  exact<typeof reference.id, string>();
  exact<Normalize<{ ships: (typeof Ship)[]; page: string }>, {
    ships: string[];
    page: string;
  }>();
  exact<NormalizeNullable<{ ship: typeof Ship; page: string }>, {
    ship: string | undefined;
    page: string;
  }>();
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
  exact<Denormalize<Upper>, Uppercase<string>>();
  exact<DenormalizeNullable<Upper>, Uppercase<string> | undefined>();
  exact<Normalize<Upper>, string>();
  exact<SchemaArgs<Upper>, [text: string]>();
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
  exact<Denormalize<typeof schema>, { data: Port }>();
  exact<SchemaArgs<typeof schema>, [{ id: string }]>();
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
  exact<Exclude<typeof data, symbol>, Ship[] | undefined>();
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
  exact<Delegates["length"], 3>();
  assertEquals(mergeable.key, entity.key);
  assertEquals([map, simple, polymorphic, typed, queryable].length, 5);
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
