import { readFileSync, writeFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from "diff";
import { findFiles } from "./find_files.ts";
import { dependentsIn } from "./dependents.ts";
import { Manifest } from "./manifest.ts";
import { Manifests } from "./manifests.ts";
import { type Options, parseOptions, usage } from "./options.ts";
import { Modules } from "./modules.ts";
import { current, mentionsLibrary, oldPackages } from "./packages.ts";
import { inOrder, lineFinder, rewrite } from "./rewrite.ts";
import type { ManualStep } from "./transform.ts";
import { transforms } from "./transforms.ts";
import { importPaths } from "./transforms/import_paths.ts";

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
  readonly #modules = new Modules();
  readonly #manifests = new Manifests();
  /** The new texts, by absolute paths. */
  readonly #texts = new Map<string, string>();

  constructor(options: Options, output: Output) {
    this.#options = options;
    this.#output = output;
  }

  run(): number {
    const { paths, ignore, dryRun, only } = this.#options;
    const { sources, others, missing } = findFiles(paths, ignore);
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
          this.#releaseOf(path, text),
        );
        if (failed) this.#fail(`${path}:${failed.line}: ${failed.text}`);
        this.#note(path, dryRun ? manualBefore : manual);
        if (result === text) this.#unchanged++;
        else this.#write(path, text, result, applied);
      });
    }
    const found = [...this.#texts.keys()].flatMap((path) =>
      this.#manifests.around(path)
    );
    const manifests = new Map(found.map((each) => [each.path, each]));
    for (const path of others) {
      this.#onFile(path, (text) => {
        if (/\.jsonc?$/.test(path)) {
          manifests.set(resolve(path), new Manifest(resolve(path), text));
        } else this.#note(path, stepsOf(text));
      });
    }
    if (chosen.includes(importPaths)) {
      for (const manifest of manifests.values()) this.#move(manifest);
    }
    this.#summarize(dryRun);
    return this.#failed ? 1 : 0;
  }

  /** Files that import our package alone are written for it. */
  #releaseOf(path: string, text: string): number {
    return this.#options.release ??
      (text.search(oldPackages) < 0
        ? current
        : this.#manifests.releaseOf(path));
  }

  /** Puts our package in place of those it replaces. */
  #move(manifest: Manifest): void {
    const { reports, kept } = dependentsIn(manifest);
    if (manifest.old.length > 0) {
      for (const [name, path] of this.#usesBelow(dirname(manifest.path))) {
        kept.set(name, `${shown(path)} names it`);
      }
    }
    const { text } = manifest;
    const moved = manifest.move(kept);
    const result = moved.edits.applyTo(text);
    const path = shown(manifest.path);
    const { dryRun } = this.#options;
    const lineOf = lineFinder(dryRun ? text : result);
    const steps = [...reports, ...moved.reports].map(({ offset, text }) => ({
      text,
      line: lineOf(dryRun ? offset : moved.edits.forward(offset)),
    }));
    this.#note(path, inOrder(steps));
    if (result !== text) this.#write(path, text, result, ["dependencies"]);
  }

  /** Packages of the library that files below a folder name, each with one of the files. */
  #usesBelow(folder: string): Map<string, string> {
    const uses = new Map<string, string>();
    const { sources, others } = findFiles([folder]);
    for (const path of [...sources, ...others]) {
      if (/\.jsonc?$/.test(path)) continue;
      const text = this.#texts.get(resolve(path)) ?? readFileSync(path, "utf8");
      for (const [name] of text.matchAll(oldPackages)) uses.set(name, path);
    }
    return uses;
  }

  #write(
    path: string,
    before: string,
    after: string,
    applied: readonly string[],
  ): void {
    const { dryRun } = this.#options;
    this.#changed++;
    this.#texts.set(resolve(path), after);
    if (dryRun) this.#output.print(diff(path, before, after));
    else writeFileSync(path, after);
    this.#output.print(
      `${dryRun ? "would rewrite" : "rewrote"} ${path} (${applied.join(", ")})`,
    );
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

/** A path as one writes it where the program runs. */
function shown(path: string): string {
  const written = relative(".", path);
  return written.startsWith("..") ? path : written;
}

function stepsOf(text: string): ManualStep[] {
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
