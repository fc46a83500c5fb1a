import { type ReactNode, Suspense } from "react";
import { useSuspense } from "../../../react/mod.ts";
import {
  createPersistedStore,
  createServerDataComponent,
} from "../../../react/ssr/mod.ts";
import type { Harbour } from "./harbour.ts";

/** What a server renders: the name of a vessel that has to be requested, and the data for the browser. */
export function vesselPage(
  harbour: Harbour,
  [Provider, useReady]: ReturnType<typeof createPersistedStore> =
    createPersistedStore(),
): ReactNode {
  const Data = createServerDataComponent(useReady);
  function Name() {
    return <p>{useSuspense(harbour.getVessel, { id: "1" }).name}</p>;
  }
  return (
    <div>
      <Provider>
        <Suspense fallback="waiting">
          <Name />
        </Suspense>
      </Provider>
      <Data />
    </div>
  );
}
