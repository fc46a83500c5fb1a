import { normalizeDelegate as transform } from "../transforms/normalize_delegate.ts";
import { fixtureTest } from "./fixtures.ts";

fixtureTest(
  "normalize finds arguments and visit in its delegate [endpoint/MOD-24] [endpoint/MOD-25]",
  {
    transform,
    path: "input.ts",
    before: `import { Entity } from '@data-client/rest';
import type { Visit, INormalizeDelegate as Delegate } from '@data-client/normalizr';

export class Wrapper {
  normalize(
    input: any,
    parent: any,
    key: string | undefined,
    args: readonly any[],
    visit: Visit,
    /** the store */
    store: Delegate,
    parentEntity?: any,
  ): any {
    store.setEntity(this.entity, args[0].id, input);
    return input.map((item: any) => visit(this.schema, item, input, key, args));
  }
}
`,
    after: `import { Entity } from '@data-client/rest';
import type { INormalizeDelegate as Delegate } from '@data-client/normalizr';

export class Wrapper {
  normalize(
    input: any,
    parent: any,
    key: string | undefined,
    store: Delegate,
    parentEntity?: any,
  ): any {
    store.setEntity(this.entity, store.args[0].id, input);
    return input.map((item: any) => store.visit(this.schema, item, input, key));
  }
}
`,
  },
);

fixtureTest("every form of normalize is rewritten [endpoint/MOD-24]", {
  transform,
  path: "input.js",
  before: `import { Entity } from '@data-client/rest';

class One {
  normalize = (input, parent, key, args, visit, delegate) => visit(this.schema, input, parent, key, args);
}
class Two extends Entity {
  static normalize(input, parent, key, args, visit, delegate, parentEntity) {
    return super.normalize({ ...input, args }, parent, key, args, visit, delegate, parentEntity);
  }
}
const three = { normalize(input, parent, key, args, visit) { return visit(User, input, parent, key, args); } };
const four = { normalize: function (input, parent, key, args) { return [input, args]; } };
function normalize(input, parent, key, args, visit, { setEntity }) {
  setEntity(User, '1', input);
  return walk(visit);
}
const five = {
  normalize(input, parent, key, args, visit) {
    return this.inner.normalize(input, parent, key, args, visit) ?? other?.normalize(input, parent, key, args, visit);
  },
};
`,
  after: `import { Entity } from '@data-client/rest';

class One {
  normalize = (input, parent, key, delegate) => delegate.visit(this.schema, input, parent, key);
}
class Two extends Entity {
  static normalize(input, parent, key, delegate, parentEntity) {
    return super.normalize({ ...input, args: delegate.args }, parent, key, delegate, parentEntity);
  }
}
const three = { normalize(input, parent, key, delegate) { return delegate.visit(User, input, parent, key); } };
const four = { normalize: function (input, parent, key, delegate) { return [input, delegate.args]; } };
function normalize(input, parent, key, delegate) {
  const { setEntity } = delegate;
  setEntity(User, '1', input);
  return walk(delegate.visit.bind(delegate));
}
const five = {
  normalize(input, parent, key, delegate) {
    return this.inner.normalize(input, parent, key, delegate) ?? other?.normalize(input, parent, key, delegate);
  },
};
`,
});

fixtureTest(
  "types of normalize are rewritten [endpoint/MOD-24] [endpoint/MOD-25]",
  {
    transform,
    path: "input.ts",
    before: `import { Entity } from '@data-client/rest';
interface Custom {
  normalize(input: any, parent: any, key: any, args: any[], visit: any, delegate): any;
  extra?: number;
}
type Simple = { normalize: (input: any, parent: any, key: any, args: any[], visit: (...args: any) => any) => any };
`,
    after: `import { Entity, type INormalizeDelegate } from '@data-client/rest';
interface Custom {
  normalize(input: any, parent: any, key: any, delegate: INormalizeDelegate): any;
  extra?: number;
}
type Simple = { normalize: (input: any, parent: any, key: any, delegate: INormalizeDelegate) => any };
`,
  },
);

fixtureTest(
  "arguments of its own for a nested value are dropped and reported [endpoint/MOD-24]",
  {
    transform,
    path: "input.js",
    before: `import { Entity } from '@data-client/rest';
class Wrapper {
  normalize(input, parent, key, args, visit, delegate) {
    return visit(this.schema, input, parent, key, [args[0]]);
  }
}
class Hidden {
  normalize(input, parent, key, args, visit, delegate) {
    return input.map((delegate) => visit(delegate, input, parent, key, args));
  }
}
`,
    after: `import { Entity } from '@data-client/rest';
class Wrapper {
  normalize(input, parent, key, delegate) {
    return delegate.visit(this.schema, input, parent, key);
  }
}
class Hidden {
  normalize(input, parent, key, delegate) {
    return input.map((delegate) => visit(delegate, input, parent, key));
  }
}
`,
    reports: [
      "4: nested values are visited with the same arguments: these were dropped",
      "9: here delegate is something else: rename that, then write delegate.visit",
    ],
  },
);

fixtureTest(
  "a normalize that has its delegate fourth stays as it is [endpoint/MOD-24]",
  {
    transform,
    path: "input.ts",
    before:
      `import { Entity, normalize, type INormalizeDelegate } from '@tessera/client';
class New {
  normalize(input: any, parent: any, key: any, delegate: INormalizeDelegate, parentEntity?: any) {
    return delegate.visit(this.schema, input, parent, key);
  }
}
const text = { normalize: (form: string, args: any[]) => 'a'.normalize(form) };
const wrapped = { normalize: (schema: any, input: any, args: any, store: any) => normalize(schema, input, args, store) };
const { result } = normalize(User, input, args, visit, delegate);
`,
  },
);

fixtureTest("a normalize that is older still is reported [endpoint/MOD-24]", {
  transform,
  path: "input.js",
  before: `import { Entity } from '@rest-hooks/rest';
class Old {
  normalize(input, parent, key, visit, addEntity, visitedEntities) {
    return visit(input, parent, key, this.schema, addEntity, visitedEntities);
  }
}
`,
  reports: [
    "3: this normalize is of a release before 0.15: write normalize(input, parent, key, delegate)",
  ],
});
