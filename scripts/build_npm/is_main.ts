/**
 * In programs of the package it stands for `import.meta.main`, which Node.js
 * has since 24.2.
 *
 * @module
 */
import { realpathSync } from "node:fs";
import process from "node:process";
import { pathToFileURL } from "node:url";

const script = process.argv[1];

/** Whether the program was started, and not imported; commands are links to it. */
export const isMain: boolean = script !== undefined &&
  import.meta.url === pathToFileURL(realpathSync(script)).href;
