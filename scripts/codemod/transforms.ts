import type { Transform } from "./transform.ts";
import { abortOptimistic } from "./transforms/abort_optimistic.ts";
import { actionFields } from "./transforms/action_fields.ts";
import { byHand } from "./transforms/by_hand.ts";
import { dataProvider } from "./transforms/data_provider.ts";
import { dateFields } from "./transforms/date_fields.ts";
import { debouncedPair } from "./transforms/debounced_pair.ts";
import { denormalizeDelegate } from "./transforms/denormalize_delegate.ts";
import { endpointTypes } from "./transforms/endpoint_types.ts";
import { entitiesMeta } from "./transforms/entities_meta.ts";
import { fetchInFlight } from "./transforms/fetch_in_flight.ts";
import { importPaths } from "./transforms/import_paths.ts";
import { invalidSymbol } from "./transforms/invalid_symbol.ts";
import { memoState } from "./transforms/memo_state.ts";
import { middlewareArgument } from "./transforms/middleware_argument.ts";
import { middlewareProperty } from "./transforms/middleware_property.ts";
import { networkManagerOptions } from "./transforms/network_manager_options.ts";
import { nextEntries } from "./transforms/next_entries.ts";
import { normalizeDelegate } from "./transforms/normalize_delegate.ts";
import { optimisticResponse } from "./transforms/optimistic_response.ts";
import { pathTemplates } from "./transforms/path_templates.ts";
import { queries } from "./transforms/queries.ts";
import { requestInit } from "./transforms/request_init.ts";
import { resourceName } from "./transforms/resource_name.ts";
import { schemaNamespace } from "./transforms/schema_namespace.ts";
import { setNames } from "./transforms/set_names.ts";
import { shouldUpdate } from "./transforms/should_update.ts";

/**
 * All transforms, in the order in which they run: older names first, import
 * paths last, so that every transform finds the library under any of its names.
 */
export const transforms: readonly Transform[] = [
  nextEntries,
  resourceName,
  endpointTypes,
  optimisticResponse,
  requestInit,
  middlewareProperty,
  middlewareArgument,
  setNames,
  dateFields,
  abortOptimistic,
  shouldUpdate,
  queries,
  dataProvider,
  actionFields,
  networkManagerOptions,
  debouncedPair,
  entitiesMeta,
  memoState,
  pathTemplates,
  fetchInFlight,
  schemaNamespace,
  denormalizeDelegate,
  normalizeDelegate,
  invalidSymbol,
  byHand,
  importPaths,
];
