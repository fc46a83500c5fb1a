import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertStrictEquals,
} from "@std/assert";
import {
  type Client,
  LogoutManager,
  NetworkManager,
  type NetworkManagerOptions,
  TimeoutError,
} from "../../controller/mod.ts";
import { NetworkError, RestEndpoint } from "../../endpoint/mod.ts";
import {
  MisbehavingServer,
  type ReceivedRequest,
} from "../support/misbehaving_server.ts";
import { harbour, Vessel } from "./harbour.ts";

const id = { id: "1" };

/** Endpoints of a server. */
function endpointsOf({ url }: { url: string }) {
  const getVessel = new RestEndpoint({
    urlPrefix: url,
    path: "/vessels/:id",
    schema: Vessel,
  });
  const putVessel = new RestEndpoint({
    urlPrefix: url,
    path: "/vessels/:id",
    method: "PUT",
    schema: Vessel,
    getOptimisticResponse: (_snapshot: unknown, { id }: { id: string }) => ({
      id,
      name: "optimistic",
    }),
  });
  return { getVessel, putVessel };
}

type Endpoints = ReturnType<typeof endpointsOf>;

/** Runs with a server, its endpoints and a client that knows the vessel. */
async function withServer(
  run: (
    server: MisbehavingServer,
    client: Client,
    endpoints: Endpoints,
  ) => Promise<void>,
  options: NetworkManagerOptions = {},
): Promise<void> {
  await using server = await MisbehavingServer.start((request) =>
    request.json({ id: "1", name: "Orca" })
  );
  using client = harbour({ managers: [new NetworkManager(options)] });
  const endpoints = endpointsOf(server);
  await client.fetch(endpoints.getVessel, id);
  await run(server, client, endpoints);
}

interface Failure {
  /** What the server does. */
  readonly answer: (request: ReceivedRequest) => void;
  /** Status of the error. */
  readonly status: number;
  readonly policy: "soft" | undefined;
  /** Class of the error. */
  readonly error: new (...args: never[]) => Error;
}

const html = { "content-type": "text/html" };
const failures: Record<string, Failure> = {
  "404": {
    answer: (request) => request.json({ detail: "gone" }, 404),
    status: 404,
    policy: undefined,
    error: NetworkError,
  },
  "400": {
    answer: (request) => request.json({}, 400),
    status: 400,
    policy: undefined,
    error: NetworkError,
  },
  "422": {
    answer: (request) => request.json({}, 422),
    status: 422,
    policy: undefined,
    error: NetworkError,
  },
  "500": {
    answer: (request) => request.text("broken", 500),
    status: 500,
    policy: "soft",
    error: NetworkError,
  },
  "503": {
    answer: (request) => request.text("", 503),
    status: 503,
    policy: "soft",
    error: NetworkError,
  },
  "a dropped connection": {
    answer: (request) => request.drop(),
    status: 500,
    policy: "soft",
    error: TypeError,
  },
  "a body that is no JSON": {
    answer: (request) =>
      request.text("{oops", 200, { "content-type": "application/json" }),
    status: 400,
    policy: undefined,
    error: Error,
  },
  "a page instead of data": {
    answer: (request) => request.text("<html></html>", 200, html),
    status: 404,
    policy: undefined,
    error: NetworkError,
  },
};

for (const [name, failure] of Object.entries(failures)) {
  Deno.test(`${name}: a typed error, and the cache as it was [controller/ERR-1] [controller/ERR-4] [controller/ERR-17]`, async () => {
    await withServer(async (server, client, { getVessel, putVessel }) => {
      const before = client.getState();
      const vessel = client.get(Vessel, id);
      server.answer = failure.answer;
      const error = await client.fetch(getVessel, id).catch((reason) => reason);
      assertInstanceOf(error, failure.error);
      assertEquals((error as { status?: number }).status, failure.status);
      const key = getVessel.key(id);
      const after = client.getState();
      assertStrictEquals(after.getEndpoint(key), before.getEndpoint(key));
      assertStrictEquals(
        after.getEntity("Vessel", "1"),
        before.getEntity("Vessel", "1"),
      );
      assertStrictEquals(client.get(Vessel, id), vessel);
      const meta = after.getMeta(key)!;
      assertStrictEquals(meta.error, error);
      assertEquals(meta.errorPolicy, failure.policy);
      const reading = client.read(getVessel, id);
      assertStrictEquals(reading.data, vessel);
      assertStrictEquals(
        reading.error,
        failure.policy === "soft" ? undefined : error,
      );

      const putting = client.fetch(putVessel, id, { name: "Beluga" });
      assertEquals(client.get(Vessel, id)?.name, "optimistic");
      const putError = await putting.catch((reason) => reason);
      assertEquals((putError as { status?: number }).status, failure.status);
      await client.allSettled();
      assertStrictEquals(client.get(Vessel, id), vessel, "rolled back");

      server.answer = (request) => request.json({ id: "1", name: "back" });
      assertEquals((await client.fetch(getVessel, id)).name, "back");
      assertEquals(client.read(getVessel, id).error, undefined);
    });
  });
}

Deno.test("a body cut short is an error, not half a vessel [controller/ERR-1] [controller/ERR-17]", async () => {
  await withServer(async (server, client, { getVessel }) => {
    const vessel = client.get(Vessel, id);
    server.answer = (request) => request.truncate('{"id":"1","name":"Bel');
    const error = await client.fetch(getVessel, id).catch((reason) => reason);
    assertInstanceOf(error, Error);
    assertStrictEquals(client.get(Vessel, id), vessel);
    assertStrictEquals(
      client.getState().getMeta(getVessel.key(id))!.error,
      error,
    );
  });
});

Deno.test("a server that cannot be reached: TypeError with status 500, soft [controller/ERR-4] [controller/ERR-17]", async () => {
  await withServer(async (server, client, { getVessel }) => {
    await server.stop();
    const vessel = client.get(Vessel, id);
    const error = await client.fetch(getVessel, id).catch((reason) => reason);
    assertInstanceOf(error, TypeError);
    assertEquals((error as { status?: number }).status, 500);
    assertStrictEquals(client.read(getVessel, id).data, vessel);
    assertEquals(client.read(getVessel, id).error, undefined);
  });
});

/** Keeps the process alive, as retries do not. */
function stayAlive(): Disposable {
  const timer = setInterval(() => {}, 1000);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

Deno.test("an unreachable server is asked again, and its last error told [controller/NEW-22] [controller/NEW-26]", async () => {
  using _process = stayAlive();
  await using server = await MisbehavingServer.start();
  const { getVessel } = endpointsOf(server);
  await server.stop();
  const errors: unknown[] = [];
  const retryDelay = (_attempt: number, error: unknown) => {
    errors.push(error);
    return 1;
  };
  using client = harbour({
    managers: [new NetworkManager({ retry: 2, retryDelay })],
  });
  const error = await client.fetch(getVessel, id).catch((reason) => reason);
  assertInstanceOf(error, TypeError);
  assertEquals([errors.length, errors.includes(error)], [2, false]);
});

Deno.test("retries reach a server that recovers [controller/NEW-20] [controller/NEW-22]", async () => {
  using _process = stayAlive();
  await withServer(async (server, client, { getVessel, putVessel }) => {
    const fetches = [
      () => client.fetch(getVessel, id),
      () => client.fetch(putVessel, id, { name: "recovered" }),
    ];
    for (const fetch of fetches) {
      const answers: ((request: ReceivedRequest) => void)[] = [
        (request) => request.drop(),
        (request) => request.text("", 503, { "retry-after": "0" }),
        (request) => request.json({ id: "1", name: "recovered" }),
      ];
      const from = server.requests.length;
      server.answer = (request) => answers.shift()!(request);
      assertEquals((await fetch()).name, "recovered");
      // the platform may repeat an idempotent request on a dropped connection by itself
      assert(server.requests.length - from >= 3);
    }
  }, { retry: true, retryDelay: 1 });
});

Deno.test("fresh headers are asked for on each attempt [controller/NEW-29]", async () => {
  using _process = stayAlive();
  await using server = await MisbehavingServer.start((request) =>
    server.requests.length < 3
      ? request.text("", 503)
      : request.json({ id: "1" })
  );
  let tokens = 0;
  const getVessel = new RestEndpoint({
    urlPrefix: server.url,
    path: "/vessels/:id",
    getHeaders: (headers: HeadersInit) => ({
      ...headers,
      token: `${++tokens}`,
    }),
  });
  using client = harbour({
    managers: [new NetworkManager({ retry: true, retryDelay: 1 })],
  });
  await client.fetch(getVessel, id);
  assertEquals(server.requests.map(({ headers }) => headers.token), [
    "1",
    "2",
    "3",
  ]);
});

Deno.test("a time-out cuts the connection, body included [controller/NEW-115] [controller/NEW-116]", async () => {
  await withServer(async (server, client, endpoints) => {
    const getVessel = endpoints.getVessel.extend({ timeout: 60 });
    for (const stall of [undefined, '{"id":']) {
      const vessel = client.get(Vessel, id);
      const number = server.requests.length + 1;
      server.answer = stall === undefined
        ? () => {}
        : (request) => request.stall(stall);
      const error = await client.fetch(getVessel, id).catch((reason) => reason);
      assertInstanceOf(error, TimeoutError);
      const request = await server.arrived(number);
      while (!request.isAbandoned) {
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      assertStrictEquals(client.get(Vessel, id), vessel);
    }
  });
});

Deno.test("an abort cuts the connection and leaves the store as it was [controller/NEW-105] [controller/ERR-13] [controller/ERR-17]", async () => {
  await withServer(async (server, client, { getVessel }) => {
    server.answer = undefined;
    const state = client.getState();
    const promise = client.fetch(getVessel, id).catch((reason) => reason);
    const request = await server.arrived(2);
    await client.controller.abort(getVessel, id);
    assertEquals((await promise as Error).name, "AbortError");
    while (!request.isAbandoned) {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    assertStrictEquals(client.getState(), state);
    const again = client.fetch(getVessel, id);
    (await server.arrived(3)).json({ id: "1", name: "Beluga" });
    assertEquals((await again).name, "Beluga");
  });
});

Deno.test("answers in another order than the requests belong to their own callers [controller/NET-3]", async () => {
  await using server = await MisbehavingServer.start();
  const { getVessel } = endpointsOf(server);
  using client = harbour();
  const fetches = ["1", "2", "3"].map((id) => client.fetch(getVessel, { id }));
  await server.arrived(3);
  for (const request of [...server.requests].reverse()) {
    const id = request.path.split("/").at(-1)!;
    request.json({ id, name: `vessel ${id}` });
  }
  assertEquals(
    (await Promise.all(fetches)).map(({ name }) => name),
    ["vessel 1", "vessel 2", "vessel 3"],
  );
});

Deno.test("a 401 from the server logs out [controller/LOG-2]", async () => {
  await using server = await MisbehavingServer.start((request) =>
    request.path === "/vessels/1"
      ? request.json({ id: "1", name: "Orca" })
      : request.text("", 401)
  );
  const { getVessel } = endpointsOf(server);
  using client = harbour({
    managers: [new LogoutManager(), new NetworkManager()],
  });
  await client.fetch(getVessel, id);
  const error = await client.fetch(getVessel, { id: "2" })
    .catch((reason) => reason);
  assertInstanceOf(error, NetworkError);
  assertEquals(error.status, 401);
  assertEquals(client.getState().toJSON().entities, {});
});
