import { schemaNamespace as transform } from "../transforms/schema_namespace.ts";
import { fixtureTest } from "./fixtures.ts";

fixtureTest("constructs are imported by their own names [endpoint/MOD-22]", {
  transform,
  path: "input.ts",
  before: `import { Entity, schema } from '@data-client/rest';

export const feed = new schema.Array( // of both
  new schema.Union({ link: Link, post: Post }, 'type'),
);
export const users = new schema.Collection([User]) as schema.Collection<[typeof User]>;
type Named = typeof schema.Values | schema.Union;
class Ship extends schema.Entity(Base) {}
const latest = new schema.Query(new schema.All(User), (users) => users);
`,
  after:
    `import { Entity, schema, Union, Collection, type Values, EntityMixin, Query, All } from '@data-client/rest';

export const feed = new schema.Array( // of both
  new Union({ link: Link, post: Post }, 'type'),
);
export const users = new Collection([User]) as Collection<[typeof User]>;
type Named = typeof Values | Union;
class Ship extends EntityMixin(Base) {}
const latest = new Query(new All(User), (users) => users);
`,
});

fixtureTest(
  "the namespace goes if nothing needs it any more [endpoint/MOD-22]",
  {
    transform,
    path: "input.ts",
    before: `import {
  Entity,
  schema as s,
  Collection,
} from '@data-client/rest';
import type { schema } from '@data-client/endpoint';

const users = new s.Collection([User]);
const map = new s.Values(User);
const named: schema.Values<typeof User> = map;
`,
    after: `import {
  Entity,
  Collection,
  Values,
} from '@data-client/rest';

const users = new Collection([User]);
const map = new Values(User);
const named: Values<typeof User> = map;
`,
  },
);

fixtureTest("names that are taken are given an alias [endpoint/MOD-22]", {
  transform,
  path: "input.ts",
  before: `import { schema } from '@data-client/rest';
class Union {}
const one = new schema.Union({}, 'type');
function two(Values: object) { return [Values, new schema.Values(User)]; }
const three = new schema.Values(User);
const four = [new schema.Collection([User]), Collection.prototype];
export const All = () => new schema.All(User);
`,
  after:
    `import { Union as SchemaUnion, Values as SchemaValues, Collection as SchemaCollection, All as SchemaAll } from '@data-client/rest';
class Union {}
const one = new SchemaUnion({}, 'type');
function two(Values: object) { return [Values, new SchemaValues(User)]; }
const three = new SchemaValues(User);
const four = [new SchemaCollection([User]), Collection.prototype];
export const All = () => new SchemaAll(User);
`,
});

fixtureTest(
  "whole modules and require offer the constructs, too [endpoint/MOD-22]",
  {
    transform,
    path: "input.js",
    before: `import * as rest from '@data-client/rest';
const { schema, Entity } = require('@data-client/rest');
const { schema: s } = require('@data-client/endpoint');
const Collection = 1;
const one = new rest.schema.Union({}, 'type');
const two = [new rest.schema.Array(User), new schema.Collection([User])];
const three = [new s.Object({}), new s.Query(User), new s.Values(User)];
`,
    after: `import * as rest from '@data-client/rest';
const { Collection: SchemaCollection, Entity } = require('@data-client/rest');
const { schema: s, Query, Values } = require('@data-client/endpoint');
const Collection = 1;
const one = new rest.Union({}, 'type');
const two = [new rest.schema.Array(User), new SchemaCollection([User])];
const three = [new s.Object({}), new Query(User), new Values(User)];
`,
  },
);

fixtureTest("other things named schema stay as they are [endpoint/MOD-22]", {
  transform,
  path: "input.ts",
  before: `import { Entity, Union } from '@data-client/rest';
import { schema as z } from 'other';
import { schema as real } from '@tessera/client';
class User extends Entity {
  static schema = { feed: z.Union };
  read(schema: any) { return new schema.Union(this.schema.Union); }
}
const arrays = [new real.Array(User), new real.Object({ user: User })];
const all = { ...real };
const { Values } = real;
function inner(real: any) { { const real = 1; use(real); } return real.Union; }
`,
});

fixtureTest("Delete of Rest Hooks is Invalidate [endpoint/MOD-22]", {
  transform,
  path: "input.ts",
  before: `import { schema } from '@rest-hooks/rest';

export const gone = new schema.Delete(User);
const kept: schema.Delete<typeof User> = gone;
`,
  after: `import { Invalidate } from '@rest-hooks/rest';

export const gone = new Invalidate(User);
const kept: Invalidate<typeof User> = gone;
`,
});
