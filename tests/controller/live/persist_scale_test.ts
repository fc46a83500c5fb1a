import { assert, assertEquals } from "@std/assert";
import { reading } from "../harbour.ts";
import { HeldClock } from "./held_clock.ts";
import { Port, Session, Texts } from "./persist_session.ts";

Deno.test("one of 100,000 entities costs one item, and a restore comes in pieces [controller/NEW-62] [controller/NEW-67]", async () => {
  const storage = new Texts();
  const clock = new HeldClock();
  const getAll = allPorts(100_000);
  {
    await using session = new Session(storage, clock);
    await session.persist.ready;
    await session.client.fetch(getAll);
    await session.persist.flush();
    storage.written.length = 0;
    await session.set("p5", "changed");
    await session.persist.flush();
    assertEquals(storage.written, ["dc:e:Port:p5"]);
  }
  for (const name of [...storage.texts.keys()].slice(10_000)) {
    storage.texts.delete(name);
  }
  storage.texts.set("dc:h", '{"format":1,"buster":""}');
  await using session = new Session(storage, clock);
  let commits = 0;
  session.client.controller.onCommit(() => commits++);
  await session.persist.ready;
  assertEquals(session.nameOf("p5"), "changed");
  assert(commits >= 10_000 / 200, `${commits} commits`);
});

Deno.test("10,000 entities are restored in pieces of less than 8 ms, and lose to what is newer [controller/NEW-67]", async () => {
  const count = 10_000;
  const storage = new Texts();
  const clock = new HeldClock();
  {
    await using session = new Session(storage, clock);
    await session.persist.ready;
    await session.client.fetch(allPorts(count));
  }
  const restoring = new PieceClock();
  // time passes with the work alone: a millisecond for each name and each item
  await using session = new Session(storage, restoring, {
    hydrate: () => {
      restoring.tick(1);
      return "now";
    },
    deserialize: (kept) => {
      restoring.tick(1);
      return JSON.parse(String(kept));
    },
  });
  const { client, persist } = session;
  const newer = new Set<string>();
  client.controller.onCommit(({ action }) => {
    if (action?.type !== "rdc/merge") return;
    // some are there already, others are not yet
    const id = `p${(newer.size * 7919) % count}`;
    newer.add(id);
    void session.set(id, "newer");
  });
  await persist.ready;

  assertEquals(restoring.pieces.filter((length) => length >= 8), []);
  assert(restoring.pieces.reduce((sum, piece) => sum + piece) > 2 * count);
  for (let n = 0; n < count; n++) {
    const id = `p${n}`;
    assertEquals(session.nameOf(id), newer.has(id) ? "newer" : "x");
  }
  assert(newer.size > 1000, `${newer.size} were changed meanwhile`);
});

/** A clock that knows how much time the work took, each time that it let others go on. */
class PieceClock extends HeldClock {
  readonly pieces: number[] = [];
  #begun = this.now();

  override setTimeout(callback: () => void, delay: number): unknown {
    if (delay === 0) {
      this.pieces.push(this.now() - this.#begun);
      this.#begun = this.now();
    }
    return super.setTimeout(callback, delay);
  }
}

/** A response of so many ports. */
function allPorts(count: number) {
  return reading(
    "getAll",
    () =>
      Promise.resolve(
        Array.from({ length: count }, (_, n) => ({
          id: `p${n}`,
          name: "x",
          code: `p${n}`,
        })),
      ),
    { schema: [Port] },
  );
}
