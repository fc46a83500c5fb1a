import { optimisticResponse as transform } from "../../scripts/codemod/transforms/optimistic_response.ts";
import { fixtureTest } from "./fixtures.ts";

fixtureTest(
  "optimisticUpdate becomes getOptimisticResponse with a snapshot [endpoint/MOD-7]",
  {
    transform,
    path: "input.ts",
    before: `import { RestEndpoint, createResource } from '@data-client/rest';
const like = new RestEndpoint({
  path: '/likes/:id',
  optimisticUpdate: (params, body) => ({ ...params, ...body }),
});
const base = createResource({ path: '/posts/:id', schema: Post });
export const PostResource = {
  ...base,
  partialUpdate: base.partialUpdate.extend({
    optimisticUpdate({ id }, body) { return { id, ...body }; },
  }),
  delete: base.delete.extend({ optimisticUpdate: params => params }),
  clear: base.delete.extend({ optimisticUpdate: async function () { return []; } }),
  move: base.delete.extend({
    optimisticUpdate(
      params,
      body,
    ) { return body; },
  }),
  touch: base.delete.extend({ optimisticUpdate: touched, method: 'PUT' }),
  named: base.delete.extend({ optimisticUpdate: (snap) => snap }),
};
function make(optimisticUpdate) { return base.update.extend({ optimisticUpdate }); }
`,
    after: `import { RestEndpoint, createResource } from '@data-client/rest';
const like = new RestEndpoint({
  path: '/likes/:id',
  getOptimisticResponse: (snap, params, body) => ({ ...params, ...body }),
});
const base = createResource({ path: '/posts/:id', schema: Post });
export const PostResource = {
  ...base,
  partialUpdate: base.partialUpdate.extend({
    getOptimisticResponse(snap, { id }, body) { return { id, ...body }; },
  }),
  delete: base.delete.extend({ getOptimisticResponse: (snap, params) => params }),
  clear: base.delete.extend({ getOptimisticResponse: async function (snap) { return []; } }),
  move: base.delete.extend({
    getOptimisticResponse(
      snap,
      params,
      body,
    ) { return body; },
  }),
  touch: base.delete.extend({ getOptimisticResponse: (snap, ...args) => touched(...args), method: 'PUT' }),
  named: base.delete.extend({ getOptimisticResponse: (snapshot, snap) => snap }),
};
function make(optimisticUpdate) { return base.update.extend({ getOptimisticResponse: (snap, ...args) => optimisticUpdate(...args) }); }
`,
  },
);

fixtureTest(
  "in classes and beside types the snapshot is annotated [endpoint/MOD-7]",
  {
    transform,
    path: "input.ts",
    before:
      `import { RestEndpoint, type RestGenerics } from '@data-client/rest';
class Liked<O extends RestGenerics = any> extends RestEndpoint<O> {
  optimisticUpdate(params: { id: string }) { return params; }
}
class Own extends Liked { optimisticUpdate(this: Own, id: string) { return id; } }
new RestEndpoint({ path: '/:id', optimisticUpdate: (params: { id: string }) => params });
`,
    after:
      `import { RestEndpoint, type RestGenerics, type SnapshotInterface } from '@data-client/rest';
class Liked<O extends RestGenerics = any> extends RestEndpoint<O> {
  getOptimisticResponse(snap: SnapshotInterface, params: { id: string }) { return params; }
}
class Own extends Liked { getOptimisticResponse(this: Own, snap: SnapshotInterface, id: string) { return id; } }
new RestEndpoint({ path: '/:id', getOptimisticResponse: (snap: SnapshotInterface, params: { id: string }) => params });
`,
  },
);

fixtureTest(
  "optimisticUpdate of something else is left alone [endpoint/MOD-7]",
  {
    transform,
    before: `import { Entity } from '@data-client/rest';
import { Base } from 'other';
import { Store } from 'store';
const form = new Map([[1, Store]]);
class Form { optimisticUpdate(value) { return value; } }
function view({ optimisticUpdate }) { return optimisticUpdate; }
`,
  },
);

fixtureTest("options whose use is not seen are reported [endpoint/MOD-7]", {
  transform,
  before: `import { RestEndpoint } from '@data-client/rest';
const options = { optimisticUpdate: (params) => params };
new RestEndpoint(options).optimisticUpdate({ id: 5 });
`,
  reports: [
    "2: if this is an option of an endpoint, rename it to getOptimisticResponse and take a snapshot first",
    "3: optimisticUpdate is getOptimisticResponse now, and gets a snapshot first",
  ],
});
