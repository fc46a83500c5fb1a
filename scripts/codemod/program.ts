import { readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from "diff";
import { findFiles } from "./find_files.ts";
import { manifestSteps } from "./manifest.ts";
import { type Options, parseOptions, usage } from "./options.ts";
import { ModulesOnDisk } from "./modules.ts";
import { mentionsLibrary } from "./packages.ts";
import { rewrite } from "./rewrite.ts";
import type { ManualStep } from "./transform.ts";
import { transforms } from "./transforms.ts";

/** Where {@linkcode runCodemod} writes its lines. */
export interface Output {
  /** What was done, the diff, the help. */
  print(line: string): void;
  /** What went wrong. */
  fail(line: string): void;
}

/**
 * Runs the codemod as the command line does.
 *
 * @param args the arguments after the program's name
 * @param output where its lines go
 * @returns the exit status: 0 done, 1 a file could not be read, parsed or
 *   written, 2 wrong arguments
 */
export function runCodemod(args: readonly string[], output: Output): number {
  const options = parseOptions(
    args,
    transforms.map(({ name }) => name),
  );
  if ("problem" in options) {
    output.fail(`${options.problem}\n\n${usage(transforms)}`);
    return 2;
  }
  if (options.help) {
    output.print(usage(transforms));
    return 0;
  }
  return new Run(options, output).run();
}

/** Text of another encoding must not be written back as something else. */
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

class Run {
  readonly #options: Options;
  readonly #output: Output;
  #changed = 0;
  #unchanged = 0;
  #manual: string[] = [];
  #failed = false;
  readonly #modules = new ModulesOnDisk();

  constructor(options: Options, output: Output) {
    this.#options = options;
    this.#output = output;
  }

  run(): number {
    const { paths, ignore, dryRun, only } = this.#options;
    const { sources, others, missing } = findFiles(paths, { ignore });
    for (const path of missing) this.#fail(`${path}: no such file or folder`);
    const chosen = only.length === 0
      ? transforms
      : transforms.filter(({ name }) => only.includes(name));
    for (const path of sources) {
      this.#onFile(path, (text) => {
        const { text: result, applied, manual, manualBefore, failed } = rewrite(
          path,
          text,
          chosen,
          this.#modules,
        );
        if (failed) this.#fail(`${path}:${failed.line}: ${failed.text}`);
        this.#note(path, dryRun ? manualBefore : manual);
        if (result === text) {
          this.#unchanged++;
          return;
        }
        this.#changed++;
        if (dryRun) this.#output.print(diff(path, text, result));
        else writeFileSync(path, result);
        this.#output.print(
          `${dryRun ? "would rewrite" : "rewrote"} ${path} (${
            applied.join(", ")
          })`,
        );
      });
    }
    for (const path of others) {
      this.#onFile(path, (text) => this.#note(path, stepsOf(path, text)));
    }
    this.#summarize(dryRun);
    return this.#failed ? 1 : 0;
  }

  #onFile(path: string, action: (text: string) => void): void {
    try {
      action(decoder.decode(readFileSync(path)));
    } catch (error) {
      this.#fail(`${path}: ${error instanceof Error ? error.message : error}`);
    }
  }

  #fail(line: string): void {
    this.#failed = true;
    this.#output.fail(line);
  }

  #note(path: string, steps: readonly ManualStep[]): void {
    for (const { line, text } of steps) {
      this.#manual.push(`${path}:${line}: ${text}`);
    }
  }

  #summarize(dryRun: boolean): void {
    if (this.#manual.length > 0) {
      this.#output.print("\nTo do by hand:");
      for (const step of this.#manual) this.#output.print(step);
    }
    this.#output.print(
      `\n${count(this.#changed, "file")} ${
        dryRun ? "would be rewritten" : "rewritten"
      }, ${this.#unchanged} unchanged, ${
        count(this.#manual.length, "place")
      } to do by hand`,
    );
  }
}

function diff(path: string, before: string, after: string): string {
  return createTwoFilesPatch(path, path, before, after, undefined, undefined, {
    context: 3,
    headerOptions: FILE_HEADERS_ONLY,
  });
}

function stepsOf(path: string, text: string): ManualStep[] {
  if (/\.jsonc?$/.test(basename(path))) return manifestSteps(text);
  if (!mentionsLibrary(text)) return [];
  const index = text.split("\n").findIndex(mentionsLibrary);
  return [{
    line: index + 1,
    text:
      "single-file components are not rewritten: move the script to a file of its own or change it by hand",
  }];
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
