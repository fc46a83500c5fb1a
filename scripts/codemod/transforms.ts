import type { Transform } from "./transform.ts";
import { resourceName } from "./transforms/resource_name.ts";

/**
 * All transforms, in the order in which they run: older names first, import
 * paths last, so that every transform finds the library under any of its names.
 */
export const transforms: readonly Transform[] = [
  resourceName,
];
