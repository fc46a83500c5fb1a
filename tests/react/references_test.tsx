import { assert, assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { All, Endpoint, GCPolicy } from "../../mod.ts";
import type { CountRefTarget } from "../../controller/mod.ts";
import {
  useCache,
  useDLE,
  useFetch,
  useQuery,
  useSubscription,
  useSuspense,
} from "../../react/mod.ts";
import { Harbour, Vessel } from "./support/harbour.ts";
import { renderHook, settle } from "./support/render.tsx";
import { nextTask } from "../support/next_task.ts";

/** A policy that tells how often everything is held right now. */
class CountingPolicy extends GCPolicy {
  readonly counts: Record<string, number> = {};
  /** Things whose count went down to nothing, in order. */
  readonly dropped: string[] = [];

  override createCountRef(target: CountRefTarget): () => () => void {
    const names = [
      ...(target.key === undefined ? [] : [target.key]),
      ...(target.paths ?? []).map(({ key, pk }) => `${key} ${pk}`),
    ];
    const take = super.createCountRef(target);
    return () => {
      const release = take();
      for (const name of names) {
        this.counts[name] = (this.counts[name] ?? 0) + 1;
      }
      let isHeld = true;
      return () => {
        release();
        if (!isHeld) return;
        isHeld = false;
        for (const name of names) {
          if (--this.counts[name]! === 0) {
            delete this.counts[name];
            this.dropped.push(name);
          }
        }
      };
    };
  }
}

const vessel = { id: "1", name: "Fram" };

Deno.test("reading hooks hold their key and entities while mounted [react/GCR-1] [react/CON-1]", async () => {
  for (const strict of [false, true]) {
    const harbour = new Harbour();
    const { getVessel } = harbour;
    const hooks = [
      () => void useSuspense(getVessel, { id: "1" }),
      () => void useDLE(getVessel, { id: "1" }),
      () => void useCache(getVessel, { id: "1" }),
      () => void useFetch(getVessel, { id: "1" }),
    ];
    for (const read of hooks) {
      const policy = new CountingPolicy();
      const hook = await renderHook(read, {
        props: null,
        strict,
        provider: { gcPolicy: policy },
      });
      await settle(() =>
        hook.controller.setResponse(getVessel, { id: "1" }, vessel)
      );
      const key = getVessel.key({ id: "1" });
      // a request in flight holds its key as well
      harbour.requests.at(-1)?.answer(vessel);
      await settle();
      assertEquals(policy.counts, { [key]: 1, "Vessel 1": 1 });
      await hook.screen.unmount();
      assertEquals(policy.counts, {});
    }
  }
});

Deno.test("queries hold entities, subscriptions the key [react/GCR-1] [react/SUB-8]", async () => {
  const harbour = new Harbour();
  const policy = new CountingPolicy();
  const all = new All(Vessel);
  const polled = harbour.getVessel.extend({ pollFrequency: 60_000 });
  const hook = await renderHook(
    () => {
      useSubscription(polled, { id: "7" });
      useQuery(all);
    },
    { props: null, provider: { gcPolicy: policy } },
  );
  await settle(() => hook.controller.set(Vessel, { id: "1" }, vessel));
  // the first poll is at the next turn of the timers, which may come late
  while (harbour.requests.length === 0) await settle(nextTask);
  await settle(() => harbour.last.answer({ id: "7" }));
  assertEquals(policy.counts, {
    [polled.key({ id: "7" })]: 1,
    "Vessel 1": 1,
    "Vessel 7": 1,
  });
  await hook.screen.unmount();
  assertEquals(policy.counts, {});
});

Deno.test("a changed value never leaves what stays unheld [react/GCR-2] [react/GCR-3]", async () => {
  const policy = new CountingPolicy();
  const getNumber = new Endpoint((_: { id: string }) => Promise.resolve(5), {
    name: "getNumber",
  });
  const harbour = new Harbour();
  await using hook = await renderHook(
    (id: string) => {
      useCache(harbour.getVessels, { route: "north" });
      return useCache(getNumber, { id });
    },
    { props: "1", provider: { gcPolicy: policy } },
  );
  const { controller } = hook;
  await settle(() =>
    controller.setResponse(harbour.getVessels, { route: "north" }, [vessel])
  );
  for (const id of ["1", "2"]) {
    await settle(() => controller.setResponse(getNumber, { id }, 5));
  }
  policy.dropped.length = 0;
  await settle(() =>
    controller.setResponse(harbour.getVessels, { route: "north" }, [
      vessel,
      { id: "2", name: "Gjoa" },
    ])
  );
  assertEquals(policy.dropped, []);
  assertEquals([policy.counts["Vessel 1"], policy.counts["Vessel 2"]], [1, 1]);
  await hook.rerender("2");
  assertEquals(hook.current, 5);
  assertEquals(policy.dropped, [getNumber.key({ id: "1" })]);
  assertEquals(policy.counts[getNumber.key({ id: "2" })], 1);
});

Deno.test("two readers of one key hold everything twice [react/GCR-4]", async () => {
  const harbour = new Harbour();
  const policy = new CountingPolicy();
  await using hook = await renderHook(
    () => {
      useCache(harbour.getVessels, { route: "north" });
      useCache(harbour.getVessels, { route: "north" });
    },
    { props: null, provider: { gcPolicy: policy } },
  );
  await settle(() =>
    hook.controller.setResponse(harbour.getVessels, { route: "north" }, [
      vessel,
      { id: "2", name: "Gjoa" },
    ])
  );
  assertEquals([policy.counts["Vessel 1"], policy.counts["Vessel 2"]], [2, 2]);
});

Deno.test("unused data goes after its time, used data stays, nothing renders [react/GCR-5] [react/GCR-6] [react/GCR-7]", async () => {
  using time = new FakeTime();
  const harbour = new Harbour();
  const policy = new GCPolicy({ intervalMS: 60_000 });
  await using hook = await renderHook(
    (id: string) => useCache(harbour.getVessel, { id })?.name,
    { props: "1", provider: { gcPolicy: policy } },
  );
  const { controller } = hook;
  for (const id of ["1", "2"]) {
    await settle(() =>
      controller.setResponse(harbour.getVessel, { id }, { id, name: `v${id}` })
    );
  }
  const before = controller.getState();
  const commits = hook.commits;
  await time.tickAsync(119_000);
  assert(controller.get(Vessel, { id: "2" }, controller.getState()));
  await time.tickAsync(120_000);
  assertEquals(
    [
      controller.get(Vessel, { id: "2" }, controller.getState()),
      controller.get(Vessel, { id: "2" }, before)?.name,
      hook.current,
      hook.commits,
    ],
    [undefined, "v2", "v1", commits],
  );
  await hook.rerender("2");
  assertEquals(hook.current, undefined);
  await hook.rerender("1");
  assertEquals(hook.current, "v1");
});

Deno.test("what a suspended component waits for is kept until it is shown [react/GCR-8]", async () => {
  using time = new FakeTime();
  const harbour = new Harbour();
  const policy = new GCPolicy({ intervalMS: 1000, expiresAt: () => 0 });
  await using hook = await renderHook(
    (id: string) => useSuspense(harbour.getVessel, { id }),
    { props: "1", provider: { gcPolicy: policy } },
  );
  await time.tickAsync(10_000);
  assertEquals(hook.isSuspended, true);
  await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
  await time.tickAsync(10_000);
  assertEquals([hook.current.name, harbour.asked.length], ["Fram", 1]);
});
