// @ts-types="npm:@types/react@^19"
import { type ReactNode, useId } from "react";
import { AsyncBoundary, type ErrorFallbackProps } from "@tessera/client/react";

/** One part of the page; waits and fails on its own. */
export function Card(
  { title, shows, children }: {
    title: string;
    /** What of the library is at work. */
    shows: string;
    children: ReactNode;
  },
) {
  const id = useId();
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className="shows">{shows}</p>
      <AsyncBoundary
        fallback={<Waiting what={title} />}
        errorComponent={Problem}
      >
        {children}
      </AsyncBoundary>
    </section>
  );
}

/** Shown while data is on its way. */
export function Waiting({ what }: { what: string }) {
  return (
    <div className="waiting" role="status">
      <span className="visually-hidden">Loading {what}</span>
      <span className="bar" />
      <span className="bar" />
      <span className="bar" />
    </div>
  );
}

/** Shown instead of what could not be had. */
export function Problem({ error, resetErrorBoundary }: ErrorFallbackProps) {
  return (
    <div className="problem" role="alert">
      <p>{error.message}</p>
      <button type="button" onClick={resetErrorBoundary}>Try again</button>
    </div>
  );
}
