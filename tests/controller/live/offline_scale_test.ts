/**
 * A long queue: how often its changes are computed, and in which pieces. Tried
 * with edits and creations, with a list that somebody shows, and with a change
 * that is made before the queue is read.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { setImmediate } from "node:timers";
import {
  type Client,
  Collection,
  createClient,
  Endpoint,
  Entity,
  ImmortalGCPolicy,
  NetworkManager,
} from "../../../mod.ts";
import { OfflineManager } from "../../../controller/live/offline.ts";
import { ManualConnection } from "../outside_world.ts";
import { HeldClock } from "./held_clock.ts";

class Crate extends Entity {
  id = "";
  mark = "";
}
const Crates = new Collection([Crate]);

/** Each layer that is computed takes a millisecond. */
class BusyClock extends HeldClock {
  worked = 0;
  override now(): number {
    return super.now() + this.worked;
  }
}

/** A program without a network, with so many entries in the storage. */
class Program implements AsyncDisposable {
  readonly clock = new BusyClock();
  readonly offline: OfflineManager;
  readonly client: Client;
  /** How many layers were computed. */
  get computed(): number {
    return this.clock.worked;
  }
  /** How often somebody was told. */
  told = 0;
  readonly getCrates = new Endpoint(() => Promise.resolve([]), {
    name: "getCrates",
    schema: Crates,
  });
  readonly endpoints;
  readonly connection = new ManualConnection(false);
  /** What the server has received. */
  sent = 0;

  /** @param size how many wait; a third of them creations, unless all are, or each is an edit of a row of its own */
  constructor(size: number, kind: "mixed" | "created" | "apart" = "mixed") {
    const areApart = kind === "apart";
    const { clock, connection } = this;
    const common = {
      sideEffect: true as const,
      getOptimisticResponse: (_: unknown, row: object) => {
        clock.worked++;
        return row;
      },
    };
    type Row = { readonly id?: string; readonly mark: string };
    const answer = (row: Row) => {
      // somebody reads before the next one is sent
      this.client.read(this.getCrates);
      return Promise.resolve({ id: `new ${this.sent++}`, ...row });
    };
    this.endpoints = {
      create: new Endpoint(answer, {
        ...common,
        name: "create",
        schema: Crates.push,
      }),
      edit: new Endpoint(answer, { ...common, name: "edit", schema: Crate }),
    };
    const kept = Array.from({ length: size }, (_, number) => {
      const isCreation = kind === "created" || !areApart && number % 3 === 0;
      const id = `c${areApart ? number : number % 50}`;
      const mark = `kept ${number}`;
      return {
        id: `${number}`,
        name: isCreation ? "create" : "edit",
        args: [isCreation ? { mark } : { id, mark }],
        stamp: 999_000 + number / 4,
        scope: "default",
        revision: 0,
      };
    });
    const texts = new Map([["offline", JSON.stringify(kept)]]);
    this.offline = new OfflineManager({
      storage: {
        getItem: (name) => texts.get(name),
        setItem: (name, text) => void texts.set(name, text),
        removeItem: (name) => void texts.delete(name),
      },
      endpoints: this.endpoints,
      maxEntries: Infinity,
      clock,
      connection,
    });
    this.client = createClient({
      managers: [this.offline, new NetworkManager({ clock, connection })],
      gcPolicy: new ImmortalGCPolicy(),
      clock,
    });
    const rows = Array.from({ length: areApart ? size : 50 }, (_, number) => ({
      id: `c${number}`,
      mark: "stored",
    }));
    this.client.setResponse(this.getCrates, rows as never);
    // somebody shows the list
    this.client.subscribe(() => {
      this.told++;
      this.client.read(this.getCrates);
    });
  }

  edit(mark: string): void {
    const row = { id: "c0", mark };
    this.client.fetch(this.endpoints.edit, row).catch(() => {});
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.dispose();
  }
}

for (const isEarly of [false, true]) {
  const made = isEarly ? ", after a change that was made meanwhile" : "";
  Deno.test(`a queue of a thousand is loaded in short pieces, each change computed once${made} [controller/NEW-43] [controller/NEW-54]`, async () => {
    await using program = new Program(1000);
    if (isEarly) program.edit("new");
    let isReady = false;
    void program.offline.ready.then(() => isReady = true);
    const pieces: number[] = [];
    while (!isReady) {
      const before = program.computed;
      await new Promise<void>((resolve) => setImmediate(resolve));
      pieces.push(program.computed - before);
    }
    assertEquals(program.offline.entries().length, isEarly ? 1001 : 1000);
    const marks = program.client.read(program.getCrates).data!
      .map(({ mark }) => mark);
    assertEquals(marks.length, 50 + 334);
    assertEquals(marks[0], isEarly ? "new" : "kept 950");
    // the early one stands last, and is computed again for each piece
    assert(program.computed <= 1300, `${program.computed} computations`);
    assert(Math.max(...pieces) <= 45, `${Math.max(...pieces)} in one task`);
    assert(program.told <= pieces.length + 2, `told ${program.told} times`);
  });
}

Deno.test("the thousandth change of a queue costs as many computations as the first [controller/NEW-54]", async () => {
  await using program = new Program(0);
  await program.offline.ready;
  const costs = new Set<number>();
  for (let number = 0; number < 1000; number++) {
    const before = program.computed;
    program.edit(`${number}`);
    program.client.read(program.getCrates);
    costs.add(program.computed - before);
  }
  assertEquals([...costs], [1]);
});

for (
  const [kind, others] of [
    ["apart", "changes of rows of their own"],
    ["created", "creations in the same list"],
    ["mixed", "creations, and changes of other rows, of which each has four"],
  ] as const
) {
  Deno.test(`when one of three hundred changes that wait is confirmed, these are not computed again: ${others} [controller/NEW-54]`, async () => {
    await using program = new Program(300, kind);
    await program.offline.ready;
    const { computed } = program;
    assertEquals(computed, 300);
    program.connection.set(true);
    await program.offline.flush();
    assertEquals(program.sent, 300);
    assertEquals(program.offline.entries(), []);
    assertEquals(program.computed, computed);
    const ids = program.client.read(program.getCrates).data!
      .slice(kind === "apart" ? 300 : 50).map(({ id }) => id);
    const step = kind === "mixed" ? 3 : 1;
    assertEquals(ids, ids.map((_, n) => `new ${n * step}`));
  });
}
