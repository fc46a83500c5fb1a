import { assertEquals, assertStrictEquals } from "@std/assert";
import { Endpoint, RestEndpoint } from "../../endpoint/mod.ts";
import { Collection } from "../../schema/mod.ts";
import { harbour, microtasks, server, Vessel } from "./harbour.ts";

/** Vessels of a berth, and an endpoint for those of one berth. */
function berths() {
  const network = server<
    [{ berth: string; cursor?: string }, { name: string }?]
  >();
  const getVessels = new RestEndpoint({
    path: "/berths/:berth/vessels",
    schema: new Collection([Vessel]),
    paginationField: "cursor",
    fetch: network as never,
  });
  return {
    network,
    getVessels,
    bound: getVessels.bind(undefined, { berth: "7" }),
  };
}

Deno.test("what a bound endpoint loads is what the full call would have loaded, lists too [endpoint/END-8]", async () => {
  const { network, getVessels, bound } = berths();
  using client = harbour();
  const loading = client.fetch(bound);
  network.calls[0]!.resolve([{ id: "1", name: "Orca" }]);
  const vessels = await loading;
  assertStrictEquals(
    client.read(getVessels, { berth: "7" }).data,
    client.read(bound).data,
  );
  assertEquals(client.get(getVessels.schema, { berth: "7" })?.length, 1);
  assertEquals(vessels.length, 1);
  const pushing = client.fetch(getVessels.push, { berth: "7" }, {
    name: "Beluga",
  });
  network.calls[1]!.resolve({ id: "2", name: "Beluga" });
  await pushing;
  assertEquals(client.read(bound).data?.length, 2);
  const pushingBound = client.fetch(bound.push, { berth: "7" }, {
    name: "Narwhal",
  });
  assertEquals(network.calls[2]!.args, [{ berth: "7" }, { name: "Narwhal" }]);
  network.calls[2]!.resolve({ id: "3", name: "Narwhal" });
  await pushingBound;
  assertEquals(client.read(getVessels, { berth: "7" }).data?.length, 3);
  assertEquals(client.read(bound).data?.length, 3);
});

Deno.test("a page of a bound list is asked for by all its arguments, and requested again with the list [endpoint/END-8]", async () => {
  const { network, bound } = berths();
  using client = harbour();
  const answer = async (name: string) => {
    network.calls.at(-1)!.resolve([{ id: name, name }]);
    await microtasks();
  };
  client.fetch(bound).catch(() => {});
  await answer("Orca");
  const page = { berth: "7", cursor: "2" };
  client.fetch(bound.getPage!, page).catch(() => {});
  assertEquals(network.calls[1]!.args, [page]);
  await answer("Beluga");
  const names = () => client.read(bound).data?.map(({ name }) => name);
  assertEquals(names(), ["Orca", "Beluga"]);
  await client.expireAll(bound);
  void client.fetchIfStale(bound);
  await answer("Narwhal");
  await answer("Minke");
  assertEquals(network.calls.slice(2).map(({ args }) => args), [
    [{ berth: "7" }],
    [page],
  ]);
  assertEquals(names(), ["Narwhal", "Minke"]);
});

Deno.test("an optimistic response and an update of a bound endpoint see the arguments of the full call [endpoint/END-8]", async () => {
  const network = server<[{ id: string }, { name: string }]>();
  const seen: unknown[][] = [];
  const rename = new Endpoint(network, {
    name: "rename",
    sideEffect: true,
    schema: Vessel,
    getOptimisticResponse(_snap, ...args) {
      const [{ id }, { name }] = args as [{ id: string }, { name: string }];
      return { id, name };
    },
    update(_result: unknown, ...args: unknown[]) {
      seen.push(args);
      return {};
    },
  });
  const bound = rename.bind(undefined, { id: "1" }).bind(undefined);
  using client = harbour();
  const renaming = client.fetch(bound, { name: "Orca" });
  assertEquals(client.get(Vessel, { id: "1" })?.name, "Orca");
  assertEquals(network.calls[0]!.args, [{ id: "1" }, { name: "Orca" }]);
  network.calls[0]!.resolve({ id: "1", name: "Orca" });
  assertEquals((await renaming).name, "Orca");
  assertEquals(client.getState().optimistic, []);
  assertEquals(
    seen.filter((args) => args.length !== 2),
    [],
  );
  assertEquals(seen.at(-1), [{ id: "1" }, { name: "Orca" }]);
});
