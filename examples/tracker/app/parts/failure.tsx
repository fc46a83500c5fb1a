import type { ErrorTypes } from "@tessera/client";
import type { ErrorFallbackProps } from "@tessera/client/react";
import { PageTitle } from "./page_title.tsx";

/** Shown in place of a part of a page that could not be loaded. */
export function Failure(
  { error, resetErrorBoundary }: ErrorFallbackProps<ErrorTypes>,
) {
  return (
    <div className="failure" role="alert">
      <p>{navigator.onLine ? error.message : "You are offline."}</p>
      {error.status !== 404 && (
        <button type="button" onClick={resetErrorBoundary}>Try again</button>
      )}
    </div>
  );
}

/** Shown in place of a whole page. */
export function FailedPage(props: ErrorFallbackProps<ErrorTypes>) {
  const isMissing = props.error.status === 404;
  return (
    <>
      <PageTitle>{isMissing ? "It is not here" : "It did not load"}</PageTitle>
      <Failure {...props} />
    </>
  );
}
