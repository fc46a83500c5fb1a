/** What holds for the repository as a whole. */
import { assertEquals } from "@std/assert";

const root = new URL("../", import.meta.url).pathname;

Deno.test("no file has more than 3,000 lines", () => {
  const long: string[] = [];
  for (const path of filesBelow("")) {
    const lines = Deno.readTextFileSync(root + path).split("\n").length;
    if (lines > 3_000) long.push(`${path}: ${lines} lines`);
  }
  assertEquals(long, []);
});

/** Paths of all files, but for those that are installed, built or measured here. */
function* filesBelow(folder: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(root + folder)) {
    if (/^(\.git|node_modules|npm|site|coverage)$|\.quick\.json$/.test(name)) {
      continue;
    }
    if (isDirectory) yield* filesBelow(`${folder}${name}/`);
    else yield folder + name;
  }
}
