import { stop, transform } from "esbuild";
import { filesBelow } from "./files_below.ts";
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
    for (const name of filesBelow(`${output}/esm`)) {
      if (!name.endsWith(".js")) continue;
      const { code } = await transform(
        answered(Deno.readTextFileSync(`${output}/esm/${name}`)),
        {
          loader: "js",
          format: "esm",
          target: "es2022",
          define: { "process.env.NODE_ENV": '"production"' },
          legalComments: "none",
        },
      );
      const to = `${output}/production/${name}`;
      Deno.mkdirSync(to.slice(0, to.lastIndexOf("/")), { recursive: true });
      Deno.writeTextFileSync(to, code);
    }
  } finally {
    await stop();
  }
}

/** The answer in place of the question. */
function answered(text: string): string {
  return text.replace(/(?<!function )\bisDevelopment\(\)/g, "false");
}
