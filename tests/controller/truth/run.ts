import { PretendChannel } from "./channel.ts";
import { faultAtEnd, faultIn, type Tab } from "./checks.ts";
import type {
  Fields,
  ListName,
  Outcome,
  Row,
  Sequence,
  Step,
  SubjectFactory,
} from "./contract.ts";
import { Ledger, type Mutation } from "./ledger.ts";
import { type PretendRequest, PretendServer } from "./server.ts";

/** What became of a run. */
export interface RunReport {
  /** What was wrong first; `undefined` if nothing was. */
  readonly fault: string | undefined;
  /** How many requests the client sent, until all was answered and nobody looked again. */
  readonly requests: number;
  /** How many of them it sent by itself: nobody called a method for them. */
  readonly background: number;
  /** What happened, for people; until the fault. */
  readonly story: readonly string[];
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
  try {
    await run.carryOut();
  } finally {
    await run.dispose();
  }
  const { fault, requests, background, story } = run;
  return { fault, requests, background, story };
}

class Run implements RunReport {
  fault: string | undefined;
  requests = 0;
  background = 0;
  readonly story: string[] = [];
  readonly #sequence: Sequence;
  readonly #makeSubject: SubjectFactory;
  readonly #server: PretendServer;
  readonly #channel: PretendChannel | undefined;
  readonly #ledger: Ledger;
  readonly #tabs: Tab[] = [];
  readonly #storages: Map<string, string>[] = [];
  /** The PATCH that was sent last. */
  #lastPatch: Mutation | undefined;
  /** Requests that were called for. */
  #asked = 0;
  #count = 0;

  constructor(makeSubject: SubjectFactory, sequence: Sequence) {
    const { tabs, isOptimistic, hasTotals, countsRevisions } = sequence;
    this.#makeSubject = makeSubject;
    this.#sequence = sequence;
    this.#server = new PretendServer({ hasTotals, countsRevisions });
    this.#channel = tabs > 1 ? new PretendChannel() : undefined;
    this.#ledger = new Ledger(sequence, this.#channel);
    const hasReloads = sequence.steps.some((step) => step.do === "reload");
    for (let index = 0; index < tabs; index++) {
      if (hasReloads) this.#storages.push(new Map());
      const clockError = index > 0 ? sequence.clockError : 0;
      this.#tabs.push({
        index,
        ...this.#open(index, clockError),
        loaded: new Set(),
        opened: new Set(),
      });
      if (this.#tabs[index]!.subject.queued) this.#ledger.queueAll();
    }
    const modes = [
      sequence.keepsOrder ? "order kept" : "any order",
      isOptimistic ? "optimistic" : "not optimistic",
      ...hasTotals ? ["totals"] : [],
      ...countsRevisions ? ["rev"] : [],
      ...sequence.clockError ? [`clock ${sequence.clockError}`] : [],
    ];
    this.story.push(`(${modes.join(", ")})`);
  }

  async carryOut(): Promise<void> {
    for (const tab of this.#tabs) {
      for (const name of this.#sequence.loaded) {
        await this.#list(tab, name);
        await this.#handle(0);
        await this.#answer(0);
      }
    }
    await this.#hearAll();
    for (const step of this.#sequence.steps) {
      await this.#take(step);
      this.#check();
    }
    this.#tell("then everything is handled and answered");
    for (const tab of this.#tabs) await this.#connect(tab, true);
    await this.#drain();
    for (const { subject } of this.#tabs) {
      subject.reopen();
      await subject.flush();
    }
    await this.#drain();
    this.requests = this.#server.requests;
    this.background = this.requests - this.#asked;
    if (this.#ledger.isForeign) {
      this.#tell("everything is read once more");
      for (const tab of this.#tabs) {
        for (const name of tab.loaded) await this.#list(tab, name);
        for (const id of tab.opened) await this.#get(tab, id);
      }
      await this.#drain();
    }
    for (const tab of this.#tabs) {
      this.#note(tab, faultAtEnd(tab, this.#ledger, this.#server));
    }
  }

  async dispose(): Promise<void> {
    for (const { subject } of this.#tabs) await subject.dispose();
  }

  #open(index: number, clockError: number): Pick<Tab, "subject" | "sender"> {
    const { isOptimistic, hasTotals } = this.#sequence;
    const sender = { isGone: false };
    const subject = this.#makeSubject({
      fetch: this.#server.fetchOf(sender),
      isOptimistic,
      hasTotals,
      page: {
        tab: index,
        channel: this.#channel,
        storage: this.#storages[index],
        clockError,
      },
    });
    return { subject, sender };
  }

  async #take(step: Step): Promise<void> {
    const tab = this.#tabs[step.tab ?? 0] ?? this.#tabs[0]!;
    const { subject } = tab;
    switch (step.do) {
      case "list":
        return await this.#list(tab, step.list);
      case "get":
        return await this.#get(tab, step.id);
      case "handle":
        return await this.#handle(step.which);
      case "answer":
        return await this.#answer(step.which);
      case "hear":
        return void await this.#hear(tab);
      case "reload":
        return await this.#reload(tab);
      case "foreign":
        return this.#changeFromOutside(step);
      case "tell":
        return await this.#tellOf(tab, step);
      case "reset":
      case "invalidate":
        return await this.#forget(tab, step.do === "reset");
      case "abort":
        return await this.#abort(tab);
      case "connect":
        return await this.#connect(tab, step.isOnline);
      case "create": {
        const { id, status } = step;
        // who creates a row believes that there is none
        const { rows } = this.#server;
        if (this.#ledger.isThere(id, tab.index) ?? rows.has(id)) return;
        const fields = {
          title: this.#newValue("title") as string,
          note: "",
          status,
          f0: this.#newValue("f0") as number,
          f1: 0,
        };
        return await this.#mutate(
          tab,
          step,
          "POST",
          fields,
          () => subject.create({ id, ...fields }),
        );
      }
      case "restore": {
        const { id } = step;
        if (this.#ledger.isThere(id, tab.index) !== false) return;
        return await this.#mutate(
          tab,
          step,
          "RESTORE",
          {},
          () => subject.restore(id),
        );
      }
    }
    const { id } = step;
    const [shown] = subject.copies(id, "screen");
    if (!shown) return;
    // nobody changes what is being deleted, except with a form that is still open
    const isThere = this.#ledger.isThere(id, tab.index) !== false;
    if (!isThere && step.do !== "put") return;
    switch (step.do) {
      case "patch": {
        const fields: Record<string, unknown> = {};
        for (const name of step.fields) fields[name] = this.#newValue(name);
        return await this.#mutate(
          tab,
          step,
          "PATCH",
          fields,
          () => subject.patch(id, fields as Fields),
        );
      }
      case "move":
      case "patchStatus": {
        const { status } = step;
        const isMove = step.do === "move";
        return await this.#mutate(
          tab,
          step,
          isMove ? "MOVE" : "PATCH",
          { status },
          () =>
            isMove ? subject.move(id, status) : subject.patch(id, { status }),
        );
      }
      case "put": {
        if (shown.f0 === undefined) return;
        const { rev: _rev, id: _id, ...known } = shown as Row;
        const fields = { ...known, title: this.#newValue("title") as string };
        return await this.#mutate(
          tab,
          step,
          "PUT",
          fields,
          () => subject.put({ id, ...fields }),
        );
      }
      case "leave":
      case "join":
        // who has not read the list does not know who is in it
        if (subject.ids("team")?.includes(id) === (step.do === "join")) return;
        return await this.#mutate(
          tab,
          step,
          step.do.toUpperCase(),
          {},
          () => subject[step.do](id),
        );
      case "delete":
        return await this.#mutate(
          tab,
          step,
          "DELETE",
          {},
          () => subject.delete(id),
        );
    }
  }

  #newValue(field: string): unknown {
    this.#count++;
    return field.startsWith("f") ? this.#count : `v${this.#count}`;
  }

  async #list(tab: Tab, name: ListName): Promise<void> {
    if (tab.sender.isOffline) return;
    this.#tell(`list of ${name} is requested`, tab);
    tab.loaded.add(name);
    await this.#read(tab, () => tab.subject.list(name));
  }

  async #get(tab: Tab, id: string): Promise<void> {
    if (tab.sender.isOffline) return;
    this.#tell(`GET ${id} is sent`, tab);
    tab.opened.add(id);
    await this.#read(tab, () => tab.subject.get(id));
  }

  async #read({ subject }: Tab, read: () => Promise<unknown>): Promise<void> {
    const before = this.#server.requests;
    read().catch(() => {});
    await subject.flush();
    this.#asked += this.#server.requests - before;
  }

  async #mutate(
    tab: Tab,
    { id, outcome }: { readonly id: string; readonly outcome: Outcome },
    method: string,
    fields: Readonly<Record<string, unknown>>,
    send: () => Promise<unknown>,
  ): Promise<void> {
    const server = this.#server;
    const mutation = this.#ledger.begin(
      tab.index,
      method,
      id,
      fields,
      tab.subject.reported,
    );
    if (!mutation) return;
    this.#tell(
      `${method} ${id} ${brief(fields)} is sent, to be ${outcome}`,
      tab,
    );
    server.nextOutcome = outcome;
    server.lastMutation = undefined;
    const { sender } = tab;
    const sent = send();
    await tab.subject.flush();
    sent.then(
      () => sender.isGone || (mutation.settled = "fulfilled"),
      () => sender.isGone || (mutation.settled = "rejected"),
    );
    if (method === "PATCH") this.#lastPatch = mutation;
    const request = server.lastMutation as PretendRequest | undefined;
    if (!request && tab.subject.queued) {
      mutation.outcome = outcome;
      server.nextOutcome = "answered";
      return;
    }
    if (!request) throw new Error(`${method} ${id} was not sent.`);
    this.#asked++;
    this.#ledger.sent(request, mutation);
  }

  async #handle(which: number): Promise<void> {
    const { waiting } = this.#server;
    if (waiting.length === 0) return;
    const request = this.#server.handle(
      this.#sequence.keepsOrder ? 0 : which % waiting.length,
    );
    const status = request.status || "no answer";
    this.#tell(`the server handles ${nameOf(request)}: ${status}`);
    this.#ledger.handled(request);
    await this.#flush();
  }

  async #answer(which: number): Promise<void> {
    const { answers } = this.#server;
    if (answers.length === 0) return;
    const request = this.#server.answer(which % answers.length);
    const { status = 0, answer } = request;
    this.#tell(
      `${nameOf(request)} is answered: ${status || "connection lost"} ${
        status === 0 || status === 204 ? "" : brief(answer)
      }`,
    );
    const mutation = this.#ledger.answered(request);
    if (mutation?.isOrphaned) endOrphan(mutation, status);
    await this.#flush();
    if (!mutation) return;
    this.#ledger.told(mutation);
    if (mutation.isOrphaned) return;
    const { waitsForReads, retries } = this.#tabs[mutation.tab]!.subject;
    const isAccepted = status >= 200 && status < 300;
    if ((waitsForReads || retries && !isAccepted) && !mutation.settled) return;
    const isRight = isAccepted
      ? mutation.settled === "fulfilled"
      : mutation.settled !== undefined;
    if (isRight) return;
    const settled = mutation.settled ?? "not settled";
    this.#note(
      this.#tabs[mutation.tab]!,
      `${
        nameOf(request)
      } was answered ${status}, and its promise was ${settled}`,
    );
  }

  async #connect(tab: Tab, isOnline: boolean): Promise<void> {
    if (!tab.subject.connect || isOnline === !tab.sender.isOffline) return;
    this.#tell(isOnline ? "the network is back" : "the network is gone", tab);
    tab.sender.isOffline = !isOnline;
    tab.subject.connect(isOnline);
    await this.#flush();
  }

  async #hear({ index }: Tab): Promise<boolean> {
    if (!this.#channel?.deliver(index)) return false;
    this.#tell(`tab ${index + 1} hears of the other one`);
    await this.#flush();
    return true;
  }

  async #hearAll(): Promise<void> {
    for (const tab of this.#tabs) while (await this.#hear(tab));
  }

  async #reload(tab: Tab): Promise<void> {
    if (!tab.subject.save || !this.#mayReload(tab)) return;
    while (await this.#hear(tab));
    this.#tell("the page is reloaded", tab);
    await tab.subject.save();
    const { isOffline = false } = tab.sender;
    // a list that never came shows an error then
    const missing = [...isOffline ? tab.loaded : []].filter((name) =>
      !tab.subject.ids(name)
    );
    for (const name of missing) tab.loaded.delete(name);
    tab.sender.isGone = true;
    await tab.subject.dispose();
    // what has not arrived never does
    const { waiting } = this.#server;
    for (const mutation of this.#ledger.queue) mutation.isOrphaned = true;
    const lost = waiting.filter(({ method, sender }) =>
      method !== "GET" && sender === tab.sender
    );
    for (const request of lost) waiting.splice(waiting.indexOf(request), 1);
    Object.assign(tab, this.#open(tab.index, this.#sequence.clockError));
    tab.sender.isOffline = isOffline;
    tab.subject.connect?.(!isOffline);
    await tab.subject.resume?.(tab.loaded, tab.opened);
    await this.#flush();
  }

  /** Whether no change would be lost. */
  #mayReload({ index, subject }: Tab): boolean {
    return subject.queued
      ? subject.queued() === this.#ledger.queue.length
      : !this.#ledger.isWaiting(index);
  }

  #changeFromOutside({ id, what }: Step & { do: "foreign" }): void {
    const server = this.#server;
    const row = server.rows.get(id);
    if ((what === "create") === Boolean(row)) return;
    this.#tell(`somebody else: ${what} of ${id}`);
    const note = (key: string, value: unknown) =>
      this.#ledger.noteForeign(key, value, server.now);
    if (what === "delete") {
      server.remove(id);
      return note(`${id} exists`, false);
    }
    const value = this.#newValue(what === "create" ? "title" : what);
    const created = { id, note: "", status: "open", f0: 0, f1: 0 } as const;
    const next: Row = row
      ? { ...row, [what]: value }
      : { ...created, title: value as string };
    server.change(next);
    if (!row) note(`${id} exists`, true);
    for (const [name, written] of Object.entries(next)) {
      if (!row || name === what) note(`${id}.${name}`, written);
    }
  }

  /** The server changes a row, and the client is told at once. */
  async #tellOf(
    tab: Tab,
    { id, field, how }: Step & { do: "tell" },
  ): Promise<void> {
    const { subject } = tab;
    const server = this.#server;
    const row = server.rows.get(id);
    if (!row || !subject.tell || subject.copies(id, "screen").length === 0) {
      return;
    }
    const fields = { [field]: this.#newValue(field) };
    const { id: _, ...next } = { ...row, ...fields };
    const isWhole = how === "whole message" || how === "mutation";
    const isWritten = how !== "read";
    const told = isWhole ? next : fields;
    if (
      !this.#ledger.heard(tab.index, id, told, isWritten, server.now + 1)
    ) return;
    this.#tell(`the server changes ${id} to ${brief(fields)}: ${how}`, tab);
    server.change({ id, ...next });
    const sent = server.requests;
    await subject.tell(how, server.rows.get(id)!, fields);
    await this.#flush();
    this.#asked += server.requests - sent;
  }

  async #forget({ subject }: Tab, isStore: boolean): Promise<void> {
    if (!subject.reset) return;
    this.#tell(isStore ? "the store is reset" : "lists are invalidated");
    if (isStore) this.#ledger.forget();
    await subject.reset(isStore);
    await this.#flush();
  }

  async #abort(tab: Tab): Promise<void> {
    const mutation = this.#lastPatch;
    // in any order nobody could know what becomes of it
    if (
      !tab.subject.abort || !mutation || mutation.settled ||
      !this.#sequence.keepsOrder
    ) return;
    const { id, writes } = mutation;
    const fields = Object.fromEntries(
      writes.map(({ key, value }) => [key.split(".")[1]!, value]),
    );
    this.#tell(`PATCH ${id} is aborted`, tab);
    // all that have its address
    for (const pending of this.#ledger.pendingOf(id)) {
      if (/PATCH|MOVE/.test(pending.method)) this.#ledger.abort(pending);
    }
    await tab.subject.abort(id, fields as Fields);
    await this.#flush();
  }

  /** Until nothing is on its way any more. */
  async #drain(): Promise<void> {
    const { ending } = this.#sequence;
    const { waiting, answers } = this.#server;
    for (let round = 0; round < mostRounds; round++) {
      // what waits is sent one after the other
      if (this.#ledger.queue.length > 0) round = 0;
      while (waiting.length > 0) await this.#handle(ending);
      while (answers.length > 0) {
        await this.#answer(ending);
        this.#check();
      }
      await this.#hearAll();
      this.#check();
      if (waiting.length === 0) return;
    }
    this.#note(this.#tabs[0]!, "the client asks again and again");
    waiting.length = 0;
  }

  async #flush(): Promise<void> {
    for (const { subject } of this.#tabs) await subject.flush();
    for (const request of this.#server.waiting) {
      if (request.method === "GET") continue;
      this.#note(this.#tabs[0]!, this.#ledger.sentAgain(request));
    }
    this.#ledger.settle();
  }

  #check(): void {
    if (this.fault !== undefined) return;
    for (const tab of this.#tabs) this.#note(tab, faultIn(tab, this.#ledger));
  }

  #note(tab: Tab, fault: string | undefined): void {
    if (fault === undefined) return;
    this.fault ??= this.#named(tab, fault);
  }

  #tell(text: string, tab?: Tab): void {
    if (this.fault !== undefined) return;
    this.story.push(this.#named(tab, text).trimEnd());
  }

  /** Says in which tab, if there are two. */
  #named(tab: Tab | undefined, text: string): string {
    return tab && this.#tabs.length > 1
      ? `tab ${tab.index + 1}: ${text}`
      : text;
  }
}

/** Nobody is told how it ends; without an answer it is sent again. */
function endOrphan(mutation: Mutation, status: number): void {
  if (status === 0 || status >= 500) return;
  mutation.settled = status < 300 ? "fulfilled" : "rejected";
}

function nameOf({ method, path, body }: PretendRequest): string {
  return `${method} ${path}${body ? ` ${brief(body)}` : ""}`;
}

function brief(value: unknown): string {
  return JSON.stringify(value).replaceAll('"', "");
}
