import { AsyncBoundary } from "@tessera/client/react";
import type { IssueFilter, Status } from "../api/issue.ts";
import { Failure } from "../parts/failure.tsx";
import { Filters } from "../parts/filters.tsx";
import { IssueRow } from "../parts/issue_row.tsx";
import { More } from "../parts/more.tsx";
import { NewIssue } from "../parts/new_issue.tsx";
import { PageTitle } from "../parts/page_title.tsx";
import { useIssues } from "../parts/use_issues.ts";
import { Waiting } from "../parts/waiting.tsx";
import { useNavigation } from "../router.tsx";

/** All issues, or those that the address asks for. */
export function IssuesPage() {
  const { url, isPending, listen } = useNavigation();
  const filter = filterOf(url.searchParams);
  return (
    <>
      <PageTitle>Issues</PageTitle>
      <NewIssue />
      <AsyncBoundary fallback={<Waiting />} errorComponent={Failure}>
        <Filters filter={filter} />
      </AsyncBoundary>
      <div aria-busy={isPending}>
        <AsyncBoundary
          fallback={<Waiting />}
          errorComponent={Failure}
          listen={listen}
        >
          <IssueList filter={filter} />
        </AsyncBoundary>
      </div>
    </>
  );
}

function IssueList({ filter }: { readonly filter: IssueFilter }) {
  const list = useIssues(filter);
  const { items } = list.data;
  if (items.length === 0) {
    return <p className="note">There is no such issue.</p>;
  }
  return (
    <>
      <ol className="issues" aria-label="Issues">
        {items.map((issue) => <IssueRow key={issue.id} issue={issue} />)}
      </ol>
      {list.hasNextPage && <More list={list} />}
    </>
  );
}

/** The filter of an address such as `/?status=open&label=bug`. */
function filterOf(searchParams: URLSearchParams): IssueFilter {
  const status = searchParams.get("status") as Status | null;
  const label = searchParams.get("label");
  return { ...status && { status }, ...label && { label } };
}
