import {
  type Client,
  type Clock,
  Collection,
  createClient,
  Entity,
  ImmortalGCPolicy,
  NetworkError,
  NetworkManager,
  resource,
  RestEndpoint,
} from "../../../mod.ts";
import { settleTasks } from "./settle_tasks.ts";
import {
  type ListName,
  listNames,
  type Row,
  type Setting,
  type Status,
  type Subject,
} from "./contract.ts";

class RowEntity extends Entity {
  id = "";
  title = "";
  note = "";
  status: Status = "open";
  f0 = 0;
  f1 = 0;
  rev = 0;
  static override key = "Row";
}

/** Time moves only when it is told to; timers run when a run is let go on. */
class ManualClock implements Clock {
  readonly #due = new Set<{ readonly callback: () => void }>();
  #now = 1_000_000;

  now(): number {
    return this.#now;
  }

  /** What has a delay would never be due: no run takes so long. */
  setTimeout(callback: () => void, delay: number): unknown {
    const timer = { callback };
    if (delay <= 0) this.#due.add(timer);
    return timer;
  }

  clearTimeout(handle: unknown): void {
    this.#due.delete(handle as { readonly callback: () => void });
  }

  /** Runs what is due. Returns whether there was anything. */
  run(): boolean {
    const due = [...this.#due];
    this.#due.clear();
    this.#now++;
    for (const { callback } of due) callback();
    return due.length > 0;
  }
}

/** Makes the endpoints that an application would have for rows. */
// deno-lint-ignore explicit-module-boundary-types -- inferred, as in an application
export function rowResource({ fetch, isOptimistic, hasTotals }: Setting) {
  class Endpoint extends RestEndpoint {
    override async fetchResponse(
      url: string,
      init: RequestInit,
    ): Promise<Response> {
      const response = await fetch(url, init);
      if (!response.ok) throw await NetworkError.from(response);
      return response;
    }
  }
  const Rows = resource({
    path: "/rows/:id",
    schema: RowEntity,
    searchParams: {} as { status?: Status } | undefined,
    optimistic: isOptimistic,
    Endpoint,
    dataExpiryLength: 1e12,
  });
  const Listed = hasTotals
    ? Rows.extend({
      getList: {
        schema: { items: new Collection([RowEntity]), total: 0 },
        adjust: (
          stored: { total: number },
          difference: number,
        ) => ({ ...stored, total: stored.total + difference }),
      },
    }) as unknown as typeof Rows
    : Rows;
  const { push } = Listed.getList;
  return Listed.extend("restore", {
    path: "/rows/:id/restore",
    method: "POST",
    body: undefined,
    schema: push.schema,
  } as never) as typeof Rows & { readonly restore: typeof Rows.get };
}

/** The library, as an application uses it without a view. */
export function tesseraClient(setting: Setting): Subject {
  const clock = new ManualClock();
  const client: Client = createClient({
    clock,
    managers: [new NetworkManager({ clock })],
    gcPolicy: new ImmortalGCPolicy(),
  });
  const rows = rowResource(setting);
  const argsOf = (name: ListName) => name === "all" ? [] : [{ status: name }];
  const shown = new Set<ListName>();
  const opened = new Set<string>();
  const stops: (() => void)[] = [];
  type Answer = readonly Row[] | {
    readonly items: readonly Row[];
    readonly total: number;
  };
  const answerOf = (name: ListName): Answer | undefined =>
    shown.has(name)
      ? client.read(rows.getList, ...argsOf(name) as []).data as never
      : undefined;
  const itemsOf = (name: ListName): readonly Row[] | undefined => {
    const answer = answerOf(name);
    return answer && "items" in answer ? answer.items : answer;
  };
  return {
    list(name) {
      const args = argsOf(name) as [];
      const answer = client.fetch(rows.getList, ...args);
      if (!shown.has(name)) {
        shown.add(name);
        // it joins the request
        stops.push(client.subscribe(rows.getList, args, () => {}));
      }
      return answer;
    },
    get(id) {
      opened.add(id);
      return client.fetch(rows.get, { id });
    },
    patch: (id, fields) => client.fetch(rows.partialUpdate, { id }, fields),
    put: (row) => client.fetch(rows.update, { id: row.id }, row),
    move: (id, status) => client.fetch(rows.getList.move, { id }, { status }),
    delete: (id) => client.fetch(rows.delete, { id }),
    create: (row) => client.fetch(rows.create, row),
    restore: (id) => client.fetch(rows.restore, { id }),
    ids: (name) => itemsOf(name)?.map(({ id }) => id),
    total(name) {
      const answer = answerOf(name);
      return answer && "total" in answer ? answer.total : undefined;
    },
    copies(id, where) {
      const found = listNames.flatMap((name) =>
        itemsOf(name)?.filter((row) => row.id === id) ?? []
      );
      if (where === "lists") return found;
      const alone = opened.has(id)
        ? client.read(rows.get, { id }).data
        : undefined;
      const stored = where === "store"
        ? client.get(RowEntity, { id })
        : undefined;
      return [...found, alone, stored].filter((row) => row !== undefined);
    },
    reopen() {
      for (const name of shown) {
        request(() => client.fetchIfStale(rows.getList, ...argsOf(name) as []));
      }
      for (const id of opened) {
        // a page of what is gone was left
        if (client.get(RowEntity, { id })) {
          request(() => client.fetchIfStale(rows.get, { id }));
        }
      }
    },
    async flush() {
      do await settleTasks(); while (clock.run());
    },
    async dispose() {
      for (const stop of stops) stop();
      await client.dispose();
    },
  };
}

/** Whether it fails is seen by what shows. */
async function request(call: () => unknown): Promise<void> {
  try {
    await call();
  } catch {
    // shown is what was there before
  }
}
