import { moveImports } from "../move_imports.ts";
import { type LibraryPath, ourPackage } from "../packages.ts";
import type { Transform } from "../transform.ts";

/** What was tried out under `next` is in the main entries. */
export const nextEntries: Transform = {
  name: "next-entries",
  rule: "MOD-4",
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
  const ours = packageName === ourPackage;
  if (entry !== "next" && !(ours && entry === "react/next")) return undefined;
  const rest = entry.split("/").slice(0, -1).map((part) => `/${part}`).join("");
  return `${prefix}${packageName}${version}${rest}`;
}
