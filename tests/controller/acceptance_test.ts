/**
 * Whole stories, each against an HTTP server on loopback that answers late, in
 * another order, or not at all.
 */
import {
  assert,
  assertEquals,
  assertFalse,
  assertInstanceOf,
  assertStrictEquals,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import {
  type Client,
  createClient,
  createDataStore,
  ImmortalGCPolicy,
  LogoutManager,
  NetworkManager,
  PollingSubscription,
  SubscriptionManager,
} from "../../controller/mod.ts";
import { Endpoint, resource, RestEndpoint } from "../../endpoint/mod.ts";
import { Entity } from "../../schema/mod.ts";
import {
  MisbehavingServer,
  type ReceivedRequest,
} from "../support/misbehaving_server.ts";
import {
  harbour,
  microtasks,
  reading,
  recordingConsole,
  unhandledDuring,
} from "./harbour.ts";
import { ManualConnection } from "./outside_world.ts";

class Vessel extends Entity {
  id = "";
  name = "";
  berth = "";
  isMoored = false;
}

const id = { id: "1" };

/** Endpoints of vessels at a server. */
function vesselsOf({ url }: { url: string }) {
  const options = {
    urlPrefix: url,
    path: "/vessels/:id",
    schema: Vessel,
  } as const;
  const getVessel = new RestEndpoint(options);
  const rename = new RestEndpoint({
    ...options,
    method: "PATCH",
    getOptimisticResponse: (_snapshot, { id }, change?: object) => ({
      id,
      ...change,
    }),
  });
  const toggle = new RestEndpoint({
    ...options,
    path: "/vessels/:id/toggle",
    method: "POST",
    body: undefined,
    getOptimisticResponse(snapshot, args) {
      const vessel = snapshot.get(Vessel, args);
      if (vessel === undefined) throw snapshot.abort;
      return { id: args.id, isMoored: !vessel.isMoored };
    },
  });
  return { getVessel, rename, toggle };
}

/** Lets answers arrive and everything that follows from them happen. */
async function settle(client: Client): Promise<void> {
  await client.allSettled();
  await microtasks();
}

/** Resolves when a promise has settled, however. */
function over(promise: Promise<unknown>): Promise<unknown> {
  return promise.then((value) => value, (error) => error);
}

Deno.test("ten fetches of one vessel in one tick [controller/ACC-1] [controller/CTL-13] [controller/NET-3]", async () => {
  await using server = await MisbehavingServer.start();
  const { getVessel } = vesselsOf(server);
  using client = harbour();
  const fetches = Array.from({ length: 10 }, () => client.fetch(getVessel, id));
  (await server.arrived(1)).json({ id: "1", name: "Orca" });
  const vessels = await Promise.all(fetches);
  assertEquals(server.requests.length, 1);
  assertEquals(vessels[0]!.name, "Orca");
  for (const vessel of vessels) assertStrictEquals(vessel, vessels[0]);
  assertStrictEquals(client.get(Vessel, id), vessels[0]);
});

/** Three renames in one tick, answered in the order 3, 1, 2. */
async function renameThrice(failing: number | undefined): Promise<void> {
  await using server = await MisbehavingServer.start();
  const { rename } = vesselsOf(server);
  using client = harbour();
  await client.set(Vessel, id, { id: "1", name: "name 0", berth: "A4" });
  const outcomes = [1, 2, 3].map((number) =>
    over(client.fetch(rename, id, { name: `name ${number}` }))
  );
  await server.arrived(3);
  const requestOf = (number: number) =>
    server.requests.find(({ body }) => body.includes(`name ${number}`))!;
  for (const number of [3, 1, 2]) {
    assertEquals(client.get(Vessel, id)?.name, "name 3");
    if (number === failing) requestOf(number).json({}, 500);
    else {
      requestOf(number).json({ id: "1", name: `name ${number}`, berth: "A4" });
    }
    await outcomes[number - 1];
    await microtasks();
  }
  assertEquals(client.get(Vessel, id)?.name, "name 3");
  assertEquals(client.getState().optimistic, []);
  assertEquals(client.getState().getEntity("Vessel", "1"), {
    id: "1",
    name: "name 3",
    berth: "A4",
  });
}

for (const failing of [undefined, 2]) {
  Deno.test(`three renames answered 3, 1, 2${failing ? ", 2 failing" : ""} [controller/ACC-2] [controller/OPT-6] [controller/OPT-12c]`, () =>
    renameThrice(failing));
}

Deno.test("three partial answers that touch different fields, in another order [controller/ACC-2] [controller/OPT-5] [controller/OPT-12a]", async () => {
  await using server = await MisbehavingServer.start();
  const { rename } = vesselsOf(server);
  using client = harbour();
  await client.set(Vessel, id, { id: "1", name: "old", berth: "old" });
  const changes = [{ name: "new" }, { berth: "new" }, { isMoored: true }];
  const outcomes = changes.map((change) =>
    over(client.fetch(rename, id, change))
  );
  await server.arrived(3);
  const visible = () => {
    const { name, berth, isMoored } = client.get(Vessel, id)!;
    return { name, berth, isMoored };
  };
  const expected = { name: "new", berth: "new", isMoored: true };
  for (const number of [2, 0, 1]) {
    assertEquals(visible(), expected);
    const body = JSON.stringify(changes[number]);
    server.requests.find((request) => request.body === body)!
      .json({ id: "1", ...changes[number] });
    await outcomes[number];
    await microtasks();
  }
  assertEquals(visible(), expected);
  assertEquals(client.getState().optimistic, []);
});

Deno.test("a toggle pressed four times does not flicker [controller/ACC-3] [controller/OPT-1] [controller/OPT-2]", async () => {
  await using server = await MisbehavingServer.start();
  const { toggle } = vesselsOf(server);
  using client = harbour();
  await client.set(Vessel, id, { id: "1", isMoored: false });
  const shown: boolean[] = [];
  client.subscribe((state) =>
    shown.push(client.controller.get(Vessel, id, state)!.isMoored)
  );
  const fetches = [1, 2, 3, 4].map(() => client.fetch(toggle, id));
  assertEquals(shown, [true, false, true, false]);
  await server.arrived(4);
  let isMoored = false;
  for (const [position, request] of server.requests.entries()) {
    isMoored = !isMoored;
    request.json({ id: "1", isMoored });
    await fetches[position];
    // listeners are told of the answer of a mutation in a task of its own
    await new Promise((resolve) => setTimeout(resolve));
  }
  assertEquals(new Set(shown.slice(4)), new Set([false]), `${shown}`);
  assertEquals(client.get(Vessel, id)?.isMoored, isMoored);
  assertEquals(client.getState().optimistic, []);
});

Deno.test("a toggle before its vessel arrives [controller/ACC-4] [controller/OPT-8]", async () => {
  await using server = await MisbehavingServer.start();
  const { toggle, getVessel } = vesselsOf(server);
  using client = harbour();
  const fetched = client.fetch(getVessel, id);
  const loading = await server.arrived(1);
  const toggled = client.fetch(toggle, id);
  const pressing = await server.arrived(2);
  assertEquals(client.get(Vessel, id), undefined);
  loading.json({ id: "1", name: "Orca", isMoored: false });
  await fetched;
  assertEquals(client.get(Vessel, id)?.isMoored, true);
  pressing.json({ id: "1", name: "Orca", isMoored: true, berth: "A4" });
  await toggled;
  await microtasks();
  assertEquals(client.get(Vessel, id)?.isMoored, true);
  assertEquals(client.get(Vessel, id)?.berth, "A4");
  assertEquals(client.getState().optimistic, []);
});

// ---- lists and mutations under way at the same time

const anchored = { id: "a", name: "a" };
const created = { id: "x", name: "x" };

/** What happens, and whether x is in the list after all; before, if it is deleted. */
const matrix: Readonly<Record<string, boolean>> = {
  "list starts, push starts, push settles, list arrives without x": true,
  "push starts, list starts, list arrives with x, push settles": true,
  "push starts, list starts, list arrives without x, push settles": true,
  "delete starts, delete settles, list starts, list arrives without x": false,
  "list starts, delete starts, delete settles, list arrives with x": false,
  "delete starts, list starts, delete settles, list arrives with x": false,
  "push starts, list starts, push settles, list arrives without x": true,
  "push starts, list starts, list arrives without x, push fails": false,
};

for (const isForm of [false, true]) {
  for (const [steps, after] of Object.entries(matrix)) {
    Deno.test(`list and mutation: ${steps}${isForm ? ", with FormData" : ""} [controller/ACC-5] [controller/OPT-19] [react/NEW-67]`, async () => {
      await using server = await MisbehavingServer.start();
      const vessels = resource({
        urlPrefix: server.url,
        path: "/vessels/:id",
        schema: Vessel,
        optimistic: true,
      });
      using client = harbour();
      const list = steps.includes("delete") ? [anchored, created] : [anchored];
      await client.setResponse(vessels.getList, list);
      const pending: Record<
        string,
        { request: ReceivedRequest; done: Promise<unknown> }
      > = {};
      const start = async (name: string, done: Promise<unknown>) => {
        done.catch(() => {});
        const request = await server.arrived(server.requests.length + 1);
        pending[name] = { request, done };
      };
      const names = () =>
        client.read(vessels.getList).data!.map(({ name }) => name);
      const answers: Record<string, (request: ReceivedRequest) => void> = {
        "list arrives with x": (request) => request.json([anchored, created]),
        "list arrives without x": (request) => request.json([anchored]),
        "push settles": (request) => request.json(created, 201),
        "push fails": (request) => request.json({}, 500),
        "delete settles": (request) => request.json({ id: "x" }),
      };
      let isPushed = false;
      for (const step of steps.split(", ")) {
        const [name] = step.split(" ") as [string];
        if (step === "list starts") {
          await start(name, client.fetch(vessels.getList));
        } else if (step === "push starts") {
          const form = new FormData();
          form.append("name", "x");
          const body = isForm ? form : { name: "x" };
          isPushed = true;
          await start(
            name,
            client.fetch(vessels.getList.push, body as FormData),
          );
        } else if (step === "delete starts") {
          await start(name, client.fetch(vessels.delete, { id: "x" }));
          assertEquals(names(), ["a"], "hidden while it is pending");
        } else {
          answers[step]!(pending[name]!.request);
          await over(pending[name]!.done);
          await microtasks();
        }
        // nobody can tell yet that the one the list brought is the one being created
        const isTwice = step === "list arrives with x";
        if (isPushed && !isTwice && step !== "push fails") {
          assertEquals(names(), ["a", "x"], `after ${step}`);
        }
      }
      await settle(client);
      assertEquals(names(), after ? ["a", "x"] : ["a"]);
      assertEquals(client.getState().optimistic, []);
    });
  }
}

for (const position of [0, 1, 2]) {
  Deno.test(`a 401 on one of five reads, with the LogoutManager at position ${position} [controller/ACC-6] [controller/LOG-4] [controller/NET-15]`, async () => {
    await using server = await MisbehavingServer.start();
    const { getVessel } = vesselsOf(server);
    const managers = [
      new NetworkManager(),
      new SubscriptionManager(PollingSubscription),
    ];
    managers.splice(position, 0, new LogoutManager() as never);
    const unhandled = await unhandledDuring(async () => {
      using client = harbour({ managers });
      let resets = 0;
      client.subscribe(() => {
        const { lastReset } = client.getState();
        if (lastReset > 0 && resets === 0) resets++;
        else if (lastReset > 0) resets += 10;
      });
      await client.set(Vessel, { id: "old" }, { id: "old", name: "secret" });
      const fetches = ["1", "2", "3", "4", "5"].map((id) =>
        over(client.fetch(getVessel, { id }))
      );
      await server.arrived(5);
      const refused = server.requests.find(({ path }) => path.endsWith("/3"))!;
      refused.json({}, 401);
      const outcomes = await Promise.all(fetches) as Error[];
      assertEquals(
        outcomes.map((error) =>
          (error as { status?: number }).status ?? error.name
        ),
        ["ResetError", "ResetError", 401, "ResetError", "ResetError"],
      );
      for (const request of server.requests) {
        if (request !== refused) request.json({ id: "9", name: "secret" });
      }
      await settle(client);
      await new Promise((resolve) => setTimeout(resolve, 20));
      assertEquals(resets, 1);
      assertFalse(JSON.stringify(client.getState()).includes("secret"));
    });
    assertEquals(unhandled, []);
  });
}

for (
  const moment of [
    "before the requests",
    "while they are in flight",
    "after the answers",
  ]
) {
  Deno.test(`cleanup and init ${moment} [controller/ACC-7] [controller/NET-14] [controller/SUB-15]`, async () => {
    await using server = await MisbehavingServer.start();
    const { getVessel, rename } = vesselsOf(server);
    const getTide = new RestEndpoint({
      urlPrefix: server.url,
      path: "/tides/:id",
      pollFrequency: 60_000,
    });
    const timers = new Set<unknown>();
    const clock = {
      now: () => Date.now(),
      setTimeout: (callback: () => void, delay: number) => {
        const handle = setTimeout(() => {
          timers.delete(handle);
          callback();
        }, delay);
        timers.add(handle);
        return handle;
      },
      clearTimeout: (handle: unknown) => {
        timers.delete(handle);
        clearTimeout(handle as number);
      },
      setInterval: () => undefined,
      clearInterval: () => {},
    };
    const { controller, start, stop } = createDataStore({
      managers: [
        new NetworkManager({ clock, timeout: 30_000 }),
        new SubscriptionManager(PollingSubscription, { clock }),
      ],
      gcPolicy: new ImmortalGCPolicy(),
    });
    const cycle = (now: string) => {
      if (moment !== now) return;
      stop();
      start();
    };
    start();
    controller.subscribe(getTide, id);
    cycle("before the requests");
    const reading = controller.fetch(getVessel, id);
    const saving = controller.fetch(rename, id, { name: "Beluga" });
    await server.arrived(3);
    cycle("while they are in flight");
    assertEquals(controller.getState().optimistic.length, 1);
    for (const request of server.requests) {
      if (request.path.startsWith("/tides")) request.json({ height: 2 });
      else if (request.method === "PATCH") {
        request.json({ id: "1", name: "Beluga" });
      } else request.json({ id: "1", name: "Orca", berth: "A4" });
    }
    assertEquals((await reading).berth, "A4");
    assertEquals((await saving).name, "Beluga");
    await microtasks();
    cycle("after the answers");
    const vessel = controller.get(Vessel, id, controller.getState())!;
    assertEquals([vessel.name, vessel.berth], ["Beluga", "A4"]);
    assertEquals(controller.getState().optimistic, []);
    while (!controller.getState().getEndpoint(getTide.key(id))) {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    assertEquals(timers.size, 1, "only the next poll is planned");
    assertEquals(
      server.requests.filter(({ path }) => path.startsWith("/tides")).length,
      1,
    );
    stop();
    assertEquals(timers.size, 0);
  });
}

Deno.test("endpoint functions that behave in unexpected ways [controller/ACC-8] [controller/CTL-18] [controller/ERR-8]", async () => {
  const error = new Error("thrown");
  const oddities: Record<string, [() => unknown, unknown]> = {
    "a synchronous throw": [() => {
      throw error;
    }, error],
    "a plain value": [() => 5, 5],
    "a rejection with undefined": [() => Promise.reject(undefined), undefined],
    "a rejection with null": [() => Promise.reject(null), null],
    "a thenable that settles twice": [() => ({
      then(
        resolve: (value: unknown) => void,
        reject: (error: unknown) => void,
      ) {
        resolve("first");
        resolve("second");
        reject(error);
      },
    }), "first"],
    "a thenable that throws": [() => ({
      then() {
        throw error;
      },
    }), error],
  };
  using client = harbour();
  let mayAnswer = false;
  for (const [name, [behave, expected]] of Object.entries(oddities)) {
    for (const sideEffect of [false, true]) {
      const endpoint = new Endpoint(
        () =>
          (mayAnswer ? Promise.resolve("usable") : behave()) as Promise<
            unknown
          >,
        { name: `${name} ${sideEffect}`, sideEffect: sideEffect as true },
      );
      mayAnswer = false;
      assertStrictEquals(await over(client.fetch(endpoint)), expected, name);
      mayAnswer = true;
      assertEquals(await client.fetch(endpoint), "usable", name);
    }
  }
  const never = reading("never", () => new Promise(() => {}));
  let isSettled = false;
  client.fetch(never).finally(() => isSettled = true).catch(() => {});
  await microtasks();
  assertFalse(isSettled);
  await client.setResponse(never, "pushed");
  await microtasks();
  assert(isSettled, "the key is usable again");
});

Deno.test("failures over existing data, then a success [controller/ACC-9] [controller/ERR-17] [controller/EXP-5] [controller/EXP-10]", async () => {
  await using server = await MisbehavingServer.start();
  const { getVessel } = vesselsOf(server);
  using client = harbour();
  const first = client.fetch(getVessel, id);
  (await server.arrived(1)).json({ id: "1", name: "Orca" });
  const vessel = await first;
  const lengthOf = () => {
    const { expiresAt, date } = client.getState().getMeta(getVessel.key(id))!;
    return expiresAt - date;
  };
  const failures: [
    (request: ReceivedRequest) => void,
    "soft" | "hard" | "none",
  ][] = [
    [(request) => request.json({}, 500), "soft"],
    [(request) => request.json({}, 404), "hard"],
    [(request) => request.json("no vessel"), "hard"],
    [() => void client.controller.abort(getVessel, id), "none"],
  ];
  for (const [fail, kind] of failures) {
    const meta = client.getState().getMeta(getVessel.key(id));
    const fetching = over(client.fetch(getVessel, id));
    const request = await server.arrived(server.requests.length + 1);
    await recordingConsole(async () => {
      fail(request);
      const error = await fetching;
      assertInstanceOf(error, Error, "the promise rejects");
      const shown = client.read(getVessel, id);
      assertStrictEquals(shown.data, vessel);
      if (kind === "none") {
        assertStrictEquals(client.getState().getMeta(getVessel.key(id)), meta);
      } else {
        assertStrictEquals(shown.error, kind === "hard" ? error : undefined);
        assertEquals(lengthOf(), 1000);
      }
    });
  }
  const last = client.fetch(getVessel, id);
  (await server.arrived(server.requests.length + 1))
    .json({ id: "1", name: "Beluga" });
  assertEquals((await last).name, "Beluga");
  assertEquals(client.read(getVessel, id).error, undefined);
  assertEquals(lengthOf(), 60_000);
});

Deno.test("a poll with slow answers that goes offline and comes back [controller/ACC-10] [controller/SUB-13] [controller/SUB-14]", async () => {
  using time = new FakeTime(Date.UTC(2026, 0, 1));
  const start = time.now;
  const seconds = () => (time.now - start) / 1000;
  const connection = new ManualConnection();
  const requests: { from: number; to: number }[] = [];
  const getTide = reading("tide", async () => {
    const request = { from: seconds(), to: Infinity };
    requests.push(request);
    await new Promise<void>((resolve) => setTimeout(resolve, 3500));
    request.to = seconds();
    return request.to;
  }, { pollFrequency: 1000 });
  using client = harbour({
    managers: [
      new NetworkManager(),
      new SubscriptionManager(PollingSubscription, { connection }),
    ],
  });
  client.controller.subscribe(getTide);
  for (let tenth = 0; tenth <= 600; tenth++) {
    time.tick(tenth === 0 ? 0 : 100);
    if (tenth === 50) connection.set(false);
    if (tenth === 200) connection.set(true);
    if (tenth === 300) client.controller.unsubscribe(getTide);
    await microtasks();
  }
  const starts = requests.map(({ from }) => from);
  requests.slice(1).forEach(({ from }, position) => {
    assert(from >= requests[position]!.to, `${starts}`);
  });
  assertEquals(starts.filter((second) => second > 5 && second < 20), []);
  assertEquals(
    starts.filter((second) => second >= 20 && second < 20.2).length,
    1,
    `${starts}`,
  );
  assertEquals(starts.filter((second) => second > 30), []);
  assert(starts.length > 4, `${starts}`);
});

Deno.test("a hundred binary downloads that are not kept [controller/ACC-11] [controller/GC-12] [controller/EXP-9]", async () => {
  await using server = await MisbehavingServer.start((request) =>
    request.text(new TextEncoder().encode(request.path), 200, {
      "content-type": "application/octet-stream",
    })
  );
  const download = new RestEndpoint({
    urlPrefix: server.url,
    path: "/files/:id/download",
    content: "blob",
    dataExpiryLength: 0,
  });
  using client = createClient();
  for (let number = 0; number < 100; number++) {
    const blob = await client.fetch(download, { id: `${number}` });
    assertInstanceOf(blob, Blob);
    assertEquals(await blob.text(), `/files/${number}/download`);
  }
  await new Promise((resolve) => setTimeout(resolve, 10));
  assertEquals([...client.getState().endpointKeys()], []);
});
