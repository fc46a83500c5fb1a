import type { Edits, Range } from "./edits.ts";
import type { Node } from "./syntax.ts";

/** A node, or a range. */
type Item = Pick<Node, "start" | "end">;

/**
 * Takes items out of a comma-separated list, with their commas and, where they
 * have them to themselves, their lines. Comments between items stay.
 *
 * @param text the text the list is in
 * @param edits where the changes go
 * @param items all items, in order; at least one is kept
 * @param isRemoved tells the items to take out
 */
export function removeListedItems<T extends Item>(
  text: string,
  edits: Edits,
  items: readonly T[],
  isRemoved: (item: T) => boolean,
): void {
  const last = items.at(-1);
  if (!last) return;
  const hasTrailingComma = commaAfter(text, last.end!) !== undefined;
  const lastKept = items.findLastIndex((item) => !isRemoved(item));
  let run: Range | undefined;
  items.forEach((item, index) => {
    const comma = commaAfter(text, item.end!);
    if (!isRemoved(item)) {
      if (index === lastKept && item !== last && !hasTrailingComma && comma) {
        // what follows may be a comment, which keeps its distance
        edits.remove({ start: comma, end: comma + 1 });
      }
      return;
    }
    if (comma !== undefined && text.slice(item.end!, comma).trim() !== "") {
      // a comment stands between the item and its comma
      if (run) edits.remove(run);
      run = undefined;
      edits.remove({ start: item.start!, end: item.end! });
      edits.remove({ start: comma, end: comma + 1 });
      return;
    }
    const end = comma === undefined ? item.end! : comma + 1;
    run = { start: run?.start ?? item.start!, end };
    const next = items[index + 1];
    if (next && isRemoved(next) && !text.slice(end, next.start!).trim()) return;
    edits.remove(withSpace(text, run));
    run = undefined;
  });
}

/**
 * A list in braces whose items have lines to themselves, or not, as in another.
 *
 * @param model the other list, braces included, or what begins and ends with them
 * @param items its items
 */
export function listedAs(model: string, items: readonly string[]): string {
  const [, lead, end] = /\{(\s*)[^]*?(,?\s*)\}[^}]*$/.exec(model) ??
    [, " ", " "];
  const separator = lead!.includes("\n") ? `,${lead}` : ", ";
  return `{${lead}${items.join(separator)}${end}}`;
}

/** Where the comma after an item is, comments and white space between. */
function commaAfter(text: string, from: number): number | undefined {
  const between = /^(?:\s|\/\/[^\n]*\n|\/\*[^]*?\*\/)*/.exec(
    text.slice(from),
  )![0];
  const at = from + between.length;
  return text[at] === "," ? at : undefined;
}

/** A range with its whole line, or with the white space on one side. */
function withSpace(text: string, { start, end }: Range): Range {
  const before = /[ \t]*$/.exec(text.slice(0, start))![0].length;
  const after = /^[ \t]*/.exec(text.slice(end))![0].length;
  const startsLine = text[start - before - 1] === "\n";
  const lineEnd = /^\r?\n/.exec(text.slice(end + after))?.[0].length;
  if (lineEnd !== undefined) {
    return startsLine
      ? { start: start - before, end: end + after + lineEnd }
      : { start: start - before, end };
  }
  const isFollowed = text[end + after] !== "}";
  return isFollowed
    ? { start, end: end + after }
    : { start: start - before, end };
}
