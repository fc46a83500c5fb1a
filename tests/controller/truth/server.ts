import type { Fetch, ListName, Outcome, Row, Status } from "./contract.ts";

/** A page that sends requests. */
export interface Sender {
  /** Nobody hears the answers any more. */
  isGone: boolean;
  /** Nothing that it sends leaves the machine. */
  isOffline?: boolean;
}

/** A request on its way to the server, or its answer on its way back. */
export interface PretendRequest {
  readonly method: string;
  readonly path: string;
  readonly body: Partial<Row> | undefined;
  outcome: Outcome;
  readonly sender: Sender;
  /** Position among all that was sent or handled. */
  readonly sentAt: number;
  handledAt?: number;
  /** Status and body of the answer, as soon as it was handled; status 0 for none. */
  status?: number;
  answer?: unknown;
  /** Delivers the answer. */
  readonly deliver: () => void;
}

/** What the server does and says is up to the run: it handles and answers when it is told to. */
export interface PretendServerOptions {
  readonly hasTotals: boolean;
  readonly countsRevisions: boolean;
}

/**
 * A server that stores rows, handles requests when it is told to, and delivers
 * answers when it is told to.
 */
export class PretendServer {
  readonly rows: Map<string, Row> = new Map();
  /** Sent, and not handled yet, oldest first. */
  readonly waiting: PretendRequest[] = [];
  /** Handled, and not answered yet, oldest first. */
  readonly answers: PretendRequest[] = [];
  /** How many requests were sent. */
  requests = 0;
  /** What becomes of the next mutation that is sent; of further ones: they are answered. */
  nextOutcome: Outcome = "answered";
  /** The request that carried `nextOutcome`. */
  lastMutation: PretendRequest | undefined;
  /** Counts what happens here. */
  now = 0;
  readonly #options: PretendServerOptions;
  readonly #team = new Set(["1", "2", "3"]);
  readonly #deleted = new Map<string, Row>();

  constructor(options: PretendServerOptions) {
    this.#options = options;
    this.#store({ ...newRow("1", "open") });
    this.#store({ ...newRow("2", "open") });
    this.#store({ ...newRow("3", "closed") });
  }

  /** The rows that a list has now. */
  listed(name: ListName): Row[] {
    return [...this.rows.values()].filter((row) =>
      name === "all" || row.status === name ||
      name === "team" && this.#team.has(row.id)
    );
  }

  /** Makes what takes the place of the platform's `fetch` in a page. */
  fetchOf(sender: Sender = { isGone: false }): Fetch {
    return (path, init) => this.#receive(sender, path, init);
  }

  #receive(
    sender: Sender,
    path: string,
    { method = "GET", body }: RequestInit = {},
  ): Promise<Response> {
    if (sender.isOffline) return Promise.reject(noNetwork());
    this.requests++;
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const request: PretendRequest = {
      method,
      path,
      body: typeof body === "string" ? JSON.parse(body) : undefined,
      sender,
      outcome: method === "GET" ? "answered" : this.nextOutcome,
      sentAt: ++this.now,
      deliver() {
        const { status = 0, answer } = request;
        if (status === 0) reject(noNetwork());
        else if (status === 204) resolve(new Response(null, { status }));
        else resolve(Response.json(answer, { status }));
      },
    };
    if (method !== "GET") {
      this.nextOutcome = "answered";
      this.lastMutation = request;
    }
    this.waiting.push(request);
    return promise;
  }

  /** Handles a request that waits. */
  handle(index: number): PretendRequest {
    const [request] = this.waiting.splice(index, 1) as [PretendRequest];
    const { outcome } = request;
    request.handledAt = ++this.now;
    if (outcome === "refused") {
      request.status = 422;
      request.answer = { message: "refused" };
    } else if (outcome === "failed") {
      request.status = 503;
      request.answer = { message: "try again later" };
    } else if (outcome === "lost unheard") {
      request.status = 0;
    } else {
      const [status, answer] = this.#handle(request);
      const isEmpty = outcome === "answered 204" && status < 300;
      request.status = outcome === "lost answer" ? 0 : isEmpty ? 204 : status;
      // as it is now, whenever it arrives
      request.answer = structuredClone(answer);
    }
    this.answers.push(request);
    return request;
  }

  /** Lets an answer arrive. */
  answer(index: number): PretendRequest {
    const [request] = this.answers.splice(index, 1) as [PretendRequest];
    this.now++;
    request.deliver();
    return request;
  }

  /** Somebody else changes a row at once; a row that is not there is created. */
  change(row: Row): void {
    this.now++;
    this.#store(row);
  }

  /** Somebody else deletes a row at once. */
  remove(id: string): void {
    this.now++;
    this.#remove(id);
  }

  #handle({ method, path, body }: PretendRequest): [number, unknown] {
    const [name, query] = path.split("?") as [string, string?];
    const [, , id, action] = name.split("/");
    const row = id === undefined ? undefined : this.rows.get(id);
    const missing: [number, unknown] = [404, { message: "not found" }];
    if (name === "/team/rows") {
      if (method === "GET") return [200, this.listed("team")];
      const member = this.rows.get(body!.id!);
      if (member && method === "POST") {
        this.#team.add(member.id);
        return [200, member];
      }
      if (!member || !this.#team.delete(member.id)) return missing;
      return [200, member];
    }
    switch (method) {
      case "GET": {
        if (id !== undefined) return row ? [200, row] : missing;
        const status = new URLSearchParams(query).get("status") as Status;
        const items = this.listed(status ?? "all");
        return [
          200,
          this.#options.hasTotals ? { items, total: items.length } : items,
        ];
      }
      case "PATCH":
        return row ? [200, this.#store({ ...row, ...body })] : missing;
      case "PUT":
        return [
          200,
          this.#store({ ...newRow(id!, "open"), ...row, ...body, id: id! }),
        ];
      case "DELETE":
        if (!row) return missing;
        this.#remove(id!);
        return [200, { id }];
      default: {
        if (action === "restore") {
          const deleted = this.#deleted.get(id!);
          if (row) return [409, { message: "not deleted" }];
          return deleted ? [200, this.#store(deleted)] : missing;
        }
        if (this.rows.has(body!.id!)) return [409, { message: "exists" }];
        return [201, this.#store({ ...newRow(body!.id!, "open"), ...body })];
      }
    }
  }

  #store(row: Row): Row {
    const { rev = 0 } = this.rows.get(row.id) ?? row;
    const stored = this.#options.countsRevisions
      ? { ...row, rev: rev + 1 }
      : row;
    this.rows.set(row.id, stored);
    return stored;
  }

  #remove(id: string): void {
    const row = this.rows.get(id);
    if (row) this.#deleted.set(id, row);
    this.rows.delete(id);
    this.#team.delete(id);
  }
}

function noNetwork(): TypeError {
  return new TypeError("Failed to fetch");
}

/** A row as it is at the beginning. */
function newRow(id: string, status: Status): Row {
  return { id, title: `title ${id}`, note: "", status, f0: 0, f1: 0 };
}
