import { Entity, resource } from "../../mod.ts";

export class Issue extends Entity {
  id = "";
  title = "";
  status = "";
  userId = "";
  static override key = "Issue";
}

export type Row = {
  readonly id: string;
  readonly title?: string;
  readonly status?: string;
  readonly userId?: string;
};
export type Args = Record<string, string | number>;

/** A server that answers when it is told to, and lists what it has then. */
export class PretendApi {
  readonly rows = new Map<string, Row>();
  /** Lists that were requested, as they were asked for. */
  readonly asked: string[] = [];
  readonly #waiting: (() => void)[] = [];
  /** Arguments that select rows. */
  filters: readonly string[] = ["status", "userId"];
  pageSize: number | undefined;
  isHolding = false;

  readonly fetchResponse = (
    url: string,
    { method, body }: RequestInit,
  ): Promise<Response> => {
    const [path, query = ""] = url.split("?") as [string, string?];
    const id = path.split("/")[2];
    const { promise, resolve } = Promise.withResolvers<Response>();
    if (method === "GET") this.asked.push(query);
    const { page, ...filter } = Object.fromEntries(new URLSearchParams(query));
    const selects = (row: Record<string, unknown>) =>
      this.filters.every((name) =>
        filter[name] === undefined || filter[name] === String(row[name])
      );
    const all = [...this.rows.values()].filter(selects);
    const listed = page && this.pageSize
      ? all.slice(
        (Number(page) - 1) * this.pageSize,
        Number(page) * this.pageSize,
      )
      : all.slice(0, this.pageSize);
    const answer = () => {
      if (method === "GET") return resolve(Response.json(listed));
      const row = { ...this.rows.get(id!), ...JSON.parse(`${body ?? "{}"}`) };
      this.rows.set(row.id, row);
      resolve(Response.json(row));
    };
    if (this.isHolding) this.#waiting.push(answer);
    else answer();
    return promise;
  };

  /** Answers the oldest request that waits. */
  async answer(): Promise<void> {
    this.#waiting.shift()!();
    await settled();
  }
}

/** Lets responses be parsed and stored, and readers be told. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

// deno-lint-ignore explicit-module-boundary-types -- inferred, as in an application
export function apiOf(
  { fetchResponse }: Pick<PretendApi, "fetchResponse">,
  options: object = {},
) {
  return resource({
    path: "/issues/:id",
    schema: Issue,
    searchParams: {} as Args | undefined,
    body: {} as Partial<Row>,
    fetchResponse,
    ...options,
  });
}
