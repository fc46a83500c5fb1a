import {
  type Fields,
  type ListName,
  listNames,
  type Outcome,
  type Row,
  type Sequence,
  type Step,
  type Subject,
  type SubjectFactory,
} from "./contract.ts";
import { type PretendRequest, PretendServer } from "./server.ts";

/** What became of a run. */
export interface RunReport {
  /** What was wrong first; `undefined` if nothing was. */
  readonly fault: string | undefined;
  /** How many requests the client sent. */
  readonly requests: number;
  /** How many of them it sent by itself: nobody called a method for them. */
  readonly background: number;
  /** What happened, for people. */
  readonly story: readonly string[];
}

/** What somebody changed: a field of a row, or whether it exists. */
interface Write {
  readonly key: string;
  /** `undefined` as long as only the server knows. */
  value: unknown;
  state: "pending" | "confirmed" | "unknown";
  /** Whether it shows before it is confirmed. */
  readonly isOptimistic: boolean;
  /** When the server handled it. */
  handledAt: number;
}

interface Mutation {
  readonly method: string;
  readonly writes: Write[];
  /** The client's promise was settled so. */
  settled?: "fulfilled" | "rejected";
}

/** How often a client may ask by itself before that has no end. */
const mostRounds = 20;

/**
 * Carries out a run, checks what shows after each step, and at the end whether
 * all is as the server has it.
 *
 * @param makeSubject Makes the client.
 * @param sequence What happens.
 */
export async function carryOut(
  makeSubject: SubjectFactory,
  sequence: Sequence,
): Promise<RunReport> {
  const run = new Run(makeSubject, sequence);
  let fault: string | undefined;
  try {
    await run.carryOut();
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    fault = error.message;
  } finally {
    await run.dispose();
  }
  const { server: { requests }, asked, story } = run;
  return { fault, requests, background: requests - asked, story };
}

class Wrong extends Error {}

class Run {
  readonly server: PretendServer;
  readonly story: string[] = [];
  /** Requests that a step made. */
  asked = 0;
  readonly #sequence: Sequence;
  readonly #subject: Subject;
  /** Writes that were not refused, by what they change, in the order in which they began. */
  readonly #writes = new Map<string, Write[]>();
  /** What two writes may have left as either. */
  readonly #contested = new Set<string>();
  readonly #mutations = new Map<PretendRequest, Mutation>();
  /** Values that somebody else wrote, and when. */
  readonly #foreign = new Map<string, { at: number; value: unknown }[]>();
  /** Of each row what the read said that began last. */
  readonly #observed = new Map<string, { sentAt: number; row: Row }>();
  /** Rows that were changed here. */
  readonly #changed = new Set<string>();
  /** Rows of which an answer without a body did not say what the server computed. */
  readonly #uncounted = new Set<string>();
  /** Rows that the client heard of. */
  readonly #known = new Set<string>();
  readonly #loaded = new Set<ListName>();
  #count = 0;

  constructor(makeSubject: SubjectFactory, sequence: Sequence) {
    this.#sequence = sequence;
    const { isOptimistic, hasTotals, countsRevisions } = sequence;
    this.server = new PretendServer({ hasTotals, countsRevisions });
    this.#subject = makeSubject({
      fetch: this.server.fetch,
      isOptimistic,
      hasTotals,
    });
    const modes = [
      sequence.keepsOrder ? "order kept" : "any order",
      isOptimistic ? "optimistic" : "not optimistic",
      ...hasTotals ? ["totals"] : [],
      ...countsRevisions ? ["rev"] : [],
    ];
    this.story.push(`(${modes.join(", ")})`);
  }

  async carryOut(): Promise<void> {
    for (const name of this.#sequence.loaded) {
      await this.#read(name);
      await this.#handle(0);
      await this.#answer(0);
    }
    for (const step of this.#sequence.steps) {
      await this.#take(step);
      this.#check();
    }
    this.story.push("then everything is handled and answered");
    await this.#drain();
    this.#subject.reopen();
    await this.#subject.flush();
    await this.#drain();
    if (this.#foreign.size > 0) {
      this.story.push("everything is read once more");
      for (const name of this.#loaded) await this.#read(name);
      for (const id of this.#known) {
        await this.#ask(() => this.#subject.get(id));
      }
      await this.#drain();
    }
    this.#checkEnd();
  }

  async dispose(): Promise<void> {
    await this.#subject.dispose();
  }

  async #take(step: Step): Promise<void> {
    const subject = this.#subject;
    switch (step.do) {
      case "list":
        return await this.#read(step.list);
      case "get":
        this.#tell(`GET ${step.id} is sent`);
        return await this.#ask(() => subject.get(step.id));
      case "handle":
        return await this.#handle(step.which);
      case "answer":
        return await this.#answer(step.which);
      case "foreign":
        return this.#changeFromOutside(step);
      case "patch": {
        if (!this.#isEditable(step.id)) return;
        const fields: Record<string, unknown> = {};
        for (const name of step.fields) fields[name] = this.#newValue(name);
        return await this.#mutate(
          step.outcome,
          "PATCH",
          step.id,
          fields,
          () => subject.patch(step.id, fields as Fields),
        );
      }
      case "move":
      case "patchStatus": {
        const { id, status } = step;
        if (!this.#isEditable(id)) return;
        return await this.#mutate(
          step.outcome,
          step.do === "move" ? "MOVE" : "PATCH",
          id,
          { status },
          () =>
            step.do === "move"
              ? subject.move(id, status)
              : subject.patch(id, { status }),
        );
      }
      case "put": {
        const [shown] = subject.copies(step.id, "screen");
        if (!shown || shown.f0 === undefined || !this.#isEditable(step.id)) {
          return;
        }
        const { rev: _, ...row } = shown as Row;
        const sent = { ...row, title: this.#newValue("title") as string };
        const { id, ...fields } = sent;
        return await this.#mutate(
          step.outcome,
          "PUT",
          id,
          fields,
          () => subject.put(sent),
        );
      }
      case "delete":
        if (!this.#isEditable(step.id)) return;
        return await this.#mutate(
          step.outcome,
          "DELETE",
          step.id,
          {},
          () => subject.delete(step.id),
        );
      case "restore":
        if (this.#isThere(step.id) !== false) return;
        return await this.#mutate(
          step.outcome,
          "RESTORE",
          step.id,
          {},
          () => subject.restore(step.id),
        );
      case "create": {
        const { id, status } = step;
        // who creates a row believes that there is none
        if (this.#isThere(id) ?? this.server.rows.has(id)) return;
        const fields = {
          title: this.#newValue("title") as string,
          note: "",
          status,
          f0: this.#newValue("f0") as number,
          f1: 0,
        };
        return await this.#mutate(
          step.outcome,
          "POST",
          id,
          fields,
          () => subject.create({ id, ...fields }),
        );
      }
    }
  }

  /** Whether somebody who sees the screen could change a row. */
  #isEditable(id: string): boolean {
    return this.#isThere(id) !== false &&
      this.#subject.copies(id, "screen").length > 0;
  }

  /** Whether a row is there, as far as its last write says. */
  #isThere(id: string): unknown {
    return this.#writes.get(`${id} exists`)?.at(-1)?.value;
  }

  #newValue(field: string): unknown {
    this.#count++;
    return field.startsWith("f") ? this.#count : `v${this.#count}`;
  }

  async #read(name: ListName): Promise<void> {
    this.#tell(`list of ${name} is requested`);
    this.#loaded.add(name);
    await this.#ask(() => this.#subject.list(name));
  }

  async #ask(read: () => Promise<unknown>): Promise<void> {
    const before = this.server.requests;
    read().catch(() => {});
    await this.#subject.flush();
    this.asked += this.server.requests - before;
  }

  async #mutate(
    outcome: Outcome,
    method: string,
    id: string,
    fields: Readonly<Record<string, unknown>>,
    send: () => Promise<unknown>,
  ): Promise<void> {
    const values: [string, unknown][] = Object.entries(fields)
      .map(([name, value]) => [`${id}.${name}`, value]);
    if (method === "DELETE") values.push([`${id} exists`, false]);
    if (method === "POST") values.push([`${id} exists`, true]);
    if (method === "RESTORE") {
      values.push([`${id} exists`, true]);
      for (const name of ["title", "note", "status", "f0", "f1"]) {
        values.push([`${id}.${name}`, undefined]);
      }
    }
    const touched = values.map(([key]) => key);
    // it may create the row that is being deleted
    if (method === "PUT" || method === "DELETE") touched.push(`${id} put`);
    const others = [...this.#mutations.values()];
    const isPending = (key: string) =>
      this.#writes.get(key)?.some(({ state }) => state === "pending") ||
      key.endsWith(" put") &&
        others.some((other) =>
          (other.method === "PUT" || method === "PUT") &&
          other.writes.some((write) =>
            write.state === "pending" && write.key.split(/[ .]/)[0] === id &&
            (other.method === "PUT" || other.method === "DELETE")
          )
        );
    const { keepsOrder, mayOverlap } = this.#sequence;
    const overlapping = touched.filter(isPending);
    if (overlapping.length > 0 && !keepsOrder && !mayOverlap) return;
    for (const key of overlapping) {
      // whether a PUT created the row only the server knows, also where it keeps the order
      if (key.endsWith(" put")) this.#contested.add(`${id} exists`);
      else if (!keepsOrder) this.#contested.add(key);
    }
    this.#tell(
      `${method} ${id} ${
        JSON.stringify(fields).replaceAll('"', "")
      } is sent, to be ${outcome}`,
    );
    const writes = values.map(([key, value]): Write => {
      const write: Write = {
        key,
        value,
        state: "pending",
        // nobody knows what a row was before it is restored
        isOptimistic: this.#sequence.isOptimistic && method !== "RESTORE",
        handledAt: 0,
      };
      const known = this.#writes.get(key);
      if (known) known.push(write);
      else this.#writes.set(key, [write]);
      return write;
    });
    this.#changed.add(id);
    const { server } = this;
    const before = server.requests;
    server.nextOutcome = outcome;
    server.lastMutation = undefined;
    const mutation: Mutation = { method, writes };
    send().then(
      () => mutation.settled = "fulfilled",
      () => mutation.settled = "rejected",
    );
    await this.#subject.flush();
    this.asked += server.requests > before ? 1 : 0;
    const request = server.lastMutation as PretendRequest | undefined;
    if (!request) throw new Wrong(`${method} ${id} was not sent`);
    this.#mutations.set(request, mutation);
  }

  async #handle(which: number): Promise<void> {
    const { waiting } = this.server;
    if (waiting.length === 0) return;
    const request = this.server.handle(
      this.#sequence.keepsOrder ? 0 : which % waiting.length,
    );
    const status = request.status || "no answer";
    this.#tell(`the server handles ${nameOf(request)}: ${status}`);
    for (const write of this.#mutations.get(request)?.writes ?? []) {
      write.handledAt = request.handledAt!;
    }
    await this.#subject.flush();
  }

  async #answer(which: number): Promise<void> {
    const { answers } = this.server;
    if (answers.length === 0) return;
    const request = this.server.answer(which % answers.length);
    this.#tell(
      `${nameOf(request)} is answered: ${request.status || "connection lost"} ${
        request.status && request.status !== 204 ? brief(request.answer) : ""
      }`,
    );
    const mutation = this.#mutations.get(request);
    if (mutation) this.#settle(request, mutation);
    for (const row of rowsIn(request)) {
      this.#known.add(row.id);
      const { sentAt } = request;
      if (!(sentAt < (this.#observed.get(row.id)?.sentAt ?? 0))) {
        this.#observed.set(row.id, { sentAt, row });
      }
    }
    await this.#subject.flush();
    if (mutation) {
      const { status = 0 } = request;
      const isRight = status >= 200 && status < 300
        ? mutation.settled === "fulfilled"
        : mutation.settled !== undefined;
      if (!isRight) {
        throw new Wrong(
          `${nameOf(request)} was answered ${status}, and its promise was ${
            mutation.settled ?? "not settled"
          }`,
        );
      }
    }
  }

  #settle(request: PretendRequest, { method, writes }: Mutation): void {
    const { status = 0, answer } = request;
    const isConfirmed = status >= 200 && status < 300 ||
      method === "DELETE" && (status === 404 || status === 410);
    const isUnknown = status === 0 || status >= 500;
    const [{ key: first = "" } = {}] = writes;
    const [id = ""] = first.split(/[ .]/);
    // a PUT creates what is missing, such as what was not created before
    if (method === "PUT" && isConfirmed && this.#isThere(id) === false) {
      this.#contested.add(`${id} exists`);
    }
    if (status === 204) this.#uncounted.add(id);
    for (const write of writes) {
      if (isConfirmed) {
        write.state = "confirmed";
        const [, field] = write.key.split(".");
        if (write.value === undefined && field && status !== 204) {
          write.value = (answer as Record<string, unknown>)[field];
        }
      } else if (isUnknown) write.state = "unknown";
      else {
        const known = this.#writes.get(write.key)!;
        known.splice(known.indexOf(write), 1);
      }
    }
  }

  #changeFromOutside({ id, what }: Step & { do: "foreign" }): void {
    const { server } = this;
    const row = server.rows.get(id);
    if ((what === "create") === Boolean(row)) return;
    if (what === "delete") {
      server.remove(id);
      this.#noteForeign(`${id} exists`, false);
    } else {
      const value = this.#newValue(what === "create" ? "title" : what);
      const next: Row = row ? { ...row, [what]: value } : {
        id,
        title: value as string,
        note: "",
        status: "open",
        f0: 0,
        f1: 0,
      };
      server.change(next);
      if (!row) this.#noteForeign(`${id} exists`, true);
      for (const [name, written] of Object.entries(next)) {
        if (!row || name === what) this.#noteForeign(`${id}.${name}`, written);
      }
    }
    this.#tell(`somebody else: ${what} of ${id}`);
  }

  #noteForeign(key: string, value: unknown): void {
    const known = this.#foreign.get(key) ?? [];
    this.#foreign.set(key, known);
    known.push({ at: this.server.now, value });
  }

  /** Until nothing is on its way any more. */
  async #drain(): Promise<void> {
    const { server } = this;
    for (let round = 0; round < mostRounds; round++) {
      const { ending } = this.#sequence;
      while (server.waiting.length > 0) await this.#handle(ending);
      while (server.answers.length > 0) {
        await this.#answer(ending);
        this.#check();
      }
      if (server.waiting.length === 0) return;
    }
    throw new Wrong("the client asks again and again");
  }

  /** What has to show for a cell: its last write, if that is certain. */
  #certain(key: string): Write | undefined {
    if (this.#contested.has(key)) return undefined;
    const last = this.#writes.get(key)?.at(-1);
    if (!last || last.value === undefined || last.state === "unknown") {
      return undefined;
    }
    return last.state === "pending" && !last.isOptimistic ? undefined : last;
  }

  /** Whether somebody else may have overwritten a write, as far as anybody here knows. */
  #isOverwritten({ key, state, handledAt }: Write): boolean {
    return state === "confirmed" &&
      this.#foreign.get(key)?.some(({ at }) => at > handledAt) === true;
  }

  #check(): void {
    this.#checkObservations();
    this.#checkWrites();
    this.#checkLists();
  }

  /** Of two reads the one that began later counts, where nobody here changes anything. */
  #checkObservations(): void {
    for (const [id, { row }] of this.#observed) {
      if (this.#changed.has(id)) continue;
      for (const copy of this.#subject.copies(id, "store")) {
        for (const name of ["title", "f0"] as const) {
          if (copy[name] !== undefined && copy[name] !== row[name]) {
            throw new Wrong(
              `${name} of ${id} shows ${copy[name]}, and the newest read said ${
                row[name]
              }`,
            );
          }
        }
      }
    }
  }

  #checkWrites(): void {
    const subject = this.#subject;
    for (const id of ["1", "2", "3", "4"]) {
      const exists = this.#certain(`${id} exists`);
      const isOverwritten = exists && this.#isOverwritten(exists);
      if (exists && !isOverwritten && exists.value === false) {
        // a page that shows the row keeps it until the deletion is confirmed
        const where = exists.state === "pending" ? "lists" : "store";
        if (subject.copies(id, where).length > 0) {
          throw new Wrong(`${id} was deleted, and shows`);
        }
        continue;
      }
      const copies = subject.copies(id, "store");
      if (exists && !isOverwritten && copies.length === 0) {
        throw new Wrong(`${id} was created, and does not show`);
      }
      for (const name of ["title", "note", "status", "f0", "f1"] as const) {
        const write = this.#certain(`${id}.${name}`);
        if (!write || this.#isOverwritten(write)) continue;
        for (const copy of copies) {
          if (copy[name] !== undefined && copy[name] !== write.value) {
            throw new Wrong(
              `${name} of ${id} shows ${copy[name]}, and ${write.value} was ${
                write.state === "confirmed" ? "confirmed" : "sent"
              }`,
            );
          }
        }
      }
      const status = this.#certain(`${id}.status`);
      for (const name of listNames) {
        const ids = subject.ids(name);
        if (!ids || this.#foreign.size > 0) continue;
        const isListed = ids.includes(id);
        const isKnownThere = exists ? exists.value === true : isListed ||
          !this.#writes.has(`${id} exists`) && this.server.rows.has(id);
        const belongs = name === "all"
          ? exists?.value
          : status && isKnownThere && status.value === name;
        if (belongs === true && !isListed) {
          throw new Wrong(`${id} is not in the list of ${name}`);
        }
        if (name !== "all" && status && status.value !== name && isListed) {
          throw new Wrong(
            `${id} is ${status.value} and in the list of ${name}`,
          );
        }
      }
    }
  }

  #checkLists(): void {
    const subject = this.#subject;
    for (const name of listNames) {
      const ids = subject.ids(name);
      if (ids && new Set(ids).size < ids.length) {
        throw new Wrong(`the list of ${name} has a row twice: ${ids}`);
      }
      const total = subject.total(name);
      if (ids && total !== undefined && total !== ids.length) {
        throw new Wrong(
          `the list of ${name} shows ${ids.length} rows and the total ${total}`,
        );
      }
    }
  }

  #checkEnd(): void {
    const { server } = this;
    for (const name of listNames) {
      const ids = this.#subject.ids(name);
      if (!ids) {
        if (this.#loaded.has(name)) {
          throw new Wrong(`the list of ${name} does not show at the end`);
        }
        continue;
      }
      const right = server.listed(name === "all" ? undefined : name)
        .map(({ id }) => id);
      if ([...ids].sort().join() !== [...right].sort().join()) {
        throw new Wrong(
          `the list of ${name} ends as ${ids}; the server has ${right}`,
        );
      }
      const total = this.#subject.total(name);
      if (total !== undefined && total !== right.length) {
        throw new Wrong(
          `the total of ${name} ends as ${total}; the server has ${right.length}`,
        );
      }
    }
    for (const id of ["1", "2", "3", "4"]) {
      const row = server.rows.get(id);
      const copies = this.#subject.copies(id, row ? "screen" : "lists");
      if (!row && copies.length > 0) throw new Wrong(`${id} shows at the end`);
      for (const copy of copies) {
        for (const [name, value] of Object.entries(row ?? {})) {
          const shown = copy[name as keyof Row];
          if (name === "rev" && this.#uncounted.has(id)) continue;
          if (shown !== undefined && shown !== value) {
            throw new Wrong(
              `${name} of ${id} ends as ${shown}; the server has ${value}`,
            );
          }
        }
      }
    }
  }

  #tell(text: string): void {
    this.story.push(text.trimEnd());
  }
}

function nameOf({ method, path, body }: PretendRequest): string {
  return `${method} ${path}${body ? ` ${brief(body)}` : ""}`;
}

function brief(value: unknown): string {
  return JSON.stringify(value).replaceAll('"', "");
}

/** Rows that an answer has. */
function rowsIn({ method, status = 0, answer }: PretendRequest): Row[] {
  if (status < 200 || status > 201 || method === "DELETE") return [];
  const { items = answer } = answer as { items?: unknown };
  return [items].flat() as Row[];
}
