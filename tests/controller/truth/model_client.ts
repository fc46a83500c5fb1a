/**
 * A client without a library that follows the law in its simplest form. The net
 * has to find it right; with one of its rules left out it has to find it wrong.
 *
 * Each field of a row, and whether the row exists, is a cell. A cell has a
 * confirmed value, and the changes that wait for their answers. Lists and
 * numbers are computed from cells. It knows no computed fields, no lost
 * answers, no second tab, and nobody else who writes.
 *
 * @module
 */
import {
  type Fields,
  type ListName,
  listNames,
  type Row,
  type Setting,
  type Status,
  type Subject,
  type SubjectFactory,
} from "./contract.ts";
import { settleTasks } from "./settle_tasks.ts";

/** A rule of the model that can be left out, to see that the net notices. */
export type Rule =
  /** An observation is compared with the confirmation of a write, not with its start. */
  | "observations after confirmations"
  /** An observation of before a write's confirmation is not taken. */
  | "writes over observations"
  /** Of two observations the one whose request began later wins. */
  | "observations by start"
  /** Of two writes the one that began later wins, however they are answered. */
  | "writes by start"
  /** A pending write that began before a confirmed one does not show. */
  | "pending under later";

/** All rules. */
export const rules: readonly Rule[] = [
  "observations after confirmations",
  "writes over observations",
  "observations by start",
  "writes by start",
  "pending under later",
];

interface Cell {
  readonly row: string;
  value: unknown;
  /** When the write began that the value is of. */
  writtenAt: number;
  /** When the last write was confirmed. */
  confirmedAt: number;
  /** When the request of the last observation began. */
  observedAt: number;
  /** What waits for an answer, in the order in which it began. */
  readonly pending: { readonly startedAt: number; readonly value: unknown }[];
}

/**
 * Makes the model.
 *
 * @param without Rules that it does not follow.
 */
export function modelClient(...without: Rule[]): SubjectFactory {
  return (setting) => new ModelClient(setting, new Set(without));
}

class ModelClient implements Subject {
  #clock = 0;
  readonly #setting: Setting;
  readonly #without: ReadonlySet<Rule>;
  readonly #cells = new Map<string, Cell>();
  readonly #known = new Set<string>();
  readonly #lists = new Map<
    ListName,
    { startedAt: number; members: Set<string>; total: number | undefined }
  >();

  constructor(setting: Setting, without: ReadonlySet<Rule>) {
    this.#setting = setting;
    this.#without = without;
  }

  async list(name: ListName): Promise<void> {
    const startedAt = ++this.#clock;
    const query = name === "all" ? "" : `?status=${name}`;
    const body = await this.#send("GET", `/rows${query}`);
    const { hasTotals } = this.#setting;
    const items = (hasTotals ? body.items : body) as Row[];
    const members = new Set(items.map(({ id }) => id));
    for (const row of items) this.#observeRow(startedAt, row);
    if (name === "all") {
      for (const id of this.#known) {
        if (!members.has(id)) this.#observe(startedAt, `${id} exists`, false);
      }
    }
    const known = this.#lists.get(name);
    if (!known || startedAt >= known.startedAt) {
      const total = hasTotals ? body.total as number : undefined;
      this.#lists.set(name, { startedAt, members, total });
    }
  }

  async get(id: string): Promise<void> {
    const startedAt = ++this.#clock;
    try {
      this.#observeRow(startedAt, await this.#send("GET", `/rows/${id}`));
    } catch (error) {
      if ((error as Failure).status === 404) {
        this.#observe(startedAt, `${id} exists`, false);
      }
      throw error;
    }
  }

  patch(id: string, fields: Fields): Promise<void> {
    return this.#write(fieldsOf(id, fields), "PATCH", `/rows/${id}`, fields);
  }

  move(id: string, status: Status): Promise<void> {
    return this.patch(id, { status });
  }

  delete(id: string): Promise<void> {
    return this.#write({ [`${id} exists`]: false }, "DELETE", `/rows/${id}`);
  }

  create(row: Row): Promise<void> {
    const { id, ...fields } = row;
    const values = { [`${id} exists`]: true, ...fieldsOf(id, fields) };
    return this.#write(values, "POST", "/rows", row);
  }

  put(): Promise<void> {
    throw new Error("The model has no PUT.");
  }

  restore(): Promise<void> {
    throw new Error("The model does not restore.");
  }

  ids(name: ListName): string[] | undefined {
    if (!this.#lists.has(name)) return undefined;
    return [...this.#known].filter((id) =>
      this.#shown(`${id} exists`) === true &&
      (name === "all" || this.#shown(`${id}.status`) === name)
    );
  }

  total(name: ListName): number | undefined {
    const list = this.#lists.get(name);
    if (list?.total === undefined) return undefined;
    const now = new Set(this.ids(name));
    return list.total + now.difference(list.members).size -
      list.members.difference(now).size;
  }

  copies(id: string, where: "lists" | "anywhere"): Partial<Row>[] {
    const isThere = where === "anywhere"
      ? this.#shown(`${id} exists`) === true
      : listNames.some((name) => this.ids(name)?.includes(id));
    if (!isThere) return [];
    const row: Record<string, unknown> = { id };
    for (const name of ["title", "note", "status", "f0", "f1"]) {
      row[name] = this.#shown(`${id}.${name}`);
    }
    return [row];
  }

  reopen(): void {}

  async flush(): Promise<void> {
    await settleTasks();
  }

  dispose(): void {}

  #cell(key: string): Cell {
    let cell = this.#cells.get(key);
    if (!cell) {
      cell = {
        row: key.split(/[ .]/)[0]!,
        value: undefined,
        writtenAt: -1,
        confirmedAt: -1,
        observedAt: -1,
        pending: [],
      };
      this.#cells.set(key, cell);
    }
    return cell;
  }

  #shown(key: string): unknown {
    const { pending, value, writtenAt } = this.#cell(key);
    const last = this.#setting.isOptimistic ? pending.at(-1) : undefined;
    const isLater = last &&
      (last.startedAt > writtenAt || this.#without.has("pending under later"));
    return isLater ? last.value : value;
  }

  #observeRow(startedAt: number, { id, ...fields }: Row): void {
    this.#known.add(id);
    this.#observe(startedAt, `${id} exists`, true);
    for (const [key, value] of Object.entries(fieldsOf(id, fields))) {
      this.#observe(startedAt, key, value);
    }
  }

  #observe(startedAt: number, key: string, value: unknown): void {
    const cell = this.#cell(key);
    const { writtenAt, confirmedAt } = cell;
    const isOlder = !this.#without.has("writes over observations") &&
      startedAt <
        (this.#without.has("observations after confirmations")
          ? writtenAt
          : confirmedAt);
    const isOutdated = startedAt < cell.observedAt &&
      !this.#without.has("observations by start");
    if (isOlder || isOutdated) return;
    cell.value = value;
    cell.observedAt = startedAt;
  }

  async #write(
    values: Readonly<Record<string, unknown>>,
    method: string,
    path: string,
    sent?: object,
  ): Promise<void> {
    const startedAt = ++this.#clock;
    for (const [key, value] of Object.entries(values)) {
      const cell = this.#cell(key);
      this.#known.add(cell.row);
      cell.pending.push({ startedAt, value });
    }
    let answered: Row | undefined;
    let isConfirmed = true;
    try {
      answered = await this.#send(method, path, sent);
    } catch (error) {
      const { status } = error as Failure;
      isConfirmed = method === "DELETE" && status === 404;
      if (!isConfirmed) throw error;
    } finally {
      const now = ++this.#clock;
      for (const [key, value] of Object.entries(values)) {
        const cell = this.#cell(key);
        const { pending } = cell;
        pending.splice(
          pending.findIndex((one) => one.startedAt === startedAt),
          1,
        );
        if (isConfirmed) {
          if (
            startedAt > cell.writtenAt || this.#without.has("writes by start")
          ) {
            cell.value = value;
            cell.writtenAt = startedAt;
          }
          cell.confirmedAt = now;
        }
      }
    }
    if (answered && method !== "DELETE") this.#observeRow(startedAt, answered);
  }

  // deno-lint-ignore no-explicit-any -- whatever the server answers
  async #send(method: string, path: string, body?: object): Promise<any> {
    const response = await this.#setting.fetch(path, {
      method,
      ...body && { body: JSON.stringify(body) },
    });
    if (!response.ok) throw new Failure(response.status);
    return response.status === 204 ? undefined : await response.json();
  }
}

class Failure extends Error {
  constructor(readonly status: number) {
    super(`status ${status}`);
  }
}

/** Cells of a row's fields. */
function fieldsOf(id: string, fields: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [`${id}.${name}`, value]),
  );
}
