/** What importing the entry points does and needs. */
import { assertEquals } from "@std/assert";
import { packages } from "../../scripts/packages.ts";
import { joinTests } from "../../scripts/test_together.ts";

/** Runs Deno in the root of the repository, where its configuration is. */
async function deno(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args,
    cwd: new URL("../..", import.meta.url),
    env: { NO_COLOR: "1" },
  }).output();
  const output = new TextDecoder().decode(stdout);
  const errors = new TextDecoder().decode(stderr);
  assertEquals([code, code === 0 ? "" : output + errors], [0, ""]);
  return output;
}

Deno.test("importing every entry point touches no document, timer or network [react/PUB-4]", async () => {
  const script = "tests/react/support/import_everything.ts";
  const report = JSON.parse(await deno("run", "-A", "--no-check", script));
  assertEquals(report.touchedByImports, []);
  assertEquals(report.entries.includes("./react"), true);
  assertEquals(report.touchedAfterwards, [
    "setTimeout",
    "document.URL",
    "document.title",
  ]);
});

Deno.test("hooks, providers and managers work on the oldest engine supported [react/PUB-5]", async () => {
  // the newest jsdom needs what this engine lacks
  const importMap = await Deno.makeTempFile({ suffix: ".json" });
  await Deno.writeTextFile(
    importMap,
    JSON.stringify({ imports: { ...packages, jsdom: packages["jsdom-26"] } }),
  );
  await using joined = await joinTests([
    ...["use_suspense", "use_query", "use_fetch", "data_provider"].map(
      (subject) => `tests/react/${subject}_test.tsx`,
    ),
    ...["offline", "persist"].map(
      (subject) => `tests/controller/live/${subject}_test.ts`,
    ),
  ]);
  const output = await deno(
    "test",
    "-A",
    "--no-check",
    "--no-lock",
    `--import-map=${importMap}`,
    "--preload=tests/react/support/node_20.ts",
    ...joined.paths,
  );
  await Deno.remove(importMap);
  const [, passed] = /^ok \| (\d+) passed/m.exec(output)!;
  assertEquals(Number(passed) > 30, true);
});
