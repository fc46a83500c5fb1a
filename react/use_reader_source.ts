"use client";
// @ts-types="npm:@types/react@^19"
import { useContext, useMemo } from "react";
import { StateContext, StoreContext } from "./contexts.ts";
import { type ReaderSource, StaticReaderSource } from "./reader_source.ts";

/** What the hooks of this component read from. */
export function useReaderSource(): ReaderSource {
  const store = useContext(StoreContext);
  const state = useContext(StateContext);
  return useMemo(
    () => state === null ? store : new StaticReaderSource(state),
    [store, state],
  );
}
