/**
 * Starts the tracker and its server: `deno task tracker [--port=8000]
 * [--delay=500]`. With a delay the API is slow, to see the page waiting.
 *
 * @module
 */
import { pageOf } from "./page.ts";
import { startTrackerServer } from "./server.ts";

const { url } = startTrackerServer({
  port: numberOf("port"),
  delay: numberOf("delay"),
  page: pageOf(),
});

console.log(`
  Tracker  ${url}/

Ctrl+C stops it.`);

function numberOf(option: string): number {
  const text = Deno.args.find((argument) =>
    argument.startsWith(`--${option}=`)
  );
  return Number(text?.split("=")[1] ?? 0);
}
