import { MemoCache } from "../../schema/memo_cache.ts";
import { normalize } from "../../schema/normalize.ts";
import type { PlainStoreParts } from "../../schema/plain_store.ts";
import { assertReadsEqualModel, type Storage } from "./support/random_run.ts";

const plainObjects = (memo = new MemoCache()): Storage<PlainStoreParts> => ({
  initial: { entities: {}, entitiesMeta: {}, indexes: {} },
  put(state, schema, input, args, meta) {
    const { result, ...parts } = normalize(schema, input, args, state, meta);
    return { result, state: parts };
  },
  remove(state, key, pk) {
    if (state.entities[key] === undefined) return state;
    const { [pk]: _row, ...table } = state.entities[key];
    const { [pk]: _meta, ...metas } = state.entitiesMeta[key]!;
    return {
      ...state,
      entities: { ...state.entities, [key]: table },
      entitiesMeta: { ...state.entitiesMeta, [key]: metas },
    };
  },
  readerOf: (state) => ({
    denormalize: (schema, input, args) =>
      memo.denormalize(schema, input, state.entities, args).data,
    query: (schema, args) => memo.query(schema, args, state).data,
  }),
});

Deno.test("after any sequence of writes every read equals a plain model, and what is untouched keeps its identity [schema/REF-1] [schema/REF-2] [schema/REF-3] [schema/REF-4] [schema/REF-5] [schema/REF-9] [schema/REF-12] [schema/REF-14] [schema/DEN-8]", () => {
  assertReadsEqualModel(plainObjects);
});
