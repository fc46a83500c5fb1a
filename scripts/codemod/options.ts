import { parseArgs } from "node:util";
import type { Transform } from "./transform.ts";

/** What the command line asks for. */
export interface Options {
  /** Files, folders and globs to look through. */
  readonly paths: readonly string[];
  /** Globs to leave out. */
  readonly ignore: readonly string[];
  /** Names of the transforms to run; all of them if empty. */
  readonly only: readonly string[];
  /** Whether files stay as they are and a diff is printed. */
  readonly dryRun: boolean;
  /** What the files are written for, 14 for 0.14; as package.json says if left out. */
  readonly release: number | undefined;
  readonly help: boolean;
}

/** Arguments that make no sense. */
export interface WrongArguments {
  /** What is wrong, in a sentence. */
  readonly problem: string;
}

/**
 * Reads command line arguments.
 *
 * @param args the arguments
 * @param known names that `--only` takes
 */
export function parseOptions(
  args: readonly string[],
  known: readonly string[],
): Options | WrongArguments {
  let given;
  try {
    given = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        "dry-run": { type: "boolean", short: "n", default: false },
        help: { type: "boolean", short: "h", default: false },
        ignore: { type: "string", multiple: true, default: [] },
        only: { type: "string", multiple: true, default: [] },
        release: { type: "string" },
      },
    });
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
  const { values, positionals: paths } = given;
  const { "dry-run": dryRun, help, ignore } = values;
  const only = values.only.flatMap((names) => names.split(","));
  const unknown = only.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    return {
      problem: `Unknown transform ${unknown}; there are ${known.join(", ")}`,
    };
  }
  const minor = /^v?0\.(\d+)/.exec(values.release ?? "")?.[1];
  if (values.release !== undefined && minor === undefined) {
    return { problem: `--release takes 0.14, not ${values.release}` };
  }
  if (paths.length === 0 && !help) {
    return { problem: "Name the files or folders to rewrite" };
  }
  const release = minor === undefined ? undefined : Number(minor);
  return { paths, ignore, only, dryRun, release, help };
}

/** The help text. */
export function usage(transforms: readonly Transform[]): string {
  const width = Math.max(...transforms.map(({ name }) => name.length)) + 2;
  const list = transforms.map(({ name, summary }) =>
    `  ${name.padEnd(width)}${summary}`
  );
  return `Moves an application from Reactive Data Client, or from older names, to Tessera.

Usage: tessera-codemod [options] <files, folders or globs>...

Options:
  -n, --dry-run       print a diff and change nothing
  --ignore <glob>     leave out files or folders; may be repeated
                      (node_modules and dot folders always are)
  --only <names>      run only these transforms, separated by commas
  --release <0.x>     what the files are written for; otherwise package.json says it
  -h, --help          print this text

Transforms, in this order:
${list.join("\n")}

Exit status: 0 done, 1 a file could not be read, parsed or written,
2 wrong arguments.`;
}
