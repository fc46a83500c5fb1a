/** A storage that tells what was done to it, and applications that keep things there. */
import {
  Collection,
  createClient,
  Entity,
  ImmortalGCPolicy,
  NetworkManager,
} from "../../../mod.ts";
import {
  type KeyValueStorage,
  PersistManager,
  type PersistOptions,
} from "../../../controller/live/persist/mod.ts";
import { reading } from "../harbour.ts";
import { ManualConnection, ManualVisibility } from "../outside_world.ts";
import type { HeldClock } from "./held_clock.ts";

/** What is kept. */
export class Port extends Entity {
  id = "";
  name = "";
  code = "";
  static override key = "Port";
  static override indexes = ["code"] as const;
}
/** Texts by name, and what was done to them. */
export class Texts implements KeyValueStorage {
  readonly texts = new Map<string, string>();
  readonly written: string[] = [];
  readonly removed: string[] = [];
  /** Throws where it returns something. */
  failure: ((name: string) => unknown) | undefined;

  getItem(name: string): string | undefined {
    this.#fail(name);
    return this.texts.get(name);
  }
  setItem(name: string, text: string): void {
    this.#fail(name);
    this.written.push(name);
    this.texts.set(name, text);
  }
  removeItem(name: string): void {
    this.#fail(name);
    this.removed.push(name);
    this.texts.delete(name);
  }
  keys(): Iterable<string> {
    return this.texts.keys();
  }
  #fail(name: string): void {
    const error = this.failure?.(name);
    if (error) throw error;
  }
}

/** One start of an application. */
export class Session implements AsyncDisposable {
  readonly visibility = new ManualVisibility();
  readonly errors: unknown[] = [];
  readonly persist: PersistManager;
  readonly client;
  readonly requests: string[] = [];

  constructor(
    storage: KeyValueStorage,
    readonly clock: HeldClock,
    options: Partial<PersistOptions> = {},
  ) {
    this.persist = new PersistManager({
      storage,
      clock,
      visibility: this.visibility,
      connection: new ManualConnection(),
      onError: (error) => this.errors.push(error),
      ...options,
    });
    this.client = createClient({
      managers: [this.persist, new NetworkManager({ clock })],
      gcPolicy: new ImmortalGCPolicy(),
      clock,
    });
  }

  /** A start that has read what is kept. */
  static async open(
    ...args: ConstructorParameters<typeof Session>
  ): Promise<Session> {
    const session = new Session(...args);
    await session.persist.ready;
    return session;
  }

  readonly getPorts = reading(
    "getPorts",
    ({ sea }: { sea: string }) => {
      this.requests.push(sea);
      return Promise.resolve([{ id: `${sea}-1`, name: "first", code: sea }]);
    },
    { schema: new Collection([Port]), dataExpiryLength: 60_000 },
  );
  readonly getTide = reading("getTide", () => {
    this.requests.push("tide");
    return Promise.resolve({ height: 3 });
  }, { dataExpiryLength: 60_000 });

  nameOf(id: string): string | undefined {
    return this.client.get(Port, { id })?.name;
  }
  set(id: string, name: string): Promise<void> {
    return this.client.set(Port, { id }, { id, name, code: id });
  }
  /** Whether the end waits until everything is written. */
  isAnswered = true;
  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.dispose();
    if (this.isAnswered) await this.persist.flush();
  }
}
