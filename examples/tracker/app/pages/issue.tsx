import { useController, useLive, useLoading } from "@tessera/client/react";
import { useState } from "react";
import { IssueResource, type Status } from "../api/issue.ts";
import { Attachments } from "../parts/attachments.tsx";
import { Comments } from "../parts/comments.tsx";
import { EditIssue } from "../parts/edit_issue.tsx";
import { Labels } from "../parts/labels.tsx";
import { PageTitle } from "../parts/page_title.tsx";
import { statusName } from "../parts/statuses.ts";
import { Waiting } from "../parts/waiting.tsx";
import { useNavigation } from "../router.tsx";

/** One issue, until it is deleted: then nobody reads it here any more. */
export function IssuePage({ id }: { readonly id: string }) {
  const { fetch } = useController();
  const { navigate } = useNavigation();
  const [isDeleted, setDeleted] = useState(false);
  const [remove] = useLoading(() => {
    setDeleted(true);
    navigate("/");
    return fetch(IssueResource.delete, { id });
  }, [fetch, id, navigate]);
  return isDeleted ? <Waiting /> : (
    <IssueDetails
      id={id}
      onDelete={() => confirm("Delete this issue?") && remove()}
    />
  );
}

interface IssueDetailsProps {
  readonly id: string;
  onDelete(): void;
}

/** All that belongs to an issue. */
function IssueDetails({ id, onDelete }: IssueDetailsProps) {
  const issue = useLive(IssueResource.get, { id });
  const [isEditing, setEditing] = useState(false);
  const { fetch } = useController();
  const [setStatus] = useLoading(
    (status: Status) => fetch(IssueResource.partialUpdate, { id }, { status }),
    [fetch, id],
  );
  const isClosed = issue.status === "closed";
  return (
    <article className="detail">
      <PageTitle>{issue.title}</PageTitle>
      <p className="facts">
        <strong>{statusName(issue.status)}</strong> #{id} by{" "}
        {issue.author.name}, {issue.createdAt.toLocaleDateString("en")}
      </p>
      <Labels labels={issue.labels} />
      {isEditing
        ? <EditIssue issue={issue} onDone={() => setEditing(false)} />
        : (
          <>
            <p className="text">{issue.text}</p>
            <p className="actions">
              <button
                type="button"
                onClick={() => setEditing(true)}
              >
                Edit
              </button>
              <button
                type="button"
                onClick={() => setStatus(isClosed ? "open" : "closed")}
              >
                {isClosed ? "Reopen" : "Close"}
              </button>
              <button type="button" className="danger" onClick={onDelete}>
                Delete
              </button>
            </p>
          </>
        )}
      <Attachments issue={issue} />
      <Comments issue={issue} />
    </article>
  );
}
