/**
 * A client without a library that follows the law. The net has to find it
 * right; with one of its rules left out it has to find it wrong.
 *
 * Each field of a row, and whether the row exists, is a cell. A cell has a
 * confirmed value, and the changes that wait for their answers. Lists and
 * numbers are computed from cells.
 *
 * @module
 */
import {
  type Fields,
  type ListName,
  listNames,
  type Part,
  type Place,
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
  | "pending under later"
  /** What a mutation's answer says that differs from what was confirmed when it began is a write. */
  | "reported writes"
  /** A deletion that is answered 404 is confirmed. */
  | "deletions of what is gone"
  /** After a mutation without an answer readers ask. */
  | "lost answers"
  /** After two writes of one thing in flight together readers ask. */
  | "writes together"
  /** After a PUT and a deletion in flight together readers ask. */
  | "put beside deletion"
  /** What a filtered list does not have is not in it. */
  | "absent rows"
  /** Times are counted, and greater than all that were heard of; they are no wall clock. */
  | "logical clock"
  /** Writes of another tab that had not heard of one's own count as in flight together. */
  | "tabs together";

/** All rules, each with parts of the net that need it. */
export const rules: Readonly<Record<Rule, readonly Part[]>> = {
  "observations after confirmations": ["fields"],
  "writes over observations": ["fields"],
  "observations by start": ["fields", "foreign"],
  "writes by start": ["fields"],
  "pending under later": ["fields"],
  "reported writes": ["fields", "reported"],
  "deletions of what is gone": ["presence", "foreign"],
  "lost answers": ["fields", "lost"],
  "writes together": ["fields", "together"],
  "put beside deletion": ["presence", "put"],
  "absent rows": ["presence", "lost"],
  "logical clock": ["fields", "tabs"],
  "tabs together": ["fields", "tabs"],
};

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

/** A mutation, with when it began and, as soon as it was answered, when that was. */
interface Mutation {
  readonly row: string;
  readonly method: string;
  readonly sent: Readonly<Record<string, unknown>>;
  readonly startedAt: number;
  /** What was confirmed when it began. */
  readonly before: ReadonlyMap<string, unknown>;
  endedAt: number;
  readonly reported: Map<string, unknown>;
  /** What of it is under what another mutation sent. */
  readonly beneath: Set<string>;
  isRefused: boolean;
  /** How many messages of the other tab were heard when it began. */
  readonly heard: number;
  /** Number of the message by which the other tab was told. */
  toldAs: number;
}

/** What the other tab is told of a confirmed mutation. */
type Told = Pick<
  Mutation,
  "row" | "method" | "sent" | "startedAt" | "reported" | "heard"
>;

/** A row of which only the server knows what is last. */
interface Doubt {
  readonly doubtful: string;
}

const fieldNames = ["title", "note", "status", "f0", "f1", "rev"];

/**
 * Makes the model.
 *
 * @param without Rules that it does not follow.
 */
export function modelClient(...without: Rule[]): SubjectFactory {
  return (setting) => new ModelClient(setting, new Set(without));
}

class ModelClient implements Subject {
  readonly hasStore = true;
  #clock = 0;
  readonly #setting: Setting;
  readonly #without: ReadonlySet<Rule>;
  readonly #cells = new Map<string, Cell>();
  readonly #known = new Set<string>();
  /** Lists and rows whose newest read was not answered yet. */
  readonly #reading = new Set<string>();
  readonly #requested = new Set<ListName>();
  readonly #opened = new Set<string>();
  readonly #mutations: Mutation[] = [];
  /** Rows of which only the server knows what is last. */
  readonly #doubtful = new Set<string>();
  /** Rows of which a mutation has had no answer. */
  readonly #lost = new Set<string>();
  readonly #lists = new Map<
    ListName,
    { startedAt: number; members: Set<string>; total: number | undefined }
  >();

  #heard = 0;
  #told = 0;
  readonly #channel: BroadcastChannel | undefined;

  constructor(setting: Setting, without: ReadonlySet<Rule>) {
    this.#setting = setting;
    this.#without = without;
    const { channel, tab = 0, storage } = setting.page ?? {};
    this.#channel = channel?.openFor(tab, () => new BroadcastChannel(""));
    if (this.#channel) {
      this.#channel.onmessage = ({ data }) => this.#receive(data);
    }
    const kept = storage?.get("model");
    if (kept) this.#restore(JSON.parse(kept));
  }

  async save(): Promise<void> {
    const { storage } = this.#setting.page ?? {};
    const kept = {
      clock: this.#clock,
      heard: this.#heard,
      told: this.#told,
      cells: [...this.#cells],
      known: [...this.#known],
      reading: [...this.#reading],
      lists: [...this.#lists].map(([name, list]) => [
        name,
        { ...list, members: [...list.members] },
      ]),
    };
    storage?.set("model", JSON.stringify(kept));
    await undefined;
  }

  async resume(
    lists: Iterable<ListName>,
    ids: Iterable<string>,
  ): Promise<void> {
    // what was in flight is asked again
    const reading = [...this.#reading];
    for (const name of lists) this.#requested.add(name);
    for (const id of ids) {
      this.#opened.add(id);
      if (reading.includes(id)) this.get(id).catch(() => {});
    }
    for (const name of this.#requested) {
      if (reading.includes(name)) this.list(name).catch(() => {});
    }
    await undefined;
  }

  // deno-lint-ignore no-explicit-any -- what `save` made
  #restore({ clock, heard, told, cells, known, reading, lists }: any): void {
    for (const name of reading) this.#reading.add(name);
    this.#clock = clock;
    this.#heard = heard;
    this.#told = told;
    for (const [key, cell] of cells) this.#cells.set(key, cell);
    for (const id of known) this.#known.add(id);
    for (const [name, list] of lists) {
      this.#lists.set(name, { ...list, members: new Set(list.members) });
    }
  }

  /** A time after all that is known, of this tab alone. */
  #next(): number {
    const { tab = 0, clockError = 0 } = this.#setting.page ?? {};
    if (this.#without.has("logical clock")) {
      return this.#clock = Math.max(clockError, this.#clock + 1);
    }
    return this.#clock = (Math.floor(this.#clock / 2) + 1) * 2 + tab;
  }

  /** Another tab confirmed a write, or is in doubt. */
  #receive(told: Told | Doubt): void {
    this.#heard++;
    if ("doubtful" in told) {
      this.#doubtful.add(told.doubtful);
      return this.#askIfDoubtful(told.doubtful, false);
    }
    if (!this.#without.has("logical clock")) {
      this.#clock = Math.max(this.#clock, told.startedAt);
    }
    const { row, sent, reported, heard } = told;
    // whether it is in a list of here nobody said
    const isThere = this.#cell(`${row} exists`).value === true;
    if (
      !this.#known.has(row) || told.method === "PUT" && !isThere ||
      // what it asked for may say nothing of what is heard now
      this.#lost.has(row)
    ) {
      this.#doubtful.add(row);
    }
    this.#known.add(row);
    const heardOf = { ...told, endedAt: this.#next() };
    const unheard = this.#mutations.filter((own) =>
      own.row === row && !own.isRefused && own.toldAs > heard
    );
    for (const [key, value] of Object.entries(sent)) {
      this.#confirm(heardOf, key, value);
    }
    for (const [key, value] of reported) {
      if (unheard.some((own) => key in own.sent)) continue;
      this.#confirm(heardOf, key, value);
    }
    if (!this.#without.has("tabs together")) {
      for (const own of unheard) this.#doubtIfTwice(own, told);
    }
    this.#askIfDoubtful(row);
  }

  #tell(mutation: Mutation): void {
    if (!this.#channel) return;
    mutation.toldAs = ++this.#told;
    const { row, method, sent, startedAt, heard, beneath } = mutation;
    const reported = new Map(
      [...mutation.reported].filter(([key]) => !beneath.has(key)),
    );
    const told: Told = { row, method, sent, startedAt, reported, heard };
    this.#channel.postMessage(told);
  }

  async list(name: ListName): Promise<void> {
    this.#requested.add(name);
    const startedAt = this.#next();
    this.#reading.add(name);
    const query = name === "all" ? "" : `?status=${name}`;
    const path = name === "team" ? "/team/rows" : `/rows${query}`;
    const body = await this.#send("GET", path);
    const hasTotals = this.#setting.hasTotals && name !== "team";
    const items = (hasTotals ? body.items : body) as Row[];
    const members = new Set(items.map(({ id }) => id));
    for (const row of items) this.#observeRow(startedAt, row);
    for (const id of this.#known) {
      const key = name === "all" ? `${id} exists` : `${id} in ${name}`;
      const isMember = members.has(id);
      if (name !== "all" || !isMember) {
        this.#observe(startedAt, key, isMember);
      }
    }
    const known = this.#lists.get(name);
    if (!known || startedAt >= known.startedAt) {
      this.#reading.delete(name);
      const total = hasTotals ? body.total as number : undefined;
      this.#lists.set(name, { startedAt, members, total });
    }
  }

  async get(id: string): Promise<void> {
    this.#opened.add(id);
    this.#reading.add(id);
    const startedAt = this.#next();
    try {
      this.#observeRow(startedAt, await this.#send("GET", `/rows/${id}`));
      this.#reading.delete(id);
    } catch (error) {
      if ((error as Failure).status === 404) {
        this.#observe(startedAt, `${id} exists`, false);
      }
      throw error;
    }
  }

  patch(id: string, fields: Fields): Promise<void> {
    return this.#write(
      id,
      fieldsOf(id, fields),
      "PATCH",
      `/rows/${id}`,
      fields,
    );
  }

  move(id: string, status: Status): Promise<void> {
    return this.patch(id, { status });
  }

  delete(id: string): Promise<void> {
    const values = { [`${id} exists`]: false };
    return this.#write(id, values, "DELETE", `/rows/${id}`);
  }

  create(row: Row): Promise<void> {
    const { id, ...fields } = row;
    const values = { [`${id} exists`]: true, ...fieldsOf(id, fields) };
    return this.#write(id, values, "POST", "/rows", row);
  }

  leave(id: string): Promise<void> {
    const values = { [`${id} in team`]: false };
    return this.#write(id, values, "LEAVE", "/team/rows", { id });
  }

  join(id: string): Promise<void> {
    const values = { [`${id} exists`]: true, [`${id} in team`]: true };
    return this.#write(id, values, "JOIN", "/team/rows", { id });
  }

  put(row: Row): Promise<void> {
    const { id, ...fields } = row;
    return this.#write(id, fieldsOf(id, fields), "PUT", `/rows/${id}`, row);
  }

  restore(id: string): Promise<void> {
    return this.#write(id, {}, "RESTORE", `/rows/${id}/restore`);
  }

  ids(name: ListName): string[] | undefined {
    if (!this.#lists.has(name)) return undefined;
    return [...this.#known].filter((id) =>
      this.#shown(`${id} exists`) === true &&
      (name === "team"
        ? this.#shown(`${id} in team`) === true
        : name === "all" || this.#shown(`${id}.status`) === name) &&
      (name === "team" || !this.#isAbsent(id, name))
    );
  }

  /** Whether the list said so after all that is known of the row. */
  #isAbsent(id: string, name: ListName): boolean {
    const { value, observedAt } = this.#cell(`${id} in ${name}`);
    if (value !== false || this.#without.has("absent rows")) return false;
    return [`${id} exists`, `${id}.status`].every((key) => {
      const cell = this.#cell(key);
      return Math.max(cell.confirmedAt, cell.observedAt) < observedAt &&
        !(this.#setting.isOptimistic && cell.pending.length > 0);
    });
  }

  total(name: ListName): number | undefined {
    const list = this.#lists.get(name);
    if (list?.total === undefined) return undefined;
    const now = new Set(this.ids(name));
    return list.total + now.difference(list.members).size -
      list.members.difference(now).size;
  }

  copies(id: string, where: Place): Partial<Row>[] {
    const isListed = listNames.some((name) => this.ids(name)?.includes(id));
    const isSought = where === "store" ||
      where === "screen" && this.#opened.has(id);
    const isThere = isListed ||
      isSought && this.#shown(`${id} exists`) === true;
    if (!isThere) return [];
    const row: Record<string, unknown> = { id };
    for (const name of fieldNames) {
      row[name] = this.#shown(`${id}.${name}`);
    }
    return [row];
  }

  reopen(): void {}

  async flush(): Promise<void> {
    await settleTasks();
  }

  dispose(): void {
    this.#channel?.close();
  }

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
    row: string,
    values: Readonly<Record<string, unknown>>,
    method: string,
    path: string,
    body?: object,
  ): Promise<void> {
    const startedAt = this.#next();
    this.#known.add(row);
    const keys = [
      `${row} exists`,
      ...fieldNames.map((name) => `${row}.${name}`),
    ];
    const mutation: Mutation = {
      row,
      method,
      sent: values,
      startedAt,
      before: new Map(keys.map((key) => [key, this.#cell(key).value])),
      endedAt: Infinity,
      reported: new Map(),
      beneath: new Set(),
      isRefused: false,
      heard: this.#heard,
      toldAs: Infinity,
    };
    this.#mutations.push(mutation);
    for (const [key, value] of Object.entries(values)) {
      this.#cell(key).pending.push({ startedAt, value });
    }
    const settle = () => {
      mutation.endedAt = this.#next();
      for (const key of Object.keys(values)) {
        const { pending } = this.#cell(key);
        pending.splice(
          pending.findIndex((one) => one.startedAt === startedAt),
          1,
        );
      }
    };
    let answered: Row | undefined;
    try {
      answered = await this.#send(
        { RESTORE: "POST", LEAVE: "PATCH", JOIN: "POST" }[method] ?? method,
        path,
        body,
      );
      settle();
    } catch (error) {
      settle();
      const { status = 0 } = error as Failure;
      const isGone = /DELETE|LEAVE/.test(method) && status === 404 &&
        !this.#without.has("deletions of what is gone");
      if (!isGone) {
        mutation.isRefused = status >= 400 && status < 500;
        if (!mutation.isRefused && !this.#without.has("lost answers")) {
          this.#doubtful.add(row);
          this.#lost.add(row);
        }
        this.#askIfDoubtful(row);
        throw error;
      }
    }
    if (method === "RESTORE") {
      this.#confirm(mutation, `${row} exists`, true);
      mutation.reported.set(`${row} exists`, true);
    }
    for (const [key, value] of Object.entries(values)) {
      this.#confirm(mutation, key, value);
    }
    if (method === "PATCH" || method === "PUT") {
      this.#observe(startedAt, `${row} exists`, true);
    }
    if (answered && method !== "DELETE") this.#takeAnswer(mutation, answered);
    this.#tell(mutation);
    for (const other of this.#together(mutation)) {
      if (!other.isRefused && other.endedAt < Infinity) {
        this.#doubtIfTwice(mutation, other);
      }
    }
    this.#askIfDoubtful(row);
  }

  #confirm(
    { startedAt, endedAt }: Pick<Mutation, "startedAt" | "endedAt">,
    key: string,
    value: unknown,
  ): void {
    const cell = this.#cell(key);
    if (startedAt > cell.writtenAt || this.#without.has("writes by start")) {
      cell.value = value;
      cell.writtenAt = startedAt;
    }
    cell.confirmedAt = endedAt;
  }

  /** What a mutation did not send is a write where it is news, else an observation. */
  #takeAnswer(mutation: Mutation, { id, ...fields }: Row): void {
    const { startedAt, sent, before, method } = mutation;
    this.#observe(startedAt, `${id} exists`, true);
    for (const [key, value] of Object.entries(fieldsOf(id, fields))) {
      if (key in sent) continue;
      if (method === "RESTORE") {
        this.#confirm(mutation, key, value);
        mutation.reported.set(key, value);
        continue;
      }
      const isNews = value !== before.get(key) &&
        !this.#without.has("reported writes");
      if (!isNews) {
        this.#observe(startedAt, key, value);
        continue;
      }
      mutation.reported.set(key, value);
      const isSent = this.#together(mutation).some((other) =>
        key in other.sent && !other.isRefused
      );
      if (isSent) {
        this.#observe(startedAt, key, value);
        mutation.beneath.add(key);
      } else this.#confirm(mutation, key, value);
    }
  }

  /** Mutations of the row that were in flight at the same time. */
  #together({ row, startedAt, endedAt }: Mutation): Mutation[] {
    return this.#mutations.filter((other) =>
      other.row === row && other.startedAt !== startedAt &&
      other.endedAt > startedAt && other.startedAt < endedAt
    );
  }

  /** Notes that readers have to ask if two mutations wrote one thing. */
  #doubtIfTwice(one: Told, other: Told): void {
    const methods = [one.method, other.method];
    if (
      methods.includes("PUT") && methods.includes("DELETE") &&
      !this.#without.has("put beside deletion")
    ) this.#doubtful.add(one.row);
    const isTwice = methods.includes("RESTORE") ||
      Object.keys(one.sent).some((key) => key in other.sent) ||
      [...one.reported.keys()].some((key) => other.reported.has(key)) ||
      isNewsBeside(one, other) || isNewsBeside(other, one);
    if (isTwice && !this.#without.has("writes together")) {
      this.#doubtful.add(one.row);
    }
  }

  /** Reads everything that is shown once more, when no change of the row is in flight. */
  #askIfDoubtful(row: string, tells = true): void {
    const isPending = this.#mutations.some((other) =>
      other.row === row && other.endedAt === Infinity
    );
    if (isPending || !this.#doubtful.delete(row)) return;
    if (tells && this.#channel) {
      this.#told++;
      const doubt: Doubt = { doubtful: row };
      this.#channel.postMessage(doubt);
    }
    for (const name of this.#requested) this.list(name).catch(() => {});
    if (this.#opened.has(row)) this.get(row).catch(() => {});
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

/** Whether one reports another value than the other sent. */
function isNewsBeside({ reported }: Told, { sent }: Told): boolean {
  return [...reported].some(([key, value]) =>
    key in sent && sent[key] !== value
  );
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
