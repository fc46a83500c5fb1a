/**
 * What React Native's compiler refuses, and its bundler, has no place in
 * published modules. `deno task test:consumers` has them compile the package;
 * this tells at once.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";

const refused: Readonly<Record<string, RegExp>> = {
  "a static block": /^\s*static \{/m,
  "a namespace that is exported at once": /^export \* as /m,
  "import.meta": /\bimport\.meta\b/,
  "await outside of a function": /^(?:const .* = )?await /m,
};

function* modules(folder: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    if (isDirectory) yield* modules(`${folder}/${name}`);
    else if (/\.tsx?$/.test(name)) yield `${folder}/${name}`;
  }
}

Deno.test("published modules have only syntax that React Native compiles [react/PUB-5]", () => {
  const paths = ["schema", "endpoint", "controller", "react"].flatMap((
    folder,
  ) => [...modules(folder)]);
  assert(paths.length > 150, `${paths.length} modules`);
  const found = paths.flatMap((path) => {
    const text = Deno.readTextFileSync(path).replaceAll(/\/\*[^]*?\*\//g, "");
    return Object.entries(refused).filter(([, pattern]) => pattern.test(text))
      .map(([name]) => `${path} has ${name}`);
  });
  assertEquals(found, []);
});
