import { assertEquals, assertThrows } from "@std/assert";
import { checkBuild } from "../../scripts/build_npm/check_build.ts";
import { withoutDenoDirectives } from "../../scripts/build_npm/deno_directives.ts";
import { importedBy } from "../../scripts/build_npm/imported_by.ts";
import { rangeOf } from "../../scripts/build_npm/packages.ts";
import { readPlan } from "../../scripts/build_npm/plan.ts";
import { findSources } from "../../scripts/build_npm/sources.ts";

Deno.test("imports of every kind are found, with their place", () => {
  const text = [
    'import "./effect.ts";',
    'import type { A } from "./type.ts";',
    'export * from "./all.ts";',
    'export * as name from "./namespace.ts";',
    'type B = import("./import_type.ts").B;',
    'const later = () => import("./dynamic.ts");',
    'const text = "./no_import.ts";',
  ].join("\n");
  const found = importedBy(text);
  assertEquals(found.map(({ specifier }) => specifier), [
    "./effect.ts",
    "./type.ts",
    "./all.ts",
    "./namespace.ts",
    "./import_type.ts",
    "./dynamic.ts",
  ]);
  for (const { specifier, start, end } of found) {
    assertEquals(text.slice(start, end), specifier);
  }
});

Deno.test("comments for Deno are taken out, and no others", () => {
  const text = [
    '"use client";',
    '// @ts-types="npm:@types/react@^19"',
    'import { useState } from "react";',
    "// what else is said stays",
  ];
  assertEquals(
    withoutDenoDirectives(text.join("\n")).split("\n"),
    text.filter((line) => !line.startsWith("// @ts-types")),
  );
});

Deno.test("modules and packages of an entry are found, and no others", () => {
  const plan = readPlan();
  const entry = plan.entries.filter(({ name }) => name === "./schema");
  const { files, packages } = findSources(plan.root, entry);
  assertEquals(files.includes("schema/namespace.ts"), true);
  assertEquals(files.filter((file) => !file.startsWith("schema/")), []);
  assertEquals(packages, []);
  const client = plan.entries.filter(({ name }) => name === ".");
  assertEquals(findSources(plan.root, client).packages, ["path-to-regexp"]);
});

Deno.test("a package that deno.json does not name is an error", () => {
  const { imports } = readPlan();
  assertEquals(rangeOf(imports, "react"), "^19");
  assertEquals(rangeOf(imports, "react-dom"), "^19");
  assertThrows(() => rangeOf(imports, "left-pad"), Error, "left-pad");
});

/** What the check says of a package of two modules, after a change to what was built. */
function defectsOf(built: Record<string, string>): string {
  const root = Deno.makeTempDirSync();
  const write = (path: string, text: string) => {
    const file = `${root}/${path}`;
    Deno.mkdirSync(file.slice(0, file.lastIndexOf("/")), { recursive: true });
    Deno.writeTextFileSync(file, text);
  };
  const hook = '"use client";\nexport const use = () => 1;\n';
  write("mod.ts", 'export * from "./hook.ts";\n');
  write("hook.ts", hook);
  const files = {
    "esm/mod.js": 'export * from "./hook.js";\n',
    "esm/mod.d.ts": 'export * from "./hook.js";\n',
    "esm/hook.js": hook,
    "esm/hook.d.ts": "export declare const use: () => number;\n",
    "production/mod.js": 'export * from "./hook.js";\n',
    "production/hook.js": hook,
    ...built,
  };
  for (const [path, text] of Object.entries(files)) write(`npm/${path}`, text);
  try {
    checkBuild(
      {
        ...readPlan(),
        root,
        output: `${root}/npm`,
        entries: [{ name: ".", source: "mod.ts" }],
      },
      { files: ["mod.ts", "hook.ts"], packages: [] },
    );
    return "";
  } catch (error) {
    return (error as Error).message;
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
}

Deno.test("a build is refused that has more than the sources, or has them changed", () => {
  assertEquals(defectsOf({}), "");
  assertEquals(
    defectsOf({
      "esm/hook.js":
        'import * as dntShim from "./_dnt.shims.js";\n"use client";\n',
      "esm/_dnt.shims.js": "export {};\n",
    }),
    [
      "esm/_dnt.shims.js belongs to no source",
      "esm/hook.js has _dnt.",
      'esm/hook.js does not start with "use client"',
    ].join("\n"),
  );
  assertEquals(
    defectsOf({
      "esm/mod.js": '"use client";\nexport * from "./hook.js";\n',
      "production/hook.js":
        '"use client";\nexport const use = () => typeof window;\n',
    }),
    [
      'esm/mod.js starts with "use client", mod.ts does not',
      "production/hook.js has typeof window",
    ].join("\n"),
  );
  assertEquals(
    defectsOf({ "esm/mod.js.map": "{}" }),
    "esm/mod.js.map belongs to no source",
  );
});

Deno.test("a build is refused that lacks the module or the declarations of an entry", () => {
  const plan = readPlan();
  assertThrows(
    () =>
      checkBuild({ ...plan, output: `${plan.root}/docs` }, {
        files: [],
        packages: [],
      }),
    Error,
    "there is no esm/react/mod.d.ts",
  );
});
