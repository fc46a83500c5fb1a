import { withoutDenoDirectives } from "./deno_directives.ts";
import { filesBelow } from "./files_below.ts";
import { rangeOf } from "./packages.ts";
import type { Plan } from "./plan.ts";
import type { Sources } from "./sources.ts";

/** Not a literal, so that nothing else needs dnt. */
const dnt = "jsr:@deno/dnt@^0.43";

/** What it writes that is not for users. */
const leftovers = [
  ".npmignore",
  // hides from webpack that modules have no side effects
  "esm/package.json",
  "node_modules",
  "package-lock.json",
  "src",
];

/** The function of dnt that builds a package. */
export type Build = (options: Record<string, unknown>) => Promise<void>;

/** Fetches dnt; where that cannot be, tells why. */
export async function fetchDnt(): Promise<Build | string> {
  try {
    const { build }: { build: Build } = await import(dnt);
    return build;
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return text.split("\n")[0]!;
  }
}

/** Writes `esm/` with dnt. */
export async function compileWithDnt(
  build: Build,
  plan: Plan,
  { packages }: Sources,
): Promise<void> {
  const { name, version, output, root } = plan;
  await build({
    entryPoints: plan.entries.map(({ name, source }) => ({
      name,
      path: `${root}/${source}`,
    })),
    outDir: output,
    importMap: `${root}/deno.json`,
    shims: {},
    test: false,
    typeCheck: false,
    esModule: true,
    scriptModule: false,
    // beside the modules: in a folder of their own they look like CommonJS
    declaration: "inline",
    declarationMap: false,
    compilerOptions: {
      sourceMap: false,
      target: "ES2022",
      lib: ["ESNext", "DOM", "DOM.Iterable"],
    },
    // replaced by ours; here it names what must be installed for the types
    package: {
      name,
      version,
      devDependencies: Object.fromEntries(
        ["react", "react-dom"]
          .filter((name) => packages.includes(name))
          .map((name) => [`@types/${name}`, rangeOf(plan.imports, name)]),
      ),
    },
  });
  for (const name of leftovers) {
    await Deno.remove(`${output}/${name}`, { recursive: true }).catch(ignore);
  }
  for (const name of filesBelow(`${output}/esm`)) {
    const path = `${output}/esm/${name}`;
    const text = Deno.readTextFileSync(path);
    Deno.writeTextFileSync(path, withoutDenoDirectives(text));
  }
}

function ignore(error: unknown): void {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}
