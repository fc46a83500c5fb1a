import { dateFields as transform } from "../transforms/date_fields.ts";
import { fixtureTest } from "./fixtures.ts";

fixtureTest("Date as a field's schema becomes a function [endpoint/MOD-12]", {
  transform,
  path: "input.ts",
  before: `import { Entity, EntityMixin } from '@data-client/rest';
class Post extends Entity {
  createdAt = new Date(0);
  static schema = { createdAt: Date, author: User, dates: [Date], Date, at: { end: Date as any } };
}
class Special extends Post { static override schema = { ...super.schema, editedAt: Date }; }
class Lazy extends Entity { static get schema() { return { at: Date }; } }
const Mixed = EntityMixin(Plain, { schema: { at: Date }, key: 'Mixed' });
`,
  after: `import { Entity, EntityMixin } from '@data-client/rest';
class Post extends Entity {
  createdAt = new Date(0);
  static schema = { createdAt: (iso: string) => new Date(iso), author: User, dates: [(iso: string) => new Date(iso)], Date: (iso: string) => new Date(iso), at: { end: (iso: string) => new Date(iso) as any } };
}
class Special extends Post { static override schema = { ...super.schema, editedAt: (iso: string) => new Date(iso) }; }
class Lazy extends Entity { static get schema() { return { at: (iso: string) => new Date(iso) }; } }
const Mixed = EntityMixin(Plain, { schema: { at: (iso: string) => new Date(iso) }, key: 'Mixed' });
`,
});

fixtureTest("in JavaScript the function has no types [endpoint/MOD-12]", {
  transform,
  path: "input.jsx",
  before: `import { Entity } from '@data-client/rest';
class Post extends Entity { static schema = { createdAt: Date }; }
`,
  after: `import { Entity } from '@data-client/rest';
class Post extends Entity { static schema = { createdAt: (iso) => new Date(iso) }; }
`,
});

fixtureTest("other dates are left alone [endpoint/MOD-12]", {
  transform,
  path: "input.ts",
  before: `import { Entity } from '@data-client/rest';
class Post extends Entity {
  schema = { at: Date };
  static other = { at: Date };
  static schema = { at: (iso: string) => new Date(iso), of: Other(Date), on: my.Date };
}
class Table { static schema = { at: Date }; }
function local(Date: any) { class A extends Entity { static schema = { at: Date }; } }
`,
});
