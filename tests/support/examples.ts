/** A code block of a guide, as a module. */
export interface Example {
  /** Where the block begins. */
  readonly line: number;
  /** Of the file: what its first line says, `// todos.ts`, or its line. */
  readonly name: string;
  readonly code: string;
}

/**
 * The blocks of a page that are marked as `ts` or `tsx` alone.
 *
 * Comments of HTML hold what readers need not see: `<!-- shared` stands before
 * every later block of the page, until another one replaces it, and
 * `<!-- check` after the block above it.
 */
export function examplesIn(page: string): Example[] {
  const examples: { line: number; name: string; code: string }[] = [];
  let shared = "";
  const parts = page.matchAll(
    /^```(?<language>\S*)(?<flags>.*)\n(?<block>[^]*?)^ *```$|^<!-- (?<kind>shared|check)\n(?<hidden>[^]*?)^-->$/gm,
  );
  for (const { index, groups } of parts) {
    const { language = "", flags = "", block = "", kind, hidden = "" } =
      groups!;
    if (kind === "shared") shared = hidden;
    else if (kind === "check") {
      const example = examples.at(-1)!;
      const begin = 'import * as guide from "tests/support/guide.tsx";\n';
      if (!example.code.startsWith(begin)) example.code = begin + example.code;
      example.code += hidden;
    } else if (/^tsx?$/.test(language) && flags.trim() === "") {
      const line = page.slice(0, index).split("\n").length;
      const file = /^\/\/ (\S+\.tsx?)\n/.exec(block)?.[1];
      examples.push({
        line,
        name: file ?? `${line}.${language}`,
        code: `${shared}\n${block}`,
      });
    }
  }
  return examples.map(({ code, ...rest }) => ({
    ...rest,
    code: `${code}\nexport {};\n`,
  }));
}
