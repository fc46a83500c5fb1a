import { useController, useLoading } from "@tessera/client/react";
import { useEffect, useEffectEvent, useRef } from "react";
import { type IssueFilter, IssueResource } from "../api/issue.ts";

interface MoreProps {
  readonly filter: IssueFilter;
  readonly cursor: string;
}

/** Requests the next page as soon as the end of the list comes into view. */
export function More({ filter, cursor }: MoreProps) {
  const { fetch } = useController();
  const [load, isLoading, error] = useLoading(
    () => fetch(IssueResource.getList.getPage, { ...filter, cursor }),
    [fetch, filter, cursor],
  );
  const button = useRef<HTMLButtonElement>(null);
  const loadOnce = useEffectEvent(() => {
    if (!isLoading) load();
  });
  useEffect(() => {
    const observer = new IntersectionObserver(([end]) => {
      if (end?.isIntersecting) loadOnce();
    });
    observer.observe(button.current!);
    return () => observer.disconnect();
  }, [cursor]);
  return (
    <p className="more">
      {error && <span role="alert">{error.message}</span>}
      <button
        type="button"
        ref={button}
        aria-disabled={isLoading}
        onClick={loadOnce}
      >
        {isLoading ? "Loading…" : "Load more"}
      </button>
    </p>
  );
}
