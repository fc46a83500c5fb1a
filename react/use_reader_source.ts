"use client";
// @ts-types="npm:@types/react@^19"
import { useContext } from "react";
import type { State } from "../controller/mod.ts";
import { StateContext, StoreContext } from "./contexts.ts";
import { type ReaderSource, StaticReaderSource } from "./reader_source.ts";

const given = new WeakMap<State, ReaderSource>();

/** What the hooks of this component read from. */
export function useReaderSource(): ReaderSource {
  const store = useContext(StoreContext);
  const state = useContext(StateContext);
  if (state === null) return store;
  let source = given.get(state);
  if (source === undefined) {
    given.set(state, source = new StaticReaderSource(state));
  }
  return source;
}
