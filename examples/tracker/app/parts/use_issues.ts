import { useInfinite, useSubscription } from "@tessera/client/react";
import { type IssueFilter, IssueResource } from "../api/issue.ts";

/** The issues that a filter lets through, page by page, as they are now. */
export function useIssues(filter: IssueFilter) {
  useSubscription(IssueResource.getList, filter);
  return useInfinite(IssueResource.getList, [filter], {
    getNextPageParam: ({ next }) => next || null,
  });
}
