import {
  Controller,
  deserialize,
  initialState,
  type MergeAction,
  type Reducer,
  type State,
  type StateJSON,
} from "../../controller/mod.ts";
import { mergeState } from "../../controller/merge_stored.ts";
import { newestStamp } from "../../controller/stamps.ts";
import { createReducer } from "../../controller/views.ts";
import {
  pages,
  type ReaderSource,
  type RenderedSelector,
} from "../reader_source.ts";
import type { RenderedStates } from "./page_states.ts";
import { defaultId, scriptId } from "./server_data.ts";

/**
 * The state a server put into the page. While the page arrives, a provider that
 * begins with it goes on with what follows.
 *
 * @param id Identifier of its script element.
 * @returns The state; one that knows nothing if there is no such element, or nothing in it.
 *
 * @example
 * ```ts
 * import { getInitialData } from "@tessera/client/react/ssr";
 *
 * const initialState = getInitialData();
 * ```
 */
export function getInitialData(id: string = defaultId): State {
  return new PageData(id).begin();
}

/**
 * The state a server put into the page, as soon as it has got here. Of a page
 * that is streamed that is the state of its shell: a provider that begins with it
 * goes on with what follows.
 *
 * @param id Identifier of its script element.
 * @returns Rejects with an `Error` if the page ends without it.
 *
 * @example
 * ```tsx
 * import { hydrateRoot } from "react-dom/client";
 * import { DataProvider } from "@tessera/client/react";
 * import { awaitInitialData } from "@tessera/client/react/ssr";
 *
 * async function hydrate() {
 *   const initialState = await awaitInitialData();
 *   hydrateRoot(
 *     document.getElementById("root")!,
 *     <DataProvider initialState={initialState}>content</DataProvider>,
 *   );
 * }
 * ```
 */
export async function awaitInitialData(
  id: string = defaultId,
): Promise<State> {
  if (!hasInitialData(id)) {
    await new Promise<void>((resolve) => {
      const stop = followPage(() => {
        if (!hasInitialData(id)) return;
        stop();
        resolve();
      });
    });
  }
  if (findScript(id) === null) {
    throw new Error(
      `The page has no script element "${id}". Render the component from createServerDataComponent() on the server, with the same id.`,
    );
  }
  // Preact's server leaves it to scripts that wait for the next frame to put
  // what is streamed where it belongs; what hydrates before renders it twice
  if (document.querySelector("preact-island") !== null) {
    await new Promise(requestAnimationFrame);
  }
  return getInitialData(id);
}

/** Whether the page has the data of all the markup that it has. */
export function hasInitialData(id: string): boolean {
  if (!isLoading()) return true;
  // Preact begins with what is there, and cannot take over what follows
  if (document.querySelector("preact-island") !== null) return false;
  let number = 0;
  while (findScript(scriptId(id, number + 1)) !== null) number++;
  let next = following(findScript(scriptId(id, number))) as Comment | null;
  // React has the next script at hand, or there will be none
  while (next !== null && /^\/?\$$/.test(next.data)) {
    next = following(next) as Comment | null;
  }
  return next !== null && !/^preact/.test(next.data);
}

/** What stands after an element. A parser that has got there adds no more text to the element. */
function following(node: Node | null): Node | null {
  while (node !== null && node.nextSibling === null) node = node.parentNode;
  return node && node.nextSibling;
}

/** Calls back when something has been added to the page, until it is at its end. */
function followPage(callback: () => void): () => void {
  const end = "DOMContentLoaded";
  const observer = new document.defaultView!.MutationObserver(callback);
  const stop = () => {
    observer.disconnect();
    document.removeEventListener(end, finish);
  };
  const finish = () => {
    stop();
    callback();
  };
  observer.observe(document, { childList: true, subtree: true });
  document.addEventListener(end, finish);
  return stop;
}

function findScript(id: string): HTMLElement | null {
  return typeof document === "undefined" ? null : document.getElementById(id);
}

/** What a script says of a state: all that is in it, or what is new. */
type Payload = (Partial<StateJSON> & { readonly now?: number }) | null;

/** What a script says. */
type Script =
  | Payload
    & {
      /** States that follow. */
      readonly later?: readonly Payload[];
      readonly rendered?: RenderedStates;
    }
  | null;

/** What the scripts of a page say, which arrive one after the other. */
class PageData {
  readonly #id: string;
  /** How many have been read. */
  #count = 0;
  /** The first state that the page was rendered from, and what is new in each of the others. */
  readonly #payloads: Payload[] = [];
  /** By how much the clock of the server is ahead, in milliseconds. */
  #lead = 0;
  #places: RenderedStates["places"] = {};
  #names: RenderedStates["names"] = {};
  /** States that hooks have asked for; they are no states of a store, which would retain all that follows. */
  readonly #states: State[] = [];

  constructor(id: string) {
    this.#id = id;
  }

  /** The state of what has arrived. Who begins with it is notified of what follows. */
  begin(): State {
    this.#read();
    if (this.#payloads.length === 0) return initialState;
    let state = this.#payload(0);
    for (let number = 1; number < this.#payloads.length; number++) {
      state = reduce(state, mergeOf(this.#payload(number)));
    }
    const count = this.#payloads.length;
    if (state !== initialState) {
      pages.set(state, (source) => this.#follow(source, count));
    }
    return state;
  }

  /** Reads the scripts that have arrived since. */
  #read(): void {
    for (;;) {
      const id = scriptId(this.#id, this.#count);
      const element = findScript(id);
      if (
        element === null ||
        isLoading() && this.#count > 0 && !following(element)
      ) return;
      this.#count++;
      const script = scriptIn(element);
      if (script === undefined) continue;
      const { now = 0, later = [], rendered } = script ?? {};
      if (this.#payloads.length === 0) {
        this.#lead = Math.max(0, now - Date.now());
      }
      for (const payload of [script, ...later]) {
        retryErrors(payload);
        this.#payloads.push(payload);
      }
      if (rendered === undefined) continue;
      this.#places = { ...this.#places, ...rendered.places };
      this.#names = rendered.names;
    }
  }

  /** A state, or what is new in it. */
  #payload(number: number): State {
    const payload = this.#payloads[number]!;
    // all are moved by the same time, which retains their order
    const { now } = payload ?? {};
    return deserialize(payload!, now && now - this.#lead);
  }

  #stateAt(number: number): State | undefined {
    if (!(number in this.#payloads)) return undefined;
    return this.#states[number] ??= number === 0
      ? this.#payload(0)
      : reduce(this.#stateAt(number - 1)!, mergeOf(this.#payload(number)));
  }

  /** Puts what follows into a store, as long as it hydrates, and tells what hooks have rendered. */
  #follow(source: ReaderSource, count: number): void {
    const seen: string[] = [];
    source.renderedStateOf = (selector, place) => {
      for (const part of selector.parts ?? [selector]) this.#hold(source, part);
      const { name = "" } = selector;
      const key = `${place} ${name}`;
      seen.push(key);
      let number = this.#places[key];
      // a tree that begins elsewhere has other places
      if (
        number === undefined && name in this.#names &&
        !seen.some((key) => key in this.#places)
      ) number = this.#names[name];
      return number === undefined ? undefined : this.#stateAt(number);
    };
    const { controller } = source;
    const update = () => {
      this.#read();
      while (count < this.#payloads.length) {
        const patch = this.#payload(count++);
        // nothing comes back after a reset
        if (source.renderedStateOf === undefined) continue;
        const action = mergeOf(patch);
        const before = source.getHydrationState();
        const isUnchanged = before === source.getState();
        controller.stamps.moveAbove(newestStamp(patch));
        void controller.dispatch(action);
        source.hydratesFrom(
          isUnchanged ? source.getState() : reduce(before, action),
        );
      }
    };
    update();
    if (isLoading()) followPage(update);
  }

  /** What a component hydrates without may still come: it is requested when the page has ended without it. */
  #hold(source: ReaderSource, selector: RenderedSelector | null): void {
    const { key, fetch } = selector ?? {};
    if (!isLoading() || !key || !fetch) return;
    const meta = () => source.getState().getMeta(key);
    selector!.fetch = async () => {
      if (isLoading() && meta() === undefined) {
        await new Promise<void>((resolve) => {
          document.addEventListener("DOMContentLoaded", () => resolve());
        });
        // what has failed on the server is tried again
        const found = meta();
        if (found !== undefined && found.error === undefined) return;
      }
      return fetch.call(selector);
    };
  }
}

const reduce: Reducer = /* @__PURE__ */ createReducer(
  /* @__PURE__ */ new Controller(),
);

/** Stores what is new on a page; in any order, and as often as you like. */
function mergeOf(patch: State): MergeAction {
  return {
    type: "rdc/merge",
    apply: (stored) => mergeState(stored, patch, true),
  };
}

function isLoading(): boolean {
  return document.readyState === "loading";
}

/** What an element says; nothing if that cannot be read, with a message. */
function scriptIn(element: HTMLElement): Script | undefined {
  const { id } = element;
  const text = element.textContent ?? "";
  if (text === "") {
    console.error(
      `The script element "${id}" is there but empty, so the client starts without data. ` +
        "A content-security-policy may have blocked it: give ServerData the nonce of the page.",
    );
    return undefined;
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    console.error(
      `The text of the script element "${id}" is not JSON, so the client starts without data. Look for what changes the page on its way.`,
      error,
    );
  }
}

/** The client tries again what failed on the server. */
function retryErrors(payload: Payload): void {
  for (const times of Object.values(payload?.meta ?? {})) {
    if (times?.error !== undefined) {
      Object.assign(times, { expiresAt: expired });
    }
  }
}

/** An expiry that no difference of clocks moves. */
const expired = 1;
