#!/usr/bin/env node
/**
 * Moves an application from Reactive Data Client, or from older names of the
 * API, to Tessera: `deno run -A jsr:@tessera/codemod src/`.
 *
 * Formatting and comments of untouched code stay as they are; what cannot be
 * rewritten safely is printed with file and line. README.md lists what is
 * rewritten.
 *
 * @module
 */
import process from "node:process";
import { runCodemod } from "./program.ts";

process.exitCode = runCodemod(process.argv.slice(2), {
  print: (line) => process.stdout.write(`${line}\n`),
  fail: (line) => process.stderr.write(`${line}\n`),
});
