import { Commit } from "../../../controller/state/commit.ts";
import { initialState, type State } from "../../../controller/state/mod.ts";
import { normalizeInto } from "../../../schema/normalize.ts";
import {
  assertReadsEqualModel,
  type Storage,
} from "../../schema/support/random_run.ts";

const persistentTables: Storage<State> = {
  initial: initialState,
  put(state, schema, input, args, meta) {
    const commit = new Commit(state);
    const result = normalizeInto(commit, schema, input, args, meta);
    return { result, state: commit.seal().state };
  },
  remove(state, key, pk) {
    const commit = new Commit(state);
    commit.removeEntity(key, pk);
    return commit.seal().state;
  },
  readerOf: (state) => state,
};

Deno.test("reads of the store equal a plain model after any sequence of writes, in this state and in earlier ones [schema/REF-1] [schema/REF-2] [schema/REF-3] [schema/REF-5]", () => {
  assertReadsEqualModel(persistentTables);
});
