import { abortOptimistic as transform } from "../transforms/abort_optimistic.ts";
import { fixtureTest } from "./fixtures.ts";

fixtureTest("the snapshot's abort is thrown [endpoint/MOD-13]", {
  transform,
  before: `import { AbortOptimistic, RestEndpoint } from '@data-client/rest';
const a = new RestEndpoint({
  path: '/:id',
  getOptimisticResponse(snap, { id }) {
    const data = snap.get(User, { id });
    if (!data) throw new AbortOptimistic();
    if (data.locked) { throw new AbortOptimistic; }
    return data;
  },
});
const b = a.extend({
  getOptimisticResponse: ({ get }) => {
    if (!get(User, {})) throw new AbortOptimistic();
    throw new AbortOptimistic();
  },
});
class C extends RestEndpoint {
  getOptimisticResponse = (snapshot) => { throw new AbortOptimistic(); };
}
`,
  after: `import { RestEndpoint } from '@data-client/rest';
const a = new RestEndpoint({
  path: '/:id',
  getOptimisticResponse(snap, { id }) {
    const data = snap.get(User, { id });
    if (!data) throw snap.abort;
    if (data.locked) { throw snap.abort; }
    return data;
  },
});
const b = a.extend({
  getOptimisticResponse: ({ get, abort }) => {
    if (!get(User, {})) throw abort;
    throw abort;
  },
});
class C extends RestEndpoint {
  getOptimisticResponse = (snapshot) => { throw snapshot.abort; };
}
`,
});

fixtureTest("an import that is all goes with its line [endpoint/MOD-13]", {
  transform,
  before: `import { AbortOptimistic } from '@data-client/rest';
import { base } from './base';
base.extend({ getOptimisticResponse: (snap) => { throw new AbortOptimistic(); } });
`,
  after: `import { base } from './base';
base.extend({ getOptimisticResponse: (snap) => { throw snap.abort; } });
`,
});

fixtureTest("without a snapshot at hand it is reported [endpoint/MOD-13]", {
  transform,
  before: `import { AbortOptimistic } from '@data-client/rest';
function stop() { throw new AbortOptimistic(); }
base.extend({ getOptimisticResponse: () => { throw new AbortOptimistic(); } });
const isAbort = (error) => error instanceof AbortOptimistic;
base.extend({ getOptimisticResponse: (snap) => list.map((snap) => { throw new AbortOptimistic(); }) });
`,
  reports: [2, 3, 4, 5].map((line) =>
    `${line}: throw the abort of the snapshot that getOptimisticResponse gets instead of an AbortOptimistic`
  ),
});

fixtureTest(
  "an AbortOptimistic of the application is left alone [endpoint/MOD-13]",
  {
    transform,
    before: `import { RestEndpoint } from '@data-client/rest';
class AbortOptimistic extends Error {}
new RestEndpoint({ path: '/', getOptimisticResponse(snap) { throw new AbortOptimistic(); } });
`,
  },
);

fixtureTest(
  "a required AbortOptimistic goes, with its statement if it is all [endpoint/MOD-13]",
  {
    transform,
    path: "input.cjs",
    before: `const { AbortOptimistic } = require('@data-client/rest');
const base = require('./base');
base.extend({ getOptimisticResponse: (snap) => { throw new AbortOptimistic(); } });
`,
    after: `const base = require('./base');
base.extend({ getOptimisticResponse: (snap) => { throw snap.abort; } });
`,
  },
);

fixtureTest("an abort that is taken out already is thrown [endpoint/MOD-13]", {
  transform,
  before: `import { AbortOptimistic } from '@data-client/rest';
base.extend({ getOptimisticResponse({ get, abort: stop }) { throw new AbortOptimistic(); } });
`,
  after:
    `base.extend({ getOptimisticResponse({ get, abort: stop }) { throw stop; } });
`,
});

fixtureTest(
  "where abort cannot be taken out it is reported [endpoint/MOD-13]",
  {
    transform,
    before: `import { AbortOptimistic } from '@data-client/rest';
base.extend({ getOptimisticResponse({ ...snap }) { throw new AbortOptimistic(); } });
base.extend({ getOptimisticResponse({ get }, abort) { throw new AbortOptimistic(); } });
`,
    reports: [2, 3].map((line) =>
      `${line}: throw the abort of the snapshot that getOptimisticResponse gets instead of an AbortOptimistic`
    ),
  },
);
