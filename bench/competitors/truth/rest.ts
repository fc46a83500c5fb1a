import type {
  Fetch,
  Fields,
  ListName,
  Row,
} from "../../../tests/controller/truth/contract.ts";

/** The requests that every contestant makes. */
export interface Rest {
  list(name: ListName, signal?: AbortSignal): Promise<Row[]>;
  get(id: string, signal?: AbortSignal): Promise<Row>;
  patch(id: string, fields: Fields): Promise<Row>;
  delete(id: string): Promise<unknown>;
  create(row: Row): Promise<Row>;
}

/** A request was answered, and refused. */
export class HttpError extends Error {
  constructor(readonly status: number) {
    super(`status ${status}`);
  }
}

/** Makes the requests of one run. */
export function restOf(fetch: Fetch): Rest {
  async function send<T>(
    path: string,
    method = "GET",
    body?: object,
  ): Promise<T> {
    const response = await fetch(path, {
      method,
      ...body && { body: JSON.stringify(body) },
    });
    if (!response.ok) throw new HttpError(response.status);
    return response.status === 204 ? undefined as T : await response.json();
  }
  return {
    list: (name) => send(name === "all" ? "/rows" : `/rows?status=${name}`),
    get: (id) => send(`/rows/${id}`),
    patch: (id, fields) => send(`/rows/${id}`, "PATCH", fields),
    async delete(id) {
      try {
        return await send(`/rows/${id}`, "DELETE");
      } catch (error) {
        // it is gone, as was asked for
        if ((error as HttpError).status !== 404) throw error;
      }
    },
    create: (row) => send("/rows", "POST", row),
  };
}

/** A list after a change of a row's fields, as an application would write it by hand. */
export function changed(
  list: readonly Row[],
  name: ListName,
  id: string,
  fields: Fields,
  known: Row | undefined,
): Row[] {
  const rows = list.map((row) => row.id === id ? { ...row, ...fields } : row);
  const { status } = fields;
  if (status === undefined || name === "all") return rows;
  if (status !== name) return rows.filter((row) => row.id !== id);
  const isThere = rows.some((row) => row.id === id);
  return isThere || !known ? rows : [...rows, { ...known, ...fields }];
}

/** Whether a list has a new row. */
export function belongs(name: ListName, row: Row): boolean {
  return name === "all" || row.status === name;
}

/** For methods that are not part of what is compared. */
export function leftOut(): Promise<never> {
  throw new Error("This is not part of the comparison.");
}
