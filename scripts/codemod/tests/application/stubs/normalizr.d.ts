// See rest.d.ts for what these declarations are.
// deno-lint-ignore-file no-explicit-any

export type Visit = (
  schema: any,
  value: any,
  parent: any,
  key: any,
  args: readonly any[],
) => any;

export interface INormalizeDelegate {
  setEntity(schema: any, pk: string, value: any): void;
}

export declare const INVALID: unique symbol;

export interface NormalizedSchema {
  result: any;
  entities: { [key: string]: { [pk: string]: any } };
  indexes: { [key: string]: any };
  entityMeta: { [key: string]: { [pk: string]: { date: number } } };
}

export declare function normalize(schema: any, input: any): NormalizedSchema;

export declare function denormalize(
  schema: any,
  input: any,
  entities: NormalizedSchema["entities"],
): any;

export declare class MemoCache {
  query(
    schema: any,
    args: readonly any[],
    entities: NormalizedSchema["entities"],
    indexes: NormalizedSchema["indexes"],
  ): any;
}
