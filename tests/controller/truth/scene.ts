import { PretendChannel } from "./channel.ts";
import type {
  ListName,
  Row,
  Setting,
  Subject,
  SubjectFactory,
} from "./contract.ts";
import { type PretendRequest, PretendServer } from "./server.ts";
import { ManualClock, tesseraClient } from "./tessera_client.ts";

/** Options of a {@linkcode Scene}. */
export interface SceneOptions
  extends Partial<Pick<Setting, "isOptimistic" | "hasTotals">> {
  /** Whether rows have a field `rev` that the server computes. */
  readonly countsRevisions?: boolean;
  /** How many tabs there are. Default 1. */
  readonly tabs?: number;
  /** What the wall clock of the second tab is off by, in milliseconds. Default 0. */
  readonly clockError?: number;
  /** Makes the clients. Default: those of a resource. */
  readonly subject?: SubjectFactory;
}

/** Starts something in a tab. */
type Start<Result> = (
  start: (client: Subject) => Promise<unknown>,
  tab?: number,
) => Promise<Result>;

/** The same, or by a method of the first tab: `send.get("1")`. */
type Starter<Result> =
  & Start<Result>
  & {
    readonly [M in Method]: (
      ...args: Parameters<Subject[M]>
    ) => Promise<Result>;
  };

const methods = [
  "list",
  "get",
  "patch",
  "put",
  "move",
  "delete",
  "create",
  "restore",
  "leave",
  "join",
] as const;
type Method = typeof methods[number];

function starter<Result>(start: Start<Result>): Starter<Result> {
  const byMethod = methods.map((name) => [
    name,
    // deno-lint-ignore no-explicit-any -- each method has its own arguments
    (...args: any[]) => start((client) => (client[name] as any)(...args)),
  ]);
  return Object.assign(start, Object.fromEntries(byMethod));
}

/** Some tabs and the pretend server, for a sequence that is written by hand. */
export class Scene implements AsyncDisposable {
  readonly server: PretendServer;
  readonly tabs: readonly Subject[];
  /** Those of the tabs, to be set while a sequence goes on. */
  readonly clocks: readonly ManualClock[];
  readonly #channel: PretendChannel | undefined;

  constructor(options: SceneOptions = {}) {
    const {
      isOptimistic = false,
      hasTotals = false,
      countsRevisions = false,
      tabs = 1,
      clockError = 0,
      subject = tesseraClient,
    } = options;
    this.server = new PretendServer({ hasTotals, countsRevisions });
    const channel = tabs > 1 ? new PretendChannel() : undefined;
    this.#channel = channel;
    this.clocks = Array.from(
      { length: tabs },
      (_, tab) => new ManualClock(clockError * tab),
    );
    this.tabs = this.clocks.map((clock, tab) =>
      subject({
        fetch: this.server.fetchOf(),
        isOptimistic,
        hasTotals,
        page: { tab, channel, storage: undefined, clockError: 0, clock },
      })
    );
  }

  /** One whose first tab has read these lists. */
  static async of(
    names: readonly ListName[],
    options: SceneOptions = {},
  ): Promise<Scene> {
    const scene = new Scene(options);
    for (const name of names) await scene.done.list(name);
    return scene;
  }

  /** The first tab. */
  get client(): Subject {
    return this.tabs[0]!;
  }

  /** Starts something in a tab, and returns the request that was sent for it. */
  readonly send: Starter<PretendRequest> = starter(async (start, tab = 0) => {
    const before = this.server.waiting.length;
    start(this.tabs[tab]!).catch(() => {});
    await this.#flush();
    const request = this.server.waiting[before];
    if (!request) throw new Error("Nothing was sent.");
    return request;
  });

  /** The server handles a request. */
  async handle(request: PretendRequest): Promise<void> {
    this.server.handle(this.server.waiting.indexOf(request));
    await this.#flush();
  }

  /** An answer arrives. */
  async answer(request: PretendRequest): Promise<void> {
    this.server.answer(this.server.answers.indexOf(request));
    await this.#flush();
  }

  /** Sends, handles and answers. */
  readonly done: Starter<void> = starter(async (start, tab) => {
    const request = await this.send(start, tab);
    await this.handle(request);
    await this.answer(request);
  });

  /** Lets tabs hear of each other. */
  async hear(): Promise<void> {
    for (const tab of this.tabs.keys()) {
      while (this.#channel?.deliver(tab)) await this.#flush();
    }
  }

  /** Handles, where that is not done, and answers in the order given. */
  async finish(...requests: readonly PretendRequest[]): Promise<void> {
    for (const request of requests) {
      if (this.server.waiting.includes(request)) await this.handle(request);
      await this.answer(request);
    }
  }

  /** Lets clients hear of each other and ask by themselves until they have no question left. */
  async rest(): Promise<void> {
    for (;;) {
      await this.hear();
      const [next] = this.server.waiting;
      if (!next) return;
      await this.finish(next);
    }
  }

  /** What every place on the screen shows of a field. */
  shown(id: string, field: Exclude<keyof Row, "id">): unknown {
    const values = new Set(
      this.client.copies(id, "store").map((row) => row[field]),
    );
    return values.size > 1 ? [...values] : [...values][0];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const client of this.tabs) await client.dispose();
  }

  async #flush(): Promise<void> {
    for (const client of this.tabs) await client.flush();
  }
}
