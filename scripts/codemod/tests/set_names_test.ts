import { setNames as transform } from "../transforms/set_names.ts";
import { fixtureTest } from "./fixtures.ts";

fixtureTest("what was received is set [endpoint/MOD-11]", {
  transform,
  path: "input.ts",
  before:
    `import { useController, Controller, actionTypes, type ReceiveAction } from '@rest-hooks/react';
import { RECEIVE_TYPE, FETCH_TYPE as FETCHED } from '@rest-hooks/core';
const ctrl = useController();
ctrl.receive(getUser, { id }, data);
useController().receiveError(getUser, { id }, error);
const { receive, fetch } = useController();
function stop(c: Controller, action: ReceiveAction) {
  c.receive(getUser, action);
  if (action.type === RECEIVE_TYPE || action.type === FETCHED) return { RECEIVE_TYPE };
  switch (action.type) { case actionTypes.DELETE_TYPE: case actionTypes.RESET_TYPE: }
  const { UNSUBSCRIBE_TYPE, RECEIVE_TYPE: received } = actionTypes;
}
class Stream { controller: any; run() { this.controller.receive(getUser, 1); } }
`,
  after:
    `import { useController, Controller, actionTypes, type SetResponseAction } from '@rest-hooks/react';
const ctrl = useController();
ctrl.setResponse(getUser, { id }, data);
useController().setError(getUser, { id }, error);
const { setResponse: receive, fetch } = useController();
function stop(c: Controller, action: SetResponseAction) {
  c.setResponse(getUser, action);
  if (action.type === actionTypes.SET_RESPONSE || action.type === actionTypes.FETCH) return { RECEIVE_TYPE: actionTypes.SET_RESPONSE };
  switch (action.type) { case actionTypes.INVALIDATE: case actionTypes.RESET: }
  const { UNSUBSCRIBE: UNSUBSCRIBE_TYPE, SET_RESPONSE: received } = actionTypes;
}
class Stream { controller: any; run() { this.controller.setResponse(getUser, 1); } }
`,
});

fixtureTest(
  "SetAction and SET_TYPE of before 0.13 are about responses [endpoint/MOD-11]",
  {
    transform,
    path: "input.ts",
    before: `import { actionTypes, SetAction } from '@data-client/react';
function on(action: SetAction) { return action.type === actionTypes.SET_TYPE; }
`,
    after: `import { actionTypes, SetResponseAction } from '@data-client/react';
function on(action: SetResponseAction) { return action.type === actionTypes.SET_RESPONSE; }
`,
    reports: [
      "1: SetAction meant a response here; if it was about controller.set(), keep SetAction",
      "2: SET_TYPE meant a response here; if it was about controller.set(), keep SET_TYPE",
    ],
  },
);

fixtureTest(
  "SetAction beside newer names keeps its meaning [endpoint/MOD-11]",
  {
    transform,
    path: "input.ts",
    before:
      `import { actionTypes, SetAction, SetResponseAction } from '@data-client/react';
const isSet = (action: SetAction | SetResponseAction) => action.type === actionTypes.SET_TYPE;
`,
    after:
      `import { actionTypes, SetAction, SetResponseAction } from '@data-client/react';
const isSet = (action: SetAction | SetResponseAction) => action.type === actionTypes.SET;
`,
  },
);

fixtureTest("receive of something else is left alone [endpoint/MOD-11]", {
  transform,
  path: "input.ts",
  before: `import { useController, actionTypes } from '@data-client/react';
import { RECEIVE_TYPE } from './types';
import 'rest-hooks/next';
socket.receive(message);
const { receive } = useSocket();
function on(controller: AbortController) { controller.receive(RECEIVE_TYPE); }
function inner(actionTypes) { return actionTypes.RESET_TYPE; }
const mine = actionTypes.MY_OWN_TYPE;
`,
});

fixtureTest(
  "a controller's own methods are renamed, literal types reported [endpoint/MOD-11]",
  {
    transform,
    before: `import { Controller } from '@data-client/react';
class Counting extends Controller {
  receive = (...args) => { this.count++; return super.receive(...args); };
  other() { return this.receiveError; }
}
class Socket { receive() { return this.receive; } }
const isReceive = (action) => action.type === 'rest-hooks/receive';
`,
    after: `import { Controller } from '@data-client/react';
class Counting extends Controller {
  setResponse = (...args) => { this.count++; return super.setResponse(...args); };
  other() { return this.setError; }
}
class Socket { receive() { return this.receive; } }
const isReceive = (action) => action.type === 'rest-hooks/receive';
`,
    reports: ["7: action types start with rdc/: compare with actionTypes"],
  },
);

fixtureTest("names that cannot be followed are reported [endpoint/MOD-11]", {
  transform,
  path: "input.js",
  before: `import { useController, actionTypes } from '@data-client/react';
import { RECEIVE_TYPE, SET_TYPE } from '@data-client/core';
export { RECEIVE_TYPE };
const { FETCH_TYPE } = require('@data-client/core');
const controller = useController();
controller['receive'](endpoint, 1);
const { fetch, ...others } = useController();
const { RESET_TYPE: reset, ...types } = actionTypes;
use(SET_TYPE, FETCH_TYPE);
`,
  after: `import { useController, actionTypes } from '@data-client/react';
import { RECEIVE_TYPE } from '@data-client/core';
export { RECEIVE_TYPE };
const { FETCH_TYPE } = require('@data-client/core');
const controller = useController();
controller['receive'](endpoint, 1);
const { fetch, ...others } = useController();
const { RESET: reset, ...types } = actionTypes;
use(actionTypes.SET_RESPONSE, FETCH_TYPE);
`,
  reports: [
    "2: RECEIVE_TYPE is actionTypes.SET_RESPONSE now: change what is exported",
    "2: SET_TYPE meant a response here; if it was about controller.set(), keep SET_TYPE",
    "4: FETCH_TYPE is actionTypes.FETCH now",
    "6: the method is setResponse now",
  ],
});
