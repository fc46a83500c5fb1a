import { assert, assertEquals, assertInstanceOf } from "@std/assert";
import { denormalize, Entity, normalize } from "../../schema/mod.ts";
import type { Schema } from "../../schema/contract.ts";
import { Port } from "./harbour.ts";

class Crew extends Entity {
  id = "";
  static override key = "Crew";
  static override schema: Record<string, Schema> = {};
}

class Ship extends Entity {
  id = "";
  home: Port | null = null;
  crew: Crew[] = [];
  static override key = "Ship";
  static override schema: Record<string, Schema> = { home: Port, crew: [Crew] };
}
Crew.schema = { ship: Ship };

Deno.test("classes with one key share rows, each with its own fields and merge rules [schema/ENT-3] [schema/MRG-8]", () => {
  const merged: string[] = [];
  class Summary extends Port {
    static override schema = { crew: [Crew] };
    static override merge(existing: object, incoming: object) {
      merged.push("summary");
      return { ...existing, ...incoming, by: "summary" };
    }
  }
  class Full extends Port {
    static override schema = { ship: Ship };
    static override merge(existing: object, incoming: object) {
      merged.push("full");
      return { ...existing, ...incoming, by: "full" };
    }
  }
  const { entities } = normalize({ summary: Summary, full: Full }, {
    summary: { id: "1", crew: [{ id: "c" }], ship: { id: "raw" } },
    full: { id: "1", ship: { id: "s" } },
  });
  assertEquals(entities.Port, {
    1: { id: "1", crew: ["c"], ship: "s", by: "full" },
  });
  assertEquals(merged, ["full"]);

  merged.length = 0;
  const again = normalize(
    { full: Full, summary: Summary },
    { full: { id: "1", a: 1 }, summary: { id: "1", b: 2 } },
    [],
    { entities },
  );
  assertEquals(again.entities.Port, {
    1: { id: "1", crew: ["c"], ship: "s", a: 1, b: 2, by: "summary" },
  });
  assertEquals(merged, ["full", "summary"]);
});

Deno.test("a getter wins over a response field of its name [schema/ENT-24]", () => {
  class Titled extends Entity {
    id = "";
    name = "";
    get title() {
      return `MV ${this.name}`;
    }
    get both() {
      return "got";
    }
    set both(_value: string) {}
    static override key = "Titled";
    static override schema = { title: Port };
  }
  const row = { id: "1", name: "Ada", title: "raw", both: "raw", extra: 1 };
  const read = denormalize(Titled, "1", { Titled: { 1: row } }) as Titled;
  assertInstanceOf(read, Titled);
  assertEquals(read.title, "MV Ada");
  assertEquals(read.both, "got");
  assertEquals((read as unknown as { extra: number }).extra, 1);
  assert(Titled.fromJS(row as object) instanceof Titled);
});

Deno.test("classes with one key each keep their indexes of a shared row [schema/IDX-1]", () => {
  class ByName extends Port {
    static override indexes = ["name"];
    static override merge(existing: object, incoming: object) {
      return { ...existing, ...incoming };
    }
  }
  class ByCode extends Port {
    static override indexes = ["code"];
  }
  const { indexes } = normalize({ a: ByName, b: ByCode }, {
    a: { id: "1", name: "n" },
    b: { id: "1", code: "c" },
  });
  assertEquals(indexes, { Port: { name: { n: "1" }, code: { c: "1" } } });
});
