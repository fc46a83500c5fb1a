/** A server that knows vessels, and programs that change them from where there is not always a network. */
import {
  createClient,
  Entity,
  ImmortalGCPolicy,
  type Manager,
  NetworkManager,
  resource,
} from "../../../mod.ts";
import {
  OfflineManager,
  type OfflineOptions,
} from "../../../controller/live/offline.ts";
import type { KeyValueStorage } from "../../../controller/live/persist/mod.ts";
import {
  MisbehavingServer,
  type ReceivedRequest,
} from "../../support/misbehaving_server.ts";
import { ManualConnection } from "../outside_world.ts";
import { HeldClock } from "./held_clock.ts";

export class Vessel extends Entity {
  id = "";
  name = "";
  berth = "";
  static override key = "Vessel";
}

/** A vessel as the server has it. */
export interface VesselRow {
  readonly id: string;
  readonly name?: string;
  readonly berth?: string;
}

/** What goes wrong with a request: a status, or the connection before or after the request had its effect. */
export type Fault = number | "lost" | "answer lost";

/** Over a connection that was used before, platforms repeat a lost request themselves. */
const unshared = { connection: "close" };

/** Where `/vessels` are. A request whose idempotency key is known has no second effect. */
export class Dock implements AsyncDisposable {
  readonly vessels: Map<string, VesselRow> = new Map();
  /** Idempotency keys, and what was done, of each request that had an effect. */
  readonly effects: { readonly key: string; readonly what: string }[] = [];
  /** What goes wrong with the next requests that change something, in turn. */
  readonly faults: (Fault | undefined)[] = [];
  /** Headers of answers to requests with which something goes wrong. */
  faultHeaders: Record<string, string> = {};
  /** Requests that change something wait for `letGo`. */
  isSlow = false;
  readonly held: (() => void)[] = [];
  readonly #answers = new Map<string, unknown>();

  private constructor(readonly server: MisbehavingServer) {
    server.answer = (request) => {
      if (this.isSlow && request.method !== "GET") {
        this.held.push(() => this.#answer(request));
      } else this.#answer(request);
    };
  }

  static async open(): Promise<Dock> {
    return new Dock(await MisbehavingServer.start());
  }

  get url(): string {
    return this.server.url;
  }

  /** What was done, in order. */
  get done(): string[] {
    return this.effects.map(({ what }) => what);
  }

  /** Answers all that waits. */
  letGo(): void {
    for (const answer of this.held.splice(0)) answer();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server.stop();
  }

  #answer(request: ReceivedRequest): void {
    const { method, path, headers, body } = request;
    if (method === "GET") {
      return request.json([...this.vessels.values()], 200, unshared);
    }
    const fault = this.faults.shift();
    if (fault === "lost") return request.drop();
    if (typeof fault === "number") {
      return request.json({ message: `Answer ${fault}.` }, fault, {
        ...unshared,
        ...this.faultHeaders,
      });
    }
    const key = String(headers["idempotency-key"]);
    if (!this.#answers.has(key)) {
      this.#answers.set(key, this.#apply(method, path, body));
      this.effects.push({ key, what: `${method} ${path} ${body}`.trim() });
    }
    if (fault === "answer lost") request.drop();
    else request.json(this.#answers.get(key), 200, unshared);
  }

  #apply(method: string, path: string, body: string): unknown {
    const [, , id = `v${this.vessels.size + 1}`] = path.split("/");
    if (method === "DELETE") {
      this.vessels.delete(id);
      return { id };
    }
    const row = { id, ...this.vessels.get(id), ...JSON.parse(body) };
    this.vessels.set(id, row);
    return row;
  }
}

/** Texts by name, which outlive programs. */
export class Chest implements KeyValueStorage {
  readonly texts: Map<string, string> = new Map();
  /** Throws where it returns something. */
  failure: ((name: string) => unknown) | undefined;

  getItem(name: string): string | undefined {
    this.#fail(name);
    return this.texts.get(name);
  }
  setItem(name: string, text: string): void {
    this.#fail(name);
    this.texts.set(name, text);
  }
  removeItem(name: string): void {
    this.#fail(name);
    this.texts.delete(name);
  }
  /** Entries that are kept. */
  get kept(): Record<string, unknown>[] {
    return JSON.parse(this.texts.get("offline") ?? "[]");
  }
  #fail(name: string): void {
    const error = this.failure?.(name);
    if (error) throw error;
  }
}

export interface ProgramOptions extends Partial<OfflineOptions> {
  readonly isOnline?: boolean;
  readonly clock?: HeldClock;
  /** In front of the queue. */
  readonly before?: readonly Manager[];
  /** Between the queue and the network. */
  readonly between?: readonly Manager[];
  /** Members of all endpoints. */
  readonly members?: object;
}

/** One start of a program. */
export class Program implements AsyncDisposable {
  readonly connection: ManualConnection;
  readonly clock: HeldClock;
  readonly asked: [error: unknown, name: string | undefined][] = [];
  readonly offline: OfflineManager;
  readonly client;
  readonly vessels;

  constructor(
    dock: Pick<Dock, "url">,
    storage: KeyValueStorage,
    options: ProgramOptions = {},
  ) {
    const {
      isOnline = true,
      clock = new HeldClock(),
      before = [],
      between = [],
      members,
      endpoints,
      ...more
    } = options;
    this.clock = clock;
    this.connection = new ManualConnection(isOnline);
    this.vessels = resource({
      urlPrefix: dock.url,
      path: "/vessels/:id",
      schema: Vessel,
      optimistic: true,
      idempotencyHeader: "Idempotency-Key",
      ...members,
    });
    const { getList, partialUpdate, delete: remove } = this.vessels;
    this.offline = new OfflineManager({
      storage,
      endpoints: {
        create: getList.push,
        edit: partialUpdate,
        remove,
        ...endpoints,
      },
      clock,
      connection: this.connection,
      random: () => 0,
      ...more,
      onError: (error, entry) => {
        this.asked.push([error, entry?.name]);
        return more.onError?.(error, entry);
      },
    });
    this.client = createClient({
      managers: [
        ...before,
        this.offline,
        ...between,
        new NetworkManager({ clock, connection: this.connection }),
      ],
      gcPolicy: new ImmortalGCPolicy(),
      clock,
    });
  }

  /** A program that has read what its storage has of the queue. */
  static async open(
    dock: Pick<Dock, "url">,
    storage: KeyValueStorage = new Chest(),
    options: ProgramOptions = {},
  ): Promise<Program> {
    const program = new Program(dock, storage, options);
    await program.offline.ready;
    return program;
  }

  /** The same without a network. */
  static offline(...[dock, storage, options]: Parameters<typeof Program.open>) {
    return Program.open(dock, storage, { ...options, isOnline: false });
  }

  create(name: string): Promise<Vessel> {
    return this.#noted(
      this.client.fetch(this.vessels.getList.push, { name } as never),
    );
  }

  edit(id: string, change: object): Promise<Vessel> {
    return this.#noted(
      this.client.fetch(this.vessels.partialUpdate, { id }, change as never),
    );
  }

  remove(id: string): Promise<unknown> {
    return this.#noted(this.client.fetch(this.vessels.delete, { id }));
  }

  load(): Promise<unknown> {
    return this.client.fetch(this.vessels.getList);
  }

  /** Fields of a vessel as they are on the screen. */
  seen(id: string): VesselRow | undefined {
    const vessel = this.client.get(Vessel, { id });
    return vessel && { id, name: vessel.name, berth: vessel.berth };
  }

  /** Names in the list, as they are on the screen. */
  get names(): string[] {
    const { data } = this.client.read(this.vessels.getList);
    return (data ?? []).map(({ name }: Vessel) => name);
  }

  get ids(): string[] {
    const { data } = this.client.read(this.vessels.getList);
    return (data ?? []).map(({ id }: Vessel) => id);
  }

  get states(): string[] {
    return this.offline.entries().map(({ name, state }) => `${name} ${state}`);
  }

  /** Lets everything go on until something is as it should be. */
  async until(isSo: () => boolean): Promise<void> {
    do await new Promise((resolve) => setTimeout(resolve)); while (!isSo());
  }

  /** The program ends without warning: nothing is written or sent any more. */
  kill(): void {
    this.offline.cleanup();
    this.client.dispose();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.dispose();
  }

  #noted<T>(promise: Promise<T>): Promise<T> {
    promise.catch(() => {});
    return promise;
  }
}
