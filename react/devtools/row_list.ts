/**
 * Filters and sorts rows in slices, so that no frame waits for a large store.
 *
 * @module
 */

/** Which rows a list is to have. */
export interface RowQuery<T> {
  /** Changes with what is asked for: the kind of rows, the search, the order. */
  readonly question: string;
  /** Changes with the data; a list that is being made is finished first. */
  readonly data: unknown;
  /** All rows. */
  readonly source: () => Iterable<T>;
  /** Which rows are wanted. Default: all. */
  readonly matches?: ((row: T) => boolean) | undefined;
  /** Their order. Default: that of the source. */
  readonly compare?: ((a: T, b: T) => number) | undefined;
}

/** Runs work in later frames. */
export interface Slices {
  /** The time in milliseconds. */
  now(): number;
  /** Calls back in the next frame. */
  later(callback: () => void): void;
}

/** How long one slice may take, in milliseconds. */
const sliceTime = 5;
/** So many rows are looked at between two looks at the clock. */
const stride = 32;
/** So many rows are sorted at once. */
const runLength = 512;

/** The making of a list. */
interface Run<T> {
  readonly query: RowQuery<T>;
  readonly work: Iterator<void>;
}

/** The rows of a table; made in slices, the last ones stay until then. */
export class RowList<T> {
  /** The rows that are to be seen. */
  rows: readonly T[] = [];
  /** How many rows were looked at so far, while the list is being made. */
  progress: number | undefined;
  readonly #slices: Slices;
  readonly #changed: () => void;
  #wanted: RowQuery<T> | undefined;
  #running: Run<T> | undefined;

  /**
   * @param slices Runs work in later frames.
   * @param changed Called when the rows are others.
   */
  constructor(slices: Slices, changed: () => void) {
    this.#slices = slices;
    this.#changed = changed;
  }

  /** Asks for rows. A small list is there at once. */
  ask(query: RowQuery<T>): readonly T[] {
    const { question, data } = this.#wanted ?? {};
    if (question === query.question && data === query.data) return this.rows;
    const isOther = question !== query.question;
    this.#wanted = query;
    if (isOther) this.#running = undefined;
    if (this.#running === undefined) this.#start(query);
    return this.rows;
  }

  #start(query: RowQuery<T>): void {
    const running = this.#running = { query, work: this.#work(query) };
    this.#step(running, true);
  }

  /** Works for a slice of time. */
  #step(running: Run<T>, isFirst: boolean): void {
    if (this.#running !== running) return;
    const end = this.#slices.now() + sliceTime;
    for (;;) {
      if (running.work.next().done) break;
      if (this.#slices.now() >= end) {
        this.#slices.later(() => this.#step(running, false));
        return;
      }
    }
    this.#running = undefined;
    this.progress = undefined;
    if (!isFirst) this.#changed();
    const wanted = this.#wanted!;
    if (wanted === running.query) return;
    // the data changed meanwhile
    this.#slices.later(() => {
      if (!this.#running && this.#wanted === wanted) this.#start(wanted);
    });
  }

  *#work({ source, matches, compare }: RowQuery<T>): Iterator<void> {
    const found: T[] = [];
    let count = 0;
    for (const row of source()) {
      if (!matches || matches(row)) found.push(row);
      this.progress = ++count;
      if (count % stride === 0) yield;
    }
    this.rows = compare ? yield* sorted(found, compare) : found;
  }
}

/** Sorts by merging; yields after a few rows each time. */
function* sorted<T>(
  rows: T[],
  compare: (a: T, b: T) => number,
): Generator<void, T[]> {
  let runs: T[][] = [];
  for (let start = 0; start < rows.length; start += runLength) {
    runs.push(rows.slice(start, start + runLength).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const longer: T[][] = [];
    for (let index = 0; index < runs.length; index += 2) {
      const [left, right] = [runs[index]!, runs[index + 1] ?? []];
      const merged: T[] = [];
      let [l, r] = [0, 0];
      while (l < left.length || r < right.length) {
        const isLeft = r >= right.length ||
          l < left.length && compare(left[l]!, right[r]!) <= 0;
        merged.push(isLeft ? left[l++]! : right[r++]!);
        if (merged.length % stride === 0) yield;
      }
      longer.push(merged);
    }
    runs = longer;
  }
  return runs[0] ?? [];
}
