import type { PretendChannel } from "./channel.ts";
import type { Outcome, Row, Sequence } from "./contract.ts";
import type { PretendRequest } from "./server.ts";

/** What somebody changed: a field of a row (`1.title`), or whether it exists (`1 exists`). */
export interface Write {
  readonly key: string;
  /** Which write of the run it is. */
  readonly number: number;
  /** `undefined` as long as only the server knows. */
  value: unknown;
  state: "pending" | "confirmed" | "unknown";
  /** Whether it shows before it is confirmed. */
  readonly isOptimistic: boolean;
  /** When the server handled it. */
  handledAt: number;
  readonly tab: number;
  /** How many messages the other tab had been sent when this was told. */
  toldAt: number;
  /** Whether it changes what only a refused creation showed. */
  isBaseless?: boolean;
}

/** A request that changes something, with its writes. */
export interface Mutation {
  readonly id: string;
  readonly method: string;
  readonly writes: readonly Write[];
  readonly tab: number;
  /** Names of fields that only its answer tells. */
  readonly reported: readonly string[];
  /** How the client's promise was settled. */
  settled?: "fulfilled" | "rejected";
  /** Whether nobody waits for the answer any more. */
  isAborted?: boolean;
  /** Whether it was sent more than once. */
  isRepeated?: boolean;
  /** What becomes of it as soon as it is sent, where it waits in a queue. */
  outcome?: Outcome | undefined;
  /** Whether the page was reloaded that would be told. */
  isOrphaned?: boolean;
}

/** Fields that clients write. */
export const writtenFields = ["title", "note", "status", "f0", "f1"] as const;

/** Everything that was written in a run, and what has to show therefore. */
export class Ledger {
  readonly #sequence: Sequence;
  readonly #channel: PretendChannel | undefined;
  /** Writes that were not refused, by what they change, in the order in which they began. */
  readonly #writes = new Map<string, Write[]>();
  /** What two writes may have left as either. */
  readonly #contested = new Set<string>();
  #count = 0;
  /** Rows of which a write has had no answer: whether a POST to a list created them nobody knows. */
  readonly #lost = new Set<string>();
  /** Rows of which two tabs wrote something without having heard of each other. */
  readonly #entangled = new Set<string>();
  readonly #mutations = new Map<PretendRequest, Mutation>();
  #queue: Mutation[] | undefined;
  /** Mutations that were answered, and not settled yet. */
  readonly #answered = new Map<Mutation, "confirmed" | "unknown">();
  /** Values that somebody else wrote, and when. */
  readonly #foreign = new Map<string, { at: number; value: unknown }[]>();
  /** Of each row what the read said that began last. */
  readonly observed: Map<string, { sentAt: number; row: Row }> = new Map();
  /** Rows that were changed by a client. */
  readonly changed: Set<string> = new Set();
  /** Rows of which an answer without a body did not say what the server computed. */
  readonly uncounted: Set<string> = new Set();

  constructor(sequence: Sequence, channel: PretendChannel | undefined) {
    this.#sequence = sequence;
    this.#channel = channel;
  }

  /** Whether a row is there, as far as the last write says that a tab knows of. */
  isThere(id: string, tab: number): unknown {
    return this.#writes.get(`${id} exists`)?.findLast((write) =>
      write.tab === tab || this.#isHeard(write, tab)
    )?.value;
  }

  /** Whether mutations are sent one after the other; noted here in that order. */
  get #isSerial(): boolean {
    return this.#queue !== undefined;
  }

  /** Notes that the client sends mutations one after the other. */
  queueAll(): void {
    this.#queue = [];
  }

  /** Mutations of a queue that are not over, in the order in which they are sent. */
  get queue(): readonly Mutation[] {
    return this.#queue?.filter(({ settled }) => !settled) ?? [];
  }

  /** Whether somebody else wrote anything. */
  get isForeign(): boolean {
    return this.#foreign.size > 0;
  }

  /** Whether a mutation of a tab waits for its answer. */
  isWaiting(tab: number): boolean {
    return [...this.#mutations.values()].some((one) =>
      one.tab === tab && one.writes.some(({ state }) => state === "pending")
    );
  }

  /**
   * Notes a mutation that begins.
   *
   * @param reported Names of fields that it does not send: its answer reports them.
   * @returns Its writes; `undefined` if it would be in flight together with another write of the same thing, and that is not what the run is about.
   */
  begin(
    tab: number,
    method: string,
    id: string,
    fields: Readonly<Record<string, unknown>>,
    reported: readonly string[] = [],
  ): Mutation | undefined {
    const values: [string, unknown][] = Object.entries(fields)
      .map(([name, value]) => [`${id}.${name}`, value]);
    if (method === "DELETE") values.push([`${id} exists`, false]);
    if (method === "POST") values.push([`${id} exists`, true]);
    if (method === "LEAVE") values.push([`${id} in team`, false]);
    if (method === "JOIN") {
      values.push([`${id} exists`, true], [`${id} in team`, true]);
    }
    if (method === "RESTORE") {
      values.push([`${id} exists`, true]);
      for (const name of writtenFields) {
        values.push([`${id}.${name}`, undefined]);
      }
    }
    const keys = values.map(([key]) => key);
    const { mayOverlap, isOptimistic } = this.#sequence;
    const keepsOrder = this.#sequence.keepsOrder || this.#isSerial;
    const overlapping = keys.filter((key) =>
      this.#writes.get(key)?.some(({ state }) => state === "pending")
    );
    const exists = `${id} exists`;
    const isBeside = this.#isPutBesideDeletion(method, id);
    if (
      (overlapping.length > 0 || isBeside) && !keepsOrder && !mayOverlap
    ) return undefined;
    for (const key of overlapping) {
      if (!keepsOrder || reported.includes(key.split(".")[1]!)) {
        this.#contested.add(key);
      }
    }
    // whether a PUT created the row only the server knows, also where it keeps the order
    if (isBeside) this.#contested.add(exists);
    const isUnheard = (key: string) =>
      this.#writes.get(key)?.some((write) =>
        write.tab !== tab && !this.#isHeard(write, tab)
      );
    for (const key of keys.filter(isUnheard)) this.#contested.add(key);
    // a deletion writes each field
    const isBesideDeletion = this.#writes.get(exists)?.some((write) =>
      write.value === false && write.tab !== tab && !this.#isHeard(write, tab)
    );
    for (const name of this.#sequence.isStrict ? [] : writtenFields) {
      const key = `${id}.${name}`;
      if (isBesideDeletion || method === "DELETE" && isUnheard(key)) {
        this.#contested.add(key);
      }
    }
    const row = [
      exists,
      `${id} in team`,
      ...writtenFields.map((name) => `${id}.${name}`),
    ];
    if (row.some(isUnheard)) this.#entangled.add(id);
    if (method === "PUT" && isUnheard(exists)) this.#contested.add(exists);
    if (
      method === "DELETE" &&
      writtenFields.some((name) => isUnheard(`${id}.${name}`))
    ) this.#contested.add(exists);
    if (method === "JOIN" && this.#lost.has(id)) this.#contestFields(id);
    this.changed.add(id);
    const writes = values.map(([key, value]): Write => {
      const write: Write = {
        key,
        number: ++this.#count,
        value,
        state: "pending",
        // nobody knows what a row was before it is restored
        isOptimistic: isOptimistic && method !== "RESTORE",
        handledAt: 0,
        tab,
        toldAt: Infinity,
      };
      const known = this.#writes.get(key);
      if (known) known.push(write);
      else this.#writes.set(key, [write]);
      return write;
    });
    const mutation: Mutation = { id, method, writes, tab, reported };
    this.#queue?.push(mutation);
    return mutation;
  }

  /** Notes by which request a mutation was sent. */
  sent(request: PretendRequest, mutation: Mutation): void {
    this.#mutations.set(request, mutation);
  }

  /**
   * Notes a request that nobody called for: another attempt at a mutation that
   * had no answer, or one that waited for its turn.
   *
   * @returns What is wrong, if it is not its turn.
   */
  sentAgain(request: PretendRequest): string | undefined {
    if (this.#mutations.has(request)) return;
    if (this.#isSerial) return this.#sentInTurn(request);
    for (const [{ method, path, body }, mutation] of this.#mutations) {
      if (
        method === request.method && path === request.path &&
        isEqual(body, request.body) &&
        // another one that sends the same may wait for its answer
        !mutation.settled && this.#answered.get(mutation) === "unknown"
      ) {
        this.#answered.delete(mutation);
        mutation.isRepeated = true;
        // whether it comes after what began later only the server knows
        for (const write of mutation.writes) {
          const { key } = write;
          if (this.#writes.get(key)?.at(-1) !== write) this.#contested.add(key);
        }
        return void this.#mutations.set(request, mutation);
      }
    }
  }

  #sentInTurn(request: PretendRequest): string | undefined {
    const { method, path, body } = request;
    const [next] = this.queue;
    if (next?.id !== (body?.id ?? path.split("/")[2])) {
      return `${method} ${path} was sent, and it was the turn of ${
        next ? `${next.method} ${next.id}` : "nothing"
      }`;
    }
    if (this.#isSent(next!)) next!.isRepeated = true;
    else request.outcome = next!.outcome ?? request.outcome;
    this.#answered.delete(next!);
    this.#mutations.set(request, next!);
  }

  #isSent(mutation: Mutation): boolean {
    return [...this.#mutations.values()].includes(mutation);
  }

  /**
   * Notes fields of a row that a client was told of, which is confirmed at once.
   *
   * @param isWritten whether that is a write, and not what the server was heard to say
   * @returns Whether it may be told: nothing is heard of a field whose write is in flight, or of which an answer on its way reports what was heard before, which stands over that.
   */
  heard(
    tab: number,
    id: string,
    fields: Readonly<Record<string, unknown>>,
    isWritten: boolean,
    at: number,
  ): boolean {
    const isPending = (name: string) =>
      this.#writes.get(`${id}.${name}`)?.some(({ state }) =>
        state === "pending"
      );
    const exists = this.#writes.get(`${id} exists`) ?? [];
    if (exists.some(({ state }) => state === "pending")) return false;
    const pending = Object.keys(fields).filter(isPending);
    if (
      !isWritten &&
      Object.keys(fields).some((name) =>
        isPending(name) || this.#isReported(id, name)
      )
    ) return false;
    for (const name of pending) this.#contested.add(`${id}.${name}`);
    this.changed.add(id);
    this.uncounted.add(id);
    for (const [name, value] of Object.entries(fields)) {
      const key = `${id}.${name}`;
      const known = this.#writes.get(key) ?? [];
      this.#writes.set(key, known);
      known.push({
        key,
        number: ++this.#count,
        value,
        state: "confirmed",
        isOptimistic: false,
        handledAt: at,
        tab,
        toldAt: Infinity,
      });
    }
    return true;
  }

  /** Whether an answer on its way says what a field has become since its mutation began. */
  #isReported(id: string, name: string): boolean {
    return this.pendingOf(id).some(({ writes: [first] }) =>
      first!.handledAt > 0 &&
      this.#writes.get(`${id}.${name}`)?.some(({ number }) =>
        number > first!.number
      )
    );
  }

  /**
   * Notes that a client has forgotten everything: only the server knows what
   * becomes of what is in flight.
   */
  forget(): void {
    this.observed.clear();
    for (const mutation of this.#mutations.values()) {
      if (!mutation.settled) this.abort(mutation);
    }
    this.#writes.clear();
  }

  /** Mutations of a row that wait for their answers. */
  pendingOf(id: string): Mutation[] {
    return [...this.#mutations.values()].filter((mutation) =>
      mutation.id === id && !mutation.settled
    );
  }

  /** Notes that nobody waits for the answer to a mutation any more. */
  abort(mutation: Mutation): void {
    mutation.isAborted = true;
    for (const write of mutation.writes) {
      write.state = "unknown";
      this.#contested.add(write.key);
    }
  }

  /** Notes that the server handled a request. */
  handled(request: PretendRequest): void {
    for (const write of this.#mutations.get(request)?.writes ?? []) {
      write.handledAt = request.handledAt!;
    }
  }

  /**
   * Notes that the answer to a request arrived.
   *
   * @returns The mutation that it answers.
   */
  answered(request: PretendRequest): Mutation | undefined {
    const { sentAt, sender, status = 0, answer } = request;
    // tabs may tell each other what they read
    const counts = !sender.isGone && this.#sequence.tabs === 1;
    for (const row of counts ? rowsIn(request) : []) {
      if (!(sentAt < (this.observed.get(row.id)?.sentAt ?? 0))) {
        this.observed.set(row.id, { sentAt, row });
      }
    }
    const mutation = this.#mutations.get(request);
    if (!mutation || mutation.isAborted || sender.isGone) return undefined;
    const { id, method, writes, reported } = mutation;
    const isConfirmed = status >= 200 && status < 300 ||
      /^(?:DELETE|LEAVE)$/.test(method) && (status === 404 || status === 410);
    const isUnknown = status === 0 || status >= 500 ||
      // what the first attempt created is in the way of the second one
      status === 409 && mutation.isRepeated === true;
    const exists = `${id} exists`;
    // a PUT creates what is missing, such as what was not created before
    if (
      method === "PUT" && isConfirmed &&
      this.#writes.get(exists)?.some(({ value }) => value === false)
    ) this.#contested.add(exists);
    if (status === 204) this.uncounted.add(id);
    if (isUnknown) {
      this.#lost.add(id);
      const isJoined = this.pendingOf(id).some(({ method }) =>
        method === "JOIN"
      );
      if (isJoined) this.#contestFields(id);
    }
    for (const write of writes) {
      if (isConfirmed) {
        const [, field] = write.key.split(".");
        if (status === 204 && reported.includes(field!)) {
          this.#contested.add(write.key);
        }
        if (write.value === undefined && field && status !== 204) {
          write.value = (answer as Record<string, unknown>)[field];
        }
      } else if (!isUnknown) {
        // the first attempt may have been carried out, and read since
        if (mutation.isRepeated) this.#contested.add(write.key);
        const known = this.#writes.get(write.key)!;
        known.splice(known.indexOf(write), 1);
      }
    }
    const isRefused = !isConfirmed && !isUnknown;
    if (isRefused && /POST|RESTORE/.test(method)) this.#orphan(id);
    const state = isConfirmed ? "confirmed" : "unknown";
    if (isConfirmed || isUnknown) this.#answered.set(mutation, state);
    return mutation;
  }

  #contestFields(id: string): void {
    for (const name of writtenFields) this.#contested.add(`${id}.${name}`);
  }

  /** There is no row that what is pending of it could be seen of. */
  #orphan(id: string): void {
    for (const mutation of [...this.#mutations.values(), ...this.queue]) {
      if (mutation.id !== id) continue;
      for (const write of mutation.writes) {
        if (write.state === "pending") write.isBaseless = true;
      }
      // it may have created the row already
      if (mutation.method === "PUT" && !mutation.settled) {
        this.#contested.add(`${id} exists`);
      }
    }
  }

  /** What was answered is confirmed as soon as the client says so: when the promise of the mutation is settled. */
  settle(): void {
    for (const [mutation, state] of this.#answered) {
      if (!mutation.settled) continue;
      for (const write of mutation.writes) write.state = state;
      this.#answered.delete(mutation);
    }
  }

  /** Notes that a tab has told the other one what it knows. */
  told({ writes, tab }: Mutation): void {
    for (const write of writes) {
      write.toldAt = this.#channel?.sent[1 - tab] ?? 0;
    }
  }

  /** Notes what somebody else writes. */
  noteForeign(key: string, value: unknown, at: number): void {
    const known = this.#foreign.get(key) ?? [];
    this.#foreign.set(key, known);
    known.push({ at, value });
  }

  /** What has to show in a tab for a field or the existence of a row: its last write, where that is certain. */
  certain(key: string, tab: number): Write | undefined {
    if (this.#contested.has(key)) return undefined;
    const last = this.#writes.get(key)?.at(-1);
    if (!last || last.value === undefined || last.state === "unknown") {
      return undefined;
    }
    const isForeign = last.tab !== tab;
    if (isForeign && !this.#isHeard(last, tab)) return undefined;
    const [id = ""] = key.split(/[ .]/);
    // a deletion writes each field
    const isDeleted = this.#writes.get(`${id} exists`)?.some((write) =>
      write.value === false && write.state === "confirmed" &&
      write.number > last.number
    );
    if (isDeleted && key.includes(".")) return undefined;
    // what an answer brought beside may stand over it, until both have asked
    if (isForeign && this.#entangled.has(id)) return undefined;
    if (last.state === "pending" && (!last.isOptimistic || last.isBaseless)) {
      return undefined;
    }
    const isOverwritten = last.state === "confirmed" &&
      this.#foreign.get(key)?.some(({ at }) => at > last.handledAt);
    return isOverwritten ? undefined : last;
  }

  /** Whether a field was written more than once, so that a tab which hears of the last write may not know what it was before. */
  isRewritten(key: string): boolean {
    return (this.#writes.get(key)?.length ?? 0) > 1;
  }

  /** Whether anything was written of a field or the existence of a row, also if it was forgotten while it was in flight. */
  isWritten(key: string): boolean {
    return this.#contested.has(key) ||
      (this.#writes.get(key)?.length ?? 0) > 0;
  }

  /** Whether a tab knows of a write of the other one. */
  #isHeard({ toldAt }: Write, tab: number): boolean {
    return (this.#channel?.heard[tab] ?? 0) >= toldAt;
  }

  #isPutBesideDeletion(method: string, id: string): boolean {
    const besides: Record<string, readonly string[]> = {
      PUT: ["PUT", "DELETE"],
      DELETE: ["PUT"],
    };
    return [...this.#mutations.values(), ...this.queue].some((other) =>
      other.id === id && besides[method]?.includes(other.method) &&
      other.writes.some(({ state }) => state === "pending")
    );
  }
}

function isEqual(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

/** Rows that an answer has. */
function rowsIn({ method, status = 0, answer }: PretendRequest): Row[] {
  if (status < 200 || status > 201 || method === "DELETE") return [];
  const { items = answer } = answer as { items?: unknown };
  return [items].flat() as Row[];
}
