import { createRequire } from "node:module";
import { build, type Plugin } from "esbuild";

/** An address of esm.sh: which module of which package, built how. */
interface Wanted {
  readonly name: string;
  readonly version: string;
  /** `client` in `react-dom/client`; empty for the package itself. */
  readonly subpath: string;
  readonly isDevelopment: boolean;
  /** Packages whose imports are left to the import map. */
  readonly external: readonly string[];
}

/**
 * The module that esm.sh has at an address, made of the installed npm package.
 *
 * @throws {Error} If the page wants another version than the installed one, or
 * a module that is not listed below.
 */
export function esmShModule(address: string): Promise<string> {
  const known = answers.get(address);
  if (known) return known;
  const answer = bundle(wantedAt(address));
  answers.set(address, answer);
  return answer;
}

const answers = new Map<string, Promise<string>>();

/** Modules the pages ask for. A literal each, so that Deno knows the packages. */
const installed: Record<string, () => Promise<Record<string, unknown>>> = {
  "react": () => import("react"),
  "react/jsx-runtime": () => import("react/jsx-runtime"),
  "react-dom": () => import("react-dom"),
  "react-dom/client": () => import("react-dom/client"),
  "preact": () => import("preact"),
  "preact/hooks": () => import("preact/hooks"),
  "preact/compat": () => import("preact/compat"),
  "preact/compat/client": () => import("preact/compat/client"),
  "preact/jsx-runtime": () => import("preact/jsx-runtime"),
  "decimal.js": () => import("decimal.js"),
  "path-to-regexp": () => import("path-to-regexp"),
  "temporal-polyfill": () => import("temporal-polyfill"),
};

function wantedAt(address: string): Wanted {
  const { pathname, searchParams } = new URL(address);
  const [, name, version, subpath = ""] =
    /^\/([^@/]+)@([^/]+)(?:\/(.+))?$/.exec(pathname) ?? [];
  if (name === undefined || version === undefined) {
    throw new Error(`${address} names no package with a version.`);
  }
  return {
    name,
    version,
    subpath,
    isDevelopment: searchParams.has("dev"),
    external: searchParams.get("external")?.split(",") ?? [],
  };
}

async function bundle(wanted: Wanted): Promise<string> {
  const { name, subpath, isDevelopment } = wanted;
  const specifier = subpath === "" ? name : `${name}/${subpath}`;
  const load = installed[specifier];
  if (!load) {
    throw new Error(
      `${specifier} is not among the modules of examples/app/esm_sh.ts. Add it there.`,
    );
  }
  const exported = Object.keys(await load());
  const file = new URL(import.meta.resolve(specifier)).pathname;
  checkVersion(wanted, file);
  const { outputFiles } = await build({
    stdin: {
      contents: reexport(exported, JSON.stringify(file)),
      resolveDir: "/",
    },
    bundle: true,
    write: false,
    format: "esm",
    platform: "browser",
    logLevel: "silent",
    define: {
      "process.env.NODE_ENV": isDevelopment ? '"development"' : '"production"',
    },
    plugins: [imports(wanted)],
  });
  return outputFiles[0]!.text;
}

/** `export *` finds no names in CommonJS, so they are listed. */
function reexport(names: readonly string[], from: string): string {
  const named = names.filter((name) =>
    name !== "default" && name !== "module.exports"
  );
  const whole = names.includes("default")
    ? `export { default } from ${from};`
    : "";
  return `export { ${named.join(", ")} } from ${from};\n${whole}`;
}

function checkVersion({ name, version }: Wanted, file: string): void {
  const actual = versionOf(name, file);
  if (actual !== version) {
    throw new Error(
      `The page asks for ${name} ${version}, but deno.lock has ${actual}. Correct the import map of the page.`,
    );
  }
}

/** The version of the package that a file belongs to; folders inside may have a package.json too. */
function versionOf(name: string, file: string): string {
  for (let folder = file; folder !== "";) {
    folder = folder.slice(0, folder.lastIndexOf("/"));
    try {
      const description = JSON.parse(
        Deno.readTextFileSync(`${folder}/package.json`),
      );
      if (description.name === name) return description.version;
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
  throw new Error(`No package.json of ${name} is above ${file}.`);
}

/**
 * Imports as esm.sh leaves them: external ones bare, other modules of the same
 * package by their address, everything else inside.
 */
function imports({ name, version, external, isDevelopment }: Wanted): Plugin {
  return {
    name: "esm.sh",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^[^./]/ }, ({ path, importer, namespace, kind }) => {
        if (namespace === "bridge") return { path, external: true };
        const [ofPackage = path] = path.split("/");
        const leftAlone = external.includes(ofPackage)
          ? path
          : ofPackage === name
          ? `https://esm.sh/${name}@${version}${path.slice(name.length)}${
            isDevelopment ? "?dev" : ""
          }`
          : undefined;
        if (leftAlone === undefined) {
          return { path: createRequire(importer).resolve(path) };
        }
        return kind === "require-call"
          ? { path: leftAlone, namespace: "bridge" }
          : { path: leftAlone, external: true };
      });
      // CommonJS requires what the browser can only import
      onLoad({ filter: /^/, namespace: "bridge" }, ({ path }) => ({
        contents: `export * from ${JSON.stringify(path)};`,
      }));
    },
  };
}
