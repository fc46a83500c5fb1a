import { floor } from "../adapters/floor.ts";
import { tessera } from "../adapters/tessera.ts";
import type { Adapter } from "../harness/contract.ts";

/** Everything that is compared. */
export const adapters: readonly Adapter[] = [
  tessera,
  floor,
];
