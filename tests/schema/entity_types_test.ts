import { assertEquals } from "@std/assert";
import { Entity, EntityMixin, normalize } from "../../schema/mod.ts";
import type {
  AbstractInstanceType,
  BaseWithId,
  Denormalize,
  IEntityClass,
  Schema,
} from "../../schema/mod.ts";
import type { EntityInterface } from "../../schema/contract.ts";
import { exact } from "../support/exact.ts";

class Port extends Entity {
  id = "";
  depth = 0;
}

class Ship extends Entity {
  id = "";
  home = Port.fromJS();
  static override schema = { home: Port };
  static registry = "Lloyd";
}

Deno.test("fromJS takes the fields of the class and gives the class [schema/TYP-1]", () => {
  const ship = Ship.fromJS({ home: Port.fromJS({ depth: 5 }) });
  exact<typeof ship, Ship>();
  // @ts-expect-error no such field
  Ship.fromJS({ bogus: 1 });
  // @ts-expect-error wrong type
  Port.fromJS({ depth: "5" });
  const created = Ship.createIfValid({});
  exact<typeof created, Ship | undefined>();
  assertEquals(ship.home.depth, 5);
});

Deno.test("abstract bases, concrete schemas and extra statics are accepted [schema/TYP-10]", () => {
  abstract class FeedItem extends Entity {
    id = "";
    abstract type: string;
  }
  class Link extends FeedItem {
    type = "link";
  }
  const schemas: Schema[] = [Link, Ship, [Ship], { ship: Ship }];
  const entities: IEntityClass[] = [Link, Ship, FeedItem];
  const asInterface: EntityInterface<Ship> = Ship;
  // @ts-expect-error an abstract class has no instances of its own
  const instance = () => new FeedItem();
  assertEquals([schemas.length, entities.length, asInterface.key], [
    4,
    3,
    "Ship",
  ]);
  assertEquals(typeof instance, "function");
});

class NoId {
  code = "";
  size = 1;
  get double() {
    return this.size * 2;
  }
  static made = "here";
}

class WithId {
  id = 0;
}

class WithPk {
  code = "";
  pk() {
    return this.code;
  }
}

Deno.test("EntityMixin needs a way to the primary key [schema/TYP-5] [schema/MIX-6]", () => {
  // @ts-expect-error neither id, nor pk, nor option
  EntityMixin(NoId);
  // @ts-expect-error still no pk
  EntityMixin(NoId, { key: "X" });
  // @ts-expect-error no such field
  EntityMixin(NoId, { pk: "bogus" });
  // @ts-expect-error no such field
  EntityMixin(WithId, { schema: { bogus: Port } });
  assertEquals(EntityMixin(WithId).key, "WithId");
  assertEquals(EntityMixin(WithPk).key, "WithPk");
  assertEquals(EntityMixin(NoId, { pk: "code" }).key, "NoId");
  assertEquals(EntityMixin(NoId, { pk: (value) => value.code }).key, "NoId");
});

Deno.test("a mixed class is a schema as it is [schema/TYP-5] [schema/MIX-1]", () => {
  const Code = EntityMixin(NoId, { pk: "code", key: "Code" });
  const code: InstanceType<typeof Code> = Code.fromJS({ code: "c" });
  const read: Denormalize<typeof Code> = code;
  exact<typeof read.pk, typeof code.pk>();
  assertEquals([read.pk(), read.double], ["c", 2]);
});

Deno.test("a mixed class may be made of any class of a kind [schema/TYP-5] [schema/TYP-10]", () => {
  function timed<Base extends BaseWithId>(Base: Base) {
    abstract class Timed extends EntityMixin(Base) {
      at = 0;
      label(): string {
        return `${this.pk()} at ${this.at}`;
      }
    }
    return Timed;
  }
  class Call extends timed(WithId) {
    port = "";
    static override key = "Call";
  }
  const call = Call.fromJS({ id: 7, at: 5, port: "rtm" });
  assertEquals([call.label(), call.port], ["7 at 5", "rtm"]);
});

Deno.test("a mixed class has members and statics of both [schema/TYP-5]", () => {
  class Code
    extends EntityMixin(NoId, { pk: "code", schema: { size: Number } }) {
    own = true;
  }
  const code = Code.fromJS({ own: false, size: 2 });
  exact<typeof code, Code>();
  exact<typeof code.size, number>();
  exact<typeof Code.made, string>();
  // @ts-expect-error no such field
  Code.fromJS({ bogus: 1 });
  const _Unnamed = EntityMixin(NoId, { pk: "code" });
  // @ts-expect-error a value is not a type
  type Instance = _Unnamed;
  exact<Instance, Instance>();
  const asClass: IEntityClass = Code;
  assertEquals(asClass.key, "Code");
  assertEquals([code.double, code.own], [4, false]);
  assertEquals(normalize(Code, { code: "c" }).result, "c");
});

Deno.test("fromJS may be overridden as Entity declares it [schema/ENT-27]", () => {
  class Named extends Entity {
    id = "";
    name = "";
    static override fromJS<T extends typeof Entity>(
      this: T,
      props: Partial<AbstractInstanceType<T>> = {},
    ): AbstractInstanceType<T> {
      return super.fromJS({ ...props, name: "named" }) as AbstractInstanceType<
        T
      >;
    }
  }
  const named: Named = Named.fromJS({ id: "1" });
  assertEquals(named.name, "named");
});
