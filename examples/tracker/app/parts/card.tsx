import { memo, useEffect, useRef } from "react";
import type { Issue, Status } from "../api/issue.ts";
import { Link } from "../router.tsx";
import { Labels } from "./labels.tsx";
import { statuses } from "./statuses.ts";

interface CardProps {
  readonly issue: Issue;
  /** Whether it was moved here, and so has the focus. */
  readonly hasFocus: boolean;
  move(id: string, status: Status): void;
}

/** An issue on the board. The menu does what dragging does, for keyboards and fingers. */
export const Card = memo(function Card({ issue, hasFocus, move }: CardProps) {
  const { id, title, status, labels } = issue;
  const menu = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    if (hasFocus) menu.current?.focus();
  }, [hasFocus]);
  return (
    <li
      className="card"
      draggable
      onDragStart={({ dataTransfer }) => dataTransfer.setData("text/plain", id)}
    >
      <Link href={`/issues/${id}`} draggable={false}>{title}</Link>
      <Labels labels={labels} />
      <select
        ref={menu}
        aria-label={`Status of ${title}`}
        value={status}
        onChange={(event) => move(id, event.currentTarget.value as Status)}
      >
        {statuses.map(({ id, name }) => (
          <option key={id} value={id}>{name}</option>
        ))}
      </select>
    </li>
  );
});
