// @ts-types="npm:@types/react@^19"
import { createElement, type ReactNode } from "react";
import { initialState, State, type StateJSON } from "../../controller/mod.ts";
import { wholePage } from "./page_states.ts";

/** Properties of {@linkcode ServerData}. */
export interface ServerDataProps {
  /** The state, or its plain objects. */
  readonly data: State | Partial<StateJSON>;
  /** Identifier of the script element; each store on a page needs its own. Default `"data-client-data"`. */
  readonly id?: string | undefined;
  /** The nonce of the page's content-security-policy. */
  readonly nonce?: string | undefined;
}

/** Identifier of the script element of a page with one store. */
export const defaultId = "data-client-data";

/**
 * A script element with a state as text, for `getInitialData` on the client.
 * Nothing in the state can end the element. What text cannot carry is left
 * out, and the client requests it.
 *
 * @example
 * ```tsx
 * import { initialState } from "@tessera/client";
 * import { ServerData } from "@tessera/client/react/ssr";
 *
 * const element = <ServerData data={initialState} />;
 * ```
 */
export function ServerData(
  { data, id = defaultId, nonce }: ServerDataProps,
): ReactNode {
  return scriptElement(id, nonce, () => wholePage(stateOf(data)));
}

/** Identifier of one of the script elements of a page, which are counted from zero. */
export function scriptId(id: string, number: number): string {
  return number === 0 ? id : `${id}:${number}`;
}

/** A script element; nothing if its content cannot be written. */
export function scriptElement(
  id: string,
  nonce: string | undefined,
  write: () => string,
): ReactNode {
  let text: string;
  try {
    text = write();
  } catch (error) {
    console.error(
      `The state for the script element "${id}" could not be serialized, so the client starts without data.`,
      error,
    );
    return null;
  }
  return createElement("script", {
    id,
    type: "application/json",
    nonce,
    dangerouslySetInnerHTML: { __html: text },
  });
}

function stateOf(data: State | Partial<StateJSON>): State {
  if (data instanceof State) return data;
  const names = Object.keys(data);
  if (names.length > 0 && !names.some((name) => name in initialState)) {
    throw new TypeError(
      `A state has entities, endpoints and meta, but this has ${names.join()}.`,
    );
  }
  return State.from(data);
}
