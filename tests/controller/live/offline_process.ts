/**
 * A program with a queue in a file, for a test that kills it: `<url> <file>`
 * sends what waits, `<url> <file> <count>` queues so many changes without a
 * network, and says so when they are stored. It does nothing where a pattern of
 * file names has `deno test` load it as a test.
 *
 * @module
 */
import * as files from "node:fs/promises";
import { fileStorage } from "../../../controller/live/persist/mod.ts";
import { HeldClock } from "./held_clock.ts";
import { Program } from "./offline_world.ts";

if (import.meta.main) await run(Deno.args as [string, string, string?]);

async function run([url, file, count]: [string, string, string?]) {
  const program = new Program({ url }, fileStorage(file, files), {
    isOnline: count === undefined,
    clock: Object.assign(new HeldClock(), { now: () => Date.now() }),
  });
  await program.offline.ready;
  for (let number = 1; number <= Number(count ?? 0); number++) {
    program.create(`vessel ${number}`);
  }
  await program.offline.flush();
  if (count === undefined) await program.client.dispose();
  else {
    console.log("stored");
    // until it is killed
    setInterval(() => {}, 1000);
  }
}
