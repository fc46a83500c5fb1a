/**
 * What the runs of this folder have in common: the rows, what a client has to
 * do to take part, and what may happen in a run.
 *
 * @module
 */

import type { PretendChannel } from "./channel.ts";
import type { ManualClock } from "./tessera_client.ts";

/** Whether an issue is being worked on; two of the lists have one each. */
export type Status = "open" | "closed";

/** What the pretend server stores. */
export interface Row {
  readonly id: string;
  readonly title: string;
  readonly note: string;
  readonly status: Status;
  readonly f0: number;
  readonly f1: number;
  /** How often the server changed the row; only where the server counts that. */
  readonly rev?: number;
}

/** What a mutation sends of a row. */
export type Fields = Partial<Omit<Row, "id" | "rev">>;

/** The lists: of all rows, by status, and of a team, which no field of a row names. */
export type ListName = "all" | Status | "team";

/** The names of the lists. */
export const listNames: readonly ListName[] = ["all", "open", "closed", "team"];

/** How requests reach the server: as the platform's `fetch`. */
export type Fetch = (path: string, init?: RequestInit) => Promise<Response>;

/** What a page is in, if a run has two tabs or reloads. */
export interface Page {
  /** Which of the tabs; 0 or 1. */
  readonly tab: number;
  /** Where tabs hear of each other; none with one tab. */
  readonly channel: PretendChannel | undefined;
  /** What is kept over a reload, by name; none where nothing is. */
  readonly storage: Map<string, string> | undefined;
  /** What the wall clock of this page is off by, in milliseconds. */
  readonly clockError: number;
  /** The clock itself, where it is set while the page is open. */
  readonly clock?: ManualClock;
}

/** How a client takes part in a run. */
export interface Setting {
  /** Sends a request. */
  readonly fetch: Fetch;
  /** Whether changes show before they are answered. */
  readonly isOptimistic: boolean;
  /** Whether lists are answered as `{ items, total }`. */
  readonly hasTotals: boolean;
  /** For clients that know tabs and reloads. */
  readonly page?: Page | undefined;
}

/**
 * A client as an application would use it. A method resolves when its request
 * was answered, and rejects when it failed. The others say what the screen
 * would show now.
 */
export interface Subject {
  /** Whether each row is stored once, and can be asked for without a list or a page that has it. */
  readonly hasStore: boolean;
  /** Whether a mutation is over only when what it made stale was read again. */
  readonly waitsForReads?: boolean;
  list(name: ListName): Promise<unknown>;
  get(id: string): Promise<unknown>;
  patch(id: string, fields: Fields): Promise<unknown>;
  put(row: Row): Promise<unknown>;
  move(id: string, status: Status): Promise<unknown>;
  delete(id: string): Promise<unknown>;
  create(row: Row): Promise<unknown>;
  restore(id: string): Promise<unknown>;
  /** Takes a row out of the list of the team. */
  leave(id: string): Promise<unknown>;
  /** Puts a row into that list. */
  join(id: string): Promise<unknown>;
  /** Ids of a list, in its order; `undefined` if it was never loaded. */
  ids(name: ListName): readonly string[] | undefined;
  /** The number beside a list. */
  total(name: ListName): number | undefined;
  /** A row wherever it is shown, once for each place. */
  copies(id: string, where: Place): readonly Partial<Row>[];
  /** Runs checks between which nothing changes, so that each list and row is read once. */
  inspect?<T>(check: () => T): T;
  /** What a screen requests that is opened again: what is missing or stale. */
  reopen(): void;
  /** Opens a page again after a reload: shows these lists and rows. */
  resume?(lists: Iterable<ListName>, ids: Iterable<string>): Promise<void>;
  /** Stores that a row has changed; what the client is told is there is confirmed. */
  tell?(how: Telling, row: Row, fields: Fields): Promise<unknown>;
  /** Forgets everything, or the lists alone. */
  reset?(isStore: boolean): Promise<unknown>;
  /** Aborts the request of a PATCH. */
  abort?(id: string, fields: Fields): Promise<unknown>;
  /** Fields that its PATCH does not send, but the answer to it reports. */
  readonly reported?: readonly string[];
  /** Whether a mutation without an answer is sent again. */
  readonly retries?: boolean;
  /** Lets the network go, or come back. A client that has this sends one mutation after the other. */
  connect?(isOnline: boolean): void;
  /** How many mutations wait, and would be sent after a reload as well. */
  queued?(): number;
  /** Writes down what is to be there after a reload. */
  save?(): Promise<void>;
  /** Lets everything run that waits for no request. */
  flush(): Promise<void>;
  dispose(): Promise<void> | void;
}

/** Where a row shows: in lists; there and on a page of its own; or to whoever asks the store for it, as well. */
export type Place = "lists" | "screen" | "store";

/** Makes a client for one run. */
export type SubjectFactory = (setting: Setting) => Subject;

/** What may happen in a run; a run mixes all parts that are on. */
export const parts = [
  /** PATCH of one field and of two. */
  "fields",
  /** DELETE, and POST with an id of the client's choice, also of one that was deleted. */
  "presence",
  /** POST /rows/1/restore. */
  "restore",
  /** `getList.move` between the lists by status. */
  "moves",
  /** `getList.remove` and `push` of a list that no field of a row decides about. */
  "team",
  /** PATCH of the status. */
  "statusByPatch",
  /** Lists with a total. */
  "numbers",
  /** Answers of 4xx. */
  "refusals",
  /** Mutations answered 204. */
  "empty",
  /** Answers of 5xx, and none at all. */
  "lost",
  /** PUT of a whole row, which creates one that is missing. */
  "put",
  /** A field that the server computes. */
  "reported",
  /** Writes of one thing in flight together, handled in any order. */
  "together",
  /** Somebody else writes. */
  "foreign",
  /** Two tabs, which hear of each other late. */
  "tabs",
  /** A page is reloaded, and shows what it kept. */
  "reload",
] as const;

/** Ways to write beside requests; by themselves in runs of their own. */
export const otherParts = [
  /** `set`, an updater, `setResponse`, a pushed message. */
  "told",
  /** The store is reset, lists are invalidated. */
  "resets",
  /** A request is aborted by its caller. */
  "aborts",
  /** The network goes and comes back; mutations wait for it in a queue. */
  "offline",
] as const;

/** One of {@linkcode parts}. */
export type Part = typeof parts[number];

/** One of {@linkcode parts}, or of {@linkcode otherParts}. */
export type AnyPart = Part | typeof otherParts[number];

/** How the client is told what a row is now. */
export const tellings = [
  /** `set` with the field that has changed. */
  "value",
  /** `set` with a function of the row. */
  "updater",
  /** `setResponse` of a read. */
  "read",
  /** `setResponse` of a mutation. */
  "mutation",
  /** A message that a stream manager stores, with the field alone. */
  "message",
  /** The same with the row. */
  "whole message",
] as const;

/** One of {@linkcode tellings}. */
export type Telling = typeof tellings[number];

/** What becomes of a mutation. */
export type Outcome =
  | "answered"
  | "answered 204"
  | "refused"
  | "failed"
  | "lost unheard"
  | "lost answer";

/** One thing that happens in a run, in the first tab unless it says. What is not possible when its turn comes is left out. */
export type Step = Happening & { readonly tab?: number };

type Happening =
  | { readonly do: "list"; readonly list: ListName }
  | { readonly do: "get"; readonly id: string }
  | {
    readonly do: "patch";
    readonly id: string;
    readonly fields: readonly ("title" | "note" | "f0" | "f1")[];
    readonly outcome: Outcome;
  }
  | { readonly do: "put"; readonly id: string; readonly outcome: Outcome }
  | {
    readonly do: "move" | "patchStatus";
    readonly id: string;
    readonly status: Status;
    readonly outcome: Outcome;
  }
  | {
    readonly do: "delete" | "restore" | "leave" | "join";
    readonly id: string;
    readonly outcome: Outcome;
  }
  | {
    readonly do: "create";
    readonly id: string;
    readonly status: Status;
    readonly outcome: Outcome;
  }
  /** Somebody else changes a field, deletes or creates a row, at once. */
  | {
    readonly do: "foreign";
    readonly id: string;
    readonly what: "title" | "f0" | "delete" | "create";
  }
  /** The server changes a field, and the client is told at once. */
  | {
    readonly do: "tell";
    readonly id: string;
    readonly field: "title" | "f0";
    readonly how: Telling;
  }
  /** The store is forgotten, or the lists alone. */
  | { readonly do: "reset" | "invalidate" }
  /** The PATCH that was sent last is aborted. */
  | { readonly do: "abort" }
  /** The network comes back, or goes. */
  | { readonly do: "connect"; readonly isOnline: boolean }
  /** The server handles a request; which of those that wait, unless it keeps their order. */
  | { readonly do: "handle"; readonly which: number }
  /** An answer arrives; which of those that are on their way. */
  | { readonly do: "answer"; readonly which: number }
  /** A tab hears the next message of the other one. */
  | { readonly do: "hear" }
  /** A page is reloaded, unless a change of its own waits for an answer. */
  | { readonly do: "reload" };

/** A run, as it was drawn. */
export interface Sequence {
  readonly isOptimistic: boolean;
  /** Whether the server handles requests in the order in which they were sent. */
  readonly keepsOrder: boolean;
  readonly hasTotals: boolean;
  /** Whether rows have a field that the server computes. */
  readonly countsRevisions: boolean;
  /** 1 or 2. */
  readonly tabs: number;
  /** What the wall clock of the second tab, and of a page after its reload, is off by, in milliseconds. */
  readonly clockError: number;
  /** Whether writes of one thing may be in flight together although the server does not keep their order. */
  readonly mayOverlap: boolean;
  /** Lists that were loaded before. */
  readonly loaded: readonly ListName[];
  readonly steps: readonly Step[];
  /** Whether what a tab wrote has to show although another one deletes the row at the same time, which writes all of it. */
  readonly isStrict?: boolean;
  /** In which order the rest is handled and answered after the last step; 0 for the order in which it was sent. */
  readonly ending: number;
}
