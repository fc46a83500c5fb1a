import ts from "typescript";
import { withoutDenoDirectives } from "./deno_directives.ts";
import { importedBy } from "./imported_by.ts";
import type { Plan } from "./plan.ts";
import { rangeOf } from "./ranges.ts";
import type { Sources } from "./sources.ts";

/**
 * Writes `src/`, the sources, and `esm/`, a module with declarations and
 * source maps for each of them.
 *
 * @throws {Error} If the compiler complains.
 */
export async function compileWithTypeScript(
  plan: Plan,
  sources: Sources,
): Promise<void> {
  for (const file of sources.files) {
    const to = `${plan.output}/src/${file}`;
    Deno.mkdirSync(to.slice(0, to.lastIndexOf("/")), { recursive: true });
    Deno.copyFileSync(`${plan.root}/${file}`, to);
  }
  const types = await Deno.makeTempDir();
  try {
    await installTypes(types, plan, sources);
    emit(plan.output, types, sources);
  } finally {
    await Deno.remove(types, { recursive: true });
  }
}

function emit(
  output: string,
  types: string,
  { files, packages }: Sources,
): void {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ["lib.esnext.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    typeRoots: [`${types}/node_modules/@types`],
    types: packages.some(isBuiltIn) ? ["node"] : [],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noImplicitOverride: true,
    verbatimModuleSyntax: true,
    allowImportingTsExtensions: true,
    rewriteRelativeImportExtensions: true,
    skipLibCheck: true,
    declaration: true,
    declarationMap: true,
    sourceMap: true,
    rootDir: `${output}/src`,
    outDir: `${output}/esm`,
  };
  const host = ts.createCompilerHost(options);
  const readFile = host.readFile.bind(host);
  host.readFile = (path) => {
    const text = readFile(path);
    return text !== undefined && path.startsWith(`${output}/src/`)
      ? withoutDenoDirectives(text)
      : text;
  };
  // packages are looked for beside the types, not above the repository
  host.resolveModuleNameLiterals = (literals, importer) =>
    literals.map(({ text }) => {
      const from = text.startsWith(".") || importer.startsWith(types)
        ? importer
        : `${types}/importer.ts`;
      return ts.resolveModuleName(text, from, options, host);
    });
  const program = ts.createProgram(
    files.map((file) => `${output}/src/${file}`),
    options,
    host,
  );
  const { diagnostics } = program.emit(undefined, (path, text) => {
    const emitted = path.endsWith(".d.ts") ? withJavaScriptImports(text) : text;
    ts.sys.writeFile(path, emitted);
  });
  const complaints = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (complaints.length > 0) {
    throw new Error(ts.formatDiagnostics(complaints, {
      getCanonicalFileName: (path) => path,
      getCurrentDirectory: () => output,
      getNewLine: () => "\n",
    }));
  }
}

/** The compiler leaves `.ts` in declarations; the positions in maps stay right. */
function withJavaScriptImports(text: string): string {
  let result = text;
  for (const { specifier, end } of importedBy(text)) {
    if (!specifier.startsWith(".") || !specifier.endsWith(".ts")) continue;
    result = `${result.slice(0, end - ".ts".length)}.js${result.slice(end)}`;
  }
  return result;
}

function isBuiltIn(name: string): boolean {
  return name.startsWith("node:");
}

/** Installs what is imported, and its declarations, as users have them. */
async function installTypes(
  folder: string,
  plan: Plan,
  { packages }: Sources,
): Promise<void> {
  const dependencies: Record<string, string> = {};
  for (const name of packages) {
    if (isBuiltIn(name)) {
      dependencies["@types/node"] = "^24";
    } else if (name === "react" || name === "react-dom") {
      dependencies[`@types/${name}`] = rangeOf(plan, name);
    } else {
      dependencies[name] = rangeOf(plan, name);
    }
  }
  Deno.writeTextFileSync(
    `${folder}/package.json`,
    JSON.stringify({ dependencies }),
  );
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["install", "--quiet", "--no-lock"],
    cwd: folder,
    env: { NO_COLOR: "1" },
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
}
