/**
 * What views need of this layer, and applications do not.
 *
 * @module
 */
export { holdNothing, noDependencies } from "./read.ts";
export { isNullArgs, keyOf } from "./arguments.ts";
export { commitAndAnswer } from "./network_flight.ts";
export {
  fulfilledPromise,
  pendingPromise,
  rejectedPromise,
} from "./promises.ts";
