import { assert, assertEquals } from "@std/assert";
import {
  createClient,
  Endpoint,
  Entity,
  ImmortalGCPolicy,
} from "../../../mod.ts";
import { leftInMemory } from "../../support/collect_garbage.ts";

class Port extends Entity {
  id = "";
  name = "";
}

const getPort = new Endpoint(
  ({ id }: { id: string }) => Promise.resolve({ id, name: "" }),
  { name: "getPort", schema: Port },
);

Deno.test("of what was removed neither row nor value nor response stays in memory [controller/GC-10] [schema/REF-17]", async () => {
  using client = createClient({ gcPolicy: new ImmortalGCPolicy() });
  const { controller } = client;
  const removed: WeakRef<object>[] = [];
  // in a function of its own, whose frame is gone afterwards
  const readAndRemove = async (id: string) => {
    await controller.setResponse(getPort, { id }, { id, name: "Aden" });
    const state = controller.getState();
    const { data } = controller.getResponse(getPort, { id }, state);
    assertEquals(data?.name, "Aden");
    removed.push(new WeakRef(data!));
    removed.push(new WeakRef(state.getEntity("Port", id) as object));
    await controller.dispatch({
      type: "rdc/gc",
      entities: [{ key: "Port", pk: id }],
      endpoints: [getPort.key({ id })],
    });
  };
  for (let id = 0; id < 20; id++) await readAndRemove(String(id));
  await controller.set(Port, { id: "last" }, { id: "last", name: "Bari" });
  assertEquals((await leftInMemory(removed)).length, 0);
});

Deno.test("an entity that was removed and comes back is seen by those who wait for it, and by older states as it was [controller/GC-10] [controller/STA-2]", async () => {
  using client = createClient({ gcPolicy: new ImmortalGCPolicy() });
  const { controller } = client;
  const id = { id: "7" };
  await controller.set(Port, id, { ...id, name: "Aden" });
  const before = controller.getState();
  const told: unknown[] = [];
  const stop = client.subscribe(
    getPort,
    [id],
    ({ data }) => void told.push(data?.name),
    { fetch: false },
  );
  await controller.dispatch({
    type: "rdc/gc",
    entities: [{ key: "Port", pk: "7" }],
    endpoints: [],
  });
  const between = controller.getState();
  await controller.set(Port, id, { ...id, name: "Bari" });
  const names = [before, between, controller.getState()]
    .map((state) => controller.get(Port, id, state)?.name);
  assertEquals(names, ["Aden", undefined, "Bari"]);
  await undefined;
  stop();
  assert(told.includes("Bari"), JSON.stringify(told));
});
