import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertNotStrictEquals,
  assertRejects,
  assertStrictEquals,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MockController } from "../../../controller/mock/mod.ts";
import {
  type Client,
  Controller,
  NetworkManager,
  PollingSubscription,
  SubscriptionManager,
} from "../../../controller/mod.ts";
import { Endpoint, NetworkError, RestEndpoint } from "../../../endpoint/mod.ts";
import { Collection, Entity } from "../../../schema/mod.ts";
import {
  answering,
  harbour,
  microtasks,
  mutating,
  reading,
  Vessel,
} from "../harbour.ts";

const id = { id: "1" };

// deno-lint-ignore no-explicit-any -- fixtures of all kinds
type AnyFixtures = any;

/** A client whose requests are answered by fixtures. */
function mocked(
  fixtures: AnyFixtures,
  getInitialInterceptorData?: () => unknown,
  managers = [new NetworkManager()] as ConstructorParameters<never>,
): Client {
  return harbour({
    managers,
    Controller: MockController(Controller, {
      fixtures,
      ...(getInitialInterceptorData ? { getInitialInterceptorData } : {}),
    }),
  });
}

const unmocked = () =>
  Promise.reject(new Error("the real endpoint was called"));

const getVessel = reading("getVessel", unmocked as Fetch, { schema: Vessel });
type Fetch = (args: { id: string }) => Promise<{ id: string; name: string }>;
const rename = mutating(
  "rename",
  unmocked as unknown as (
    args: { id: string },
    body: { name: string },
  ) => Promise<{ id: string; name: string }>,
  { schema: Vessel },
);

Deno.test("the exact key comes first, then the first interceptor, then the network [controller/MCK-4]", async () => {
  const load = reading("load", answering("network"));
  const other = reading("other", answering("network"));
  using client = mocked([
    { endpoint: load, response: () => "first" },
    { endpoint: load, response: () => "second" },
    { endpoint: load, args: [id], response: "fixture" },
  ]);
  assertEquals(await client.fetch(load, id), "fixture");
  assertEquals(await client.fetch(load, { id: "2" }), "first");
  assertEquals(await client.fetch(other, id), "network");
});

Deno.test("pages of a list, which have its key, are fixtures of their own [controller/MCK-4]", async () => {
  class Entry extends Entity {
    id = "";
  }
  const getLog = new RestEndpoint({
    path: "/log",
    searchParams: {} as { ship?: string },
    schema: new Collection([Entry]),
    paginationField: "page",
  });
  const { getPage } = getLog;
  const ship = { ship: "7" };
  const fixtures = [
    { endpoint: getLog, args: [ship], response: [{ id: "a" }] },
    {
      endpoint: getPage,
      args: [{ page: 2, ...ship }],
      response: [{ id: "b" }],
    },
    {
      endpoint: getPage,
      args: [{ page: 3, ...ship }],
      response: [{ id: "c" }],
    },
  ] as const;
  using client = mocked(fixtures as never);
  const idsOf = async (page?: number | string) => {
    await (page === undefined
      ? client.fetch(getLog, ship)
      : client.fetch(getPage, { ...ship, page }));
    return client.get(getLog.schema, ship)?.map((entry) => entry.id).join("");
  };
  assertEquals(await idsOf(), "a");
  assertEquals(await idsOf("2"), "ab");
  assertEquals(await idsOf(3), "abc");
  using computed = mocked([
    { endpoint: getLog, response: () => [{ id: "a" }] },
    {
      endpoint: getPage,
      response: ({ page }: { page: number }) => [{ id: `${page}` }],
    },
  ] as never);
  await computed.fetch(getLog, ship);
  await computed.fetch(getPage, { ...ship, page: 2 });
  assertEquals(
    computed.get(getLog.schema, ship)?.map(({ id }) => id),
    ["a", "2"],
  );
});

Deno.test("an interceptor is called with the args of the fetch and the shared data [controller/MCK-5] [controller/MCK-6]", async () => {
  const seen: unknown[][] = [];
  let made = 0;
  const form = new FormData();
  const upload = mutating(
    "upload",
    unmocked as (form: FormData) => Promise<number>,
  );
  using client = mocked([
    {
      endpoint: upload,
      response(this: { count: number }, ...args: unknown[]) {
        seen.push([this, ...args]);
        return ++this.count;
      },
    },
    {
      endpoint: getVessel,
      response(this: { count: number }) {
        seen.push([this]);
        return { id: "1", name: `after ${this.count} uploads` };
      },
    },
  ], () => ({ count: made++ * 0 }));
  assertEquals(await client.fetch(upload, form), 1);
  assertEquals(await client.fetch(upload, form), 2);
  assertStrictEquals(seen[0]![1], form);
  assertEquals((await client.fetch(getVessel, id)).name, "after 2 uploads");
  assert(seen.every(([data]) => data === seen[0]![0]));
  assertEquals(made, 1);
});

Deno.test("each mocked controller has data of its own, by default an empty object [controller/MCK-6]", async () => {
  const seen: unknown[] = [];
  const fixtures = [{
    endpoint: getVessel,
    response(this: unknown) {
      seen.push(this);
      return { id: "1" };
    },
  }];
  const Mocked = MockController(Controller, { fixtures: fixtures as never });
  for (let round = 0; round < 2; round++) {
    using client = harbour({ Controller: Mocked });
    await client.fetch(getVessel, id);
  }
  assertEquals(seen, [{}, {}]);
  assertNotStrictEquals(seen[0], seen[1]);
});

Deno.test("a throw or rejection of an interceptor is that of the fetch [controller/MCK-5]", async () => {
  const error = new Error("mocked");
  for (
    const response of [
      () => {
        throw error;
      },
      () => Promise.reject(error),
    ]
  ) {
    using client = mocked([{ endpoint: getVessel, response }]);
    assertStrictEquals(
      await client.fetch(getVessel, id).catch((reason) => reason),
      error,
    );
    assertStrictEquals(client.read(getVessel, id).error, error);
  }
  using client = mocked([
    { endpoint: getVessel, response: () => Promise.resolve({ id: "1" }) },
  ]);
  assertInstanceOf(await client.fetch(getVessel, id), Vessel);
});

Deno.test("an error fixture rejects with exactly its response, under the endpoint's own policy [controller/MCK-7]", async () => {
  const soft = reading("soft", unmocked as Fetch, {
    errorPolicy: () => "soft" as const,
  });
  for (const response of [new Error("down"), "text", { status: 404 }, null]) {
    using client = mocked([
      { endpoint: soft, args: [id], response, error: true },
    ]);
    await client.setResponse(soft, id, "known" as never);
    let reason: unknown = "nothing";
    await client.fetch(soft, id).catch((error) => reason = error);
    assertStrictEquals(reason, response);
    assertEquals(client.read(soft, id).data as unknown, "known");
    assertEquals(client.read(soft, id).error, undefined);
  }
});

const postVessel = new RestEndpoint({
  urlPrefix: "https://harbour.test",
  path: "/vessels/:id",
  method: "POST",
  schema: Vessel,
  getHeaders: (headers: HeadersInit) => ({ ...headers, token: "secret" }),
  process: (value: { vessel_name: string }, { id }: { id: string }) => ({
    id,
    name: value.vessel_name,
  }),
});

Deno.test("fetchResponse replaces the network step only [controller/MCK-8]", async () => {
  const seen: [unknown, RequestInit][] = [];
  using client = mocked([{
    endpoint: postVessel,
    fetchResponse(input: RequestInfo, init: RequestInit) {
      seen.push([input, init]);
      return { vessel_name: JSON.parse(init.body as string).name };
    },
  }]);
  const vessel = await client.fetch(postVessel, id, { name: "Orca" } as never);
  assertInstanceOf(vessel, Vessel);
  assertEquals([vessel.id, vessel.name], ["1", "Orca"]);
  const [[url, init]] = seen as [[string, RequestInit]];
  assertEquals(url, "https://harbour.test/vessels/1");
  assertEquals(init.method, "POST");
  assertEquals(new Headers(init.headers).get("token"), "secret");
});

Deno.test("fetchResponse may return a promise or a Response [controller/MCK-8]", async () => {
  const answers: unknown[] = [
    Promise.resolve({ vessel_name: "later" }),
    Response.json({ vessel_name: "whole" }, { status: 201 }),
    Promise.resolve(Response.json({ vessel_name: "both" })),
  ];
  using client = mocked([
    { endpoint: postVessel, fetchResponse: () => answers.shift() },
  ]);
  const names = [];
  for (let call = 0; call < 3; call++) {
    const vessel = await client.fetch(postVessel, id, {} as never);
    names.push(vessel.name);
  }
  assertEquals(names, ["later", "whole", "both"]);
});

Deno.test("a Response with another status fails as the server's would; a throw rejects [controller/MCK-8]", async () => {
  const thrown = new TypeError("cut");
  const answers = [
    () => new Response("no", { status: 418, headers: { teapot: "yes" } }),
    () => {
      throw thrown;
    },
    () => Promise.reject(thrown),
  ];
  using client = mocked([
    { endpoint: postVessel, fetchResponse: () => answers.shift()!() },
  ]);
  const error = await assertRejects(
    () => client.fetch(postVessel, id, {} as never),
    NetworkError,
  );
  assertEquals(error.status, 418);
  assertEquals(error.response.headers.get("teapot"), "yes");
  assertEquals(error.url, "https://harbour.test/vessels/1");
  for (let call = 0; call < 2; call++) {
    assertStrictEquals(
      await client.fetch(postVessel, id, {} as never).catch((reason) => reason),
      thrown,
    );
  }
});

Deno.test("fetchResponse needs an endpoint with a network step [controller/MCK-8]", async () => {
  const direct = Object.assign(unmocked as Fetch, {
    key: () => "direct",
    testKey: () => true,
  });
  using client = mocked([{ endpoint: direct, fetchResponse: () => 1 }]);
  const error = await assertRejects(() => client.fetch(direct, id), TypeError);
  assert(error.message.includes("response function"), error.message);
});

Deno.test("delay holds the answer back; delayCollapse computes it late [controller/MCK-9]", async () => {
  using time = new FakeTime();
  for (const delayCollapse of [undefined, false, true]) {
    let value = "early";
    const argsOfDelay: unknown[][] = [];
    const response = () => ({ id: "1", name: value });
    using client = mocked([{
      endpoint: getVessel,
      response,
      delay: (...args: unknown[]) => {
        argsOfDelay.push(args);
        return 500;
      },
      ...(delayCollapse === undefined ? {} : { delayCollapse }),
    }]);
    let name: string | undefined;
    client.fetch(getVessel, id).then((vessel) => name = vessel.name);
    value = "late";
    time.tick(499);
    await microtasks();
    assertEquals(name, undefined);
    time.tick(1);
    await microtasks();
    assertEquals(name, delayCollapse ? "late" : "early");
    assertEquals(argsOfDelay, [[id]]);
  }
});

Deno.test("fixtures and network steps may be delayed, too [controller/MCK-9]", async () => {
  using time = new FakeTime();
  const load = new RestEndpoint({ path: "/tides/:id" });
  const fixtures = [
    [{ endpoint: load, args: [id], response: "late", delay: 100 }],
    [{ endpoint: load, fetchResponse: () => "late", delay: 100 }],
    [{ endpoint: load, args: [id], response: "late", delay: 100, error: true }],
  ];
  for (const list of fixtures) {
    using client = mocked(list);
    let outcome: unknown;
    const note = (value: unknown) => outcome = value;
    client.fetch(load, id).then(note, note);
    await microtasks();
    time.tick(99);
    await new Promise((resolve) => queueMicrotask(() => resolve(0)));
    assertEquals(outcome, undefined);
    time.tick(1);
    await time.runMicrotasks();
    assertEquals(outcome, "late");
  }
});

Deno.test("without a delay the answer is still asynchronous [controller/MCK-9]", async () => {
  using client = mocked([
    { endpoint: getVessel, args: [id], response: { id: "1" } },
  ]);
  const promise = client.fetch(getVessel, id);
  assertEquals(client.get(Vessel, id), undefined);
  await promise;
  assertEquals(client.get(Vessel, id)?.id, "1");
});

Deno.test("an aborted answer is not waited for [controller/MCK-11]", async () => {
  using time = new FakeTime();
  const aborter = new AbortController();
  const load = new RestEndpoint({ path: "/tides/:id", signal: aborter.signal });
  using client = mocked([
    { endpoint: load, args: [id], response: "late", delay: 10_000 },
  ]);
  const promise = client.fetch(load, id);
  aborter.abort();
  assertEquals(await promise.catch((error) => error.name), "AbortError");
  while (time.next());
});

Deno.test("everything but the network is real: sharing, merging, layers, order [controller/MCK-11]", async () => {
  using time = new FakeTime();
  let calls = 0;
  const optimistic = (rename as unknown as {
    extend(options: object): typeof rename;
  }).extend({
    getOptimisticResponse: (
      _snapshot: unknown,
      { id }: { id: string },
      { name }: { name: string },
    ) => ({ id, name }),
  });
  using client = mocked([
    {
      endpoint: getVessel,
      response: () => ({ id: "1", name: `load ${++calls}` }),
    },
    {
      endpoint: rename,
      response: ({ id }: { id: string }, body: { name: string }) => ({
        id,
        ...body,
      }),
      delay: 100,
    },
  ]);
  const [first, second] = await Promise.all([
    client.fetch(getVessel, id),
    client.fetch(getVessel, id),
  ]);
  assertStrictEquals(first, second);
  assertEquals(calls, 1);
  const renamed = client.fetch(optimistic, id, { name: "Orca" });
  assertEquals(client.get(Vessel, id)?.name, "Orca", "optimistic");
  assertEquals(client.getState().optimistic.length, 1);
  time.tick(100);
  await renamed;
  await microtasks();
  assertEquals(client.getState().optimistic.length, 0);
  assertEquals(client.get(Vessel, id)?.name, "Orca");
});

Deno.test("fixtures are not changed, and share nothing mutable with the store [controller/MCK-12]", async () => {
  const response = { list: [{ id: "1" }], at: new Date(0) };
  const raw = reading(
    "raw",
    unmocked as unknown as () => Promise<typeof response>,
  );
  const list = reading("list", unmocked as unknown as () => Promise<object[]>, {
    schema: new Collection([Vessel]),
  });
  const vessels = [{ id: "1", name: "Orca" }];
  using client = mocked([
    { endpoint: raw, args: [], response },
    { endpoint: list, args: [], response: vessels },
  ]);
  const first = await client.fetch(raw);
  assertNotStrictEquals(first, response);
  first.list.push({ id: "2" });
  const second = await client.fetch(raw);
  assertEquals(second.list, [{ id: "1" }]);
  assertStrictEquals(second.at, response.at, "what is no plain data is kept");
  await client.fetch(list);
  assertEquals(vessels, [{ id: "1", name: "Orca" }]);
});

Deno.test("members named like prototypes are copied as they are [controller/MCK-12]", async () => {
  const response = JSON.parse('{"list": [{"__proto__": 5}]}');
  const raw = reading(
    "raw",
    unmocked as unknown as () => Promise<{ list: object[] }>,
  );
  using client = mocked([{ endpoint: raw, args: [], response }]);
  const { list: [copy] } = await client.fetch(raw);
  assertEquals(Object.getOwnPropertyDescriptor(copy!, "__proto__")?.value, 5);
  assertNotStrictEquals(copy, response.list[0]);
});

Deno.test("a fixture passes the endpoint's validator like a response [controller/MCK-11]", async () => {
  const load = new Endpoint(unmocked as unknown as () => Promise<number>, {
    name: "load",
    validator: {
      "~standard": {
        version: 1,
        vendor: "test",
        validate: (value: unknown) =>
          value === 5
            ? { value: value as number }
            : { issues: [{ message: "not five" }] },
      },
    },
  });
  using client = mocked([{ endpoint: load, args: [], response: 6 }]);
  const error = await client.fetch(load).catch((reason) => reason);
  assertEquals((error as Error).name, "SchemaValidationError");
});

Deno.test("a mocked class keeps what the base can do, and answers managers [controller/MCK-20]", async () => {
  using time = new FakeTime();
  class Harbourmaster extends Controller {
    whistle = "long";
  }
  const polled = reading("polled", unmocked as Fetch, { pollFrequency: 1000 });
  let calls = 0;
  const Mocked = MockController(Harbourmaster, {
    fixtures: [{
      endpoint: polled,
      response: () => ({ id: "1", name: `poll ${++calls}` }),
    }],
  });
  using client = harbour({
    Controller: Mocked,
    managers: [
      new NetworkManager(),
      new SubscriptionManager(PollingSubscription),
    ],
  });
  const controller = client.controller as Harbourmaster;
  assertInstanceOf(controller, Harbourmaster);
  assertEquals(controller.whistle, "long");
  assertStrictEquals(controller.dispatch, controller.dispatch);
  controller.subscribe(polled, id);
  for (let second = 0; second < 3; second++) {
    time.tick(second === 0 ? 0 : 1000);
    await microtasks();
  }
  assertEquals(calls, 3);
  assertEquals(client.read(polled, id).data?.name, "poll 3");
  controller.unsubscribe(polled, id);
});

Deno.test("retries ask the mock again [controller/MCK-20]", async () => {
  using time = new FakeTime();
  let calls = 0;
  const unavailable = Object.assign(new Error(), { status: 503 });
  using client = mocked(
    [{
      endpoint: rename,
      response: () => {
        if (++calls < 3) throw unavailable;
        return { id: "1", name: "third" };
      },
    }],
    undefined,
    [new NetworkManager({ retryJitter: 0 })] as never,
  );
  const persistent = (rename as unknown as {
    extend(options: object): typeof rename;
  }).extend({
    retry: 3,
    getOptimisticResponse: () => ({ id: "1", name: "optimistic" }),
  });
  const done = client.fetch(persistent, id, { name: "x" });
  for (const delay of [1000, 2000]) {
    await microtasks();
    time.tick(delay);
  }
  assertEquals((await done).name, "third");
  assertEquals(calls, 3);
  await microtasks();
  assertEquals(client.getState().optimistic, []);
});

Deno.test("plain callables can be mocked; their members stay readable [controller/MCK-21]", async () => {
  const base = {
    key: ({ id }: { id: string }) => `plain ${id}`,
    testKey: (key: string) => key.startsWith("plain"),
    schema: Vessel,
    dataExpiryLength: 5000,
    update: () => ({ counter: (count = 0) => count + 1 }),
  };
  const plain = Object.assign(
    (_args: { id: string }) => unmocked() as Promise<{ id: string }>,
    base,
  );
  using client = mocked([
    { endpoint: plain, response: () => ({ id: "1", name: "Orca" }) },
  ]);
  const vessel = await client.fetch(plain, id);
  assertInstanceOf(vessel, Vessel);
  const { date, expiresAt } = client.getState().getMeta("plain 1")!;
  assertEquals(expiresAt - date, 5000);
  assertEquals(client.getState().getEndpoint("counter"), 1);
});

Deno.test("the mock is an entry of its own, without side effects and without React [controller/MCK-24]", async () => {
  const before = Object.keys(globalThis);
  const command = new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", "controller/mock/mod.ts"],
  });
  const { stdout } = await command.output();
  const { modules } = JSON.parse(new TextDecoder().decode(stdout)) as {
    modules: { specifier: string }[];
  };
  assert(modules.length > 10);
  // the folder that contains the project may have any name
  const root = new URL("../../../", import.meta.url).href;
  for (const { specifier } of modules) {
    assert(!/react/.test(specifier.replace(root, "")), specifier);
  }
  assertEquals(Object.keys(globalThis), before);
});
