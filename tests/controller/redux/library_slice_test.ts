import { assertEquals, assertRejects } from "@std/assert";
import {
  Controller,
  type GCAction,
  ImmortalGCPolicy,
  initialState,
  initManager,
  NetworkManager,
  type Snapshot,
  type Touched,
} from "../../../controller/mod.ts";
import { prepareStore } from "../../../controller/redux/mod.ts";
import { Entity } from "../../../schema/mod.ts";
import { microtasks, mutating, server } from "../harbour.ts";

class Strict extends Entity {
  id = "";
  bad = false;
  static override validate(
    value: { readonly bad?: boolean },
  ): string | undefined {
    return value.bad ? "bad value" : undefined;
  }
}
const id = { id: "1" };

/** Notes what it is told, and spares one entity. */
class Witness extends ImmortalGCPolicy {
  readonly touched: string[] = [];
  noteTouched({ entities }: Touched): void {
    for (const [key, pks] of entities) this.touched.push(key, ...pks);
  }
  recheck(action: GCAction): GCAction {
    const entities = action.entities.filter(({ pk }) => pk !== "1");
    return { ...action, entities };
  }
}

function prepare(policy = new Witness()) {
  const managers = [new NetworkManager()];
  return {
    managers,
    policy,
    ...prepareStore(initialState, managers, Controller, {}, [], policy),
  };
}

Deno.test("a value that cannot be stored rejects the dispatch, the state stays [controller/RDX-2]", async () => {
  const { controller } = prepare();
  const before = controller.getState();
  const error = await assertRejects(
    () => controller.set(Strict, id, { id: "1", bad: true }),
    Error,
  );
  assertEquals(error.message.includes("bad value"), true);
  assertEquals(controller.getState(), before);
  await controller.set(Strict, id, id);
  assertEquals(
    controller.getState().getEntity("Strict", "1") !== undefined,
    true,
  );
});

Deno.test("the policy is told what is written and asked before a removal [controller/RDX-2]", async () => {
  const { controller, policy } = prepare();
  await controller.set(Strict, id, id);
  await controller.set(Strict, { id: "2" }, { id: "2" });
  assertEquals(policy.touched, ["Strict", "1", "Strict", "2"]);
  await controller.dispatch({
    type: "rdc/gc",
    entities: [{ key: "Strict", pk: "1" }, { key: "Strict", pk: "2" }],
    endpoints: [],
  });
  const state = controller.getState();
  assertEquals(state.getEntity("Strict", "1") !== undefined, true);
  assertEquals(state.getEntity("Strict", "2"), undefined);
  assertEquals(policy.touched.length, 4);
});

Deno.test("pending layers hold what they read [controller/RDX-2] [controller/GC-3]", async () => {
  const { controller, managers } = prepare();
  const stop = initManager(managers, controller, initialState)();
  const network = server();
  const rename = mutating("rename", network, {
    schema: Strict,
    getOptimisticResponse: (snap: Snapshot) => {
      if (!snap.get(Strict, { id: "2" })) throw snap.abort;
      return { id: "5" };
    },
  });
  await controller.set(Strict, { id: "2" }, { id: "2" });
  await controller.set(Strict, { id: "3" }, { id: "3" });
  const done = controller.fetch(rename, id);
  const collect = () =>
    controller.dispatch({
      type: "rdc/gc",
      entities: [{ key: "Strict", pk: "2" }, { key: "Strict", pk: "3" }],
      endpoints: [],
    });
  const left =
    () => [...controller.getVisibleState().getEntities("Strict")!.keys()];
  await collect();
  assertEquals(left(), ["2", "5"]);
  network.calls[0]!.resolve({ id: "4" });
  await done;
  await microtasks();
  await collect();
  assertEquals(left(), ["4"]);
  stop();
});
