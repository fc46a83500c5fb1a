import { invalidSymbol as transform } from "../transforms/invalid_symbol.ts";
import { fixtureTest } from "./fixtures.ts";

fixtureTest("the delegate invalidates [endpoint/MOD-19]", {
  transform,
  path: "input.js",
  before: `import { Entity } from '@data-client/rest';
import { INVALID } from '@data-client/normalizr';

export class Deletion {
  normalize(input, parent, key, delegate) {
    for (const id of input) delegate.setEntity(this.entity, \`\${id}\`, INVALID);
    delegate.setEntity(
      this.entity,
      'last', // always
      INVALID,
      delegate.meta,
    );
  }
}
`,
  after: `import { Entity } from '@data-client/rest';

export class Deletion {
  normalize(input, parent, key, delegate) {
    for (const id of input) delegate.invalidate(this.entity, \`\${id}\`);
    delegate.invalidate(
      this.entity,
      'last'
    );
  }
}
`,
});

fixtureTest("the delegate of a query tells what is invalid [endpoint/MOD-19]", {
  transform,
  path: "input.ts",
  before: `import { INVALID as GONE, Entity } from '@data-client/normalizr';
class Newest {
  queryKey(args: any, unvisit: any, reader: any) {
    const row = reader.getEntity('User', '1');
    const isGone = (value: unknown) => value === GONE;
    return row === GONE || isGone(row) ? undefined : { id: '1', GONE };
  }
}
`,
  after: `import { Entity } from '@data-client/normalizr';
class Newest {
  queryKey(args: any, unvisit: any, reader: any) {
    const row = reader.getEntity('User', '1');
    const isGone = (value: unknown) => value === reader.INVALID;
    return row === reader.INVALID || isGone(row) ? undefined : { id: '1', GONE: reader.INVALID };
  }
}
`,
});

fixtureTest("elsewhere the symbol is imported as before [endpoint/MOD-19]", {
  transform,
  path: "input.ts",
  before: `import { INVALID } from '@data-client/normalizr';
export const isShown = (value: unknown) => value !== INVALID;
class Newest {
  queryKey(args: any, unvisit: any, INVALID: any) {
    return args[0] === INVALID;
  }
  read(delegate: any) {
    return delegate.getEntity('User', '1') === INVALID;
  }
}
`,
});
