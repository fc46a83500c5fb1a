import { useController, useLive, useLoading } from "@tessera/client/react";
import { useState } from "react";
import { IssueResource } from "../api/issue.ts";
import { Attachments } from "../parts/attachments.tsx";
import { Comments } from "../parts/comments.tsx";
import { DeleteIssue } from "../parts/delete_issue.tsx";
import { EditIssue } from "../parts/edit_issue.tsx";
import { Labels } from "../parts/labels.tsx";
import { PageTitle } from "../parts/page_title.tsx";
import { statuses } from "../parts/statuses.ts";

/** One issue with all that belongs to it. */
export function IssuePage({ id }: { readonly id: string }) {
  const issue = useLive(IssueResource.get, { id });
  const [isEditing, setEditing] = useState(false);
  const { fetch } = useController();
  const [setStatus] = useLoading(
    (status: "open" | "closed") =>
      fetch(IssueResource.getList.move, { id }, { status }),
    [fetch, id],
  );
  const isClosed = issue.status === "closed";
  return (
    <article className="detail">
      <PageTitle>{issue.title}</PageTitle>
      <p className="facts">
        <strong>
          {statuses.find(({ id }) => id === issue.status)?.name}
        </strong>{" "}
        #{id} by {issue.author.name}, {issue.createdAt.toLocaleDateString("en")}
      </p>
      <Labels labels={issue.labels} />
      {isEditing
        ? <EditIssue issue={issue} onDone={() => setEditing(false)} />
        : (
          <>
            <p className="text">{issue.text}</p>
            <p className="actions">
              <button type="button" onClick={() => setEditing(true)}>
                Edit
              </button>
              <button
                type="button"
                onClick={() => setStatus(isClosed ? "open" : "closed")}
              >
                {isClosed ? "Reopen" : "Close"}
              </button>
              <DeleteIssue id={id} />
            </p>
          </>
        )}
      <Attachments issue={issue} />
      <Comments issue={issue} />
    </article>
  );
}
