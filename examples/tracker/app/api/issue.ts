import {
  Collection,
  Entity,
  isTemporaryPk,
  resource,
  validateRequired,
} from "@tessera/client";
import { type Attachment, attachments } from "./attachment.ts";
import { type Comment, comments } from "./comment.ts";
import { Label } from "./label.ts";
import { TrackerEndpoint } from "./tracker_endpoint.ts";
import { User } from "./user.ts";

export type Status = "open" | "started" | "closed";

/** What a list is filtered by. */
export interface IssueFilter {
  readonly status?: Status;
  readonly label?: string;
}

/** What may be written; labels by their ids. */
export interface IssueInput {
  readonly title?: string;
  readonly text?: string;
  readonly status?: Status;
  readonly labels?: readonly string[];
}

/**
 * An issue. Lists leave out the text, the comments and the attachments; these
 * are then empty.
 */
export class Issue extends Entity {
  id = "";
  title = "";
  status: Status = "open";
  labels: Label[] = [];
  author = User.fromJS();
  createdAt = new Date(0);
  text = "";
  comments: Comment[] = [];
  attachments: Attachment[] = [];

  static override key = "Issue";
  static override schema = {
    labels: [Label],
    author: User,
    createdAt: (iso: string | Date) => new Date(iso),
    comments,
    attachments,
  };
}

/** The same issue with everything. What a list brought is not enough for it. */
export class IssueDetail extends Issue {
  static override validate(row: object): string | undefined {
    return validateRequired(row, { text: "", comments: [], attachments: [] });
  }
}

/** Which lists an issue is in, and where, by what is written or pushed. */
const issues = new Collection([Issue], {
  createCollectionFilter(params, body) {
    const { status, labels = [] } = { ...params, ...body };
    return (list) =>
      (list.status === undefined || list.status === status) &&
      (list.label === undefined || labels.includes(list.label));
  },
  order: () => (a, b) => rank(b) - rank(a), // newest first
});

export const IssueResource = resource({
  Endpoint: TrackerEndpoint,
  path: "/issues/:id",
  schema: Issue,
  searchParams: {} as IssueFilter | undefined,
  body: {} as IssueInput,
  paginationField: "cursor",
  optimistic: true,
}).extend(({ get, getList }) => ({
  get: get.extend({ schema: IssueDetail }),
  getList: getList.extend({
    schema: { items: issues, next: "" },
  }),
  search: getList.extend({
    path: "/issues/search",
    searchParams: {} as { q: string },
    schema: [Issue],
  }),
}));

/** An issue that is being created has a temporary id. */
function rank({ id }: Issue): number {
  return isTemporaryPk(id) ? Number.MAX_SAFE_INTEGER : Number(id);
}
