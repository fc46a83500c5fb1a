import { stop, transform } from "esbuild";
import type { Plan } from "./plan.ts";

/**
 * Writes `production/`: the modules of `esm/` without the checks and warnings
 * that are for developers. Bundlers take them by the condition `production`.
 *
 * The modules of `esm/` must ask at run time, because pages without a bundler
 * have no `process`; and what is asked at run time stays in a bundle.
 */
export async function writeProductionModules(
  { output }: Plan,
): Promise<void> {
  try {
    for (const path of modulesBelow(`${output}/esm`)) {
      const name = path.slice(`${output}/esm/`.length);
      const { code, map } = await transform(
        withMap(answered(Deno.readTextFileSync(path)), path),
        {
          loader: "js",
          format: "esm",
          target: "es2022",
          define: { "process.env.NODE_ENV": '"production"' },
          sourcefile: name,
          sourcemap: "external",
          sourcesContent: false,
          legalComments: "none",
        },
      );
      const to = `${output}/production/${name}`;
      Deno.mkdirSync(to.slice(0, to.lastIndexOf("/")), { recursive: true });
      const file = name.slice(name.lastIndexOf("/") + 1);
      Deno.writeTextFileSync(to, `${code}//# sourceMappingURL=${file}.map\n`);
      Deno.writeTextFileSync(`${to}.map`, map);
    }
  } finally {
    await stop();
  }
}

/** The answer in place of the question; as long as it, so that maps stay right. */
function answered(text: string): string {
  return text.replace(
    /(?<!function )\bisDevelopment\(\)/g,
    (question) => "false".padEnd(question.length),
  );
}

/** The map of a module inside of it, where esbuild looks for it. */
function withMap(text: string, path: string): string {
  const map = btoa(
    String.fromCharCode(
      ...new TextEncoder().encode(Deno.readTextFileSync(`${path}.map`)),
    ),
  );
  return text.replace(
    /^\/\/# sourceMappingURL=.*$/m,
    `//# sourceMappingURL=data:application/json;base64,${map}`,
  );
}

function* modulesBelow(folder: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    if (isDirectory) yield* modulesBelow(`${folder}/${name}`);
    else if (name.endsWith(".js")) yield `${folder}/${name}`;
  }
}
