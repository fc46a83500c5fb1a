/**
 * Runs the tests of the hooks once more, with the DataProvider they import
 * replaced by the one whose store is that of an application.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { packages } from "../../scripts/packages.ts";

const root = new URL("../../", import.meta.url);

/**
 * Tests of hooks; others are about a provider itself, servers or tools. Each night
 * runs all of them, each change those of every hook, but for random sequences.
 */
const aboutHooks = Deno.env.has("REPEAT_ALL")
  ? /^(use_|hooks_more|reads|recovery|references|render_count|prefetch|concurrency|boundaries|controller_in_components).*_test\.tsx$/
  : /^(use_(?!infinite_overlap)\w+|reads|prefetch|concurrency|boundaries)_test\.tsx$/;

/** Runs Deno on modules in which one provider stands for the other. */
async function run(
  command: string,
  ...args: string[]
): Promise<{ code: number; output: string }> {
  const replaced = {
    [`${root}react/data_provider.ts`]: `${root}react/redux/data_provider.ts`,
  };
  const importMap = await Deno.makeTempFile({ suffix: ".json" });
  await Deno.writeTextFile(
    importMap,
    JSON.stringify({ imports: { ...packages, ...replaced } }),
  );
  const { code, stdout } = await new Deno.Command(Deno.execPath(), {
    args: [command, "--no-lock", `--import-map=${importMap}`, ...args],
    cwd: root,
    env: { NO_COLOR: "1" },
  }).output();
  await Deno.remove(importMap);
  return { code, output: new TextDecoder().decode(stdout) };
}

Deno.test("the hooks do the same below a store of the application [react/PRV-33]", async () => {
  const isReplaced = `
    const { DataProvider } = await import("${root}react/mod.ts");
    const redux = await import("${root}react/redux/mod.ts");
    console.log(DataProvider === redux.DataProvider);
  `;
  const { output: answer } = await run("eval", isReplaced);
  assertEquals(answer, "true\n");
  // one module, since each would load renderer and document anew
  const files = [...Deno.readDirSync(new URL(".", import.meta.url))]
    .map(({ name }) => name).filter((name) => aboutHooks.test(name)).sort();
  const all = await Deno.makeTempFile({ suffix: "_test.ts" });
  await Deno.writeTextFile(
    all,
    files.map((name) => `import "${new URL(name, import.meta.url)}";\n`).join(
      "",
    ),
  );
  const { code, output } = await run("test", "-A", "--no-check", all);
  await Deno.remove(all);
  const failures = /^ FAILURES $[^]*/m.exec(output)?.[0] ?? "";
  assertEquals([failures, code], ["", 0]);
  const [, passed] = /^ok \| (\d+) passed/m.exec(output) ?? [];
  assert(Number(passed) > 100, output);
});
