const context = 3;

/**
 * A unified diff, as `diff -u` and version control print it.
 *
 * @param path path shown in its head
 * @param before the old text
 * @param after the new text
 * @returns the diff; empty if the texts are equal
 */
export function unifiedDiff(
  path: string,
  before: string,
  after: string,
): string {
  if (before === after) return "";
  const changes = lineChanges(linesOf(before), linesOf(after));
  const output = [`--- ${path}`, `+++ ${path}`];
  for (const hunk of hunksOf(changes)) {
    const old = hunk.filter(({ sign }) => sign !== "+");
    const now = hunk.filter(({ sign }) => sign !== "-");
    const first = hunk[0]!;
    output.push(
      `@@ -${place(first.oldLine, old.length)} +${
        place(first.newLine, now.length)
      } @@`,
    );
    for (const { sign, text } of hunk) {
      output.push(sign + text.replace(/\r?\n$/, ""));
      if (!text.endsWith("\n")) output.push("\\ No newline at end of file");
    }
  }
  return output.join("\n") + "\n";
}

interface Line {
  readonly sign: " " | "-" | "+";
  /** The line with its break. */
  readonly text: string;
  /** Lines of the old text before this one. */
  readonly oldLine: number;
  /** Lines of the new text before this one. */
  readonly newLine: number;
}

function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function place(before: number, count: number): string {
  return `${count === 0 ? before : before + 1}${
    count === 1 ? "" : `,${count}`
  }`;
}

/** Groups changes that lie near each other, with the lines around them. */
function hunksOf(lines: readonly Line[]): Line[][] {
  const hunks: Line[][] = [];
  let end = 0;
  lines.forEach(({ sign }, index) => {
    if (sign === " " || index < end) return;
    const start = Math.max(index - context, end);
    end = index + 1;
    let quiet = 0;
    for (let next = index + 1; next < lines.length; next++) {
      quiet = lines[next]!.sign === " " ? quiet + 1 : 0;
      if (quiet > 2 * context) break;
      if (quiet === 0) end = next + 1;
    }
    end = Math.min(end + context, lines.length);
    hunks.push(lines.slice(start, end));
  });
  return hunks;
}

/** All lines of both texts, by the longest common subsequence of what differs. */
function lineChanges(old: readonly string[], now: readonly string[]): Line[] {
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) {
    head++;
  }
  let tail = 0;
  while (
    tail < old.length - head && tail < now.length - head &&
    old.at(-1 - tail) === now.at(-1 - tail)
  ) tail++;
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  const add = (sign: Line["sign"], text: string) => {
    lines.push({ sign, text, oldLine: i, newLine: j });
    if (sign !== "+") i++;
    if (sign !== "-") j++;
  };
  for (const text of old.slice(0, head)) add(" ", text);
  const oldMiddle = old.slice(head, old.length - tail);
  const newMiddle = now.slice(head, now.length - tail);
  const lengths = commonLengths(oldMiddle, newMiddle);
  while (i - head < oldMiddle.length || j - head < newMiddle.length) {
    const a = oldMiddle[i - head];
    const b = newMiddle[j - head];
    if (a !== undefined && a === b) add(" ", a);
    else if (
      a !== undefined &&
      (b === undefined ||
        lengths[i - head + 1]![j - head]! >= lengths[i - head]![j - head + 1]!)
    ) add("-", a);
    else add("+", b!);
  }
  for (const text of old.slice(old.length - tail)) add(" ", text);
  return lines;
}

/** `[i][j]`: length of the longest common subsequence of what follows `i` and `j`. */
function commonLengths(
  old: readonly string[],
  now: readonly string[],
): Uint32Array[] {
  const rows = Array.from(
    { length: old.length + 1 },
    () => new Uint32Array(now.length + 1),
  );
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      rows[i]![j] = old[i] === now[j]
        ? rows[i + 1]![j + 1]! + 1
        : Math.max(rows[i + 1]![j]!, rows[i]![j + 1]!);
    }
  }
  return rows;
}
