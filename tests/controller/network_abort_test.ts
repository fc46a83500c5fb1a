import {
  assert,
  assertEquals,
  assertFalse,
  assertStrictEquals,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { NetworkManager } from "../../controller/mod.ts";
import { Endpoint, RestEndpoint } from "../../endpoint/mod.ts";
import {
  harbour,
  microtasks,
  mutating,
  reading,
  server,
  Vessel,
} from "./harbour.ts";

const id = { id: "1" };

interface Signalled {
  readonly signal?: AbortSignal;
}

/** An endpoint that fails as fetch does when its signal is aborted, and the signals it was given. */
function obedient(options: Record<string, unknown> = {}) {
  const signals: AbortSignal[] = [];
  const calls: PromiseWithResolvers<unknown>[] = [];
  const endpoint = new Endpoint(
    function (this: Signalled, _args: { id: string }): Promise<unknown> {
      const signal = this.signal!;
      const answer = Promise.withResolvers<unknown>();
      signals.push(signal);
      calls.push(answer);
      const abort = () => answer.reject(signal.reason);
      if (signal.aborted) abort();
      else signal.addEventListener("abort", abort);
      return answer.promise;
    },
    { name: "obedient", ...options },
  );
  return { endpoint, signals, calls };
}

const nameOf = (promise: Promise<unknown>) =>
  promise.then(() => "resolved", (error) => error.name);

Deno.test("every request has a signal of its own [controller/NEW-105]", () => {
  const { endpoint, signals } = obedient();
  using client = harbour();
  client.fetch(endpoint, id);
  client.fetch(endpoint, { id: "2" });
  assertEquals(signals.length, 2);
  assert(signals.every((signal) => signal instanceof AbortSignal));
  assert(signals[0] !== signals[1]);
  assertFalse(signals[0]!.aborted);
});

Deno.test("a signal the user set aborts the request, too [controller/NEW-105]", async () => {
  const aborter = new AbortController();
  const { endpoint, signals } = obedient({ signal: aborter.signal });
  using client = harbour();
  const promise = client.fetch(endpoint, id);
  const reason = new DOMException("Enough.", "AbortError");
  aborter.abort(reason);
  assertStrictEquals(signals[0]!.reason, reason);
  assertStrictEquals(await promise.catch((error) => error), reason);
  const late = client.fetch(endpoint, id);
  assertStrictEquals(await late.catch((error) => error), reason);
  assertEquals(signals.length, 1, "it never begins");
});

Deno.test("a signal in requestInit aborts the request, and leaves nothing [endpoint/INI-2] [controller/NEW-105] [controller/ERR-13]", async () => {
  const aborter = new AbortController();
  const endpoint = new RestEndpoint({
    path: "/v/:id",
    requestInit: { signal: aborter.signal },
    fetchResponse(_input, { signal }): Promise<Response> {
      return new Promise((_, reject) =>
        signal!.addEventListener("abort", () => reject(signal!.reason))
      );
    },
  });
  using client = harbour();
  const promise = client.fetch(endpoint, id);
  await microtasks();
  aborter.abort();
  assertEquals(await nameOf(promise), "AbortError");
  assertStrictEquals(client.read(endpoint, id).error, undefined);
});

Deno.test("endpoints that know no signal behave as before [controller/NEW-105]", async () => {
  const direct = Object.assign(
    () => Promise.resolve("answer"),
    { key: () => "direct", testKey: () => true },
  );
  using client = harbour();
  assertEquals(await client.fetch(direct), "answer");
});

Deno.test("controller.abort ends the read of a key, and leaves no trace [controller/CTL-40] [controller/NEW-108] [controller/ERR-13]", async () => {
  const { endpoint, signals } = obedient();
  using client = harbour();
  await client.controller.abort(endpoint, id);
  const state = client.getState();
  const shared = [client.fetch(endpoint, id), client.fetch(endpoint, id)];
  const other = client.fetch(endpoint, { id: "2" });
  await client.controller.abort(endpoint, id);
  assertEquals(await Promise.all(shared.map(nameOf)), [
    "AbortError",
    "AbortError",
  ]);
  assert(signals[0]!.aborted);
  assertFalse(signals[1]!.aborted);
  assertEquals(client.getState().toJSON(), state.toJSON());
  other.catch(() => {});
});

Deno.test("controller.abort works for endpoints that ignore their signal [controller/CTL-40]", async () => {
  const network = server();
  const load = reading("load", network);
  using client = harbour();
  const promise = client.fetch(load, id);
  client.controller.abort(load, id);
  assertEquals(await nameOf(promise), "AbortError");
  network.calls[0]!.resolve("late");
  await microtasks();
  assertEquals(client.read(load, id).data, undefined);
  const again = client.fetch(load, id);
  network.calls[1]!.resolve("fresh");
  assertEquals(await again, "fresh");
});

Deno.test("controller.abort ends all mutations of a key; their layers roll back [controller/NEW-108] [controller/CTL-40] [controller/OPT-7]", async () => {
  const network = server();
  const rename = mutating("rename", network, {
    schema: Vessel,
    getOptimisticResponse: () => ({ id: "1", name: "pending" }),
  });
  using client = harbour();
  await client.set(Vessel, id, { id: "1", name: "Orca" });
  const promises = [client.fetch(rename, id), client.fetch(rename, id)];
  assertEquals(client.get(Vessel, id)?.name, "pending");
  client.controller.abort(rename, id);
  assertEquals(await Promise.all(promises.map(nameOf)), [
    "AbortError",
    "AbortError",
  ]);
  await microtasks();
  assertEquals(client.get(Vessel, id)?.name, "Orca");
  assertEquals(client.getState().optimistic, []);
  assertEquals(client.getState().getMeta(rename.key(id)), undefined);
});

Deno.test("an abort rejects with the AbortError although an older error is stored, which stays [controller/ERR-13]", async () => {
  const { endpoint, calls } = obedient();
  using client = harbour();
  const older = new Error("older");
  const first = client.fetch(endpoint, id).catch(() => {});
  calls[0]!.reject(older);
  await first;
  const promise = client.fetch(endpoint, id);
  client.controller.abort(endpoint, id);
  assertEquals(await nameOf(promise), "AbortError");
  assertStrictEquals(client.read(endpoint, id).error, older);
});

Deno.test("after an abort whoever still wants the data starts anew [controller/ERR-14]", async () => {
  const { endpoint, calls } = obedient();
  using client = harbour();
  const seen: unknown[] = [];
  client.subscribe(endpoint, [id], ({ data }) => seen.push(data));
  await microtasks();
  assertEquals(calls.length, 1);
  client.controller.abort(endpoint, id);
  await microtasks();
  const again = client.fetch(endpoint, id);
  calls.at(-1)!.resolve("answer");
  assertEquals(await again, "answer");
  await microtasks();
  assertEquals(seen.at(-1), "answer");
});

Deno.test("aborting after completion has no effect [controller/ERR-16]", async () => {
  const aborter = new AbortController();
  const { endpoint, calls } = obedient({ signal: aborter.signal });
  using client = harbour();
  const promise = client.fetch(endpoint, id);
  calls[0]!.resolve("answer");
  await promise;
  const state = client.getState();
  aborter.abort();
  client.controller.abort(endpoint, id);
  await microtasks();
  assertStrictEquals(client.getState(), state);
});

Deno.test("aborting one endpoint object's signal ends only the request made with it [controller/ERR-16]", async () => {
  const aborter = new AbortController();
  const base = obedient();
  const cancellable = base.endpoint.extend({ signal: aborter.signal });
  using client = harbour();
  const own = client.fetch(cancellable, id);
  const other = client.fetch(base.endpoint, { id: "2" });
  aborter.abort();
  assertEquals(await nameOf(own), "AbortError");
  base.calls[1]!.resolve("answer");
  assertEquals(await other, "answer");
});

Deno.test("a signal the user set ends the request of an endpoint that ignores it [controller/NEW-105]", async () => {
  const aborter = new AbortController();
  const load = reading("load", server(), { signal: aborter.signal });
  using client = harbour();
  const promise = client.fetch(load, id);
  aborter.abort();
  assertEquals(await nameOf(promise), "AbortError");
});

Deno.test("a request goes on for the others when whoever started it aborts [controller/NEW-107] [controller/ERR-16]", async () => {
  const aborter = new AbortController();
  const { endpoint, calls } = obedient();
  using client = harbour();
  const owned = endpoint.extend({ signal: aborter.signal });
  const owner = client.fetch(owned, id);
  const other = client.fetch(endpoint, id);
  // whose signal is aborted as well has nothing to wait for
  const follower = client.fetch(owned, id);
  aborter.abort();
  assertEquals(await nameOf(owner), "AbortError");
  assertEquals(await nameOf(follower), "AbortError");
  calls[0]!.resolve("answer");
  assertEquals(await other, "answer");
  assertEquals(client.read(endpoint, id).data, "answer");
  assertEquals(calls.length, 1);
});

Deno.test("a request ends when all who share it have aborted [controller/NEW-107] [controller/NEW-105]", async () => {
  const aborter = new AbortController();
  const { endpoint, signals } = obedient();
  const owned = endpoint.extend({ signal: aborter.signal });
  using client = harbour();
  const callers = [client.fetch(owned, id), client.fetch(owned, id)];
  aborter.abort();
  for (const caller of callers) {
    assertEquals(await nameOf(caller), "AbortError");
  }
  assert(signals[0]!.aborted);
  assertEquals(
    client.controller.getState().getMeta(endpoint.key(id)),
    undefined,
  );
});

Deno.test("abortOnUnused ends a read once nobody reads or awaits it [controller/NEW-106]", async () => {
  using time = new FakeTime();
  const { endpoint, signals } = obedient({ abortOnUnused: true });
  const patient = obedient();
  using client = harbour();
  const { controller } = client;
  const release = controller.addReader(endpoint, id);
  const releaseOther = controller.addReader(patient.endpoint, { id: "2" });
  const request = controller.fetchForReader(endpoint, id);
  controller.fetchForReader(patient.endpoint, { id: "2" });
  release();
  releaseOther();
  assertFalse(signals[0]!.aborted, "not at once");
  time.tick(0);
  assert(signals[0]!.aborted);
  assertEquals(await nameOf(request), "AbortError");
  assertFalse(patient.signals[0]!.aborted, "it did not ask for that");
  assertEquals(client.getState().getMeta(endpoint.key(id)), undefined);
  controller.addReader(endpoint, id);
  controller.fetchForReader(endpoint, id);
  assertEquals(signals.length, 2, "the next reader starts a new request");
});

Deno.test("a caller, a waiting reader or another reader keeps a read alive [controller/NEW-106]", async () => {
  using time = new FakeTime();
  using client = harbour();
  const { controller } = client;
  const holders: Record<
    string,
    (endpoint: ReturnType<typeof obedient>["endpoint"]) => unknown
  > = {
    caller: (endpoint) => controller.fetch(endpoint, id),
    waiting: (endpoint) =>
      controller.registry.add(
        endpoint.key(id),
        endpoint,
        [id],
        controller.fetchForReader(endpoint, id),
      ),
    reader: (endpoint) => controller.addReader(endpoint, id),
  };
  for (const [name, hold] of Object.entries(holders)) {
    const { endpoint, signals, calls } = obedient({
      abortOnUnused: true,
      name,
    });
    const release = controller.addReader(endpoint, id);
    controller.fetchForReader(endpoint, id);
    hold(endpoint);
    release();
    time.tick(1);
    assertFalse(signals[0]!.aborted, name);
    calls[0]!.resolve("answer");
    await microtasks();
  }
});

Deno.test("mutations are not aborted when their readers leave [controller/NEW-109]", () => {
  using time = new FakeTime();
  const { endpoint, signals } = obedient({
    abortOnUnused: true,
    sideEffect: true,
  });
  using client = harbour();
  const release = client.controller.addReader(endpoint, id);
  client.controller.fetchForReader(endpoint, id);
  release();
  time.tick(10_000);
  assertFalse(signals[0]!.aborted);
});

Deno.test("a reset stops the network activity of reads [controller/NEW-110]", async () => {
  const load = obedient();
  const save = obedient({ sideEffect: true, name: "save" });
  const manager = new NetworkManager();
  using client = harbour({ managers: [manager] });
  const reading = nameOf(client.fetch(load.endpoint, id));
  const saving = client.fetch(save.endpoint, id);
  await client.resetEntireStore();
  assertEquals(await reading, "ResetError");
  assert(load.signals[0]!.aborted);
  assertFalse(save.signals[0]!.aborted);
  save.calls[0]!.resolve("saved");
  assertEquals(await saving, "saved");
  load.calls[0]!.resolve("late");
  await microtasks();
  assertEquals(manager.allSettled(), undefined);
});

Deno.test("a signal that outlives its requests is not listened to for ever [controller/NEW-105]", async () => {
  const aborter = new AbortController();
  const { signal } = aborter;
  const listeners = countListeners(signal);
  const endpoints = [
    reading("answer", () => Promise.resolve(1), { signal }),
    reading("failure", () => Promise.reject(new Error("down")), { signal }),
    mutating("save", () => Promise.resolve(1), { signal }),
  ];
  using client = harbour();
  for (const endpoint of endpoints) {
    await client.fetch(endpoint).catch(() => {});
    await microtasks();
    assertEquals(listeners(), 0);
  }
});

Deno.test("a getter that gives another signal each time is asked once for a request [controller/NEW-105]", async () => {
  const { endpoint } = obedient();
  const aborters: AbortController[] = [];
  let listeners = () => 0;
  const getShip = endpoint.extend({
    retry: 1,
    get signal() {
      const aborter = new AbortController();
      aborters.push(aborter);
      listeners = countListeners(aborter.signal);
      return aborter.signal;
    },
  });
  using client = harbour();
  const promise = client.fetch(getShip, id);
  assertEquals([aborters.length, listeners()], [1, 1]);
  const reason = new DOMException("Enough.", "TimeoutError");
  aborters[0]!.abort(reason);
  assertStrictEquals(await promise.catch((error) => error), reason);
  assertEquals([aborters.length, listeners()], [1, 0]);
});

/** Returns a function that tells how many listeners came to a signal and have not gone. */
function countListeners(signal: AbortSignal): () => number {
  let count = 0;
  const { addEventListener, removeEventListener } = signal;
  signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
    count++;
    addEventListener.apply(signal, args);
  };
  signal.removeEventListener = (
    ...args: Parameters<typeof removeEventListener>
  ) => {
    count--;
    removeEventListener.apply(signal, args);
  };
  return () => count;
}

/**
 * Two readers of vessels, each of whom requests one, and a server that counts.
 * Neighbours tried: an abort by the controller, by the signal of the endpoint
 * and by an answer that is an AbortError; optimistic changes and others; two
 * at once; a read with data and one without.
 */
async function harbourWithReaders() {
  const network = server();
  const getVessel = reading("getVessel", network, { schema: Vessel });
  const client = harbour();
  const shown = new Map<string, string | undefined>();
  for (const pk of ["1", "2"]) {
    client.subscribe(
      getVessel,
      [{ id: pk }],
      ({ data }) => void shown.set(pk, data?.name),
    );
  }
  const answer = (index: number, name: string) =>
    network.calls[index]!.resolve({ ...network.calls[index]!.args[0], name });
  answer(0, "Orca");
  answer(1, "Fram");
  await microtasks();
  const asked = () => network.calls.slice(2).map(({ args }) => args[0].id);
  return { client, getVessel, network, shown, answer, asked };
}

Deno.test("of an aborted mutation nobody knows whether it was carried out: readers of what it wrote ask once, and others do not [controller/OPT-12e]", async () => {
  for (const isOptimistic of [true, false]) {
    for (const kind of ["controller", "signal", "answer"]) {
      const world = await harbourWithReaders();
      using client = world.client;
      const aborter = new AbortController();
      const edits = server();
      const rename = mutating("rename", edits, {
        schema: Vessel,
        ...kind === "signal" && { signal: aborter.signal },
        ...isOptimistic &&
          { getOptimisticResponse: () => ({ ...id, name: "Maud" }) },
      });
      const promise = client.fetch(rename, id);
      await microtasks();
      if (isOptimistic) assertEquals(world.shown.get("1"), "Maud");
      if (kind === "controller") client.controller.abort(rename, id);
      else {
        const error = new DOMException("aborted", "AbortError");
        aborter.abort(error);
        edits.calls[0]!.reject(error);
      }
      assertEquals(await nameOf(promise), "AbortError");
      await new Promise((resolve) => setTimeout(resolve));
      assertEquals([kind, world.asked()], [kind, ["1"]]);
      // as the server has it, since it was carried out
      world.answer(2, "Maud");
      await microtasks();
      await new Promise((resolve) => setTimeout(resolve));
      assertEquals([...world.shown.values()], ["Maud", "Fram"]);
      assertEquals(world.asked(), ["1"]);
    }
  }
});

Deno.test("an aborted read wrote nothing: nobody asks for that reason [controller/OPT-12e] [controller/ERR-13]", async () => {
  for (const kind of ["controller", "answer"]) {
    const world = await harbourWithReaders();
    using client = world.client;
    const other = reading("getOther", server(), { schema: Vessel });
    const getShown = kind === "controller"
      ? client.fetch(world.getVessel, id)
      : client.fetch(other, id);
    const before = world.asked();
    if (kind === "controller") client.controller.abort(world.getVessel, id);
    else client.controller.abort(other, id);
    assertEquals(await nameOf(getShown), "AbortError");
    await microtasks();
    await new Promise((resolve) => setTimeout(resolve));
    assertEquals(world.asked(), before);
    assertEquals([...world.shown.values()], ["Orca", "Fram"]);
    const { expiresAt } = client.read(world.getVessel, id);
    assert(expiresAt > Date.now());
  }
});
