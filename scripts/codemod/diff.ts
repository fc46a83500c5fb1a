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

/** All lines of both texts, in the shortest way from one to the other. */
function lineChanges(old: readonly string[], now: readonly string[]): Line[] {
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  const add = (sign: Line["sign"], text: string) => {
    lines.push({ sign, text, oldLine: i, newLine: j });
    if (sign !== "+") i++;
    if (sign !== "-") j++;
  };
  for (const { oldEnd, newEnd, same } of shortestEdits(old, now)) {
    while (i < oldEnd - same) add("-", old[i]!);
    while (j < newEnd - same) add("+", now[j]!);
    while (i < oldEnd) add(" ", old[i]!);
  }
  return lines;
}

/** One step: at most one line goes or comes, then some lines are the same. */
interface Step {
  readonly oldEnd: number;
  readonly newEnd: number;
  /** Equal lines at its end. */
  readonly same: number;
}

/**
 * The fewest steps that turn one list of lines into another: Myers, "An O(ND)
 * difference algorithm", 1986. Costs little where little differs, however long
 * the texts are.
 */
function shortestEdits(
  old: readonly string[],
  now: readonly string[],
): Step[] {
  /** By number of changes: how far into `old` each diagonal reaches. */
  const reached: Int32Array[] = [];
  const reach = (changes: number, diagonal: number): number =>
    changes < 0 ? 0 : reached[changes]?.[diagonal + changes] ?? -1;
  for (let changes = 0;; changes++) {
    const ends = new Int32Array(2 * changes + 1);
    reached.push(ends);
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      let i = startOn(diagonal, changes, reach);
      let j = i - diagonal;
      while (i < old.length && j < now.length && old[i] === now[j]) {
        i++;
        j++;
      }
      ends[diagonal + changes] = i;
      if (i >= old.length && j >= now.length) {
        return stepsTo(old.length, now.length, changes, reach);
      }
    }
  }
}

/** Where a path of so many changes enters a diagonal, in lines of `old`. */
function startOn(
  diagonal: number,
  changes: number,
  reach: (changes: number, diagonal: number) => number,
): number {
  if (changes === 0) return 0;
  const added = diagonal < changes - 1 ? reach(changes - 1, diagonal + 1) : -1;
  const removed = diagonal > 1 - changes
    ? reach(changes - 1, diagonal - 1) + 1
    : -1;
  return Math.max(added, removed);
}

function stepsTo(
  oldEnd: number,
  newEnd: number,
  changes: number,
  reach: (changes: number, diagonal: number) => number,
): Step[] {
  const steps: Step[] = [];
  for (let [i, j, left] = [oldEnd, newEnd, changes]; left >= 0; left--) {
    const diagonal = i - j;
    const start = startOn(diagonal, left, reach);
    steps.push({ oldEnd: i, newEnd: j, same: i - start });
    if (left === 0) break;
    const isAdded = diagonal < left - 1 &&
      reach(left - 1, diagonal + 1) === start;
    j = start - diagonal - (isAdded ? 1 : 0);
    i = isAdded ? start : start - 1;
  }
  return steps.reverse();
}
