/** What a store should show, computed in the most naive way. */

/** Members of an entity; `id` is its primary key. */
export type Fields = Readonly<Record<string, unknown>>;

/** One field: its value and the stamp of the write that set it. */
interface Cell {
  readonly value: unknown;
  readonly stamp: number;
}

interface Row {
  /** Stamp of the last deletion; older writes do not bring the entity back. */
  readonly floor: number;
  readonly cells: Map<string, Cell>;
}

interface Entry {
  readonly hasEntry: boolean;
  readonly error: unknown;
  readonly stamp: number;
  readonly isInvalid: boolean;
}

/** Fields with stamps, entries with errors, and layers that are all replayed for each read. */
export class StoreModel {
  readonly entries: Map<string, Entry> = new Map();
  layers: { readonly stamp: number; readonly fields: Fields }[] = [];
  readonly #rows = new Map<string, Row>();

  write(fields: Fields, stamp: number): void {
    const id = fields.id as string;
    const row = this.#rows.get(id) ?? { floor: 0, cells: new Map() };
    this.#rows.set(id, row);
    write(row, fields, stamp);
  }

  delete(id: string, stamp: number): void {
    this.#rows.set(id, { floor: stamp, cells: new Map() });
  }

  /** Whether the base has the entity. */
  has(id: string): boolean {
    return (this.#rows.get(id)?.cells.size ?? 0) > 0;
  }

  /** The entity with all layers; `undefined` when it is missing or deleted. */
  read(id: string): Fields | undefined {
    const { floor = 0, cells } = this.#rows.get(id) ?? {};
    const row = { floor, cells: new Map(cells) };
    for (const { fields, stamp } of this.layers) {
      if (fields.id === id) write(row, fields, stamp);
    }
    if (row.cells.size === 0) return undefined;
    const fields: Record<string, unknown> = {};
    for (const [name, { value }] of row.cells) fields[name] = value;
    return fields;
  }

  /** A response is stored under a key, unless a newer one is. */
  succeed(key: string, stamp: number): void {
    const entry = this.entries.get(key);
    const isOlder = entry !== undefined && entry.stamp > stamp &&
      entry.error === undefined && !entry.isInvalid;
    if (isOlder) return;
    this.entries.set(key, {
      hasEntry: true,
      error: undefined,
      stamp,
      isInvalid: false,
    });
  }

  /** An error is stored under a key; it is newer than everything. */
  fail(key: string, error: unknown, stamp: number): void {
    const hasEntry = this.entries.get(key)?.hasEntry ?? false;
    this.entries.set(key, { hasEntry, error, stamp, isInvalid: false });
  }

  invalidate(key: string): void {
    this.entries.set(key, {
      hasEntry: false,
      error: undefined,
      stamp: this.entries.get(key)?.stamp ?? 0,
      isInvalid: true,
    });
  }

  reset(): void {
    this.#rows.clear();
    this.entries.clear();
    this.layers = [];
  }
}

function write(row: Row, fields: Fields, stamp: number): void {
  if (row.cells.size === 0 && stamp < row.floor) return;
  for (const [name, value] of Object.entries(fields)) {
    const cell = row.cells.get(name);
    if (cell === undefined || cell.stamp <= stamp) {
      row.cells.set(name, { value, stamp });
    }
  }
}
