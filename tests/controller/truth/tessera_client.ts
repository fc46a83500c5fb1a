import {
  type Client,
  type Clock,
  Collection,
  Controller,
  createClient,
  Entity,
  ImmortalGCPolicy,
  type Manager,
  NetworkError,
  NetworkManager,
  resource,
  RestEndpoint,
  type RetryOption,
} from "../../../mod.ts";
import {
  type AnyFixture,
  MockController,
} from "../../../controller/mock/mod.ts";
import {
  type KeyValueStorage,
  PersistManager,
} from "../../../controller/live/persist/mod.ts";
import { TabSyncManager } from "../../../controller/live/tabs.ts";
import { settleTasks } from "./settle_tasks.ts";
import {
  type ListName,
  listNames,
  type Row,
  type Setting,
  type Status,
  type Subject,
} from "./contract.ts";

export class RowEntity extends Entity {
  id = "";
  title = "";
  note = "";
  status: Status = "open";
  f0 = 0;
  f1 = 0;
  rev = 0;
  static override key = "Row";
}

/** Some wall clock time in milliseconds. */
const noon = 1_800_000_000_000;

/** How long a tab that was opened waits for others, in milliseconds. */
const greeting = 50;

/** Time moves only when it is told to; timers run when a run is let go on. */
export class ManualClock implements Clock {
  readonly #due = new Set<{ readonly callback: () => void }>();
  #now: number;

  /** @param error What it is off by, in milliseconds. */
  constructor(error: number) {
    this.#now = noon + error;
  }

  now(): number {
    return this.#now;
  }

  /** What has a delay would never be due: no run takes so long. A tab waits a moment to be greeted. */
  setTimeout(callback: () => void, delay: number): unknown {
    const timer = { callback };
    if (delay <= greeting) this.#due.add(timer);
    return timer;
  }

  clearTimeout(handle: unknown): void {
    this.#due.delete(handle as { readonly callback: () => void });
  }

  /** Sets it forward, or back, by milliseconds. */
  jump(by: number): void {
    this.#now += by;
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
        schema: {
          items: new Collection([RowEntity], { key: "/rows" }),
          total: 0,
        },
        adjust: (
          stored: { total: number },
          difference: number,
        ) => ({ ...stored, total: stored.total + difference }),
      },
    }) as unknown as typeof Rows
    : Rows;
  return {
    ...Listed,
    restore: Listed.get.extend({
      path: "/rows/:id/restore",
      method: "POST",
      body: undefined,
      schema: Listed.getList.push.schema,
    }),
    // another path has a list of its own
    getTeam: Rows.getList.extend({
      path: "/team/rows",
      searchParams: undefined,
    }),
  };
}

/** What an application does in another way than most. */
export interface Ways {
  /** Whether a mutation without an answer is sent again. */
  readonly retry?: RetryOption;
  /** Managers in front of the others. */
  managers?(
    clock: Clock,
    rows: ReturnType<typeof rowResource>,
  ): readonly Manager[];
  /** What stands in for the server. */
  fixtures?(rows: ReturnType<typeof rowResource>): readonly AnyFixture[];
  /** How it writes, given its client and its endpoints. */
  write?(
    client: Client,
    rows: ReturnType<typeof rowResource>,
  ): Partial<Subject>;
}

/** The library, as an application uses it without a view. */
export function tesseraClient(setting: Setting, ways: Ways = {}): Subject {
  const { page } = setting;
  const clock = page?.clock ?? new ManualClock(page?.clockError ?? 0);
  const persist = page?.storage &&
    new PersistManager({ storage: storageOf(page.storage), clock });
  const rows = rowResource(setting);
  const open = () =>
    createClient({
      clock,
      managers: [
        ...persist ? [persist] : [],
        ...page?.channel ? [new TabSyncManager({ clock })] : [],
        ...ways.managers?.(clock, rows) ?? [],
        new NetworkManager({
          clock,
          retry: ways.retry ?? false,
          retryDelay: 0,
        }),
      ],
      gcPolicy: new ImmortalGCPolicy(),
      Controller: ways.fixtures
        ? MockController(Controller, { fixtures: ways.fixtures(rows) })
        : Controller,
    });
  const client: Client = page?.channel
    ? page.channel.openFor(page.tab, open)
    : open();
  let isReady = false;
  (persist?.ready ?? client.ready).then(() => isReady = true);
  const argsOf = (name: ListName) =>
    name === "all" || name === "team" ? [] : [{ status: name }];
  const listOf = (name: ListName): typeof rows.getList =>
    name === "team"
      ? rows.getTeam as unknown as typeof rows.getList
      : rows.getList;
  const shown = new Set<ListName>();
  const opened = new Set<string>();
  const stops: (() => void)[] = [];
  type Answer = readonly Row[] | {
    readonly items: readonly Row[];
    readonly total: number;
  };
  let seen: Map<string, unknown> | undefined;
  const once = <T>(name: string, read: () => T): T => {
    if (!seen) return read();
    if (!seen.has(name)) seen.set(name, read());
    return seen.get(name) as T;
  };
  const answerOf = (name: ListName): Answer | undefined =>
    shown.has(name)
      ? once(
        name,
        () => client.read(listOf(name), ...argsOf(name) as []).data as never,
      )
      : undefined;
  const itemsOf = (name: ListName): readonly Row[] | undefined => {
    const answer = answerOf(name);
    return answer && "items" in answer ? answer.items : answer;
  };
  const show = (name: ListName) => {
    if (shown.has(name)) return;
    shown.add(name);
    const args = argsOf(name) as [];
    stops.push(client.subscribe(listOf(name), args, () => {}));
  };
  return {
    hasStore: true,
    retries: ways.retry !== undefined,
    list(name) {
      const answer = client.fetch(listOf(name), ...argsOf(name) as []);
      // it joins the request
      show(name);
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
    leave: (id) => client.fetch(rows.getTeam.remove, { id }),
    join: (id) => client.fetch(rows.getTeam.push, { id }),
    restore: (id) => client.fetch(rows.restore, { id }),
    ...ways.write?.(client, rows),
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
        ? once(`get ${id}`, () => client.read(rows.get, { id }).data)
        : undefined;
      const stored = where === "store"
        ? once(id, () => client.get(RowEntity, { id }))
        : undefined;
      return [...found, alone, stored].filter((row) => row !== undefined);
    },
    inspect(check) {
      seen = new Map();
      try {
        return check();
      } finally {
        seen = undefined;
      }
    },
    reopen() {
      for (const name of shown) {
        request(() => client.fetchIfStale(listOf(name), ...argsOf(name) as []));
      }
      for (const id of opened) {
        // a page of what is gone was left
        if (client.get(RowEntity, { id })) {
          request(() => client.fetchIfStale(rows.get, { id }));
        }
      }
    },
    async resume(lists, ids) {
      // what is kept is read in several tasks
      while (persist && !isReady) {
        await settleTasks();
        clock.run();
      }
      for (const name of lists) show(name);
      for (const id of ids) opened.add(id);
    },
    async save() {
      await persist?.flush();
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

/** A storage of texts, which survives reloads where `kept` does. */
export function storageOf(kept: Map<string, string>): KeyValueStorage {
  return {
    getItem: (name) => kept.get(name),
    setItem: (name, text) => void kept.set(name, text as string),
    removeItem: (name) => void kept.delete(name),
    keys: () => [...kept.keys()],
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
