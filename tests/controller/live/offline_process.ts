/**
 * A program with a queue in a file, for a test that kills it: `<url> <file>`
 * sends what waits, `<url> <file> <count>` queues so many changes without a
 * network, and says so when they are kept.
 *
 * @module
 */
import * as files from "node:fs/promises";
import { fileStorage } from "../../../controller/live/persist/mod.ts";
import { HeldClock } from "./held_clock.ts";
import { Program } from "./offline_world.ts";

const [url = "", file = "", count] = Deno.args;
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
  console.log("kept");
  // until it is killed
  setInterval(() => {}, 1000);
}
