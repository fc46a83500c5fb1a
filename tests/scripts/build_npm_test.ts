import { assertEquals, assertThrows } from "@std/assert";
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

Deno.test("comments for Deno become blank, and nothing moves", () => {
  const text = [
    '"use client";',
    '// @ts-types="npm:@types/react@^19"',
    'import { useState } from "react";',
    "// what else is said stays",
  ].join("\n");
  const blanked = withoutDenoDirectives(text);
  assertEquals(blanked.length, text.length);
  assertEquals(blanked.split("\n").map((line) => line.trim()), [
    '"use client";',
    "",
    'import { useState } from "react";',
    "// what else is said stays",
  ]);
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
