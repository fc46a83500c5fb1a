#!/usr/bin/env node
/**
 * Moves an application from Reactive Data Client, or from older names of the
 * API, to Tessera: `deno run -A jsr:@tessera/client/codemod src/`.
 *
 * Formatting and comments of untouched code stay as they are; what cannot be
 * rewritten safely is printed with file and line. See docs/codemod.md. Import it
 * to run the codemod from a program of one's own.
 *
 * @example
 * ```ts
 * import { runCodemod } from "@tessera/client/codemod";
 * import { assertEquals } from "@std/assert";
 *
 * const lines: string[] = [];
 * const print = (line: string) => void lines.push(line);
 * assertEquals(runCodemod(["--help"], { print, fail: print }), 0);
 * ```
 *
 * @module
 */
import process from "node:process";
import { runCodemod } from "./program.ts";

export { type Output, runCodemod } from "./program.ts";

if (import.meta.main) {
  process.exitCode = runCodemod(process.argv.slice(2), {
    print: (line) => process.stdout.write(`${line}\n`),
    fail: (line) => process.stderr.write(`${line}\n`),
  });
}
