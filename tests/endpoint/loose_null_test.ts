import { assertEquals, assertStringIncludes } from "@std/assert";

/** What the compiler says of a file, without strictNullChecks; what it says of other files is left out. */
async function complaints(file: string, code: string): Promise<string[]> {
  const folder = await Deno.makeTempDir();
  try {
    const config = `${folder}/deno.json`;
    await Deno.writeTextFile(
      config,
      JSON.stringify({
        imports: { "path-to-regexp": "npm:path-to-regexp@^9" },
        compilerOptions: {
          strictNullChecks: false,
          lib: [
            "deno.ns",
            "dom",
            "dom.iterable",
            "dom.asynciterable",
            "esnext",
          ],
        },
      }),
    );
    const checked = `${folder}/${file}`;
    const mod = import.meta.resolve("../../mod.ts");
    await Deno.writeTextFile(checked, code.replace("../../mod.ts", mod));
    const { stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["check", "--no-lock", "--config", config, checked],
      env: { NO_COLOR: "1" },
      stdout: "null",
    }).output();
    return new TextDecoder().decode(stderr).split("\n\n")
      .filter((message) => message.includes(`${file}:`));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("types of calls are the same without strictNullChecks [endpoint/TYP-30]", async () => {
  const code = await Deno.readTextFile(
    new URL("./loose_null_types.ts", import.meta.url),
  );
  const broken = "export const broken: string = 5;";
  const [complaint, ...others] = await complaints(
    "checked.ts",
    `${code}\n${broken}\n`,
  );
  assertStringIncludes(complaint!, broken);
  assertEquals(others, []);
});
