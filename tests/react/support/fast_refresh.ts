/**
 * The part of bundlers' development servers that exchanges components in a
 * running page. Must be imported before `react-dom`, which looks for it when
 * it is loaded.
 *
 * @module
 */
import "./dom.ts";
import refresh from "react-refresh/runtime";

refresh.injectIntoGlobalHook(globalThis as never);

/** Says that a function is a version of the component with this name. */
export function register(name: string, component: unknown): void {
  refresh.register(component, name);
}

/** Exchanges components for their newest versions; `true` if there was something to do. */
export function performRefresh(): boolean {
  return refresh.performReactRefresh() !== null;
}
