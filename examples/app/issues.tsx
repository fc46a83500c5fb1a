// @ts-types="npm:@types/react@^19"
import { useState } from "react";
import { Collection, Entity } from "@tessera/client";
import { useController, useLoading, useSuspense } from "@tessera/client/react";
import { AppEndpoint } from "./app_endpoint.ts";

class Issue extends Entity {
  id = "";
  title = "";

  static override key = "Issue";
}

const getIssues = new AppEndpoint({
  path: "/issues",
  searchParams: {} as { cursor?: string } | undefined,
  paginationField: "cursor",
  schema: { issues: new Collection([Issue]), next: "" },
  /** The cursor of the next page is in a header. */
  async parseResponse(response: Response) {
    const link = response.headers.get("link") ?? "";
    const next = /cursor=(\d+)>; rel="next"/.exec(link)?.[1];
    return { issues: await response.json(), next };
  },
});

/** A list that grows page by page. */
export function Issues() {
  const { fetch } = useController();
  const { issues, next: second } = useSuspense(getIssues);
  const [next, setNext] = useState<string | undefined>(second);
  const [loadMore, isLoading, error] = useLoading(async () => {
    if (next === undefined) return;
    const page = await fetch(getIssues.getPage, { cursor: next });
    setNext(page.next);
  }, [fetch, next]);
  const isComplete = next === undefined;
  return (
    <>
      <ol className="issues">
        {issues.map((issue) => (
          <li key={issue.pk()} value={issue.id}>{issue.title}</li>
        ))}
      </ol>
      <button
        type="button"
        // a disabled button would lose the focus
        aria-disabled={isComplete || isLoading}
        onClick={() => isLoading || loadMore()}
      >
        {isComplete
          ? `All ${issues.length} are here`
          : isLoading
          ? "Loading…"
          : "Load more"}
      </button>
      {error && <p className="problem" role="alert">{error.message}</p>}
    </>
  );
}
