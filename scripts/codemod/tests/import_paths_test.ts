import { importPaths as transform } from "../transforms/import_paths.ts";
import { fixtureTest } from "./fixtures.ts";

fixtureTest("packages become entries [endpoint/MOD-1]", {
  transform,
  before: `import React from 'react';
import { Entity, resource } from '@data-client/rest';
import { useSuspense } from "@data-client/react";
import { MockResolver } from '@data-client/test';
import { GQLEndpoint, GQLEntity } from '@data-client/graphql';
import { DataProvider } from '@data-client/ssr/nextjs';
import { PersistedStore } from '@data-client/ssr';
`,
  after: `import React from 'react';
import { Entity, resource } from '@tessera/client';
import { useSuspense } from "@tessera/client/react";
import { MockResolver } from '@tessera/client/testing';
import { GQLEndpoint, GQLEntity } from '@tessera/client/graphql';
import { DataProvider } from '@tessera/client/react/nextjs';
import { PersistedStore } from '@tessera/client/react/ssr';
`,
});

fixtureTest(
  "declarations are split and joined by what the entries export [endpoint/MOD-1]",
  {
    transform,
    path: "input.ts",
    before: `import {
  useSuspense,
  type ResolveType, // kept
  useController as useC,
} from '@data-client/react';
import { Entity } from '@data-client/rest';
import { Collection, schema } from '@data-client/endpoint'
import type { Denormalize } from '@data-client/normalizr';
import type { Normalize, DataProviderProps } from '@data-client/react';
export { Entity as E, useDLE, type Normalize } from 'rest-hooks';
export type { Manager } from '@data-client/core';
`,
    after: `import {
  useSuspense,
  // kept
  useController as useC,
} from '@tessera/client/react';
import { Entity, type ResolveType, Collection, schema } from '@tessera/client';
import type { Denormalize, Normalize } from '@tessera/client';
import type { DataProviderProps } from '@tessera/client/react';
export { Entity as E, type Normalize } from '@tessera/client';
export { useDLE } from '@tessera/client/react';
export type { Manager } from '@tessera/client';
`,
  },
);

fixtureTest(
  "require, import() and modules as a whole are moved [endpoint/MOD-1]",
  {
    transform,
    path: "input.ts",
    before: `import * as rest from '@data-client/rest';
import * as react from '@data-client/react';
const { Entity, useDLE } = require('@data-client/react');
const endpoint = require("@data-client/endpoint");
const { renderDataHook } = await import('@data-client/test');
let ship: import('@data-client/rest').Entity;
jest.mock('@data-client/react');
class Ship extends rest.Entity {}
use(endpoint.Endpoint, react.useDLE);
`,
    after: `import * as rest from '@tessera/client';
import * as react from '@tessera/client/react';
const { Entity } = require('@tessera/client');
const { useDLE } = require('@tessera/client/react');
const endpoint = require("@tessera/client");
const { renderDataHook } = await import('@tessera/client/testing');
let ship: import('@tessera/client').Entity;
jest.mock('@tessera/client/react');
class Ship extends rest.Entity {}
use(endpoint.Endpoint, react.useDLE);
`,
    reports: [
      "8: @data-client/react as a whole became @tessera/client/react: check that what is used of it is exported there",
    ],
  },
);

fixtureTest("new declarations are wrapped as the old ones [endpoint/MOD-3]", {
  transform,
  before: `import {
  Entity,
  useSuspense,
  type Manager,
  useDLE
} from '@data-client/react';
import type {
  Denormalize,
  DataProviderProps,
} from '@data-client/react';
export {
  All,
  useController,
  useFetch,
} from '@data-client/react';
`,
  after: `import {
  Entity
} from '@tessera/client';
import {
  useSuspense,
  type Manager,
  useDLE
} from '@tessera/client/react';
import type {
  Denormalize,
  DataProviderProps,
} from '@tessera/client/react';
export {
  All,
} from '@tessera/client';
export {
  useController,
  useFetch,
} from '@tessera/client/react';
`,
});

fixtureTest("required names are wrapped as they were, too [endpoint/MOD-3]", {
  transform,
  path: "input.js",
  before: `const {
  Entity,
  useSuspense,
  useDLE,
} = require('@data-client/react');
`,
  after: `const {
  Entity,
} = require('@tessera/client');
const {
  useSuspense,
  useDLE,
} = require('@tessera/client/react');
`,
});

fixtureTest(
  "names without counterpart stay and are reported [endpoint/MOD-1]",
  {
    transform,
    before: `import { useImage, useFetch } from '@data-client/react';
import { useResource } from 'rest-hooks';
import * as react from '@data-client/react';
react.useFetch(react.Entity, react.useResource);
import * as old from 'rest-hooks';
old.useRetrieve(old.useResource);
`,
    after: `import { useImage } from '@data-client/react';
import { useFetch } from '@tessera/client/react';
import { useResource } from 'rest-hooks';
import * as react from '@tessera/client/react';
react.useFetch(react.Entity, react.useResource);
import * as old from 'rest-hooks';
old.useRetrieve(old.useResource);
`,
    reports: [
      "1: useImage has no counterpart in @tessera/client (it still comes from @data-client/react)",
      "3: useResource has no counterpart in @tessera/client: use useSuspense() (it still comes from rest-hooks)",
      "4: Entity comes from @tessera/client: import it from there",
      "4: useResource has no counterpart in @tessera/client: use useSuspense()",
      "6: useRetrieve has no counterpart in @tessera/client: use useFetch()",
      "6: useResource has no counterpart in @tessera/client: use useSuspense()",
    ],
  },
);

fixtureTest("our own imports are put right, too [endpoint/MOD-1]", {
  transform,
  before: `import { Entity, useDLE } from "@tessera/client";
import { Union } from "@tessera/client";
import { Query } from "jsr:@tessera/client@^0.1/react";
import { resource } from "npm:@data-client/rest@^0.14";
`,
  after: `import { Entity } from "@tessera/client";
import { useDLE } from "@tessera/client/react";
import { Union } from "@tessera/client";
import { Query } from "jsr:@tessera/client@^0.1";
import { resource } from "npm:@tessera/client";
`,
});

fixtureTest("a file whose imports are right is left alone [endpoint/MOD-1]", {
  transform,
  before: `import { Entity } from "@tessera/client";
import { Union } from "@tessera/client";
import   type { DLE } from '@tessera/client/react'
export * from "@tessera/client/testing";
// a text is no import: "@data-client/rest"
const text = "@data-client/rest";
`,
});

fixtureTest("members taken out of a module are known [endpoint/MOD-1]", {
  transform,
  path: "input.js",
  before: `const react = require("@data-client/react");
import * as rest from '@data-client/rest';
const { useSuspense: us, Entity = null } = react;
const { resource } = rest;
`,
  after: `const react = require("@tessera/client/react");
import * as rest from '@tessera/client';
const { useSuspense: us, Entity = null } = react;
const { resource } = rest;
`,
  reports: ["1: Entity comes from @tessera/client: import it from there"],
});

fixtureTest("imports of Flow keep their kind [endpoint/MOD-1]", {
  transform,
  path: "input.js",
  before: `// @flow
import { resource, type Schema } from '@data-client/rest';
import typeof { Entity } from '@data-client/rest';
import type { Denormalize } from '@data-client/normalizr';
export const kind = (value: Schema): ?Denormalize => (resource: any);
`,
  after: `// @flow
import { resource, type Schema } from '@tessera/client';
import typeof { Entity } from '@tessera/client';
import type { Denormalize } from '@tessera/client';
export const kind = (value: Schema): ?Denormalize => (resource: any);
`,
});

fixtureTest("required modules are split by their names [endpoint/MOD-1]", {
  transform,
  path: "input.cjs",
  before:
    `const { Entity, useDLE = null } = require("@tessera/client"), other = 1;
function lazy() {
  const { useSuspense, useImage, resource: r } = require('@data-client/react');
}
const { Controller, ...rest } = require('@data-client/react');
use(require('@data-client/react').RestEndpoint, require('@data-client/rest').Entity);
`,
  after:
    `const { Entity } = require("@tessera/client"), { useDLE = null } = require("@tessera/client/react"), other = 1;
function lazy() {
  const { useImage } = require('@data-client/react');
  const { useSuspense } = require('@tessera/client/react');
  const { resource: r } = require('@tessera/client');
}
const { Controller, ...rest } = require('@tessera/client/react');
use(require('@tessera/client').RestEndpoint, require('@tessera/client').Entity);
`,
  reports: [
    "3: useImage has no counterpart in @tessera/client (it still comes from @data-client/react)",
  ],
});

fixtureTest("packages without counterpart stay as they are [endpoint/MOD-1]", {
  transform,
  before: `import { useSuspense, Entity } from '@data-client/vue';
import * as img from '@data-client/img';
import { resource } from '@data-client/rest';
export { useLive } from '@data-client/vue';
`,
  after: `import { useSuspense, Entity } from '@data-client/vue';
import * as img from '@tessera/client/react/img';
import { resource } from '@tessera/client';
export { useLive } from '@data-client/vue';
`,
  reports: [
    "1: @data-client/vue has no counterpart: it stays as it is",
    "2: @data-client/img as a whole became @tessera/client/react/img: check that what is used of it is exported there",
    "4: @data-client/vue has no counterpart: it stays as it is",
  ],
});

fixtureTest("classes that were resources are reported [endpoint/MOD-1]", {
  transform,
  path: "input.ts",
  before: `import { Resource } from '@rest-hooks/rest';
class Article extends Resource { static urlRoot = '/article/'; }
let made: Resource;
`,
  after: `import { Resource } from '@tessera/client';
class Article extends Resource { static urlRoot = '/article/'; }
let made: Resource;
`,
  reports: [
    "2: Resource is no class any more: write an Entity, and endpoints by resource()",
  ],
});

fixtureTest("a default import stays behind, alone or not [endpoint/MOD-1]", {
  transform,
  before:
    `import reduce, { useDLE, Entity } from '@data-client/use-enhanced-reducer';
import other, { resource } from '@data-client/rest';
`,
  after: `import reduce from '@data-client/use-enhanced-reducer';
import { useDLE } from '@tessera/client/react';
import { Entity, resource } from '@tessera/client';
import other from '@data-client/rest';
`,
  reports: [
    "1: default has no counterpart in @tessera/client (it still comes from @data-client/use-enhanced-reducer)",
    "4: default has no counterpart in @tessera/client (it still comes from @data-client/rest)",
  ],
});
