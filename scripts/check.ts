/**
 * Checks types: `deno task check`. Beside all modules, those that are written for
 * this alone: the code blocks of the guides, what the generator makes of published
 * and made up documents of OpenAPI, what the codemod makes of an application, and
 * the application of each step of the tutorial. One compiler checks all of them,
 * since most of its time goes into the library and the declarations of others.
 *
 * `GUIDE=resources.md` chooses guides, and leaves out everything else.
 *
 * @module
 */
import { dirname } from "node:path";
import { writeSteps } from "../tests/browser/support/tutorial.ts";
import { guides, writeExamples } from "../tests/support/examples.ts";
import { filesBelow } from "./build_npm/files_below.ts";
import { withAddresses } from "./packages.ts";
import { writeModules } from "./openapi/tests/documents.ts";
import { writeMadeUp } from "./openapi/tests/made_up.ts";

if (import.meta.main) Deno.exit(await checkTypes());

/** Exit code of the compiler. */
async function checkTypes(): Promise<number> {
  const folder = await Deno.makeTempDir();
  try {
    const paths = writeExamples(folder, guides())
      .map(({ path }) => `${folder}/${path}`);
    if (!Deno.env.has("GUIDE")) {
      const generated = [...(await writeModules(folder)).keys()];
      const application = "scripts/codemod/tests/application/after";
      for (const path of filesBelow(application)) {
        const copy = `${folder}/application/${path}`;
        await Deno.mkdir(dirname(copy), { recursive: true });
        const text = await Deno.readTextFile(`${application}/${path}`);
        await Deno.writeTextFile(copy, withAddresses(text));
        if (/\.tsx?$/.test(path)) paths.push(copy);
      }
      paths.push(
        ...generated.map((name) => `${folder}/${name}.ts`),
        ...writeMadeUp(folder),
        ...writeSteps(`${folder}/tutorial`),
        ".",
      );
    }
    // what guides import stays out of the lock file of the library
    await Deno.copyFile("deno.lock", `${folder}/deno.lock`);
    const { code } = await new Deno.Command(Deno.execPath(), {
      args: ["check", "--quiet", `--lock=${folder}/deno.lock`, ...paths],
    }).spawn().status;
    return code;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
