import {
  type ListName,
  listNames,
  type Row,
  type Subject,
} from "./contract.ts";
import { type Ledger, writtenFields } from "./ledger.ts";
import type { PretendServer, Sender } from "./server.ts";

/** A page that is open in a run. */
export interface Tab {
  readonly index: number;
  subject: Subject;
  /** Of its requests since it was reloaded. */
  sender: Sender;
  /** Lists that it requested. */
  readonly loaded: Set<ListName>;
  /** Rows that it requested. */
  readonly opened: Set<string>;
}

const ids = ["1", "2", "3", "4"];

/**
 * What shows in a tab that must not: a write is missing, an older read stands
 * over a newer one, or lists, numbers and rows contradict each other.
 *
 * @returns What is wrong; `undefined` if nothing is.
 */
export function faultIn(tab: Tab, ledger: Ledger): string | undefined {
  const { inspect = (check) => check() } = tab.subject;
  return inspect(() => faultOf(tab, ledger));
}

function faultOf(tab: Tab, ledger: Ledger): string | undefined {
  for (const id of ids) {
    const fault = faultOfReads(tab, ledger, id) ??
      faultOfWrites(tab, ledger, id);
    if (fault) return fault;
  }
  const { subject } = tab;
  for (const name of listNames) {
    const listed = subject.ids(name);
    if (listed && new Set(listed).size < listed.length) {
      return `the list of ${name} has a row twice: ${listed}`;
    }
    const total = subject.total(name);
    if (listed && total !== undefined && total !== listed.length) {
      return `the list of ${name} shows ${listed.length} rows and the total ${total}`;
    }
  }
}

/** Of two reads the one that began later counts, where no client changes anything. */
function faultOfReads(
  { subject }: Tab,
  { observed, changed }: Ledger,
  id: string,
): string | undefined {
  const newest = observed.get(id)?.row;
  if (!newest || changed.has(id)) return undefined;
  for (const copy of subject.copies(id, "store")) {
    for (const name of ["title", "f0"] as const) {
      if (copy[name] !== undefined && copy[name] !== newest[name]) {
        return `${name} of ${id} shows ${
          copy[name]
        }, and the newest read said ${newest[name]}`;
      }
    }
  }
}

function faultOfWrites(
  { subject, index }: Tab,
  ledger: Ledger,
  id: string,
): string | undefined {
  const exists = ledger.certain(`${id} exists`, index);
  if (exists?.value === false) {
    // a page that shows the row keeps it until the deletion is confirmed
    const where = exists.state === "pending" ? "lists" : "store";
    return subject.copies(id, where).length > 0
      ? `${id} was deleted, and shows`
      : undefined;
  }
  const copies = subject.copies(id, "store");
  if (
    subject.hasStore && exists?.tab === index && copies.length === 0
  ) {
    return `${id} was created, and does not show`;
  }
  for (const name of writtenFields) {
    const write = ledger.certain(`${id}.${name}`, index);
    if (!write) continue;
    for (const copy of copies) {
      if (copy[name] !== undefined && copy[name] !== write.value) {
        return `${name} of ${id} shows ${copy[name]}, and ${write.value} was ${
          write.state === "confirmed" ? "confirmed" : "sent"
        }`;
      }
    }
  }
  const status = ledger.certain(`${id}.status`, index);
  if (ledger.isForeign) return undefined;
  for (const name of listNames) {
    const isListed = subject.ids(name)?.includes(id);
    if (isListed === undefined) continue;
    if (name === "team") {
      const isIn = ledger.certain(`${id} in team`, index)?.value;
      if (isIn === false && isListed) {
        return `${id} has left the team, and shows in it`;
      }
      if (isIn && exists && !isListed) {
        return `${id} has joined the team, and does not show in it`;
      }
      continue;
    }
    const belongs = name === "all" || status?.value === name;
    if (exists && belongs && !isListed) {
      return `${id} is not in the list of ${name}`;
    }
    // a row that was moved is in the list that it was moved to, unless it may be gone
    const isThere = copies.length > 0 && !ledger.isWritten(`${id} exists`) &&
      // whether it was something else before only the other tab knows, so this one asks
      (status?.tab === index || !ledger.isRewritten(`${id}.status`));
    if (name !== "all" && status && isThere && belongs && !isListed) {
      return `${id} is ${status.value} and not in the list of ${name}`;
    }
    if (status && !belongs && isListed) {
      return `${id} is ${status.value} and in the list of ${name}`;
    }
  }
}

/**
 * In what a tab differs from the server, when everything was answered.
 *
 * @returns What is wrong; `undefined` if nothing is.
 */
export function faultAtEnd(
  { subject, loaded }: Tab,
  { uncounted }: Ledger,
  server: PretendServer,
): string | undefined {
  for (const name of loaded) {
    const listed = subject.ids(name);
    const right = server.listed(name).map(({ id }) => id);
    if (listed?.toSorted().join() !== right.toSorted().join()) {
      return `the list of ${name} ends as ${listed}; the server has ${right}`;
    }
    const total = subject.total(name);
    if (total !== undefined && total !== right.length) {
      return `the total of ${name} ends as ${total}; the server has ${right.length}`;
    }
  }
  for (const id of ids) {
    const row = server.rows.get(id);
    const copies = subject.copies(id, row ? "screen" : "lists");
    if (!row && copies.length > 0) return `${id} shows at the end`;
    for (const copy of copies) {
      for (const [name, value] of Object.entries(row ?? {})) {
        if (name === "rev" && uncounted.has(id)) continue;
        const shown = copy[name as keyof Row];
        if (shown !== undefined && shown !== value) {
          return `${name} of ${id} ends as ${shown}; the server has ${value}`;
        }
      }
    }
  }
}
