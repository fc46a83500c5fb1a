import { circlesOf, reachedFrom } from "./circles.ts";
import { type Function, type Module, modulesIn } from "./modules.ts";
import { type Use, usesOf, type Word, words } from "./words.ts";

export { type Use, usesOf, type Word, words } from "./words.ts";

/** How many lines a function may have. */
const longest = 60;

/** What is counted of how the code reads. */
export interface House {
  /** Uses of each word of the list, in the four layers and architecture.md. */
  readonly uses: ReadonlyMap<Word, readonly PlacedUse[]>;
  readonly longFunctions: readonly (Function & { readonly path: string })[];
  /** Files that import each other, types included. */
  readonly circles: readonly (readonly string[])[];
  /** Files that import each other when they run. */
  readonly valueCircles: readonly (readonly string[])[];
  /** Imports of `controller/contract.ts` that import it in turn. */
  readonly aboveContract: readonly string[];
  /** Words that docs/architecture.md explains. */
  readonly ownWords: readonly string[];
  readonly linesOfTests: number;
}

/** A use of a word, and the file that has it. */
export type PlacedUse = Use & { readonly path: string };

/**
 * Counts what tests/house.json limits.
 *
 * @param root A checkout, as a path that ends with a slash.
 */
export function countHouse(root: string): House {
  const modules = ["schema", "endpoint", "controller", "react"]
    .flatMap((folder) => [...modulesIn(folder, root)]);
  const path = "docs/architecture.md";
  const architecture = Deno.readTextFileSync(root + path);
  const uses = [...modules, { path, text: architecture }]
    .flatMap(({ path, text }) => usesOf(text).map((use) => ({ ...use, path })));
  return {
    uses: new Map(
      words.map((word) => [word, uses.filter((use) => use.word === word)]),
    ),
    longFunctions: modules.flatMap(longFunctionsOf)
      .sort((a, b) => b.lines - a.lines),
    circles: circlesOf(modules, true),
    valueCircles: circlesOf(modules, false),
    aboveContract: aboveContract(modules),
    ownWords: [...architecture.matchAll(/^\| ([a-z][a-z ]*?) +\|/gm)]
      .map(([, word]) => word!),
    linesOfTests: [...modulesIn("tests", root)]
      .reduce((sum, { text }) => sum + text.split("\n").length - 1, 0),
  };
}

/** Each row of tests/house.json, and what there is of it. */
export function rowsOf(house: House): Map<string, number> {
  return new Map([
    ...[...house.uses].map(([{ name }, { length }]) =>
      [`word: ${name}`, length] as const
    ),
    ["functions over 60 lines", house.longFunctions.length],
    ["circles between files, with types", house.circles.length],
    ["files in circles, with types", house.circles.flat().length],
    ["circles between files, by value", house.valueCircles.length],
    ["imports of contract.ts from above", house.aboveContract.length],
    ["own words in docs/architecture.md", house.ownWords.length],
    ["lines of tests", house.linesOfTests],
  ]);
}

function longFunctionsOf({ path, functions }: Module) {
  return functions.filter(({ lines }) => lines > longest)
    .map((long) => ({ ...long, path }));
}

function aboveContract(modules: readonly Module[]): string[] {
  const contract = "controller/contract.ts";
  const imports = modules.find(({ path }) => path === contract)?.imports ?? [];
  return [...new Set(imports.map(({ path }) => path))]
    .filter((path) => reachedFrom(path, modules, true).has(contract));
}
