import ts from "typescript";
import { withoutDenoDirectives } from "./deno_directives.ts";
import { importedBy } from "./imported_by.ts";
import type { Packages } from "./packages.ts";
import type { Plan } from "./plan.ts";
import type { Sources } from "./sources.ts";

/**
 * Writes `esm/`, a module with declarations for each of the sources.
 *
 * @param packages Where the sources find what they import.
 * @throws {Error} If the compiler complains.
 */
export function compileWithTypeScript(
  { root, output }: Plan,
  { files }: Sources,
  packages: Packages,
): void {
  const folder = `${packages.folder}/sources`;
  for (const file of files) {
    const to = `${folder}/${file}`;
    Deno.mkdirSync(to.slice(0, to.lastIndexOf("/")), { recursive: true });
    Deno.writeTextFileSync(
      to,
      withoutDenoDirectives(Deno.readTextFileSync(`${root}/${file}`)),
    );
  }
  const program = ts.createProgram(files.map((file) => `${folder}/${file}`), {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ["lib.esnext.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
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
    rootDir: folder,
    outDir: `${output}/esm`,
  });
  const { diagnostics } = program.emit(undefined, (path, text) => {
    const emitted = path.endsWith(".d.ts") ? withJavaScriptImports(text) : text;
    ts.sys.writeFile(path, emitted);
  });
  const complaints = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (complaints.length > 0) {
    throw new Error(ts.formatDiagnostics(complaints, {
      getCanonicalFileName: (path) => path,
      getCurrentDirectory: () => folder,
      getNewLine: () => "\n",
    }));
  }
}

/** The compiler leaves `.ts` in declarations. */
function withJavaScriptImports(text: string): string {
  let result = text;
  for (const { specifier, end } of importedBy(text).reverse()) {
    if (!specifier.startsWith(".") || !specifier.endsWith(".ts")) continue;
    result = `${result.slice(0, end - ".ts".length)}.js${result.slice(end)}`;
  }
  return result;
}
