/**
 * What views need of this layer, and applications do not.
 *
 * @module
 */
export { isExpiredSince, longAgo, maximumAttempts } from "./expiry.ts";
export {
  fulfilledPromise,
  nothing,
  pendingPromise,
  rejectedPromise,
} from "./promises.ts";
export {
  holdNothing,
  isNullArgs,
  keyOf,
  noDependencies,
  readQuery,
  readResponse,
  valueOf,
} from "./read.ts";
export { applyLayers, createReducer } from "./state/mod.ts";
export { actionsBetween, transition } from "./state/reduce.ts";
export { type ValuePart, writtenBeneath, writtenIn } from "./graph/commit.ts";
export { type Version, versionOf } from "./graph/state.ts";
export {
  type CellReader,
  type CellUses,
  indexValues,
  partsOf,
  usesOf,
} from "./graph/uses.ts";
