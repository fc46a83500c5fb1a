import type { Edits } from "./edits.ts";
import type { Modules } from "./modules.ts";
import { mentionsLibrary } from "./packages.ts";
import { SourceFile } from "./source_file.ts";
import { parseSource } from "./syntax.ts";
import type { ManualStep, Transform } from "./transform.ts";

/** What became of one file. */
export interface Rewritten {
  /** The text from now on; the same one if nothing changed. */
  readonly text: string;
  /** Names of the transforms that changed the file, in their order. */
  readonly applied: readonly string[];
  /** Places that need a person, with lines of the new text. */
  readonly manual: readonly ManualStep[];
  /** The same places, with lines of the old text. */
  readonly manualBefore: readonly ManualStep[];
  /** Why the file could not be parsed. */
  readonly failed?: ManualStep;
}

interface Placed {
  readonly text: string;
  /** Steps done when it was reported; its offset belongs to the text after these. */
  readonly step: number;
  readonly offset: number;
}

/**
 * Runs transforms over a text, one after the other. A file that does not use the
 * library is left alone, byte for byte.
 *
 * @param path path of the file; its extension decides the language
 * @param text content of the file
 * @param transforms what to do, in order
 * @param modules other files of the application, if they can be looked into
 * @param release what the file is written for, at the earliest: 14 for 0.14
 */
export function rewrite(
  path: string,
  text: string,
  transforms: readonly Transform[],
  modules?: Modules,
  release = 0,
): Rewritten {
  const untouched = { text, applied: [], manual: [], manualBefore: [] };
  if (!mentionsLibrary(text)) return untouched;
  const applied: string[] = [];
  const steps: Edits[] = [];
  const placed: Placed[] = [];
  let current = text;
  let file: SourceFile | undefined;
  for (const transform of transforms) {
    if (release >= (transform.release ?? Infinity)) continue;
    try {
      file ??= new SourceFile(path, current, modules, release);
    } catch (error) {
      return { ...untouched, failed: unparsable(error, applied.at(-1)) };
    }
    // a transform may have taken the last import out
    const isForeign = steps.length === 0 && file.library.sources.length === 0;
    if (isForeign) return untouched;
    file.reports.length = 0;
    transform.apply(file);
    for (const { offset, text } of file.reports) {
      placed.push({ offset, text, step: steps.length });
    }
    const result = file.result();
    if (file.edits.isEmpty) continue;
    if (result !== current) applied.push(transform.name);
    steps.push(file.edits);
    current = result;
    file = undefined;
  }
  try {
    if (applied.length > 0) parseSource(path, current);
  } catch (error) {
    return { ...untouched, failed: unparsable(error, applied.at(-1)) };
  }
  const lineAfter = lineFinder(current);
  const lineBefore = lineFinder(text);
  const manual = placed.map(({ text, step, offset }) => ({
    text,
    line: lineAfter(
      steps.slice(step).reduce((at, edits) => edits.forward(at), offset),
    ),
  }));
  const manualBefore = placed.map(({ text, step, offset }) => ({
    text,
    line: lineBefore(
      steps.slice(0, step).reduceRight(
        (at, edits) => edits.backward(at),
        offset,
      ),
    ),
  }));
  return {
    text: current,
    applied,
    manual: inOrder(manual),
    manualBefore: inOrder(manualBefore),
  };
}

/** By line; what is said twice of a line counts once. */
export function inOrder(steps: readonly ManualStep[]): ManualStep[] {
  const distinct = new Map(
    steps.map((step) => [`${step.line}: ${step.text}`, step]),
  );
  return [...distinct.values()].sort((a, b) => a.line - b.line);
}

/** Finds the line, from 1, of any offset of a text. */
export function lineFinder(text: string): (offset: number) => number {
  const starts = [0];
  for (
    let at = text.indexOf("\n");
    at >= 0;
    at = text.indexOf("\n", at + 1)
  ) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

/** @param after the transform that wrote the text, if it is not the author's */
function unparsable(error: unknown, after?: string): ManualStep {
  const line = error instanceof SyntaxError && "loc" in error
    ? (error.loc as { line?: number })?.line ?? 1
    : 1;
  const message = error instanceof Error ? error.message : String(error);
  const text = after === undefined
    ? `cannot be parsed, left as it is: ${message}`
    : `left as it is, since ${after} makes something that cannot be parsed of it; --only runs the other transforms: ${message}`;
  return { line, text };
}
