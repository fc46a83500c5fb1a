import type { State } from "../../controller/mod.ts";
import { StoreReaderSource } from "../reader_source.ts";

/**
 * Reads from the store of a request. A server renders each component once, so
 * each one sees what has arrived by then.
 */
export class ServerReaderSource extends StoreReaderSource {
  override getHydrationState(): State {
    return this.getState();
  }
}
