/** Arguments of which the first may be `null`, meaning "not now". */
export type NullableArgs<Args extends readonly unknown[]> = Args extends
  readonly [] ? readonly [null]
  : Args extends readonly [infer First, ...infer Rest]
    ? readonly [First | null, ...Rest] | readonly [null]
  : Args extends readonly [(infer First)?, ...infer Rest]
    ? readonly [(First | null)?, ...Rest] | readonly [null]
  : Args | readonly [null];
