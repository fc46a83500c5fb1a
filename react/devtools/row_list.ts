/**
 * Filters and sorts rows in slices, so that no frame waits for a large store.
 *
 * @module
 */

/** Which rows a list is to have. */
export interface RowQuery<T> {
  /** Changes with what is asked for: the kind of rows, the search, the order. */
  readonly query: string;
  /** Changes with the data; a list that is being made is finished first. */
  readonly data: unknown;
  /** All rows. */
  readonly source: () => Iterable<T>;
  /** Which rows are wanted. Default: all. */
  readonly matches?: ((row: T) => boolean) | undefined;
  /** Their order. Default: that of the source. */
  readonly compare?: ((a: T, b: T) => number) | undefined;
}

/** Time and frames, as a page has them. */
export interface Frames {
  /** The time in milliseconds. */
  now(): number;
  /** Calls back in the next frame. */
  next(callback: () => void): void;
}

/** All lists together work until then in a frame, the drawing before them included; in milliseconds. */
const frameTime = 5;
/** All lists that are asked for the first time together work this long while it is drawn. */
const firstTime = 2;
/** So many rows are looked at between two looks at the clock. */
const stride = 32;
/** So many rows are sorted at once. */
const runLength = 64;
/** A list rests so many times as long as it took to make. */
const rest = 10;

/** Work that is done in slices; returns whether there is more. */
type Work = (end: number) => boolean;

/** Shares the time of a frame among drawing and lists. */
export class FrameQueue {
  readonly #frames: Frames;
  #queued: Work[] = [];
  #draw: (() => void) | undefined;
  #isAsked = false;
  /** Until when lists work at once that are asked for the first time. */
  firstEnd = 0;

  /** @param frames Time and frames. */
  constructor(frames: Frames) {
    this.#frames = frames;
  }

  /** The time in milliseconds. */
  now(): number {
    return this.#frames.now();
  }

  /** Draws in the next frame. */
  draw(draw: () => void): void {
    this.#draw = draw;
    this.#ask();
  }

  /** It is drawn now. */
  begin(): void {
    this.firstEnd = this.now() + firstTime;
  }

  /** Has work go on in the frames that follow. */
  add(work: Work): void {
    this.#queued.push(work);
    this.#ask();
  }

  #ask(): void {
    if (!this.#isAsked) this.#frames.next(this.#run);
    this.#isAsked = true;
  }

  readonly #run = (): void => {
    this.#isAsked = false;
    const end = this.now() + frameTime;
    const draw = this.#draw;
    this.#draw = undefined;
    draw?.();
    for (let count = this.#queued.length; count > 0; count--) {
      const [work] = this.#queued.splice(0, 1);
      if (work!(end)) this.#queued.push(work!);
      if (this.now() >= end) break;
    }
    if (this.#queued.length > 0) this.#ask();
  };
}

/** The making of a list. */
interface Run<T> {
  readonly query: RowQuery<T>;
  readonly steps: Iterator<void>;
  /** How long it took so far, in milliseconds. */
  took: number;
}

/** The rows of a table; made in slices, the last ones stay until then. */
export class RowList<T> {
  /** The rows that are to be seen. */
  rows: readonly T[] = [];
  readonly #queue: FrameQueue;
  readonly #changed: () => void;
  #wanted: RowQuery<T> | undefined;
  #running: Run<T> | undefined;
  /** Until when it rests. */
  #restsUntil = 0;

  /**
   * @param queue Where it works.
   * @param changed Called when the rows are others.
   */
  constructor(queue: FrameQueue, changed: () => void) {
    this.#queue = queue;
    this.#changed = changed;
  }

  /** Asks for rows. A small list is there at once. */
  ask(wanted: RowQuery<T>): readonly T[] {
    const { query, data } = this.#wanted ?? {};
    const isOther = query !== wanted.query;
    if (!isOther && data === wanted.data) return this.rows;
    this.#wanted = wanted;
    if (isOther) this.#start(wanted);
    else if (this.#running === undefined) this.#startAgain();
    return this.rows;
  }

  /** The data has changed: makes the list again, when it has rested. */
  #startAgain(): void {
    if (this.#queue.now() >= this.#restsUntil) this.#start(this.#wanted!);
    else {
      // one that waits is not running, and another query replaces it
      const delayed: Run<T> = this.#running = {
        query: this.#wanted!,
        steps: [][Symbol.iterator](),
        took: 0,
      };
      this.#queue.add(() => {
        if (this.#running !== delayed) return false;
        if (this.#queue.now() < this.#restsUntil) return true;
        this.#start(this.#wanted!);
        return false;
      });
    }
  }

  #start(query: RowQuery<T>): void {
    const run: Run<T> = { query, steps: this.#steps(query), took: 0 };
    this.#running = run;
    if (this.#work(run, this.#queue.firstEnd)) {
      this.#queue.add((end) => {
        if (this.#running !== run) return false;
        const isUnfinished = this.#work(run, end);
        if (!isUnfinished) this.#changed();
        return isUnfinished;
      });
    }
  }

  /** Works until a time; returns whether there is more. */
  #work(run: Run<T>, end: number): boolean {
    const start = this.#queue.now();
    let now = start;
    while (!run.steps.next().done) {
      now = this.#queue.now();
      if (now < end) continue;
      run.took += now - start;
      return true;
    }
    run.took += now - start;
    this.#running = undefined;
    this.#restsUntil = now + run.took * rest;
    // the data may have changed meanwhile
    if (this.#wanted !== run.query) this.#startAgain();
    return false;
  }

  *#steps({ source, matches, compare }: RowQuery<T>): Generator<void> {
    const found: T[] = [];
    let count = 0;
    for (const row of source()) {
      if (!matches || matches(row)) found.push(row);
      if (++count % stride === 0) yield;
    }
    this.rows = compare ? yield* sorted(found, compare) : found;
  }
}

/** Sorts by merging; yields after a few rows each time. Two arrays take turns, so that there is little to collect. */
function* sorted<T>(
  rows: T[],
  compare: (a: T, b: T) => number,
): Generator<void, T[]> {
  const count = rows.length;
  for (let start = 0; start < count; start += runLength) {
    const run = rows.slice(start, start + runLength).sort(compare);
    for (let index = 0; index < run.length; index++) {
      rows[start + index] = run[index]!;
    }
    yield;
  }
  let [from, to] = [rows, new Array<T>(count)];
  for (let length = runLength; length < count; length *= 2) {
    for (let start = 0; start < count; start += 2 * length) {
      const middle = Math.min(start + length, count);
      const end = Math.min(middle + length, count);
      let [left, right] = [start, middle];
      for (let place = start; place < end; place++) {
        const isLeft = right >= end ||
          left < middle && compare(from[left]!, from[right]!) <= 0;
        to[place] = from[isLeft ? left++ : right++]!;
        if (place % stride === 0) yield;
      }
    }
    [from, to] = [to, from];
  }
  return from;
}
