import type { Status } from "../api/issue.ts";

/** Where an issue may stand, in the words of the page. */
export const statuses: readonly {
  readonly id: Status;
  readonly name: string;
}[] = [
  { id: "open", name: "open" },
  { id: "started", name: "in progress" },
  { id: "closed", name: "closed" },
];

/** The words for a status. */
export function statusName(status: Status): string {
  return statuses.find(({ id }) => id === status)?.name ?? status;
}
