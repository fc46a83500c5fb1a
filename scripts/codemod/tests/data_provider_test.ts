import { dataProvider as transform } from "../transforms/data_provider.ts";
import { fixtureTest } from "./fixtures.ts";

fixtureTest("providers provide data [endpoint/MOD-16]", {
  transform,
  before: `import { CacheProvider } from '@data-client/react';
import { makeCacheProvider } from '@data-client/react/next';
import { makeRenderDataHook } from '@data-client/test';
const render = makeRenderDataHook(makeCacheProvider);
const App = () => <CacheProvider managers={[]}><Main /></CacheProvider>;
`,
  after: `import { DataProvider } from '@data-client/react';
import { makeRenderDataHook } from '@data-client/test';
const render = makeRenderDataHook(DataProvider);
const App = () => <DataProvider managers={[]}><Main /></DataProvider>;
`,
});

fixtureTest("aliases and members keep their meaning [endpoint/MOD-16]", {
  transform,
  before: `import * as react from '@data-client/react';
import { CacheProvider as Provider } from '@data-client/react';
const App = () => <Provider><react.CacheProvider /></Provider>;
`,
  after: `import * as react from '@data-client/react';
import { DataProvider as Provider } from '@data-client/react';
const App = () => <Provider><react.DataProvider /></Provider>;
`,
});

fixtureTest("calls that made a provider are reported [endpoint/MOD-16]", {
  transform,
  before: `import { makeCacheProvider } from '@rest-hooks/test';
const Provider = makeCacheProvider([manager], state);
`,
  reports: [
    "2: makeCacheProvider() is gone: use <DataProvider managers initialState> as a component",
  ],
});

fixtureTest(
  "default managers that were taken from the provider are reported [endpoint/MOD-16]",
  {
    transform,
    before: `import { CacheProvider, LogoutManager } from '@rest-hooks/react';
const managers = [new LogoutManager(), ...CacheProvider.defaultProps.managers];
`,
    after: `import { DataProvider, LogoutManager } from '@rest-hooks/react';
const managers = [new LogoutManager(), ...DataProvider.defaultProps.managers];
`,
    reports: [
      "2: providers have no defaultProps: call getDefaultManagers() for the managers",
    ],
  },
);

fixtureTest("providers of others are left alone [endpoint/MOD-16]", {
  transform,
  before: `import { useSuspense } from '@data-client/react';
import { CacheProvider } from '@emotion/react';
const App = () => <CacheProvider value={cache} />;
const Other = ({ CacheProvider }) => <CacheProvider />;
`,
});

fixtureTest("what is handed on is rewritten beside calls [endpoint/MOD-16]", {
  transform,
  before:
    `import { makeCacheProvider, makeRenderDataHook } from '@data-client/test';
const Provider = makeCacheProvider(managers);
const render = makeRenderDataHook(makeCacheProvider);
`,
  after:
    `import { makeCacheProvider, makeRenderDataHook, DataProvider } from '@data-client/test';
const Provider = makeCacheProvider(managers);
const render = makeRenderDataHook(DataProvider);
`,
  reports: [
    "2: makeCacheProvider() is gone: use <DataProvider managers initialState> as a component",
  ],
});
