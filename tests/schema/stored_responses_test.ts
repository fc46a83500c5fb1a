import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertRejects,
  assertStrictEquals,
  assertStringIncludes,
} from "@std/assert";
import { ExpiryStatus } from "../../controller/mod.ts";
import { All, Entity, Invalidate } from "../../schema/mod.ts";
import {
  answering,
  harbour,
  reading,
  recordingConsole,
} from "../controller/harbour.ts";
import { Port } from "./harbour.ts";

class Ship extends Entity {
  id = "";
  home = Port.fromJS();
  static override key = "Ship";
  static override schema = { home: Port };
}

const id = { id: "1" };
const getShip = reading(
  "getShip",
  answering({ id: "1", home: { id: "rtm" } }),
  { schema: Ship },
);

Deno.test("a response that cannot be stored is the error of its endpoint, and stores nothing [schema/ERR-14]", async () => {
  using client = harbour();
  const response = [{ id: "1" }, { name: "no id" }];
  const getShips = reading("getShips", answering(response), {
    schema: [Ship],
    strict: true,
  });
  await recordingConsole(() => assertRejects(() => client.fetch(getShips, id)));
  const { error } = client.read(getShips, id);
  assertInstanceOf(error, Error);
  const { status, response: attached, message } = error as Error & {
    status: number;
    response: unknown;
  };
  assertEquals(status, 400);
  assertStrictEquals(attached, response);
  assert(message.startsWith(getShips.key(id)));
  assertStringIncludes(message, "Ship");
  assertEquals(client.get(Ship, id), undefined);
  assertEquals(client.getState().getEntities("Ship"), undefined);
});

Deno.test("a value that cannot be set leaves the store as it is and is logged [schema/ERR-14]", async () => {
  using client = harbour();
  await client.set(Ship, id, { id: "1" });
  const before = client.getState();
  const records = await recordingConsole(async () => {
    try {
      await client.set(
        [Ship] as never,
        [{ id: "2" }, { name: "no id" }] as never,
      );
    } catch {
      // whoever sets may be told too
    }
  });
  assertStrictEquals(client.getState().entities, before.entities);
  assert(records.some(({ method }) => method === "error"));
});

Deno.test("a value that is set is of now, for a minute, with the arguments of the schema [schema/MRG-11]", async () => {
  using client = harbour();
  const seen: unknown[] = [];
  class Seen extends Port {
    static override process(
      input: object,
      _parent: unknown,
      _key: unknown,
      args: readonly unknown[],
    ) {
      seen.push(args);
      return { ...input };
    }
  }
  const before = Date.now();
  await client.set(Seen, id, { id: "1", name: "a" });
  const after = Date.now();
  assertEquals(seen[0], [id]);
  const meta = client.getState().getEntityMeta("Port", "1")!;
  assert(meta.date >= before && meta.date <= after);
  assert(meta.fetchedAt >= before && meta.fetchedAt <= after + 1);
  assertEquals(meta.expiresAt - meta.date, 60_000);
});

Deno.test("a value without a response of its own expires with the first of its entities [schema/MRG-10]", async () => {
  using client = harbour();
  const getAll = reading("getAll", answering([]), { schema: new All(Port) });
  for (const [length, pk] of [[5000, "a"], [1000, "b"], [9000, "c"]] as const) {
    const getPort = reading(`get ${pk}`, answering({ id: pk }), {
      schema: Port,
      dataExpiryLength: length,
    });
    await client.fetch(getPort, id);
  }
  const expiries = ["a", "b", "c"].map((pk) =>
    client.getState().getEntityMeta("Port", pk)!.expiresAt
  );
  assertEquals(client.read(getAll, id).expiresAt, Math.min(...expiries));
  // an endpoint with a response of its own goes by that
  await client.fetch(getAll, id);
  assert(client.read(getAll, id).expiresAt > Math.min(...expiries));
});

Deno.test("deleted data is asked for again, and undefined to whoever only looks [schema/DEN-9]", async () => {
  using client = harbour();
  await client.fetch(getShip, id);
  assertEquals(client.read(getShip, id).expiryStatus, ExpiryStatus.Valid);
  await client.set(new Invalidate(Ship) as never, id as never);
  assertEquals(client.read(getShip, id).expiryStatus, ExpiryStatus.Invalid);
  assertStrictEquals(client.get(Ship, id), undefined);
  // what requires it is as good as deleted
  await client.fetch(getShip, id);
  await client.set(new Invalidate(Port) as never, { id: "rtm" } as never);
  assertEquals(client.read(getShip, id).expiryStatus, ExpiryStatus.Invalid);
  assertStrictEquals(client.get(Ship, id), undefined);
});

Deno.test("missing nested data is shown missing, missing data of its own is asked for again [schema/DEN-9]", async () => {
  using client = harbour();
  const getBare = reading("getBare", answering({ id: "1", home: "rtm" }), {
    schema: Ship,
  });
  await client.fetch(getBare, id);
  const shown = client.read(getBare, id);
  assertEquals(shown.expiryStatus, ExpiryStatus.Valid);
  assertInstanceOf(shown.data, Ship);
  assertStrictEquals(shown.data.home, undefined);

  const getReference = reading(
    "getReference",
    answering(() => ({ ship: "gone" })),
    { schema: { ship: Ship } },
  );
  await client.fetch(getReference, id);
  assertEquals(client.read(getReference, id).expiryStatus, ExpiryStatus.Valid);
  const { endpoints, meta } = client.getState().toJSON();
  using other = harbour({ initialState: { endpoints, meta } as never });
  assertEquals(other.read(getBare, id).expiryStatus, ExpiryStatus.Invalid);
});
