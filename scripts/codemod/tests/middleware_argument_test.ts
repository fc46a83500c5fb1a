import { middlewareArgument as transform } from "../transforms/middleware_argument.ts";
import { fixtureTest } from "./fixtures.ts";

fixtureTest("a middleware takes the controller [endpoint/MOD-10]", {
  transform,
  path: "input.ts",
  before:
    `import { type Manager, type Middleware, type MiddlewareAPI } from '@data-client/react';
export class Log implements Manager {
  middleware: Middleware = ({ controller }) => next => async action => {
    await next(action);
    controller.expireAll(Ticker);
  };
  cleanup() {}
}
const second: Middleware = ({ controller: ctrl }) => (next) => (action) => next(action, ctrl);
const third = ({ controller, getState, dispatch }: MiddlewareAPI) => next => action => {
  if (getState().lastReset) dispatch(action);
  return next(action);
};
const fourth: Middleware = api => next => action => api.controller.fetch(Ticker) && next(action);
const sixth = ({ controller, getState }) => next => action => next(action, { getState }) ?? ((getState) => getState());
function fifth({ controller }) { return (next) => function (action) { return next(action); }; }
`,
  after:
    `import { type Manager, type Middleware, type MiddlewareAPI, type Controller } from '@data-client/react';
export class Log implements Manager {
  middleware: Middleware = controller => next => async action => {
    await next(action);
    controller.expireAll(Ticker);
  };
  cleanup() {}
}
const second: Middleware = ctrl => (next) => (action) => next(action, ctrl);
const third = (controller: Controller) => next => action => {
  if (controller.getState().lastReset) controller.dispatch(action);
  return next(action);
};
const fourth: Middleware = api => next => action => api.fetch(Ticker) && next(action);
const sixth = controller => next => action => next(action, { getState: controller.getState }) ?? ((getState) => getState());
function fifth(controller) { return (next) => function (action) { return next(action); }; }
`,
});

fixtureTest(
  "functions that are no middleware are left alone [endpoint/MOD-10]",
  {
    transform,
    before: `import { useController } from '@data-client/react';
const View = ({ controller }) => controller;
const curried = ({ controller }) => (x) => controller(x);
const redux = ({ getState, dispatch }) => next => action => dispatch(next(action), getState());
const middleware = controller => next => action => next(action);
`,
  },
);

fixtureTest(
  "a middleware that takes apart more than that is reported [endpoint/MOD-10]",
  {
    transform,
    before: `import { useController } from '@data-client/react';
const a = ({ controller, ...rest }) => next => action => next(action, rest);
`,
    reports: [
      "2: a middleware gets the controller itself: take it, and getState and dispatch from it",
    ],
  },
);
