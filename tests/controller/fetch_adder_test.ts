import { assert, assertEquals, assertInstanceOf } from "@std/assert";
import { Collection, Invalidate } from "../../schema/mod.ts";
import { answering, harbour, mutating, reading, Vessel } from "./harbour.ts";

Deno.test("adders resolve with the created member, or with a list of those sent as a list [controller/CTL-16]", async () => {
  using client = harbour();
  const fleet = new Collection([Vessel]);
  const list = reading("list", answering([{ id: "1" }]), { schema: fleet });
  await client.fetch(list, {} as { id: string });
  const one = mutating("one", answering({ id: "2", name: "Orca" }), {
    schema: fleet.push,
  });
  const created = await client.fetch(one, {} as { id: string });
  assertInstanceOf(created, Vessel);
  assertEquals(created.name, "Orca");
  const several = mutating("several", answering([{ id: "3" }, { id: "4" }]), {
    schema: fleet.push,
  });
  const all: unknown = await client.fetch(several, {} as { id: string });
  assert(Array.isArray(all));
  assertEquals(all.map((vessel) => vessel.pk()), ["3", "4"]);
});

Deno.test("adders and deletions inside an object [controller/CTL-15] [controller/CTL-16]", async () => {
  using client = harbour();
  const fleet = new Collection([Vessel]);
  const replace = mutating(
    "replace",
    answering({
      built: { id: "2", name: "Orca" },
      scrapped: { id: "1", name: "Beluga" },
      total: 1,
    }),
    { schema: { built: fleet.push, scrapped: new Invalidate(Vessel) } },
  );
  const value = await client.fetch(replace, {} as { id: string });
  assertInstanceOf(value.built, Vessel);
  assertEquals(value.built.name, "Orca");
  assertInstanceOf(value.scrapped, Vessel);
  assertEquals(value.scrapped.name, "Beluga");
  assertEquals((value as unknown as { total: number }).total, 1);
});

Deno.test("removals resolve with the removed member, stored or not [controller/CTL-16]", async () => {
  using client = harbour();
  class Barge extends Vessel {
    static override key = "Barge";
    static override process({ title, ...rest }: { title?: string }): object {
      return { ...rest, name: title };
    }
  }
  const fleet = new Collection([Barge]);
  const sink = mutating("sink", answering({ id: "1", title: "Orca" }), {
    schema: fleet.remove,
  });
  for (const members of [[], [{ id: "1", title: "Beluga" }]]) {
    const list = reading("list", answering(members), { schema: fleet });
    await client.fetch(list, {} as { id: string });
    const removed = await client.fetch(sink, {} as { id: string });
    assertInstanceOf(removed, Barge);
    assertEquals([removed.pk(), removed.name], ["1", "Orca"]);
    await client.allSettled();
    assertEquals(client.get(fleet, {}), []);
    const stored = client.get(Barge, { id: "1" });
    assertEquals(stored?.name, members.length === 0 ? undefined : "Orca");
  }
  const several = mutating("several", answering([{ id: "3" }, { id: "4" }]), {
    schema: fleet.remove,
  });
  const all: unknown = await client.fetch(several, {} as { id: string });
  assert(Array.isArray(all));
  assertEquals(all.map((barge) => barge.pk()), ["3", "4"]);
  const counted = mutating(
    "counted",
    answering({ removed: { id: "5" }, total: 1 }),
    { schema: { removed: fleet.remove } },
  );
  const value = await client.fetch(counted, {} as { id: string });
  assertInstanceOf(value.removed, Barge);
  assertEquals(value.removed.pk(), "5");
});
