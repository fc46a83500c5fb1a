import { assert, assertEquals } from "@std/assert";
import {
  type Client,
  createClient,
  load,
  NetworkManager,
  PollingSubscription,
  SubscriptionManager,
} from "../../controller/mod.ts";
import { collectGarbage, leftInMemory } from "../support/collect_garbage.ts";
import { reading, server, Vessel } from "./harbour.ts";

const getFleet = reading("getFleet", server(), {
  schema: [Vessel],
  pollFrequency: 60_000,
});
const getNote = reading("getNote", server());
const fleet = { id: "fleet" };

/** Apart, so that listeners do not share a scope with the error. */
async function fail(client: Client, error: Error): Promise<void> {
  const failing = reading("failing", () => Promise.reject(error));
  await client.fetch(failing).catch(() => {});
}

/** Makes a client know, show and hold all kinds of things; returns what must go, without holding it. */
async function use(
  client: Client,
  releases: (() => void)[],
): Promise<Map<string, WeakRef<object>>> {
  const row = { id: "1", name: "Orca" };
  const error = new Error("Only for this account.");
  const note = { text: "secret" };
  await client.setResponse(getFleet, fleet, [row, { id: "2", name: "Bea" }]);
  await client.setResponse(getNote, { id: "1" }, note);
  await client.setError(getNote, { id: "2" }, error);
  await fail(client, error);
  const controller = client.controller;
  const live = { fetch: false };
  releases.push(
    client.subscribe(getFleet, [fleet], () => {}, live),
    client.subscribe(getNote, [{ id: "1" }], () => {}, { fetch: false }),
    client.subscribe(getNote, [{ id: "2" }], () => {}, { fetch: false }),
    client.subscribe(() => {}),
    controller.addReader(getNote, { id: "1" }),
  );
  const held = client.controller
    .getResponse(getFleet, fleet, client.getState());
  releases.push(held.countRef());
  await load(controller, getNote, { id: "1" });
  await load(controller, getFleet, fleet);
  await client.set(Vessel, { id: "1" }, { id: "1", name: "Orca II" });
  const vessel = client.get(Vessel, { id: "1" })!;
  const state = client.getState();
  return new Map(Object.entries({
    state: new WeakRef<object>(state),
    row: new WeakRef<object>(state.getEntity("Vessel", "1") as object),
    response: new WeakRef<object>(note),
    entity: new WeakRef<object>(vessel),
    error: new WeakRef<object>(error),
    snapshot: new WeakRef<object>(controller.snapshot(state)),
  }));
}

Deno.test("after a reset nothing that was stored is reachable: no state, row, entity or error [controller/ACT-16a]", async () => {
  using client = createClient({
    managers: [
      new NetworkManager(),
      new SubscriptionManager(PollingSubscription),
    ],
  });
  const releases: (() => void)[] = [];
  const known = await use(client, releases);
  await client.resetEntireStore();
  await client.allSettled();
  await leftInMemory(known.values());
  const left = [...known].filter(([, ref]) => ref.deref()).map(([name]) =>
    name
  );
  assertEquals(left, []);
  for (const release of releases) release();
});

Deno.test("after a reset neither keys nor rows take memory [controller/ACT-16a]", async () => {
  using client = createClient({ managers: [new NetworkManager()] });
  const fill = async (round: number) => {
    for (let index = 0; index < 20_000; index++) {
      const id = `${round} ${index} ${"x".repeat(200)}`;
      client.setResponse(getNote, { id }, { id });
      client.set(Vessel, { id }, { id, name: id });
    }
    await client.resetEntireStore();
    await collectGarbage();
    return Deno.memoryUsage().heapUsed;
  };
  const before = await fill(0);
  const growth = await fill(1) - before;
  assert(growth < 2_000_000, `${growth} bytes are left of 40,000 records`);
});
