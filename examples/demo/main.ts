/**
 * Starts a server, sends every kind of request this library knows through
 * `controller.fetch`, and shows what is sent, what comes back and what is
 * answered from the cache. Ends by itself, with a status other than 0 if
 * anything differs from what it expects.
 *
 * @module
 */
import { startReferenceServer } from "../reference_server.ts";
import { playCompanies } from "./companies.ts";
import { playFeed } from "./feed.ts";
import { playFiles } from "./files.ts";
import { playIssues } from "./issues.ts";
import { playMarket } from "./market.ts";
import { paint } from "./paint.ts";
import { playPrices } from "./prices.ts";
import { Stage } from "./stage.ts";
import { playStreams } from "./streams.ts";
import { playTodos } from "./todos.ts";
import { playUsers } from "./users.ts";

/** Milliseconds; a demo that takes longer waits for something that does not come. */
const timeLimit = 15_000;

const chapters = [
  playUsers,
  playTodos,
  playFeed,
  playPrices,
  playStreams,
  playMarket,
  playIssues,
  playFiles,
  playCompanies,
];

const started = performance.now();
const server = startReferenceServer();
console.log(`A reference server listens on ${server.url}`);
const stage = new Stage(server);
const timer = setTimeout(() => {
  complain(`Not finished after ${timeLimit / 1000} seconds`);
  Deno.exit(1);
}, timeLimit);
try {
  for (const play of chapters) await play(stage);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `\n${paint.green("All as expected")}: ${stage.checks} values checked, ` +
      `${stage.requests} requests, ${stage.cached} reads without one, ${seconds} s`,
  );
} catch (error) {
  stage.showRequests();
  complain("Not as expected");
  console.error(error);
  Deno.exitCode = 1;
} finally {
  await stage.client.dispose();
  await server.close();
  clearTimeout(timer);
}

function complain(what: string): void {
  const where = stage.scenes.at(-1) ?? "the start";
  console.error(`\n${paint.red(what)}, at ${where}.`);
}
