/**
 * A document for the renderers. Must be imported before `react-dom`, which
 * looks for one when it is loaded.
 *
 * @module
 */
// the newest jsdom needs what Node.js 20 lacks and node_20.ts takes away
const { JSDOM } =
  await ("map" in Iterator.prototype ? import("jsdom") : import("jsdom-26"));

const { window } = new JSDOM("<!doctype html><html><body></body></html>", {
  url: "http://localhost/",
  pretendToBeVisual: true,
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
