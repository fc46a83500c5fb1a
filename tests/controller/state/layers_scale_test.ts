/**
 * Many pending edits of few rows: how often they are computed until all have
 * ended, and that what is shown after each end is what a computation of all of
 * them gives. Tried with ends in turn, backwards and in a drawn order, with
 * refusals, with edits of the same and of different fields, with fields that
 * say what is stored already, with lists that follow the row, and with a reader.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { FetchAction, Snapshot } from "../../../controller/mod.ts";
import { versionOf } from "../../../controller/graph/state.ts";
import { NetworkError } from "../../../endpoint/mod.ts";
import { Collection, Entity } from "../../../schema/mod.ts";
import { assertProperty } from "../../support/property.ts";
import { mutation, Quay, read } from "./quay.ts";

class Crate extends Entity {
  id = "";
  mark = "";
  weight = 0;
  status = "";
  static override key = "Crate";
}

const getCrates = read("getCrates", {
  schema: new Collection([Crate]),
  key: () => "getCrates",
});
const getOpen = read("getOpen", {
  schema: new Collection([Crate], { argsKey: () => ({ status: "open" }) }),
  key: () => "getOpen",
});

/** What a server says no with: it has changed nothing. */
const refusal = () => new NetworkError(new Response(null, { status: 422 }));

/** Two stored rows, and edits of them that wait. */
class Yard {
  readonly quay = new Quay();
  /** How many layers were computed. */
  computed = 0;
  readonly pending: FetchAction[] = [];
  readonly confirmed: FetchAction[] = [];
  readonly #edit = mutation("edit", {
    schema: Crate,
    getOptimisticResponse: (_snap: Snapshot, body: object) => {
      this.computed++;
      return body;
    },
  });
  readonly #create = mutation("create", {
    schema: (getCrates.schema as Collection).push,
    getOptimisticResponse: (_snap: Snapshot, body: object) => body,
  });

  constructor() {
    this.quay.load(
      getCrates,
      [],
      ["1", "2"].map((id) => ({
        id,
        mark: "stored",
        weight: 0,
        status: "open",
      })),
    );
    this.quay.load(getOpen, [], []);
    // what lists there are is found out with the first write
    this.quay.controller.set(Crate, { id: "2" }, { id: "2", weight: 0 });
  }

  edit(body: Partial<Crate>): void {
    this.pending.push(this.quay.fetch(this.#edit, body));
  }

  create(): void {
    this.pending.push(
      this.quay.fetch(this.#create, { id: "3", mark: "new", status: "open" }),
    );
  }

  /** One of those that wait ends. */
  end(index: number, isRefused = false): void {
    const [fetch] = this.pending.splice(index, 1);
    if (isRefused) this.quay.fail(fetch!, refusal());
    else {
      this.quay.answer(fetch!, fetch!.args[0]);
      this.confirmed.push(fetch!);
    }
  }

  /** The greatest weight that was sent of a row and not refused. */
  heaviest(id: string): number {
    return Math.max(
      0,
      ...[...this.pending, ...this.confirmed]
        .map(({ args }) => args[0] as Crate)
        .filter((crate) => crate.id === id)
        .map(({ weight }) => weight),
    );
  }

  crate(id = "1"): Crate {
    return this.quay.visible.getEntity("Crate", id) as unknown as Crate;
  }
}

const count = 300;

for (
  const [order, next] of [
    ["in turn", () => 0],
    ["backwards", (left: number) => left - 1],
    ["in a drawn order", (left: number) => (left * 7919) % left],
  ] as const
) {
  for (const refused of [0, 1, 3]) {
    const how = refused === 0
      ? "confirmed"
      : refused === 1
      ? "refused"
      : "confirmed or refused";
    Deno.test(`each of many edits of two rows is computed once until all are ${how} ${order} [controller/OPT-2]`, () => {
      const yard = new Yard();
      yard.quay.store.subscribe(() => {});
      for (let n = 1; n <= count; n++) {
        yard.edit({ id: `${1 + n % 2}`, weight: n });
      }
      assertEquals(yard.computed, count);
      for (let left = count; left > 0; left--) {
        yard.end(next(left), refused > 0 && left % refused === 0);
        // the one that began last of those that were not refused
        assertEquals(yard.crate().weight, yard.heaviest("1"));
        assertEquals(yard.crate("2").weight, yard.heaviest("2"));
      }
      assertEquals(yard.computed, count);
      assertEquals(yard.quay.visible, yard.quay.base);
    });
  }
}

Deno.test("whoever begins to observe does not look at each pending change [controller/NEW-12]", () => {
  const looks = [1, 100].map((size) => {
    const yard = new Yard();
    for (let n = 1; n <= size; n++) yard.edit({ id: "1", weight: n });
    const { collections } = versionOf(yard.quay.visible).graph!;
    const { revision } = collections;
    let count = 0;
    Object.defineProperty(collections, "revision", {
      get: () => (count++, revision),
    });
    for (let reader = 0; reader < 10; reader++) {
      yard.quay.store.observe(
        { endpoints: ["getCrates"], entities: [], tables: [] },
        () => {},
      );
    }
    return count;
  });
  assert(looks[0]! > 0);
  assertEquals(looks[1], looks[0]);
});

Deno.test("an edit of what another pending one is computed from has that computed again [controller/OPT-2]", () => {
  const { quay } = new Yard();
  const add = mutation("add", {
    schema: Crate,
    getOptimisticResponse: (snap: Snapshot, body: { id: string }) => ({
      ...body,
      weight: snap.get(Crate, body)!.weight + 1,
    }),
  });
  const one = quay.fetch(add, { id: "1" });
  quay.fetch(add, { id: "1" });
  const weight = () =>
    (quay.visible.getEntity("Crate", "1") as unknown as Crate).weight;
  assertEquals(weight(), 2);
  quay.fail(one, refusal());
  assertEquals(weight(), 1);
});

const bodies = fc.record({
  id: fc.constantFrom("1", "2", "3"),
  mark: fc.constantFrom("stored", "a", "b"),
  weight: fc.nat(2),
  status: fc.constantFrom("open", "shut"),
}, { requiredKeys: ["id"] });

const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ edit: bodies }) },
    {
      weight: 3,
      arbitrary: fc.record({ end: fc.nat(9), isRefused: fc.boolean() }),
    },
    { weight: 1, arbitrary: fc.record({ set: bodies }) },
    { weight: 1, arbitrary: fc.record({ load: bodies }) },
    { weight: 1, arbitrary: fc.constant({ create: true }) },
  ),
  { maxLength: 30 },
);

const getCrate = read("getCrate", { schema: Crate });

Deno.test("edits that are not computed again leave what all of them leave that are computed over what is confirmed [controller/OPT-1] [controller/OPT-2]", () => {
  assertProperty(
    fc.property(steps, (history) => {
      const yard = new Yard();
      const { quay, pending } = yard;
      for (const step of history) {
        if ("edit" in step) yard.edit(step.edit);
        else if ("create" in step) yard.create();
        else if ("set" in step) {
          quay.controller.set(Crate, { id: step.set.id }, step.set as never);
        } else if ("load" in step) {
          quay.load(getCrate, [{ id: step.load.id }], step.load);
        } else if (pending.length > 0) {
          yard.end(step.end % pending.length, step.isRefused);
        }
        assertEquals(quay.visible.toJSON(), quay.replayed().toJSON());
      }
    }),
    300,
  );
});
