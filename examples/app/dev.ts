/**
 * Starts the reference server and the demo page: `deno task dev [port]`.
 *
 * @module
 */
import { startReferenceServer } from "../reference_server.ts";
import { startDevServer } from "./dev_server.ts";

const api = startReferenceServer();
const page = startDevServer({ api: api.url, port: Number(Deno.args[0] ?? 0) });

console.log(`
  React    ${page.url}/
  Preact   ${page.url}/preact.html
  REST     ${api.url}

Ctrl+C stops it.`);
