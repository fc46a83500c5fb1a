import { stop } from "esbuild";
import { bundleScript } from "../browser/page_bundle.ts";
import { launchChromium, serveScripts } from "../browser/pages.ts";
import { type Article, article } from "../harness/articles.ts";
import { installCompetitors } from "../harness/bundle.ts";
import type { Findings, Measurement, Role } from "../harness/contract.ts";
import type { Driver } from "../harness/driver.ts";
import { ratio } from "../harness/findings.ts";
import { summarize } from "../harness/statistics.ts";
import { verify } from "../harness/verify.ts";
import { type FirstPageReport, rowCount } from "./contract.ts";
import { scriptTimeOf, type TraceEvent } from "./script_time.ts";

/** A library that has a first page. */
interface Contestant {
  readonly library: string;
  readonly role: Role;
  /** Module of its page, relative to the folder of the benchmarks. */
  readonly module: string;
  /** What the module exports it as. */
  readonly exported: string;
}

const contestants: readonly Contestant[] = [
  {
    library: "tessera",
    role: "ours",
    module: "first_page/tessera.ts",
    exported: "tessera",
  },
  {
    library: "bare React",
    role: "floor",
    module: "first_page/bare.ts",
    exported: "bare",
  },
  {
    library: "tanstack-query",
    role: "competitor",
    module: "competitors/first_page/tanstack_query.tsx",
    exported: "tanstackQuery",
  },
];

/** The first page of an application, in a browser that has seen nothing of it. */
export const firstPage: Driver = {
  id: "W16",
  title: `Chromium: a first page with ${rowCount} hooks that suspend`,
  isEngineless: true,
  targets: [{
    claim: "script, over bare React",
    most: 1.1,
    unit: "x",
    value: ({ median }) => overBare(median, "script"),
  }],
  async run({ isQuick, libraries }, found) {
    await installCompetitors();
    const chosen = contestants.filter(({ library, role }) =>
      role === "floor" || libraries.includes(library)
    );
    for (const one of await measure(chosen, isQuick ? 3 : 15)) found(one);
  },
};

function overBare(
  median: Findings["median"],
  series: string,
): number | undefined {
  return ratio(
    median(series, rowCount, "tessera"),
    median(series, rowCount, "bare React"),
  );
}

/** What loading a page once took, in milliseconds by series. */
type Sample = Readonly<Record<string, number>>;

/**
 * Loads the page of each library so many times, and once before that does not
 * count. The order is rotated from round to round. Each time it is verified
 * that the page did its work; what fails is not timed.
 */
async function measure(
  chosen: readonly Contestant[],
  rounds: number,
): Promise<Measurement[]> {
  const samples = new Map<Contestant, Sample[]>();
  const failures = new Map<Contestant, string>();
  const loader = await openLoader(await bundlePages(chosen));
  try {
    for (let round = 0; round <= rounds; round++) {
      for (const turn of chosen.keys()) {
        const index = (round + turn) % chosen.length;
        const contestant = chosen[index]!;
        if (failures.has(contestant)) continue;
        try {
          const sample = await loader.load(index);
          const counted = samples.get(contestant) ?? [];
          samples.set(contestant, counted);
          if (round > 0) counted.push(sample);
        } catch (error) {
          const [message] = String(error).split("\n", 1);
          failures.set(contestant, message!.slice(0, 200));
        }
      }
    }
  } finally {
    await loader.close();
  }
  return chosen.flatMap((contestant) =>
    measurementsOf(
      contestant,
      samples.get(contestant) ?? [],
      failures.get(contestant),
    )
  );
}

function measurementsOf(
  { library, role }: Contestant,
  samples: readonly Sample[],
  failure: string | undefined,
): Measurement[] {
  const about = {
    workload: "W16",
    size: rowCount,
    library,
    role,
    unit: "µs",
  };
  if (failure !== undefined) return [{ ...about, series: "script", failure }];
  return Object.keys(samples[0] ?? {}).map((series) => ({
    ...about,
    series,
    summary: summarize(samples.map((sample) => sample[series]! * 1000)),
  }));
}

/** A script for each contestant, with React. */
async function bundlePages(chosen: readonly Contestant[]): Promise<string[]> {
  const scripts: string[] = [];
  try {
    for (const { module, exported } of chosen) {
      scripts.push(
        await bundleScript(
          `import { show } from "./first_page/page.tsx";
           import { ${exported} } from "./${module}";
           show(${exported});`,
          "production",
        ),
      );
    }
  } finally {
    await stop();
  }
  return scripts;
}

/** Loads pages, each time in a browser context and a process of its own. */
interface Loader {
  /**
   * Loads one page and closes it.
   *
   * @throws {Error} if the page did not do its work.
   */
  load(index: number): Promise<Sample>;
  close(): Promise<void>;
}

/** Milliseconds after which a page is taken to be stuck. */
const patience = 60_000;

/**
 * Starts Chromium and a server of the pages and their articles.
 *
 * Nothing of DevTools looks into a page, only the browser is traced. A page
 * that DevTools observes notes a stack for each request, for which the engine
 * parses scripts again: that took longer than running them.
 *
 * @param scripts The script of each page.
 */
async function openLoader(scripts: readonly string[]): Promise<Loader> {
  const articles = Array.from({ length: rowCount }, (_, index) => ({
    path: `/articles/a${index}`,
    article: article(index),
  }));
  const texts = new Map(
    articles.map(({ path, article }) => [path, JSON.stringify(article)]),
  );
  let requested: string[] = [];
  let shown = Promise.withResolvers<FirstPageReport>();
  const server = serveScripts(scripts, async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/shown") {
      shown.resolve(await request.json());
      return new Response(null, { status: 204 });
    }
    const text = texts.get(pathname);
    if (text === undefined) return new Response(null, { status: 404 });
    requested.push(pathname);
    return new Response(text, {
      headers: { "content-type": "application/json" },
    });
  });
  const browser = await launchChromium();
  const devtools = await browser.newBrowserCDPSession();
  let events: TraceEvent[] = [];
  devtools.on("Tracing.dataCollected", ({ value }) => {
    events.push(...value as unknown as TraceEvent[]);
  });

  return {
    async load(index) {
      requested = [];
      events = [];
      shown = Promise.withResolvers();
      const { browserContextId } = await devtools.send(
        "Target.createBrowserContext",
      );
      await devtools.send("Tracing.start", {
        transferMode: "ReportEvents",
        traceConfig: {
          includedCategories: ["v8", "devtools.timeline", "toplevel"],
        },
      });
      const tooLate = setTimeout(
        () =>
          shown.reject(
            new Error(`The page has not shown its rows for ${patience} ms.`),
          ),
        patience,
      );
      let report: FirstPageReport;
      try {
        const url = `http://127.0.0.1:${server.addr.port}/${index}.html`;
        await devtools.send("Target.createTarget", { url, browserContextId });
        report = await shown.promise;
      } finally {
        clearTimeout(tooLate);
        const complete = new Promise((resolve) =>
          devtools.once("Tracing.tracingComplete", resolve)
        );
        await devtools.send("Tracing.end");
        await complete;
        await devtools.send("Target.disposeBrowserContext", {
          browserContextId,
        });
      }
      verifyWork(report, requested, articles);
      const { main, background } = scriptTimeOf(events);
      return {
        "script": main + background,
        "script: compiled beside the main thread": background,
        "until all rows are shown": report.milliseconds,
      };
    },
    async close() {
      await browser.close();
      await server.shutdown();
    },
  };
}

/** Asserts that each article was requested once, and that each is shown. */
function verifyWork(
  { rows }: FirstPageReport,
  requested: readonly string[],
  articles: readonly { readonly path: string; readonly article: Article }[],
): void {
  verify(
    requested.length === articles.length,
    `there are ${articles.length} requests, not ${requested.length}`,
  );
  verify(
    rows.length === articles.length,
    `there are ${articles.length} rows, not ${rows.length}`,
  );
  for (const [index, { path, article }] of articles.entries()) {
    verify(requested.includes(path), `${path} is requested`);
    const text = article.title + article.views + article.author.name;
    verify(
      rows[index] === text,
      `row ${index} shows "${text}", not "${rows[index]}"`,
    );
  }
}
