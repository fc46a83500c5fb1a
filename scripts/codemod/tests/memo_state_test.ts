import { memoState as transform } from "../transforms/memo_state.ts";
import { fixtureTest } from "./fixtures.ts";

fixtureTest("a MemoCache takes the state as one argument [endpoint/MOD-19]", {
  transform,
  path: "input.ts",
  before: `import { MemoCache } from "@data-client/normalizr";
const memo = new MemoCache();
memo.query(queryUsers, [{ id }], state.entities, state.indexes);
memo.buildQueryKey(User, args, store.getState().entities, store.getState().indexes, key);
memo.query(
  queryUsers,
  [],
  entities, // rows
  saved.indexes,
);
export class Reader {
  #memo = new MemoCache();
  constructor(private readonly cache: MemoCache) {}
  read(other = new MemoCache()) {
    this.#memo.query(User, [], this.state.entities, this.state.indexes);
    this.cache.query(User, [], a.entities, b.indexes);
    return other.buildQueryKey(User, [], entities, indexes);
  }
}
`,
  after: `import { MemoCache } from "@data-client/normalizr";
const memo = new MemoCache();
memo.query(queryUsers, [{ id }], state);
memo.buildQueryKey(User, args, store.getState());
memo.query(
  queryUsers,
  [],
  { entities, indexes: saved.indexes },
);
export class Reader {
  #memo = new MemoCache();
  constructor(private readonly cache: MemoCache) {}
  read(other = new MemoCache()) {
    this.#memo.query(User, [], this.state);
    this.cache.query(User, [], { entities: a.entities, indexes: b.indexes });
    return other.buildQueryKey(User, [], { entities, indexes });
  }
}
`,
});

fixtureTest("other queries stay as they are [endpoint/MOD-19]", {
  transform,
  path: "input.ts",
  before: `import { MemoCache } from "@tessera/client";
const memo = new MemoCache();
memo.query(queryUsers, [], state);
memo.denormalize(User, "1", state.entities, args);
database.query("select", [], state.entities, state.indexes);
function read(memo: Database) {
  return memo.query("select", [], state.entities, state.indexes);
}
`,
});

fixtureTest("arguments that are spread are reported [endpoint/MOD-19]", {
  transform,
  path: "input.ts",
  before: `import { MemoCache } from "@data-client/normalizr";
new MemoCache().query(User, [], ...parts, indexes);
`,
  reports: ["2: pass the state as one argument, the third"],
});
