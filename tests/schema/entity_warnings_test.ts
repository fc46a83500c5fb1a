import { assertEquals, assertStringIncludes } from "@std/assert";
import { GQLEntity } from "../../endpoint/graphql/mod.ts";
import { createClient, Entity, EntityMixin } from "../../mod.ts";
import { normalize } from "../../schema/mod.ts";
import { captureConsole } from "../support/capture_console.ts";

class Ship extends Entity {
  id = "";
}
type EntityClass = typeof Ship;

/** What is reported while one client reads rows of these classes, one after the other. */
function reportsOf(...classes: readonly EntityClass[]): string[] {
  using client = createClient();
  return captureConsole("warn", () => {
    for (const each of [...classes, ...classes]) {
      client.set(each, { id: "1" }, { id: "1" });
      client.get(each, { id: "1" });
    }
  });
}

function vesselClass(Base: typeof Entity = Entity): EntityClass {
  return class Vessel extends Base {
    id = "";
    static override key = "Vessel";
  };
}

Deno.test("two classes with one key are reported once [schema/ENT-43]", () => {
  const [first, second] = [vesselClass(), vesselClass()];
  const reports = reportsOf(first, second);
  assertEquals(reports.length, 1);
  assertStringIncludes(reports[0]!, "Vessel and Vessel");
  assertStringIncludes(reports[0]!, '"Vessel"');
  assertStringIncludes(reports[0]!, "static key");
  assertEquals(reportsOf(second, first, vesselClass()).length, 2);
});

Deno.test("keys that are those of the classes' names are reported, too [schema/ENT-43]", () => {
  const makers = [
    () =>
      class Port extends Entity {
        id = "";
      },
    () =>
      class Port extends GQLEntity {
        override id = "";
      },
    () =>
      class Port extends EntityMixin(
        class {
          id = "";
        },
      ) {},
  ];
  const classes = makers.map((make) => make() as unknown as EntityClass);
  assertEquals(reportsOf(...classes).length, 2);
  const ofGraphQL = [makers[1]!(), makers[1]!()] as unknown as EntityClass[];
  assertEquals(reportsOf(...ofGraphQL).length, 1);
});

Deno.test("classes that share a key on purpose are not reported [schema/ENT-43]", () => {
  const Summary = vesselClass();
  class Detail extends Summary {
    name = "";
  }
  assertEquals(reportsOf(Detail, Summary), []);
  assertEquals(reportsOf(Summary, Detail), []);
  class Base extends Entity {
    id = "";
  }
  assertEquals(reportsOf(vesselClass(Base), vesselClass(Base)), []);
  assertEquals(reportsOf(Summary, Summary), []);
});

Deno.test("classes of different clients, and of different keys, are not reported [schema/ENT-43]", () => {
  assertEquals(reportsOf(vesselClass()), []);
  assertEquals(reportsOf(vesselClass()), []);
  class Berth extends Entity {
    id = "";
  }
  assertEquals(reportsOf(vesselClass(), Berth), []);
});

Deno.test("production reports no keys [schema/ENT-43]", () => {
  const before = Deno.env.get("NODE_ENV");
  Deno.env.set("NODE_ENV", "production");
  try {
    assertEquals(reportsOf(vesselClass(), vesselClass()), []);
  } finally {
    if (before === undefined) Deno.env.delete("NODE_ENV");
    else Deno.env.set("NODE_ENV", before);
  }
});

Deno.test("a member of schema that the class has no field for is reported once [schema/ENT-44]", () => {
  class Voyage extends Entity {
    id = "";
    captain: Ship | undefined = undefined;
    departs = new Date(0);
    static override schema = {
      captian: Ship,
      Departs: (iso: string) => new Date(iso),
      cargo: [Ship],
      departs: (iso: string) => new Date(iso),
    };
  }
  const normalizeTwice = () => {
    normalize(Voyage, { id: "1" });
    normalize([Voyage], [{ id: "2" }]);
  };
  const reports = captureConsole("warn", normalizeTwice);
  assertEquals(reports.length, 3);
  assertStringIncludes(reports[0]!, 'Voyage.schema has a member "captian"');
  assertStringIncludes(reports[0]!, 'Did you mean "captain"?');
  assertStringIncludes(reports[1]!, 'Did you mean "departs"?');
  assertStringIncludes(reports[2]!, '"cargo"');
  assertStringIncludes(reports[2]!, "Give the class a field");
});
