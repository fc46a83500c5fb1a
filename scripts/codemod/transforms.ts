import type { Transform } from "./transform.ts";
import { debouncedPair } from "./transforms/debounced_pair.ts";
import { importPaths } from "./transforms/import_paths.ts";
import { nextEntries } from "./transforms/next_entries.ts";
import { resourceName } from "./transforms/resource_name.ts";
import { entitiesMeta } from "./transforms/entities_meta.ts";
import { memoState } from "./transforms/memo_state.ts";
import { invalidSymbol } from "./transforms/invalid_symbol.ts";

/**
 * All transforms, in the order in which they run: older names first, import
 * paths last, so that every transform finds the library under any of its names.
 */
export const transforms: readonly Transform[] = [
  nextEntries,
  resourceName,
  debouncedPair,
  entitiesMeta,
  memoState,
  invalidSymbol,
  importPaths,
];
