/** What a store should show, computed in the most naive way. */

/** Members of an entity; `id` is its primary key. */
export type Fields = Readonly<Record<string, unknown>>;

/** Since when something is what it is. */
interface Order {
  /** Observations that began before this are too old. */
  readonly seen: number;
  /** When the newest write began. */
  readonly sent: number;
}

/** One field. */
interface Cell extends Order {
  readonly value: unknown;
}

interface Row {
  /** Order of the last deletion, which wrote every field. */
  readonly deleted: Order;
  readonly cells: Map<string, Cell>;
}

/** When a request, or a local change, was under way; `until` is `Infinity` while it is. */
interface Span {
  readonly began: number;
  readonly until: number;
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

  /** What a server says. */
  observe(fields: Fields, began: number): void {
    observe(this.#row(fields), fields, began);
  }

  /** What is written here: there is the row, with these fields. */
  set(fields: Fields, stamp: number): void {
    write(this.#row(fields), fields, { began: stamp, until: stamp });
  }

  /** What a mutation has sent, as it is confirmed. */
  confirm(fields: Fields, span: Span): void {
    edit(this.#row(fields), fields, span);
  }

  delete(id: string, stamp: number): void {
    const deleted = { seen: stamp, sent: stamp };
    this.#rows.set(id, { deleted, cells: new Map() });
  }

  #row({ id }: Fields): Row {
    const row = this.#rows.get(id as string) ??
      { deleted: never, cells: new Map() };
    this.#rows.set(id as string, row);
    return row;
  }

  /** Whether the base has the entity. */
  has(id: string): boolean {
    return (this.#rows.get(id)?.cells.size ?? 0) > 0;
  }

  /** The entity with all layers; `undefined` when it is missing or deleted. */
  read(id: string): Fields | undefined {
    const { deleted = never, cells } = this.#rows.get(id) ?? {};
    const row = { deleted, cells: new Map(cells) };
    for (const { fields, stamp } of this.layers) {
      if (fields.id !== id) continue;
      edit(row, fields, { began: stamp, until: Infinity });
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

const never: Order = { seen: 0, sent: 0 };

/** Law 4, and 2: an observation is shown over what began or was confirmed before. */
function observe(row: Row, fields: Fields, began: number): void {
  if (row.cells.size === 0 && began < row.deleted.seen) return;
  for (const [name, value] of Object.entries(fields)) {
    const { seen, sent } = row.cells.get(name) ?? row.deleted;
    if (began >= seen) row.cells.set(name, { value, seen: began, sent });
  }
}

/** An edit only observes that there is its row. */
function edit(row: Row, fields: Fields, span: Span): void {
  if (row.cells.size === 0 && span.began < row.deleted.seen) return;
  write(row, fields, span);
}

/** Laws 1 to 3: a write is shown over what began before it, and over what was asked for before it was confirmed. */
function write(row: Row, fields: Fields, { began, until }: Span): void {
  for (const [name, value] of Object.entries(fields)) {
    const { seen, sent } = row.cells.get(name) ?? row.deleted;
    if (began < sent) continue;
    const after = { seen: Math.max(seen, until), sent: began };
    row.cells.set(name, { value, ...after });
  }
}
