import { assertEquals } from "@std/assert";
import { Entity, normalize } from "../../schema/mod.ts";

Deno.test("a pk that writes to what it is given leaves the input alone, frozen or not [schema/NRM-7]", () => {
  class Berth extends Entity {
    id = "";
    quay = "";

    override pk(): string {
      return this.id ??= `at ${this.quay}`;
    }
  }
  class Buoy extends Entity {
    id = "";

    // deno-lint-ignore no-explicit-any -- as declared by Entity
    static override pk(value: any): string {
      value.id = String(value.id).toLowerCase();
      return value.id;
    }
  }
  const berth = Object.freeze({ quay: "North" });
  const buoy = { id: "B7" };
  const { entities } = normalize(
    { berths: [Berth], buoys: [Buoy] },
    { berths: [berth, berth], buoys: [buoy, Object.freeze({ id: "B7" })] },
  );

  assertEquals(entities, {
    Berth: { "at North": { id: "at North", quay: "North" } },
    Buoy: { b7: { id: "b7" } },
  });
  assertEquals(berth, { quay: "North" } as typeof berth);
  assertEquals(buoy, { id: "B7" });
});
