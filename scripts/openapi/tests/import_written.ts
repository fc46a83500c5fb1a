const client = import.meta.resolve("../../../mod.ts");
const schemas = import.meta.resolve("../../../schema/mod.ts");

/**
 * Imports what was written of a document. The file is not in the repository,
 * where a compiler that runs at the same time would meet it.
 */
// deno-lint-ignore no-explicit-any -- exports of any kind
export async function importWritten(text: string): Promise<any> {
  const file = await Deno.makeTempFile({ suffix: ".ts" });
  try {
    await Deno.writeTextFile(
      file,
      text.replace('"@tessera/client"', `"${client}"`)
        .replace('"@tessera/client/schema"', `"${schemas}"`),
    );
    return await import(`file://${file}`);
  } finally {
    await Deno.remove(file);
  }
}
