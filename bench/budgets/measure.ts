import { stop } from "esbuild";
import { Project } from "../../tests/package/support/project.ts";
import { buildProgram } from "../size/build_program.ts";
import { compressed } from "../size/compressed.ts";
import { linesOfCode } from "./lines_of_code.ts";

/** What one row of the budgets has now. */
export interface Measured {
  /** Bytes, calls, lines or files, as the name of the row says. */
  readonly value: number;
  /** What each module has of it; minified bytes where the value is compressed. */
  readonly modules: ReadonlyMap<string, number>;
}

const root = new URL("../../", import.meta.url).pathname;

/**
 * Measures every row of the budgets.
 *
 * @param packages Names and versions that the measured programs need.
 */
export async function measureRows(
  packages: Record<string, string>,
): Promise<Map<string, Measured>> {
  await using project = await Project.create(packages);
  try {
    const calls = await countCalls(project);
    return new Map([
      ...await measureBytes(project),
      ...calls,
      ["lines of code", countLines()],
      ["files, first fetch", filesOf(calls.get("calls, first fetch")!)],
      ["files, read", filesOf(calls.get("calls, read again")!)],
    ]);
  } finally {
    await stop();
  }
}

async function measureBytes(project: Project): Promise<Map<string, Measured>> {
  const programs = {
    "bytes, application": "size/tessera_app",
    "bytes, script": "size/tessera_script",
    "bytes, script with a resource": "size/tessera_resource",
  };
  const found = new Map<string, Measured>();
  for (const [row, program] of Object.entries(programs)) {
    const { text, modules } = await buildProgram(
      program,
      `${project.folder}/node_modules`,
    );
    found.set(row, { value: compressed(text), modules });
  }
  return found;
}

async function countCalls(project: Project): Promise<Map<string, Measured>> {
  const scenarios = {
    "calls, create a client": "create",
    "calls, first fetch": "firstFetch",
    "calls, read again": "readAgain",
    "calls, set": "set",
    "calls, set with a subscriber": "setWithSubscriber",
    "calls, mount, fetch and show": "mountFetchShow",
  };
  const { text } = await buildProgram(
    "budgets/scenarios",
    `${project.folder}/node_modules`,
    true,
  );
  project.write("scenarios.js", text);
  project.write(
    "count_in_node.js",
    Deno.readTextFileSync(`${root}bench/budgets/count_in_node.mjs`),
  );
  const program = new URL(`file://${project.folder}/scenarios.js`).href;
  const moduleAt = modulesByOffset(text);
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    () => Response.json({ id: "a1", title: "one" }),
  );
  const found = new Map<string, Measured>();
  for (const [row, scenario] of Object.entries(scenarios)) {
    const printed = await project.run(
      "node",
      "count_in_node.js",
      program,
      scenario,
      `http://127.0.0.1:${server.addr.port}`,
    );
    const calls: readonly FunctionCalls[] = JSON.parse(printed);
    const counts = new Map<string, number>();
    for (const { offset, count } of calls) {
      const module = moduleAt(offset);
      if (!/^(schema|endpoint|controller|react)\//.test(module)) continue;
      counts.set(module, (counts.get(module) ?? 0) + count);
    }
    found.set(row, { value: sum(counts.values()), modules: counts });
  }
  return found;
}

/** What `count_in_node.mjs` prints of each function. */
interface FunctionCalls {
  /** Where the function begins in the program. */
  readonly offset: number;
  readonly count: number;
}

/** Tells the module of an offset, by the comment before each module. */
function modulesByOffset(text: string): (offset: number) => string {
  const starts = [...text.matchAll(/^\/\/ (\S+\.(?:[jt]sx?|mjs))$/gm)]
    .map(({ index, 1: module }) => ({ index, module: module! }))
    .reverse();
  return (offset) => starts.find(({ index }) => index < offset)?.module ?? "";
}

function filesOf({ modules }: Measured): Measured {
  return {
    value: modules.size,
    modules: new Map([...modules.keys()].map((module) => [module, 1])),
  };
}

/** Lines of the four layers, without what is imported on top of them. */
function countLines(): Measured {
  const modules = new Map<string, number>();
  for (const layer of ["schema/", "endpoint/", "controller/", "react/"]) {
    for (const path of modulesBelow(layer)) {
      if (
        /^(controller\/live\/|react\/devtools\/|react\/(compat|img)\.ts)/.test(
          path,
        )
      ) continue;
      modules.set(path, linesOfCode(root + path));
    }
  }
  return { value: sum(modules.values()), modules };
}

function* modulesBelow(folder: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(root + folder)) {
    if (isDirectory) yield* modulesBelow(`${folder}${name}/`);
    else if (/\.tsx?$/.test(name)) yield folder + name;
  }
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
