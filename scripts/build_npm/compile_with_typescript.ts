import { withoutDenoDirectives } from "./deno_directives.ts";
import { filesBelow } from "./files_below.ts";
import { importedBy } from "./imported_by.ts";
import type { Packages } from "./packages.ts";
import type { Plan } from "./plan.ts";
import type { Sources } from "./sources.ts";

/**
 * Writes `esm/`, a module with declarations for each of the sources.
 *
 * @param packages Where the sources find what they import, and the compiler is.
 * @throws {Error} If the compiler complains.
 */
export async function compileWithTypeScript(
  { root, output }: Plan,
  { files }: Sources,
  packages: Packages,
): Promise<void> {
  const folder = `${packages.folder}/sources`;
  for (const file of files) {
    const to = `${folder}/${file}`;
    Deno.mkdirSync(to.slice(0, to.lastIndexOf("/")), { recursive: true });
    Deno.writeTextFileSync(
      to,
      withoutDenoDirectives(Deno.readTextFileSync(`${root}/${file}`)),
    );
  }
  await runTypeScript(packages, {
    compilerOptions: {
      target: "es2022",
      module: "esnext",
      moduleResolution: "bundler",
      lib: ["esnext", "dom", "dom.iterable"],
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
    },
    files: files.map((file) => `${folder}/${file}`),
  });
  for (const path of filesBelow(`${output}/esm`)) {
    if (!path.endsWith(".d.ts")) continue;
    const file = `${output}/esm/${path}`;
    Deno.writeTextFileSync(
      file,
      withJavaScriptImports(Deno.readTextFileSync(file)),
    );
  }
}

/**
 * Runs the compiler that is among some packages.
 *
 * @param configuration What tsconfig.json says.
 * @throws {Error} With what it complains about.
 */
export async function runTypeScript(
  { folder }: Packages,
  configuration: Record<string, unknown>,
): Promise<void> {
  const path = `${folder}/tsconfig.json`;
  await Deno.writeTextFile(path, JSON.stringify(configuration));
  const tsc = `${folder}/node_modules/typescript/bin/tsc`;
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-lock", tsc, "-p", path],
    cwd: folder,
    env: { NO_COLOR: "1" },
  }).output();
  if (success) return;
  const text = new TextDecoder();
  throw new Error(text.decode(stdout) + text.decode(stderr));
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
