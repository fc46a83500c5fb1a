/**
 * How long the pieces are in which PersistManager restores 10,000 entities:
 * from where a task begins to where it lets others go on. On Linux what counts
 * is the time that the thread has run, which other programs do not lengthen.
 *
 *     deno run -A bench/restore.ts
 *
 * @module
 */
import {
  createClient,
  Entity,
  ImmortalGCPolicy,
  NetworkManager,
} from "../mod.ts";
import { PersistManager } from "../controller/live/persist/mod.ts";
import { quantile } from "./harness/statistics.ts";

const count = 10_000;

class Article extends Entity {
  id = "";
  title = "";
  author = "";
  likes = 0;
  published = 0;
  static override key = "Article";
}

const texts = new Map<string, string>();
const storage = {
  getItem: (name: string) => texts.get(name),
  setItem: (name: string, text: string) => texts.set(name, text),
  removeItem: (name: string) => texts.delete(name),
  keys: () => texts.keys(),
};
{
  const persist = new PersistManager({ storage });
  await using client = createClient({
    managers: [persist, new NetworkManager()],
    gcPolicy: new ImmortalGCPolicy(),
  });
  await persist.ready;
  for (let n = 0; n < count; n++) {
    const id = `${n}`;
    client.set(Article, { id }, {
      id,
      title: `The ${n}th article`,
      author: `Author ${n % 100}`,
      likes: n,
      published: n * 1000,
    });
  }
  await persist.flush();
}
for (let round = 0; round < 5; round++) {
  const pieces: number[] = [];
  let begun = timeRun();
  const start = begun;
  const persist = new PersistManager({
    storage,
    clock: {
      now: () => Date.now(),
      setTimeout: (callback, delay) => {
        if (delay === 0) pieces.push(timeRun() - begun);
        return setTimeout(() => {
          begun = timeRun();
          callback();
        }, delay);
      },
      clearTimeout: (handle) => clearTimeout(handle as number),
    },
  });
  await using client = createClient({
    managers: [persist, new NetworkManager()],
    gcPolicy: new ImmortalGCPolicy(),
  });
  await persist.ready;
  const total = timeRun() - start;
  const there = [...client.getState().getEntities("Article")!.keys()].length;
  pieces.sort((a, b) => a - b);
  const [p50, p99] = [0.5, 0.99].map((share) => quantile(pieces, share));
  console.log(
    `${there} entities in ${
      total.toFixed(0)
    } ms, ${pieces.length} pieces: p50 ${p50!.toFixed(1)} ms, p99 ${
      p99!.toFixed(1)
    } ms, longest ${pieces.at(-1)!.toFixed(1)} ms`,
  );
}

/** Milliseconds that this thread has run. */
function timeRun(): number {
  if (Deno.build.os !== "linux") return performance.now();
  const [nanoseconds] = Deno.readTextFileSync("/proc/thread-self/schedstat")
    .split(" ");
  return Number(nanoseconds) / 1e6;
}
