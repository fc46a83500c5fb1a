#!/usr/bin/env node
/**
 * Writes entities, resources and endpoints for an API that is described by an
 * OpenAPI 3 document: `npx @tessera/openapi openapi.yaml --output src/api.ts`.
 *
 * @module
 */
import { writeFileSync } from "node:fs";
import process from "node:process";
import { parseArgs } from "node:util";
import { readDocument } from "./document.ts";
import { writeModule } from "./module.ts";

const usage =
  `tessera-openapi <document> [--output <file>] [--only <path>]... [--strict]

Writes a module of TypeScript with entities, resources and endpoints for the
API that an OpenAPI 3 document describes. The document is a file or a URL, JSON
or YAML.

  -o, --output <file>   where to; printed if left out
      --only <path>     only requests whose path starts so; repeatable
      --strict          exit status 2 if something could not be generated
  -h, --help            prints this

What could not be generated is printed to standard error, with the reason.
`;

process.exitCode = await run(process.argv.slice(2));

async function run(args: string[]): Promise<number> {
  try {
    const { values, positionals: [document, ...rest] } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        output: { type: "string", short: "o" },
        only: { type: "string", multiple: true },
        strict: { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    });
    if (values.help) {
      process.stdout.write(usage);
      return 0;
    }
    if (document === undefined || rest.length > 0) {
      process.stderr.write(usage);
      return 2;
    }
    const warn = (message: string) => process.stderr.write(`${message}\n`);
    const missing = new Set<string>();
    const text = writeModule(
      await readDocument(document, warn),
      values.only,
      (place, reason) => missing.add(`${place}: ${reason}`),
    );
    if (values.output === undefined) process.stdout.write(text);
    else writeFileSync(values.output, text);
    if (missing.size > 0) {
      warn(["Not generated:", ...missing].join("\n  "));
    }
    return values.strict && missing.size > 0 ? 2 : 0;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    return 1;
  }
}
