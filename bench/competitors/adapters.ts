import { before } from "../adapters/before.ts";
import { floor } from "../adapters/floor/mod.ts";
import { tessera } from "../adapters/tessera/mod.ts";
import type { Adapter } from "../harness/contract.ts";
import { apollo } from "./apollo.ts";
import { dataClient } from "./data_client.ts";
import { normalizr } from "./normalizr.ts";
import { reduxToolkit } from "./redux_toolkit.ts";
import { relay } from "./relay.ts";
import { swr } from "./swr.ts";
import { tanstackQuery } from "./tanstack_query.ts";
import { urqlGraphcache } from "./urql_graphcache.ts";

/** Everything that is compared. */
export const adapters: readonly Adapter[] = [
  tessera,
  ...before,
  floor,
  dataClient,
  normalizr,
  tanstackQuery,
  swr,
  reduxToolkit,
  apollo,
  urqlGraphcache,
  relay,
];
