/**
 * Clocks that are wrong, or are set while a page is open: what came later is
 * shown all the same, since the order of things is no wall clock. How long they
 * live is one, where a time in the future is now.
 *
 * The neighbours: one tab, two tabs, a reload, a state that a server rendered.
 */
import { assertEquals } from "@std/assert";
import {
  createClient,
  deserialize,
  NetworkManager,
  serialize,
} from "../../../mod.ts";
import { needsFetch } from "../../../controller/mod.ts";
import { TabSyncManager } from "../../../controller/live/tabs.ts";
import { HeldClock } from "../live/held_clock.ts";
import { Port, Session, Texts } from "../live/persist_session.ts";
import { PretendChannel } from "./channel.ts";
import { Scene } from "./scene.ts";
import { settleTasks } from "./settle_tasks.ts";

const hour = 3_600_000;
const day = 24 * hour;
/** Longer than what the tests read stays fresh. */
const minute = 61_000;

/** A clock that shows an hour that exists. */
function clockAtNoon(): HeldClock {
  const clock = new HeldClock();
  clock.tick(20_000 * day);
  return clock;
}

for (const by of [-hour, -day, day]) {
  const way = `by ${by / hour} hours`;

  Deno.test(`an edit stands over a list that was requested before its confirmation, when the clock is set in between ${way} [controller/TIM-2] [controller/OPT-12b]`, async () => {
    await using scene = new Scene();
    await scene.done.list("all");
    const edit = await scene.send.patch("1", { f0: 5 });
    scene.clocks[0]!.jump(by);
    const list = await scene.send.list("all");
    await scene.handle(list);
    await scene.finish(edit, list);
    assertEquals(scene.shown("1", "f0"), 5);
    // a later read knows more, whatever the clock says
    await scene.server.change({ ...rowOf(scene), f0: 7 });
    await scene.done.get("1");
    assertEquals(scene.shown("1", "f0"), 7);
  });

  Deno.test(`of two reads, and of two edits, the later one shows, when the clock is set in between ${way} [controller/TIM-2] [controller/OPT-12c]`, async () => {
    await using scene = new Scene();
    const first = await scene.send.list("all");
    await scene.handle(first);
    scene.clocks[0]!.jump(by);
    scene.server.change({ ...rowOf(scene), f0: 5 });
    await scene.done.get("1");
    await scene.answer(first);
    assertEquals(scene.shown("1", "f0"), 5);
    const early = await scene.send.patch("1", { f0: 6 });
    scene.clocks[0]!.jump(-by);
    const late = await scene.send.patch("1", { f0: 7 });
    for (const edit of [early, late]) await scene.handle(edit);
    await scene.finish(late, early);
    assertEquals(scene.shown("1", "f0"), 7);
  });

  Deno.test(`edits of a tab whose clock is wrong ${way}, and is corrected later, stand like those of the other one [controller/TIM-2] [controller/NEW-82]`, async () => {
    await using scene = new Scene({ tabs: 2, clockError: by });
    const shown = () =>
      scene.tabs.map((tab) =>
        [...new Set(tab.copies("1", "store").map(({ f0 }) => f0))].join()
      );
    for (const tab of [0, 1]) {
      await scene.done((client) => client.list("all"), tab);
    }
    await scene.hear();
    for (const [f0, tab] of [[5, 1], [6, 0], [7, 1]] as const) {
      await scene.done((client) => client.patch("1", { f0 }), tab);
      await scene.hear();
      assertEquals(shown(), [`${f0}`, `${f0}`]);
    }
    scene.clocks[1]!.jump(-by);
    for (const [f0, tab] of [[8, 0], [9, 1], [10, 0]] as const) {
      await scene.done((client) => client.patch("1", { f0 }), tab);
      await scene.hear();
      assertEquals(shown(), [`${f0}`, `${f0}`]);
    }
    // nobody is in doubt, and what somebody else writes is seen by whoever asks
    assertEquals(scene.server.waiting, []);
    scene.server.change({ ...rowOf(scene), f0: 11 });
    await scene.done((client) => client.get("1"), 1);
    await scene.hear();
    assertEquals(shown(), ["11", "11"]);
  });
}

Deno.test("what is kept over a reload is older than what is requested then, and stays fresh as long as what is new, when the clock went back [controller/TIM-2] [controller/NEW-67]", async () => {
  for (const by of [0, -hour, -day]) {
    const storage = new Texts();
    const clock = clockAtNoon();
    {
      await using session = new Session(storage, clock);
      const { client, getPorts } = session;
      await client.fetch(getPorts, { sea: "baltic" });
      await session.persist.flush();
    }
    clock.tick(by);
    await using session = new Session(storage, clock);
    await session.persist.ready;
    const { client, getPorts, requests } = session;
    await client.fetchIfStale(getPorts, { sea: "baltic" });
    assertEquals(requests, [], `${by}`);
    clock.tick(minute);
    await client.fetchIfStale(getPorts, { sea: "baltic" });
    assertEquals(requests, ["baltic"], `${by}`);
    await client.set(Port, { id: "baltic-1" }, { id: "baltic-1", name: "new" });
    assertEquals(session.nameOf("baltic-1"), "new");
    await client.fetch(getPorts, { sea: "baltic" });
    assertEquals(session.nameOf("baltic-1"), "first");
  }
});

Deno.test("what a server rendered is older than what is requested then, and stays fresh as long as what is new, when the clock of the server is ahead [controller/TIM-8]", async () => {
  for (const ahead of [0, hour, day]) {
    for (const isSetBack of [false, true]) {
      const clock = clockAtNoon();
      const storage = new Texts();
      await using server = new Session(storage, clock);
      clock.tick(ahead);
      await server.client.fetch(server.getPorts, { sea: "baltic" });
      // the clock of the server was corrected while it rendered
      if (isSetBack) clock.tick(-ahead);
      const text = serialize(server.client.getState(), clock.now());
      if (!isSetBack) clock.tick(-ahead);
      const initialState = deserialize(text, clock.now());
      await using page = createClient({
        initialState,
        clock,
        managers: [new NetworkManager({ clock })],
      });
      const isStale = () =>
        needsFetch(
          page.controller.getResponseMeta(
            server.getPorts,
            { sea: "baltic" },
            page.getState(),
          ),
          clock.now(),
        );
      assertEquals(isStale(), false);
      clock.tick(minute);
      assertEquals(isStale(), true, `${ahead}`);
      const name = () => page.get(Port, { id: "baltic-1" })?.name;
      await page.set(Port, { id: "baltic-1" }, { id: "baltic-1", name: "new" });
      assertEquals(name(), "new");
      await page.fetch(server.getPorts, { sea: "baltic" });
      assertEquals(name(), "first");
    }
  }
});

Deno.test("what a tab tells whose clock is ahead stays fresh no longer than what is requested here [controller/TIM-2] [controller/NEW-82]", async () => {
  const channel = new PretendChannel();
  const clocks = [clockAtNoon(), clockAtNoon()];
  clocks[1]!.tick(day);
  const sessions = clocks.map((clock) => new Session(new Texts(), clock));
  const clients = clocks.map((clock, tab) =>
    channel.openFor(tab, () =>
      createClient({
        clock,
        managers: [
          new TabSyncManager({ clock }),
          new NetworkManager({ clock }),
        ],
      }))
  );
  const { getPorts } = sessions[1]!;
  await clients[1]!.fetch(getPorts, { sea: "baltic" });
  clocks[1]!.tick(50);
  await new Promise((resolve) => setTimeout(resolve));
  await settleTasks();
  while (channel.deliver(0)) await settleTasks();
  const isStale = () =>
    needsFetch(
      clients[0]!.controller.getResponseMeta(
        getPorts,
        { sea: "baltic" },
        clients[0]!.getState(),
      ),
      clocks[0]!.now(),
    );
  assertEquals(isStale(), false);
  clocks[0]!.tick(minute);
  assertEquals(isStale(), true);
  for (const client of clients) await client.dispose();
  for (const session of sessions) await session[Symbol.asyncDispose]();
});

/** The row that the server has. */
function rowOf({ server }: Scene): Parameters<typeof server.change>[0] {
  return server.rows.get("1")!;
}
