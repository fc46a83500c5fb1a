/** A rule named at the end of a test's name: `... [schema/COL-7]`. */
export interface Citation {
  /** Document and number: `schema/COL-7`. */
  readonly rule: string;
  /** Line of the test's name, from 1. */
  readonly line: number;
}

/** What the names of the tests in a source text cite. */
export interface Citations {
  readonly citations: readonly Citation[];
  /** Brackets that look like a citation but name no single rule. */
  readonly malformed: readonly { text: string; line: number }[];
}

const literal =
  "(?:\"(?:[^\"\\\\]|\\\\.)*\"|'(?:[^'\\\\]|\\\\.)*'|`(?:[^`\\\\]|\\\\.)*`)";
/**
 * The call that makes a test or a step, and its name: `Deno.test`, `t.step`, or
 * a function of the file whose name ends in `Test`; `.ignore` and `.skip` do
 * not count.
 */
const testName = new RegExp(
  String
    .raw`(?:\b(?:\w*Test|test|step|it|describe)(?:\.only)?\s*\(|\bname\s*:)\s*(${literal}(?:\s*\+\s*${literal})*)`,
  "g",
);
const bracket = /\[((?:schema|endpoint|controller|react)[/:][^\]]*)\]/g;
const citation = /^(?:schema|endpoint|controller|react)\/[A-Z]{2,4}-\d+[a-z]?$/;

/** Reads the citations out of the names of all tests and steps in a source text. */
export function citationsIn(source: string): Citations {
  const citations: Citation[] = [];
  const malformed: { text: string; line: number }[] = [];
  for (const call of source.matchAll(testName)) {
    const line = source.slice(0, call.index).split("\n").length;
    for (const [text, inner] of call[1]!.matchAll(bracket)) {
      if (citation.test(inner!)) citations.push({ rule: inner!, line });
      else malformed.push({ text, line });
    }
  }
  return { citations, malformed };
}
