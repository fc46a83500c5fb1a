/** Work in the background waits for the platform's idle time, and is done in small pieces. */
import { assert, assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { createClient, Endpoint, Entity } from "../../../mod.ts";
import { GCPolicy, IdlingNetworkManager } from "../../../react/native/mod.ts";
import { IdleTime } from "./support/idle.ts";

class Vessel extends Entity {
  id = "";
}

Deno.test("a sweep does no more than a small piece of its work in each idle time [react/NAT-5]", async () => {
  using time = new FakeTime();
  using idle = new IdleTime();
  const getVessels = new Endpoint(
    (_: { page: number }): Promise<unknown> => Promise.resolve([]),
    { schema: [Vessel], name: "getVessels" },
  );
  await using client = createClient({
    gcPolicy: new GCPolicy({ intervalMS: 300_000 }),
  });
  const count = () => client.controller.getState().toJSON().entities.Vessel;
  const stored = () => Object.keys(count() ?? {}).length;
  const total = 2000;
  await client.setResponse(
    getVessels,
    { page: 1 },
    Array.from({ length: total }, (_, id) => ({ id: `${id}` })),
  );
  await time.tickAsync(300_001);
  assertEquals([stored(), idle.waiting], [total, 1]);
  const sizes: number[] = [];
  while (idle.waiting > 0 && sizes.length < 100) {
    const before = stored();
    idle.runOne();
    sizes.push(before - stored());
    assert(idle.waiting <= 1);
  }
  assertEquals(stored(), 0);
  assert(Math.max(...sizes) <= 512, `pieces of ${sizes}`);
  assert(sizes.filter((size) => size > 0).length >= 4, `pieces of ${sizes}`);
});

Deno.test("a sweep that has not begun goes with its store [react/NAT-5]", async () => {
  using time = new FakeTime();
  using idle = new IdleTime();
  const client = createClient({ gcPolicy: new GCPolicy() });
  await time.tickAsync(300_001);
  assertEquals(idle.waiting, 1);
  await client.dispose();
  assertEquals(idle.waiting, 0);
});

Deno.test("each read that can wait starts in an idle time of its own [react/NAT-5]", async () => {
  using idle = new IdleTime();
  const started: string[] = [];
  const getVessel = new Endpoint(
    ({ id }: { id: string }): Promise<unknown> => {
      started.push(id);
      return Promise.resolve({ id });
    },
    { schema: Vessel, name: "getVessel" },
  );
  await using client = createClient({ managers: [new IdlingNetworkManager()] });
  const reads = ["1", "2", "3"].map((id) => client.fetch(getVessel, { id }));
  assertEquals([started, idle.waiting], [[], 3]);
  // The platform decides after each one whether there is time for another.
  idle.runOne();
  assertEquals([started, idle.waiting], [["1"], 2]);
  idle.runOne();
  idle.runOne();
  assertEquals(started, ["1", "2", "3"]);
  assertEquals(idle.timeouts, [500, 500, 500]);
  await Promise.all(reads);
});
