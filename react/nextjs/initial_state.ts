import type { State } from "../../controller/mod.ts";
import {
  awaitInitialData,
  getInitialData,
  hasInitialData,
} from "../ssr/initial_data.ts";
import { defaultId } from "../ssr/server_data.ts";

/**
 * What the page says, read once for each page load. React forgets what a
 * component remembers that suspends on its first render, so this is kept here.
 */
let ofThisPage:
  | { readonly page: Document; state?: State; arrival?: Promise<void> }
  | undefined;

/**
 * The state the server put into the page, on the client.
 *
 * @throws {Promise<void>} while the page has not got that far.
 */
export function readInitialState(): State {
  if (ofThisPage?.page !== document) ofThisPage = { page: document };
  const memory = ofThisPage;
  if (memory.state !== undefined) return memory.state;
  if (memory.arrival === undefined && hasInitialData(defaultId)) {
    return memory.state = getInitialData();
  }
  throw memory.arrival ??= awaitInitialData()
    // a page without data is no reason to show nothing
    .catch(() => getInitialData())
    .then((state) => {
      memory.state = state;
    });
}
