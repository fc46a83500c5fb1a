/** What tools that judge packages say. */
import { assertEquals } from "@std/assert";
import { type Project, runIn } from "../support/project.ts";
import type { Tarball } from "../support/tarball.ts";

/** Lets npm correct package.json, as it does when publishing; there is nothing to correct. */
export async function checkWithNpm(
  tools: Project,
  folders: readonly string[],
): Promise<void> {
  const workspaces = folders.map((_, index) => `${index}`);
  const root = { private: true, workspaces };
  tools.write("corrected/package.json", JSON.stringify(root));
  const manifests = folders.map((folder) =>
    Deno.readTextFileSync(`${folder}/package.json`)
  );
  for (const [index, manifest] of manifests.entries()) {
    tools.write(`corrected/${index}/package.json`, manifest);
  }
  await runIn(`${tools.folder}/corrected`, "npm", "pkg", "fix", "--workspaces");
  for (const [index, manifest] of manifests.entries()) {
    assertEquals(
      JSON.parse(tools.read(`corrected/${index}/package.json`)),
      JSON.parse(manifest),
    );
  }
}

/** Runs publint in its strictest form. */
export async function checkWithPublint(
  tools: Project,
  folders: readonly string[],
): Promise<void> {
  const script = `
    import { publint } from "publint";
    const found = await Promise.all(
      ${JSON.stringify(folders)}.map(async (pkgDir) => {
        const { messages } = await publint({ pkgDir, strict: true });
        return messages.map((message) => ({ pkgDir, message }));
      }),
    );
    console.log(JSON.stringify(found.flat()));
  `;
  tools.write("publint.mjs", script);
  const output = await tools.run("node", "publint.mjs");
  assertEquals(JSON.parse(output), []);
}

/**
 * Runs arethetypeswrong. There is no CommonJS, so `require` leads to ESM; and
 * the resolution of Node.js 10 knows nothing of `exports`.
 */
export async function checkWithAreTheTypesWrong(
  tools: Project,
  { path }: Tarball,
): Promise<void> {
  tools.write(
    "attw.mjs",
    `
      import { readFileSync } from "node:fs";
      import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
      const tarball = createPackageFromTarballData(readFileSync(${
      JSON.stringify(path)
    }));
      const { problems, entrypoints } = await checkPackage(tarball);
      console.log(JSON.stringify({ problems, entries: Object.keys(entrypoints) }));
    `,
  );
  const { problems, entries } = JSON.parse(
    await tools.run("node", "attw.mjs"),
  ) as {
    problems: { kind: string; resolutionKind?: string }[];
    entries: string[];
  };
  assertEquals(entries.includes("./react"), true);
  const unexpected = problems.filter(({ kind, resolutionKind }) =>
    resolutionKind !== "node10" &&
    !(kind === "CJSResolvesToESM" && resolutionKind === "node16-cjs")
  );
  assertEquals(unexpected, []);
}
