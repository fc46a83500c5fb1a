import { assert, assertEquals, assertInstanceOf } from "@std/assert";
import { Collection } from "../../schema/mod.ts";
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
