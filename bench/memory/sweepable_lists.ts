import { createClient, GCPolicy } from "@tessera/client";
import { getArticles } from "../adapters/tessera/endpoints.ts";
import type { ListStore } from "../harness/contract.ts";
import { verify } from "../harness/verify.ts";

/** A store that can be told to forget what nobody uses. */
export interface SweepableLists extends ListStore {
  /** Forgets, as if a day had passed. */
  sweep(): Promise<void>;
}

/** A client of Tessera whose clock can be put forward. */
export function openSweepableLists(): SweepableLists {
  let ahead = 0;
  let sweep!: () => void;
  /** Slices of a sweep that are still to come. */
  let planned = 0;
  const gcPolicy = new GCPolicy({
    clock: {
      now: () => Date.now() + ahead,
      setTimeout(callback, delay) {
        if (delay < 60_000) {
          planned++;
          return setTimeout(() => {
            callback();
            planned--;
          }, delay);
        }
        // minutes are between sweeps
        sweep = callback;
        return undefined;
      },
      clearTimeout: (handle) => clearTimeout(handle as number),
    },
  });
  const client = createClient({ gcPolicy });
  return {
    write(response) {
      client.setResponse(getArticles, response);
    },
    read: () => client.read(getArticles).data!,
    async sweep() {
      ahead += 24 * 3600 * 1000;
      sweep();
      for (let wait = 0; wait < 1000 && planned > 0; wait++) {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      verify(isEmpty(), "a sweep removes what nobody uses");
    },
  };

  function isEmpty(): boolean {
    const state = client.getState();
    return ["Article", "Author"].every((table) =>
      [...state.getEntities(table)?.keys() ?? []].length === 0
    );
  }
}
