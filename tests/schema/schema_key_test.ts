import { assertEquals } from "@std/assert";
import { Collection, Entity, Union } from "../../mod.ts";
import { schemaKeyOf } from "../../schema/polymorphic.ts";

class Barge extends Entity {
  id = "";
}

function metres(value: number): string {
  return `${value} m`;
}

Deno.test("schemas are named by their key, by their structure, or by the name of a function, never by the text undefined [schema/COL-3]", () => {
  class Money {}
  class Depth {
    static denormalize(value: unknown) {
      return value;
    }
  }
  const itself: { barge: typeof Barge; again?: unknown } = { barge: Barge };
  itself.again = itself;
  const names: [unknown, string][] = [
    [Barge, "Barge"],
    [metres, "metres"],
    [Money, "Money"],
    [Depth, "Depth"],
    [[metres], "[metres]"],
    [{ depth: metres, at: Date }, "{depth:metres,at:Date}"],
    [itself, "{barge:Barge,again:…}"],
    [undefined, ""],
  ];
  for (const [schema, name] of names) assertEquals(schemaKeyOf(schema), name);
});

Deno.test("lists of values by functions of other names are different lists [schema/COL-3] [schema/COL-4]", () => {
  const list = (schema: unknown) => new Collection([schema] as never).key;
  assertEquals(list(Barge), "[Barge]");
  const union = new Union({ a: Barge, b: Barge }, () => "a");
  assertEquals(list(union), "[Barge;Barge]");
});
