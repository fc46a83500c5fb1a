import { moveImports } from "../move_imports.ts";
import { type LibraryPath, ourPackage } from "../packages.ts";
import type { Transform } from "../transform.ts";

/** What was tried out under `next` is in the main entries. */
export const nextEntries: Transform = {
  name: "next-entries",
  summary: "import paths .../next become the main entry",
  apply(file) {
    moveImports(file, {
      ofName: (_, path) => mainEntry(path),
      ofModule: mainEntry,
    });
  },
};

function mainEntry(
  { prefix, packageName, version, entry }: LibraryPath,
): string | undefined {
  // our own next entries hold what the next release changes
  if (packageName === ourPackage || entry !== "next") return undefined;
  return `${prefix}${packageName}${version}`;
}
