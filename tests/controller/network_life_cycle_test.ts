// deno-lint-ignore-file no-explicit-any -- answers of several shapes
import {
  assert,
  assertEquals,
  assertFalse,
  assertNotStrictEquals,
  assertRejects,
  assertStrictEquals,
} from "@std/assert";
import {
  actions,
  type ActionTypes,
  createDataStore,
  ImmortalGCPolicy,
  type Manager,
  NetworkManager,
  State,
} from "../../controller/mod.ts";
import {
  answering,
  harbour,
  microtasks,
  mutating,
  reading,
  recordingConsole,
  server,
  Vessel,
} from "./harbour.ts";
import { inProduction } from "../support/production.ts";
import { outcomeOf } from "./outcome_of.ts";

const id = { id: "1" };

/** A store whose managers start and stop by hand. */
function quay(managers: readonly Manager[], state?: State) {
  return createDataStore({
    managers,
    gcPolicy: new ImmortalGCPolicy(),
    ...(state ? { initialState: state } : {}),
  });
}

Deno.test("requests that end while cleaned up are stored, and their keys released [controller/NET-18] [controller/NET-14]", async () => {
  const network = server();
  const load = reading("load", network);
  const save = mutating("save", network);
  const { controller, start, stop } = quay([new NetworkManager()]);
  start();
  const waiting = controller.fetch(load, id);
  const saving = controller.fetch(save, id);
  stop();
  network.calls[0]!.resolve("late");
  network.calls[1]!.resolve("saved");
  assertEquals(await waiting, "late");
  assertEquals(await saving, "saved");
  assertEquals(controller.getState().getEndpoint(load.key(id)), "late");
  start();
  const again = controller.fetch(load, id);
  assertEquals(network.calls.length, 3);
  network.calls[2]!.resolve("fresh");
  assertEquals(await again, "fresh");
  stop();
});

for (
  const [outcome, method, answer, name] of [
    ["success", "resolve", { id: "1", name: "Beluga" }, "Beluga"],
    ["failure", "reject", new Error("down"), "Orca"],
  ] as const
) {
  Deno.test(`${outcome} of a mutation that ends while cleaned up is stored, and its layer is gone [controller/NET-18] [controller/NET-14]`, async () => {
    const network = server();
    const save = mutating("save", network, {
      schema: Vessel,
      getOptimisticResponse: () => ({ id: "1", name: "pending" }),
    });
    const { controller, start, stop } = quay([new NetworkManager()]);
    start();
    controller.set(Vessel, id, { id: "1", name: "Orca" });
    const saving = outcomeOf(controller.fetch(save, id));
    stop();
    network.calls[0]![method](answer as never);
    assert(await saving !== "pending");
    assertEquals(controller.getState().optimistic, []);
    assertEquals(controller.get(Vessel, id, controller.getState())?.name, name);
    start();
    assertEquals(network.calls.length, 1);
    stop();
  });
}

for (const time of ["in the task of the reset", "later"]) {
  Deno.test(`what a manager has held over a reset and hands on ${time} counts as begun then, and leaves no layer [controller/NET-15] [controller/OPT-5]`, async () => {
    const network = server();
    const load = reading("load", network);
    const save = mutating("save", network, {
      schema: Vessel,
      getOptimisticResponse: () => ({ ...id, name: "expected" }),
    });
    let held: (() => unknown)[] | undefined = [];
    const handOn = () => {
      for (const pass of held ?? []) pass();
      held = undefined;
    };
    const holding: Manager = {
      middleware: () => (next) => (action) => {
        if (action.type === "rdc/fetch" && held) {
          held.push(() => next(action));
          return Promise.resolve();
        }
        const passed = next(action);
        if (action.type === "rdc/reset" && time !== "later") handOn();
        return passed;
      },
      cleanup() {},
    };
    await using client = harbour({ managers: [holding, new NetworkManager()] });
    const outcomes = [
      client.fetch(load, id),
      client.fetch(save, id),
      client.fetch(save, id),
    ];
    await client.resetEntireStore();
    handOn();
    for (const [index, { resolve }] of network.calls.entries()) {
      resolve(index === 0 ? "loaded" : { ...id, name: `saved ${index}` });
    }
    const [loaded, ...saved] = await Promise.all(outcomes) as any[];
    assertEquals(
      [loaded, ...saved.map(({ name }) => name)],
      ["loaded", "saved 1", "saved 2"],
    );
    assertEquals(client.getState().getEndpoint(load.key(id)), "loaded");
    assertEquals(client.getState().optimistic, []);
    assertEquals(client.get(Vessel, id)?.name, "saved 2");
  });
}

Deno.test("allSettled waits for those who joined a request that its first caller aborted [controller/NET-21] [controller/NEW-107]", async () => {
  const network = server();
  const manager = new NetworkManager();
  await using client = harbour({ managers: [manager] });
  const aborter = new AbortController();
  const { signal } = aborter;
  const load = reading("load", network);
  const abortable = reading("load", network, { signal } as any);
  const first = client.fetch(abortable, id).catch(({ name }) => name);
  const second = client.fetch(load, id);
  aborter.abort();
  let isOver = false;
  const over = manager.allSettled()!.then(() => isOver = true);
  assertEquals(await first, "AbortError");
  await microtasks();
  assertFalse(isOver);
  network.calls[0]!.resolve("answer");
  assertEquals(await second, "answer");
  await over;
});

Deno.test("what another manager hands on when the client has ended requests nothing [controller/NEW-16]", async () => {
  const network = server();
  const held: (() => unknown)[] = [];
  const holding: Manager = {
    middleware: () => (next) => (action) => {
      held.push(() => next(action));
      return Promise.resolve();
    },
    cleanup() {},
  };
  const client = harbour({ managers: [holding, new NetworkManager()] });
  const outcomes = [reading, mutating].map((make) =>
    client.fetch(make(make.name, network), id).catch(({ name }) => name)
  );
  await client.dispose();
  for (const handOn of held) await handOn();
  assertEquals(await Promise.all(outcomes), ["DisposedError", "DisposedError"]);
  assertEquals(network.calls.length, 0);
});

Deno.test("whatever goes wrong at the start, the key is free again and the promise rejects [controller/NET-20] [controller/TIM-5]", async () => {
  const error = new Error("thrown");
  let mayAnswer = false;
  const throwing = reading("throwing", () => {
    if (mayAnswer) return Promise.resolve("fine");
    throw error;
  });
  const badLength = reading("badLength", answering("answer"), {
    dataExpiryLength: -1,
  });
  const badLayer = mutating("badLayer", answering({ id: "1" }), {
    dataExpiryLength: -1,
    schema: Vessel,
    getOptimisticResponse: () => ({ id: "1" }),
  });
  using client = harbour();
  await recordingConsole(async () => {
    assertStrictEquals(
      await client.fetch(throwing).catch((reason) => reason),
      error,
    );
    mayAnswer = true;
    assertEquals(await client.fetch(throwing), "fine");
    const negative = await assertRejects(() => client.fetch(badLength, id));
    assert(/negative/i.test(String(negative)));
    assertStrictEquals(client.read(badLength, id).error, negative);
    await inProduction(async () => {
      assertEquals(await client.fetch(badLength, id), "answer");
    });
    await assertRejects(() => client.fetch(badLayer, id));
    await microtasks();
    assertEquals(client.getState().optimistic, []);
  });
});

Deno.test("allSettled waits for reads and mutations, and is undefined when nothing is in flight [controller/NET-21]", async () => {
  const manager = new NetworkManager();
  const network = server();
  using client = harbour({ managers: [manager] });
  assertEquals(manager.allSettled(), undefined);
  client.fetch(reading("load", network), id);
  client.fetch(reading("load", network), id);
  client.fetch(mutating("save", network), id).catch(() => {});
  const settled = manager.allSettled()!;
  const error = new Error("down");
  network.calls[0]!.resolve("answer");
  await microtasks();
  network.calls[1]!.reject(error);
  assertEquals(await settled, [
    { status: "fulfilled", value: "answer" },
    { status: "rejected", reason: error },
  ]);
  await microtasks();
  assertEquals(manager.allSettled(), undefined);
});

Deno.test("allSettled needs no iterator helpers [controller/NET-21]", async () => {
  const prototype = Object.getPrototypeOf(
    Object.getPrototypeOf(new Map().values()),
  );
  const { map } = prototype;
  delete prototype.map;
  try {
    const manager = new NetworkManager();
    using client = harbour({ managers: [manager] });
    client.fetch(reading("load", answering(1)), id);
    assertEquals(await manager.allSettled(), [
      { status: "fulfilled", value: 1 },
    ]);
  } finally {
    if (map) prototype.map = map;
  }
});

Deno.test("skipLogging knows fetches that start nothing [controller/NET-22]", () => {
  const manager = new NetworkManager();
  using client = harbour({ managers: [manager] });
  const load = reading("load", server());
  const save = mutating("save", server());
  const fetchOf = (endpoint: typeof load | typeof save) =>
    actions.createFetch(endpoint, { args: [id] });
  assertFalse(manager.skipLogging(fetchOf(load)));
  client.fetch(load, id);
  client.fetch(save, id).catch(() => {});
  assert(manager.skipLogging(fetchOf(load)));
  assertFalse(manager.skipLogging(fetchOf(save)));
  assertFalse(manager.skipLogging(actions.createReset()));
  client.invalidate(load, id);
  assertFalse(manager.skipLogging(fetchOf(load)));
});

Deno.test("the middleware is one function per instance [controller/NET-23]", () => {
  const manager = new NetworkManager();
  assertStrictEquals(manager.middleware, manager.middleware);
  assertNotStrictEquals(manager.middleware, new NetworkManager().middleware);
});

Deno.test("a subclass may limit how many reads run at once [controller/NET-24]", async () => {
  let last: Promise<unknown> = Promise.resolve();
  class OneByOne extends NetworkManager {
    protected override idleCallback(start: () => Promise<unknown>): void {
      last = last.then(start, start);
    }
  }
  const network = server();
  const load = reading("load", network);
  using client = harbour({ managers: [new OneByOne()] });
  const promises = ["1", "2"].map((id) => client.fetch(load, { id }));
  await microtasks();
  assertEquals(network.calls.length, 1);
  network.calls[0]!.resolve("first");
  await promises[0];
  await microtasks();
  assertEquals(network.calls.length, 2);
  network.calls[1]!.resolve("second");
  assertEquals(await Promise.all(promises), ["first", "second"]);
});

Deno.test("a throwing idleCallback rejects the fetch, and the next one starts anew [controller/NET-20] [controller/NET-24]", async () => {
  const error = new Error("thrown");
  let isBroken = true;
  class Broken extends NetworkManager {
    protected override idleCallback(callback: () => Promise<unknown>): void {
      if (isBroken) throw error;
      super.idleCallback(callback);
    }
  }
  using client = harbour({ managers: [new Broken()] });
  const load = reading("load", answering(1));
  assertStrictEquals(
    await client.fetch(load, id).catch((reason) => reason),
    error,
  );
  isBroken = false;
  assertEquals(await client.fetch(load, id), 1);
});

Deno.test("foreign actions pass unchanged [controller/NET-25]", async () => {
  const passed: unknown[] = [];
  const behind: Manager = {
    middleware: () => (next) => (action) => {
      passed.push(action);
      return next(action);
    },
    cleanup() {},
  };
  using client = harbour({ managers: [new NetworkManager(), behind] });
  const foreign = { type: "moored", berth: "A4" } as unknown as ActionTypes;
  await client.controller.dispatch(foreign);
  assertStrictEquals(passed[0], foreign);
  const own = actions.createReset();
  await client.controller.dispatch(own);
  assertStrictEquals(passed[1], own);
});

Deno.test("a lastReset that is no number counts as 0, and is reported once [controller/STA-10]", async () => {
  for (const lastReset of [NaN, "Monday"]) {
    const load = reading("load", answering("answer"));
    const records = await recordingConsole(async () => {
      const broken = State.from({ lastReset: lastReset as number });
      const { controller, start, stop } = quay([new NetworkManager()], broken);
      start();
      assertEquals(await controller.fetch(load, id), "answer");
      assertEquals(await controller.fetch(load, { id: "2" }), "answer");
      assertEquals(controller.getState().getEndpoint(load.key(id)), "answer");
      stop();
    });
    assertEquals(records.length, 1);
    assertEquals(records[0]!.method, "error");
    assert(String(records[0]!.args[0]).includes("state.lastReset"));
  }
});

Deno.test("requests nobody waits for any more do not keep allSettled waiting [controller/NET-21]", async () => {
  const manager = new NetworkManager();
  const load = reading("load", server());
  using client = harbour({ managers: [manager] });
  client.fetch(load, id);
  await client.resetEntireStore();
  assertEquals(manager.allSettled(), undefined);
  client.fetch(load, id);
  await client.setResponse(load, id, "pushed");
  assertEquals(manager.allSettled(), undefined);
  await client.allSettled();
});

for (const make of [reading, mutating]) {
  for (const place of ["before", "behind"]) {
    Deno.test(`an answer of a ${make.name} that a manager ${place} the network manager refuses after a reset leaves nothing in the store [controller/NET-15]`, async () => {
      const refusal = Promise.withResolvers<void>();
      const refusing: Manager = {
        middleware: () => (next) => (action) =>
          action.type === "rdc/setresponse" ? refusal.promise : next(action),
        cleanup() {},
      };
      const managers = [refusing, new NetworkManager()];
      if (place === "behind") managers.reverse();
      using client = harbour({ managers });
      const endpoint = make("endpoint", answering({ id: "1", name: "Orca" }), {
        schema: Vessel,
        getOptimisticResponse: () => ({ id: "1", name: "pending" }),
      });
      const promise = client.fetch(endpoint, id);
      await microtasks();
      await client.resetEntireStore();
      const empty = client.getState();
      const error = new Error("refused");
      refusal.reject(error);
      assertStrictEquals(await promise.catch((reason) => reason), error);
      assertStrictEquals(client.getState(), empty);
      await client.allSettled();
    });
  }
}

Deno.test("a manager behind that forgets to return what next gave does not turn an answer into an error [controller/MGR-2]", async () => {
  const forgetful = {
    middleware: () =>
    (next: (action: ActionTypes) => unknown) =>
    (
      action: ActionTypes,
    ) => {
      next(action);
    },
    cleanup() {},
  } as unknown as Manager;
  for (const make of [reading, mutating]) {
    const endpoint = make("endpoint", answering("answer"));
    using client = harbour({ managers: [new NetworkManager(), forgetful] });
    assertEquals(await client.fetch(endpoint, id), "answer");
    const { error } = client.getState().getMeta(endpoint.key(id))!;
    assertEquals(error, undefined);
    await client.resetEntireStore();
    assertEquals(client.getState().getMeta(endpoint.key(id)), undefined);
  }
});

Deno.test("what is remembered of mutations that are in flight together is no more than a few times their number [controller/OPT-12c]", async () => {
  const network = server();
  const save = mutating("save", network);
  using client = harbour();
  const { begun } = client.controller;
  const begin = (count: number) => {
    for (let n = 0; n < count; n++) client.fetch(save, id).catch(() => {});
  };
  begin(500);
  network.calls[0]!.resolve("saved");
  await microtasks();
  begin(500);
  assertEquals(begun.size, 999);
  const lists = new Set([...begun.values()].map(({ pending }) => pending));
  const total = [...lists].reduce((sum, { length }) => sum + length, 0);
  assert(total <= 2 * 1000, `${total} references`);
  // each knows just those that were pending when it began
  const counts = [...begun.values()].map(({ count }) => count);
  const expected = Array.from({ length: 1000 }, (_, n) => n < 500 ? n : n - 1);
  assertEquals(counts, expected.slice(1));
  for (const call of network.calls) call.resolve("saved");
  await microtasks();
});
