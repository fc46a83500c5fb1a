import { floor } from "../adapters/floor/mod.ts";
import { tessera } from "../adapters/tessera/mod.ts";
import type { Adapter } from "../harness/contract.ts";

/** Everything that is compared. */
export const adapters: readonly Adapter[] = [
  tessera,
  floor,
];
