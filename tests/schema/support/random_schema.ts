// deno-lint-ignore-file no-explicit-any -- fields are chosen at random
import fc from "fast-check";
import { Collection } from "../../../schema/collection.ts";
import { Entity } from "../../../schema/entity.ts";
import { Scalar } from "../../../schema/scalar.ts";
import { Union } from "../../../schema/union.ts";
import { Values } from "../../../schema/values.ts";

/** Which kinds the fields of one kind refer to, by number. */
export interface KindShape {
  readonly one: number;
  readonly must: number;
  readonly many: number;
  readonly map: number;
  readonly crew: number;
  readonly hasScalar: boolean;
}

/** How many kinds of entities there are. */
export const KINDS = 3;

const kind = fc.nat({ max: KINDS - 1 });

/** Shapes of all kinds. */
export const shapes: fc.Arbitrary<KindShape[]> = fc.array(
  fc.record({
    one: kind,
    must: kind,
    many: kind,
    map: kind,
    crew: kind,
    hasScalar: fc.boolean(),
  }),
  { minLength: KINDS, maxLength: KINDS },
);

/** Which portfolio the arguments ask for. */
export function portfolioOf(args: readonly any[]): string | undefined {
  return args[0]?.portfolio;
}

/** Entity classes and collections of the shapes. */
export interface Kinds {
  readonly classes: (typeof Entity & { schema: any })[];
  readonly collections: Collection<any, any>[];
  /** The lists nested in entities, by owner. */
  readonly crews: Collection<any, any>[];
}

/** Makes the classes that shapes describe. */
export function makeKinds(kindShapes: readonly KindShape[]): Kinds {
  const scalar = new Scalar({ lens: portfolioOf, key: "portfolio" });
  const classes: any[] = kindShapes.map((_shape, number) => {
    class Kind extends Entity {
      id = "";
      name = "default";
      value: unknown = "default";
      one: unknown = null;
      must: unknown = {};
      many: unknown[] = [];
      map: Record<string, unknown> = {};
      crew: unknown[] = [];
      pick: unknown = null;
      static override key = `Kind${number}`;
    }
    return Kind;
  });
  const union = new Union(Object.fromEntries(classes.entries()), "type" as any);
  kindShapes.forEach((shape, number) => {
    classes[number].schema = {
      one: classes[shape.one],
      must: classes[shape.must],
      many: [classes[shape.many]],
      map: new Values(classes[shape.map]),
      crew: new Collection([classes[shape.crew]], {
        argsKey: ({ owner }: { owner: string }) => ({ owner }),
        nestKey: ({ id }: { id: string }) => ({ owner: `${number}${id}` }),
      }),
      pick: union,
      ...(shape.hasScalar ? { value: scalar } : {}),
    };
  });
  const collections = classes.map((kind) =>
    new Collection([kind], {
      argsKey: ({ group }: { group: string }) => ({ group }),
    })
  );
  const crews = classes.map((kind) =>
    new Collection([kind], {
      argsKey: ({ owner }: { owner: string }) => ({ owner }),
    })
  );
  return { classes, collections, crews };
}
