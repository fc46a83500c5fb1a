const isPlain = Deno.noColor;

function colour(code: number): (text: string) => string {
  return (text) => isPlain ? text : `\x1b[${code}m${text}\x1b[0m`;
}

/** Colours for a terminal; none where NO_COLOR is set. */
export const paint = {
  bold: colour(1),
  faint: colour(2),
  red: colour(31),
  green: colour(32),
  cyan: colour(36),
};

/** A text on one line, cut at `length` characters. */
export function cut(text: string, length: number): string {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length <= length ? line : `${line.slice(0, length - 1)}…`;
}
