import { entryExports } from "./entry_exports.ts";
import { type LibraryPath, ourPackage } from "./packages.ts";

/** Where a module of the other packages went, first choice first. */
const counterparts: readonly (readonly [module: RegExp, entry: string])[] = [
  [/^@(?:data-client|rest-hooks)\/react\/ssr/, "./react/ssr"],
  [/^@(?:data-client|rest-hooks)\/(?:react\/|ssr\/)nextjs/, "./react/nextjs"],
  [/^@(?:data-client|rest-hooks)\/ssr/, "./react/ssr"],
  [/^@(?:data-client|rest-hooks)\/(?:react\/)?redux/, "./react/redux"],
  [/^@(?:data-client|rest-hooks)\/react\/mock/, "./testing/browser"],
  [/^@(?:data-client|rest-hooks)\/core\/mock/, "./mock"],
  [/^@(?:data-client|rest-hooks)\/test\/browser/, "./testing/browser"],
  [/^@(?:data-client|rest-hooks)\/test/, "./testing"],
  [/^@(?:data-client|rest-hooks)\/img/, "./react/img"],
  [/^@(?:data-client|rest-hooks)\/graphql/, "./graphql"],
  [/^@(?:data-client|rest-hooks)\/(?:react|hooks|legacy)/, "./react"],
  [/^rest-hooks/, "./react"],
];

/** Where to look for a name that the counterpart does not export. */
const otherEntries = [
  ".",
  "./schema",
  "./endpoint",
  "./controller",
  "./react",
  "./testing",
  "./graphql",
  "./react/ssr",
  "./react/redux",
  "./mock",
  "./redux",
  "./react/img",
  "./compat",
];

/** The entries that imports may be moved to. */
export const targets: ReadonlySet<string> = new Set([
  ...counterparts.map(([, entry]) => entry),
  ...otherEntries,
]);

/**
 * The entry that stands for a whole module.
 *
 * @param path where the module was imported from
 * @returns an entry as deno.json names it: `.`, `./react`
 */
export function counterpartOf(path: LibraryPath): string {
  if (path.packageName === ourPackage) {
    return path.entry ? `./${path.entry}` : ".";
  }
  const module = path.packageName + (path.entry ? `/${path.entry}` : "");
  return counterparts.find(([pattern]) => pattern.test(module))?.[1] ?? ".";
}

/**
 * The entry from which to import a name.
 *
 * @param name the name, as the library exports it
 * @param path where it was imported from
 * @returns an entry; `undefined` if none exports the name
 */
export function entryOf(name: string, path: LibraryPath): string | undefined {
  return [counterpartOf(path), ...otherEntries].find((entry) =>
    entryExports.get(entry)?.has(name)
  );
}

/** The import path of an entry, with the prefix and version that were used before. */
export function pathOf(entry: string, from: LibraryPath): string {
  const version = from.packageName === ourPackage ? from.version : "";
  return `${from.prefix}${ourPackage}${version}${entry.slice(1)}`;
}
