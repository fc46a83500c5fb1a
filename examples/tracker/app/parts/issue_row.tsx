import { isTemporaryPk } from "@tessera/client";
import { Prefetch } from "@tessera/client/react";
import { memo } from "react";
import { type Issue, IssueResource } from "../api/issue.ts";
import { Link } from "../router.tsx";
import { Labels } from "./labels.tsx";
import { statusName } from "./statuses.ts";

interface IssueRowProps {
  readonly issue: Issue;
}

/**
 * One line of a list. An issue is the same object until it changes, so `memo`
 * renders only the lines that did. What is behind the link is requested when
 * the user points at it.
 */
export const IssueRow = memo(function IssueRow({ issue }: IssueRowProps) {
  const { id, title, status, labels, author } = issue;
  if (isTemporaryPk(id)) {
    return (
      <li className="issue saving">
        {title} <small>saving…</small>
      </li>
    );
  }
  return (
    <li className={`issue ${status}`}>
      <Prefetch endpoint={IssueResource.get} args={[{ id }]} when="intent">
        <Link href={`/issues/${id}`}>{title}</Link>
      </Prefetch>
      <Labels labels={labels} />
      <small>{statusName(status)} · #{id} by {author.name}</small>
    </li>
  );
});
