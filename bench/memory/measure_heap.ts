import process from "node:process";
import { articles } from "../harness/articles.ts";
import type { Article } from "../harness/articles.ts";
import type { ListStore, Measurement, Role } from "../harness/contract.ts";
import { summarize } from "../harness/statistics.ts";
import { verifyArticles } from "../harness/verify.ts";

/** Whose memory is measured. */
export interface Keeper {
  readonly library: string;
  readonly role: Role;
  readonly typename?: boolean;
  /** Starts without anything stored. */
  open(): ListStore & { sweep?(): Promise<void> };
}

const count = 100_000;

/**
 * Bytes of heap for each article: stored, after the list was read, after the
 * reader has let go of it, and after everything is forgotten. Nothing else may
 * run in the process.
 */
export async function measureHeap(
  { library, role, typename = false, open }: Keeper,
): Promise<Measurement[]> {
  const text = JSON.stringify(articles(count, { typename }));
  await warmUp(open(), articles(100, { typename }));
  const store = open();
  store.write([]);
  const before = await heap();
  const found: Measurement[] = [];
  const note = async (series: string) => {
    const bytes = (await heap() - before) / count;
    found.push({
      workload: "W11",
      series,
      size: count,
      library,
      role,
      unit: "bytes",
      summary: summarize([Math.round(bytes)]),
    });
  };
  store.write(JSON.parse(text) as Article[]);
  await note("stored");
  let shown: readonly unknown[] | undefined = store.read();
  verifyArticles(
    shown as Article[],
    articles(count, { typename }),
  );
  await note("read");
  shown = undefined;
  await note("after the reader has gone");
  if (store.sweep) {
    await store.sweep();
    await note("after a sweep");
  }
  store.close?.();
  return found;
}

/** Code and caches that a first use makes are nobody's data. */
async function warmUp(
  store: ReturnType<Keeper["open"]>,
  list: Article[],
): Promise<void> {
  store.write(list);
  store.read();
  await store.sweep?.();
  store.close?.();
}

/** Bytes in use, when everything that can be collected is. */
async function heap(): Promise<number> {
  const { gc } = globalThis as { gc?: () => void };
  if (!gc) throw new Error("Run with --expose-gc.");
  for (let time = 0; time < 4; time++) {
    gc();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return process.memoryUsage().heapUsed;
}
