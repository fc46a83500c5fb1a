import { optimisticResponse as transform } from "../transforms/optimistic_response.ts";
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

fixtureTest(
  "options of classes of the file and of other files are known [endpoint/MOD-7]",
  {
    transform,
    path: "input.js",
    before: `import { RestEndpoint } from '@data-client/rest';
import { OwnEndpoint } from './own';
import { Signed } from '@/signed';
import { Form } from 'form';
class Local extends RestEndpoint { optimisticUpdate; }
class Plain {}
new Local({ optimisticUpdate: (a) => a });
new OwnEndpoint({ optimisticUpdate: (a) => a });
new Signed({ optimisticUpdate: (a) => a });
new Plain({ optimisticUpdate: (a) => a });
new Form({ optimisticUpdate: (a) => a });
`,
    after: `import { RestEndpoint } from '@data-client/rest';
import { OwnEndpoint } from './own';
import { Signed } from '@/signed';
import { Form } from 'form';
class Local extends RestEndpoint { getOptimisticResponse; }
class Plain {}
new Local({ getOptimisticResponse: (snap, a) => a });
new OwnEndpoint({ getOptimisticResponse: (snap, a) => a });
new Signed({ getOptimisticResponse: (snap, a) => a });
new Plain({ optimisticUpdate: (a) => a });
new Form({ optimisticUpdate: (a) => a });
`,
    reports: [10, 11].map((line) =>
      `${line}: if this is an option of an endpoint, rename it to getOptimisticResponse and take a snapshot first`
    ),
  },
);

fixtureTest(
  "the type of the snapshot joins a default import, or comes by itself [endpoint/MOD-7]",
  {
    transform,
    path: "input.ts",
    before: `import Rest from '@data-client/rest';
class Own extends Rest.Endpoint { optimisticUpdate(this: Own) { return 1; } }
`,
    after: `import Rest, { type SnapshotInterface } from '@data-client/rest';
class Own extends Rest.Endpoint { getOptimisticResponse(this: Own, snap: SnapshotInterface) { return 1; } }
`,
  },
);

fixtureTest(
  "a file that requires the library imports the type of the snapshot [endpoint/MOD-7]",
  {
    transform,
    path: "input.cts",
    before: `const { RestEndpoint } = require("@data-client/rest");
class Own extends RestEndpoint { optimisticUpdate(id: string) { return id; } }
`,
    after: `import type { SnapshotInterface } from "@data-client/rest";
const { RestEndpoint } = require("@data-client/rest");
class Own extends RestEndpoint { getOptimisticResponse(snap: SnapshotInterface, id: string) { return id; } }
`,
  },
);
