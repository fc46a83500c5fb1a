/**
 * Two tabs change a row and a list of it, and hear of each other at any moment:
 * in the end both show the same list. Neighbours: a row that is there again by a
 * write of a field, after a deletion here, in the other tab, or in both; what was
 * taken out by the other tab before and after that; writes of two tabs that
 * begin at one stamp; the place of what is put in again after the other tab has
 * taken it out, at the other end as well; a tab that shows the list for the first
 * time once all is written, and where it puts then what it wrote before. Of the row itself: fields that were written before it
 * was created again, by whichever tab; what only one tab has written of it; a
 * deletion and a creation at one stamp.
 */
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  type Client,
  Collection,
  createClient,
  Entity,
  ImmortalGCPolicy,
  Invalidate,
  NetworkManager,
} from "../../../mod.ts";
import { TabSyncManager } from "../../../controller/live/tabs.ts";
import { reading } from "../harbour.ts";
import { PretendChannel } from "../truth/channel.ts";
import { settleTasks } from "../truth/settle_tasks.ts";
import { assertProperty } from "../../support/property.ts";

class Port extends Entity {
  id = "";
  name = "";
  static override key = "Port";
}
const Ports = new Collection([Port]);
const getPorts = reading(
  "getPorts",
  () => Promise.resolve([{ id: "rtm", name: "Rotterdam" }]),
  { schema: Ports, dataExpiryLength: 1e12 },
);

const kinds = [
  "name",
  "push",
  "unshift",
  "remove",
  "delete",
  /** What the tab has stored is sent. */
  "send",
  /** The oldest message to the tab arrives. */
  "hear",
  /** Until then, what two tabs do may begin at one stamp. */
  "tick",
  /** The tab shows the list, which only it has to do with until then. */
  "show",
] as const;

interface Step {
  readonly kind: typeof kinds[number];
  readonly tab: number;
  /** Of the row. */
  readonly id?: string;
}

/** Two tabs whose timers and messages wait for a step. */
class Tabs implements AsyncDisposable {
  readonly #channel = new PretendChannel();
  readonly #due: Set<() => void>[] = [];
  readonly #clients: Client[] = [];
  #now = 1_800_000_000_000;

  constructor() {
    for (const tab of [0, 1]) {
      const due = this.#due[tab] = new Set();
      const clock = {
        now: () => this.#now,
        setTimeout(run: () => void, delay: number) {
          // a tab waits for so long to be greeted
          if (delay <= 50) due.add(run);
          return run;
        },
        clearTimeout: (run: unknown) => due.delete(run as () => void),
      };
      const managers = [
        new TabSyncManager({ clock }),
        new NetworkManager({ clock }),
      ];
      const gcPolicy = new ImmortalGCPolicy();
      const open = () => createClient({ clock, managers, gcPolicy });
      this.#clients[tab] = this.#channel.openFor(tab, open);
    }
  }

  /** One tab has requested the list; both show it, unless the other one is to do so later. */
  async start(isShown: boolean): Promise<void> {
    await this.rest();
    await this.#clients[0]!.fetch(getPorts);
    await this.rest();
    if (isShown) this.lists();
  }

  take({ kind, tab, id = "ham" }: Step, name: string): void {
    const { controller } = this.#clients[tab]!;
    if (kind === "tick") this.#now++;
    else if (kind === "send") this.#send(tab);
    else if (kind === "hear") this.#channel.deliver(tab);
    else if (kind === "show") this.#clients[tab]!.read(getPorts);
    else if (kind === "name") controller.set(Port, { id }, { id, name });
    else if (kind === "delete") {
      controller.set(new Invalidate(Port), { id }, { id });
    } else controller.set(Ports[kind], {}, { id });
  }

  #send(tab: number): boolean {
    const due = [...this.#due[tab]!];
    this.#due[tab]!.clear();
    for (const run of due) run();
    return due.length > 0;
  }

  /** Until everything has arrived. */
  async rest(): Promise<void> {
    let isBusy = true;
    while (isBusy) {
      this.#now++;
      await settleTasks();
      isBusy = [0, 1].filter((tab) => this.#send(tab)).length > 0;
      for (const tab of [0, 1]) {
        while (this.#channel.deliver(tab)) isBusy = true;
      }
    }
  }

  /** What each of the tabs shows. */
  lists(): (string[] | undefined)[] {
    return this.#clients.map((client) =>
      client.read(getPorts).data?.map(({ id }: Port) => id)
    );
  }

  /** What each of the tabs knows of the row. */
  rows(): Record<string, unknown>[] {
    return this.#clients.map((client) => ({
      ...client.get(Port, { id: "ham" }),
    }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const client of this.#clients) await client.dispose();
  }
}

/** Lists of both tabs, and the row, after some steps, once all is told. */
async function after(steps: readonly Step[]) {
  await using tabs = new Tabs();
  await tabs.start(!steps.some(({ kind }) => kind === "show"));
  steps.forEach((step, index) => tabs.take(step, `${index}`));
  await tabs.rest();
  // what shows the list for the first time catches up
  tabs.lists();
  await tabs.rest();
  return { lists: tabs.lists(), rows: tabs.rows() };
}

/** The steps of a sequence. */
function stepsOf(sequence: string): readonly Step[] {
  return sequence.split(", ").map((step) => {
    const [kind, tab, id] = step.split(" ");
    return { kind, tab: Number(tab), id } as Step;
  });
}

/** What was wrong once, each a step by `kind tab id`, and what is in the list then. */
const sequences: Readonly<Record<string, string>> = {
  // what is there again after it was taken out is in the list, as in one tab
  "push 0, tick 0, remove 1, tick 0, delete 0, tick 0, name 0": "rtm ham",
  "push 0, tick 0, remove 1, tick 0, delete 0, tick 0, name 0, tick 0, name 1":
    "rtm ham",
  "push 0, tick 0, delete 0, tick 0, name 0, tick 0, remove 1": "rtm",
  "delete 1, tick 0, send 1, name 1, name 0, tick 0, push 0, hear 0, tick 0, remove 1, tick 0, name 0":
    "rtm ham",
  // of what begins at one stamp, what puts it in is the later one
  "push 1, name 0, name 0, delete 1, remove 0, name 1": "rtm ham",
  "name 0, remove 0, name 1, name 1, push 1, remove 0, name 0": "rtm ham",
  // what is put in again is where that puts it
  "push 0, tick 0, remove 0, tick 0, unshift 1": "ham rtm",
  "push 0, tick 0, remove 1, tick 0, unshift 0": "ham rtm",
  "unshift 0, tick 0, remove 1, tick 0, push 0": "rtm ham",
  // what is at the start by one tab, another one has put at no end
  "delete 0, send 0, hear 1, tick 0, name 1, tick 0, unshift 0 ant, tick 0, push 1 ant, show 0":
    "ant rtm ham",
  // where a tab that shows the list for the first time puts what it wrote before, the other one hears
  "delete 0, send 0, hear 1, name 1, tick 0, unshift 0, tick 0, unshift 1 ant, show 1":
    "ant rtm ham",
  "delete 0, send 0, hear 1, name 1, tick 0, push 1 ant, tick 0, name 0, show 0":
    "rtm ham ant",
};

for (const [sequence, shown] of Object.entries(sequences)) {
  Deno.test(`two tabs show the same list after ${sequence} [controller/NEW-82]`, async () => {
    const list = shown.split(" ");
    assertEquals((await after(stepsOf(sequence))).lists, [list, list]);
  });
}

/** What was wrong once of the row itself, and what is known of it then. */
const sequencesOfRow: Readonly<Record<string, object>> = {
  // a creation leaves nothing of what was written before it
  "delete 1, tick 0, name 0, tick 0, send 1, name 1, tick 0, hear 0, tick 0, delete 1, tick 0, push 0, send 0":
    { id: "ham", name: "" },
  "delete 1, name 0, name 0, send 1, hear 0, name 1, unshift 0, delete 1": {
    id: "ham",
    name: "",
  },
  // of what begins at one stamp, a deletion is the later one
  "delete 1, name 0, send 1, name 1, tick 0, hear 0, tick 0, delete 1, push 0, send 0":
    {},
};

for (const [sequence, row] of Object.entries(sequencesOfRow)) {
  Deno.test(`two tabs know the same of a row after ${sequence} [controller/NEW-82] [controller/OPT-12c]`, async () => {
    assertEquals((await after(stepsOf(sequence))).rows, [row, row]);
  });
}

Deno.test("two tabs show the same list and row whatever they change, and whenever they hear of each other [controller/NEW-82]", async () => {
  const step = fc.record({
    kind: fc.constantFrom(...kinds),
    tab: fc.nat(1),
    id: fc.constantFrom("ham", "ant", "rtm"),
  });
  await assertProperty(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 25, size: "max" }),
      async (steps) => {
        const { lists, rows } = await after(steps);
        assertEquals(lists[0], lists[1]);
        assertEquals(rows[0], rows[1]);
      },
    ),
    150,
  );
});
