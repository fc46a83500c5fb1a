import { createClient, Endpoint } from "@tessera/client";
import { Article } from "../adapters/tessera/entities.ts";
import { type Article as Payload, articles } from "../harness/articles.ts";
import type { Measurement } from "../harness/contract.ts";
import { mulberry32 } from "../harness/random.ts";
import { quantile } from "../harness/statistics.ts";
import { verify } from "../harness/verify.ts";

const fetchFunction = (_: { list: string }) =>
  Promise.reject<Payload[]>(new Error("Nothing is fetched."));

const getList = new Endpoint(fetchFunction, {
  name: "getList",
  schema: [Article],
});

const shown = 100;

/**
 * Changes random articles, and after each change reads a list of 100 of them,
 * as a mounted component does.
 *
 * @param size How many articles are stored.
 * @param sets How many changes.
 */
export function churn(size: number, sets: number): Measurement[] {
  using client = createClient();
  const all = articles(size);
  client.setResponse(getList, { list: "all" }, all);
  client.setResponse(getList, { list: "shown" }, all.slice(0, shown));
  const random = mulberry32(size);
  const samples = new Float64Array(sets);
  for (let index = 0; index < sets; index++) {
    const number = Math.floor(random() * size);
    const id = `a${number}`;
    const change = { id, title: `t${index}`, views: index };
    const start = performance.now();
    client.set(Article, { id }, change);
    const list = client.read(getList, { list: "shown" }).data!;
    samples[index] = (performance.now() - start) * 1000;
    if (number < shown) {
      verify(list[number]!.title === change.title, "the list shows the change");
    }
  }
  samples.sort();
  return [0.5, 0.99, 1].map((share) => {
    const value = quantile(samples as unknown as number[], share);
    return {
      workload: "W15",
      series: share === 1
        ? "slowest"
        : share === 0.5
        ? "median"
        : "99th percentile",
      size,
      library: "tessera",
      role: "ours",
      unit: "µs",
      summary: { median: value, low: value, high: value, samples: sets },
    };
  });
}
