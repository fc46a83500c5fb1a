import { useController, useLoading } from "@tessera/client/react";
import { type DragEvent, useState } from "react";
import { IssueResource, type Status } from "../api/issue.ts";
import { Card } from "../parts/card.tsx";
import { More } from "../parts/more.tsx";
import { PageTitle } from "../parts/page_title.tsx";
import { statuses } from "../parts/statuses.ts";
import { useIssues } from "../parts/use_issues.ts";

/** A column for each status. Cards are dragged, or moved by their menu. */
export function BoardPage() {
  const { fetch } = useController();
  const [moved, setMoved] = useState<string>();
  const [move] = useLoading((id: string, status: Status) => {
    setMoved(id);
    return fetch(IssueResource.partialUpdate, { id }, { status });
  }, [fetch]);
  return (
    <>
      <PageTitle>Board</PageTitle>
      <div className="board">
        {statuses.map(({ id, name }) => (
          <Column key={id} {...{ status: id, name, moved, move }} />
        ))}
      </div>
    </>
  );
}

interface ColumnProps {
  readonly status: Status;
  readonly name: string;
  /** Id of the card that was moved last; it takes the focus along. */
  readonly moved: string | undefined;
  move(id: string, status: Status): void;
}

function Column({ status, name, moved, move }: ColumnProps) {
  const list = useIssues({ status });
  const [isOver, setOver] = useState(false);
  function allow(event: DragEvent): void {
    event.preventDefault();
    setOver(true);
  }
  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    move(event.dataTransfer.getData("text/plain"), status);
  }
  return (
    <section
      className={isOver ? "column over" : "column"}
      aria-labelledby={`column-${status}`}
      onDragOver={allow}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <h2 id={`column-${status}`}>{name}</h2>
      <ul>
        {list.data.items.map((issue) => (
          <Card
            key={issue.id}
            issue={issue}
            hasFocus={issue.id === moved}
            move={move}
          />
        ))}
      </ul>
      {list.hasNextPage && <More list={list} />}
    </section>
  );
}
