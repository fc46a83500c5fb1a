/**
 * Runs one client for a long time under a random load, and fails when anything
 * is left over or memory keeps growing.
 *
 *     deno run -A --v8-flags=--expose-gc bench/soak.ts [seconds] [seed]
 *
 * @module
 */
import {
  Collection,
  createClient,
  Endpoint,
  Entity,
  GCPolicy,
  LogoutManager,
  NetworkManager,
  PollingSubscription,
  SubscriptionManager,
} from "../mod.ts";
import { liveTimers } from "./live_timers.ts";

const [seconds = 20, seed = Date.now() % 100_000] = Deno.args.map(Number);

class Vessel extends Entity {
  id = "";
  name = "";
  tons = 0;
  static override key = "Vessel";
}

let state = seed;
/** Mulberry32: the same load for the same seed. */
function random(): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}
const pick = (count: number) => Math.floor(random() * count);
const anyId = () => ({ id: `${pick(2000)}` });

/** Answers after a while, or fails, or never answers unless it is aborted. */
function network<T>(signal: AbortSignal | undefined, answer: () => T) {
  return new Promise<T>((resolve, reject) => {
    const fate = random();
    signal?.addEventListener("abort", () => reject(signal.reason));
    if (fate > 0.99) return;
    setTimeout(() => {
      if (fate < 0.9) resolve(answer());
      else {
        const status = [404, 500, 503][pick(3)];
        reject(Object.assign(new Error(`status ${status}`), { status }));
      }
    }, pick(20));
  });
}

type Signalled = { readonly signal?: AbortSignal };
const row = (id: string) => ({
  id,
  name: `vessel ${pick(100)}`,
  tons: pick(9),
});
const getVessel = new Endpoint(
  function getVessel(this: Signalled, { id }: { id: string }) {
    return network(this.signal, () => row(id));
  },
  { schema: Vessel, dataExpiryLength: 200, pollFrequency: 50 },
);
const getFleet = new Endpoint(
  function getFleet(this: Signalled, { fleet }: { fleet: number }) {
    return network(
      this.signal,
      () => Array.from({ length: 50 }, (_, at) => row(`${fleet * 50 + at}`)),
    );
  },
  { schema: new Collection([Vessel]), dataExpiryLength: 500 },
);
const rename = new Endpoint(
  function rename(this: Signalled, args: { id: string; name: string }) {
    return network(this.signal, () => ({ ...args, tons: 1 }));
  },
  {
    schema: Vessel,
    sideEffect: true,
    getOptimisticResponse: (_snapshot, args) => args,
  },
);

const manager = new NetworkManager({ timeout: 100, retry: 1, retryDelay: 5 });
const client = createClient({
  managers: [
    new LogoutManager(),
    manager,
    new SubscriptionManager(PollingSubscription),
  ],
  gcPolicy: new GCPolicy({
    intervalMS: 500,
    expiresAt: ({ fetchedAt }) => fetchedAt + 1000,
  }),
});
const { controller } = client;
const ignore = () => {};
const releases: (() => void)[] = [];

const operations: readonly (() => unknown)[] = [
  () => client.fetch(getVessel, anyId()).catch(ignore),
  () => client.fetch(getFleet, { fleet: pick(40) }).catch(ignore),
  () => client.fetch(rename, { ...anyId(), name: "new" }).catch(ignore),
  () => client.set(Vessel, anyId(), row(`${pick(2000)}`)),
  () => client.expireAll(getFleet),
  () => client.invalidate(getVessel, anyId()),
  () => controller.abort(getVessel, anyId()),
  () => client.get(Vessel, anyId()),
  () => client.read(getFleet, { fleet: pick(40) }),
  () => releases.push(client.subscribe(getVessel, [anyId()], ignore)),
  () => releases.splice(pick(releases.length), 1)[0]?.(),
  () => releases.length > 50 && releases.shift()!(),
  () => random() < 0.002 && client.resetEntireStore(),
];

const unhandled: unknown[] = [];
addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  unhandled.push(event.reason);
});

const { gc } = globalThis as { gc?: () => void };
const heap: number[] = [];
let count = 0;
let slowest = 0;
let lastSample = -Infinity;
const end = performance.now() + seconds * 1000;
while (performance.now() < end) {
  for (let step = 0; step < 200; step++) {
    const before = performance.now();
    operations[pick(operations.length)]!();
    slowest = Math.max(slowest, performance.now() - before);
    count++;
  }
  await new Promise((resolve) => setTimeout(resolve, 2));
  if (performance.now() - lastSample > 1000) {
    lastSample = performance.now();
    gc?.();
    heap.push(Deno.memoryUsage().heapUsed);
  }
}

for (const release of releases) release();
await client.allSettled();
await new Promise((resolve) => setTimeout(resolve, 3000));
gc?.();
const timers = liveTimers();
client.dispose();
const left = {
  layers: controller.getState().optimistic.length,
  requests: manager.allSettled() === undefined ? 0 : 1,
  readers: [...controller.readers()].length,
  entities: [...controller.getState().getEntities("Vessel")?.keys() ?? []]
    .length,
  keys: [...controller.getState().endpointKeys()].length,
  timers: liveTimers(),
  "unhandled rejections": unhandled.length,
};
const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MB`;
console.log(`seed ${seed}: ${count} operations in ${seconds} s`);
console.log(`slowest operation ${slowest.toFixed(1)} ms`);
console.log(`heap ${heap.map(megabytes).join(", ")}`);
console.log(`timers before the end: ${timers}`);
console.log("left over:", left);

const half = heap.slice(heap.length >> 1);
const growth = half.at(-1)! / Math.min(...half);
const isClean = Object.values(left).every((number) => number === 0);
if (!isClean || (gc && growth > 1.5)) {
  console.error(isClean ? `memory grew by ${growth.toFixed(2)}` : "not clean");
  Deno.exit(1);
}
