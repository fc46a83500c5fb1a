// React looks for a document when it is loaded: import this first.
import { JSDOM } from 'jsdom';

const { window } = new JSDOM('<!doctype html><body></body>');
Object.assign(globalThis, {
  window,
  document: window.document,
  HTMLElement: window.HTMLElement,
  Node: window.Node,
  IS_REACT_ACT_ENVIRONMENT: true,
});
