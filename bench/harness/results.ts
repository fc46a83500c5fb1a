import type { Measurement } from "./contract.ts";
import type { Outcome } from "./findings.ts";
import type { Engine } from "./processes.ts";

/** What a run found, for other programs. */
export interface Results {
  /** Day of the run, ISO. */
  readonly date: string;
  /** What executed it, such as "deno 2.9.6 (V8 15.0)". */
  readonly engine: string;
  /** Processor and memory. */
  readonly machine: string;
  /** Whether the numbers are only good for seeing that it works. */
  readonly isQuick: boolean;
  /** Whether processor time was counted instead of elapsed time. */
  readonly isProcessorTime?: boolean;
  /** How long each workload took. */
  readonly seconds?: Readonly<Record<string, number>>;
  readonly measurements: readonly Measurement[];
  /** What became of the targets. */
  readonly outcomes: readonly Outcome[];
}

/**
 * The file of results: a line for each measurement, and for each target, with
 * six digits of what is no whole number.
 */
export function formatResults(results: Results): string {
  const parts = Object.entries(results).map(([name, value]) =>
    ` ${JSON.stringify(name)}: ${
      Array.isArray(value)
        ? `[\n${value.map((row) => `  ${formatRow(row)}`).join(",\n")}\n ]`
        : JSON.stringify(value)
    }`
  );
  return `{\n${parts.join(",\n")}\n}\n`;
}

function formatRow(row: unknown): string {
  return JSON.stringify(
    row,
    (_, value) =>
      typeof value === "number" && !Number.isInteger(value)
        ? Number(value.toPrecision(6))
        : value,
  );
}

/** Names the engine and its version. */
export async function describeEngine(engine: Engine): Promise<string> {
  if (engine === "deno") {
    return `Deno ${Deno.version.deno} (V8 ${Deno.version.v8})`;
  }
  const { stdout } = await new Deno.Command("node", {
    args: [
      "-p",
      "`Node.js ${process.versions.node} (V8 ${process.versions.v8})`",
    ],
  }).output();
  return new TextDecoder().decode(stdout).trim();
}

/** Names processor and memory, as far as the system tells. */
export async function describeMachine(): Promise<string> {
  const text = await Deno.readTextFile("/proc/cpuinfo").catch(() => "");
  const model = /model name\s*: (.*)/.exec(text)?.[1] ?? Deno.build.arch;
  const memory = Math.round(Deno.systemMemoryInfo().total / 2 ** 30);
  return `${navigator.hardwareConcurrency} x ${model}, ${memory} GiB, ${Deno.build.os}`;
}
