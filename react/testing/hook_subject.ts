// @ts-types="npm:@types/react@^19"
import { createElement, type ReactNode } from "react";
import { AsyncBoundary } from "../async_boundary.ts";
import type { ErrorFallbackProps } from "../error_boundary.ts";
import { useIsomorphicLayoutEffect } from "../host.ts";
import type { HookRecord } from "./hook_result.ts";

/** Calls the hook under test. */
export function Subject<Props, Result>(
  { hook, props, record }: {
    readonly hook: (props: Props) => Result;
    readonly props: Props;
    readonly record: HookRecord<Result>;
  },
): ReactNode {
  const value = hook(props);
  useIsomorphicLayoutEffect(() => record.committed(value));
  return null;
}

/** Boundaries that tell what they show. */
export class Boundaries {
  readonly #record: HookRecord<unknown>;
  readonly #resets = new Set<() => void>();
  readonly #listen = (reset: () => void) => {
    this.#resets.add(reset);
    return () => {
      this.#resets.delete(reset);
    };
  };
  readonly #Failure = ({ error }: ErrorFallbackProps<unknown>): null => {
    useIsomorphicLayoutEffect(() => this.#record.failed(error), [error]);
    return null;
  };
  readonly #Waiting = (): null => {
    useIsomorphicLayoutEffect(() => this.#record.fallback(), []);
    return null;
  };

  constructor(record: HookRecord<unknown>) {
    this.#record = record;
  }

  /** Puts boundaries around content. */
  around(content: ReactNode): ReactNode {
    return createElement(AsyncBoundary, {
      fallback: createElement(this.#Waiting),
      errorComponent: this.#Failure,
      listen: this.#listen,
    }, content);
  }

  /** Forgets the errors on display. */
  reset(): void {
    for (const reset of [...this.#resets]) reset();
  }
}
