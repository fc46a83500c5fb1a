"use client";
import type {
  ActionArgs,
  Controller,
  QueryReading,
  State,
} from "../controller/mod.ts";
import {
  holdNothing,
  isNullArgs,
  noDependencies,
} from "../controller/views.ts";
import { serializeArgs } from "../schema/engine.ts";
import type {
  DenormalizeNullable,
  Queryable,
  SchemaArgs,
} from "../schema/mod.ts";
import { checkSchema } from "./check_endpoint.ts";
import type { NullableArgs } from "./endpoint_types.ts";
import { PassiveQuestion } from "./passive_question.ts";
import { useObserved } from "./use_observed.ts";
import { useReaderSource } from "./use_reader_source.ts";

/**
 * Looks a schema up in the store: an entity by primary key or index, all
 * entities of a kind, a collection, or a query over them. Never requests,
 * suspends or throws.
 *
 * @param schema Any queryable schema.
 * @param args What to look up; compared by value. `null` looks nothing up.
 * @returns The value; `undefined` when nothing is found.
 *
 * @example
 * ```ts
 * import { All, Entity, Query } from "@tessera/client";
 * import { useQuery } from "@tessera/client/react";
 *
 * class Ship extends Entity {
 *   id = "";
 *   tons = 0;
 *   static override key = "Ship";
 * }
 * const heavyShips = new Query(
 *   new All(Ship),
 *   (ships, { min }: { min: number }) => ships.filter((ship) => ship.tons > min).length,
 * );
 *
 * function useHeavyShips(min: number): number {
 *   return useQuery(heavyShips, { min }) ?? 0;
 * }
 * ```
 */
export function useQuery<S extends Queryable>(
  schema: S,
  ...args: NullableArgs<SchemaArgs<S>>
): DenormalizeNullable<S> | undefined {
  checkSchema(schema);
  const source = useReaderSource();
  const question = new QueryQuestion(source.controller, schema, args);
  const reading = useObserved(source, question, [
    schema,
    serializeArgs(args),
  ]);
  return reading.data as DenormalizeNullable<S> | undefined;
}

const nothing: QueryReading = {
  data: undefined,
  countRef: holdNothing,
  dependencies: noDependencies,
};

class QueryQuestion extends PassiveQuestion<QueryReading> {
  constructor(
    readonly controller: Controller,
    readonly schema: Queryable,
    readonly args: ActionArgs,
  ) {
    super();
  }

  read(state: State): QueryReading {
    if (isNullArgs(this.args)) return nothing;
    return this.controller.getQueryMeta(this.schema, ...this.args, state);
  }

  isEqual(a: QueryReading, b: QueryReading): boolean {
    return Object.is(a.data, b.data);
  }
}
