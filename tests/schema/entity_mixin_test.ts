import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import {
  denormalize,
  Entity,
  EntityMixin,
  normalize,
  SchemaError,
  validateRequired,
} from "../../schema/mod.ts";
import type { Schema } from "../../schema/contract.ts";

class PortData {
  id = "";
  name = "";
  get title() {
    return `Port of ${this.name}`;
  }
  static region = "north sea";
}

class Untitled {
  callSign = "";
  speed = 0;
}

Deno.test("EntityMixin makes an entity class of any class [schema/MIX-1]", () => {
  class Port extends EntityMixin(PortData) {}
  class Ship extends EntityMixin(Untitled, {
    pk: "callSign",
    schema: { speed: Number },
  }) {
    flag = "nl";
    get knots() {
      return `${this.speed} kn`;
    }
  }
  const { result, entities } = normalize([Port], [{
    id: 5,
    name: "Rotterdam",
  }]);
  assertEquals(result, ["5"]);
  const port = denormalize(Port, "5", entities) as Port;
  assertInstanceOf(port, Port);
  assertInstanceOf(port, PortData);
  assertEquals(port.title, "Port of Rotterdam");
  assertEquals(Port.region, "north sea");
  assertEquals(port.pk(), 5 as unknown as string);
  assertEquals({ ...Port.defaults }, { id: "", name: "" });
  assertEquals(String(Port), "Port");

  const ship = denormalize(Ship, "PBQR", {
    Ship: { PBQR: { callSign: "PBQR", speed: "12" } },
  }) as Ship;
  assertEquals([ship.speed, ship.knots, ship.flag], [12, "12 kn", "nl"]);
  assertEquals(Ship.fromJS({ callSign: "X" }).pk(), "X");
  assertEquals(Ship.defaults.flag, "nl");
});

Deno.test("the pk of the extending class, the option, the base, then id [schema/MIX-2]", () => {
  class WithPk {
    id = "id";
    code = "";
    pk() {
      return `base ${this.code}`;
    }
  }
  const input = { id: "id", code: "c", field: "f" };
  class Own extends EntityMixin(WithPk, { pk: "code", key: "K" }) {
    override pk() {
      return `own ${this.code}`;
    }
  }
  class ByField extends EntityMixin(WithPk, { pk: "code", key: "K" }) {}
  class ByBase extends EntityMixin(WithPk, { key: "K" }) {}
  class ById extends EntityMixin(PortData, { key: "K" }) {}
  const found = [Own, ByField, ByBase, ById].map((entity: Schema) =>
    normalize(entity, input).result
  );
  assertEquals(found, ["own c", "c", "base c", "id"]);
});

Deno.test("a pk function gets value, parent, key and arguments [schema/MIX-2]", () => {
  const calls: unknown[][] = [];
  class Ship extends EntityMixin(Untitled, {
    pk: (...given) => {
      calls.push(given);
      return "p";
    },
  }) {}
  const ship = { speed: 5 };
  const input = { ship };
  normalize({ ship: Ship }, input, [{ a: 1 }]);
  const [value, parent, key, args] = calls[0]!;
  assertEquals(value, ship);
  assert(parent === input);
  assertEquals([key, args], ["ship", [{ a: 1 }]]);
  assertEquals(Ship.fromJS({ callSign: "x" }).pk(), "p");
});

Deno.test("the key of the extending class, the option, the base, then names [schema/MIX-3]", () => {
  class Keyed {
    id = "";
    static key = "BaseKey";
  }
  class A extends EntityMixin(Keyed, { key: "Option" }) {
    static override key = "Own";
  }
  class B extends EntityMixin(Keyed, { key: "Option" }) {}
  class C extends EntityMixin(Keyed) {}
  class D extends EntityMixin(PortData) {}
  const nameless = (() => class extends EntityMixin(PortData) {})();
  const Direct = EntityMixin(PortData);
  assertEquals(
    [A, B, C, D, nameless, Direct].map((entity) => entity.key),
    ["Own", "Option", "BaseKey", "D", "PortData", "PortData"],
  );
  const nothing = (() =>
    class extends EntityMixin(
      class {
        id = "";
      },
    ) {})();
  assertThrows(() => nothing.key, SchemaError, "static key");
});

Deno.test("the schema of the extending class, the option, the base, or none [schema/MIX-4]", () => {
  class WithSchema {
    id = "";
    at = new Date(0);
    static schema = { at: Date };
  }
  const option = { id: String };
  class A extends EntityMixin(WithSchema, { schema: option }) {
    static override schema = {
      at: Number,
    } as unknown as typeof WithSchema.schema;
  }
  class B extends EntityMixin(WithSchema, { schema: option }) {}
  class C extends EntityMixin(WithSchema) {}
  class D extends EntityMixin(PortData) {}
  assertEquals<unknown>([A.schema, B.schema, C.schema, D.schema], [
    { at: Number },
    { id: String },
    { at: Date },
    {},
  ]);
});

Deno.test("life cycle functions are options or statics [schema/MIX-5]", () => {
  class ByOptions extends EntityMixin(PortData, {
    key: "Port",
    process: (input) => ({ ...input, processed: true }),
    validate: (value) => value.bad,
    merge: (existing, incoming) => ({ ...existing, ...incoming, merged: true }),
    shouldReorder: (_existingMeta, _incomingMeta, existing, incoming) =>
      incoming.version < existing.version,
    createIfValid: (props) =>
      Object.assign(new PortData(), props, { created: true }),
  }) {}
  class ByStatics extends EntityMixin(PortData, { key: "Port" }) {
    static override process(...args: Parameters<typeof Entity.process>) {
      return { ...super.process(...args), processed: true };
    }
    static override merge(existing: object, incoming: object) {
      return { ...super.merge(existing, incoming), merged: true };
    }
    static override shouldUpdate() {
      return true;
    }
    static override mergeWithStore(
      ...args: Parameters<typeof Entity.mergeWithStore>
    ) {
      return { ...super.mergeWithStore(...args), withStore: true };
    }
  }
  const first = normalize(ByOptions, { id: "1", version: 2, name: "a" });
  assertEquals(first.entities.Port, {
    1: { id: "1", version: 2, name: "a", processed: true },
  });
  const second = normalize(
    ByOptions,
    { id: "1", version: 1, name: "old", b: 1 },
    [],
    first,
  );
  assertEquals(second.entities.Port, {
    1: { id: "1", version: 2, name: "a", b: 1, processed: true, merged: true },
  });
  const error = assertThrows(
    () => normalize(ByOptions, { id: "1", bad: "bad one" }),
    SchemaError,
  );
  assertEquals(error.message, "bad one");
  const created = denormalize(ByOptions, "1", second.entities) as ByOptions & {
    created: boolean;
  };
  assertEquals(created.created, true);

  const third = normalize(ByStatics, { id: "1", name: "c" }, [], first);
  assertEquals(third.entities.Port, {
    1: {
      id: "1",
      version: 2,
      name: "c",
      processed: true,
      merged: true,
      withStore: true,
    },
  });
});

Deno.test("a base without any pk fails when it is stored [schema/MIX-6]", () => {
  // @ts-expect-error neither id, nor pk, nor option
  class Ship extends EntityMixin(Untitled) {}
  const error = assertThrows(
    () => normalize(Ship as unknown as typeof Entity, { callSign: "x" }),
    SchemaError,
  );
  assertEquals(error.status, 400);
  assertStringIncludes(error.message, "Ship");
});

Deno.test("validateRequired names the first required field that is absent [schema/VRQ-1]", () => {
  const required = Object.create({ inherited: 1 }, {
    hidden: { value: 1, enumerable: false },
    id: { value: "", enumerable: true },
    name: { value: "", enumerable: true },
    log: { value: "", enumerable: true },
  });
  assertEquals(
    validateRequired({ id: 1, name: undefined, log: null }, required),
    undefined,
  );
  const message = validateRequired(
    Object.create({ name: "inherited" }, {
      id: { value: "", enumerable: true },
    }),
    required,
  );
  assertStringIncludes(message!, "name");
  assert(!message!.includes("log"));

  class Detail extends Entity {
    id = "";
    log = "";
    optional = "";
    static override validate(processed: object) {
      const { optional: _optional, ...rest } = this.defaults;
      return validateRequired(processed, rest);
    }
  }
  assertEquals(Detail.validate({ id: "1", log: "" }), undefined);
  assertStringIncludes(Detail.validate({ id: "1" })!, "log");
});
