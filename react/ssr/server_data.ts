// @ts-types="npm:@types/react@^19"
import {
  createElement,
  Fragment,
  type FunctionComponent,
  type ReactNode,
  Suspense,
} from "react";
import { initialState, State, type StateJSON } from "../../controller/mod.ts";
import { wholePage } from "./page_states.ts";
import { streams } from "./readiness.ts";

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
 * Nothing in the state can end the element. Values that text cannot carry are
 * left out, and the client requests them.
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
function scriptElement(
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

/** Properties of the component that {@linkcode createServerDataComponent} makes. */
export interface ServerDataComponentProps {
  /** The nonce of the page's content-security-policy. */
  readonly nonce?: string | undefined;
}

/**
 * Makes a component that streams the state to the client: a script element with
 * what is there when the page begins, and another one with each further part of
 * it, before the markup with it. Nothing else on the page waits for it.
 *
 * @param useReadyCacheState From `createPersistedStore`. A function around it gives one script element, once everything requested has arrived.
 * @param id Identifier of the script element, and what those of the others begin with; each store on a page needs its own.
 *
 * @example
 * ```tsx
 * import { createPersistedStore, createServerDataComponent } from "@tessera/client/react/ssr";
 *
 * const [, useReadyCacheState] = createPersistedStore();
 * const ServerDataComponent = createServerDataComponent(useReadyCacheState);
 *
 * const element = <ServerDataComponent nonce="r4nd0m" />;
 * ```
 */
export function createServerDataComponent(
  useReadyCacheState: () => State,
  id: string = defaultId,
): FunctionComponent<ServerDataComponentProps> {
  const page = streams.get(useReadyCacheState);
  function ReadyServerData({ nonce }: ServerDataComponentProps): ReactNode {
    return createElement(ServerData, { data: useReadyCacheState(), id, nonce });
  }
  return function ServerDataComponent({ nonce }): ReactNode {
    const scriptAt = (number: number): ReactNode => {
      const script = page!.script(number);
      return script && scriptElement(scriptId(id, number), nonce, script);
    };
    return page ? createElement(ScriptChain, { scriptAt }) : createElement(
      Suspense,
      wait,
      createElement(ReadyServerData, { nonce }),
    );
  };
}

const wait = { fallback: null };

/** Gives the script element with a number; `undefined` if there is none. Throws a promise while that is not known. */
type ScriptAt = (number: number) => ReactNode;

/** Script elements, the first at once, each of the others as soon as it is there: for servers and for clients that take them over. */
export function ScriptChain(
  { scriptAt }: { readonly scriptAt: ScriptAt },
): ReactNode {
  return createElement(
    Fragment,
    null,
    scriptAt(0),
    createElement(LaterScripts, { scriptAt, number: 1 }),
  );
}

interface LaterScriptProps {
  readonly scriptAt: ScriptAt;
  readonly number: number;
}

/**
 * A script, and where the next one will be. They are apart, because a renderer
 * sends a boundary that has another one inside after those that have not: the
 * markup with the data.
 */
function LaterScripts(properties: LaterScriptProps): ReactNode {
  return createElement(
    Fragment,
    null,
    createElement(Suspense, wait, createElement(LaterScript, properties)),
    createElement(Suspense, wait, createElement(FollowingScripts, properties)),
  );
}

function LaterScript({ scriptAt, number }: LaterScriptProps): ReactNode {
  return scriptAt(number);
}

function FollowingScripts({ scriptAt, number }: LaterScriptProps): ReactNode {
  return scriptAt(number) === undefined
    ? null
    : createElement(LaterScripts, { scriptAt, number: number + 1 });
}
