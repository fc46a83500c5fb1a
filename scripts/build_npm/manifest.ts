import { modulePath, type Plan } from "./plan.ts";
import { rangeOf } from "./ranges.ts";
import type { Sources } from "./sources.ts";

/**
 * Packages that the application brings, if it uses the entries that import
 * them. What is not listed here is a dependency.
 */
const peers: Readonly<Record<string, string>> = {
  "@types/react": "^18.0.0 || ^19.0.0",
  "preact": "^10.0.0 || ^11.0.0",
  "react": "^18.0.0 || ^19.0.0",
  "react-dom": "^18.0.0 || ^19.0.0",
};

/** Writes package.json. */
export function writeManifest(plan: Plan, { packages }: Sources): void {
  const { name, version, license, entries, output } = plan;
  const dependencies = packages.filter((name) =>
    !(name in peers) && !name.startsWith("node:")
  );
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
    ...repository(),
    type: "module",
    sideEffects: false,
    exports: {
      ...Object.fromEntries(
        entries.map(({ name, source }) => [name, conditions(source)]),
      ),
      "./package.json": "./package.json",
    },
    files: ["esm", "production", "src", "CHANGELOG.md"],
    engines: { node: ">=20" },
    dependencies: Object.fromEntries(
      dependencies.map((name) => [name, rangeOf(plan, name)]),
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
function conditions(source: string): Record<string, string> {
  return {
    types: modulePath("esm", source).replace(/\.js$/, ".d.ts"),
    production: modulePath("production", source),
    default: modulePath("esm", source),
  };
}

/** Where the sources are, which a statement of provenance must agree with. */
function repository(): { repository?: { type: "git"; url: string } } {
  const server = Deno.env.get("GITHUB_SERVER_URL");
  const path = Deno.env.get("GITHUB_REPOSITORY");
  return server && path
    ? { repository: { type: "git", url: `git+${server}/${path}.git` } }
    : {};
}
