import { createReset } from "../actions.ts";
import type { ResetAction } from "../contract.ts";
import type { Controller } from "../controller.ts";
import { nothing, stored } from "../promises.ts";
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
  /** Its name; 0 where there was no reset, nothing until the record was read. */
  name: number | undefined;
  /** Whether a reset of this program is not in the storage yet. */
  #isUnwritten = false;
  #writing: Promise<unknown> = stored;

  /**
   * @param storage Where the record is.
   * @param item Its name there.
   * @param controller Its store is reset when the record is of a session that
   *   another program has begun. None once the program has ended.
   */
  constructor(
    readonly storage: KeyValueStorage,
    readonly item: string,
    readonly controller: () => Controller | undefined,
  ) {}

  /** Begins a session. Resolves when the storage says so; rejects as the storage does. */
  begin(reset: ResetAction): Promise<unknown> {
    this.name = sessionAfter(reset);
    // what another program has begun it has written
    this.#isUnwritten = reset.session === undefined;
    return this.#write();
  }

  #write(): Promise<unknown> {
    const write = async () => {
      const { name } = this;
      if (!this.#isUnwritten) return;
      await this.storage.setItem(this.item, String(name));
      if (name === this.name) this.#isUnwritten = false;
    };
    return this.#writing = this.#writing.then(write, write);
  }

  /**
   * What is stored under some names, read together with the record.
   *
   * @returns Nothing where another session has begun, here or elsewhere.
   */
  async getMany(
    names: readonly string[],
  ): Promise<readonly unknown[] | undefined> {
    if (this.#isUnwritten) await this.#write();
    const { storage, name } = this;
    const all = [this.item, ...names];
    const [record, ...found] = await (storage.getMany?.(all) ??
      Promise.all(all.map((each) => storage.getItem(each))));
    if (name !== undefined && name !== this.name) return;
    const known = Number(record ?? 0);
    const controller = this.controller();
    controller?.stamps.moveAbove(known);
    this.name ??= known;
    if (known <= this.name) {
      // heard of elsewhere before it was written, or written over by an earlier one
      this.#isUnwritten = known < this.name;
      return found;
    }
    controller?.dispatch({ ...createReset(controller.stamps), session: known })
      .catch(nothing);
  }

  /** Looks whether another program has begun a session. */
  readonly check = (): void => void this.getMany([]).catch(nothing);
}
