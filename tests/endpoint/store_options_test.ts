import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertRejects,
  assertStrictEquals,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import {
  createClient,
  Endpoint,
  ExpiryStatus,
  RestEndpoint,
} from "../../mod.ts";
import { replaceFetch, spyOnConsole } from "./spies.ts";
import { Vessel } from "./harbour.ts";

/** An endpoint whose calls are answered in turn; errors reject. */
function answering(...answers: unknown[]) {
  let calls = 0;
  return {
    get calls(): number {
      return calls;
    },
    fetch(_args: { id: string }): Promise<unknown> {
      const answer = answers[Math.min(calls++, answers.length - 1)];
      return answer instanceof Error
        ? Promise.reject(answer)
        : Promise.resolve(answer);
    },
  };
}

const args = { id: "7" };
const vessel = { id: "7", name: "Ada" };

Deno.test("a synchronous throw is a rejection and a stored error for the controller [endpoint/END-9a]", async () => {
  using client = createClient();
  const failure = new RangeError("too deep");
  const endpoint = new Endpoint(function fail(_id: string): Promise<void> {
    throw failure;
  });
  const promise = client.fetch(endpoint, "7");
  const error = await assertRejects(() => promise);
  assertStrictEquals(error, failure);
  assertStrictEquals(client.read(endpoint, "7").error, failure);
});

Deno.test("with a schema the result is normalized, without it is stored as it is [endpoint/END-20]", async () => {
  using client = createClient();
  const endpoint = new RestEndpoint({
    path: "/vessels/:id",
    schema: Vessel,
    fetch: answering(vessel).fetch,
  });
  assertInstanceOf(await client.fetch(endpoint, args), Vessel);
  const { entities, endpoints } = client.getState().toJSON();
  assertEquals(entities["Vessel"], { "7": vessel });
  assertEquals(endpoints["GET /vessels/7"], "7");
  for (const schema of [undefined, null]) {
    const raw = { id: "7", nested: new Date(0) };
    const plain = new RestEndpoint({
      path: `/plain/${schema}/:id`,
      schema,
      fetch: answering(raw).fetch,
    });
    assertStrictEquals(await client.fetch(plain, args), raw);
    assertStrictEquals(client.read(plain, args).data, raw);
  }
});

Deno.test("reads of one key share a request, mutations do not [endpoint/END-21]", async () => {
  using client = createClient();
  for (
    const [sideEffect, calls] of [
      [undefined, 1],
      [false, 1],
      [true, 2],
    ] as const
  ) {
    const answers = answering(vessel);
    const endpoint = new Endpoint(answers.fetch, {
      name: `share ${sideEffect}`,
      sideEffect,
    });
    await Promise.all([
      client.fetch(endpoint, args),
      client.fetch(endpoint, args),
    ]);
    assertEquals(answers.calls, calls);
  }
});

Deno.test("the managers' lengths apply where the endpoint has none [endpoint/END-22] [endpoint/END-23]", async () => {
  const { NetworkManager } = await import("../../mod.ts");
  using _time = new FakeTime(1_000_000);
  using client = createClient({
    managers: [
      new NetworkManager({ dataExpiryLength: 7000, errorExpiryLength: 70 }),
    ],
  });
  const expiryOf = (endpoint: Endpoint) =>
    client.controller.getResponse(endpoint, args, client.getState()).expiresAt;
  const good = new Endpoint(answering(vessel).fetch, { name: "good" });
  await client.fetch(good, args);
  assertEquals(expiryOf(good as unknown as Endpoint), 1_007_000);
  const bad = new Endpoint(answering(new Error("no")).fetch, { name: "bad" });
  await assertRejects(() => client.fetch(bad, args));
  assertEquals(expiryOf(bad as unknown as Endpoint), 1_000_070);
});

Deno.test("a negative expiry is refused [endpoint/END-22]", async () => {
  using client = createClient();
  using _errors = spyOnConsole("error");
  const endpoint = new Endpoint(answering(vessel).fetch, {
    name: "negative",
    dataExpiryLength: -1,
  });
  await assertRejects(() => client.fetch(endpoint, args), Error, "negative");
});

Deno.test("a subscribed endpoint is polled at the smallest frequency, with all that it inherits [endpoint/END-24]", async () => {
  using time = new FakeTime(1_000_000);
  using client = createClient();
  const { controller } = client;
  const calls: unknown[] = [];
  class Polled extends RestEndpoint {
    override fetch(...args: unknown[]): Promise<unknown> {
      calls.push(this.pollFrequency);
      return Promise.resolve(this.process({ name: "Ada" }, ...args));
    }
  }
  const base = new Polled({
    path: "/vessels/:id",
    schema: Vessel,
    key: ({ id }: { id: string }) => `own key ${id}`,
    process: (value: object, { id }: { id: string }) => ({ ...value, id }),
  });
  const slow = base.extend({ pollFrequency: 3000 });
  const fast = base.extend({ pollFrequency: 1000 });
  const pass = async (seconds: number) => {
    for (; seconds > 0; seconds--) await time.tickAsync(1000);
    await time.runMicrotasks();
  };
  await client.fetch(slow, args);
  controller.subscribe(slow, args);
  await pass(2);
  assertEquals(calls.length, 1);
  await pass(1);
  assertEquals(calls.length, 2);
  controller.subscribe(fast, args);
  await pass(3);
  assertEquals(calls.length, 5);
  assertEquals(client.get(Vessel, args)?.name, "Ada");
  assertEquals([...client.getState().endpointKeys()], ["own key 7"]);
  controller.unsubscribe(fast, args);
  await pass(3);
  assertEquals(calls.length, 6);
  controller.unsubscribe(slow, args);
  await pass(9);
  assertEquals(calls.length, 6);
});

Deno.test("errors of a poll are soft, whatever the policy [endpoint/END-24]", async () => {
  using time = new FakeTime(1_000_000);
  using client = createClient();
  const answers = answering(vessel, new Error("poll"));
  const endpoint = new Endpoint(answers.fetch, {
    name: "polled",
    schema: Vessel,
    pollFrequency: 1000,
    errorPolicy: () => "hard",
  });
  await client.fetch(endpoint, args);
  client.controller.subscribe(endpoint, args);
  await time.tickAsync(1000);
  assertEquals(answers.calls, 2);
  const { data, error } = client.read(endpoint, args);
  assertStrictEquals(error, undefined);
  assertEquals(data?.name, "Ada");
  client.controller.unsubscribe(endpoint, args);
});

Deno.test("with invalidIfStale stale data is not shown [endpoint/END-25]", async () => {
  using time = new FakeTime(1_000_000);
  using client = createClient();
  const statusOf = (invalidIfStale: boolean) => {
    const endpoint = shown.extend({ invalidIfStale });
    return client.controller.getResponse(endpoint, args, client.getState())
      .expiryStatus;
  };
  const shown = new Endpoint(answering(vessel).fetch, {
    name: "shown",
    dataExpiryLength: 5000,
  });
  await client.fetch(shown, args);
  assertEquals(statusOf(false), ExpiryStatus.Valid);
  assertEquals(statusOf(true), ExpiryStatus.InvalidIfStale);
  await time.tickAsync(5001);
  assertEquals(statusOf(false), ExpiryStatus.Valid);
  assertEquals(statusOf(true), ExpiryStatus.InvalidIfStale);
});

Deno.test("a failing server keeps data visible, a missing page does not [endpoint/RST-9] [endpoint/END-26]", async () => {
  for (const [status, isShown] of [[503, false], [404, true]] as const) {
    const responses = [Response.json(vessel), new Response("", { status })];
    using _fetch = replaceFetch(() => Promise.resolve(responses.shift()!));
    using client = createClient();
    const endpoint = new RestEndpoint({ path: "/v/:id", schema: Vessel });
    await client.fetch(endpoint, args);
    await assertRejects(() => client.fetch(endpoint, args));
    const { error } = client.read(endpoint, args);
    assertEquals(error !== undefined, isShown);
  }
});

Deno.test("an optimistic response of a read is never asked for [endpoint/END-27]", async () => {
  using client = createClient();
  let asked = 0;
  const options = {
    schema: Vessel,
    getOptimisticResponse() {
      asked++;
      return vessel;
    },
  };
  const read = new Endpoint(answering(vessel).fetch, {
    name: "read",
    ...options,
  });
  await client.fetch(read, args);
  assertEquals(asked, 0);
  const mutation = read.extend({ name: "mutation", sideEffect: true });
  await client.fetch(mutation, args);
  assert(asked > 0);
});

Deno.test("update changes the stored results of other keys [endpoint/END-28]", async () => {
  using client = createClient();
  const list = new Endpoint(() => Promise.resolve([vessel]), {
    name: "list",
    schema: [Vessel],
  });
  const seen: unknown[][] = [];
  const create = new Endpoint(
    (body: { id: string }) => Promise.resolve({ ...body, name: "new" }),
    {
      name: "create",
      sideEffect: true,
      schema: Vessel,
      update(...given: unknown[]) {
        seen.push(given);
        return { [list.key()]: (ids: string[]) => [...ids, given[0]] };
      },
    },
  );
  await client.fetch(list);
  await client.fetch(create, { id: "8" });
  await client.allSettled();
  assertEquals(seen.at(-1), ["8", { id: "8" }]);
  assertEquals(client.read(list).data?.map(({ id }) => id), ["7", "8"]);
});

Deno.test("a throw in update is logged, the rest of the response is stored [endpoint/END-28]", async () => {
  using errors = spyOnConsole("error");
  using client = createClient();
  const create = new Endpoint(answering(vessel).fetch, {
    name: "create",
    sideEffect: true,
    schema: Vessel,
    update(): Record<string, () => unknown> {
      throw new RangeError("in update");
    },
  });
  assertInstanceOf(await client.fetch(create, args), Vessel);
  await client.allSettled();
  assertEquals(client.get(Vessel, args)?.name, "Ada");
  const logged = errors.lines.join("\n");
  assertStringIncludes(logged, create.key(args));
  assertStringIncludes(logged, "in update");
});

Deno.test("a response that cannot be normalized is an error with status, key, schema and value [endpoint/ERR-4]", async () => {
  using _errors = spyOnConsole("error");
  using client = createClient();
  const response = { name: "no id" };
  const endpoint = new RestEndpoint({
    path: "/vessels/:id",
    schema: Vessel,
    fetch: answering(response).fetch,
  });
  const error = await assertRejects(
    () => client.fetch(endpoint, args),
    Error,
  ) as Error & { status: number; response: unknown };
  assertEquals(error.status, 400);
  assertStringIncludes(error.message, "GET /vessels/7");
  assertStringIncludes(error.message, "Vessel");
  assertStringIncludes(error.message, "primary key");
  assert(
    error.message.indexOf("Vessel") < error.message.indexOf("primary key"),
  );
  assertStrictEquals(error.response, response);
});

Deno.test("key and url of a call that is wrong throw at once [endpoint/RST-5]", () => {
  using client = createClient();
  const endpoint = new RestEndpoint({ path: "/vessels/:id", schema: Vessel });
  // deno-lint-ignore no-explicit-any -- the types forbid this
  const untyped = client as any;
  assertThrows(
    () => untyped.read(endpoint, {}),
    TypeError,
    "Missing parameter id",
  );
});
