import type { EndpointInterface } from "../../endpoint/contract.ts";
import type { ActionArgs } from "../contract.ts";
import type { EnvironmentOptions } from "../environment.ts";
import type { RetryTiming } from "../network_request.ts";
import { decodeValue, encodeValue } from "../state/serialize.ts";
import type { KeyValueStorage, MaybePromise } from "./persist/storages.ts";

/** A mutation that waits to be sent, as {@linkcode OfflineManager.entries} lists it. */
export interface OfflineEntry {
  /** Tells it apart, also on the server: what is sent as the idempotency key. */
  readonly id: string;
  /** Its name in the option `endpoints`. */
  readonly name: string;
  /** Arguments of the call. */
  readonly args: ActionArgs;
  /** When it was made; wall clock in milliseconds. */
  readonly stamp: number;
  /** Entries of one scope are sent one after the other. */
  readonly scope: string;
  /** How often its arguments were replaced; the idempotency key changes with that. */
  readonly revision: number;
  /** How often it was sent since the start of the program. */
  readonly attempts: number;
  /** Whether it waits, is being sent, or waits for a decision. */
  readonly state: "waiting" | "running" | "failed";
  /** Why it was not accepted the last time. */
  readonly error?: unknown;
}

/**
 * The decision of `onError` of {@linkcode OfflineOptions} about an entry that
 * the server refused: give it up, hold it for a decision, or send it again,
 * perhaps with other arguments. An {@linkcode OfflineManager} asks for it.
 */
export type OfflineDecision = "discard" | "hold" | "retry" | ActionArgs;

/** The options of an {@linkcode OfflineManager}: what it queues, where, and for how long. */
export interface OfflineOptions
  extends EnvironmentOptions, Pick<RetryTiming, "retryDelay" | "retryJitter"> {
  /** The storage of the queue: `localStorage`, or a storage of the entry `persist`. */
  readonly storage: KeyValueStorage;
  /**
   * The mutations that are queued, by the names under which they are stored.
   * Not to be renamed while somebody may still have some in the queue.
   */
  readonly endpoints: Readonly<Record<string, EndpointInterface>>;
  /** Name of the item in the storage, and of the locks. Default `"offline"`. */
  readonly key?: string | undefined;
  /** How many entries there may be. Default 1000. */
  readonly maxEntries?: number | undefined;
  /** How long an entry is stored, in milliseconds. Default: seven days. */
  readonly maxAge?: number | undefined;
  /** How often an entry is sent to a server that says that it cannot now. Default 8. */
  readonly maxAttempts?: number | undefined;
  /** Whether a reset, such as a logout, leaves the queue. Default `false`. */
  readonly keepOnReset?: boolean | undefined;
  /**
   * Called with what the server refused, and decides what becomes of it. Also
   * called, without an entry, of a storage that fails.
   *
   * @param error Why; for a refusal the error of the request, with the body of its response.
   * @param entry The refused entry.
   * @returns Default: what was refused is discarded; what the server could not
   * take after all attempts is held.
   */
  readonly onError?:
    | ((
      error: unknown,
      entry?: OfflineEntry,
    ) => MaybePromise<OfflineDecision | void>)
    | undefined;
}

/** How an entry is stored. */
export interface StoredEntry
  extends Pick<OfflineEntry, "id" | "name" | "stamp" | "scope" | "revision"> {
  readonly args: unknown;
  /** Places of arguments that are forms, stored as their members. */
  readonly forms?: readonly number[];
  /** Of which session it is; nothing where there was no reset. */
  readonly session?: number | undefined;
}

/**
 * Makes of arguments what a storage can take.
 *
 * @throws If there is something that it cannot, such as a file where everything is text.
 */
export function storedArgs(
  { keepsData }: KeyValueStorage,
  args: ActionArgs,
): Pick<StoredEntry, "args" | "forms"> {
  const plain = args.map((arg) => isForm(arg) ? [...arg] : arg);
  return {
    args: keepsData ? structuredClone(plain) : encodeValue(plain),
    forms: args.flatMap((arg, place) => isForm(arg) ? place : []),
  };
}

/** Undoes {@linkcode storedArgs}; nothing where there are no arguments. */
export function argsOf(
  { keepsData }: KeyValueStorage,
  { args: stored, forms = [] }: StoredEntry,
): ActionArgs | undefined {
  const args = keepsData ? stored : decodeValue(stored);
  return (args as unknown[] | undefined)?.map?.((arg, place) =>
    forms.includes(place) ? formOf(arg as Iterable<FormMember>) : arg
  ) as ActionArgs | undefined;
}

type FormMember = [name: string, value: string | Blob];

function isForm(value: unknown): value is Iterable<FormMember> {
  return typeof FormData === "function" && value instanceof FormData;
}

function formOf(members: Iterable<FormMember>): FormData {
  const form = new FormData();
  for (const [name, value] of members) form.append(name, value);
  return form;
}
