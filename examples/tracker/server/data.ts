/** Somebody who may log in; the password of all is "engine". */
export interface UserRow {
  readonly id: string;
  readonly login: string;
  readonly name: string;
}

/** A word that issues are sorted by. */
export interface LabelRow {
  readonly id: string;
  readonly name: string;
}

/** One text below an issue. */
export interface CommentRow {
  readonly id: string;
  readonly issueId: string;
  readonly authorId: string;
  readonly text: string;
  readonly createdAt: string;
}

/** One file of an issue. */
export interface AttachmentRow {
  readonly id: string;
  readonly issueId: string;
  readonly name: string;
  readonly file: Blob;
}

/** Where an issue stands. */
export type Status = "open" | "started" | "closed";

/** One issue as it is kept. */
export interface IssueRow {
  readonly id: string;
  title: string;
  text: string;
  status: Status;
  labels: readonly string[];
  readonly authorId: string;
  readonly createdAt: string;
}

/** Everything the server knows. */
export interface Data {
  readonly users: readonly UserRow[];
  readonly labels: readonly LabelRow[];
  /** Newest first. */
  readonly issues: IssueRow[];
  readonly comments: CommentRow[];
  readonly attachments: AttachmentRow[];
}

/** The same data at every start: 60 issues, of which 58 have generated titles. */
export function seed(): Data {
  const users: UserRow[] = [
    { id: "1", login: "ada", name: "Ada Lovelace" },
    { id: "2", login: "charles", name: "Charles Babbage" },
    { id: "3", login: "grace", name: "Grace Hopper" },
  ];
  const labels: LabelRow[] = [
    { id: "bug", name: "bug" },
    { id: "feature", name: "feature" },
    { id: "docs", name: "documentation" },
  ];
  const issues = Array.from({ length: 60 }, (_, index): IssueRow => {
    const number = 60 - index;
    return {
      id: String(number),
      title: `${faults[number % faults.length]} the ${
        parts[number % parts.length]
      }`,
      text: `Seen while turning the crank for the ${number}th time.`,
      status: number % 5 === 0
        ? "closed"
        : number % 7 === 0
        ? "started"
        : "open",
      labels: number % 3 === 0 ? ["bug"] : number % 4 === 0 ? ["feature"] : [],
      authorId: users[number % users.length]!.id,
      createdAt: new Date(Date.UTC(1843, 0, number)).toISOString(),
    };
  });
  Object.assign(issues[58]!, {
    title: "The mill counts one too many",
    text: "After a carry over nine columns the last wheel turns twice.",
    status: "started",
    labels: ["bug", "docs"],
  });
  Object.assign(issues[59]!, {
    title: "There is a moth in relay 70",
    status: "closed",
    labels: ["bug"],
  });
  return {
    users,
    labels,
    issues,
    comments: [
      {
        id: "1",
        issueId: "2",
        authorId: "2",
        text: "Only if the ninth wheel was at nine.",
        createdAt: "1843-02-01T10:00:00.000Z",
      },
      {
        id: "2",
        issueId: "2",
        authorId: "3",
        text: "I have a drawing of it, attached.",
        createdAt: "1843-02-02T10:00:00.000Z",
      },
    ],
    attachments: [
      {
        id: "1",
        issueId: "2",
        name: "carry.txt",
        file: new Blob(["9 9 9 9 9 9 9 9 9\n"], { type: "text/plain" }),
      },
    ],
  };
}

// seven and nine: no two of 60 have the same title
const faults = [
  "Oil",
  "Straighten",
  "Replace",
  "Polish",
  "Number",
  "Tighten",
  "Repaint",
];
const parts = [
  "crank",
  "store",
  "carriage",
  "barrel",
  "printing wheels",
  "operation cards",
  "variable cards",
  "ninth column",
  "framing",
];
