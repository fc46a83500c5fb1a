import { denormalizeDelegate as transform } from "../transforms/denormalize_delegate.ts";
import { fixtureTest } from "./fixtures.ts";

fixtureTest(
  "methods get a delegate, and its type is imported [endpoint/MOD-23] [endpoint/MOD-25]",
  {
    transform,
    path: "input.ts",
    before: `import { Entity } from '@data-client/rest';

export class Wrapper {
  /** What a reader sees. */
  denormalize(
    input: any,
    args: readonly any[], // of the endpoint
    unvisit: (schema: any, input: any) => any,
  ): Shown {
    const list = input.items.map((item: any) => unvisit(this.schema, item));
    return { list, first: args[0]?.id, args };
  }
}
`,
    after:
      `import { Entity, type IDenormalizeDelegate } from '@data-client/rest';

export class Wrapper {
  /** What a reader sees. */
  denormalize(
    input: any,
    delegate: IDenormalizeDelegate,
  ): Shown {
    const list = input.items.map((item: any) => delegate.unvisit(this.schema, item));
    return { list, first: delegate.args[0]?.id, args: delegate.args };
  }
}
`,
  },
);

fixtureTest("every form of a function gets a delegate [endpoint/MOD-23]", {
  transform,
  path: "input.js",
  before: `import { Entity } from '@data-client/rest';

class Fields {
  denormalize = (input, args, unvisit) => unvisit(this.schema, input);
  static denormalize = function (input, args, unvisit) { return unvisit(this.schema, input); };
}
class Post extends Entity {
  static denormalize(input, args, unvisit) {
    return super.denormalize(input, args, unvisit);
  }
}
const one = {
  denormalize(input, args, unvisit) { return unvisit(User, input); },
};
const two = { 'denormalize': (input, _args, unvisit) => input.map(unvisit) };
const three = { denormalize: async function named(input, args, unvisit) { return [args, unvisit]; } };
function denormalize(input, args, unvisit) { return { unvisit }; }
function outer() {
  const denormalize = (input, args, unvisit) => unvisit(User, input, ...args);
  let denormalizeAll = (input, args, unvisit) => unvisit(User, input);
}
Legacy.prototype.denormalize = function (input, args, unvisit) { return input; };
export default { denormalize: (input, args) => args[0] };
`,
  after: `import { Entity } from '@data-client/rest';

class Fields {
  denormalize = (input, delegate) => delegate.unvisit(this.schema, input);
  static denormalize = function (input, delegate) { return delegate.unvisit(this.schema, input); };
}
class Post extends Entity {
  static denormalize(input, delegate) {
    return super.denormalize(input, delegate);
  }
}
const one = {
  denormalize(input, delegate) { return delegate.unvisit(User, input); },
};
const two = { 'denormalize': (input, delegate) => input.map(delegate.unvisit) };
const three = { denormalize: async function named(input, delegate) { return [delegate.args, delegate.unvisit]; } };
function denormalize(input, delegate) { return { unvisit: delegate.unvisit }; }
function outer() {
  const denormalize = (input, delegate) => delegate.unvisit(User, input, ...delegate.args);
  let denormalizeAll = (input, args, unvisit) => unvisit(User, input);
}
Legacy.prototype.denormalize = function (input, delegate) { return input; };
export default { denormalize: (input, delegate) => delegate.args[0] };
`,
});

fixtureTest(
  "signatures and overloads get a delegate [endpoint/MOD-23] [endpoint/MOD-25]",
  {
    transform,
    path: "input.ts",
    before:
      `import type { Visit, Unvisit as U, Schema } from '@data-client/normalizr';
export interface Custom {
  denormalize(input: any, args: any[], unvisit: U): any;
}
type Simple = {
  denormalize: (input: any, args: readonly unknown[], unvisit: U) => any;
  queryKey(args: any, visit: Visit): any;
};
abstract class Base {
  abstract denormalize(input: {}, args: any, unvisit: any): Schema;
}
declare function denormalize(input: any, args: Array<any>, unvisit: any): void;
class Over {
  denormalize(input: string, args: any, unvisit: any): string;
  denormalize(this: Over, input: any, args: any, unvisit: any) { return unvisit(this, input); }
  field: (input: any, args: any, unvisit: any) => any;
  declare denormalize: (input: any, args: any, unvisit: any) => any;
}
const denormalize: (input: any, args: any, unvisit: any) => any = (input, args, unvisit) => input;
`,
    after:
      `import type { Visit, Schema, IDenormalizeDelegate } from '@data-client/normalizr';
export interface Custom {
  denormalize(input: any, delegate: IDenormalizeDelegate): any;
}
type Simple = {
  denormalize: (input: any, delegate: IDenormalizeDelegate) => any;
  queryKey(args: any, visit: Visit): any;
};
abstract class Base {
  abstract denormalize(input: {}, delegate: IDenormalizeDelegate): Schema;
}
declare function denormalize(input: any, delegate: IDenormalizeDelegate): void;
class Over {
  denormalize(input: string, delegate: IDenormalizeDelegate): string;
  denormalize(this: Over, input: any, delegate: IDenormalizeDelegate) { return delegate.unvisit(this, input); }
  field: (input: any, args: any, unvisit: any) => any;
  declare denormalize: (input: any, delegate: IDenormalizeDelegate) => any;
}
const denormalize: (input: any, delegate: IDenormalizeDelegate) => any = (input, delegate) => input;
`,
  },
);

fixtureTest(
  "a new import of the type is written where there is none [endpoint/MOD-25]",
  {
    transform,
    path: "input.ts",
    before: `import * as rest from '@data-client/rest';

export class Wrapper {
  denormalize(input: any, args: any, unvisit: any) { return input; }
}
`,
    after: `import * as rest from '@data-client/rest';
import type { IDenormalizeDelegate } from '@data-client/rest';

export class Wrapper {
  denormalize(input: any, delegate: IDenormalizeDelegate) { return input; }
}
`,
  },
);

fixtureTest(
  "calls that hand on everything hand on the delegate [endpoint/MOD-23]",
  {
    transform,
    path: "input.js",
    before: `import { Entity } from '@data-client/rest';
class Wrapper {
  denormalize(input, args, unvisit) {
    if (!input) return this.inner.denormalize(input, args, unvisit);
    const part = this.#parts[0]?.denormalize(input, args, unvisit);
    return denormalizeAll(this.schema, input, args, unvisit) ?? part;
  }
}
class Thin { denormalize = (a, args, unvisit) => inner.denormalize(a, args, unvisit) }
`,
    after: `import { Entity } from '@data-client/rest';
class Wrapper {
  denormalize(input, delegate) {
    if (!input) return this.inner.denormalize(input, delegate);
    const part = this.#parts[0]?.denormalize(input, delegate);
    return denormalizeAll(this.schema, input, delegate.args, delegate.unvisit) ?? part;
  }
}
class Thin { denormalize = (a, delegate) => inner.denormalize(a, delegate) }
`,
  },
);

fixtureTest(
  "arguments that are taken apart or written get a declaration [endpoint/MOD-23]",
  {
    transform,
    path: "input.js",
    before: `import { Entity } from '@data-client/rest';
const one = {
  denormalize(input, [{ lang } = {}], unvisit) {
    return unvisit(this.schema, input[lang]);
  },
};
const two = { denormalize: (input, [first]) => ({ ...input, first }) };
class Three {
  denormalize(input, args = [], unvisit) {
    'use strict';
    args = args.slice(1);
    return args.map((arg) => unvisit(arg, input));
  }
}
class Four { denormalize(input, args, unvisit) { const delegate = args[0]; return delegate; } }
`,
    after: `import { Entity } from '@data-client/rest';
const one = {
  denormalize(input, delegate) {
    const [{ lang } = {}] = delegate.args;
    return delegate.unvisit(this.schema, input[lang]);
  },
};
const two = { denormalize: (input, delegate) => { const [first] = delegate.args; return ({ ...input, first }); } };
class Three {
  denormalize(input, delegate) {
    'use strict';
    let args = delegate.args;
    args = args.slice(1);
    return args.map((arg) => delegate.unvisit(arg, input));
  }
}
class Four { denormalize(input, delegate_) { const delegate = delegate_.args[0]; return delegate; } }
`,
  },
);

fixtureTest(
  "shadowed names are left alone [endpoint/MOD-23] [endpoint/MOD-2]",
  {
    transform,
    path: "input.js",
    before: `import { Entity } from '@data-client/rest';
class Wrapper {
  denormalize(input, args, unvisit) {
    { const args = 1; use(args, this.args, { args: 2 }); }
    try { unvisit(User, input); } catch (unvisit) { log(unvisit); }
    return input.map((args) => args.id).map(({ unvisit }) => unvisit);
  }
}
`,
    after: `import { Entity } from '@data-client/rest';
class Wrapper {
  denormalize(input, delegate) {
    { const args = 1; use(args, this.args, { args: 2 }); }
    try { delegate.unvisit(User, input); } catch (unvisit) { log(unvisit); }
    return input.map((args) => args.id).map(({ unvisit }) => unvisit);
  }
}
`,
  },
);

fixtureTest(
  "what has a delegate, or only the name, stays as it is [endpoint/MOD-23]",
  {
    transform,
    path: "input.ts",
    before:
      `import { denormalize, Entity, type IDenormalizeDelegate } from '@tessera/client';
class New {
  denormalize(input: any, delegate: IDenormalizeDelegate) { return delegate.unvisit(this, input); }
}
class Few { denormalize(input: any) { return input; } }
const wrapped = { denormalize: (schema: any, input: any, entities: any) => denormalize(schema, input, entities) };
const value = denormalize(User, '1', entities, []);
function passed() { const denormalize = (input: any, ...rest: any[]) => inner.denormalize(input, ...rest); }
const other = { unnormalize(input: any, args: any, unvisit: any) { return unvisit(args, input); } };
`,
  },
);

fixtureTest("a signature that is older still is reported [endpoint/MOD-23]", {
  transform,
  path: "input.js",
  before: `import { Entity } from '@rest-hooks/rest';
class Old {
  denormalize(input, unvisit) { return unvisit(input, this.schema); }
}
class Rest { denormalize(input, ...[args, unvisit]) { return unvisit(args, input); } }
class Passed { denormalize(...all) { return inner.denormalize(...all); } }
`,
  reports: [
    "3: this denormalize is of a release before 0.2: write denormalize(input, delegate)",
    "5: what this denormalize takes cannot be told: write denormalize(input, delegate)",
  ],
});
