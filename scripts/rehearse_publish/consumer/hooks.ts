/**
 * What a component sees of the published package: the types of React, too.
 *
 * @module
 */
// @ts-types="npm:@types/react@^19"
import { createElement, type ReactNode } from "react";
import {
  AsyncBoundary,
  DataProvider,
  type ErrorFallbackProps,
  useDLE,
  useLoading,
  useSuspense,
} from "@tessera/client/react";
import { renderDataHook } from "@tessera/client/testing";
import { vesselsAt } from "./vessels.ts";

const { VesselResource } = vesselsAt("");

/** Never rendered: only its types are checked. */
export function VesselName({ id }: { readonly id: string }): ReactNode {
  const vessel = useSuspense(VesselResource.get, { id });
  // @ts-expect-error a name is text
  const count: number = vessel.name;

  const { data, loading } = useDLE(VesselResource.get, { id });
  // @ts-expect-error it may not be there yet
  const tooEarly = data.name;

  const [run, isRunning] = useLoading(() => Promise.resolve(id));
  // @ts-expect-error whether it runs is a claim
  const text: string = isRunning;

  void [count, loading, tooEarly, run, text];
  return vessel.name;
}

function Failed({ error, resetErrorBoundary }: ErrorFallbackProps): ReactNode {
  return createElement(
    "button",
    { onClick: resetErrorBoundary },
    error.message,
  );
}

export const page: ReactNode = createElement(
  DataProvider,
  null,
  createElement(
    AsyncBoundary,
    { fallback: "Loading", errorComponent: Failed },
    createElement(VesselName, { id: "7" }),
  ),
);

// @ts-expect-error a fallback is something that React can show
createElement(AsyncBoundary, { fallback: Symbol("no content") });
// @ts-expect-error managers are objects
createElement(DataProvider, { managers: ["network"] });

/** Never called: only its types are checked. */
export function testVessel(): void {
  const { result } = renderDataHook(
    () => useSuspense(VesselResource.get, { id: "7" }),
    {
      initialFixtures: [{
        endpoint: VesselResource.get,
        args: [{ id: "7" }],
        response: { id: "7", name: "Fram" },
      }],
    },
  );
  // @ts-expect-error a name is text
  result.current.name = 7;
}
