import type { Dependencies } from "../controller/mod.ts";

/** What nothing depends on. */
export const noDependencies: Dependencies = {
  entities: [],
  tables: [],
  endpoints: [],
};

/** Protects nothing from collection. */
export function noReference(): () => void {
  return releaseNothing;
}

function releaseNothing(): void {}
