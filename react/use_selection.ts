"use client";
/**
 * How hooks render what they read of the store.
 *
 * @module
 */
// @ts-types="npm:@types/react@^19"
import * as React from "react";
import {
  type Context,
  useContext,
  useEffect,
  useId,
  useMemo,
  useReducer,
  useSyncExternalStore,
} from "react";
import { holdNothing, nothing } from "../controller/views.ts";
import { RenderedStateContext, StoreContext } from "./contexts.ts";
import { useIsomorphicLayoutEffect } from "./host.ts";
import type { RenderedState } from "./reader_source.ts";
import { type Selection, type Selector, Subscription } from "./subscription.ts";
import { traceHook } from "./visible_hooks.ts";

/**
 * What a selector selects, updated.
 *
 * Every render asks which state of the store it renders, and reads that. A
 * notification only has the component render, with the priority of the change.
 * So a write inside `startTransition` is a transition, a pending transition
 * retains the old selection on screen, and nothing tears. useSyncExternalStore
 * alone could do neither, because its updates are always
 * synchronous.
 *
 * @param selector What to read. May be a new object on every render.
 * @param identity Values that make it another selector; their number never changes.
 */
export function useSelection<S extends Selection>(
  selector: Selector<S>,
  identity: readonly unknown[],
): S {
  const { source } = selector;
  // whether the component may hydrate markup of a server: as its provider did or did not
  const [{ mayHydrate, lost }, render] = useReducer(again, {
    mayHydrate: source.mayHydrate,
    lost: undefined,
  });
  // a hook less for each reader of a page that no server rendered
  const isHydrating = mayHydrate && useIsHydrating();
  const place = mayHydrate ? useId() : undefined;
  const rendered = useRenderedStateBelow(source.isSplit) ?? source.rendering;
  // the identity stands for the selector
  const begin = () => new Subscription(render, selector.known?.());
  const subscription = useMemo(begin, [source, ...identity]);
  traceHook(subscription);
  const selection = subscription.rendered = subscription.select(
    selector,
    rendered,
    isHydrating,
    place,
    lost as S,
  );
  useRegistrationEffect(subscription.mount, [subscription]);
  useEffectsOf(selection, selector, subscription, rendered);
  // a hook has one kind of selectors
  if (selector.mount) {
    // Preact retains the function, which must not retain the selection
    useEffect(() => selector.mount!(subscription.rendered!), [subscription]);
  }
  return selection;
}

/** Whether the renderer is Preact, whose compat entry also renders. */
const isPreact: boolean = /* @__PURE__ */ hasRender();

function hasRender(): boolean {
  return "render" in React;
}

/**
 * The state that a context gives the render of this component; `null` if that
 * is the state of the source. Components that read the context render when it
 * changes, which few have to. W9: a component that reads one context more costs
 * each render of the page, although it is skipped.
 *
 * @param isSplit Whether the context is to be read.
 */
function useRenderedStateBelow(isSplit: boolean): RenderedState | null {
  // React since version 19 lets a component read it in some renders only
  const { use }: { readonly use?: typeof useContext } = React;
  if (use && !isPreact) return isSplit ? use(RenderedStateContext) : null;
  // others count the contexts that a render reads
  const context = isSplit ? RenderedStateContext : StoreContext;
  const below = useContext(context as Context<unknown>);
  return isSplit ? below as RenderedState | null : null;
}

/**
 * What follows from a selection on screen: it is updated, requested if
 * that is needed, and protected from collection. These functions retain it;
 * Preact would retain it with those that outlast it, if they were made in one
 * place.
 */
function useEffectsOf<S extends Selection>(
  selection: S,
  selector: Selector<S>,
  subscription: Subscription<S>,
  rendered: RenderedState,
): void {
  useRegistrationEffect(() =>
    subscription.commit(selector, rendered, selection)
  );
  useEffect(() => {
    if (selection.needsRequest) selector.request!(selection);
    const release = selection.countRef();
    // after the next selection is protected, so that no count touches zero between
    return () => queueMicrotask(release);
  }, [selection]);
}

/** What a component knows of its renders. */
interface Renders {
  readonly mayHydrate: boolean;
  /** The selection that took its data away, in the render of a transition to that. */
  readonly lost: Selection | undefined;
}

/** Has a component render. */
function again(
  { mayHydrate, lost }: Renders,
  next: Selection | undefined,
): Renders {
  return { mayHydrate, lost: next ?? lost };
}

/**
 * Whether this render hydrates markup of the server. React offers no direct
 * result, but it asks for the server's snapshot in exactly that case. Both
 * snapshots are equal, so to ask never causes another render.
 */
export function useIsHydrating(): boolean {
  let hydrating = false;
  useSyncExternalStore(holdNothing, nothing, () => {
    hydrating = true;
  });
  return hydrating;
}

/**
 * For effects that register something: `useLayoutEffect`, so that nothing is
 * missed before the browser paints.
 *
 * Preact retains the layout effects of a first render that suspended. It runs
 * them with those of the next attempt and never ends them. Its other effects
 * start with the attempt that succeeds.
 */
export const useRegistrationEffect: typeof React.useLayoutEffect = isPreact
  ? useEffect
  : useIsomorphicLayoutEffect;
