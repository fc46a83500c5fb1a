import { pathTemplates as transform } from "../transforms/path_templates.ts";
import { fixtureTest } from "./fixtures.ts";

const dynamic =
  "this path is put together: check that its parts are in the language of path-to-regexp 8";

fixtureTest(
  "paths of endpoints and resources are translated [endpoint/MOD-20]",
  {
    transform,
    path: "input.ts",
    before:
      `import { resource, RestEndpoint, GetEndpoint as Get } from '@data-client/rest';
import { HarbourEndpoint } from './HarbourEndpoint';

const archive = '/archive/:path*';
class OwnEndpoint extends RestEndpoint {
  path = '/own/:id?';
  get path() { return '/got/:id?'; }
  constructor(options) { super({ path: '/made/:id?', ...options }); }
}
export const Ships = resource({
  path: "/ships/:id?", // one or all
  schema: Ship,
}).extend('current', { path: \`/ships/current/:part?\` })
  .extend({ get: { path: '/ships/:id/details/:part?' } })
  .extend((Base) => ({
    search: Base.getList.extend({ path: '/search\\\\?q=:q?' }),
  }));
const getFile = new HarbourEndpoint({ path: archive as string });
const getOne = new OwnEndpoint({ path: '/it\\'s/:id?' } as const);
const getDashed = new RestEndpoint({ "path": "/:user-id" });
const getRaw = new RestEndpoint({ path: String.raw\`/years/:year(\\d+)?\` });
const getLong = new RestEndpoint({ path: String
  .raw\`/years/:year(\\d+)?\` });
const getLocal = new RestEndpoint({ path: old ? '/a/:b+' : '/c/:d+' });
const options = { path: '/a/:b?', schema: Ship };
type Read = Get<{ path: '/ships/:id?'; schema: typeof Ship }>;
type Loaded = import('@data-client/rest').GetEndpoint<{ path: '/a/:b?' }>;
resource<{ path: '/a/:b?' }>({ path: '/a/:b?' } satisfies object);
class Fixed extends RestEndpoint<{ path: '/a/:b?' }> implements Get<{ path: '/a/:b?' }> {}
`,
    after:
      `import { resource, RestEndpoint, GetEndpoint as Get } from '@data-client/rest';
import { HarbourEndpoint } from './HarbourEndpoint';

const archive = '/archive{/*path}';
class OwnEndpoint extends RestEndpoint {
  path = '/own{/:id}';
  get path() { return '/got{/:id}'; }
  constructor(options) { super({ path: '/made{/:id}', ...options }); }
}
export const Ships = resource({
  path: "/ships{/:id}", // one or all
  schema: Ship,
}).extend('current', { path: \`/ships/current{/:part}\` })
  .extend({ get: { path: '/ships/:id/details{/:part}' } })
  .extend((Base) => ({
    search: Base.getList.extend({ path: '/search\\\\?q={:q}' }),
  }));
const getFile = new HarbourEndpoint({ path: archive as string });
const getOne = new OwnEndpoint({ path: '/it\\'s{/:id}' } as const);
const getDashed = new RestEndpoint({ "path": "/:\\"user-id\\"" });
const getRaw = new RestEndpoint({ path: String.raw\`/years{/:year}\` });
const getLong = new RestEndpoint({ path: String
  .raw\`/years{/:year}\` });
const getLocal = new RestEndpoint({ path: old ? '/a/*b' : '/c/*d' });
const options = { path: '/a{/:b}', schema: Ship };
type Read = Get<{ path: '/ships{/:id}'; schema: typeof Ship }>;
type Loaded = import('@data-client/rest').GetEndpoint<{ path: '/a{/:b}' }>;
resource<{ path: '/a{/:b}' }>({ path: '/a{/:b}' } satisfies object);
class Fixed extends RestEndpoint<{ path: '/a{/:b}' }> implements Get<{ path: '/a{/:b}' }> {}
`,
    reports: [
      "20: :user-id is taken for one parameter; if it is :user and a text, write :user\\-id",
    ],
  },
);

fixtureTest("paths that are put together are reported [endpoint/MOD-20]", {
  transform,
  path: "input.ts",
  before: `import { resource, RestEndpoint } from '@data-client/rest';
export const prefix = '/a/:b?';
const shared = '/c/:d?';
log(shared);
const one = new RestEndpoint({ path: \`\${prefix}/x\` });
const two = new RestEndpoint({ path: prefix + '/x/:y?' });
const three = new RestEndpoint({ path: prefix });
const four = new RestEndpoint({ path: shared });
const makeResource = (path, schema) => resource({ path, schema });
const five = one.extend({ path: pathFor('x') });
class Six extends RestEndpoint { get path() { log(); return '/a/:b?'; } }
`,
  reports: [5, 6, 7, 8, 9, 10, 11].map((line) => `${line}: ${dynamic}`),
});

fixtureTest("paths of routers and others stay as they are [endpoint/MOD-20]", {
  transform,
  path: "input.tsx",
  before: `import { useController } from '@data-client/react';
import { createBrowserRouter, Route } from 'react-router';
import { z } from 'zod';

export const router = createBrowserRouter([
  { path: '/ships/:id?', element: <Ships />, children: [{ path: ':part?', loader }] },
]);
export const route = <Route path="/ships/:id?" element={<Ships />} />;
export const place = z.object({}).extend({ path: z.string() });
const rootRoute = new Route({ path: '/ships/:id?', component: Ships });
const { path = '/ships/:id?' } = options;
fs.read({ path: '/what?' });
class Shape { path = '/M0 0 L1 (1)'; }
`,
});

fixtureTest("paths of version 8 stay as they are [endpoint/MOD-20]", {
  transform,
  path: "input.js",
  before: `import { RestEndpoint } from '@tessera/client';
new RestEndpoint({ path: '/ships{/:id}' });
new RestEndpoint({ path: '/files/*path' });
new RestEndpoint({ path: '/search\\\\?q={:q}&s=:"sort-by"' });
new RestEndpoint({ path: undefined });
`,
});
