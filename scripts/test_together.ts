/**
 * Runs the tests: `deno task test [option of deno test...]`. Deno makes an engine
 * for each file and loads the library into it, often with a document; most files
 * run for less. Here most files of a folder are one module, which takes less than
 * half the processor time.
 *
 * `--part=library` runs those of schema/, endpoint/ and controller/, which take
 * about half of the time, and `--part=rest` all others.
 *
 * Each file also has to pass alone, as `deno task test:alone` runs it every night.
 *
 * @module
 */

/** Files whose engine no other shares. */
const alone: readonly RegExp[] = [
  // they change the clock, or have to come before the renderer
  /^tests\/react\/(concurrent_checks|fast_refresh)/,
  // they look like a test runner, and like React Native
  /^tests\/react\/(testing_cleanup|testing_native|native\/absence)/,
];

/** Files that share an engine, each with the first pattern that matches. */
const groups: Readonly<Record<string, RegExp>> = {
  // they collect garbage again and again, which takes as long as the heap is large
  memory:
    /^tests\/(schema\/identity|controller\/(gc_policy|readers|reset_memory|watch|graph\/(held_states|removal)))_test/,
  leaks: /^tests\/react\/(cancelling_memory|reset_reachable)_test/,
  schema: /^tests\/schema\//,
  endpoint: /^tests\/endpoint\//,
  controller: /^tests\/controller\//,
  // Preact, which has no tests of React Native, renders in the others what was left
  native: /^tests\/react\/(native\/|observation)/,
  // what servers rendered is taken over in a document
  pages: /^tests\/react\/(hydrat|streamed|ssr_(data|hydration|late|nextjs))/,
  tools:
    /^tests\/react\/(displayed_state|external|given_state|misuse|testing_).*\.tsx$/,
  servers: /^tests\/react\/(ssr_|.*\.ts$)/,
  components: /\.tsx$/,
  codemod: /^scripts\/codemod\//,
  others: /./,
};

/** What to tell `deno test`. */
export interface Joined extends AsyncDisposable {
  /** Paths of modules that import files, and of the files that stay alone. */
  readonly paths: readonly string[];
}

/** Tests by parts that may run beside each other. */
const parts: Readonly<Record<string, (path: string) => boolean>> = {
  "--part=library": (path) => library.test(path),
  "--part=rest": (path) => !library.test(path),
};
const library = /^tests\/(schema|endpoint|controller)\//;

if (import.meta.main) Deno.exit(await testTogether(Deno.args));

async function testTogether(args: readonly string[]): Promise<number> {
  const options = args.filter((option) => !(option in parts));
  const part = args.find((option) => option in parts);
  const { exclude, tasks } = JSON.parse(await Deno.readTextFile("deno.json"));
  const [, ignored] = /--ignore=(\S+)/.exec(tasks["test:alone"])!;
  const leftOut = [...exclude, ...ignored!.split(",")].map((path) =>
    path.replace(/\/$/, "")
  );
  const files = [...testsBelow(".", leftOut)];
  await using joined = await joinTests(
    part === undefined ? files : files.filter(parts[part]!),
  );
  return await runTests(options, joined.paths);
}

/**
 * Runs modules with the configuration of the project, also where they are outside of it.
 *
 * @param options Options of `deno test`.
 * @param paths Paths of the modules.
 * @returns The exit code.
 */
export async function runTests(
  options: readonly string[],
  paths: readonly string[],
): Promise<number> {
  const { code } = await new Deno.Command(Deno.execPath(), {
    args: [
      "test",
      "-A",
      "--config=deno.json",
      "--lock=deno.lock",
      ...options,
      ...paths,
    ],
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
  const paths: string[] = [];
  const members = new Map<string, string[]>();
  for (const path of files) {
    const group = !alone.some((pattern) => pattern.test(path)) &&
      Object.keys(groups).find((name) => groups[name]!.test(path));
    if (group) members.set(group, [...members.get(group) ?? [], path]);
    else paths.push(path);
  }
  for (const [group, files] of members) {
    const module = `${directory}/${group}_test.ts`;
    const imports = files.map((path) =>
      `import "file://${Deno.cwd()}/${path}";\n`
    );
    await Deno.writeTextFile(module, imports.join(""));
    paths.push(module);
  }
  return {
    paths,
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
