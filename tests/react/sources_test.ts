/** What the published modules of the React layer import and assume. */
import { assertEquals } from "@std/assert";
import * as React from "react";

/** An import of one module. */
interface Import {
  readonly module: string;
  readonly from: string;
  /** Names of values, not of types. */
  readonly names: readonly string[];
}

const imports = [...moduleFiles("react")].flatMap(importsOf);

/** Paths of all modules below a folder. */
function* moduleFiles(folder: string): Iterable<string> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) yield* moduleFiles(path);
    else if (/\.tsx?$/.test(name)) yield path;
  }
}

/** Imports and exports from other modules. Examples in comments do not count. */
function importsOf(module: string): Import[] {
  const source = Deno.readTextFileSync(module).replaceAll(/\/\*[^]*?\*\//g, "");
  const pattern =
    /^(?:import|export)\s+(type\s+)?([^;"]*?)\s*from\s+"([^"]+)";/gm;
  return [...source.matchAll(pattern)].map(([, type, clause, from]) => ({
    module,
    from: from!,
    names: type ? [] : namesIn(clause!),
  }));
}

function namesIn(clause: string): string[] {
  if (!clause.startsWith("{")) return [];
  return clause.slice(1, -1).split(",").map((name) => name.trim())
    .filter((name) => name !== "" && !name.startsWith("type "))
    .map((name) => name.split(" as ")[0]!);
}

Deno.test("modules import react and nothing of a renderer [react/NEW-17]", () => {
  const allowed: [prefix: string, packages: string[]][] = [
    ["react/nextjs/", ["react", "next/navigation"]],
    [
      "react/testing/dom_renderer.ts",
      ["react", "react-dom/client", "react-dom/test-utils"],
    ],
    ["react/devtools/", ["react", "react-dom"]],
    ["react/", ["react"]],
  ];
  const strangers = imports.filter(({ module, from }) => {
    const [, packages] = allowed.find(([prefix]) => module.startsWith(prefix))!;
    return !from.startsWith(".") && !packages.includes(from);
  });
  assertEquals(strangers, []);
  assertEquals(imports.filter(({ from }) => from.includes("preact")), []);
});

Deno.test("every name imported from react exists in this renderer [react/NEW-18]", () => {
  const names = new Set(
    imports.filter(({ from }) => from === "react").flatMap(({ names }) =>
      names
    ),
  );
  const notEverywhere = [
    "use",
    "Activity",
    "cache",
    "useActionState",
    "useOptimistic",
    "useEffectEvent",
  ];
  assertEquals(names.has("useState"), true);
  assertEquals(notEverywhere.filter((name) => names.has(name)), []);
  assertEquals([...names].filter((name) => !(name in React)), []);
});
