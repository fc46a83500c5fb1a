/**
 * Runs the examples of the documentation comments, and those of the skills:
 * `deno task test:doc [option of deno test...]`. `deno test --doc` makes an engine
 * for each of them and loads the library into it; here they share one. They are
 * checked, too, unless an option is `--no-check`.
 *
 * @module
 */

import { filesBelow } from "./build_npm/files_below.ts";
import { withAddresses } from "./packages.ts";
import { runTests } from "./test_together.ts";

/** Where examples are. */
const places = [
  "mod.ts",
  "next.ts",
  "schema",
  "endpoint",
  "controller",
  "react",
  "skills",
];

/** A block of code. */
interface Example {
  /** Where it begins, such as `schema/all.ts:12`. */
  readonly place: string;
  readonly extension: "ts" | "tsx";
  readonly code: string;
}

if (import.meta.main) Deno.exit(await testExamples(Deno.args));

async function testExamples(options: readonly string[]): Promise<number> {
  const directory = await Deno.makeTempDir();
  try {
    const imports: string[] = [];
    for (const path of places.flatMap((place) => [...pathsOf(place)])) {
      for (const example of examplesIn(path, await Deno.readTextFile(path))) {
        const module = `${directory}/${imports.length}.${example.extension}`;
        await Deno.writeTextFile(module, withAddresses(testOf(example)));
        imports.push(`import "file://${module}";\n`);
      }
    }
    const all = `${directory}/examples_test.ts`;
    await Deno.writeTextFile(all, imports.join(""));
    return await runTests(options, [all]);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

/** Paths of modules and pages. */
function* pathsOf(place: string): Generator<string> {
  if (place.endsWith(".ts")) return yield place;
  for (const path of [...filesBelow(place)].sort()) {
    if (/\.(tsx?|md)$/.test(path)) yield `${place}/${path}`;
  }
}

/** The blocks of a module's comments, or of a page, in their order. */
export function* examplesIn(path: string, text: string): Generator<Example> {
  const isPage = path.endsWith(".md");
  const fence = isPage
    ? /^```(tsx?)\n([^]*?)^```$/gm
    : /^ *\* ```(tsx?)\n([^]*?)^ *\* ```$/gm;
  for (const { index, 1: extension, 2: code } of text.matchAll(fence)) {
    yield {
      place: `${path}:${text.slice(0, index).split("\n").length}`,
      extension: extension as Example["extension"],
      code: isPage ? code! : code!.replace(/^ *\* ?/gm, ""),
    };
  }
}

/** A module with the example as a test. */
function testOf({ place, code }: Example): string {
  const statement = /^import\b[^;]*;$/gm;
  const imports = code.match(statement) ?? [];
  const rest = code.replace(statement, "").replace(/^export (default )?/gm, "");
  return `${imports.join("\n")}
Deno.test(${JSON.stringify(place)}, async () => {
${rest}
});
`;
}
