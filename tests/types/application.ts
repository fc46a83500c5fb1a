/**
 * The type tests as part of an application outside the repository, which has
 * declarations instead of our sources, and compilers and types of its choice.
 *
 * @module
 */

import { readPlan } from "../../scripts/build_npm/plan.ts";
import { findSources } from "../../scripts/build_npm/sources.ts";

/** A compiler, and what an application may have beside it. */
export interface Setup {
  /** Name of a member of {@linkcode compilers}. */
  readonly compiler: Compiler;
  /** Name of a member of {@linkcode reacts}. */
  readonly react: keyof typeof reacts;
  /** The compiler option `exactOptionalPropertyTypes`. */
  readonly exact: boolean;
}

/** Ranges of TypeScript, and what comes after the newest. */
export const compilers = {
  "typescript-oldest": "~5.4.0",
  "typescript-middle": "^6",
  "typescript-newest": "^7",
  "typescript-preview": "npm:@typescript/native-preview",
} as const;

/** Name of one of them. */
export type Compiler = keyof typeof compilers;

/** Ranges of the types of React and its DOM renderer. */
export const reacts = { "react-18": "^18", "react-19": "^19" } as const;

const repository = new URL("../../", import.meta.url);
const { root, imports, entries } = readPlan();

/** Compiler options of every compilation. */
const compilerOptions = {
  target: "es2022",
  module: "esnext",
  moduleResolution: "bundler",
  lib: ["esnext", "dom", "dom.iterable"],
  types: [],
  allowImportingTsExtensions: true,
  jsx: "react-jsx",
  strict: true,
  // the compiler's own declarations are not ours to check; a fifth of the time
  skipDefaultLibCheck: true,
};

/** Projects in a folder of their own. */
export class Application implements AsyncDisposable {
  readonly #folder: string;

  /**
   * What the newest compiler has to say if each of our sources must give its
   * declarations alone, from when it wrote the declarations.
   */
  complaintsOfIsolation = "";

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Installs compilers and types, writes the declarations, and copies the tests.
   *
   * @param names Compilers that are asked later, the newest among them.
   */
  static async create(names: readonly Compiler[]): Promise<Application> {
    const application = new Application(await Deno.makeTempDir());
    try {
      await application.#writeDeclarations(names);
      for (const [react, range] of Object.entries(reacts)) {
        await application.#compose(react, range);
      }
    } catch (error) {
      await application[Symbol.asyncDispose]();
      throw error;
    }
    return application;
  }

  /** What a compiler has to say about the tests and our declarations; nothing if all is well. */
  complaints({ compiler, react, exact }: Setup): Promise<string> {
    return this.#compile(compiler, react, `${compiler}-${exact}`, {
      noEmit: true,
      exactOptionalPropertyTypes: exact,
      // else our declarations are not checked
      skipLibCheck: false,
      paths: {
        "@std/assert": ["./tests/std/assert/mod.ts"],
        "@std/testing/types": ["./tests/std/testing/types.ts"],
      },
    });
  }

  /**
   * What a compiler has to say about our declarations in an application that
   * knows ES2022 and the page, and nothing newer, and no types of Node.js.
   */
  complaintsWithLibOf2022(
    { compiler, react }: Pick<Setup, "compiler" | "react">,
  ): Promise<string> {
    const { folder, entries } = this.declarations(react);
    return this.#compile(compiler, react, `${compiler}-2022`, {
      lib: ["ES2022", "DOM"],
      noEmit: true,
      skipLibCheck: false,
    }, entries.map((entry) => entry.slice(folder.length + 1)));
  }

  /**
   * What the newest compiler has to say about our declarations and a file of
   * tests in an application without `strictNullChecks`.
   *
   * @param file Name of a file that is a test of types.
   * @param more Text that is added to it.
   */
  complaintsWithLooseNull(file: string, more: string): Promise<string> {
    const path = "tests/endpoint/loose_null_types.ts";
    const text = Deno.readTextFileSync(new URL(path, repository));
    write(`${this.#folder}/react-19/tests/endpoint/${file}`, text + more);
    return this.#compile("typescript-newest", "react-19", file, {
      noEmit: true,
      skipLibCheck: false,
      strictNullChecks: false,
    }, [`tests/endpoint/${file}`]);
  }

  /** The declarations of all entry points in one of the projects. */
  declarations(
    react: Setup["react"],
  ): { readonly folder: string; readonly entries: string[] } {
    const folder = `${this.#folder}/${react}`;
    return {
      folder,
      entries: entries.map(({ source }) =>
        `${folder}/${source.slice(0, -".ts".length)}.d.ts`
      ),
    };
  }

  /** Removes the folder. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.#folder, { recursive: true });
  }

  /** As a build for npm does. */
  async #writeDeclarations(names: readonly Compiler[]): Promise<void> {
    const ranges = names.map((name) => {
      const range = compilers[name];
      return [
        name,
        range.startsWith("npm:") ? range : `npm:typescript@${range}`,
      ] as const;
    });
    await this.#install(".", Object.fromEntries(ranges));
    await this.#install("sources", {
      ...typesOfReact(reacts["react-19"]),
      ...fromImports("path-to-regexp"),
    });
    for (const path of findSources(root, entries).files) {
      this.#copy(path, "sources", () => true);
    }
    const complaints = await this.#compile(
      "typescript-newest",
      "sources",
      "all",
      {
        declaration: true,
        emitDeclarationOnly: true,
        isolatedDeclarations: true,
        rootDir: ".",
        outDir: "declarations",
        exactOptionalPropertyTypes: true,
        skipLibCheck: true,
      },
    );
    this.complaintsOfIsolation = complaints;
  }

  /** An application whose tests find the declarations where the repository has the sources. */
  async #compose(react: string, range: string): Promise<void> {
    const project = `${this.#folder}/${react}`;
    await Deno.mkdir(project);
    const declarations = `${this.#folder}/sources/declarations`;
    for (const path of files(declarations)) {
      write(
        `${project}${path.slice(declarations.length)}`,
        Deno.readTextFileSync(path),
      );
    }
    this.#copy("tests", react, isTypeTest);
    for (const path of neededByTests) this.#copy(path, react, () => true);
    write(`${project}/tests/environment.d.ts`, environment);
    write(`${project}/tests/react/support/dom.ts`, "export {};");
    if (react === "react-18") {
      write(`${project}/tests/react/support/renderer.ts`, declarationOfUse);
    }
    await this.#install(react, {
      ...typesOfReact(range),
      // what the package depends on comes with it
      ...fromImports("path-to-regexp"),
      ...fromImports("decimal.js", "temporal-polyfill", "valibot", "zod"),
    });
  }

  #copy(path: string, project: string, isWanted: (name: string) => boolean) {
    const url = new URL(path, repository);
    const from = url.pathname.replace(/\/$/, "");
    for (const file of files(from)) {
      if (!isWanted(file)) continue;
      const name = file.slice(repository.pathname.length);
      write(`${this.#folder}/${project}/${name}`, Deno.readTextFileSync(file));
    }
  }

  async #install(
    project: string,
    dependencies: Record<string, string>,
  ): Promise<void> {
    const folder = `${this.#folder}/${project}`;
    write(`${folder}/package.json`, JSON.stringify({ dependencies }));
    const output = await deno(folder, "install", "--quiet", "--no-lock");
    if (output !== "") throw new Error(output);
  }

  /** Messages of a compiler. */
  async #compile(
    compiler: string,
    project: string,
    name: string,
    options: Record<string, unknown>,
    files?: readonly string[],
  ): Promise<string> {
    const folder = `${this.#folder}/${project}`;
    const config = `${folder}/tsconfig.${name}.json`;
    write(
      config,
      JSON.stringify({
        compilerOptions: { ...compilerOptions, ...options },
        ...(files ? { files } : { exclude: ["node_modules"] }),
      }),
    );
    const command = compiler === "typescript-preview" ? "tsgo" : "tsc";
    const tsc = `${this.#folder}/node_modules/${compiler}/bin/${command}`;
    // by itself it has four checkers, which share no type that they work out
    const checkers = isNative(compiler) ? ["--checkers", "1"] : [];
    return await deno(
      folder,
      "run",
      "-A",
      "--no-lock",
      tsc,
      "-p",
      config,
      ...checkers,
    );
  }
}

/** Files that type tests import beside entry points. */
const neededByTests = [
  "tests/std/assert",
  "tests/std/testing/types.ts",
  "tests/support/exact.ts",
  "tests/controller/harbour.ts",
  "tests/schema/harbour.ts",
  "tests/react/support/harbour.ts",
  "tests/endpoint/harbour.ts",
  "tests/endpoint/types_only.ts",
  "tests/react/support/renderer.ts",
];

/** What type tests use of Deno, and of Node.js through the local `@std/assert`. */
const environment = `
declare const Deno: {
  test(name: string, check: () => void | Promise<void>): void;
  env: {
    get(name: string): string | undefined;
    set(name: string, value: string): void;
    delete(name: string): void;
  };
};
declare module "node:assert";
declare module "node:util";
`;

/** What React has since 19. */
const declarationOfUse =
  "export declare function use<T>(usable: PromiseLike<T>): T;";

/** Not those of the sources alone, and of another package's types. */
function isTypeTest(path: string): boolean {
  return /_types_test\.tsx?$/.test(path) && !/\/public_|\/native\//.test(path);
}

/** Whether a compiler is a program of the machine, as it is since TypeScript 7. */
function isNative(compiler: string): boolean {
  return compiler === "typescript-newest" || compiler === "typescript-preview";
}

function typesOfReact(range: string): Record<string, string> {
  return { "@types/react": range, "@types/react-dom": range };
}

/** Packages in the versions that deno.json names. */
function fromImports(...names: string[]): Record<string, string> {
  return Object.fromEntries(
    names.map((name) => [name, imports[name]!.replace(/^npm:.*@/, "")]),
  );
}

/** All files of a folder, or the file itself. */
function* files(path: string): Generator<string> {
  if (Deno.statSync(path).isFile) return yield path;
  for (const { name } of Deno.readDirSync(path)) {
    yield* files(`${path}/${name}`);
  }
}

function write(path: string, text: string): void {
  Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
  Deno.writeTextFileSync(path, text);
}

/** What a command prints that fails; nothing when it does not. */
async function deno(cwd: string, ...args: string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args,
    cwd,
    env: { NO_COLOR: "1" },
  }).output();
  if (success) return "";
  const decoder = new TextDecoder();
  return `${decoder.decode(stdout)}${decoder.decode(stderr)}` || "it failed";
}
