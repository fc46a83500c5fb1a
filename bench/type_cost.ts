/**
 * What the types cost: instantiations, time and memory that TypeScript needs
 * to check a project of many resources, the part of the library alone
 * subtracted, whether a resource costs more among many in one file, what one
 * hook, one `push` and one `extend` add to it, and how long an editor waits for a
 * hover and a completion.
 *
 * Usage: `deno run -A bench/type_cost.ts [resources=300]`. Ends with an error
 * when a budget is exceeded. Times have goals, 3 seconds for a check of 300
 * resources, but no budgets: they depend on the machine.
 *
 * @module
 */
import process from "node:process";
import ts from "typescript-6";
import { compilerOptions as options } from "../tests/support/compiler_options.ts";

/**
 * Most instantiations for 300 resources, how much more a resource may cost in
 * a file of 200 than in a file of 50, and most instantiations that one call adds to
 * a resource that nothing else uses.
 */
const budget = {
  instantiations: 400_000,
  growth: 1.02,
  calls: {
    "useSuspense(get)": 370,
    "useSuspense(getList)": 710,
    "useDLE(getList)": 420,
    "fetch(getList.push)": 1206,
    "fetch(update)": 530,
    "extend": 1100,
  },
};

const root = new URL("..", import.meta.url).pathname;
const count = Number(Deno.args[0] ?? 300);

const imports = `
import { Collection, type Controller, Entity, resource, RestEndpoint } from "@tessera/client";
`;

/**
 * What defines an entity and a resource, and reads an item and a list.
 * A rich one also changes something in every third module, and has further
 * endpoints in every tenth.
 */
function moduleOf(index: number, isRich: boolean): string {
  const R = `R${index}`;
  const changes = `
  await controller.fetch(${R}.getList.push, { fleet: 1 }, { name: "x" });
  await controller.fetch(${R}.update, { fleet: 1, id: 2 }, { name: vessel.name });
  await controller.fetch(${R}.delete, { fleet: 1, id: 2 });`;
  const further = `
export const X${index} = ${R}.extend("current", { path: "/vessels${index}/current" });
export const page${index} = new RestEndpoint({
  path: "/pages${index}/:port{/:quay}",
  schema: { items: new Collection([Vessel${index}]), next: "" },
  process(value, { port }) { return { ...value, port }; },
});
export async function readPage${index}(controller: Controller) {
  const { items } = await controller.fetch(page${index}, { port: "rtm" });
  return [items.length, (await controller.fetch(X${index}.current)).berth];
}`;
  return `
class Owner${index} extends Entity { id = ""; name = ""; static override key = "Owner${index}"; }
export class Vessel${index} extends Entity {
  id = ""; name = ""; berth = ${index}; flag = ""; owner = Owner${index}.fromJS();
  static override key = "Vessel${index}";
  static override schema = { owner: Owner${index} };
}
export const ${R} = resource({
  path: "/fleets/:fleet/vessels${index}/:id",
  schema: Vessel${index},
  searchParams: {} as { q?: string; sort?: "name" | "berth" },
  paginationField: "page",
});
export async function use${index}(controller: Controller) {
  const vessel = await controller.fetch(${R}.get, { fleet: 1, id: 2 });
  const list = await controller.fetch(${R}.getList, { fleet: 1, q: "x" });${
    isRich && index % 3 === 0 ? changes : ""
  }
  return [list[0]?.name, vessel.owner.name];
}${isRich && index % 10 === 0 ? further : ""}
`;
}

/** Calls that are measured each by itself, given the name of a resource. */
const calls: Record<keyof typeof budget.calls, (name: string) => string> = {
  "useSuspense(get)": (R) => `useSuspense(${R}.get, { fleet: 1, id: 2 })`,
  "useSuspense(getList)": (R) => `useSuspense(${R}.getList, { fleet: 1 })`,
  "useDLE(getList)": (R) => `useDLE(${R}.getList, { fleet: 1 })`,
  "fetch(getList.push)": (R) =>
    `controller.fetch(${R}.getList.push, { fleet: 1 }, { name: "x" })`,
  "fetch(update)": (R) =>
    `controller.fetch(${R}.update, { fleet: 1, id: 2 }, { name: "x" })`,
  "extend": (R) =>
    `${R}.extend("moor", { path: "/x/:id", method: "POST", body: {} as { berth: number } })`,
};

const library = `import * as tessera from "@tessera/client";
export const names = Object.keys(tessera);
`;

/** Files of the project that exist only here, over those on disk. */
function createHost(files: ReadonlyMap<string, string>): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.getSourceFile = (name, languageVersion, ...rest) => {
    const text = files.get(name);
    return text === undefined
      ? getSourceFile.call(host, name, languageVersion, ...rest)
      : ts.createSourceFile(name, text, languageVersion);
  };
  host.fileExists = (name) => files.has(name) || fileExists.call(host, name);
  host.readFile = (name) => files.get(name) ?? readFile.call(host, name);
  host.resolveModuleNameLiterals = (literals, containingFile) =>
    literals.map(({ text }) => resolve(text, containingFile));
  return host;
}

function resolve(
  name: string,
  containingFile: string,
): ts.ResolvedModuleWithFailedLookupLocations {
  const file = name === "@tessera/client"
    ? `${root}mod.ts`
    : name === "@tessera/client/react"
    ? `${root}react/fetching_hooks.ts`
    : name.startsWith(".")
    ? new URL(name, `file://${containingFile}`).pathname
    : undefined;
  return {
    resolvedModule: file === undefined ? undefined : {
      resolvedFileName: file,
      extension: ts.Extension.Ts,
    },
  };
}

interface Cost {
  readonly instantiations: number;
  readonly types: number;
  readonly milliseconds: number;
  readonly errors: number;
}

/** Checks the given files, and no others. */
function measure(files: ReadonlyMap<string, string>): Cost {
  const program = ts.createProgram(
    [...files.keys()],
    options,
    createHost(files),
  );
  const start = process.cpuUsage().user;
  let errors = 0;
  for (const name of files.keys()) {
    const source = program.getSourceFile(name)!;
    for (const diagnostic of program.getSemanticDiagnostics(source)) {
      errors++;
      if (errors <= 5) {
        console.error(
          ts.flattenDiagnosticMessageText(diagnostic.messageText, "\n"),
        );
      }
    }
  }
  return {
    // of the processor, so that a busy machine measures the same
    milliseconds: (process.cpuUsage().user - start) / 1000,
    instantiations: program.getInstantiationCount(),
    types: program.getTypeCount(),
    errors,
  };
}

/** Milliseconds that an editor waits, in a project that was checked before, after a change of one file. */
function measureQuestions(
  files: ReadonlyMap<string, string>,
): { hover: number; completion: number; argument: number } {
  const edited = `${root}__bench__/0.ts`;
  const texts = new Map(files);
  let version = 0;
  const host = createHost(texts);
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [...texts.keys()],
    getScriptVersion: (name) => name === edited ? String(version) : "0",
    getScriptSnapshot: (name) => {
      const text = host.readFile(name);
      return text === undefined
        ? undefined
        : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: () => host.getDefaultLibFileName(options),
    fileExists: host.fileExists,
    readFile: host.readFile,
    resolveModuleNameLiterals: host.resolveModuleNameLiterals!,
  });
  service.getSemanticDiagnostics(edited);
  const text = texts.get(edited)!;
  const time = (position: number, ask: (position: number) => unknown) => {
    const times = Array.from({ length: 5 }, () => {
      texts.set(edited, `${text}\nexport const edit = ${++version};`);
      service.getProgram();
      const start = process.cpuUsage().user;
      if (ask(position) === undefined) throw new Error("No answer.");
      return (process.cpuUsage().user - start) / 1000;
    });
    return times.sort((a, b) => a - b)[2]!;
  };
  return {
    hover: time(
      text.indexOf("push"),
      (position) => service.getQuickInfoAtPosition(edited, position),
    ),
    completion: time(
      text.indexOf("push"),
      (position) => service.getCompletionsAtPosition(edited, position, {}),
    ),
    // of the names of the filters
    argument: time(
      text.indexOf('q: "x"'),
      (position) => service.getCompletionsAtPosition(edited, position, {}),
    ),
  };
}

/** The modules of a project, by file. */
function projectOf(isRich: boolean): ReadonlyMap<string, string> {
  return new Map(Array.from({ length: count }, (_, index) => [
    `${root}__bench__/${index}.ts`,
    imports + moduleOf(index, isRich),
  ]));
}

/** One file with many resources. */
function fileOf(resources: number): ReadonlyMap<string, string> {
  const modules = Array.from(
    { length: resources },
    (_, index) => moduleOf(index, true),
  );
  return new Map([[`${root}__bench__/all.ts`, imports + modules.join("")]]);
}

/**
 * Instantiations that one call adds to a resource.
 *
 * @param call Gives the call; without it, what all of them are compared with.
 */
function instantiationsWith(call?: (name: string) => string): number {
  const resources = 50;
  const files = Array.from({ length: resources }, (_, index) => {
    // only the definitions
    const [definitions] = moduleOf(index, false).split("export async function");
    const use = call ? `export const use = () => ${call(`R${index}`)};` : "";
    const text = `${imports}
import { useDLE, useSuspense } from "@tessera/client/react";
declare const controller: Controller;
${definitions}${use}`;
    return [`${root}__bench__/${index}.ts`, text] as const;
  });
  const { instantiations, errors } = measure(new Map(files));
  if (errors > 0) throw new Error("A call does not compile.");
  return instantiations / resources;
}

const base = measure(new Map([[`${root}__bench__/base.ts`, library]]));
const rich = measure(projectOf(true));
const [small, large] = [measure(fileOf(50)), measure(fileOf(200))] as const;
// the faster of two, since other work on the machine only ever adds
const [project] = [measure(projectOf(false)), measure(projectOf(false))]
  .sort((a, b) => a.milliseconds - b.milliseconds) as [Cost, Cost];
const questions = measureQuestions(projectOf(true));

/** One line of the report. */
function report(subject: string, value: string | number): void {
  console.log(`${subject.padEnd(36)} ${value}`);
}

const perResource = (cost: Cost, resources = count) =>
  Math.round((cost.instantiations - base.instantiations) / resources);
const growth = perResource(large, 200) / perResource(small, 50);
const instantiations = project.instantiations - base.instantiations;
const check = project.milliseconds - base.milliseconds;

console.log(`${count} resources, TypeScript ${ts.version}`);
report("errors", project.errors + rich.errors + base.errors);
report("instantiations, reading", instantiations);
report("instantiations per resource, reading", perResource(project));
report("instantiations per resource, rich", perResource(rich));
report("the same, 50 in one file", perResource(small, 50));
report("the same, 200 in one file", perResource(large, 200));
report("types, reading", project.types - base.types);
report("check, reading", `${Math.round(check)} ms (goal: ${10 * count})`);
report("hover", `${questions.hover.toFixed(1)} ms`);
report("completion", `${questions.completion.toFixed(1)} ms`);
report("completion of an argument", `${questions.argument.toFixed(1)} ms`);

const alone = instantiationsWith();
let isCallTooDear = false;
for (const [name, limit] of Object.entries(budget.calls)) {
  const call = calls[name as keyof typeof calls];
  const cost = Math.round(instantiationsWith(call) - alone);
  report(`instantiations, ${name}`, `${cost} (budget: ${limit})`);
  if (cost > limit) isCallTooDear = true;
}

const scale = count / 300;
if (
  isCallTooDear ||
  project.errors + rich.errors + large.errors > 0 ||
  growth > budget.growth ||
  instantiations > budget.instantiations * scale
) {
  console.error("The types cost more than the budget.");
  Deno.exit(1);
}
