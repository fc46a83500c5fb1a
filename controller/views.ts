/**
 * What views need of this layer, and applications do not.
 *
 * @module
 */
export { isNullArgs } from "./null_args.ts";
export {
  fulfilledPromise,
  pendingPromise,
  rejectedPromise,
} from "./usable_promise.ts";
