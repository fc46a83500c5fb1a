import type { State } from "../../controller/mod.ts";
import { PageScripts, type PageStates } from "./page_states.ts";
import type { Readiness } from "./readiness.ts";

/**
 * The scripts of a page that is streamed: one in its shell, and one for
 * whatever has been stored since, before the components that have waited for it.
 *
 * A renderer goes on with suspended components in the order in which they were
 * called. Whoever is suspended here is called when the store changes, and those
 * that wait for data are called when they have been told of the change.
 */
export class StreamedPage {
  readonly #scripts: PageScripts;
  readonly #written: (() => string)[] = [];
  /** The state of the script that was written last. */
  #sent: State | undefined;
  /** What components wait for. */
  #change: Promise<void> | undefined;
  #announce: (() => void) | undefined;

  /**
   * @param page What it is rendered from.
   * @param getState The state of the moment.
   * @param readiness Tells when nothing more is requested.
   */
  constructor(
    page: PageStates,
    readonly getState: () => State,
    readonly readiness: Readiness,
  ) {
    this.#scripts = new PageScripts(page);
  }

  /** The store has changed, or nothing more is requested. */
  changed(): void {
    this.#announce?.();
    this.#change = undefined;
  }

  /**
   * Writes the script with a number; `undefined` if there will be no such
   * script, because nothing more is requested.
   *
   * @throws {Promise<void>} while there is nothing new.
   */
  script(number: number): (() => string) | undefined {
    const state = this.getState();
    if (number === this.#written.length && state !== this.#sent) {
      this.#sent = state;
      this.readiness.stir();
      let content: string | undefined;
      this.#written.push(() => content ??= this.#scripts.write(state));
    }
    const script = this.#written[number];
    if (script !== undefined) return script;
    const quiet = this.readiness.untilQuiet();
    if (quiet === undefined) return undefined;
    throw this.#change ??= new Promise((resolve) => {
      this.#announce = resolve;
      void quiet.then(() => this.changed());
    });
  }
}

/** The page that a hook of `createPersistedStore` belongs to; none for a hook that somebody else has written. */
export const streams: WeakMap<() => State, StreamedPage> = new WeakMap();
