/** Whether packages name folders of the machine that built them. */
import { assert, assertEquals } from "@std/assert";
import { filesBelow } from "../../../scripts/build_npm/files_below.ts";

/** The checkout, the home folder, and where builds keep what they install. */
const folders = [
  new URL("../../../", import.meta.url).pathname.replace(/\/$/, ""),
  ...["HOME", "USERPROFILE", "TMPDIR", "TEMP", "DENO_DIR"].flatMap((name) =>
    Deno.env.get(name) || []
  ),
]
  // what is at the root of a file system is named as pages of a site are
  .filter((folder) => /[/\\].+[/\\]./.test(folder))
  .map((folder) => folder.replace(/[/\\]?$/, "/"));

/** Where others build: by name, also at the end of `../../..`, as bundlers write it. */
const usual =
  /\/(?:home|root|tmp|Users|work|builds|workspace|var\/folders|github\/workspace)\/[\w.@-]+/g;

/** Paths of machines in a text, and in the source map that it ends with. */
export function pathsOfMachines(text: string): string[] {
  const maps = [...text.matchAll(/sourceMappingURL=data:[^,]*;base64,(\S+)/g)]
    .map(([, encoded]) => atob(encoded!));
  return [text, ...maps].flatMap((part) => [
    ...folders.filter((folder) => part.includes(folder)),
    ...part.match(usual) ?? [],
    ...part.match(/\bfile:\/\/\/\w+|\b[A-Z]:\\{1,2}\w+/g) ?? [],
  ]);
}

/** Checks every file of a folder. */
export function checkPaths(folder: string): void {
  const map = btoa('{"sources":["/tmp/a1b2/mod.ts"]}');
  for (
    const leak of [
      ...folders.map((folder) => `// ${folder}mod.ts`),
      "// ../../../tmp/a1b2/node_modules/diff/index.js",
      'import "file:///builds/mod.js"',
      String.raw`"C:\\Users\\ada\\mod.ts"`,
      `//# sourceMappingURL=data:application/json;base64,${map}`,
    ]
  ) assert(pathsOfMachines(leak).length > 0, leak);
  const named = [...filesBelow(folder)].flatMap((file) =>
    pathsOfMachines(Deno.readTextFileSync(`${folder}/${file}`))
      .map((path) => `${file}: ${path}`)
  );
  assertEquals(named, []);
}
