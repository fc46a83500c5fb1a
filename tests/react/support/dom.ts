/**
 * A document for the renderers. Must be imported before `react-dom`, which
 * looks for one when it is loaded.
 *
 * @module
 */
// not by a dynamic import: renderers look for a document when they are loaded,
// and do not wait for modules that await something
import { JSDOM, VirtualConsole } from "jsdom";

// what is thrown need not be an error, as the console of jsdom expects
const virtualConsole = new VirtualConsole();
virtualConsole.on("jsdomError", ({ cause, message }: Error) => {
  console.error((cause as Error | undefined)?.stack ?? message);
});

const { window } = new JSDOM("<!doctype html><html><body></body></html>", {
  url: "http://localhost/",
  pretendToBeVisual: true,
  virtualConsole,
});

const globals: Record<string, unknown> = {
  window,
  document: window.document,
  HTMLElement: window.HTMLElement,
  Node: window.Node,
  IS_REACT_ACT_ENVIRONMENT: true,
};
for (const [name, value] of Object.entries(globals)) {
  Object.defineProperty(globalThis, name, {
    value,
    configurable: true,
    writable: true,
  });
}
