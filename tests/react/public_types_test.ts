import { assert, assertEquals } from "@std/assert";
import ts from "typescript-6";
import { compilerOptions as options } from "../support/compiler_options.ts";

const root = new URL("../..", import.meta.url).pathname;
const entry = `${root}react/mod.ts`;

/** The types of the entry point; what comes from React itself does not matter. */
function createProgram(): ts.Program {
  const host = ts.createCompilerHost(options);
  host.resolveModuleNameLiterals = (literals, containingFile) =>
    literals.map(({ text }) => ({
      resolvedModule: text.startsWith(".")
        ? {
          resolvedFileName: new URL(text, `file://${containingFile}`).pathname,
          extension: ts.Extension.Ts,
        }
        : undefined,
    }));
  return ts.createProgram([entry], options, host);
}

Deno.test("no public hook or function gives any of its own accord [react/TYP-42]", () => {
  const program = createProgram();
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(entry)!)!;
  const untyped: string[] = [];
  let functions = 0;
  for (const symbol of checker.getExportsOfModule(module)) {
    const target = symbol.flags & ts.SymbolFlags.Alias
      ? checker.getAliasedSymbol(symbol)
      : symbol;
    if (!(target.flags & ts.SymbolFlags.Function)) continue;
    for (
      const signature of checker.getTypeOfSymbol(target).getCallSignatures()
    ) {
      functions++;
      const result = signature.getReturnType();
      const declared = signature.getDeclaration().type;
      // A type of React's, which is unknown here, has a name nevertheless.
      if (!(result.flags & ts.TypeFlags.Any)) continue;
      if (declared?.getText() !== "ReactNode") untyped.push(symbol.name);
    }
  }
  assert(functions > 20);
  assertEquals(untyped, []);
});
