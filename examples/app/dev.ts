/**
 * Starts the reference server and the demo page:
 * `deno task dev [--port=8000] [--offline]`. `--offline` takes the packages of
 * the page from npm instead of esm.sh.
 *
 * @module
 */
import { startReferenceServer } from "../reference_server.ts";
import { startDevServer } from "./dev_server.ts";

const port = Deno.args.find((argument) => argument.startsWith("--port="));

const api = startReferenceServer();
const page = startDevServer({
  api: api.url,
  port: Number(port?.slice("--port=".length) ?? 0),
  isOffline: Deno.args.includes("--offline"),
});

console.log(`
  React    ${page.url}/
  Preact   ${page.url}/preact.html
  REST     ${api.url}

Ctrl+C stops it.`);
