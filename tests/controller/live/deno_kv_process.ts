/** One start of a script that keeps things in Deno KV: prints what it finds there, and stores something. */
import { createClient, Entity, getDefaultManagers } from "../../../mod.ts";
import {
  type DenoKv,
  denoKvStorage,
  PersistManager,
} from "../../../controller/live/persist/mod.ts";

class Port extends Entity {
  id = "";
  name = "";
  static override key = "Port";
}

const { openKv } = Deno as unknown as {
  openKv(path: string): Promise<DenoKv & Disposable>;
};
using kv = await openKv(Deno.args[0]!);
const persist = new PersistManager({ storage: denoKvStorage(kv) });
await using client = createClient({
  managers: [persist, ...getDefaultManagers()],
});
await persist.ready;
console.log(client.get(Port, { id: "rtm" })?.name ?? "nothing");
const [, name] = Deno.args;
if (name) await client.set(Port, { id: "rtm" }, { id: "rtm", name });
else await client.resetEntireStore();
await persist.flush();
