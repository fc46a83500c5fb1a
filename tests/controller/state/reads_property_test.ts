import { Commit } from "../../../controller/graph/commit.ts";
import { State, versionOf } from "../../../controller/graph/state.ts";
import { Denormalizer, queryNode } from "../../../schema/reading.ts";
import { normalizeInto } from "../../../schema/normalize.ts";
import {
  assertReadsEqualModel,
  type Storage,
} from "../../schema/support/random_run.ts";

const graph = (): Storage<State> => ({
  initial: State.from({ entities: { Other: {} } }),
  put(state, schema, input, args, meta) {
    const commit = new Commit(versionOf(state));
    const result = normalizeInto(commit, schema, input, args, meta);
    return { result, state: commit.seal().state };
  },
  remove(state, key, pk) {
    const commit = new Commit(versionOf(state));
    commit.removeEntity(key, pk);
    return commit.seal().state;
  },
  readerOf: (state) => ({
    denormalize: (schema, input, args) =>
      new Denormalizer(versionOf(state).spaceToRead(), args).read(schema, input)
        .value,
    query: (schema, args) =>
      queryNode(versionOf(state).spaceToRead(), schema, args).value,
  }),
});

Deno.test("reads of the store equal a plain model after any sequence of writes, in this state and in earlier ones [schema/REF-1] [schema/REF-2] [schema/REF-3] [schema/REF-5]", () => {
  assertReadsEqualModel(graph);
});
