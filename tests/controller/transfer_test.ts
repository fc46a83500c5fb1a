import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertStrictEquals,
} from "@std/assert";
import { deserialize, serialize } from "../../controller/mod.ts";
import {
  All,
  Collection,
  Entity,
  Invalidate,
  Scalar,
} from "../../schema/mod.ts";
import { Captain, harbour, reading, server, Vessel } from "./harbour.ts";

class Company extends Entity {
  id = "";
  name = "";
  shares = 0;
  // deno-lint-ignore no-explicit-any -- filled in below: the Scalar needs the class
  static override schema: any = {};
}
Company.schema = {
  shares: new Scalar({
    lens: ([args]) => args?.portfolio,
    key: "portfolio",
    entity: Company,
  }),
};

const hostile = `</script><!--\u2028\u2029"'\\\u0000 __proto__ {"$type":"x"}`;

Deno.test("another process reads everything as this one does [controller/ACC-13] [controller/STA-12]", async () => {
  const getVessel = reading("getVessel", server(), { schema: Vessel });
  const forever = reading("forever", server(), { dataExpiryLength: Infinity });
  const broken = reading("broken", server(), { errorPolicy: () => "soft" });
  const companies = reading("companies", server<[{ portfolio: string }]>(), {
    schema: new Collection([Company], { argsKey: () => ({}) }),
  });
  using here = harbour();
  await here.setResponse(getVessel, { id: "1" }, {
    id: "1",
    name: hostile,
    port: { id: "__proto__", name: "constructor" },
  });
  await here.setResponse(getVessel, { id: "2" }, { id: "2" });
  await here.set(new Invalidate(Vessel), { id: "2" }, { id: "2" });
  await here.setResponse(forever, { id: hostile }, { text: hostile, n: NaN });
  await here.setError(
    broken,
    { id: "1" },
    Object.assign(new Error(hostile), { status: 503 }),
  );
  await here.set(Captain, { id: "c" }, { id: "c", email: hostile });
  for (const [portfolio, shares] of [["A", 10], ["B", 20]] as const) {
    await here.setResponse(companies, { portfolio }, [{
      id: "1",
      name: "Acme",
      shares,
    }]);
  }
  await here.invalidate(getVessel, { id: "3" });

  const text = serialize(here.getState());
  assertEquals(typeof text, "string");
  assert(!/[<>&\u2028\u2029]/.test(text));
  using there = harbour({ initialState: deserialize(text) });

  for (const client of [here, there]) {
    const first = client.read(getVessel, { id: "1" });
    assertInstanceOf(first.data, Vessel);
    assertEquals(first.data.name, hostile);
    assertEquals(first.data.port?.name, "constructor");
    assertEquals(first.data.port?.id, "__proto__");
    assertEquals(client.get(Vessel, { id: "2" }), undefined);
    assertEquals(client.get(new All(Vessel))?.length, 1);
    assertEquals(client.read(forever, { id: hostile }).expiresAt, Infinity);
    assertEquals(client.read(forever, { id: hostile }).data, {
      text: hostile,
      n: NaN,
    });
    const error = client.read(broken, { id: "1" }).error as Error & {
      status: number;
    };
    assertInstanceOf(error, Error);
    assertEquals([error.message, error.status], [hostile, 503]);
    assertEquals(client.get(Captain, { email: hostile })?.id, "c");
    for (const [portfolio, shares] of [["A", 10], ["B", 20]] as const) {
      const { data } = client.read(companies, { portfolio });
      assertEquals(data?.map((each: Company) => [each.name, each.shares]), [
        ["Acme", shares],
      ]);
    }
  }
  for (const args of [{ id: "1" }, { id: "2" }, { id: "3" }]) {
    const [a, b] = [here.read(getVessel, args), there.read(getVessel, args)];
    assertEquals([b.expiryStatus, b.expiresAt], [a.expiryStatus, a.expiresAt]);
  }
  assertStrictEquals(
    Object.getPrototypeOf({} as Record<string, unknown>),
    Object.prototype,
  );
});
