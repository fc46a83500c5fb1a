import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Manifest } from "./manifest.ts";
import { libraryPath, ourPackage } from "./packages.ts";
import type { Report } from "./source_file.ts";

/** What packages need that are known to work with the library, where they are not installed. */
const known: Readonly<Record<string, Requirements>> = {
  "@anansi/core": { peerDependencies: { "@data-client/react": "*" } },
};

const advice: Readonly<Record<string, string>> = {
  "@anansi/core":
    "its data spout provides that library's store; write a spout that renders the DataProvider, with createPersistedStore and createServerDataComponent of @tessera/client/react/ssr on the server",
};

interface Requirements {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/**
 * Packages of others that an application uses and that depend on the library.
 *
 * @param manifest the application's
 * @returns what to do about each, and which packages have to stay for it
 */
export function dependentsIn(
  manifest: Manifest,
): { readonly reports: Report[]; readonly kept: Map<string, string> } {
  const reports: Report[] = [];
  const kept = new Map<string, string>();
  for (const { name, node } of manifest.dependencies) {
    if (libraryPath(name)) continue;
    const { dependencies, peerDependencies } = requirementsOf(manifest, name);
    const peers = namesOf(peerDependencies);
    const all = [...new Set([...namesOf(dependencies), ...peers])];
    if (all.length === 0) continue;
    for (const peer of peers) kept.set(peer, `${name} needs it`);
    const hint = advice[name] ??
      "it cannot read the store of Tessera; find what replaces it, or keep both side by side";
    reports.push({
      offset: node.start!,
      text: `${name} depends on ${all.join(", ")}: ${hint}`,
    });
  }
  return { reports, kept };
}

function namesOf(dependencies: Requirements["dependencies"] = {}): string[] {
  return Object.keys(dependencies).filter((name) => {
    const path = libraryPath(name);
    return path !== undefined && path.packageName !== ourPackage;
  });
}

/** What an installed package says of itself. */
function requirementsOf({ path }: Manifest, name: string): Requirements {
  for (let folder = dirname(path);; folder = dirname(folder)) {
    try {
      const file = join(folder, "node_modules", name, "package.json");
      return JSON.parse(readFileSync(file, "utf8"));
    } catch {
      if (folder === dirname(folder)) return known[name] ?? {};
    }
  }
}
