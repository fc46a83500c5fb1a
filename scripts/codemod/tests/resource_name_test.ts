import { resourceName as transform } from "../transforms/resource_name.ts";
import { fixtureTest } from "./fixtures.ts";

fixtureTest("createResource becomes resource [endpoint/MOD-5]", {
  transform,
  before: `// the API
import { Entity, createResource } from '@data-client/rest';

export const Users = createResource({ path: '/users/:id',   schema: User });
export { createResource };
`,
  after: `// the API
import { Entity, resource } from '@data-client/rest';

export const Users = resource({ path: '/users/:id',   schema: User });
export { resource as createResource };
`,
});

fixtureTest(
  "createResource is renamed behind aliases, namespaces, require and re-exports [endpoint/MOD-2]",
  {
    transform,
    path: "input.ts",
    before:
      `import { createResource as make, type Resource } from "@rest-hooks/rest";
import * as rest from "@data-client/rest";
const { createResource } = require("@data-client/rest");
const { createResource: own } = rest;
export { createResource, createResource as other } from "@data-client/rest";
make({}); rest.createResource({}); createResource({});
type Made = ReturnType<typeof rest.createResource>;
const api = { createResource };
require("@data-client/rest").createResource((await import("@data-client/rest")).createResource);
type Loaded = typeof import("@data-client/rest").createResource;
`,
    after: `import { resource as make, type Resource } from "@rest-hooks/rest";
import * as rest from "@data-client/rest";
const { resource } = require("@data-client/rest");
const { resource: own } = rest;
export { resource as createResource, resource as other } from "@data-client/rest";
make({}); rest.resource({}); resource({});
type Made = ReturnType<typeof rest.resource>;
const api = { createResource: resource };
require("@data-client/rest").resource((await import("@data-client/rest")).resource);
type Loaded = typeof import("@data-client/rest").resource;
`,
  },
);

fixtureTest(
  "shadowed names of createResource are left alone [endpoint/MOD-2]",
  {
    transform,
    before: `import { createResource } from '@data-client/rest';
function one(createResource) { return createResource(); }
function two() { { const createResource = 1; use(createResource); } createResource({}); }
try {} catch (createResource) { use(createResource); }
function three({ createResource }) { return createResource; }
type Four<createResource> = createResource;
const five = { createResource: 1, six() { return this.createResource; } };
`,
    after: `import { resource } from '@data-client/rest';
function one(createResource) { return createResource(); }
function two() { { const createResource = 1; use(createResource); } resource({}); }
try {} catch (createResource) { use(createResource); }
function three({ createResource }) { return createResource; }
type Four<createResource> = createResource;
const five = { createResource: 1, six() { return this.createResource; } };
`,
  },
);

fixtureTest("a taken name keeps createResource as an alias [endpoint/MOD-2]", {
  transform,
  before: `import { createResource } from '@data-client/rest';
export const user = (resource) => createResource(resource);
`,
  after: `import { resource as createResource } from '@data-client/rest';
export const user = (resource) => createResource(resource);
`,
});

fixtureTest("an import of resource is joined [endpoint/MOD-2]", {
  transform,
  before: `import {
  resource,
  createResource,
} from '@data-client/rest';
resource(createResource);
`,
  after: `import {
  resource,
} from '@data-client/rest';
resource(resource);
`,
});

fixtureTest("a createResource of others is left alone [endpoint/MOD-5]", {
  transform,
  before: `import { Entity } from '@data-client/rest';
import { createResource } from 'solid-js';
import * as rest from './rest';
createResource(Entity, rest.createResource, api.createResource);
`,
});
