"use client";
// @ts-types="npm:@types/react@^19"
import {
  Component,
  type ComponentType,
  type Context,
  createElement,
  Fragment,
  isValidElement,
  type ReactNode,
  useContext,
  useMemo,
  useState,
} from "react";
import { longAgo } from "../controller/expiry.ts";
import { isPlainObject } from "../schema/engine.ts";
import { StoreContext } from "./contexts.ts";
import { useIsomorphicLayoutEffect } from "./host.ts";
import type { ReaderSource } from "./reader_source.ts";
import { isSameList } from "./same_list.ts";

/**
 * The props that an {@linkcode ErrorBoundary} gives to a component in place of
 * failed content.
 *
 * @example
 * ```tsx
 * import { AsyncBoundary, type ErrorFallbackProps } from "@tessera/client/react";
 *
 * function Failed({ error, resetErrorBoundary }: ErrorFallbackProps) {
 *   return (
 *     <p role="alert">
 *       {error.message}
 *       <button type="button" onClick={resetErrorBoundary}>Try again</button>
 *     </p>
 *   );
 * }
 * export const page = (
 *   <AsyncBoundary errorComponent={Failed}>content</AsyncBoundary>
 * );
 * ```
 */
export interface ErrorFallbackProps<E = Error> {
  /** The thrown value. */
  readonly error: E;
  /** Forgets the error and renders the content again. */
  readonly resetErrorBoundary: () => void;
  /** Class name of the boundary. */
  readonly className?: string;
}

/** Properties of {@linkcode ErrorBoundary}. */
export interface ErrorBoundaryProps<E = Error> {
  /** The content that may fail. */
  readonly children?: ReactNode;
  /** Handed to the fallback. */
  readonly className?: string | undefined;
  /** Rendered after an error. Default: its message in a `<pre role="alert">`. */
  readonly fallbackComponent?: ComponentType<ErrorFallbackProps<E>> | undefined;
  /** Subscribes to an event that resets the boundary, such as navigation; returns its end. */
  readonly listen?: ((reset: () => void) => () => void) | undefined;
  /** Whether data that arrives by other means for what had failed resets the boundary. Default `true`. */
  readonly autoReset?: boolean | undefined;
  /** An error is forgotten when one of these changes, compared with `Object.is`. */
  readonly resetKeys?: readonly unknown[] | undefined;
  /**
   * Whether the focus, if it was inside the content that failed, goes to the
   * nearest focusable element around it. Default `false`.
   */
  readonly manageFocus?: boolean | undefined;
}

/**
 * What an {@linkcode ErrorBoundary} knows of a failure.
 *
 * @internal
 */
interface ErrorBoundaryState {
  /** Boxed: whatever is thrown is used, `undefined` too. */
  readonly failure:
    | {
      readonly error: unknown;
      readonly focus: FocusPath;
      /** Keys whose request had failed with it when it was first rendered. */
      keys?: readonly string[];
      /** Those whose stored error it was. */
      stored?: readonly string[];
    }
    | null;
}

/**
 * Renders a fallback in place of content that failed, whatever was thrown. A
 * reset requests again what the store had an error for. Content with other
 * properties, such as another id, resets it as well.
 *
 * @example
 * ```tsx
 * import { ErrorBoundary } from "@tessera/client/react";
 *
 * const page = <ErrorBoundary className="failed">content</ErrorBoundary>;
 * ```
 */
export class ErrorBoundary<E = Error>
  extends Component<ErrorBoundaryProps<E>, ErrorBoundaryState> {
  /** @ignore */
  static override contextType: Context<ReaderSource> = StoreContext;

  /** @ignore */
  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    // Preact takes the content out before it renders the fallback.
    return { failure: { error, focus: focusPath() } };
  }

  /** @ignore */
  declare context: ReaderSource;
  /** @ignore */
  override state: ErrorBoundaryState = { failure: null };

  /** Position in time of the last reset. */
  #resetAt = 0;
  #stopListening: (() => void) | undefined;
  #stopWatching: (() => void) | undefined;

  readonly #reset = (): void => {
    const { failure } = this.state;
    if (failure === null) return;
    const { pending, controller } = this.context;
    const keys = keysOf(this.context, failure.error);
    // their readers request again, however new the error is
    const testKey = (key: string) => keys.includes(key);
    if (keys.length > 0) void controller.expireAll({ testKey });
    pending.forgetFailed();
    this.#resetAt = controller.stamps.next();
    this.setState({ failure: null });
  };

  /** @ignore */
  override componentDidMount(): void {
    this.#stopListening = this.props.listen?.(this.#reset);
    this.#watchStore();
  }

  /** @ignore */
  override componentDidUpdate(
    previous: ErrorBoundaryProps<E>,
    { failure }: ErrorBoundaryState,
  ): void {
    if (failure !== this.state.failure) this.#watchStore();
    else if (
      failure !== null &&
      (!isSameContent(previous.children, this.props.children) ||
        !isSameList(previous.resetKeys ?? [], this.props.resetKeys ?? []))
    ) this.#reset();
    if (previous.listen === this.props.listen) return;
    this.#stopListening?.();
    this.#stopListening = this.props.listen?.(this.#reset);
  }

  /** @ignore */
  override componentWillUnmount(): void {
    this.#stopListening?.();
    this.#stopListening = undefined;
    this.#stopWatching?.();
    this.#stopWatching = undefined;
  }

  /** @ignore */
  override render(): ReactNode {
    const { failure } = this.state;
    const { children, className, fallbackComponent, manageFocus } = this.props;
    if (failure === null) return children;
    failure.keys ??= keysOf(this.context, failure.error);
    failure.stored ??= failure.keys.filter((key) =>
      hasError(this.context, key, failure.error)
    );
    const fallback = createElement(
      (fallbackComponent ?? ErrorFallback) as ComponentType<
        ErrorFallbackProps<unknown>
      >,
      {
        error: failure.error,
        resetErrorBoundary: this.#reset,
        ...(className === undefined ? {} : { className }),
      },
    );
    return manageFocus
      ? createElement(FocusKeeper, { before: failure.focus }, fallback)
      : fallback;
  }

  /** While an error of the store is rendered, waits for data in its place. */
  #watchStore(): void {
    this.#stopWatching?.();
    this.#stopWatching = undefined;
    const { failure } = this.state;
    if (failure === null) return;
    const source = this.context;
    const endpoints = failure.keys!;
    if (endpoints.length === 0) return;
    const isOld = (key: string) => {
      const { fetchedAt = Infinity, expiresAt } =
        source.getState().getMeta(key) ?? {};
      return source.isLive && fetchedAt < this.#resetAt &&
        expiresAt! > Date.now();
    };
    // that had failed before the reset as well, beside what was rendered
    if (endpoints.every(isOld)) return this.#reset();
    if (this.props.autoReset === false) return;
    const check = () => {
      const state = source.getState();
      const isRecovered = endpoints.every((key) => {
        const meta = state.getMeta(key);
        const wait = source.pending.waits.get(key);
        // whose readers are to request it again
        const isForgotten = failure.stored!.includes(key) &&
          (meta === undefined || meta.invalidated ||
            meta.expiresAt === longAgo);
        return isForgotten ||
          state.hasEndpoint(key) && meta?.error === undefined &&
            // it may have been there when a request ended without a response
            !(wait?.promise.status === "rejected" &&
              wait.selection.meta === meta);
      });
      if (!isRecovered) return;
      this.#stopWatching?.();
      this.setState({ failure: null });
    };
    this.#stopWatching = source.observe(
      { entities: [], tables: [], endpoints },
      check,
    );
    // before this was rendered, or while it was hidden
    check();
  }
}

/** How deep content is looked into; what is deeper is treated as the same. */
const maximumDepth = 8;

/**
 * Whether a parent that rendered again gave the same content: elements, lists
 * and plain objects with the same in them. Functions are made again in each
 * render, and say nothing.
 */
function isSameContent(a: unknown, b: unknown, depth = 0): boolean {
  if (Object.is(a, b) || depth > maximumDepth) return true;
  if (typeof a === "function" && typeof b === "function") return depth > 0;
  if (!isPlain(a) || !isPlain(b)) return false;
  if (isValidElement(a) && isValidElement(b)) {
    return a.type === b.type && a.key === b.key &&
      isSameContent(a.props, b.props, depth + 1);
  }
  const names = Object.keys(a);
  return names.length === Object.keys(b).length &&
    names.every((name) =>
      Object.hasOwn(b, name) && isSameContent(a[name], b[name], depth + 1)
    );
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return isPlainObject(value) || Array.isArray(value) || isValidElement(value);
}

/** Keys whose request has failed with this error; looked for when it is rendered, so that nobody has to retain it. */
function keysOf(source: ReaderSource, error: unknown): string[] {
  if (error === undefined) return [];
  const state = source.getState();
  return [
    ...source.pending.failed(error),
    ...[...state.endpointKeys()].filter((key) => hasError(source, key, error)),
  ];
}

/** Whether an error is stored for a key. */
function hasError(source: ReaderSource, key: string, error: unknown): boolean {
  return Object.is(source.getState().getMeta(key)?.error, error);
}

/** Rendered after an error where nobody says otherwise. */
export function ErrorFallback(
  { error, resetErrorBoundary, className }: ErrorFallbackProps<unknown>,
): ReactNode {
  const isRetryable = useIsRetryable(error);
  return createElement(
    Fragment,
    null,
    createElement("pre", { role: "alert", className }, messageOf(error)),
    isRetryable &&
      createElement(
        "button",
        { type: "button", onClick: resetErrorBoundary },
        "Retry",
      ),
  );
}

/** Whether a reset of the boundary makes the request again that failed. */
export function useIsRetryable(error: unknown): boolean {
  const source = useContext(StoreContext);
  // the store may forget the error while it is rendered
  return useMemo(() => keysOf(source, error).length > 0, [source, error]);
}

/** What an error says; nothing where it is no error at all. */
export function messageOf(error: unknown): string {
  const message = (error as { message?: unknown } | null | undefined)?.message;
  return typeof message === "string" ? message : "";
}

/**
 * Put around what takes the place of other content: if the focus was inside
 * that, it goes to the nearest focusable element around it, such as
 * `<main tabindex="-1">`, and not back to the start of the page.
 */
export function FocusKeeper(
  { children, before }: {
    readonly children?: ReactNode;
    /** Where the focus was. Default: where it is when this renders first. */
    readonly before?: FocusPath | undefined;
  },
): ReactNode {
  // By the time of an effect the document has forgotten.
  const [path] = useState(() => before ?? focusPath());
  useIsomorphicLayoutEffect(() => {
    const [focused, ...around] = path;
    if (focused === undefined || isVisible(focused)) return;
    around.find((element) => isVisible(element) && isFocusable(element))
      ?.focus();
    // where the focus was when this appeared
  }, []);
  return children;
}

/** The focused element and all around it, innermost first. */
export type FocusPath = readonly HTMLElement[];

/** Where the focus is at present. */
export function focusPath(): FocusPath {
  const path: HTMLElement[] = [];
  if (typeof document === "undefined") return path;
  let element = document.activeElement as HTMLElement | null;
  for (; element; element = element.parentElement) path.push(element);
  return path;
}

/** React hides what waits again; other renderers take it out. */
function isVisible(element: HTMLElement): boolean {
  return element.isConnected &&
    element.closest('[style*="display: none"]') === null;
}

function isFocusable(element: HTMLElement): boolean {
  return element.hasAttribute("tabindex") || element.tabIndex >= 0;
}
