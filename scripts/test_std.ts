/**
 * Runs the tests on the published `@std/assert` and `@std/testing` instead of
 * the small local packages under tests/std: `deno task test:std [files]`.
 * Needs JSR; says so where it cannot be reached.
 *
 * @module
 */

const registry = Deno.env.get("JSR_URL") ?? "https://jsr.io/";
const derivedConfig = "deno.published_std.json";

if (import.meta.main) Deno.exit(await testOnPublishedPackages(Deno.args));

/** Exit code of the tests; 2 when they could not be run. */
async function testOnPublishedPackages(files: string[]): Promise<number> {
  const problem = await unreachable(new URL("@std/assert/meta.json", registry));
  if (problem) {
    console.error(
      `Not run: ${registry} cannot be reached from here (${problem}). ` +
        "Nothing was tested on the published packages.",
    );
    return 2;
  }
  const { links: _local, ...config } = JSON.parse(
    await Deno.readTextFile("deno.json"),
  );
  await Deno.writeTextFile(derivedConfig, JSON.stringify(config, null, 2));
  try {
    const { code } = await new Deno.Command(Deno.execPath(), {
      args: ["test", "-A", "--no-lock", `--config=${derivedConfig}`, ...files],
    }).spawn().status;
    return code;
  } finally {
    await Deno.remove(derivedConfig);
  }
}

/** Why the address does not answer; `undefined` when it does. */
async function unreachable(address: URL): Promise<string | undefined> {
  try {
    const response = await fetch(address, {
      signal: AbortSignal.timeout(10_000),
    });
    await response.body?.cancel();
    return response.ok ? undefined : `it answered ${response.status}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
