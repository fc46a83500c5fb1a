/**
 * What views need of this layer, and applications do not.
 *
 * @module
 */
export { holdNothing, noDependencies } from "./nothing.ts";
export { isNullArgs, keyOf } from "./arguments.ts";
export { commitAndAnswer } from "./network_flight.ts";
export {
  fulfilledPromise,
  pendingPromise,
  rejectedPromise,
} from "./usable_promise.ts";
