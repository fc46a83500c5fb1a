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
