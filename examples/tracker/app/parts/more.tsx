import { useEffect, useRef } from "react";
import type { useIssues } from "./use_issues.ts";

interface MoreProps {
  readonly list: ReturnType<typeof useIssues>;
}

/** Requests the next page as soon as the end of the list comes into view. */
export function More({ list }: MoreProps) {
  const { data, fetchNextPage, isFetchingNextPage, pageError } = list;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const observer = new IntersectionObserver(([end]) => {
      if (end?.isIntersecting) fetchNextPage();
    });
    observer.observe(button.current!);
    return () => observer.disconnect();
  }, [data.next, fetchNextPage]);
  return (
    <p className="more">
      {pageError && <span role="alert">{pageError.message}</span>}
      <button
        type="button"
        ref={button}
        aria-disabled={isFetchingNextPage}
        onClick={fetchNextPage}
      >
        {isFetchingNextPage ? "Loading…" : "Load more"}
      </button>
    </p>
  );
}
