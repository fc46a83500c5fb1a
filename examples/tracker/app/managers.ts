import {
  actionTypes,
  type ErrorTypes,
  getDefaultManagers,
  Invalidate,
  LogoutManager,
  type Manager,
  type Middleware,
} from "@tessera/client";
import { OfflineManager } from "@tessera/client/offline";
import { indexedDBStorage, PersistManager } from "@tessera/client/persist";
import { EventSourceManager } from "@tessera/client/push";
import { RefreshManager } from "@tessera/client/refresh";
import { TabSyncManager } from "@tessera/client/tabs";
import { comments, createComment } from "./api/comment.ts";
import { Issue, IssueDetail, IssueResource } from "./api/issue.ts";
import { tell } from "./parts/messages.ts";

/** Tells the user of changes that failed, wherever they were made. */
class FailureManager implements Manager {
  readonly middleware: Middleware = () => (next) => (action) => {
    if (
      action.type === actionTypes.SET_RESPONSE && action.error &&
      action.endpoint.sideEffect
    ) {
      const { status, message } = action.response as ErrorTypes;
      // forms show what is wrong with a field, and the login page comes by itself
      if (status !== 422 && status !== 401) {
        tell(`Not saved: ${navigator.onLine ? message : "you are offline."}`);
      }
    }
    return next(action);
  };

  cleanup(): void {}
}

/** Stores what others change while it is on the screen. */
const live = new EventSourceManager({
  url: (channels) => `/api/events?channels=${channels.join(",")}`,
  subscribe: ({ schema }, [args]) =>
    schema === IssueResource.getList.schema
      ? "issues"
      : schema === IssueDetail
      ? `issue-${args.id}`
      : undefined,
  entities: {
    "issue-created": IssueResource.getList.push.schema,
    "issue-changed": IssueResource.getList.move.schema,
    "issue-deleted": new Invalidate(Issue),
    "comment": comments.push,
  },
  lazy: true, // nothing to listen to before somebody is logged in
});

/** To be changed with the shape of the data: what older pages kept is then removed. */
const buster = "1";

const storage = indexedDBStorage("tracker");

/** Keeps the data in the browser, so that a reload shows it at once. */
const persist = new PersistManager({
  storage,
  buster,
  // what is kept is worth more than a request made a little earlier
  restoreTimeout: 5_000,
  exclude: (kind, name) => kind === "endpoint" && name.includes("/search"),
});

/** Keeps changes that cannot be sent, and sends them when there is a network. */
export const offline = new OfflineManager({
  storage,
  endpoints: {
    createIssue: IssueResource.getList.push,
    changeIssue: IssueResource.partialUpdate,
    deleteIssue: IssueResource.delete,
    createComment,
  },
});

export const managers = [
  persist,
  live,
  new TabSyncManager({ channel: "tracker", buster }),
  new RefreshManager(),
  new LogoutManager(),
  offline,
  new FailureManager(),
  ...getDefaultManagers(),
];
