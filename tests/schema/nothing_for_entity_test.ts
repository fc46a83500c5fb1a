import { assertThrows } from "@std/assert";
import {
  Entity,
  type INormalizeDelegate,
  normalize,
} from "../../schema/mod.ts";

class Parcel extends Entity {
  id = "";
}

Deno.test("a schema that passes nothing to an entity learns that its key is missing", () => {
  for (const nothing of [null, undefined]) {
    const passing = {
      normalize: (
        _: unknown,
        parent: unknown,
        key: string,
        delegate: INormalizeDelegate,
      ) => Parcel.normalize(nothing, parent, key, delegate),
      denormalize: () => undefined,
      queryKey: () => undefined,
    };
    assertThrows(
      // deno-lint-ignore no-explicit-any -- the types of schemas are not the subject
      () => normalize(passing as any, { some: "input" }, []),
      Error,
      "Parcel is missing a usable primary key",
    );
  }
});
