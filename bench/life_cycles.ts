/**
 * Fetches, subscribes and disposes very often in one process, and fails when
 * memory or timers do not end where they began. Every round uses a client that
 * lasts, and makes and disposes one of its own.
 *
 *     deno run -A --v8-flags=--expose-gc bench/life_cycles.ts [rounds]
 *
 * @module
 */
import { liveTimers } from "./live_timers.ts";
import {
  type Client,
  Collection,
  createClient,
  Endpoint,
  Entity,
  GCPolicy,
  getDefaultManagers,
} from "../mod.ts";

const rounds = Number(Deno.args[0] ?? 100_000);

class Vessel extends Entity {
  id = "";
  name = "";
  static override key = "Vessel";
}
const getVessel = new Endpoint(
  ({ id }: { id: string }) => Promise.resolve({ id, name: `vessel ${id}` }),
  { name: "getVessel", schema: Vessel, pollFrequency: 60_000, timeout: 30_000 },
);
const getFleet = new Endpoint(
  ({ id }: { id: string }) => Promise.resolve([{ id, name: `vessel ${id}` }]),
  { name: "getFleet", schema: new Collection([Vessel]) },
);
const ignore = () => {};

/** The clock of the collector, so that data gets old faster than we do. */
let now = Date.now();
function newClient(): Client {
  return createClient({
    managers: getDefaultManagers({ devToolsManager: null }),
    gcPolicy: new GCPolicy({
      intervalMS: 5,
      expiresAt: ({ fetchedAt }) => fetchedAt + 1000,
      clock: {
        now: () => now,
        setTimeout: (callback, delay) => setTimeout(callback, delay),
        clearTimeout: (handle) => clearTimeout(handle as number),
      },
    }),
  });
}

/** What a page does: shows two responses, and goes away while one more is requested. */
async function visit(client: Client, round: number): Promise<void> {
  const id = `${round % 5000}`;
  const stops = [
    client.subscribe(getVessel, [{ id }], ignore),
    client.subscribe(getFleet, [{ id }], ignore),
  ];
  await client.fetch(getVessel, { id });
  void client.fetch(getFleet, { id }).catch(ignore);
  for (const stop of stops) stop();
}

async function measure(): Promise<{ heap: number; timers: number }> {
  for (let turn = 0; turn < 3; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    (globalThis as { gc?: () => void }).gc?.();
  }
  return { heap: Deno.memoryUsage().heapUsed, timers: liveTimers() };
}

async function cycle(count: number): Promise<void> {
  const lasting = newClient();
  for (let round = 0; round < count; round++) {
    await visit(lasting, round);
    const client = newClient();
    await visit(client, round);
    void client.dispose();
    if (round % 500 === 0) {
      now = Date.now() + round;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }
  await lasting.allSettled();
  await lasting.dispose();
}

await cycle(1000); // compiled code and caches belong to the beginning
const before = await measure();
const start = performance.now();
await cycle(rounds);
const seconds = (performance.now() - start) / 1000;
const after = await measure();

const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MB`;
console.log(
  `${4 * rounds} fetches, ${4 * rounds} subscriptions, ` +
    `${rounds} disposals in ${seconds.toFixed(1)} s`,
);
console.log(`heap ${megabytes(before.heap)} -> ${megabytes(after.heap)}`);
console.log(`timers ${before.timers} -> ${after.timers}`);
if (after.timers > before.timers) {
  console.error("timers were left over");
  Deno.exit(1);
}
if ("gc" in globalThis && after.heap - before.heap > 4 * 2 ** 20) {
  console.error("memory was left over");
  Deno.exit(1);
}
