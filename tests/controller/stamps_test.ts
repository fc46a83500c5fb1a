import { assert, assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { actions, Controller, Stamps, State } from "../../controller/mod.ts";
import { createDataStore } from "../../controller/mod.ts";
import { harbour, reading, Vessel } from "./harbour.ts";

const getVessel = reading(
  "getVessel",
  ({ id }: { id: string }) => Promise.resolve({ id }),
  { schema: Vessel },
);

Deno.test("the first stamp in a millisecond is the wall clock, further ones are greater by a fraction [controller/TIM-1] [controller/TIM-2]", () => {
  using time = new FakeTime(5000);
  const { stamps } = new Controller();
  const [first, second, third] = [stamps.next(), stamps.next(), stamps.next()];
  assertEquals(first, 5000);
  assert(second > first && third > second && third < 5001);
  time.tick(1);
  assertEquals(stamps.next(), 5001);
});

Deno.test("stamps increase when the clock steps back [controller/TIM-2]", () => {
  let now = 9000;
  const stamps = new Stamps(() => now);
  const before = stamps.next();
  now = 4000;
  const after = stamps.next();
  assert(after > before && after < before + 1);
  now = 9001;
  assertEquals(stamps.next(), 9001);
});

Deno.test("a time that is known already is not asked for again [controller/TIM-2]", () => {
  const stamps = new Stamps(() => {
    throw new Error("asked");
  });
  assertEquals(stamps.next(5000), 5000);
  assert(stamps.next(5000) > 5000);
});

Deno.test("a reset takes a stamp of its own [controller/TIM-2]", () => {
  using _time = new FakeTime(5000);
  const { stamps } = new Controller();
  const before = actions.createFetch(
    getVessel,
    { args: [{ id: "1" }] },
    stamps,
  );
  const reset = actions.createReset(stamps);
  const after = actions.createFetch(getVessel, { args: [{ id: "1" }] }, stamps);
  assert(before.meta.fetchedAt < reset.date);
  assert(reset.date < after.meta.fetchedAt);
});

Deno.test("a million stamps in one millisecond never tie [controller/TIM-2]", () => {
  const stamps = new Stamps(() => 1_800_000_000_000);
  let last = stamps.next();
  for (let count = 0; count < 1_000_000; count++) {
    const next = stamps.next();
    if (next <= last) throw new Error(`stamp ${count} ties`);
    last = next;
  }
});

Deno.test("adopted state moves the stamps above its own, so that it can be overwritten [controller/TIM-8]", async () => {
  using _time = new FakeTime(1000);
  const initialState = State.from({
    entities: { Vessel: { "1": { id: "1", name: "from the server" } } },
    entitiesMeta: {
      Vessel: { "1": { fetchedAt: 90_000, date: 90_000, expiresAt: 99_000 } },
    },
    meta: { k: { fetchedAt: 70_000, date: 70_000, expiresAt: 80_000 } },
  });
  const { controller } = createDataStore({ managers: [], initialState });
  assert(controller.stamps.next() > 90_000);
  const responses = State.from({
    lastReset: 60_000,
    meta: { k: { fetchedAt: 70_000, date: 70_000, expiresAt: 80_000 } },
  });
  const other = createDataStore({ managers: [], initialState: responses });
  assert(other.controller.stamps.next() > 70_000);
  const reset = State.from({ lastReset: 60_000 });
  const third = createDataStore({ managers: [], initialState: reset });
  assert(third.controller.stamps.next() > 60_000);
  await controller.set(Vessel, { id: "1" }, { id: "1", name: "local" });
  const vessel = controller.get(Vessel, { id: "1" }, controller.getState());
  assertEquals(vessel?.name, "local");
});

Deno.test("a broken lastReset of an adopted state does not break the stamps [controller/STA-10]", async () => {
  using client = harbour({
    initialState: State.from({ lastReset: NaN as number }),
  });
  const vessel = await client.fetch(getVessel, { id: "1" });
  assertEquals(vessel.id, "1");
  assertEquals(client.get(Vessel, { id: "1" })?.id, "1");
});
