import { createReset } from "../actions.ts";
import type { ResetAction } from "../contract.ts";
import type { Controller } from "../controller.ts";
import { nothing } from "../promises.ts";
import type { KeyValueStorage } from "./persist/storages.ts";

/** The name of the session that a reset begins: its stamp where it was made. */
export function sessionAfter({ session, date }: ResetAction): number {
  return session ?? date;
}

/**
 * A storage belongs to one session at a time, from one reset to the next. Which
 * one that is says a record in the storage, and a reset writes it before
 * anything else. So what another program stores there afterwards, which has not
 * heard of the reset, is seen to be of another session.
 */
export class StoredSession {
  readonly #storage: KeyValueStorage;
  readonly #item: string;
  readonly #controller: () => Controller | undefined;
  /** Its name; 0 where there was no reset, nothing until the record was read. */
  name: number | undefined;
  /** Whether a reset is not in the storage yet. */
  #isUnwritten = false;
  /** Whether this program has made it. */
  #isOwn = false;
  /** Whether the record was read. */
  #isHeard = false;
  /** How many sessions have begun here. */
  #begun = 0;

  /**
   * @param storage Where the record is.
   * @param item Its name there.
   * @param controller Its store is reset when the record is of a session that
   *   another program has begun. None once the program has ended.
   */
  constructor(
    storage: KeyValueStorage,
    item: string,
    controller: () => Controller | undefined,
  ) {
    this.#storage = storage;
    this.#item = item;
    this.#controller = controller;
  }

  /** Begins a session. Resolves when the storage says so; rejects as the storage does. */
  begin(reset: ResetAction): Promise<void> {
    this.name = sessionAfter(reset);
    this.#begun++;
    // what another program has begun it has written
    this.#isUnwritten = this.#isOwn = reset.session === undefined;
    return this.#write();
  }

  async #write(): Promise<void> {
    const storage = this.#storage;
    while (this.#isUnwritten) {
      const heard = Promise.resolve(storage.getItem(this.#item))
        .then((record) => this.#hear(record));
      // a program that is about to end reads nothing any more
      if (this.#isHeard && this.#isOwn) heard.catch(nothing);
      else await heard;
      if (!this.#isUnwritten) return;
      const { name } = this;
      await storage.setItem(this.#item, String(name));
      if (name === this.name) this.#isUnwritten = this.#isOwn = false;
    }
  }

  /** The session that a record names. A reset of this program that is not in the storage yet begins one above it, should its clock be behind. */
  #hear(record: unknown): number {
    const known = Number(record ?? 0);
    const stamps = this.#controller()?.stamps;
    stamps?.moveAbove(known);
    this.#isHeard = true;
    this.name ??= known;
    if (this.#isUnwritten && known > this.name) {
      if (this.#isOwn) this.name = stamps?.next() ?? known + 1;
      else this.#isUnwritten = false;
    }
    return known;
  }

  /**
   * What is stored under some names, read together with the record.
   *
   * @returns Nothing where another session has begun, here or elsewhere.
   */
  async getMany(
    names: readonly string[],
  ): Promise<readonly unknown[] | undefined> {
    await this.#write();
    const storage = this.#storage;
    const begun = this.#begun;
    const all = [this.#item, ...names];
    const [record, ...found] = await (storage.getMany?.(all) ??
      Promise.all(all.map((each) => storage.getItem(each))));
    if (begun !== this.#begun) return;
    const session = this.#hear(record);
    if (session <= this.name!) {
      // heard of elsewhere before it was written, or written over by an earlier one
      this.#isUnwritten = session < this.name!;
      return found;
    }
    const controller = this.#controller();
    controller?.dispatch({ ...createReset(controller.stamps), session })
      .catch(nothing);
  }

  /** Looks whether another program has begun a session. Resolves when that is known, or the storage has failed. */
  readonly check = (): Promise<unknown> => this.getMany([]).catch(nothing);
}
