import type { Data, IssueRow, Status, UserRow } from "./data.ts";
import type { EventStreams } from "./event_streams.ts";
import { type Call, Refusal, type Routes } from "./http.ts";

/** What the routes work on. */
export interface Tracker {
  readonly data: Data;
  /** Who is logged in, by the cookie. */
  readonly sessions: Map<string, UserRow>;
  readonly streams: EventStreams;
}

type TrackerCall = Call<Tracker>;

const pageSize = 20;

/** The API. */
export const routes: Routes<Tracker> = {
  "GET /api/session": ({ request, context }) =>
    Response.json({ user: sessionOf(request, context) ?? null }),

  "POST /api/session": async ({ request, context: { data, sessions } }) => {
    const { login, password } = await request.json();
    const user = data.users.find((user) => user.login === login);
    if (!user) refuse({ login: "Nobody has this name." });
    if (password !== "engine") refuse({ password: "This is not the word." });
    const token = crypto.randomUUID();
    sessions.set(token, user);
    return Response.json({ user }, {
      headers: {
        "set-cookie": `session=${token}; Path=/; HttpOnly; SameSite=Strict`,
      },
    });
  },

  "DELETE /api/session": ({ request, context }) => {
    context.sessions.delete(tokenOf(request) ?? "");
    return Response.json({ user: null });
  },

  "GET /api/labels": signed(({ context }) =>
    Response.json(context.data.labels)
  ),

  "GET /api/issues": signed(({ url: { searchParams }, context }) => {
    const status = searchParams.get("status");
    const label = searchParams.get("label");
    const cursor = Number(searchParams.get("cursor") ?? Infinity);
    const found = context.data.issues.filter((issue) =>
      (!status || issue.status === status) &&
      (!label || issue.labels.includes(label)) &&
      Number(issue.id) < cursor
    );
    const items = found.slice(0, pageSize);
    const next = found.length > pageSize ? items.at(-1)!.id : "";
    return Response.json({
      items: items.map((issue) => summary(issue, context)),
      next,
    });
  }),

  "GET /api/issues/search": signed(({ url, context }) => {
    const text = url.searchParams.get("q")?.toLowerCase() ?? "";
    const found = context.data.issues.filter(({ title }) =>
      title.toLowerCase().includes(text)
    );
    return Response.json(
      found.slice(0, 6).map((issue) => summary(issue, context)),
    );
  }),

  "GET /api/issues/:id": signed(({ params, context }) =>
    Response.json(detail(issueOf(params, context), context))
  ),

  "POST /api/issues": signed(async ({ request, context }, user) => {
    const { title, text = "", labels = [] } = checked(await request.json());
    const { issues } = context.data;
    const issue: IssueRow = {
      id: String(Math.max(...issues.map(({ id }) => Number(id))) + 1),
      title: title ?? refuse({ title: "A title is needed." }),
      text,
      labels,
      status: "open",
      authorId: user.id,
      createdAt: new Date().toISOString(),
    };
    issues.unshift(issue);
    context.streams.tell(["issues"], {
      type: "issue-created",
      args: [{ status: issue.status, labels: issue.labels }],
      data: summary(issue, context),
    });
    return Response.json(detail(issue, context), { status: 201 });
  }),

  "PATCH /api/issues/:id": signed(async ({ params, request, context }) => {
    const issue = issueOf(params, context);
    Object.assign(issue, checked(await request.json()));
    context.streams.tell(["issues", `issue-${issue.id}`], {
      type: "issue-changed",
      data: detail(issue, context),
    });
    return Response.json(detail(issue, context));
  }),

  "DELETE /api/issues/:id": signed(({ params, context }) => {
    const issue = issueOf(params, context);
    const { issues } = context.data;
    issues.splice(issues.indexOf(issue), 1);
    context.streams.tell(["issues", `issue-${issue.id}`], {
      type: "issue-deleted",
      data: { id: issue.id },
    });
    return new Response(null, { status: 204 });
  }),

  "POST /api/issues/:id/comments": signed(
    async ({ params, request, context }, user) => {
      const issue = issueOf(params, context);
      const { text } = await request.json();
      if (!text?.trim()) refuse({ text: "Say something." });
      const { comments } = context.data;
      const comment = {
        id: String(comments.length + 1),
        issueId: issue.id,
        authorId: user.id,
        text,
        createdAt: new Date().toISOString(),
      };
      comments.push(comment);
      const data = { ...comment, author: user };
      context.streams.tell([`issue-${issue.id}`], {
        type: "comment",
        args: [{ issue: issue.id }],
        data,
      });
      return Response.json(data, { status: 201 });
    },
  ),

  "POST /api/issues/:id/attachments": signed(
    async ({ params, request, context }) => {
      const issue = issueOf(params, context);
      const file = (await request.formData()).get("file");
      if (!(file instanceof File) || file.size === 0) {
        refuse({ file: "Choose a file that is not empty." });
      }
      const { attachments } = context.data;
      const attachment = {
        id: String(attachments.length + 1),
        issueId: issue.id,
        name: file.name,
        file,
      };
      attachments.push(attachment);
      return Response.json(withSize(attachment), { status: 201 });
    },
  ),

  "GET /api/attachments/:id/file": signed(({ params, context }) => {
    const found = context.data.attachments.find(({ id }) => id === params.id);
    if (!found) throw new Refusal(404, "There is no such file.");
    return new Response(found.file, {
      headers: {
        "content-disposition": `attachment; filename*=UTF-8''${
          encodeURIComponent(found.name)
        }`,
      },
    });
  }),

  "GET /api/events": signed(({ url, context }) =>
    context.streams.open(url.searchParams.get("channels")?.split(",") ?? [])
  ),
};

/** A route for those who are logged in. */
function signed(
  route: (call: TrackerCall, user: UserRow) => Response | Promise<Response>,
): (call: TrackerCall) => Response | Promise<Response> {
  return (call) => {
    const user = sessionOf(call.request, call.context);
    if (!user) throw new Refusal(401, "Your session is over.");
    return route(call, user);
  };
}

function sessionOf(
  request: Request,
  { sessions }: Tracker,
): UserRow | undefined {
  return sessions.get(tokenOf(request) ?? "");
}

function tokenOf(request: Request): string | undefined {
  return /session=([\w-]+)/.exec(request.headers.get("cookie") ?? "")?.[1];
}

function refuse(errors: Record<string, string>): never {
  throw new Refusal(422, "This cannot be saved.", errors);
}

function issueOf(
  { id }: Readonly<Record<string, string>>,
  { data }: Tracker,
): IssueRow {
  const issue = data.issues.find((issue) => issue.id === id);
  if (!issue) throw new Refusal(404, `There is no issue ${id}.`);
  return issue;
}

/** What may be written of an issue. */
function checked(
  { title, text, status, labels }: Partial<IssueRow>,
): Partial<IssueRow> {
  if (title !== undefined && title.trim().length < 3) {
    refuse({ title: "A title has at least three letters." });
  }
  if (status && !statuses.includes(status)) {
    refuse({ status: "There is no such status." });
  }
  return Object.fromEntries(
    Object.entries({ title, text, status, labels })
      .filter(([, value]) => value !== undefined),
  );
}

const statuses: readonly Status[] = ["open", "started", "closed"];

/** An issue as lists have it. */
function summary(issue: IssueRow, { data }: Tracker): object {
  const { text: _text, authorId, labels, ...rest } = issue;
  return {
    ...rest,
    labels: labels.map((id) => data.labels.find((label) => label.id === id)),
    author: data.users.find(({ id }) => id === authorId),
  };
}

/** An issue with all that belongs to it. */
function detail(issue: IssueRow, tracker: Tracker): object {
  const { users, comments, attachments } = tracker.data;
  return {
    ...summary(issue, tracker),
    text: issue.text,
    comments: comments.filter(({ issueId }) => issueId === issue.id)
      .map(({ authorId, ...comment }) => ({
        ...comment,
        author: users.find(({ id }) => id === authorId),
      })),
    attachments: attachments.filter(({ issueId }) => issueId === issue.id)
      .map(withSize),
  };
}

function withSize(
  { file, ...attachment }: { file: Blob; id: string; name: string },
): object {
  return { ...attachment, size: file.size };
}
