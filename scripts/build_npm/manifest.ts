import { about } from "./about.ts";
import { rangeOf } from "./packages.ts";
import { declarationPath, modulePath } from "./paths.ts";
import type { Entry, Plan } from "./plan.ts";
import type { Sources } from "./sources.ts";

/**
 * Packages that the application brings, if it uses the entries that import
 * them. What is not listed here is a dependency.
 */
const peers: Readonly<Record<string, string>> = {
  "@react-navigation/native": "*",
  "@types/react": "^18.0.0 || ^19.0.0",
  "@types/react-dom": "^18.0.0 || ^19.0.0",
  "preact": "^10.0.0 || ^11.0.0",
  "react": "^18.0.0 || ^19.0.0",
  "react-dom": "^18.0.0 || ^19.0.0",
  "react-native": "*",
};

/** Writes package.json. */
export function writeManifest(plan: Plan, { packages }: Sources): void {
  const { name, version, license, entries, output } = plan;
  const dependencies = packages.filter((name) => !(name in peers));
  const manifest = {
    name,
    version,
    description:
      "Schemas, REST endpoints and a normalizing cache, with hooks for React and Preact",
    keywords: [
      "react",
      "preact",
      "rest",
      "normalized",
      "cache",
      "data",
      "fetching",
      "suspense",
      "typescript",
    ],
    license,
    ...about(),
    type: "module",
    sideEffects: false,
    exports: {
      ...Object.fromEntries(
        entries.map((entry) => [
          entry.name,
          {
            ...variant("react-native", `${entry.name}/native`, entries),
            ...variant("react-server", `${entry.name}/server`, entries),
            ...conditions(entry),
          },
        ]),
      ),
      "./package.json": "./package.json",
    },
    files: ["esm", "production", "CHANGELOG.md"],
    engines: { node: ">=20" },
    dependencies: Object.fromEntries(
      dependencies.map((name) => [name, rangeOf(plan.imports, name)]),
    ),
    peerDependencies: peers,
    peerDependenciesMeta: Object.fromEntries(
      Object.keys(peers).map((name) => [name, { optional: true }]),
    ),
    publishConfig: { access: "public" },
  };
  Deno.writeTextFileSync(
    `${output}/package.json`,
    `${JSON.stringify(manifest, null, 2)}\n`,
  );
}

/**
 * There is no CommonJS: it would be a second copy of every class in one
 * process, and `instanceof` would fail between them. `default` instead of
 * `import` lets Node.js `require` the modules.
 */
function conditions(entry: Entry): Record<string, string> {
  const types = declarationPath(entry.source);
  return {
    types,
    production: modulePath("production", entry.source),
    default: modulePath("esm", entry.source),
  };
}

/**
 * Where an entry has a variant for a host, such as React Native or server
 * components, applications get that there by the name of the entry, too.
 */
function variant(
  condition: string,
  name: string,
  entries: readonly Entry[],
): Record<string, Record<string, string>> {
  const found = entries.find((entry) => entry.name === name);
  return found === undefined ? {} : { [condition]: conditions(found) };
}
