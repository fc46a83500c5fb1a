import { queries as transform } from "../transforms/queries.ts";
import { fixtureTest } from "./fixtures.ts";

fixtureTest("indexes and queries are read with useQuery [endpoint/MOD-15]", {
  transform,
  before: `import { Index, Query, schema } from '@data-client/rest';
import { useCache, useSuspense } from '@data-client/react';
const byName = new Index(User);
const count = new Query(new schema.All(User), (users) => users.length);
export const sorted = new schema.Query(Users.getList.schema, (users) => users);
function View({ name }) {
  const user = useCache(byName, { name });
  const total = useCache(count);
  return useCache(sorted, { total }) ?? useCache(new schema.Query(User, x => x));
}
`,
  after: `import { Query, schema } from '@data-client/rest';
import { useSuspense, useQuery } from '@data-client/react';
const count = new Query(new schema.All(User), (users) => users.length);
export const sorted = new schema.Query(Users.getList.schema, (users) => users);
function View({ name }) {
  const user = useQuery(User, { name });
  const total = useQuery(count);
  return useQuery(sorted, { total }) ?? useQuery(new schema.Query(User, x => x));
}
`,
});

fixtureTest(
  "useCache of endpoints stays, useQuery is joined [endpoint/MOD-15]",
  {
    transform,
    before: `import * as react from '@data-client/react';
import { useCache, useQuery } from '@data-client/react';
import { Query } from '@data-client/rest';
const count = new Query(User, (users) => users.length);
useCache(count, useCache(getUser, { id: useQuery(User) }));
react.useCache(count);
`,
    after: `import * as react from '@data-client/react';
import { useCache, useQuery } from '@data-client/react';
import { Query } from '@data-client/rest';
const count = new Query(User, (users) => users.length);
useQuery(count, useCache(getUser, { id: useQuery(User) }));
react.useQuery(count);
`,
  },
);

fixtureTest("useCache of anything else is left alone [endpoint/MOD-15]", {
  transform,
  before: `import { useCache } from '@data-client/react';
import { Query } from 'react-query';
const mine = new Query(User);
useCache(getUser, { id });
useCache(mine);
function local(useCache) { return useCache(mine); }
`,
});

fixtureTest(
  "an index that is used in other ways is reported [endpoint/MOD-15]",
  {
    transform,
    before: `import { Index } from '@data-client/rest';
export const byName = new Index(User);
`,
    reports: [
      "2: there are no Index objects any more: read with useQuery(Entity, ...) and drop this one",
    ],
  },
);

fixtureTest("required names are joined, too [endpoint/MOD-15]", {
  transform,
  path: "input.cjs",
  before: `const { Query } = require('@data-client/rest');
const { useCache, ...others } = require('@data-client/react');
const count = new Query(User, (users) => users.length);
exports.useCount = () => useCache(count) + useCache(getUser);
`,
  after: `const { Query } = require('@data-client/rest');
const { useCache, useQuery, ...others } = require('@data-client/react');
const count = new Query(User, (users) => users.length);
exports.useCount = () => useQuery(count) + useCache(getUser);
`,
});

fixtureTest(
  "a pattern that gets another name is kept [endpoint/MOD-15]",
  {
    transform,
    path: "input.cjs",
    before: `const { Query, Index } = require('@data-client/rest');
const { useCache } = require('@data-client/react');
const byName = new Index(User);
exports.useCount = () => useCache(new Query(User, count)) + useCache(byName, {});
`,
    after: `const { Query } = require('@data-client/rest');
const { useQuery } = require('@data-client/react');
exports.useCount = () => useQuery(new Query(User, count)) + useQuery(User, {});
`,
  },
);
