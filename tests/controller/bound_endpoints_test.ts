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

Deno.test("what changes a bound list that was extended has the options of both, and all arguments; so have its pages [endpoint/END-8]", async () => {
  const requested: string[] = [];
  const getVessels = new RestEndpoint({
    urlPrefix: "https://old.test",
    path: "/berths/:berth/vessels",
    searchParams: {} as { cursor?: string } | undefined,
    schema: new Collection([Vessel]),
    paginationField: "cursor",
    adjust: (stored: unknown) => stored,
    fetchResponse(input: RequestInfo | URL, init: RequestInit = {}) {
      requested.push(`${init.method} ${input} ${init.body ?? ""}`.trim());
      const vessel = { id: `${requested.length}`, name: "Orca" };
      const isList = init.method === "GET";
      return Promise.resolve(Response.json(isList ? [vessel] : vessel));
    },
  });
  const options = { urlPrefix: "https://new.test" };
  const args = [{ berth: "7" }, { id: "1", name: "Orca" }] as const;
  for (
    const list of [
      getVessels.extend(options),
      getVessels.bind(undefined, { berth: "7" }).extend(options),
      getVessels.bind(undefined, { berth: "7" }).bind(undefined).extend(options)
        .extend({}),
    ] as (typeof getVessels)[]
  ) {
    requested.length = 0;
    const keys: string[] = [];
    using client = harbour();
    for (const name of ["push", "unshift", "remove", "move"] as const) {
      const member = list[name] as typeof list.push;
      keys.push(member.key(...args));
      await client.fetch(member, ...args);
    }
    const page = { berth: "7", cursor: "2" };
    keys.push(list.getPage!.key(page));
    await client.fetch(list.getPage!, page);
    const address = "https://new.test/berths/7/vessels";
    const body = '{"id":"1","name":"Orca"}';
    const sent = ["POST", "POST", "PATCH", "PATCH"]
      .map((method) => `${method} ${address}`);
    assertEquals(requested, [
      ...sent.map((line) => `${line} ${body}`),
      `GET ${address}?cursor=2`,
    ]);
    assertEquals(keys, [...sent, `GET ${address}`]);
    assertEquals(client.get(list.schema, { berth: "7" })?.length, 1);
  }
});

Deno.test("what changes a bound list can be bound itself [endpoint/END-8]", async () => {
  const { network, bound } = berths();
  const push = bound.extend({ pollFrequency: 1000 }).push
    .bind(undefined, { berth: "8" });
  const body = { name: "Orca" };
  assertEquals(push.key(body), bound.push.key({ berth: "8" }, body));
  using client = harbour();
  const pushing = client.fetch(push, body);
  assertEquals(network.calls[0]!.args, [{ berth: "8" }, body]);
  network.calls[0]!.resolve({ id: "1", name: "Orca" });
  assertEquals((await pushing).name, "Orca");
  const receiver = { name: "receiver" };
  const named = new Endpoint(
    function (this: { name: string }, ...args: string[]) {
      return Promise.resolve([this.name, ...args]);
    },
    { name: "named" },
  );
  const twice = named.bind(undefined, "a").bind(receiver, "b");
  assertEquals(await twice("c"), ["receiver", "a", "b", "c"]);
});

Deno.test("a `fetch` that a bound list was extended with takes the arguments that are left, or all of what changes the list, and of its pages [endpoint/END-8]", async () => {
  const { network, bound } = berths();
  const calls: unknown[][] = [];
  const list = bound.extend({
    fetch(...args: unknown[]) {
      calls.push(args);
      return bound.fetch.apply(this, args);
    },
  });
  using client = harbour();
  const answer = async (response: unknown) => {
    network.calls.at(-1)!.resolve(response);
    await microtasks();
  };
  client.fetch(list).catch(() => {});
  await answer([{ id: "1", name: "Orca" }]);
  client.fetch(list.push, { berth: "7" }, { name: "Minke" }).catch(() => {});
  await answer({ id: "2", name: "Minke" });
  // no field of the last row has this value
  const page = { berth: "7", cursor: "second" };
  client.fetch(list.getPage!, page).catch(() => {});
  await answer([{ id: "3", name: "Beluga" }]);
  await client.expireAll(list);
  void client.fetchIfStale(list);
  await answer([{ id: "1", name: "Orca" }]);
  await answer([{ id: "3", name: "Beluga" }]);
  assertEquals(network.calls.map(({ args }) => args), [
    [{ berth: "7" }],
    [{ berth: "7" }, { name: "Minke" }],
    [page],
    [{ berth: "7" }],
    [page],
  ]);
  assertEquals(calls, [
    [],
    [{ berth: "7" }, { name: "Minke" }],
    [page],
    [],
    [page],
  ]);
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
  assertEquals(seen.filter((args) => args.length !== 2), []);
  assertEquals(seen.at(-1), [{ id: "1" }, { name: "Orca" }]);
});
