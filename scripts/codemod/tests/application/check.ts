import configuration from "../../../../deno.json" with { type: "json" };
import { packages } from "../../../packages.ts";

const root = new URL("../../../../", import.meta.url);

/** Which declarations an application is checked against. */
export type Release = "before" | "after";

/**
 * Runs a command of Deno in a folder, with what its files import: the
 * declarations of earlier releases in `stubs`, or this package.
 *
 * @returns what it printed, without colours, and whether it succeeded
 */
export async function runIn(
  folder: string,
  release: Release,
  [command, ...args]: readonly string[],
  env: Record<string, string> = {},
): Promise<{ readonly success: boolean; readonly output: string }> {
  const path = await Deno.makeTempFile({ suffix: ".json" });
  try {
    await Deno.writeTextFile(path, JSON.stringify(configurationOf(release)));
    const { success, stdout, stderr } = await new Deno.Command(
      Deno.execPath(),
      {
        args: [command!, "--config", path, ...args],
        cwd: folder,
        env: { NO_COLOR: "1", ...env },
      },
    ).output();
    const decoder = new TextDecoder();
    return {
      success,
      output: decoder.decode(stdout) + (success ? "" : decoder.decode(stderr)),
    };
  } finally {
    await Deno.remove(path);
  }
}

/** As strict as `strict`; results of the earlier declarations are `any`, though. */
function configurationOf(release: Release): object {
  const { compilerOptions } = configuration;
  const { lib, jsx, jsxImportSource, jsxImportSourceTypes } = compilerOptions;
  return {
    imports: { ...packages, ...importsOf(release) },
    nodeModulesDir: "none",
    lock: false,
    compilerOptions: {
      lib,
      jsx,
      jsxImportSource,
      jsxImportSourceTypes,
      strict: true,
      noImplicitAny: release === "after",
      noImplicitOverride: false,
    },
  };
}

function importsOf(release: Release): Record<string, string> {
  if (release === "after") {
    return Object.fromEntries(
      Object.entries(configuration.exports).map(([entry, path]) => [
        `${configuration.name}${entry.slice(1)}`,
        new URL(path, root).href,
      ]),
    );
  }
  const stubs: Record<string, string> = {
    "rest": "rest.d.ts",
    "rest/next": "rest_next.d.ts",
    "react": "react.d.ts",
    "normalizr": "normalizr.d.ts",
    "test": "test.d.ts",
  };
  return Object.fromEntries(
    Object.entries(stubs).map(([entry, file]) => [
      `@data-client/${entry}`,
      new URL(`stubs/${file}`, import.meta.url).href,
    ]),
  );
}
