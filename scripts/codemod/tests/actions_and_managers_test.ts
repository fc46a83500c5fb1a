import { actionFields } from "../transforms/action_fields.ts";
import { middlewareProperty } from "../transforms/middleware_property.ts";
import { networkManagerOptions } from "../transforms/network_manager_options.ts";
import { fixtureTest } from "./fixtures.ts";

fixtureTest(
  "actions carry response, args and key themselves [endpoint/MOD-17]",
  {
    transform: actionFields,
    path: "input.ts",
    before:
      `import { actionTypes, type Middleware, type FetchAction, type ActionTypes as A } from '@data-client/react';
export class Log {
  middleware: Middleware = controller => next => async action => {
    if (action.type === actionTypes.SET_RESPONSE) log(action.payload, action.meta.key, action.meta?.args);
    const { payload, meta: { date } } = action;
    return next(action);
  };
}
function one(action: FetchAction, other: { payload: 1 }) { return [action.meta.args[0], other.payload]; }
const two = (a: A | undefined) => a;
const key = (a: A) => a.meta.key + a.meta.fetchedAt;
const cast = (a: unknown, b?: A) => [(a as FetchAction).meta.key, (b as any)?.meta.args, b!.payload];
`,
    after:
      `import { actionTypes, type Middleware, type FetchAction, type ActionTypes as A } from '@data-client/react';
export class Log {
  middleware: Middleware = controller => next => async action => {
    if (action.type === actionTypes.SET_RESPONSE) log(action.response, action.key, action?.args);
    const { response: payload, meta: { date } } = action;
    return next(action);
  };
}
function one(action: FetchAction, other: { payload: 1 }) { return [action.args[0], other.payload]; }
const two = (a: A | undefined) => a;
const key = (a: A) => a.key + a.meta.fetchedAt;
const cast = (a: unknown, b?: A) => [(a as FetchAction).key, (b as any)?.args, b!.response];
`,
  },
);

fixtureTest("actions of others are left alone [endpoint/MOD-17]", {
  transform: actionFields,
  path: "input.ts",
  before: `import { useController } from '@data-client/react';
import type { FetchAction } from './redux';
function reduce(state: any, action: FetchAction) { return action.payload ?? action.meta.key; }
const slice = createSlice({ add: (state, action) => { state.push(action.payload); } });
`,
});

fixtureTest(
  "payload() of a fetch and nested patterns are reported [endpoint/MOD-17]",
  {
    transform: actionFields,
    path: "input.ts",
    before: `import type { FetchAction } from '@data-client/react';
function run(action: FetchAction) { return action.payload(); }
function take(action: FetchAction) { const { meta: { args } } = action; return args; }
`,
    reports: [
      "2: a FETCH action has no payload() any more: call action.endpoint(...action.args)",
      "3: args and key are members of the action itself, no longer of its meta",
    ],
  },
);

fixtureTest("a NetworkManager takes options [endpoint/MOD-17]", {
  transform: networkManagerOptions,
  before:
    `import { NetworkManager, IdlingNetworkManager as Idle } from '@data-client/react';
const managers = [new NetworkManager(60 * 1000, errorLength), new Idle(5000)];
class Slow extends NetworkManager { constructor() { super(undefined, 1000); } }
`,
  after:
    `import { NetworkManager, IdlingNetworkManager as Idle } from '@data-client/react';
const managers = [new NetworkManager({ dataExpiryLength: 60 * 1000, errorExpiryLength: errorLength }), new Idle({ dataExpiryLength: 5000 })];
class Slow extends NetworkManager { constructor() { super({ errorExpiryLength: 1000 }); } }
`,
});

fixtureTest("a NetworkManager with options is left alone [endpoint/MOD-17]", {
  transform: networkManagerOptions,
  before: `import { NetworkManager } from '@data-client/react';
import { NetworkManager as Other } from './network';
[new NetworkManager(), new NetworkManager({ dataExpiryLength: 1 }), new Other(1, 2)];
`,
});

fixtureTest(
  "a single argument that may be either is reported [endpoint/MOD-17]",
  {
    transform: networkManagerOptions,
    before: `import { NetworkManager } from '@data-client/react';
const manager = new NetworkManager(length);
`,
    reports: [
      "2: NetworkManager takes { dataExpiryLength, errorExpiryLength }",
    ],
  },
);

fixtureTest("getMiddleware becomes middleware [endpoint/MOD-17]", {
  transform: middlewareProperty,
  path: "input.ts",
  before: `import type { Manager, Middleware } from '@data-client/react';
class One implements Manager {
  getMiddleware = () => (controller) => (next) => async (action) => next(action);
  cleanup() {}
}
class Two implements Manager {
  protected declare middleware: Middleware;
  constructor() { this.middleware = () => (next) => next; }
  cleanup() {}
  getMiddleware() {
    return this.middleware;
  }
}
class Three implements Manager {
  public getMiddleware(): Middleware {
    return (controller) => (next) => next;
  }
  cleanup() {}
}
class Four implements Manager {
  getMiddleware = (): Middleware => { return logging; };
  cleanup() {}
}
class Five implements Manager {
  getMiddleware() { const seen = new Set(); return () => (next) => (action) => next(action); }
  cleanup() {}
}
class Six implements Manager {
  private log: Middleware;
  constructor() { this.log = () => (next) => next; }
  getMiddleware() { return this.log; }
  cleanup() {}
}
class Seven implements Manager {
  getMiddleware = (): Middleware => create(this.url);
  constructor(private url: string) {}
  cleanup() {}
}
const run = new One().getMiddleware()(controller);
`,
  after: `import type { Manager, Middleware } from '@data-client/react';
class One implements Manager {
  middleware = (controller) => (next) => async (action) => next(action);
  cleanup() {}
}
class Two implements Manager {
  declare middleware: Middleware;
  constructor() { this.middleware = () => (next) => next; }
  cleanup() {}
}
class Three implements Manager {
  public middleware: Middleware = (controller) => (next) => next;
  cleanup() {}
}
class Four implements Manager {
  middleware: Middleware = logging;
  cleanup() {}
}
class Five implements Manager {
  get middleware() { const seen = new Set(); return () => (next) => (action) => next(action); }
  cleanup() {}
}
class Six implements Manager {
  private log: Middleware;
  constructor() { this.log = () => (next) => next; }
  get middleware() { return this.log; }
  cleanup() {}
}
class Seven implements Manager {
  get middleware(): Middleware { return create(this.url); }
  constructor(private url: string) {}
  cleanup() {}
}
const run = new One().middleware(controller);
`,
});

fixtureTest(
  "getMiddleware in other forms is left or reported [endpoint/MOD-17]",
  {
    transform: middlewareProperty,
    before: `import { NetworkManager, useController } from '@data-client/react';
class Stack { static getMiddleware() { return []; } }
use(app.getMiddleware('auth'));
const manager = { getMiddleware: () => middleware, cleanup() {} };
class Own extends NetworkManager {
  getMiddleware() { const inner = super.getMiddleware(); return (controller) => inner(controller); }
}
`,
    reports: [
      "4: a manager has a middleware instead of getMiddleware",
      "6: the class it extends has a middleware of its own: in the constructor, give this.middleware one that calls it",
    ],
  },
);

fixtureTest(
  "actions that are taken apart at once are known [endpoint/MOD-17]",
  {
    transform: actionFields,
    path: "input.js",
    before: `import { useController } from '@data-client/react';
const log = controller => next => ({ type, payload, ...rest }) => next({ type, payload, ...rest });
const key = controller => next => ({ payload: data, meta: { key } }) => next(data, key);
`,
    after: `import { useController } from '@data-client/react';
const log = controller => next => ({ type, response: payload, ...rest }) => next({ type, payload, ...rest });
const key = controller => next => ({ response: data, meta: { key } }) => next(data, key);
`,
    reports: [
      "3: args and key are members of the action itself, no longer of its meta",
    ],
  },
);

fixtureTest(
  "a getMiddleware that is not written in place is reported [endpoint/MOD-17]",
  {
    transform: middlewareProperty,
    path: "input.ts",
    before: `import type { Middleware } from '@data-client/react';
class One { getMiddleware = makeMiddleware; }
class Two { getMiddleware = () => { const seen = 1; return middleware; }; }
class Three { getMiddleware: () => Middleware = () => middleware; }
`,
    reports: [2, 3, 4].map((line) =>
      `${line}: a manager has a middleware instead of getMiddleware`
    ),
  },
);
