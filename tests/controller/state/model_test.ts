import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { assertProperty } from "../../support/property.ts";
import {
  type ActionTypes,
  type Client,
  createClient,
  ImmortalGCPolicy,
  type Manager,
  NetworkManager,
  type State,
} from "../../../controller/mod.ts";
import { Entity, Invalidate } from "../../../schema/mod.ts";
import {
  microtasks,
  mutating,
  reading,
  server,
  unhandledDuring,
} from "../harbour.ts";
import { type Fields, StoreModel } from "./store_model.ts";
import { contentOf } from "./content_of.ts";

class Vessel extends Entity {
  id = "";
  name = "";
  berth = "";
  static override key = "Vessel";
}

const ids = ["1", "2"];

/** A request that the server has not answered. */
interface Pending {
  readonly fields: Fields;
  readonly stamp: number;
  readonly call: PromiseWithResolvers<unknown>;
  /** Its key was invalidated meanwhile. */
  isOutdated: boolean;
  /** Later fetches of its key do not join it. */
  isDetached: boolean;
}

/** A client, the model of what it should show, and a server that answers by hand. */
class Trial {
  readonly model = new StoreModel();
  readonly states: { readonly state: State; readonly text: string }[] = [];
  readonly #loads = server<[{ id: string }]>();
  readonly #edits = server<[Fields]>();
  readonly #getVessel = reading("getVessel", this.#loads, { schema: Vessel });
  readonly #edit = mutating("edit", this.#edits, {
    schema: Vessel,
    getOptimisticResponse: (_snap: unknown, fields: Fields) => fields,
  });
  readonly #observer = new StampObserver();
  readonly client: Client = createClient({
    managers: [this.#observer, new NetworkManager()],
    gcPolicy: new ImmortalGCPolicy(),
  });
  #pendingLoads: Pending[] = [];
  #pendingEdits: Pending[] = [];

  /** What may happen, in the order of the numbers that choose. */
  readonly steps: readonly ((fields: Fields, pick: number) => unknown)[] = [
    (fields) => {
      this.client.set(Vessel, { id: fields.id as string }, fields);
      this.model.set(fields, this.#observer.stamp);
    },
    (fields) => {
      const id = fields.id as string;
      const isKnown = this.model.has(id);
      this.client.set(Vessel, { id }, (vessel: Vessel) => ({
        ...fields,
        id: vessel.id,
      }));
      if (isKnown) this.model.set(fields, this.#observer.stamp);
    },
    (fields) => {
      const id = fields.id as string;
      this.client.setResponse(this.#getVessel, { id }, fields);
      this.model.observe(fields, this.#observer.stamp);
      this.model.succeed(this.key(id), this.#observer.stamp);
      this.#detach(id);
    },
    (fields) => {
      const id = fields.id as string;
      const error = new Error("pushed");
      this.client.setError(this.#getVessel, { id }, error);
      this.model.fail(this.key(id), error, this.#observer.stamp);
      this.#detach(id);
    },
    (fields) => this.#startLoad(fields),
    (fields) => this.#startLoad(fields),
    (_fields, pick) => this.#answerLoad(pick),
    (fields) => this.#startEdit(fields),
    (fields) => this.#startEdit(fields),
    (_fields, pick) => this.#settleEdit(pick, false),
    (_fields, pick) => this.#settleEdit(pick, true),
    (fields) => {
      const id = fields.id as string;
      this.client.invalidate(this.#getVessel, { id });
      this.model.invalidate(this.key(id));
      this.#detach(id, true);
    },
    () => {
      this.client.invalidateAll(this.#getVessel);
      for (const id of ids) {
        if (this.model.entries.has(this.key(id))) {
          this.model.invalidate(this.key(id));
        }
        this.#detach(id, true);
      }
    },
    () => {
      this.client.expireAll(this.#getVessel);
      for (const id of ids) this.#detach(id);
    },
    (fields) => {
      const id = fields.id as string;
      this.client.set(new Invalidate(Vessel) as never, { id }, { id } as never);
      this.model.delete(id, this.#observer.stamp);
    },
    (_fields, pick) => {
      if (pick > 2) return;
      this.client.resetEntireStore();
      this.model.reset();
      this.#pendingLoads = [];
      this.#pendingEdits = [];
    },
  ];

  key(id: string): string {
    return this.#getVessel.key({ id });
  }

  /** Compares everything visible with the model. */
  check(): void {
    const state = this.client.controller.getVisibleState();
    this.states.push({ state, text: contentOf(state) });
    for (const id of ids) {
      const expected = this.model.read(id);
      const row = state.getEntity("Vessel", id);
      assertEquals(typeof row === "object" ? row : undefined, expected);
      const vessel = this.client.get(Vessel, { id });
      assertEquals(
        vessel && { ...vessel },
        expected && { id, name: "", berth: "", ...expected },
      );
      const entry = this.model.entries.get(this.key(id));
      assertEquals(state.hasEndpoint(this.key(id)), entry?.hasEntry ?? false);
      const { error } = this.client.read(this.#getVessel, { id });
      assertEquals(error, entry?.error);
    }
    const { optimistic } = this.client.getState();
    assertEquals(optimistic.length, this.model.layers.length);
  }

  async end(): Promise<void> {
    for (
      const { promise, reject } of [
        ...this.#loads.calls,
        ...this.#edits.calls,
      ]
    ) {
      promise.catch(() => {});
      reject(new Error("the trial is over"));
    }
    await microtasks();
    for (const { state, text } of this.states) {
      assertEquals(contentOf(state), text);
    }
    await this.client.dispose();
  }

  #startLoad({ id }: Fields): void {
    const isShared = this.#pendingLoads.some(({ fields, isDetached }) =>
      fields.id === id && !isDetached
    );
    const answer = { id, name: `loaded ${this.#loads.calls.length}` };
    this.client.fetch(this.#getVessel, { id: id as string }).catch(() => {});
    if (!isShared) {
      this.#pendingLoads.push(this.#pending(answer, this.#loads.calls));
    }
  }

  async #answerLoad(pick: number): Promise<void> {
    const load = takeOne(this.#pendingLoads, pick);
    if (load === undefined) return;
    load.call.resolve(load.fields);
    await microtasks();
    this.model.observe(load.fields, load.stamp);
    if (load.isOutdated) return;
    this.model.succeed(this.key(load.fields.id as string), load.stamp);
  }

  #startEdit(fields: Fields): void {
    this.client.fetch(this.#edit, fields).catch(() => {});
    const edit = this.#pending(fields, this.#edits.calls);
    this.#pendingEdits.push(edit);
    this.model.layers.push({ stamp: edit.stamp, fields });
  }

  async #settleEdit(pick: number, fails: boolean): Promise<void> {
    const edit = takeOne(this.#pendingEdits, pick);
    if (edit === undefined) return;
    if (fails) edit.call.reject(new Error("refused"));
    else edit.call.resolve(edit.fields);
    await microtasks();
    this.model.layers = this.model.layers.filter(({ stamp }) =>
      stamp !== edit.stamp
    );
    if (fails) return;
    const until = this.#observer.until;
    this.model.confirm(edit.fields, { began: edit.stamp, until });
  }

  #pending(
    fields: Fields,
    calls: readonly PromiseWithResolvers<unknown>[],
  ): Pending {
    const { stamp } = this.#observer;
    const call = calls.at(-1)!;
    return { fields, stamp, call, isOutdated: false, isDetached: false };
  }

  #detach(id: string, isOutdated = false): void {
    for (const load of this.#pendingLoads) {
      if (load.fields.id !== id) continue;
      if (isOutdated) load.isOutdated = true;
      load.isDetached = true;
    }
  }
}

/** Knows the stamp of the last action, and the one at which the last answer was confirmed. */
class StampObserver implements Manager {
  stamp = 0;
  until = 0;

  readonly middleware =
    () =>
    (next: (action: ActionTypes) => Promise<void>) =>
    (action: ActionTypes) => {
      if ("meta" in action) this.stamp = action.meta.fetchedAt;
      if (action.type === "rdc/setresponse") {
        this.until = action.meta.confirmedAt!;
      }
      return next(action);
    };

  cleanup(): void {}
}

function takeOne(list: Pending[], pick: number): Pending | undefined {
  return list.splice(pick % (list.length || 1), 1)[0];
}

const steps = fc.array(
  fc.record({
    which: fc.nat(15),
    id: fc.constantFrom(...ids),
    field: fc.constantFrom("name", "berth"),
    pick: fc.nat(9),
  }),
  { maxLength: 30 },
);

Deno.test("whatever methods are called in whatever order, the visible state is that of a naive model, earlier states stay as they were and no rejection is lost [controller/ACC-14] [controller/STA-2]", async () => {
  const unhandled = await unhandledDuring(() =>
    assertProperty(
      fc.asyncProperty(steps, async (history) => {
        const trial = new Trial();
        try {
          for (const [index, { which, id, field, pick }] of history.entries()) {
            await trial.steps[which]!({ id, [field]: `value ${index}` }, pick);
            await microtasks();
            trial.check();
          }
        } finally {
          await trial.end();
        }
      }),
      250,
    )
  );
  assertEquals(unhandled, []);
});
