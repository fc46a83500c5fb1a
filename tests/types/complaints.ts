/** The repository, whose modules programs import by their address. */
export const root: URL = new URL("../../", import.meta.url);

/**
 * What the compiler says of lines of a program.
 *
 * @param declarations Text before them, which compiles.
 * @param lines One statement each.
 * @returns What it says of each line; nothing of one that compiles.
 */
export async function complaintsOf(
  declarations: string,
  lines: readonly string[],
): Promise<(string | undefined)[]> {
  const folder = await Deno.makeTempDir();
  try {
    const path = `${folder}/program.ts`;
    await Deno.writeTextFile(path, declarations + lines.join("\n"));
    const { stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["check", "--quiet", `--config=${root.pathname}deno.json`, path],
      env: { NO_COLOR: "1" },
    }).output();
    const first = declarations.split("\n").length;
    const complaints: (string | undefined)[] = lines.map(() => undefined);
    const blocks = new TextDecoder().decode(stderr).split(/^(?=TS\d+ )/m);
    for (const block of blocks) {
      const line = Number(/program\.ts:(\d+):/.exec(block)?.[1]);
      if (Number.isNaN(line)) continue;
      if (line < first) throw new Error(block);
      complaints[line - first] = `${complaints[line - first] ?? ""}${block}`;
    }
    return complaints;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
