import ts from "typescript";
import { withoutDenoDirectives } from "./deno_directives.ts";
import { importedBy } from "./imported_by.ts";
import type { Packages } from "./packages.ts";
import type { Plan } from "./plan.ts";
import type { Sources } from "./sources.ts";

/**
 * Writes `src/`, the sources, and `esm/`, a module with declarations and
 * source maps for each of them.
 *
 * @throws {Error} If the compiler complains.
 */
export function compileWithTypeScript(
  { root, output }: Plan,
  sources: Sources,
  { folder }: Packages,
): void {
  for (const file of sources.files) {
    const to = `${output}/src/${file}`;
    Deno.mkdirSync(to.slice(0, to.lastIndexOf("/")), { recursive: true });
    Deno.copyFileSync(`${root}/${file}`, to);
  }
  emit(output, folder, sources);
}

function emit(
  output: string,
  types: string,
  { files }: Sources,
): void {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ["lib.esnext.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    typeRoots: [`${types}/node_modules/@types`],
    types: [],
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
