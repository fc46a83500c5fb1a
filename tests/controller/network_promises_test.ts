import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertRejects,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import {
  actions,
  type Manager,
  NetworkManager,
  type ReadEndpoint,
  ResetError,
  type State,
} from "../../controller/mod.ts";
import {
  answering,
  harbour,
  microtasks,
  mutating,
  reading,
  recordingConsole,
  server,
  unhandledDuring,
  Vessel,
} from "./harbour.ts";
import { outcomeOf } from "./outcome_of.ts";

const id = { id: "1" };

const outcomes = {
  success: ["resolve", { id: "1", name: "Orca" }],
  rejection: ["reject", new Error("down")],
  "processing error": ["resolve", "no object"],
  abort: ["reject", new DOMException("", "AbortError")],
} as const;

for (const [event, [method, answer]] of Object.entries(outcomes)) {
  for (const make of [reading, mutating]) {
    Deno.test(`${event} of a ${make.name}: promise, layer and store [controller/NET-14]`, async () => {
      const network = server();
      const endpoint = make("endpoint", network, {
        schema: Vessel,
        getOptimisticResponse: () => ({ id: "1", name: "pending" }),
      });
      using client = harbour();
      const key = endpoint.key(id);
      const before = client.getState();
      await recordingConsole(async () => {
        const promise = client.fetch(endpoint, id);
        let isCommitted: boolean | undefined;
        const settled = promise.then(() => {}, () => {}).then(() => {
          isCommitted = client.getState().getMeta(key) !== undefined;
        });
        network.calls[0]![method](answer as never);
        await settled;
        if (event !== "abort") assert(isCommitted);
        const result = await promise.catch((error) => error);
        if (event === "success") assertEquals(result.name, "Orca");
        else if (event === "processing error") assertEquals(result.status, 400);
        else assertStrictEquals(result, answer);
        await microtasks();
        assertEquals(client.getState().optimistic, []);
        const meta = client.getState().getMeta(key);
        if (event === "abort") {
          assertEquals(meta, undefined);
          assertEquals(client.getState().toJSON(), before.toJSON());
        } else if (event === "success") assertEquals(meta!.error, undefined);
        else assertStrictEquals(meta!.error, result);
      });
    });
  }
}

Deno.test("a processing error of a mutation rejects its promise, and is logged once [controller/ERR-12] [controller/ERR-11]", async () => {
  const save = mutating("save", answering("no object"), { schema: Vessel });
  using client = harbour();
  const records = await recordingConsole(async () => {
    const error = await assertRejects(() => client.fetch(save, id), Error);
    await microtasks();
    assertStrictEquals(client.getState().getMeta(save.key(id))!.error, error);
  });
  assertEquals(records.length, 1);
});

Deno.test("reset: reads reject after it is committed, mutations report their own outcome, results are discarded [controller/NET-14] [controller/NET-15] [controller/CTL-28] [controller/CTL-29]", async () => {
  const network = server();
  const load = reading("load", network);
  const save = mutating("save", network, {
    schema: Vessel,
    getOptimisticResponse: () => ({ id: "1", name: "pending" }),
  });
  const fail = mutating("fail", network);
  using client = harbour();
  let stateAtRejection: State | undefined;
  const waiting = client.fetch(load, id).catch((error) => {
    stateAtRejection = client.getState();
    return error;
  });
  const saving = client.fetch(save, id);
  const failing = client.fetch(fail, id);
  assertEquals(client.getState().optimistic.length, 1);
  await client.resetEntireStore();
  const error = await waiting;
  assertInstanceOf(error, ResetError);
  assertEquals(error.name, "ResetError");
  assertInstanceOf(error, Error);
  assert(/reset/i.test(error.message));
  const reset = client.getState();
  assertStrictEquals(stateAtRejection, reset);
  assertEquals(reset.optimistic, []);
  network.calls[0]!.resolve("old");
  network.calls[1]!.resolve({ id: "1", name: "Orca" });
  const reason = new Error("down");
  network.calls[2]!.reject(reason);
  assertEquals((await saving).name, "Orca");
  assertStrictEquals(await failing.catch((reason) => reason), reason);
  await microtasks();
  assertStrictEquals(client.getState(), reset);
});

Deno.test("requests started in the same millisecond as a reset are told apart [controller/NET-15]", async () => {
  const network = server();
  const load = reading("load", network);
  using client = harbour();
  client.fetch(load, { id: "before" });
  client.resetEntireStore();
  client.fetch(load, { id: "after" });
  for (const { resolve } of network.calls) resolve("answer");
  await microtasks();
  assertEquals(client.read(load, { id: "before" }).data, undefined);
  assertEquals(client.read(load, { id: "after" }).data, "answer");
});

Deno.test("after a reset a running key is fetched anew [controller/NET-16]", async () => {
  const network = server();
  const load = reading("load", network);
  using client = harbour();
  client.fetch(load, id);
  client.resetEntireStore();
  const again = client.fetch(load, id);
  assertEquals(network.calls.length, 2);
  network.calls[0]!.resolve("old");
  assertEquals(await outcomeOf(again), "pending");
  network.calls[1]!.resolve("new");
  assertEquals(await again, "new");
});

Deno.test("a response whose announcement resets the store settles no request that began since [controller/NET-16]", async () => {
  const network = server();
  const load = reading("load", network);
  using client = harbour();
  const first = client.fetch(load, id);
  let second: Promise<unknown> | undefined;
  const stop = client.subscribe(() => {
    stop();
    client.resetEntireStore();
    second = client.fetch(load, id);
  });
  network.calls[0]!.resolve("old");
  assertEquals(await first, "old");
  network.calls[1]!.resolve("new");
  assertEquals(await second, "new");
});

Deno.test("a mutation whose caller resets the store at once is not stored [controller/NET-15]", async () => {
  const save = mutating("save", answering({ id: "1", name: "Orca" }), {
    schema: Vessel,
  });
  using client = harbour();
  await client.fetch(save, id);
  client.resetEntireStore();
  await microtasks();
  assertEquals(client.get(Vessel, id), undefined);
});

Deno.test("nothing the library does makes a rejection unhandled, and every promise settles [controller/NET-17]", async () => {
  const settled: string[] = [];
  const note = (name: string) => () => void settled.push(name);
  const error = new Error("down");
  assertEquals(
    await unhandledDuring(async () => {
      using client = harbour({ managers: [new NetworkManager()] });
      const { controller } = client;
      const failing = reading("failing", () => Promise.reject(error));
      const malformed = reading("malformed", answering("x"), {
        schema: Vessel,
      });
      await recordingConsole(async () => {
        for (const endpoint of [failing, malformed]) {
          const action = actions.createFetch(endpoint, { args: [id] });
          controller.dispatch(action);
          action.meta.promise.catch(note(endpoint.key(id)));
          controller.dispatch(actions.createFetch(endpoint, { args: [id] }));
        }
        await microtasks();
        const hanging = reading("hanging", server());
        controller.fetch(hanging, id).catch(note("reset"));
        client.resetEntireStore();
        const save = mutating("save", () => Promise.reject(error));
        controller.fetch(save).catch(note("mutation"));
        const aborted = reading("aborted", server());
        controller.fetch(aborted, id).catch(note("aborted"));
        controller.abort(aborted, id);
        await microtasks();
      });
    }),
    [],
  );
  assertEquals(settled.length, 5);
  assertEquals(settled.slice(2).sort(), ["aborted", "mutation", "reset"]);
});

/** Ways in which a manager can fail over responses before it hands them on. */
const failures: Record<string, (thrown: Error) => Promise<void>> = {
  "throws": (thrown) => {
    throw thrown;
  },
  "rejects": (thrown) => Promise.reject(thrown),
  "rejects later": async (thrown) => {
    await microtasks();
    throw thrown;
  },
};

for (const [way, fail] of Object.entries(failures)) {
  for (const isBefore of [true, false]) {
    const place = isBefore ? "before" : "behind";
    Deno.test(`a manager ${place} the network that ${way} over a response reaches its fetch only, and leaves no layer [controller/MGR-9] [controller/NET-17] [controller/OPT-7]`, async () => {
      const thrown = new Error("manager");
      const other: Manager = {
        middleware: () => (next) => (action) =>
          action.type === "rdc/setresponse" ? fail(thrown) : next(action),
        cleanup() {},
      };
      const network = new NetworkManager();
      using client = harbour({
        managers: isBefore ? [other, network] : [network, other],
      });
      await client.set(Vessel, id, { id: "1", name: "Orca" });
      const load = reading("load", answering("answer"));
      const answers = [
        answering({ id: "1", name: "Beluga" }),
        () => Promise.reject(new Error("down")),
      ];
      const records = await recordingConsole(async () => {
        assertStrictEquals(
          await client.fetch(load, id).catch((reason) => reason),
          thrown,
        );
        for (const answer of answers) {
          const rename = mutating("rename", answer, {
            schema: Vessel,
            getOptimisticResponse: () => ({ id: "1", name: "pending" }),
          });
          const outcome = client.fetch(rename, id);
          assertEquals(client.get(Vessel, id)?.name, "pending");
          let shown: string | undefined;
          const reason = await outcome.catch((reason: Error) => {
            shown = client.get(Vessel, id)?.name;
            return reason;
          });
          assertEquals(
            (reason as Error).message,
            answer === answers[0] ? "manager" : "down",
          );
          assertEquals(
            shown,
            "Orca",
            "the layer is gone when the caller goes on",
          );
        }
        await microtasks();
      });
      // what the caller did not get, because it had an error of its own
      assertEquals(records.map(({ args }) => args[0]), [thrown]);
      assertEquals(network.allSettled(), undefined);
      const state = client.getState();
      assertEquals(state.optimistic, []);
      assertEquals(client.get(Vessel, id)?.name, "Orca");
      assertEquals(Object.keys(state.endpoints), []);
      assertStrictEquals(state.getMeta(load.key(id))!.error, thrown);
    });
  }
}

/** A manager that throws once a response is stored. */
function failingAfter(thrown: Error): Manager {
  return {
    middleware: () => (next) => async (action) => {
      await next(action);
      if (action.type === "rdc/setresponse") throw thrown;
    },
    cleanup() {},
  };
}

for (const make of [reading, mutating]) {
  Deno.test(`a manager that fails over the answer of a ${make.name} once it is stored is reported; the caller has its answer [controller/MGR-9] [controller/NET-17]`, async () => {
    const thrown = new Error("manager");
    const failing = failingAfter(thrown);
    const rename = make("rename", answering({ id: "1", name: "Beluga" }), {
      schema: Vessel,
      ...make === mutating &&
        { getOptimisticResponse: () => ({ id: "1", name: "pending" }) },
    });
    for (const isBefore of [true, false]) {
      const network = new NetworkManager();
      using client = harbour({
        managers: isBefore ? [failing, network] : [network, failing],
      });
      const records = await recordingConsole(async () => {
        assertEquals((await client.fetch(rename, id)).name, "Beluga");
        await microtasks();
      });
      assertEquals(records.map(({ args }) => args[0]), [thrown]);
      assertEquals(client.get(Vessel, id)?.name, "Beluga");
      assertEquals(client.getState().optimistic, []);
    }
  });
}

Deno.test("the answer of a mutation that another manager keeps for later lets the caller go on when it is handed on [controller/NET-12] [controller/NET-17]", async () => {
  let release = () => {};
  const keeping: Manager = {
    middleware: () => (next) => async (action) => {
      if (action.type === "rdc/setresponse") {
        await new Promise<void>((resolve) => release = resolve);
      }
      return next(action);
    },
    cleanup() {},
  };
  using client = harbour({ managers: [new NetworkManager(), keeping] });
  const save = mutating("save", answering({ id: "1", name: "Orca" }), {
    schema: Vessel,
  });
  let isSettled = false;
  const done = client.fetch(save, id).finally(() => isSettled = true);
  await microtasks();
  assertEquals([isSettled, client.get(Vessel, id)], [false, undefined]);
  release();
  assertEquals((await done).name, "Orca");
  assertEquals(client.get(Vessel, id)?.name, "Orca");
});

const supersessions: Record<
  string,
  (client: ReturnType<typeof harbour>, load: ReadEndpoint) => unknown
> = {
  invalidated: (client, load) => client.invalidate(load, id),
  expired: (client, load) => client.expireAll(load),
};

for (const [event, supersede] of Object.entries(supersessions)) {
  Deno.test(`callers of a request that was ${event} settle with a newer answer of the key, and not with a failure [controller/NET-10a]`, async () => {
    const network = server();
    const load = reading("load", network, { schema: Vessel });
    using client = harbour();
    const oldest = client.fetch(load, id);
    supersede(client, load as never);
    const failing = client.fetch(load, id);
    let isSettled = false;
    oldest.then(() => isSettled = true);
    network.calls[1]!.reject(new Error("down"));
    await assertRejects(() => failing, Error, "down");
    await microtasks();
    assertEquals(isSettled, false);
    supersede(client, load as never);
    const newest = client.fetch(load, id);
    network.calls[2]!.resolve({ id: "1", name: "Orca" } as never);
    assertStrictEquals(await oldest, await newest);
    assertEquals(client.get(Vessel, id)?.name, "Orca");
    // what hung answers after all
    network.calls[0]!.resolve({ id: "1", name: "Beluga" } as never);
    await client.allSettled();
    assertEquals(client.get(Vessel, id)?.name, "Orca");
  });
}

Deno.test("all callers of requests that were invalidated settle with a value that is set [controller/NET-10a]", async () => {
  const network = server();
  const load = reading("load", network, { schema: Vessel });
  using client = harbour();
  const oldest = client.fetch(load, id);
  client.invalidate(load, id);
  const older = client.fetch(load, id);
  client.invalidate(load, id);
  client.setResponse(load, id, { id: "1", name: "Orca" } as never);
  assertEquals((await oldest as Vessel).name, "Orca");
  assertStrictEquals(await older, await oldest);
});

Deno.test("an endpoint that fetches its own key, also through another, is rejected and says so [controller/NET-26]", async () => {
  using client = harbour();
  const direct: ReadEndpoint = reading("direct", () => client.fetch(direct));
  const first: ReadEndpoint = reading("first", () => client.fetch(second));
  const second = reading("second", () => client.fetch(first));
  for (const endpoint of [direct, first]) {
    const key = endpoint.key();
    await assertRejects(
      () => client.fetch(endpoint),
      Error,
      `'${key}' fetched itself.`,
    );
  }
  assertEquals(await client.allSettled(), undefined);
});

/** A manager whose reads start when the test says so. */
class Patient extends NetworkManager {
  readonly waiting: (() => void)[] = [];
  protected override idleCallback(callback: () => void): void {
    this.waiting.push(callback);
  }
}

Deno.test("a read that has not started yet is settled by reset, abort, disposal and a pushed value, and never starts [controller/NET-6] [controller/NET-17] [controller/NET-14]", async () => {
  const network = answering(1);
  const load = reading("load", network);
  const enders: Record<
    string,
    (client: ReturnType<typeof harbour>) => unknown
  > = {
    ResetError: (client) => client.resetEntireStore(),
    AbortError: (client) => client.controller.abort(load, id),
    DisposedError: (client) => client.dispose(),
    pushed: (client) => client.setResponse(load, id, "pushed" as never),
  };
  for (const [expected, end] of Object.entries(enders)) {
    const manager = new Patient();
    using client = harbour({ managers: [manager] });
    const outcome = client.fetch(load, id).then(
      (value) => value as unknown,
      (error) => error.name,
    );
    await end(client);
    assertEquals(await outcome, expected);
    for (const start of manager.waiting) start();
    assertEquals(network.calls.length, 0);
    assertEquals(manager.allSettled(), undefined);
  }
});

Deno.test("a manager that fails over an error is reported; the caller gets the error [controller/MGR-9]", async () => {
  const error = new Error("down");
  const thrown = new Error("manager");
  const failing = failingAfter(thrown);
  const load = reading("load", () => Promise.reject(error));
  for (const isBefore of [true, false]) {
    const network = new NetworkManager();
    using client = harbour({
      managers: isBefore ? [failing, network] : [network, failing],
    });
    const records = await recordingConsole(async () => {
      assertStrictEquals(
        await client.fetch(load).catch((reason) => reason),
        error,
      );
      await microtasks();
    });
    assertEquals(records.map(({ args }) => args[0]), [thrown]);
    assertStrictEquals(client.read(load).error, error);
  }
});

Deno.test("a read that a manager held back until after a reset is one that began after it [controller/NET-14] [controller/NET-15]", async () => {
  let release = () => {};
  const holding: Manager = {
    middleware: () => (next) => async (action) => {
      if (action.type === "rdc/fetch") {
        await new Promise<void>((resolve) => release = resolve);
      }
      return next(action);
    },
    cleanup() {},
  };
  using client = harbour({ managers: [holding, new NetworkManager()] });
  const load = reading("load", answering("late"));
  const promise = client.fetch(load, id);
  client.resetEntireStore();
  release();
  assertEquals(await promise, "late");
  assertEquals(client.read(load, id).data, "late");
});

for (const place of ["before", "behind"]) {
  Deno.test(`an answer that a manager ${place} the network holds over a reset is not stored, and told to its caller [controller/NET-14] [controller/NET-15]`, async () => {
    const held: (() => unknown)[] = [];
    const holding: Manager = {
      middleware: () => (next) => (action) => {
        if (action.type !== "rdc/setresponse") return next(action);
        return new Promise((resolve) => held.push(() => resolve(next(action))));
      },
      cleanup() {},
    };
    const network = new NetworkManager();
    using client = harbour({
      managers: place === "before" ? [holding, network] : [network, holding],
    });
    const answer = answering({ id: "1", name: "Orca" });
    const promises = [reading, mutating].map((make) =>
      client.fetch(make(make.name, answer, { schema: Vessel }), id)
    );
    await microtasks();
    await client.resetEntireStore();
    assertEquals(held.length, 2);
    for (const handOn of held) handOn();
    for (const promise of promises) assertEquals((await promise).name, "Orca");
    assertEquals(client.get(Vessel, id), undefined);
    assertEquals(Object.keys(client.getState().toJSON().endpoints), []);
  });
}

Deno.test("a read rejects with ResetError in whatever microtask after the reset its outcome comes, and a mutation does not [controller/NET-14]", async () => {
  // as one that logs the state after each action
  const waiting: Manager = {
    middleware: () => (next) => async (action) => {
      await next(action);
      await undefined;
    },
    cleanup() {},
  };
  for (const how of ["resolve", "reject"] as const) {
    const outcomes: unknown[] = [];
    for (let turns = 0; turns < 10; turns++) {
      const network = server();
      using client = harbour({ managers: [new NetworkManager(), waiting] });
      const promises = [reading, mutating].map((make) =>
        client.fetch(make(make.name, network), id).catch((error) => error)
      );
      client.resetEntireStore();
      for (let turn = 0; turn < turns; turn++) await undefined;
      for (const call of network.calls) call[how]("outcome");
      const [read, mutation] = await Promise.all(promises);
      outcomes.push(read instanceof ResetError && read.name);
      assertEquals(mutation, "outcome");
      await client.allSettled();
      assertEquals(Object.keys(client.getState().toJSON().meta), []);
    }
    assertEquals(outcomes, Array(10).fill("ResetError"));
  }
});

Deno.test("a pushed response that cannot be stored leaves the read in flight alone [controller/NET-5]", async () => {
  const network = server();
  const load = reading("load", network, { schema: Vessel });
  using client = harbour();
  const promise = client.fetch(load, id);
  await assertRejects(
    () => recordingConsole(() => client.setResponse(load, id, "no object")),
    Error,
    "no object",
  );
  network.calls[0]!.resolve({ id: "1", name: "Orca" });
  assertEquals((await promise).name, "Orca");
  assertEquals(client.read(load, id).data?.name, "Orca");
});

Deno.test("what has no schema can be read while pending changes are taken back [controller/NET-12]", async () => {
  const slow = server();
  const quick = answering({ id: "2", name: "Aida" });
  const options = {
    schema: Vessel,
    getOptimisticResponse: () => ({ id: "1", name: "pending" }),
  };
  using client = harbour();
  const note = reading("note", answering("text"));
  const pending = client.fetch(mutating("slow", slow, options), id);
  await client.fetch(mutating("quick", quick, options), { id: "2" });
  const { controller } = client;
  const confirmed = controller.getState();
  assertEquals(controller.getResponseMeta(note, id, confirmed).data, undefined);
  slow.calls[0]!.resolve({ id: "1", name: "Orca" });
  await pending;
});

Deno.test("reads go on when another manager throws at a reset, which then does not happen [controller/MGR-9] [controller/NET-17]", async () => {
  const throwing: Manager = {
    middleware: () => (next) => (action) => {
      if (action.type === "rdc/reset") throw new Error("no reset");
      return next(action);
    },
    cleanup() {},
  };
  using client = harbour({ managers: [new NetworkManager(), throwing] });
  const network = server();
  const load = reading("load", network);
  const waiting = client.fetch(load, id);
  assertThrows(() => client.resetEntireStore(), Error, "no reset");
  network.calls[0]!.resolve("answer");
  assertEquals(await waiting, "answer");
  assertEquals(client.read(load, id).data, "answer");
});
