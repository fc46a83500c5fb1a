import type { Controller } from "./controller.ts";

interface DevToolsGlobals {
  __DC_CONTROLLERS__?: Map<string, Controller>;
}

/**
 * Lets browser tools find a controller. Equal names get a number.
 *
 * @param name Name of the connection.
 * @param controller The controller.
 */
export function registerController(name: string, controller: Controller): void {
  const globals = globalThis as DevToolsGlobals;
  const controllers = globals.__DC_CONTROLLERS__ ??= new Map();
  let free = name;
  for (let number = 2; controllers.has(free); number++) {
    if (controllers.get(free) === controller) return;
    free = `${name} ${number}`;
  }
  controllers.set(free, controller);
}

/**
 * Undoes {@linkcode registerController}.
 *
 * @param controller The controller; entries of others stay.
 */
export function unregisterController(controller: Controller): void {
  const controllers = (globalThis as DevToolsGlobals).__DC_CONTROLLERS__;
  for (const [name, registered] of controllers ?? []) {
    if (registered === controller) controllers?.delete(name);
  }
}
