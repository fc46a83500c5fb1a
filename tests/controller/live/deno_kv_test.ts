import { assertEquals } from "@std/assert";

Deno.test("a script finds in Deno KV what it has kept there, and nothing after a reset [controller/NEW-60] [controller/NEW-65]", async () => {
  const folder = await Deno.makeTempDir();
  const start = async (...names: string[]) => {
    const { stdout, stderr, success } = await new Deno.Command(
      Deno.execPath(),
      {
        args: [
          "run",
          "-A",
          "--no-check",
          "--unstable-kv",
          new URL("deno_kv_process.ts", import.meta.url).pathname,
          `${folder}/kv`,
          ...names,
        ],
      },
    ).output();
    const [said, complaint] = [stdout, stderr].map((bytes) =>
      new TextDecoder().decode(bytes).trim()
    );
    return success ? said : complaint;
  };
  try {
    assertEquals(await start("Rotterdam"), "nothing");
    assertEquals(await start(), "Rotterdam");
    assertEquals(await start("Antwerp"), "nothing");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
