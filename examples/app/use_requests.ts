// @ts-types="npm:@types/react@^19"
import { useSyncExternalStore } from "react";
import { type ListedRequest, network } from "./network.ts";

/** The requests of the page, newest first. */
export function useRequests(): readonly ListedRequest[] {
  return useSyncExternalStore(
    network.subscribe,
    network.requests,
    network.requests,
  );
}
