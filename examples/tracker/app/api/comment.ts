import { Collection, Entity } from "@tessera/client";
import { TrackerEndpoint } from "./tracker_endpoint.ts";
import { Session } from "./session.ts";
import { User } from "./user.ts";

/** A text below an issue. */
export class Comment extends Entity {
  id = "";
  text = "";
  author = User.fromJS();
  createdAt = new Date(0);

  static override key = "Comment";
  static override schema = {
    author: User,
    createdAt: (iso: string | Date) => new Date(iso),
  };
}

/** The comments inside of an issue. The arguments of `createComment` name the same issue. */
export const comments = new Collection([Comment], {
  nestKey: (issue: { id: string }) => ({ issue: issue.id }),
});

export const createComment = new TrackerEndpoint({
  path: "/issues/:issue/comments",
  method: "POST",
  body: {} as { text: string },
  schema: comments.push,
  getOptimisticResponse(snap, _params, { text }) {
    const user = snap.get(Session, {})?.user;
    return { text, author: user?.id, createdAt: new Date().toISOString() };
  },
});
