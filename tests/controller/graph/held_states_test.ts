import { assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  actions,
  createClient,
  createReducer,
  ImmortalGCPolicy,
  NetworkManager,
  type State,
} from "../../../controller/mod.ts";
import { All, Entity, Invalidate } from "../../../schema/mod.ts";
import { collectGarbage } from "../../support/collect_garbage.ts";
import { assertProperty } from "../../support/property.ts";
import { contentOf } from "../state/content_of.ts";
import { microtasks, mutating, reading, server } from "../harbour.ts";

class Buoy extends Entity {
  id = "";
  name = "";
  static override indexes = ["name"] as const;
  static override validate(value: { name?: unknown }): string | undefined {
    return value.name === "broken" ? "it is broken" : undefined;
  }
}

const getBuoys = reading("getBuoys", () => Promise.resolve([]), {
  schema: [Buoy],
  strict: true,
});

/** A state that somebody keeps, and what it was when it was taken. */
interface Held {
  readonly state: State;
  readonly content: string;
}

/** A store whose states are kept now and then. */
class Trial {
  readonly #edits = server<[{ id: string; name: string }]>();
  readonly #edit = mutating("edit", this.#edits, {
    schema: Buoy,
    getOptimisticResponse: (_snap: unknown, fields: { id: string }) => fields,
  });
  readonly client = createClient({
    managers: [new NetworkManager()],
    gcPolicy: new ImmortalGCPolicy(),
  });
  readonly #reduce = createReducer(this.client.controller);
  #held: Held[] = [];

  readonly steps: Readonly<
    Record<string, (id: string, name: string, pick: number) => unknown>
  > = {
    set: (id, name) => this.client.set(Buoy, { id }, { id, name }),
    setAgain: (id, name) => this.client.set(Buoy, { id }, { id, name }),
    remove: (id) =>
      this.client.set(new Invalidate(Buoy) as never, { id }, { id } as never),
    storeMany: (_id, name) => {
      const rows = Array.from(
        { length: 1100 },
        (_, n) => ({ id: `${n}`, name }),
      );
      this.client.setResponse(getBuoys, rows);
    },
    storeWhatIsRefused: (id, name) => {
      const rows = [{ id, name }, { id: "9", name: "broken" }];
      this.client.setResponse(getBuoys, rows).catch(() => {});
    },
    expire: () => this.client.expireAll(getBuoys),
    begin: (id, name) => {
      this.client.fetch(this.#edit, { id, name }).catch(() => {});
    },
    confirm: (id, name, pick) => {
      const { calls } = this.#edits;
      calls[pick % (calls.length || 1)]?.resolve({ id, name });
    },
    refuse: (_id, _name, pick) => {
      const { calls } = this.#edits;
      calls[pick % (calls.length || 1)]?.reject(new Error("refused"));
    },
    take: () => this.#take(this.client.getState()),
    takeVisible: () => this.#take(this.client.controller.getVisibleState()),
    look: (_id, _name, pick) => {
      const held = this.#held[pick % (this.#held.length || 1)];
      if (held) assertEquals(contentOf(held.state), held.content);
    },
    tryOut: (id, name, pick) => {
      const { state } = this.#held[pick % (this.#held.length || 1)] ??
        { state: this.client.getState() };
      const value = { id, name };
      const action = actions.createSet(Buoy, { args: [{ id }], value });
      this.#take(this.#reduce(state, action));
    },
    query: (id, name) => {
      // reading lets go of the state at once
      this.client.get(Buoy, { id });
      this.client.get(Buoy, { name });
      this.client.get(new All(Buoy));
    },
    letGo: (_id, _name, pick) => {
      this.#held.splice(pick % (this.#held.length || 1), 1);
    },
    letGoOfAll: () => {
      this.#held = [];
      return collectGarbage();
    },
    reset: (_id, _name, pick) => {
      if (pick === 0) return this.client.resetEntireStore();
    },
  };

  #take(state: State): void {
    this.#held.push({ state, content: contentOf(state) });
  }

  async end(): Promise<void> {
    for (const { promise, reject } of this.#edits.calls) {
      promise.catch(() => {});
      reject(new Error("the trial is over"));
    }
    await microtasks();
    for (const { state, content } of this.#held) {
      assertEquals(contentOf(state), content);
    }
    await this.client.dispose();
  }
}

const steps = fc.array(
  fc.record({
    which: fc.constantFrom(...Object.keys(new Trial().steps)),
    id: fc.constantFrom("1", "2", "3"),
    name: fc.constantFrom("north", "south", "east"),
    pick: fc.nat(9),
  }),
  { maxLength: 40 },
);

Deno.test("states that are kept now and then stay what they were, whatever follows and whichever of them are let go of [controller/STA-2]", async () => {
  const { error } = console;
  console.error = () => {};
  try {
    await assertProperty(
      fc.asyncProperty(steps, async (history) => {
        const trial = new Trial();
        try {
          for (const { which, id, name, pick } of history) {
            await trial.steps[which]!(id, name, pick);
            await microtasks();
          }
        } finally {
          await trial.end();
        }
      }),
      80,
    );
  } finally {
    console.error = error;
  }
});
