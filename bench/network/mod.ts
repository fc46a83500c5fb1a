import type { Findings, Target } from "../harness/contract.ts";
import { bundle, installCompetitors } from "../harness/bundle.ts";
import type { Driver } from "../harness/driver.ts";
import { ratio } from "../harness/findings.ts";
import { carryOut } from "../harness/processes.ts";
import type { Order } from "../harness/work.ts";

/** What a process of this workload is told. */
export interface FetchOrder extends Order {
  /** Where to request. */
  readonly url: string;
}

/** Requests of small articles over loopback, and what libraries add to them. */
export const fetches: Driver = {
  id: "W13",
  title: "Small fetches over loopback, per request",
  targets: [
    overhead("sequential", 20),
    overhead("200 at once", 15),
    ...["sequential", "200 at once"].map((series): Target => ({
      // each beside bare fetch of its own series: the machine may have changed between
      claim: `${series}, beside 100,000 entities, over an empty store`,
      most: 1.2,
      unit: "x",
      value: ({ median }) =>
        ratio(
          overBare(median, `${series}, 100,000 stored`),
          overBare(median, series),
        ),
    })),
  ],
  async run({ engine, effort, libraries }, found) {
    await installCompetitors();
    const worker = await Deno.makeTempFile({ suffix: ".mjs" });
    const server = await startServer();
    try {
      const entry = new URL(
        "../competitors/network/worker.ts",
        import.meta.url,
      );
      await bundle(entry.pathname, worker);
      const order: FetchOrder = {
        workload: "W13",
        cases: [],
        libraries: ["bare fetch", ...libraries],
        // a request takes so long that a sample needs many
        effort: {
          ...effort,
          sample: effort.sample * 20,
          // most of the time is spent waiting, in which nothing gets warm
          warmUp: effort.warmUp * 10,
        },
        url: server.url,
      };
      await carryOut(order, engine, worker, found);
    } finally {
      server.close();
      await Deno.remove(worker);
    }
  },
};

function overBare(
  median: Findings["median"],
  series: string,
): number | undefined {
  return ratio(
    median(series, 1, "tessera"),
    median(series, 1, "bare fetch"),
  );
}

function overhead(series: string, most: number): Target {
  return {
    claim: `${series}, over bare fetch`,
    most,
    unit: "µs",
    value({ median }: Findings) {
      const ours = median(series, 1, "tessera");
      const bare = median(series, 1, "bare fetch");
      return ours === undefined || bare === undefined ? undefined : ours - bare;
    },
  };
}

async function startServer(): Promise<{ url: string; close(): void }> {
  const process = new Deno.Command("node", {
    args: [new URL("server.mjs", import.meta.url).pathname],
    stdout: "piped",
  }).spawn();
  const output = process.stdout.pipeThrough(new TextDecoderStream());
  for await (const text of output) {
    return {
      url: `http://127.0.0.1:${text.trim()}`,
      close: () => process.kill(),
    };
  }
  throw new Error("The server of the benchmark ended without a port.");
}
