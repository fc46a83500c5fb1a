// @ts-types="npm:@types/react@^19"
import type { Context } from "react";
import {
  type Controller,
  initialState,
  type State,
} from "../controller/mod.ts";
import { ControllerContext, StateContext, StoreContext } from "./contexts.ts";
import type { ReaderSource } from "./reader_source.ts";

/**
 * What packages that extend this one build on. Changes without notice.
 *
 * @example
 * ```ts
 * import { useContext } from "react";
 * import { __INTERNAL__ } from "@tessera/client/react";
 *
 * const useController = () => useContext(__INTERNAL__.ControllerContext);
 * ```
 */
export const __INTERNAL__: {
  readonly initialState: State;
  readonly ControllerContext: Context<Controller>;
  readonly StateContext: Context<State | null>;
  readonly StoreContext: Context<ReaderSource>;
} = { initialState, ControllerContext, StateContext, StoreContext };
