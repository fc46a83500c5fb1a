import type { KindShape } from "./random_schema.ts";
import type { Item, Step } from "./random_steps.ts";
import { type Picked, REFERENCES, takeApart } from "./taken_apart.ts";

/** A field and when it was set. */
interface Field {
  readonly value: unknown;
  readonly stamp: number;
}

/** An entity of the model. */
interface Entry {
  /** When it was deleted, while it is. */
  deletedAt: number | undefined;
  fields: Map<string, Field>;
  /** Counts changes of what a reader may see. */
  version: number;
}

/** The values of one entity under one lens. */
interface Cell {
  columns: Map<string, unknown>;
  stamp: number;
  version: number;
}

/** A list with a place of its own in the store. */
interface List {
  members: (string | null)[];
  stamp: number;
  version: number;
}

/**
 * What the store should hold, by the simplest means: every write goes through
 * everything, and nothing is shared or remembered.
 */
export class Model {
  readonly shapes: readonly KindShape[];
  /** Entities of each kind by primary key, in order of arrival. */
  readonly tables: (Map<string, Entry> | undefined)[];
  /** Cells by kind, primary key and lens. */
  readonly cells = new Map<string, Cell>();
  /** Members by kind and group. */
  readonly lists = new Map<string, List>();
  /** Counts the changes of each table. */
  readonly tableVersions: number[];
  /** When entities were last removed. */
  readonly #removed = new Map<string, number>();
  #versions = 0;

  constructor(shapes: readonly KindShape[]) {
    this.shapes = shapes;
    this.tables = shapes.map(() => undefined);
    this.tableVersions = shapes.map(() => 0);
  }

  /** This model as it is now. */
  copy(): Model {
    const copy = new Model(this.shapes);
    this.tables.forEach((table, kind) => {
      copy.tables[kind] = structuredClone(table);
    });
    for (const [name, cell] of this.cells) {
      copy.cells.set(name, structuredClone(cell));
    }
    for (const [name, list] of this.lists) {
      copy.lists.set(name, structuredClone(list));
    }
    this.tableVersions.forEach((version, kind) => {
      copy.tableVersions[kind] = version;
    });
    for (const [name, version] of this.#removed) {
      copy.#removed.set(name, version);
    }
    return copy;
  }

  /** Applies one step that arrives at a time. */
  apply(step: Step, now: number): void {
    switch (step.type) {
      case "response":
        this.#store(step.kind, step.items, {
          stamp: now - step.lateBy,
          portfolio: step.portfolio,
        });
        break;
      case "list":
      case "push":
      case "unshift":
        this.#store(step.kind, step.items, {
          stamp: now,
          portfolio: step.portfolio,
        });
        this.#changeList(step, now);
        break;
      case "remove":
        this.#updateList(
          step.kind,
          step.group,
          (members) => members.filter((id) => id !== step.id),
        );
        break;
      case "invalidate":
        this.#invalidate(step.kind, step.id, now);
        break;
      case "collect":
        if (this.tables[step.kind]?.delete(step.id)) {
          this.#removed.set(
            `${step.kind} ${step.id}`,
            this.#nextVersion(step.kind),
          );
        }
    }
  }

  /** Primary keys that a list result refers to. */
  static idsOf(items: readonly Item[]): string[] {
    return items.map(({ id }) => id);
  }

  entry(kind: number, id: string): Entry | undefined {
    return this.tables[kind]?.get(id);
  }

  /** Whether a reader of an entity finds it invalid: deleted, or in need of one that is. */
  isInvalid(kind: number, id: string, seen: Set<string> = new Set()): boolean {
    const entry = this.entry(kind, id);
    if (entry === undefined) return false;
    if (entry.deletedAt !== undefined) return true;
    const name = `${kind} ${id}`;
    if (seen.has(name)) return false;
    seen.add(name);
    const must = entry.fields.get("must")?.value;
    return typeof must === "string" &&
      this.isInvalid(this.shapes[kind]!.must, must, seen);
  }

  cell(kind: number, id: string, portfolio: string): Cell | undefined {
    return this.cells.get(`${kind} ${id} ${portfolio}`);
  }

  /** Everything that a reader of an entity may see, and in which version; `isPlain` without lens. */
  closure(
    kind: number,
    id: string,
    portfolio: string | undefined,
  ): { signature: string; isPlain: boolean } {
    const seen = new Map<string, string>();
    let isPlain = true;
    const pending: [number, string][] = [[kind, id]];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const [kind, id] = next;
      const name = `${kind} ${id}`;
      if (seen.has(name)) continue;
      const entry = this.entry(kind, id);
      const shape = this.shapes[kind]!;
      if (shape.hasScalar) isPlain = false;
      const cell = portfolio === undefined || !shape.hasScalar
        ? undefined
        : this.cell(kind, id, portfolio);
      const version = entry?.version ?? this.#removed.get(name);
      seen.set(name, `${version} ${cell?.version}`);
      for (const field of REFERENCES) {
        const value = entry?.fields.get(field)?.value;
        for (const target of idsIn(value)) pending.push([shape[field], target]);
      }
      const picked = entry?.fields.get("pick")?.value as Picked | null;
      if (picked) pending.push([picked.kind, picked.id]);
      if (entry?.fields.has("crew")) {
        const list = this.lists.get(`${shape.crew} of ${kind}${id}`)!;
        seen.set(`crew of ${name}`, String(list.version));
        for (const target of idsIn(list.members)) {
          pending.push([shape.crew, target]);
        }
      }
    }
    const signature = JSON.stringify([...seen].sort());
    return { signature, isPlain };
  }

  #store(
    kind: number,
    items: readonly Item[],
    { stamp, portfolio }: { stamp: number; portfolio: string },
  ): void {
    const { entities, crews, cells } = takeApart(this.shapes, kind, items);
    for (const { kind, id, fields } of entities.values()) {
      this.#merge(kind, id, fields, stamp);
    }
    for (const [name, members] of crews) this.#mergeList(name, members, stamp);
    for (const { kind, id, value } of cells.values()) {
      this.#mergeCell(`${kind} ${id} ${portfolio}`, value, stamp);
    }
  }

  #merge(
    kind: number,
    id: string,
    fields: Map<string, unknown>,
    stamp: number,
  ): void {
    const table = this.tables[kind] ??= new Map();
    let entry = table.get(id);
    if (entry === undefined) {
      entry = {
        deletedAt: undefined,
        fields: new Map(),
        version: this.#nextVersion(kind),
      };
      table.set(id, entry);
    }
    if (entry.deletedAt !== undefined) {
      if (stamp < entry.deletedAt) return;
      entry.deletedAt = undefined;
      entry.fields = new Map();
      entry.version = this.#nextVersion(kind);
    }
    for (const [name, value] of fields) {
      const known = entry.fields.get(name);
      if (known !== undefined && known.stamp > stamp) continue;
      entry.fields.set(name, { value, stamp });
      if (JSON.stringify(known?.value) !== JSON.stringify(value)) {
        entry.version = this.#nextVersion(kind);
      }
    }
  }

  #nextVersion(kind: number): number {
    return this.tableVersions[kind] = ++this.#versions;
  }

  #mergeList(name: string, members: (string | null)[], stamp: number): void {
    const list = this.lists.get(name);
    if (list === undefined) {
      this.lists.set(name, { members, stamp, version: ++this.#versions });
      return;
    }
    if (stamp < list.stamp) return;
    list.stamp = stamp;
    if (JSON.stringify(members) === JSON.stringify(list.members)) return;
    list.members = members;
    list.version = ++this.#versions;
  }

  #mergeCell(name: string, value: unknown, stamp: number): void {
    const cell = this.cells.get(name);
    if (cell === undefined) {
      this.cells.set(name, {
        columns: new Map([["value", value]]),
        stamp,
        version: ++this.#versions,
      });
      return;
    }
    if (stamp < cell.stamp) return;
    cell.stamp = stamp;
    if (cell.columns.get("value") !== value) {
      cell.columns.set("value", value);
      cell.version = ++this.#versions;
    }
  }

  #invalidate(kind: number, id: string, now: number): void {
    const table = this.tables[kind] ??= new Map();
    const entry = table.get(id);
    const version = this.#nextVersion(kind);
    if (entry === undefined) {
      table.set(id, { deletedAt: now, fields: new Map(), version });
    } else {
      entry.version = version;
      entry.deletedAt = now;
      entry.fields = new Map();
    }
  }

  #changeList(
    step: Step & { readonly type: "list" | "push" | "unshift" },
    now: number,
  ): void {
    const ids = Model.idsOf(step.items);
    if (step.type === "list") {
      this.#mergeList(`${step.kind} ${step.group}`, ids, now);
      return;
    }
    this.#updateList(step.kind, step.group, (members) => {
      const added = ids.filter((id, index) =>
        !members.includes(id) && ids.indexOf(id) === index
      );
      return step.type === "push"
        ? [...members, ...added]
        : [...added, ...members];
    });
  }

  #updateList(
    kind: number,
    group: string,
    change: (members: (string | null)[]) => (string | null)[],
  ): void {
    const name = `${kind} ${group}`;
    const list = this.lists.get(name);
    if (list !== undefined) {
      this.#mergeList(name, change(list.members), list.stamp);
    }
  }
}

/** Primary keys in a stored field. */
export function idsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(idsIn);
}
