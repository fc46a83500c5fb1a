// @ts-types="npm:@types/react@^19"
import {
  createElement,
  type FunctionComponent,
  type ReactNode,
  Suspense,
} from "react";
import type { State } from "../../controller/mod.ts";
import { defaultId, ServerData } from "./server_data.ts";

/** Properties of the component that {@linkcode createServerDataComponent} makes. */
export interface ServerDataComponentProps {
  /** The nonce of the page's content-security-policy. */
  readonly nonce?: string | undefined;
}

/**
 * Makes a component that streams the state to the client once everything
 * requested has arrived. Nothing else on the page waits for it.
 *
 * @param useReadyCacheState From `createPersistedStore`.
 * @param id Identifier of the script element; each store on a page needs its own.
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
  function ReadyServerData({ nonce }: ServerDataComponentProps): ReactNode {
    return createElement(ServerData, { data: useReadyCacheState(), id, nonce });
  }
  return function ServerDataComponent(properties): ReactNode {
    return createElement(
      Suspense,
      { fallback: null },
      createElement(ReadyServerData, properties),
    );
  };
}
