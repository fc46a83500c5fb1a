import type { Adapter } from "../harness/contract.ts";
import { tessera } from "./tessera/mod.ts";

/** The library of another checkout; bundled only where there is one. */
export const before: readonly Adapter[] = [
  { ...tessera, library: "before", role: "competitor" },
];
