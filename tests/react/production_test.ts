/**
 * Runs the tests of writes inside transitions once more, on production builds
 * of the renderer and of the library.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { joinTests } from "../../scripts/test_together.ts";

const root = new URL("../../", import.meta.url);

/** Runs Deno where a program is told that it is in production. */
async function inProduction(...args: string[]): Promise<string> {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args,
    cwd: root,
    env: { NO_COLOR: "1", NODE_ENV: "production" },
  }).output();
  return new TextDecoder().decode(stdout);
}

Deno.test("actions end and show optimistic changes in production builds, too [react/PRV-24] [react/NEW-78]", async () => {
  // only builds for development have it
  const hasAct = `
    import * as React from "react";
    import { isDevelopment } from "./schema/engine.ts";
    console.log(typeof React.act, isDevelopment());
  `;
  assertEquals(await inProduction("eval", hasAct), "undefined false\n");
  await using joined = await joinTests([
    "tests/react/concurrency_actions_test.tsx",
    "tests/react/concurrency_optimistic_test.tsx",
  ]);
  const output = await inProduction(
    "test",
    "-A",
    "--no-check",
    ...joined.paths,
  );
  const failures = /^ FAILURES $[^]*/m.exec(output)?.[0] ?? "";
  assertEquals(failures, "");
  const [, passed] = /^ok \| (\d+) passed/m.exec(output) ?? [];
  assert(Number(passed) > 25, output);
});
