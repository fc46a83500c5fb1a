import type { ErrorTypes } from "@tessera/client";
import type { ErrorFallbackProps } from "@tessera/client/react";

/** Shown in place of what could not be loaded. */
export function Failure(
  { error, resetErrorBoundary }: ErrorFallbackProps<ErrorTypes>,
) {
  return (
    <div className="failure" role="alert">
      <h2>{error.status === 404 ? "It is not here" : "It did not load"}</h2>
      <p>{navigator.onLine ? error.message : "You are offline."}</p>
      {error.status !== 404 && (
        <button type="button" onClick={resetErrorBoundary}>Try again</button>
      )}
    </div>
  );
}
