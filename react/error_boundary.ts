"use client";
// @ts-types="npm:@types/react@^19"
import {
  Component,
  type ComponentType,
  type Context,
  createElement,
  type ReactNode,
} from "react";
import { StoreContext } from "./contexts.ts";
import { ErrorFallback } from "./error_fallback.ts";
import { FocusKeeper, type FocusPath, focusPath } from "./focus_keeper.ts";
import type { ReaderSource, Registration } from "./reader_source.ts";

/**
 * What a component shown in place of failed content receives from an
 * {@linkcode ErrorBoundary}.
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
  /** Whatever was thrown. */
  readonly error: E;
  /** Forgets the error and renders the content again. */
  readonly resetErrorBoundary: () => void;
  /** Class name given to the boundary. */
  readonly className?: string;
}

/** Properties of {@linkcode ErrorBoundary}. */
export interface ErrorBoundaryProps<E = Error> {
  /** What may fail. */
  readonly children?: ReactNode;
  /** Handed to the fallback. */
  readonly className?: string | undefined;
  /** Shown after an error. Default: its message in a `<pre role="alert">`. */
  readonly fallbackComponent?: ComponentType<ErrorFallbackProps<E>> | undefined;
  /** Subscribes to an event that resets the boundary, such as navigation; returns its end. */
  readonly listen?: ((reset: () => void) => () => void) | undefined;
  /** Whether data that arrives by other means for what had failed resets the boundary. Default `true`. */
  readonly autoReset?: boolean | undefined;
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
  /** Boxed: whatever is thrown counts, `undefined` too. */
  readonly failure:
    | { readonly error: unknown; readonly focus: FocusPath }
    | null;
}

/**
 * Shows a fallback in place of content that failed, whatever was thrown. A
 * reset requests again what the store had an error for.
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

  #stopListening: (() => void) | undefined;
  #watch: Registration | undefined;

  readonly #reset = (): void => {
    const { failure } = this.state;
    if (failure === null) return;
    const { failures } = this.context;
    failures.retry(failures.keysOf(failure.error));
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
    if (previous.listen === this.props.listen) return;
    this.#stopListening?.();
    this.#stopListening = this.props.listen?.(this.#reset);
  }

  /** @ignore */
  override componentWillUnmount(): void {
    this.#stopListening?.();
    this.#stopListening = undefined;
    this.#watch?.release();
    this.#watch = undefined;
  }

  /** @ignore */
  override render(): ReactNode {
    const { failure } = this.state;
    if (failure === null) return this.props.children;
    const fallback = this.#fallbackFor(failure.error);
    return this.props.manageFocus
      ? createElement(FocusKeeper, { before: failure.focus }, fallback)
      : fallback;
  }

  #fallbackFor(error: unknown): ReactNode {
    const { className, fallbackComponent = ErrorFallback } = this.props;
    return createElement(
      fallbackComponent as ComponentType<ErrorFallbackProps<unknown>>,
      {
        error,
        resetErrorBoundary: this.#reset,
        ...(className === undefined ? {} : { className }),
      },
    );
  }

  /** While an error of the store is shown, waits for data in its place. */
  #watchStore(): void {
    this.#watch?.release();
    this.#watch = undefined;
    const { failure } = this.state;
    if (failure === null || this.props.autoReset === false) return;
    const source = this.context;
    const keys = source.failures.keysOf(failure.error);
    if (keys.length === 0) return;
    this.#watch = source.observe(
      { entities: [], tables: [], endpoints: keys },
      () => {
        const state = source.getState();
        const isRecovered = keys.every((key) =>
          state.hasEndpoint(key) && state.getMeta(key)?.error === undefined
        );
        if (!isRecovered) return;
        this.#watch?.release();
        this.setState({ failure: null });
      },
    );
  }
}
