import { stop } from "esbuild";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Measurement } from "../harness/contract.ts";
import { installCompetitors } from "../harness/bundle.ts";
import type { Driver } from "../harness/driver.ts";
import { ratio } from "../harness/findings.ts";
import { summarize } from "../harness/statistics.ts";
import { launchChromium } from "../../tests/browser/support/chromium.ts";
import { buildProgram, withReact } from "./build_program.ts";
import { type Program, programs } from "./programs.ts";
import { verifyProgram } from "./verify_program.ts";

/** How much has to be sent to a browser, beside React. */
export const sizes: Driver = {
  id: "W12",
  title: "Bytes of a program, React not counted; the programs run",
  isEngineless: true,
  targets: [
    {
      claim: "whole application, brotli, over the 17,566 of the reference",
      most: 1,
      unit: "x",
      value: ({ median }) =>
        ratio(median("whole application, brotli", 1, "tessera"), 17_566),
    },
    {
      claim: "script, brotli, over the whole application of the reference",
      most: 0.85,
      unit: "x",
      value: ({ median }) =>
        ratio(median("script, brotli", 1, "tessera"), 17_566),
    },
  ],
  async run({ libraries }, found) {
    await installCompetitors();
    const browser = await launchChromium();
    try {
      for (const program of programs) {
        if (!libraries.includes(program.library)) continue;
        const { text } = await buildProgram(program.module);
        const failure = await verifyProgram(
          program,
          await withReact(text),
          browser,
        ).then(() => undefined, (error) => String(error).split("\n", 1)[0]!);
        measurementsOf(program, text, failure).forEach(found);
      }
    } finally {
      await stop();
      await browser.close();
    }
  },
};

function measurementsOf(
  { library, role, kind }: Program,
  text: string,
  failure: string | undefined,
): Measurement[] {
  const bytes = new TextEncoder().encode(text);
  const sizes = {
    minified: bytes.length,
    gzip: gzipSync(bytes, { level: 9 }).length,
    brotli: brotliCompressSync(bytes).length,
  };
  return Object.entries(sizes).map(([form, size]) => {
    const about = {
      workload: "W12",
      series: `${kind}, ${form}`,
      size: 1,
      library,
      role,
      unit: "bytes",
    };
    return failure === undefined
      ? { ...about, summary: summarize([size]) }
      : { ...about, failure };
  });
}
