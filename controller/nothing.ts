import type { Dependencies } from "./contract.ts";

/** Does nothing: handles what is reported elsewhere, releases what was never held. */
export function nothing(): void {}

/** Holds nothing. */
export function holdNothing(): () => void {
  return nothing;
}

/** What nothing depends on. */
export const noDependencies: Dependencies = {
  entities: [],
  tables: [],
  endpoints: [],
};
