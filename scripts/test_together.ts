/**
 * Runs the tests: `deno task test [option of deno test...]`. Deno makes an engine
 * for each file and loads the library into it, often with a document; most files
 * run for less. Here most files of a folder are one module, which takes half the
 * processor time.
 *
 * Each file also has to pass alone, as `deno task test:alone` runs it every night.
 *
 * @module
 */

/** Files that share an engine. */
const groups: readonly { folder: string; except?: RegExp }[] = [
  { folder: "tests/schema" },
  { folder: "tests/endpoint" },
  { folder: "tests/controller" },
  {
    folder: "tests/react",
    // they render on servers or without act, take the document or timers away, or look
    // at what is said once in a process
    except:
      /\.ts$|\/native\/|\/(concurrent_checks|displayed_state|external_|fast_refresh|given_state|hydrat|misuse|observation|ssr_|streamed|testing_)/,
  },
  // the application has a document
  { folder: "scripts/codemod/tests", except: /\/application/ },
];

/** What to tell `deno test`. */
export interface Joined extends AsyncDisposable {
  /** Paths of modules that import files, and of the files that stay alone. */
  readonly paths: readonly string[];
}

if (import.meta.main) Deno.exit(await testTogether(Deno.args));

async function testTogether(options: readonly string[]): Promise<number> {
  const { exclude, tasks } = JSON.parse(await Deno.readTextFile("deno.json"));
  const [, ignored] = /--ignore=(\S+)/.exec(tasks["test:alone"])!;
  const leftOut = [...exclude, ...ignored!.split(",")].map((path) =>
    path.replace(/\/$/, "")
  );
  await using joined = await joinTests([...testsBelow(".", leftOut)]);
  const { code } = await new Deno.Command(Deno.execPath(), {
    args: ["test", "-A", "--config=deno.json", ...options, ...joined.paths],
  }).spawn().status;
  return code;
}

/**
 * Writes a module for each group.
 *
 * @param files Paths of test files, such as `tests/react/use_dle_test.tsx`.
 */
export async function joinTests(files: readonly string[]): Promise<Joined> {
  const directory = await Deno.makeTempDir();
  const alone = new Set(files);
  const modules: string[] = [];
  for (const { folder, except } of groups) {
    const members = files.filter((path) =>
      path.startsWith(`${folder}/`) && !except?.test(path)
    );
    if (members.length === 0) continue;
    const module = `${directory}/${folder.replaceAll("/", "_")}_test.ts`;
    const imports = members.map((path) =>
      `import "file://${Deno.cwd()}/${path}";\n`
    );
    await Deno.writeTextFile(module, imports.join(""));
    modules.push(module);
    for (const path of members) alone.delete(path);
  }
  return {
    paths: [...modules, ...alone],
    [Symbol.asyncDispose]: () => Deno.remove(directory, { recursive: true }),
  };
}

/** Paths of the test files in a folder, in the order of their names. */
export function* testsBelow(
  folder: string,
  leftOut: readonly string[] = [],
): Generator<string> {
  const entries = [...Deno.readDirSync(folder)];
  entries.sort((a, b) => a.name < b.name ? -1 : 1);
  for (const { name, isDirectory } of entries) {
    const path = folder === "." ? name : `${folder}/${name}`;
    if (name.startsWith(".") || leftOut.includes(path)) continue;
    if (isDirectory) yield* testsBelow(path, leftOut);
    else if (/_test\.tsx?$/.test(name)) yield path;
  }
}
