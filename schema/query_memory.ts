// deno-lint-ignore-file no-explicit-any -- schemas and keys of every kind
import type { DirectReads } from "./direct_reads.ts";
import { queryKey, QueryReads } from "./query_key.ts";
import type { ReadResult } from "./read_result.ts";
import { RecentMap } from "./recent_map.ts";
import { isSameValue } from "./same_value.ts";
import { serializeArgs } from "./serialize_args.ts";
import type { StateView } from "./state_view.ts";

/** Argument lists for which the keys of one schema are kept. */
const KEYS_PER_SCHEMA = 2000;

/** Lists and objects whose identity later keys of one schema take over. */
const RECENT_KEYS = 4;

/** A query key, and what it was computed from. */
export class QueryEntry {
  readonly key: any;
  readonly reads: DirectReads;
  #inner: ReadResult | undefined;
  #outer: ReadResult | undefined;

  constructor(key: any, reads: DirectReads) {
    this.key = key;
    this.reads = reads;
  }

  /** The value read by the key, as depending on what the key depends on too. */
  resultOf(inner: ReadResult): ReadResult {
    if (this.#inner !== inner) {
      this.#inner = inner;
      this.#outer = inner.with(this.reads);
    }
    return this.#outer!;
  }
}

/** Remembers query keys for as long as nothing they were computed from changes. */
export class QueryMemory {
  readonly #keys = new WeakMap<object, KeysOfSchema>();

  /** The key of a schema for arguments, computed again only if something changed. */
  entryFor(schema: any, args: readonly any[], view: StateView): QueryEntry {
    if (
      typeof schema !== "function" &&
      (typeof schema !== "object" || schema === null)
    ) return this.#compute(schema, args, view);
    let keys = this.#keys.get(schema);
    if (keys === undefined) this.#keys.set(schema, keys = new KeysOfSchema());
    const argsKey = serializeArgs(args);
    const known = keys.byArgs.get(argsKey);
    if (known !== undefined && known.reads.isHeldBy(view.reader)) return known;
    const entry = this.#compute(schema, args, view, keys.recent, known?.key);
    keys.byArgs.set(argsKey, entry);
    keys.remember(entry.key);
    return entry;
  }

  /** Computes a key; one that says the same as an earlier one is the earlier one. */
  #compute(
    schema: any,
    args: readonly any[],
    view: StateView,
    recent: readonly unknown[] = [],
    known?: unknown,
  ): QueryEntry {
    const delegate = new QueryReads(view.reader);
    const key = queryKey(schema, args, (nested, nestedArgs) => {
      const inner = this.entryFor(nested, nestedArgs, view);
      delegate.reads.addAll(inner.reads);
      return inner.key;
    }, delegate);
    if (typeof key !== "object") return new QueryEntry(key, delegate.reads);
    const same = recent.find((other) => isSameValue(other, key)) ??
      (isSameValue(known, key) ? known : key);
    return new QueryEntry(same, delegate.reads);
  }
}

class KeysOfSchema {
  readonly byArgs = new RecentMap<string, QueryEntry>(KEYS_PER_SCHEMA);
  /** The keys computed last, for whatever arguments: lists are often the same for all, and come back with a state. */
  readonly recent: unknown[] = [];

  remember(key: unknown): void {
    if (typeof key !== "object" || this.recent.includes(key)) return;
    this.recent.unshift(key);
    if (this.recent.length > RECENT_KEYS) this.recent.pop();
  }
}
