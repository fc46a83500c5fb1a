/**
 * What views need of this layer, and applications do not.
 *
 * @module
 */
export { holdNothing, noDependencies } from "./nothing.ts";
export { keyOf } from "./key_of.ts";
export { commitAndAnswer } from "./network_passage.ts";
export { isNullArgs } from "./null_args.ts";
export {
  fulfilledPromise,
  pendingPromise,
  rejectedPromise,
} from "./usable_promise.ts";
