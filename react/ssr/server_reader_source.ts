import type { State } from "../../controller/mod.ts";
import { StoreReaderSource } from "../reader_source.ts";
import { WaitingReaders } from "../waiting_readers.ts";

/**
 * Reads from the store of a request. A server renders each component once, so
 * each one sees what has arrived by then.
 */
export class ServerReaderSource extends StoreReaderSource {
  override readonly waiting: WaitingReaders = new WaitingReaders(false);

  override getHydrationState(): State {
    return this.getState();
  }
}
