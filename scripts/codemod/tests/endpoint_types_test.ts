import { endpointTypes as transform } from "../transforms/endpoint_types.ts";
import { fixtureTest } from "./fixtures.ts";

fixtureTest("types of endpoints lose their New [endpoint/MOD-6]", {
  transform,
  path: "input.ts",
  before:
    `import type { NewGetEndpoint, NewMutateEndpoint as Mutate } from '@rest-hooks/rest/next';
import * as rest from '@data-client/rest';
export type Get = NewGetEndpoint<{ path: '/users/:id'; schema: User }>;
export type Change = Mutate<{ path: '/users/:id' }> | rest.NewMutateEndpoint<{ path: '/' }>;
`,
  after:
    `import type { GetEndpoint, MutateEndpoint as Mutate } from '@rest-hooks/rest/next';
import * as rest from '@data-client/rest';
export type Get = GetEndpoint<{ path: '/users/:id'; schema: User }>;
export type Change = Mutate<{ path: '/users/:id' }> | rest.MutateEndpoint<{ path: '/' }>;
`,
});

fixtureTest("types that only share a name are left alone [endpoint/MOD-6]", {
  transform,
  path: "input.ts",
  before: `import { Entity } from '@data-client/rest';
import type { NewGetEndpoint } from './types';
export type Get = NewGetEndpoint<Entity>;
export type Other<NewMutateEndpoint> = NewMutateEndpoint;
`,
});

fixtureTest(
  "a type parameter of the same name shadows the import [endpoint/MOD-2]",
  {
    transform,
    path: "input.ts",
    before: `import type { NewGetEndpoint } from '@data-client/rest';
type A = NewGetEndpoint<{ path: '/' }>;
type B<NewGetEndpoint> = NewGetEndpoint;
function c() { interface NewGetEndpoint { d: 1 } let d: NewGetEndpoint; }
type E<T> = T extends Array<infer NewGetEndpoint> ? NewGetEndpoint : never;
`,
    after: `import type { GetEndpoint } from '@data-client/rest';
type A = GetEndpoint<{ path: '/' }>;
type B<NewGetEndpoint> = NewGetEndpoint;
function c() { interface NewGetEndpoint { d: 1 } let d: NewGetEndpoint; }
type E<T> = T extends Array<infer NewGetEndpoint> ? NewGetEndpoint : never;
`,
  },
);

fixtureTest("types that list their parameters are reported [endpoint/MOD-6]", {
  transform,
  path: "input.ts",
  before: `import type { GetEndpoint } from '@data-client/rest';
type A = GetEndpoint<{ id: string }, typeof User>;
`,
  reports: [
    '2: GetEndpoint takes one object of options: GetEndpoint<{ path: "/...", schema: ... }>',
  ],
});
