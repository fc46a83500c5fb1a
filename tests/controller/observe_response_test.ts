import { assertEquals } from "@std/assert";
import { type Client, createClient, Endpoint, type State } from "../../mod.ts";
import { collectGarbage } from "../support/collect_garbage.ts";

const getTide = new Endpoint(
  ({ port }: { port: string }) => Promise.resolve({ port, height: 0 }),
  { name: "getTide" },
);

Deno.test("who observes a response keeps no older state alive [controller/NEW-13]", async () => {
  using client = createClient();
  client.setResponse(getTide, { port: "aden" }, { port: "aden", height: 1 });
  let told = 0;
  client.subscribe(getTide, [{ port: "aden" }], () => void told++);
  const old = currentState(client);
  await undefined;
  for (const height of [2, 3]) {
    client.setResponse(getTide, { port: "bari" }, { port: "bari", height });
    client.read(getTide, { port: "bari" });
  }
  await collectGarbage();
  assertEquals([told, old.deref()], [1, undefined]);
});

/** The state, which this frame alone has held. */
function currentState(client: Client): WeakRef<State> {
  return new WeakRef(client.getState());
}
