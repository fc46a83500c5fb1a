/**
 * Imports every entry point where nothing can be touched unseen, and prints
 * what was touched.
 *
 * @module
 */
// A renderer looks for a document when it is loaded; that is its own business.
import "react-dom/client";
import "react-dom/test-utils";

const touched: string[] = [];

for (
  const name of [
    "setTimeout",
    "setInterval",
    "setImmediate",
    "queueMicrotask",
    "requestAnimationFrame",
    "requestIdleCallback",
    "addEventListener",
    "fetch",
    "WebSocket",
    "EventSource",
    "MessageChannel",
    "IntersectionObserver",
  ]
) {
  Object.defineProperty(globalThis, name, {
    value: () => void touched.push(name),
  });
}
for (const name of ["window", "document", "localStorage"]) {
  Object.defineProperty(globalThis, name, {
    value: new Proxy({}, {
      get: (_, member) => void touched.push(`${name}.${String(member)}`),
      set: (_, member) => touched.push(`${name}.${String(member)}`) > 0,
    }),
  });
}

const root = new URL("../../../", import.meta.url);
const config = await Deno.readTextFile(new URL("deno.json", root));
const { exports } = JSON.parse(config) as { exports: Record<string, string> };
for (const module of Object.values(exports)) {
  await import(new URL(module, root).href);
}
const touchedByImports = touched.splice(0);

setTimeout(() => {}, 0);
document.title = `of ${document.URL}`;

console.log(JSON.stringify({
  entries: Object.keys(exports),
  touchedByImports,
  touchedAfterwards: touched,
}));
