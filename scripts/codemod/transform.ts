import type { SourceFile } from "./source_file.ts";

/**
 * One rewriting step over one file.
 *
 * Each transform sees the file as the ones before it left it, parsed anew, so
 * transforms need not know of each other's edits.
 */
export interface Transform {
  /** Name shown in the summary, and used to run it alone: `resource`. */
  readonly name: string;
  /**
   * The release since which nothing needs it, 16 for 0.16: it leaves files alone
   * that are written for that or a later one. Without it there is none.
   */
  readonly release?: number;
  /** What it does, in a sentence, for `--help` and the docs. */
  readonly summary: string;
  /**
   * Collects edits and reports on the file.
   *
   * @param file the parsed file; it imports the library, otherwise no transform runs
   */
  apply(file: SourceFile): void;
}

/** A place that needs a person. */
export interface ManualStep {
  /** Line, from 1: of the rewritten file, or of the unchanged one in a dry run. */
  readonly line: number;
  /** What to do there. */
  readonly text: string;
}
