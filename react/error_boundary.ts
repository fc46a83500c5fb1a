// @ts-types="npm:@types/react@^19"
import {
  Component,
  type ComponentType,
  createElement,
  type ReactNode,
} from "react";

/** What a component shown in place of failed content receives. */
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
}

interface ErrorBoundaryState {
  /** Boxed: whatever is thrown counts, `undefined` too. */
  readonly failure: { readonly error: unknown } | null;
}

/**
 * Shows a fallback in place of content that failed, whatever was thrown.
 *
 * @example
 * ```ts
 * import { createElement } from "react";
 * import { ErrorBoundary } from "@tessera/client/react";
 *
 * const page = createElement(ErrorBoundary, { className: "failed" }, "content");
 * ```
 */
export class ErrorBoundary<E = Error>
  extends Component<ErrorBoundaryProps<E>, ErrorBoundaryState> {
  /** @ignore */
  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { failure: { error } };
  }

  /** @ignore */
  override state: ErrorBoundaryState = { failure: null };

  #stopListening: (() => void) | undefined;

  readonly #reset = (): void => {
    if (this.state.failure !== null) this.setState({ failure: null });
  };

  /** @ignore */
  override componentDidMount(): void {
    this.#stopListening = this.props.listen?.(this.#reset);
  }

  /** @ignore */
  override componentDidUpdate(previous: ErrorBoundaryProps<E>): void {
    if (previous.listen === this.props.listen) return;
    this.#stopListening?.();
    this.#stopListening = this.props.listen?.(this.#reset);
  }

  /** @ignore */
  override componentWillUnmount(): void {
    this.#stopListening?.();
    this.#stopListening = undefined;
  }

  /** @ignore */
  override render(): ReactNode {
    const { failure } = this.state;
    const { children, className, fallbackComponent } = this.props;
    if (failure === null) return children;
    return createElement(
      (fallbackComponent ?? ErrorMessage) as ComponentType<
        ErrorFallbackProps<unknown>
      >,
      {
        error: failure.error,
        resetErrorBoundary: this.#reset,
        ...(className === undefined ? {} : { className }),
      },
    );
  }
}

function ErrorMessage(
  { error, className }: ErrorFallbackProps<unknown>,
): ReactNode {
  return createElement("pre", { role: "alert", className }, messageOf(error));
}

function messageOf(error: unknown): string {
  const message = (error as { message?: unknown } | null | undefined)?.message;
  return typeof message === "string" ? message : "";
}
