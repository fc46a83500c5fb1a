import { parse } from "@babel/parser";

/**
 * Lines that hold more than comments and space.
 *
 * @param path A module of TypeScript.
 */
export function linesOfCode(path: string): number {
  const { tokens } = parse(Deno.readTextFileSync(path), {
    sourceType: "module",
    plugins: ["typescript"],
    tokens: true,
  });
  const lines = new Set<number>();
  for (const { type, loc, start, end } of tokens ?? []) {
    // comments are among the tokens, by their name instead of a kind
    if (typeof type === "string" || start === end) continue;
    for (let line = loc.start.line; line <= loc.end.line; line++) {
      lines.add(line);
    }
  }
  return lines.size;
}
