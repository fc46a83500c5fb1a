import {
  deserialize,
  initialState,
  type ResponseMeta,
  type State,
} from "../../controller/mod.ts";
import { shownStates } from "../reader_source.ts";
import { defaultId } from "./server_data.ts";
import { readShownStates, type ShownStates } from "./shown_states.ts";

/**
 * The state a server put into the page.
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
  const element = findScript(id);
  if (element === null) return initialState;
  const text = element.textContent ?? "";
  if (text === "") {
    console.error(
      `The script element "${id}" is there but empty, so the client starts without data. ` +
        "A content-security-policy may have kept it out: give ServerData the nonce of the page.",
    );
    return initialState;
  }
  reportLostNames(element);
  let payload: Payload;
  try {
    payload = JSON.parse(text);
  } catch (error) {
    console.error(
      `The text of the script element "${id}" is not JSON, so the client starts without data. Look for what changes the page on its way.`,
      error,
    );
    return initialState;
  }
  retryErrors(payload);
  const state = deserialize(payload as Parameters<typeof deserialize>[0]);
  const { shown } = (payload ?? {}) as { readonly shown?: ShownStates };
  if (shown) shownStates.set(state, readShownStates(shown, text));
  return state;
}

/**
 * The state a server puts into the page, as soon as it has got here.
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
export function awaitInitialData(id: string = defaultId): Promise<State> {
  return new Promise((resolve, reject) => {
    const finish = () => {
      if (findScript(id) !== null) {
        afterStreaming(() => resolve(getInitialData(id)));
      } else {
        reject(
          new Error(
            `The page has no script element "${id}". Render the component from createServerDataComponent() on the server, with the same id.`,
          ),
        );
      }
    };
    if (hasInitialData(id)) finish();
    else document.addEventListener("DOMContentLoaded", finish, { once: true });
  });
}

/**
 * Runs `callback` once everything streamed is where it belongs. Preact's server
 * leaves that to scripts that wait for the next frame; what hydrates before
 * that shows it twice.
 */
function afterStreaming(callback: () => void): void {
  if (document.querySelector("preact-island") === null) callback();
  else requestAnimationFrame(callback);
}

/** Whether waiting would bring nothing more. */
export function hasInitialData(id: string): boolean {
  if (document.readyState !== "loading") return true;
  const text = findScript(id)?.textContent;
  // a parser adds the text of an element bit by bit
  return text !== undefined && text !== null && isComplete(text);
}

function findScript(id: string): HTMLElement | null {
  return typeof document === "undefined" ? null : document.getElementById(id);
}

function isComplete(text: string): boolean {
  if (!text.endsWith("}")) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

type Payload =
  | { readonly meta?: Record<string, ResponseMeta | undefined> }
  | null;

/** The client tries again what failed on the server. */
function retryErrors(payload: Payload): void {
  for (const meta of Object.values(payload?.meta ?? {})) {
    if (meta?.error !== undefined) Object.assign(meta, { expiresAt: expired });
  }
}

/** An expiry that no difference of clocks moves. */
const expired = 1;

/** Tables named by a class are lost where classes have got other names. */
function reportLostNames(element: HTMLElement): void {
  const tables = element.getAttribute("data-class-names");
  if (tables === null || !areNamesLost()) return;
  console.error(
    `The data of ${
      tables.replaceAll(" ", ", ")
    } cannot be found: a minifier has renamed the classes here, but not on the server. ` +
      "Give each class a `static key`, or have the minifier keep the names of classes.",
  );
}

/** Whether this code went through a minifier that renames. */
function areNamesLost(): boolean {
  return Renamed.name !== ["Re", "named"].join("");
}

class Renamed {}
