"use client";
// @ts-types="npm:@types/react@^19"
import {
  cloneElement,
  createElement,
  Fragment,
  isValidElement,
  type ReactElement,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
} from "react";
import type { ReadEndpoint } from "../controller/mod.ts";
import { isNullArgs, keyOf } from "../controller/views.ts";
import type {
  NullableArgs,
  ReadableEndpoint,
  ReadComplaints,
} from "./endpoint_types.ts";
import { useController } from "./contexts.ts";

/** Properties of {@linkcode Prefetch}. */
export interface PrefetchProps<E extends ReadEndpoint> {
  /** An endpoint that only reads. */
  readonly endpoint: E;
  /** Its arguments as a list; `[null]` requests nothing. */
  readonly args: NullableArgs<Parameters<E>>;
  /**
   * When to request: as soon as this renders (default), when the content can be
   * seen, or when the user points at it, touches it or gives it the focus.
   */
  readonly when?: "render" | "visible" | "intent" | undefined;
  /** Rendered unchanged. `"intent"` and `"visible"` need a single element. */
  readonly children?: ReactNode;
}

/**
 * Requests data that a component further down will want.
 *
 * @example
 * ```tsx
 * import { RestEndpoint } from "@tessera/client";
 * import { Prefetch } from "@tessera/client/react";
 *
 * const getShip = new RestEndpoint({ path: "/ships/:id" });
 *
 * const link = (
 *   <Prefetch endpoint={getShip} args={[{ id: "7" }]} when="intent">
 *     <a href="/ships/7">Fram</a>
 *   </Prefetch>
 * );
 * ```
 */
export function Prefetch<E extends ReadEndpoint>(
  { endpoint, args, when = "render", children }: PrefetchProps<E>,
): ReactNode {
  const { controller, key, prefetch } = useRequest(endpoint, args);
  usePrefetch<ReadEndpoint>(endpoint, ...(when === "render" ? args : [null]));
  const marker = useRef<HTMLElement | null>(null);
  useEffect(() => {
    // The marker has no box of its own, so its content is observed.
    const content = marker.current?.firstElementChild;
    if (when !== "visible" || !content) return;
    if (typeof IntersectionObserver === "undefined") return prefetch();
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      prefetch();
    });
    observer.observe(content);
    return () => observer.disconnect();
  }, [when, controller, key]);
  if (when === "visible") {
    return createElement(
      "span",
      { ref: marker, style: { display: "contents" } },
      children,
    );
  }
  if (when === "intent" && isValidElement(children)) {
    return withIntent(children as ReactElement<Handlers>, prefetch);
  }
  return createElement(Fragment, null, children);
}

type Handlers = Record<string, ((event: unknown) => void) | undefined>;

/** Handlers of intent, and what Preact renames them to in an element's properties. */
const intents = [
  ["onPointerEnter", "onpointerenter"],
  ["onFocus", "onfocusin"],
  ["onTouchStart", "ontouchstart"],
] as const;

/** Adds to the handlers that are there. */
function withIntent(
  element: ReactElement<Handlers>,
  prefetch: () => void,
): ReactNode {
  const added: Handlers = {};
  for (const [name, renamed] of intents) {
    const present = renamed in element.props ? renamed : name;
    const handler = element.props[present];
    added[present] = (event) => {
      handler?.(event);
      prefetch();
    };
  }
  return cloneElement(element, added);
}

/**
 * Requests data that a component further down will want, unless it is there
 * and fresh. Never suspends and never causes a render.
 *
 * @param endpoint An endpoint that only reads.
 * @param args Its arguments; `null` as the first one requests nothing.
 *
 * @example
 * ```ts
 * import { RestEndpoint } from "@tessera/client";
 * import { usePrefetch } from "@tessera/client/react";
 *
 * const getCrew = new RestEndpoint({ path: "/ships/:id/crew" });
 *
 * function useCrewSoon(id: string): void {
 *   usePrefetch(getCrew, { id });
 * }
 * ```
 */
export function usePrefetch<E extends ReadableEndpoint, Null = never>(
  endpoint: ReadComplaints[`${E["sideEffect"]}`] & E,
  ...args: NullableArgs<Parameters<E>, Null>
): void;
export function usePrefetch(
  endpoint: ReadEndpoint,
  ...args: readonly unknown[]
): void {
  const { controller, key, prefetch } = useRequest(endpoint, args);
  // once for each key
  useMemo(prefetch, [controller, key]);
}

/** What a call asks for, and the function that requests it; with `null` it does nothing. */
function useRequest(endpoint: ReadEndpoint, args: readonly unknown[]) {
  const controller = useController();
  // a page has the key of its list
  const { "~request": requestOf } = (endpoint ?? {}) as {
    "~request"?(...args: readonly unknown[]): string;
  };
  const key = isNullArgs(args)
    ? null
    : requestOf?.call(endpoint, ...args) ?? keyOf(endpoint, args);
  const prefetch = () => {
    if (key !== null) void controller.prefetch(endpoint, ...args);
  };
  return { controller, key, prefetch };
}
