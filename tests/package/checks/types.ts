/** What compilers of applications make of the package. */
import { assertEquals } from "@std/assert";
import type { Project } from "../support/project.ts";
import { entriesOf, type Manifest } from "../support/tarball.ts";

/** One application. */
interface Setup {
  /** Name of a compiler among {@linkcode compilers}. */
  readonly compiler: string;
  readonly react: "18" | "19";
  readonly resolution: "node16" | "nodenext" | "bundler";
  /** The compiler option `exactOptionalPropertyTypes`. */
  readonly exact: boolean;
}

/** Whether every compiler is asked, as at night. */
const areAllAsked = Deno.env.get("COMPILERS") === "all";

/** Compilers by the name under which they are installed. */
export const compilers: Readonly<Record<string, string>> = {
  "typescript-5.4": "npm:typescript@~5.4.0",
  ...(areAllAsked ? { "typescript-5.9": "npm:typescript@~5.9.0" } : {}),
  "typescript-6": "npm:typescript@^6",
  "typescript-7": "npm:typescript@^7",
};

/**
 * Each compiler, resolution and version of React. What compilers make of the
 * declarations themselves is shown by tests/types; here they have to be found.
 */
const setups: readonly Setup[] = [
  setup("typescript-5.4", "18", "node16", false),
  setup("typescript-6", "19", "nodenext", true),
  setup("typescript-7", "18", "nodenext", false),
  setup("typescript-7", "19", "bundler", true),
];

function setup(
  compiler: string,
  react: Setup["react"],
  resolution: Setup["resolution"],
  exact: boolean,
): Setup {
  return { compiler, react, resolution, exact };
}

/**
 * Compiles an application, once for each setup.
 *
 * @param tools Project with the compilers.
 * @param projects Projects with the package, by version of React.
 */
export async function checkTypes(
  test: Deno.TestContext,
  manifest: Manifest,
  tools: Project,
  projects: Record<Setup["react"], Project>,
): Promise<void> {
  const application = Deno.readTextFileSync(
    new URL("../consumer/types.ts", import.meta.url),
  );
  const checked = Deno.readTextFileSync(
    new URL("../consumer/checked.js", import.meta.url),
  );
  for (const project of Object.values(projects)) {
    project.write("types.ts", application);
    project.write("checked.js", checked);
    project.write("entries.ts", importOfEverything(manifest));
  }
  for (const { compiler, react, resolution, exact } of setups) {
    const strictness = exact ? "exact" : "loose";
    const name = `${compiler}, ${resolution}, react-${react}, ${strictness}`;
    await test.step(name, async () => {
      await compile(tools, projects[react], {
        config: `tsconfig.${compiler}.${resolution}.json`,
        compiler,
        resolution,
        options: {
          exactOptionalPropertyTypes: exact,
          // else our declarations are not checked
          skipLibCheck: false,
          noEmit: true,
          allowJs: true,
          checkJs: true,
        },
        files: ["types.ts", "entries.ts", "checked.js"],
      });
    });
  }
}

/**
 * Compiles a package of an API, and an application that has the declarations
 * of that package: every export must have a declaration that can be written, and
 * the declaration must say what the source does.
 *
 * @param tools Project with the compilers.
 * @param project Project with the package.
 */
export async function checkDeclarations(
  test: Deno.TestContext,
  tools: Project,
  project: Project,
): Promise<void> {
  const source = (name: string) =>
    Deno.readTextFileSync(new URL(`../consumer/${name}`, import.meta.url));
  const asked: readonly (readonly [string, "nodenext" | "bundler"])[] =
    areAllAsked
      ? Object.keys(compilers).flatMap((compiler) =>
        (["nodenext", "bundler"] as const).map((resolution) =>
          [compiler, resolution] as const
        )
      )
      : [["typescript-5.4", "nodenext"], ["typescript-7", "bundler"]];
  for (const [compiler, resolution] of asked) {
    await test.step(`${compiler}, ${resolution}`, async () => {
      const folder = `declarations-${compiler}-${resolution}`;
      project.write(`${folder}/api.ts`, source("api.ts"));
      project.write(
        `${folder}/application.ts`,
        source("application.ts").replace("./api.ts", "./declared/api.js"),
      );
      const compileOne = (file: string, options: object) =>
        compile(tools, project, {
          config: `${folder}/tsconfig.${file}.json`,
          compiler,
          resolution,
          options,
          files: [`${file}.ts`],
        });
      await compileOne("api", {
        declaration: true,
        emitDeclarationOnly: true,
        rootDir: ".",
        outDir: "declared",
      });
      await compileOne("application", { noEmit: true });
    });
  }
}

/** What one run of a compiler is given. */
interface Compilation {
  /** Path of the configuration to write. */
  readonly config: string;
  readonly compiler: string;
  readonly resolution: string;
  /** Beyond those that every run has. */
  readonly options: object;
  readonly files: readonly string[];
}

/** Compiles files of a project, without a complaint. */
async function compile(
  tools: Project,
  project: Project,
  { config, compiler, resolution, options, files }: Compilation,
): Promise<void> {
  project.write(
    config,
    JSON.stringify({
      compilerOptions: {
        target: "es2022",
        lib: ["esnext", "dom", "dom.iterable"],
        module: resolution === "bundler" ? "esnext" : resolution,
        moduleResolution: resolution,
        types: [],
        strict: true,
        noImplicitOverride: true,
        // those of the compiler itself need not be checked
        skipDefaultLibCheck: true,
        ...options,
      },
      files,
    }),
  );
  const tsc = tools.script(compiler, "bin/tsc");
  assertEquals(await project.run("node", tsc, "-p", config), "");
}

/** A module that fails to compile if an entry is missing, or of type `any`. */
function importOfEverything(manifest: Manifest): string {
  return entriesOf(manifest).map(([name], index) => `
    import * as entry${index} from "${name}";
    export const isTyped${index}: 0 extends 1 & typeof entry${index} ? never : true = true;
    // @ts-expect-error there is nothing of this name
    export const nothing${index} = entry${index}.thereIsNothingOfThisName;
  `).join("");
}
