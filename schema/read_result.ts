import { cellsUnder, type Source } from "./nodes.ts";

/**
 * Where an entity is stored, as {@linkcode MemoCache} tells what a value
 * depends on.
 */
export interface EntityPath {
  /** The table. */
  readonly key: string;
  /** The primary key. */
  readonly pk: string;
}

/**
 * What {@linkcode MemoCache} gives: a value, and what it depends on. The
 * dependencies are computed when first asked for.
 */
export interface DenormalizeResult<T = unknown> {
  /** The value; `INVALID` if something it needs was deleted. */
  readonly data: T;
  /** Every row the value depends on, missing ones included. */
  readonly paths: EntityPath[];
  /** Keys of the tables that the value depends on as a whole, or by an index. */
  readonly tables: string[];
}

/** Collects what a value depends on when asked for it, once. */
export class Dependencies implements DenormalizeResult {
  readonly data: unknown;
  /** What the value is made of. */
  readonly sources: readonly Source[];
  #paths: EntityPath[] | undefined;
  #tables: string[] | undefined;

  /**
   * @param data the value
   * @param sources what it is made of
   * @param origin where it was read
   */
  constructor(
    data: unknown,
    sources: readonly Source[],
    readonly origin?: object,
  ) {
    this.data = data;
    this.sources = sources;
  }

  get paths(): EntityPath[] {
    if (this.#paths === undefined) this.#collect();
    return this.#paths!;
  }

  get tables(): string[] {
    if (this.#tables === undefined) this.#collect();
    return this.#tables!;
  }

  #collect(): void {
    const paths: EntityPath[] = [];
    const tables = new Set<string>();
    for (const { table: { key, kind }, pk } of cellsUnder(this.sources)) {
      if (kind === "entity") paths.push({ key, pk });
      else if (kind === "table") tables.add(key);
    }
    this.#paths = paths;
    this.#tables = [...tables];
  }
}
