/**
 * What a server may do that speaks HTTP wrongly: every answer is written byte
 * by byte.
 *
 * @module
 */
import {
  assertEquals,
  assertInstanceOf,
  assertStrictEquals,
} from "@std/assert";
import {
  type Client,
  type Clock,
  NetworkManager,
} from "../../controller/mod.ts";
import { NetworkError, RestEndpoint } from "../../endpoint/mod.ts";
import { harbour, Vessel } from "./harbour.ts";

/** Writes an answer to one request; the connection is closed afterwards unless it says otherwise. */
type Answer = (write: (text: string) => Promise<void>, path: string) => unknown;

/** Answers each request on a socket, with the next of the given answers; the last one repeats. */
function serve(...answers: Answer[]) {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const paths: string[] = [];
  const open = new Set<Deno.TcpConn>();
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  const handle = async (connection: Deno.TcpConn) => {
    open.add(connection);
    const buffer = new Uint8Array(65_536);
    const write = async (text: string) => {
      await connection.write(encoder.encode(text));
    };
    try {
      for (;;) {
        const count = await connection.read(buffer);
        if (count === null) break;
        const path = decoder.decode(buffer.subarray(0, count)).split(" ")[1]!;
        paths.push(path);
        const answer = answers.length > 1 ? answers.shift()! : answers[0]!;
        if (await answer(write, path) !== "stay") break;
      }
    } catch {
      // the client gave up first
    } finally {
      open.delete(connection);
      connection.close();
    }
  };
  const served = (async () => {
    const all: Promise<void>[] = [];
    for await (const connection of listener) all.push(handle(connection));
    await Promise.all(all);
  })();
  return {
    url: `http://127.0.0.1:${listener.addr.port}`,
    paths,
    async [Symbol.asyncDispose]() {
      listener.close();
      for (const connection of open) connection.close();
      await served.catch(() => {});
    },
  };
}

const json = (value: unknown, length?: number) => {
  const body = JSON.stringify(value);
  return `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n` +
    `content-length: ${length ?? body.length}\r\n\r\n${body}`;
};
const vessel = (path: string) => ({ id: path.slice(-1), name: path });

function endpointOf(url: string) {
  return new RestEndpoint({
    urlPrefix: url,
    path: "/vessels/:id",
    schema: Vessel,
  });
}

/** A client that knows vessel 1. */
async function clientOf(manager: NetworkManager): Promise<Client> {
  const client = harbour({ managers: [manager] });
  await client.set(Vessel, { id: "1" }, { id: "1", name: "known" });
  return client;
}

const faults: Record<string, Answer> = {
  "a length that is too great": (write, path) =>
    write(json(vessel(path), 1000)),
  "a length that is too small": (write, path) => write(json(vessel(path), 9)),
  "a chunk that breaks off": (write) =>
    write(
      "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n" +
        'transfer-encoding: chunked\r\n\r\n40\r\n{"id":"1"',
    ),
  "chunks without an end": (write) =>
    write(
      "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n" +
        'transfer-encoding: chunked\r\n\r\n4\r\n{"id\r\n',
    ),
  "no HTTP at all": (write) => write("SSH-2.0-OpenSSH_9.2\r\n"),
  "nothing": () => {},
};

for (const [name, fault] of Object.entries(faults)) {
  Deno.test(`${name}: the promise rejects, the store stays as it was, and the next answer counts [controller/ERR-1] [controller/ERR-17]`, async () => {
    await using server = serve(fault);
    using client = await clientOf(new NetworkManager());
    const getVessel = endpointOf(server.url);
    const known = client.get(Vessel, { id: "1" });
    const error = await client.fetch(getVessel, { id: "1" }).catch((reason) =>
      reason
    );
    assertInstanceOf(error, Error);
    assertStrictEquals(client.get(Vessel, { id: "1" }), known);
    await using sound = serve((write, path) => write(json(vessel(path))));
    const { name } = await client.fetch(endpointOf(sound.url), { id: "1" });
    assertEquals(name, "/vessels/1");
    assertEquals(client.get(Vessel, { id: "1" })?.name, "/vessels/1");
  });
}

Deno.test("an answer sent twice is nobody else's answer [controller/NET-3]", async () => {
  await using server = serve(async (write, path) => {
    await write(json(vessel(path)) + json({ id: "1", name: "duplicate" }));
    return "stay";
  });
  using client = await clientOf(new NetworkManager());
  const getVessel = endpointOf(server.url);
  for (const id of ["1", "2", "3"]) {
    assertEquals(
      (await client.fetch(getVessel, { id })).name,
      `/vessels/${id}`,
    );
  }
  assertEquals(client.get(Vessel, { id: "1" })?.name, "/vessels/1");
});

Deno.test("a server that asks to come back later is asked later, and a mutation never twice [controller/NEW-22] [controller/NEW-25]", async () => {
  const busy: Answer = (write) =>
    write(
      "HTTP/1.1 429 Too Many Requests\r\nretry-after: 1\r\ncontent-length: 0\r\n" +
        "connection: close\r\n\r\n",
    );
  await using server = serve(
    busy,
    (write, path) => write(json(vessel(path))),
    busy,
  );
  const waits: number[] = [];
  // it stands still: a millisecond between answer and timer would be missing
  const now = Date.now();
  const clock: Clock = {
    now: () => now,
    setTimeout(callback, delay) {
      waits.push(delay);
      return setTimeout(callback, 0);
    },
    clearTimeout: (timer) => clearTimeout(timer as number),
  };
  using client = await clientOf(
    new NetworkManager({ clock, retry: 2, retryDelay: 1, retryJitter: 0 }),
  );
  const getVessel = endpointOf(server.url);
  // a retry does not keep the process alive
  const alive = setInterval(() => {}, 1000);
  const { name } = await client.fetch(getVessel, { id: "1" });
  clearInterval(alive);
  assertEquals([name, waits], ["/vessels/1", [1000]]);
  const createVessel = getVessel.extend({ method: "POST" });
  const error = await client.fetch(createVessel, { id: "2" }, { name: "x" })
    .catch((reason: unknown) => reason);
  assertInstanceOf(error, NetworkError);
  assertEquals(waits.length, 1);
  assertEquals(server.paths, ["/vessels/1", "/vessels/1", "/vessels/2"]);
});
