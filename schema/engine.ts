/**
 * What the other layers use of this one, and applications do not.
 *
 * @module
 */
export { parametersIn, serializeKey } from "./collection_key.ts";
export { rememberPath } from "./collection_warnings.ts";
export { describe } from "./describe.ts";
export {
  type PlainListChange,
  plainListChange,
  repeatChange,
  unknownChange,
} from "./heard_changes.ts";
export { isDevelopment } from "./environment.ts";
export { isJson } from "./errors.ts";
export { isObject, isPlainObject } from "./is_object.ts";
export {
  joinLists,
  LATELY,
  type PlainHistory,
  plainHistory,
} from "./join_lists.ts";
export {
  fullOrders,
  joinRows,
  type PlainOrders,
  plainOrders,
} from "./join_rows.ts";
export { addAgain, listStampOf, without } from "./merge_membership.ts";
export { EditedRow, type RowEdit } from "./merge.ts";
export { isNear } from "./near_name.ts";
export {
  completeList,
  type Creation,
  followRow,
  isFollowed,
  normalizeInto,
  placeMembers,
} from "./normalize.ts";
export { indexedValue, memberCounts } from "./normalizer.ts";
export {
  declareDefaults,
  defined,
  defineOwn,
  getOwn,
  sentMembers,
  setOwn,
} from "./own.ts";
export {
  existenceOf,
  isCertainNow,
  isSameMeta,
  lastWriteOf,
  ordersOf,
  presence,
  undeleted,
  withOrders,
  type Write,
} from "./order.ts";
export { errorPlace } from "./place_in_response.ts";
export {
  isForm,
  plainForm,
  serializeArgs,
  stableJson,
} from "./serialize_args.ts";
export { membersOf } from "./object.ts";
export { referenceBy } from "./invalidate.ts";
export { choicesOf, isInvalidate, isUnion, roleOf } from "./kind.ts";
export { isSameValue, sharesValue, withPartsOf } from "./same_value.ts";
export { logReport, type Reporter } from "./report.ts";
export { namesTemporaryPk, standIns, temporaryPkParts } from "./entity_plan.ts";
