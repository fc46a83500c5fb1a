import { assertEquals, assertStrictEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import {
  type Client,
  type Manager,
  NetworkManager,
  type NetworkManagerOptions,
  TimeoutError,
} from "../../controller/mod.ts";
import { NetworkError, RestEndpoint } from "../../endpoint/mod.ts";
import { Collection, Invalidate } from "../../schema/mod.ts";
import {
  harbour,
  microtasks,
  mutating,
  type Options,
  reading,
  type Server,
  server,
  Vessel,
} from "./harbour.ts";
import { ManualConnection, ManualVisibility } from "./outside_world.ts";

const id = { id: "1" };

/** An error with a status, and perhaps a Retry-After header. */
function failure(status: number, retryAfter?: string): Error {
  const headers = new Headers(
    retryAfter === undefined ? {} : { "retry-after": retryAfter },
  );
  return Object.assign(new Error(`status ${status}`), {
    status,
    response: { headers },
  });
}

/** A client that retries without jitter, and the server it asks. */
class Trial implements Disposable {
  readonly time = new FakeTime();
  readonly network: Server<[{ id: string }]> = server();
  readonly client: Client;

  constructor(
    options: NetworkManagerOptions = { retry: true },
    others: readonly Manager[] = [],
  ) {
    this.client = harbour({
      managers: [...others, new NetworkManager({ retryJitter: 0, ...options })],
    });
  }

  read(options: Options<undefined> = {}) {
    return reading("load", this.network, options);
  }

  write(options: Options<undefined> = {}) {
    return mutating("save", this.network, options);
  }

  /** Rejects the newest call. */
  async fail(error: unknown): Promise<void> {
    this.network.calls.at(-1)!.reject(error);
    await microtasks();
  }

  /** Moves time and lets everything happen. */
  async pass(milliseconds: number): Promise<void> {
    this.time.tick(milliseconds);
    await microtasks();
  }

  /** How many attempts were made. */
  get attempts(): number {
    return this.network.calls.length;
  }

  [Symbol.dispose](): void {
    this.client[Symbol.dispose]();
    this.time.restore();
  }
}

/** Fails every attempt with the same error, and counts the attempts. */
async function attemptsOf(
  options: NetworkManagerOptions,
  endpointOptions: Options<undefined>,
  error: unknown,
  args: readonly unknown[] = [id],
): Promise<number> {
  using trial = new Trial(options);
  const make = endpointOptions.sideEffect ? "write" : "read";
  const endpoint = trial[make](endpointOptions);
  const fetch = trial.client.fetch as (...args: unknown[]) => Promise<unknown>;
  fetch(endpoint, ...args).catch(() => {});
  for (let seen = 0; seen < trial.attempts;) {
    seen = trial.attempts;
    await trial.fail(error);
    await trial.pass(120_000);
  }
  return trial.attempts;
}

Deno.test("delays double from one second up to thirty [controller/NEW-21]", async () => {
  using trial = new Trial({ retry: 7 });
  trial.client.fetch(trial.read(), id);
  for (const delay of [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
    const before = trial.attempts;
    await trial.fail(failure(503));
    await trial.pass(delay - 1);
    assertEquals(trial.attempts, before, `before ${delay}`);
    await trial.pass(1);
    assertEquals(trial.attempts, before + 1, `at ${delay}`);
  }
});

Deno.test("retryDelay may be a number or a function [controller/NEW-21]", async () => {
  for (
    const retryDelay of [
      250,
      (attempt: number, error: { status: number }) =>
        error.status === 503 ? 250 + attempt * 0 : 0,
    ]
  ) {
    using trial = new Trial({ retry: 3, retryDelay });
    trial.client.fetch(trial.read(), id);
    for (let attempt = 1; attempt < 4; attempt++) {
      await trial.fail(failure(503));
      await trial.pass(249);
      assertEquals(trial.attempts, attempt);
      await trial.pass(1);
      assertEquals(trial.attempts, attempt + 1);
    }
  }
  using own = new Trial({ retry: 1, retryDelay: 10_000 });
  own.client.fetch(own.read({ retryDelay: 5 }), id);
  await own.fail(failure(503));
  await own.pass(5);
  assertEquals(own.attempts, 2, "the endpoint's own delay");
});

Deno.test("half of a delay is left to chance, unless retryJitter says otherwise [controller/NEW-21]", async () => {
  const trials: [number | undefined, number, number[]][] = [
    [undefined, 0, [500, 1000, 2000]],
    [undefined, 1, [1000, 2000, 4000]],
    [undefined, 0.5, [750, 1500, 3000]],
    [0, 0.7, [1000, 2000, 4000]],
    [1, 0.25, [250, 500, 1000]],
  ];
  for (const [retryJitter, chance, delays] of trials) {
    using trial = new Trial({ retry: true, retryJitter, random: () => chance });
    trial.client.fetch(trial.read(), id);
    for (const delay of delays) {
      const before = trial.attempts;
      await trial.fail(failure(503));
      await trial.pass(delay - 1);
      assertEquals(trial.attempts, before, `${retryJitter} ${chance}`);
      await trial.pass(1);
      assertEquals(trial.attempts, before + 1, `${retryJitter} ${chance}`);
    }
  }
});

Deno.test("what is tried again by default, and what never is [controller/NEW-22]", async () => {
  const named = (name: string, more: object = {}) =>
    Object.assign(new Error(name), { name, ...more });
  const retryable: unknown[] = [
    ...[408, 425, 429, 500, 502, 503, 504].map((status) => failure(status)),
    Object.assign(new TypeError("Failed to fetch"), { status: 500 }),
    new TypeError("NetworkError when attempting to fetch resource."),
    new TypeError("Load failed"),
    new TypeError("error sending request for url"),
    new TimeoutError("load", 5),
    named("TimeoutError"),
  ];
  const final: unknown[] = [
    ...[400, 401, 403, 404, 409, 422, 501].map((status) => failure(status)),
    new DOMException("", "AbortError"),
    named("SchemaValidationError", { status: 400 }),
    new SyntaxError("Unexpected token"),
    new TypeError("x is not a function"),
    new Error("anything"),
    "text",
    null,
    undefined,
  ];
  for (const error of retryable) {
    assertEquals(await attemptsOf({ retry: 1 }, {}, error), 2, String(error));
  }
  for (const error of final) {
    assertEquals(await attemptsOf({ retry: 1 }, {}, error), 1, String(error));
  }
  const always = { retry: () => true };
  for (const error of [final[7], final[8]]) {
    assertEquals(await attemptsOf(always, {}, error), 1, "not even on demand");
  }
});

Deno.test("mutations are retried only if they may safely be repeated [controller/NEW-23]", async () => {
  const mutation = { sideEffect: true };
  const trials: [Options<undefined>, number][] = [
    [{ ...mutation }, 1],
    [{ ...mutation, method: "POST" }, 1],
    [{ ...mutation, method: "PATCH" }, 1],
    [{ ...mutation, method: "PUT" }, 2],
    [{ ...mutation, method: "DELETE" }, 2],
    [{ ...mutation, method: "POST", idempotent: true }, 2],
    [{ ...mutation, method: "POST", retry: 1 }, 2],
  ];
  for (const [options, expected] of trials) {
    assertEquals(
      await attemptsOf({ retry: 1 }, options, failure(503)),
      expected,
      JSON.stringify(options),
    );
  }
});

Deno.test("a stream can be sent once only [controller/NEW-23]", async () => {
  const put = { sideEffect: true, method: "PUT", key: () => "save" };
  async function* chunks() {
    yield 1;
  }
  for (const body of [new ReadableStream(), chunks()]) {
    assertEquals(
      await attemptsOf({ retry: 1 }, put, failure(503), [id, body]),
      1,
    );
  }
  assertEquals(
    await attemptsOf({ retry: 1 }, put, failure(503), [id, "text"]),
    2,
  );
});

Deno.test("a later mutation that a repetition could undo ends the retries of the earlier one [controller/NEW-24]", async () => {
  using trial = new Trial({ retry: true });
  const put = trial.write({ method: "PUT", key: () => "save" });
  const send = (name: string) =>
    trial.client.fetch(put, { ...id, name } as typeof id);
  const error = failure(503);
  const waiting = send("a").catch((reason) => reason);
  await trial.fail(error);
  const running = send("b").catch((reason) => reason);
  assertStrictEquals(await waiting, error);
  assertEquals(trial.attempts, 2);
  const newest = send("c");
  newest.catch(() => {});
  const other = failure(502);
  trial.network.calls[1]!.reject(other);
  assertStrictEquals(await running, other, "its attempt was the last one");
  await trial.pass(60_000);
  assertEquals(trial.attempts, 3);
});

Deno.test("what cannot undo a later mutation is repeated, whatever began meanwhile [controller/NEW-24]", async () => {
  const row = "/vessels/:id", list = "/vessels";
  const form = (name: string) => {
    const data = new FormData();
    data.set("name", name);
    return data;
  };
  const trials: [
    title: string,
    method: string,
    path: string,
    earlier: unknown[],
    later: unknown[],
    attempts: number,
    schema?: unknown,
  ][] = [
    ["a creation", "POST", list, [{ name: "a" }], [{ name: "b" }], 2],
    ["a creation without text", "POST", list, [form("a")], [form("b")], 2],
    [
      "a creation in a list of a parent",
      "POST",
      "/ports/:port/vessels",
      [{ port: 1 }, { name: "a" }],
      [{ port: 1 }, { name: "b" }],
      2,
      new Collection([Vessel]).push,
    ],
    [
      "a creation of the same id",
      "POST",
      list,
      [{ id: "1", name: "a" }],
      [{ id: "1", name: "b" }],
      1,
    ],
    [
      "a creation of another id",
      "POST",
      list,
      [{ id: "1", name: "a" }],
      [{ id: "2", name: "b" }],
      2,
    ],
    ["other fields", "PATCH", row, [id, { name: "a" }], [id, { berth: 1 }], 2],
    [
      "the same field",
      "PATCH",
      row,
      [id, { name: "a" }],
      [id, { name: "b" }],
      1,
    ],
    [
      "the same value",
      "PATCH",
      row,
      [id, { name: "a" }],
      [id, { name: "a" }],
      2,
    ],
    ["forms", "PATCH", row, [id, form("a")], [id, form("b")], 1],
    ["a whole row", "PUT", row, [id, { name: "a" }], [id, { berth: 1 }], 1],
    ["the same row", "PUT", row, [id, { name: "a" }], [id, { name: "a" }], 2],
    ["a deletion", "DELETE", row, [id], [id], 2],
    [
      "an action on a row",
      "POST",
      "/vessels/:id/berth",
      [id, { berth: "1" }],
      [id, { berth: "2" }],
      1,
    ],
    ["an action without fields", "POST", "/vessels/:id/up", [id], [id], 2],
  ];
  for (
    const [title, method, path, earlier, later, attempts, schema] of trials
  ) {
    const time = new FakeTime();
    try {
      let asked = 0;
      const save = new RestEndpoint({
        path,
        method,
        retry: 1,
        schema: schema ?? Vessel,
        // what has no body of its own has parameters alone
        ...earlier.length === 1 && path.includes(":") && { body: undefined },
        fetchResponse: () =>
          ++asked === 1
            ? Promise.reject(failure(503))
            : Promise.resolve(Response.json({ id: "1" })),
        // deno-lint-ignore no-explicit-any -- calls of every shape
      } as any) as any;
      using client = harbour({
        managers: [new NetworkManager({ retryJitter: 0 })],
      });
      const first = client.fetch(save, ...earlier).catch(() => {});
      await microtasks();
      await client.fetch(save, ...later);
      await time.tickAsync(60_000);
      await first;
      assertEquals(asked - 1, attempts, title);
    } finally {
      time.restore();
    }
  }
});

Deno.test("Retry-After is obeyed; jitter only adds [controller/NEW-25]", async () => {
  using trial = new Trial({ retry: 5, retryJitter: 0.5, random: () => 0.5 });
  trial.client.fetch(trial.read(), id);
  // half of half of the first delay of one second is left to chance
  await trial.fail(failure(429, "7"));
  await trial.pass(7249);
  assertEquals(trial.attempts, 1);
  await trial.pass(1);
  assertEquals(trial.attempts, 2);
  await trial.fail(failure(500, "20"));
  await trial.pass(20_499);
  assertEquals(trial.attempts, 2);
  await trial.pass(1);
  assertEquals(trial.attempts, 3);
});

Deno.test("Retry-After may be a date; past and malformed ones are ignored [controller/NEW-25]", async () => {
  using trial = new Trial({ retry: 9 });
  trial.client.fetch(trial.read(), id);
  // HTTP dates have whole seconds
  trial.time.now = Math.ceil(trial.time.now / 1000) * 1000;
  await trial.fail(failure(503, new Date(trial.time.now + 9000).toUTCString()));
  await trial.pass(8999);
  assertEquals(trial.attempts, 1);
  await trial.pass(1);
  assertEquals(trial.attempts, 2);
  const ignored = [
    new Date(trial.time.now - 9000).toUTCString(),
    "soon",
    "-5",
    "",
    "1e9",
  ];
  let delay = 2000;
  for (const header of ignored) {
    const before = trial.attempts;
    await trial.fail(failure(503, header));
    await trial.pass(Math.min(delay, 30_000) - 1);
    assertEquals(trial.attempts, before, header);
    await trial.pass(1);
    assertEquals(trial.attempts, before + 1, header);
    delay *= 2;
  }
});

Deno.test("a server that wants more patience than there is gets no retry [controller/NEW-25]", async () => {
  const trials: [NetworkManagerOptions, string, number][] = [
    [{ retry: 1 }, "60", 2],
    [{ retry: 1 }, "61", 1],
    [{ retry: 1, maxRetryAfter: 5000 }, "5", 2],
    [{ retry: 1, maxRetryAfter: 5000 }, "6", 1],
  ];
  for (const [options, header, expected] of trials) {
    assertEquals(
      await attemptsOf(options, {}, failure(429, header)),
      expected,
      header,
    );
  }
});

Deno.test("all attempts of a mutation are one change: it began with the first, shows over what is read between them, and goes with the answer [controller/NEW-26] [controller/OPT-5] [controller/OPT-12a]", async () => {
  using trial = new Trial({ retry: 1 });
  const { client } = trial;
  const rename = mutating("rename", trial.network, {
    method: "PUT",
    schema: Vessel,
    getOptimisticResponse: () => ({ id: "1", name: "optimistic" }),
  });
  const look = reading("look", server(), { schema: Vessel });
  const promise = client.fetch(rename, id);
  const layers = client.getState().optimistic;
  await trial.fail(failure(503));
  assertEquals(client.get(Vessel, id)?.name, "optimistic", "still shown");
  // a read that ran between the attempts does not know the change
  client.setResponse(look, id, { id: "1", name: "as it was", berth: "B" });
  assertEquals(client.get(Vessel, id)?.name, "optimistic");
  assertEquals(client.get(Vessel, id)?.berth, "B");
  await trial.pass(1000);
  assertEquals(client.getState().optimistic, layers);
  trial.network.calls[1]!.resolve({ id: "1", name: "confirmed" });
  await promise;
  assertEquals(client.getState().optimistic, []);
  assertEquals(client.get(Vessel, id)?.name, "confirmed");
  const { fetchedAt } = client.getState().getMeta(rename.key(id))!;
  assertEquals(fetchedAt, layers[0]!.meta.fetchedAt);
});

Deno.test("the countdown rests while offline, and for reads while hidden [controller/NEW-27]", async () => {
  const connection = new ManualConnection();
  const visibility = new ManualVisibility();
  const options = { retry: 1, connection, visibility };
  for (const kind of ["read", "write"] as const) {
    using trial = new Trial(options);
    const endpoint = trial[kind]({ method: "PUT" });
    trial.client.fetch(endpoint, id).catch(() => {});
    await trial.fail(failure(503));
    await trial.pass(600);
    connection.set(false);
    await trial.pass(300);
    connection.set(true);
    await trial.pass(99);
    assertEquals(trial.attempts, 1, "1 ms is left");
    connection.set(false);
    await trial.pass(60_000);
    assertEquals(trial.attempts, 1, "offline");
    visibility.set(false);
    connection.set(true);
    await trial.pass(0);
    assertEquals(trial.attempts, kind === "read" ? 1 : 2, "hidden");
    visibility.set(true);
    await trial.pass(0);
    assertEquals(trial.attempts, 2, "it was due long ago");
    assertEquals(connection.listenerCount + visibility.listeners.size, 0);
  }
});

Deno.test("reset, abort, disposal and a pushed value cancel the countdown [controller/NEW-27]", async () => {
  const enders: Record<string, (client: Client, load: Read) => unknown> = {
    reset: (client) => client.resetEntireStore(),
    abort: (client, load) => client.controller.abort(load, id),
    disposal: (client) => client.dispose(),
    "pushed value": (client, load) => client.setResponse(load, id, "pushed"),
    "pushed error": (client, load) => client.setError(load, id, "pushed"),
  };
  for (const [name, end] of Object.entries(enders)) {
    const connection = new ManualConnection();
    using trial = new Trial({ retry: true, connection });
    const load = trial.read();
    const outcome = trial.client.fetch(load, id).then(
      (value) => value,
      (error) => error?.name ?? error,
    );
    await trial.fail(failure(503));
    end(trial.client, load);
    assertEquals(
      await outcome,
      {
        reset: "ResetError",
        abort: "AbortError",
        disposal: "DisposedError",
      }[name] ?? "pushed",
    );
    await trial.pass(60_000);
    assertEquals(trial.attempts, 1, name);
    assertEquals(connection.listenerCount, 0, name);
    if (name.startsWith("pushed")) {
      const state = trial.client.getState();
      assertEquals(
        state.getMeta(load.key(id))!.error,
        name === "pushed error" ? "pushed" : undefined,
      );
    }
  }
});
type Read = ReturnType<Trial["read"]>;

Deno.test("a reset ends a mutation that waits for its next attempt with its last error [controller/NEW-27] [controller/NET-14]", async () => {
  using trial = new Trial({ retry: true });
  const put = trial.write({ method: "PUT" });
  const outcome = trial.client.fetch(put, id).catch((reason) => reason);
  const error = failure(503);
  await trial.fail(error);
  await trial.client.resetEntireStore();
  assertStrictEquals(await outcome, error);
  await trial.pass(60_000);
  assertEquals(trial.attempts, 1);
  assertEquals(trial.client.getState().getMeta(put.key(id)), undefined);
});

Deno.test("a read without readers is retried, unless it opted out [controller/NEW-27] [controller/NEW-106]", async () => {
  for (const abortOnUnused of [false, true]) {
    using trial = new Trial({ retry: true });
    const load = trial.read({ abortOnUnused });
    const { controller } = trial.client;
    const release = controller.addReader(load, id);
    controller.fetchForReader(load, id);
    await trial.fail(failure(503));
    release();
    await trial.pass(60_000);
    assertEquals(trial.attempts, abortOnUnused ? 1 : 2);
  }
});

Deno.test("the endpoint is called anew for each attempt [controller/NEW-29]", async () => {
  using trial = new Trial({ retry: 2 });
  let tokens = 0;
  const sent: number[] = [];
  const load = reading("load", () => {
    sent.push(++tokens);
    return trial.network(id);
  });
  trial.client.fetch(load);
  for (let attempt = 0; attempt < 2; attempt++) {
    await trial.fail(failure(503));
    await trial.pass(2000);
  }
  assertEquals(sent, [1, 2, 3]);
});

Deno.test("the body of an attempt whose error nobody gets is cancelled [controller/NEW-29]", async () => {
  using trial = new Trial();
  const cancelled: number[] = [];
  const failureWithBody = (attempt: number) =>
    new NetworkError(
      new Response(
        new ReadableStream({
          cancel() {
            cancelled.push(attempt);
          },
        }),
        { status: 503 },
      ),
    );
  const outcome = trial.client.fetch(trial.read({ retry: 1 }), id)
    .catch((reason) => reason);
  await trial.fail(failureWithBody(1));
  assertEquals(cancelled, [], "it would be the outcome if nothing followed");
  await trial.pass(60_000);
  assertEquals(cancelled, [1]);
  await trial.fail(failureWithBody(2));
  assertEquals((await outcome as NetworkError).status, 503);
  assertEquals(cancelled, [1]);
});

Deno.test("a throwing retry function fails the fetch [controller/NET-17]", async () => {
  using trial = new Trial();
  const thrown = new Error("thrown");
  for (const option of ["retry", "retryDelay"]) {
    const load = trial.read({
      retry: true,
      [option]: () => {
        throw thrown;
      },
    });
    const outcome = trial.client.fetch(load, id).catch((reason) => reason);
    await trial.fail(failure(503));
    assertStrictEquals(await outcome, thrown);
  }
});

Deno.test("a pushed value also settles an outdated read that waits for its next attempt [controller/NET-17] [controller/NEW-27]", async () => {
  using trial = new Trial({ retry: true });
  const load = trial.read();
  const waiting = trial.client.fetch(load, id);
  await trial.fail(failure(503));
  trial.client.invalidate(load, id);
  trial.client.fetch(load, id);
  assertEquals(trial.attempts, 2);
  trial.client.setResponse(load, id, "pushed");
  assertEquals(await waiting, "pushed");
});

Deno.test("after a cleanup there are no further attempts: what waits for one, or fails, ends with its error [controller/NET-18] [controller/NEW-27] [controller/NET-17]", async () => {
  using time = new FakeTime();
  const connection = new ManualConnection();
  const network = server();
  const manager = new NetworkManager({
    retry: true,
    retryJitter: 0,
    connection,
  });
  using client = harbour({ managers: [manager] });
  const [waiting, running] = ["waiting", "running"].map((name) =>
    client.fetch(reading(name, network), id).catch(({ status }) => status)
  );
  network.calls[0]!.reject(failure(503));
  await microtasks();
  assertEquals(connection.listenerCount, 2);
  manager.cleanup();
  assertEquals(connection.listenerCount, 0);
  assertEquals(await waiting, 503);
  network.calls[1]!.reject(failure(500));
  assertEquals(await running, 500);
  time.tick(60_000);
  assertEquals(network.calls.length, 2);
});

Deno.test("what the caller aborts is not tried again, whatever the reason [controller/NEW-22] [controller/NEW-105]", async () => {
  const aborter = new AbortController();
  using trial = new Trial({ retry: true });
  const load = trial.read({ signal: aborter.signal });
  const reason = failure(503);
  const caught = trial.client.fetch(load, id).catch((error) => error);
  aborter.abort(reason);
  await trial.fail(reason);
  assertStrictEquals(await caught, reason);
  await trial.pass(60_000);
  assertEquals(trial.attempts, 1);
});

Deno.test("a caller's abort ends the wait for the next attempt [controller/NEW-27] [controller/NEW-105]", async () => {
  const aborter = new AbortController();
  using trial = new Trial({ retry: true });
  const load = trial.read({ signal: aborter.signal });
  const caught = trial.client.fetch(load, id).catch((error) => error.name);
  await trial.fail(failure(503));
  aborter.abort();
  assertEquals(await caught, "AbortError");
  await trial.pass(60_000);
  assertEquals(trial.attempts, 1);
});

Deno.test("a repeated deletion that is answered 404 is confirmed: its first attempt has carried it out [controller/OPT-12e]", async () => {
  using trial = new Trial({ retry: 1 });
  const { client } = trial;
  await client.set(Vessel, id, { id: "1", name: "Orca" });
  const scrap = mutating("scrap", trial.network, {
    schema: new Invalidate(Vessel),
    method: "DELETE",
  });
  const outcome = client.fetch(scrap, id).catch((reason) => reason);
  await trial.fail(failure(503));
  assertEquals(client.get(Vessel, id)?.name, "Orca");
  await trial.pass(1000);
  const last = failure(404);
  await trial.fail(last);
  assertStrictEquals(await outcome, last);
  assertEquals(client.get(Vessel, id), undefined);
});

for (
  const [attempts, asked] of [[[503, 409], 1], [[409], 0], [[503, 422], 0]]
) {
  Deno.test(`a POST that is answered ${attempts} has its readers ask ${asked} times [controller/OPT-12e] [controller/OPT-12g]`, async () => {
    using trial = new Trial({ retry: 1 });
    const { client } = trial;
    const vessels = server();
    const getVessel = reading("getVessel", vessels, { schema: Vessel });
    await client.setResponse(getVessel, id, { id: "1", name: "Orca" });
    const stop = client.subscribe(getVessel, [id], () => {});
    const rename = mutating("rename", trial.network, {
      schema: Vessel,
      method: "POST",
      path: "/vessels/:id/name",
      retry: 1,
      getOptimisticResponse: () => ({ id: "1", name: "pending" }),
    });
    const outcome = client.fetch(rename, id).catch(({ status }) => status);
    for (const [index, status] of (attempts as number[]).entries()) {
      if (index > 0) await trial.pass(1000);
      assertEquals(client.get(Vessel, id)?.name, "pending");
      assertEquals(vessels.calls.length, 0);
      await trial.fail(failure(status));
    }
    assertEquals(await outcome, (attempts as number[]).at(-1));
    assertEquals(client.get(Vessel, id)?.name, "Orca");
    await trial.pass(0);
    assertEquals(vessels.calls.length, asked);
    stop();
  });
}
