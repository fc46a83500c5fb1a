// The lens of a Scalar as an argument of what reads and writes an entity by hand.
// Tried: `get`, `set`, `set` with a function, a snapshot, `useQuery` is in the types
// tests; several lenses, none, a field without a lens beside it.
import { assertEquals } from "@std/assert";
import { createClient, Entity, RestEndpoint, Scalar } from "../../mod.ts";

class Company extends Entity {
  id = "";
  name = "";
  shares = 0;
  static override key = "Company";
}
const shares = new Scalar({
  lens: (args) => args[0]?.portfolio,
  key: "portfolio",
  entity: Company,
});
class Held extends Company {
  static override schema = { shares };
}
const getHeld = new RestEndpoint({
  path: "/companies/:id",
  searchParams: {} as { portfolio: string },
  schema: Held,
});

Deno.test("get and set of an entity with a Scalar take its lens [schema/TYP-17]", async () => {
  await using client = createClient();
  await client.set(Held, { id: "1", portfolio: "growth" }, {
    id: "1",
    name: "Fram",
    shares: 5,
  });
  await client.set(Held, { id: "1", portfolio: "income" }, {
    id: "1",
    shares: 7,
  });
  const of = (portfolio: string) =>
    client.get(Held, { id: "1", portfolio })?.shares;
  assertEquals([of("growth"), of("income"), of("other")], [5, 7, undefined]);
  assertEquals(client.get(Held, { id: "1" })?.name, "Fram");
  assertEquals(client.get(Held, { id: "1" })?.shares, undefined);

  await client.set(
    Held,
    { id: "1", portfolio: "growth" },
    (held) => ({ id: "1", shares: held.shares + 1 }),
  );
  assertEquals([of("growth"), of("income")], [6, 7]);

  await client.setResponse(getHeld, { id: "1", portfolio: "income" }, {
    id: "1",
    shares: 8,
  });
  assertEquals([of("growth"), of("income")], [6, 8]);
  await client.set(Held, { id: "1", portfolio: "income" }, {
    id: "1",
    shares: 9,
  });
  const read = client.read(getHeld, { id: "1", portfolio: "income" });
  assertEquals([read.data?.name, read.data?.shares], ["Fram", 9]);
});
