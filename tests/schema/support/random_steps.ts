import fc from "fast-check";
import { KINDS } from "./random_schema.ts";

/** An entity in a response: only some of its fields, nested entities or references. */
export interface Item {
  readonly id: string;
  readonly name?: string | null;
  readonly value?: number | null;
  readonly one?: Nested;
  readonly must: Nested;
  readonly many?: readonly Nested[];
  readonly map?: Readonly<Record<string, Nested>>;
  readonly crew?: readonly Nested[];
  readonly pick?: Picked | null;
}

/** An entity whose type says of which kind it is. */
export interface Picked extends Item {
  readonly type: string;
}

/** A nested entity, a reference to one, or none. */
export type Nested = Item | string | null;

/** One thing that happens to the store. */
export type Step =
  | {
    readonly type: "response";
    readonly kind: number;
    readonly items: readonly Item[];
    readonly portfolio: string;
    /** How many ticks before its arrival the request started. */
    readonly lateBy: number;
  }
  | {
    readonly type: "list" | "push" | "unshift";
    readonly kind: number;
    readonly group: string;
    readonly items: readonly Item[];
    readonly portfolio: string;
  }
  | {
    readonly type: "remove";
    readonly kind: number;
    readonly group: string;
    readonly id: string;
  }
  | { readonly type: "invalidate"; readonly kind: number; readonly id: string }
  | { readonly type: "collect"; readonly kind: number; readonly id: string };

const kind = fc.nat({ max: KINDS - 1 });
const id = fc.constantFrom("a", "b", "c", "d");
const group = fc.constantFrom("g", "h");

/** Lenses that are read; responses are under the first two. */
export const PORTFOLIOS: readonly (string | undefined)[] = [
  "P",
  "Q",
  undefined,
];
const portfolio = fc.constantFrom("P", "Q");

const { item } = fc.letrec<{ item: Item; nested: Nested }>((tie) => ({
  nested: fc.oneof(
    { depthSize: "small", withCrossShrink: true, maxDepth: 2 },
    id,
    fc.constant(null),
    tie("item"),
  ),
  item: fc.record({
    id,
    name: fc.option(fc.constantFrom("x", "y", "z")),
    value: fc.option(fc.nat({ max: 3 })),
    one: tie("nested"),
    must: tie("nested"),
    many: fc.array(tie("nested"), { maxLength: 3 }),
    map: fc.dictionary(fc.constantFrom("k", "l"), tie("nested"), {
      maxKeys: 2,
    }),
    crew: fc.array(tie("nested"), { maxLength: 3 }),
    pick: fc.option(
      fc.record({
        id,
        must: fc.option(id),
        type: fc.constantFrom("0", "1", "2"),
        name: fc.constantFrom("x", "y"),
      }),
    ),
  }, { requiredKeys: ["id", "must"] }) as fc.Arbitrary<Item>,
}));

const items = fc.array(item, { maxLength: 4 });

/** What happens to the store, in order. */
export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        type: fc.constant("response" as const),
        kind,
        items,
        portfolio,
        lateBy: fc.nat({ max: 5 }),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        type: fc.constantFrom(
          "list" as const,
          "push" as const,
          "unshift" as const,
        ),
        kind,
        group,
        items,
        portfolio,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constant("remove" as const),
        kind,
        group,
        id,
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        type: fc.constant("invalidate" as const),
        kind,
        id,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ type: fc.constant("collect" as const), kind, id }),
    },
  ),
  { maxLength: 12 },
);
