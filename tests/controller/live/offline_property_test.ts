/**
 * The queue beside a simple model: whatever the network and the server do, and
 * whenever the program is killed, each mutation has its effect once, in the
 * order of its scope, and nothing stays on the screen that the server refused.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  Collection,
  createClient,
  DependencyError,
  Endpoint,
  Entity,
  ImmortalGCPolicy,
  isTemporaryPk,
  NetworkManager,
} from "../../../mod.ts";
import { OfflineManager } from "../../../controller/live/offline.ts";
import { assertProperty } from "../../support/property.ts";
import { ManualConnection } from "../outside_world.ts";
import { HeldClock } from "./held_clock.ts";

class Crate extends Entity {
  id = "";
  mark = "";
}
const Crates = new Collection([Crate]);

/** What happens next. */
type Step =
  | { readonly kind: "edit"; readonly scope: number; readonly crate: number }
  | { readonly kind: "create"; readonly scope: number }
  | { readonly kind: "connect"; readonly isOnline: boolean }
  | { readonly kind: "turn"; readonly turns: number; readonly time: number }
  | { readonly kind: "kill" };

/** What becomes of a request. */
type Fate = "done" | "lost" | "answer lost" | 409 | 429 | 503;

const scopes = ["red", "green", "blue"];

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant("edit" as const),
      scope: fc.nat(2),
      crate: fc.nat(9),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("create" as const),
      scope: fc.nat(2),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("connect" as const),
      isOnline: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("turn" as const),
      turns: fc.nat(8),
      time: fc.constantFrom(0, 600, 40_000),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: "kill" as const }) },
);

const fates: fc.Arbitrary<Fate[]> = fc.array(
  fc.constantFrom<Fate>(
    ...Array<Fate>(12).fill("done"),
    "lost",
    "lost",
    "answer lost",
    "answer lost",
    409,
    429,
    503,
  ),
  { minLength: 50, maxLength: 200 },
);

/** Takes each idempotency key once. */
class ModelServer {
  readonly crates = new Map<string, string>();
  /** Marks by scope, in the order in which they had their effect. */
  readonly effects: Record<string, string[]> = { red: [], green: [], blue: [] };
  readonly refused = new Set<string>();
  #answers = new Map<string, unknown>();
  #request = 0;

  constructor(readonly fates: readonly Fate[]) {}

  receive(scope: string, key: string, id: string, mark: string): unknown {
    const fate = this.fates[this.#request++] ?? "done";
    if (fate === "lost") throw new TypeError("fetch failed");
    if (typeof fate === "number" && !this.#answers.has(key)) {
      if (fate === 409) this.refused.add(mark);
      throw Object.assign(new Error(`${fate}`), { status: fate });
    }
    assert(!isTemporaryPk(id), `${id} is not known to the server`);
    if (!this.#answers.has(key)) {
      this.effects[scope]!.push(mark);
      this.crates.set(id, mark);
      this.#answers.set(key, { id, mark });
    }
    if (fate === "answer lost") throw new TypeError("fetch failed");
    return this.#answers.get(key);
  }
}

/** One start of the program. When it is killed nothing of it reaches anything. */
class Run {
  readonly connection: ManualConnection;
  readonly offline: OfflineManager;
  readonly client;
  readonly endpoints: Record<string, Endpoint> = {};
  isDead = false;

  constructor(
    server: ModelServer,
    texts: Map<string, string>,
    readonly clock: HeldClock,
    isOnline: boolean,
    /** Marks of what was given up. */
    givenUp: Set<string>,
  ) {
    this.connection = new ManualConnection(isOnline);
    const alive = async <T>(work: () => T): Promise<T> => {
      await undefined;
      if (this.isDead) await new Promise(() => {});
      return work();
    };
    for (const scope of scopes) {
      const common = {
        sideEffect: true as const,
        scope,
        idempotencyKey: "",
        getOptimisticResponse: (_: unknown, row: object) => row,
      };
      type Call = { readonly idempotencyKey: string };
      this.endpoints[`edit ${scope}`] = new Endpoint(
        function (this: Call, { id, mark }: { id: string; mark: string }) {
          return alive(() =>
            server.receive(scope, this.idempotencyKey, id, mark)
          );
        },
        { ...common, name: `edit ${scope}`, schema: Crate },
      ) as never;
      this.endpoints[`create ${scope}`] = new Endpoint(
        function (this: Call, { mark }: { mark: string }) {
          return alive(() =>
            server.receive(scope, this.idempotencyKey, `made ${mark}`, mark)
          );
        },
        { ...common, name: `create ${scope}`, schema: Crates.push },
      ) as never;
    }
    this.offline = new OfflineManager({
      storage: {
        getItem: (name) => alive(() => texts.get(name)),
        setItem: (name, text) => alive(() => texts.set(name, text)),
        removeItem: (name) => alive(() => texts.delete(name)),
      },
      endpoints: this.endpoints,
      maxEntries: Infinity,
      maxAttempts: Infinity,
      clock,
      connection: this.connection,
      random: () => 0,
      onError: (error, entry) => {
        if (error instanceof DependencyError) givenUp.add(entry!.args[0].mark);
      },
    });
    this.client = createClient({
      managers: [
        this.offline,
        new NetworkManager({ clock, connection: this.connection }),
      ],
      gcPolicy: new ImmortalGCPolicy(),
      clock,
    });
  }

  send(name: string, row: object): Promise<unknown> {
    const sent = this.client.fetch(this.endpoints[name]!, row);
    sent.catch(() => {});
    return sent;
  }

  /** Primary keys of what was created and is not confirmed. */
  get temporary(): string[] {
    const rows = this.client.controller.getVisibleState().getEntities("Crate");
    return [...rows?.keys() ?? []].filter(isTemporaryPk);
  }

  /** Marks that are on the screen. */
  get marks(): string[] {
    const rows = this.client.controller.getVisibleState().getEntities("Crate");
    return [...rows?.entries() ?? []].map(([, row]) =>
      String((row as { mark?: string }).mark)
    );
  }

  kill(): void {
    this.isDead = true;
    this.client.dispose();
  }
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) {
    await new Promise((resolve) => setTimeout(resolve));
  }
}

Deno.test("each of a thousand queued mutations has its effect once, in the order of its scope, whatever happens [controller/NEW-41] [controller/NEW-43] [controller/NEW-44] [controller/NEW-45] [controller/NEW-46] [controller/NEW-48]", () =>
  assertProperty(
    fc.asyncProperty(
      fc.array(step, { minLength: 1700, maxLength: 1700, size: "max" }),
      fates,
      async (steps, fates) => {
        const server = new ModelServer(fates);
        const texts = new Map<string, string>();
        const clock = new HeldClock();
        const givenUp = new Set<string>();
        let run = new Run(server, texts, clock, false, givenUp);
        /** Marks of all mutations by scope, in the order of their calls. */
        const made: Record<string, string[]> = { red: [], green: [], blue: [] };
        /** Those that a killed program may have lost: it had not yet kept them. */
        const lost = new Set<string>();
        let settled = new Set<string>();
        /** Those whose caller waits. */
        const pending = new Set<string>();
        let marks = 0;
        await run.offline.ready;
        for (const happening of steps) {
          if (marks === 1000) break;
          if (happening.kind === "connect") {
            run.connection.set(happening.isOnline);
          } else if (happening.kind === "turn") {
            clock.tick(happening.time);
            await turns(happening.turns);
            // what was refused before this moment is gone from the screen
            const refused = run.marks.filter((mark) =>
              server.refused.has(mark) && settled.has(mark)
            );
            assertEquals(refused, []);
          } else if (happening.kind === "kill") {
            const kept: { args: [{ mark: string }] }[] = JSON.parse(
              texts.get("offline") ?? "[]",
            );
            const acknowledged = new Set(
              kept.map(({ args: [{ mark }] }) => mark),
            );
            for (const mark of pending) {
              if (!acknowledged.has(mark)) lost.add(mark);
            }
            pending.clear();
            run.kill();
            settled = new Set();
            const isOnline = run.connection.isOnline();
            run = new Run(server, texts, clock, isOnline, givenUp);
            await run.offline.ready;
          } else {
            const scope = scopes[happening.scope]!;
            const mark = `${scope} ${++marks}`;
            pending.add(mark);
            made[scope]!.push(mark);
            const mayPass = run.connection.isOnline() &&
              !run.offline.entries().some((entry) => entry.scope === scope);
            let sent: Promise<unknown>;
            if (happening.kind === "create") {
              sent = run.send(`create ${scope}`, { mark });
            } else {
              const { temporary } = run;
              const id = temporary[happening.crate] ?? `${happening.crate}`;
              sent = run.send(`edit ${scope}`, { id, mark });
            }
            sent.catch((error) => {
              if (error instanceof DependencyError) givenUp.add(mark);
              // what was not queued failed before the eyes of its caller
              if (mayPass && error.status > 409) givenUp.add(mark);
            }).finally(() => {
              settled.add(mark);
              pending.delete(mark);
            });
          }
        }
        assertEquals(marks, 1000);
        run.connection.set(true);
        while (run.offline.entries().length > 0) {
          await turns(1);
          clock.tick(40_000);
        }
        await run.offline.flush();
        assertEquals(texts.size, 0);
        for (const scope of scopes) {
          const effects = server.effects[scope]!;
          // a request may have had its effect before the program was killed
          const expected = made[scope]!.filter((mark) =>
            !server.refused.has(mark) && !givenUp.has(mark) &&
            (!lost.has(mark) || effects.includes(mark))
          );
          assertEquals(effects, expected);
        }
        const rows = run.client.getState().getEntities("Crate");
        for (const [id, row] of rows?.entries() ?? []) {
          assertEquals((row as { mark?: string }).mark, server.crates.get(id));
        }
        assertEquals(run.temporary, []);
        await run.client.dispose();
      },
    ),
    2,
  ));
