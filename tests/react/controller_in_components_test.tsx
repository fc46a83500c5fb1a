import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertRejects,
  assertStrictEquals,
} from "@std/assert";
import {
  Endpoint,
  Entity,
  hookifyResource,
  Invalidate,
  resource,
} from "../../mod.ts";
import {
  useCache,
  useController,
  useDLE,
  useSuspense,
} from "../../react/mod.ts";
import * as React from "react";
import { createContext, useContext } from "react";
import { withoutConsole } from "./support/console.ts";
import { Harbour, Vessel } from "./support/harbour.ts";
import { renderHook, settle } from "./support/render.tsx";

Deno.test("fetch resolves with instances, or with the very result without schema [react/CTL-3]", async () => {
  const harbour = new Harbour();
  const bytes = new ArrayBuffer(8);
  const getBytes = new Endpoint(() => Promise.resolve(bytes), {
    name: "getBytes",
  });
  await using hook = await renderHook(() => useController(), { props: null });
  const { fetch } = hook.current;
  let vessel: unknown;
  await settle(() => {
    void fetch(harbour.getVessel, { id: "1" }).then((value) => {
      vessel = value;
    });
    harbour.last.answer({ id: "1", name: "Fram" });
  });
  await settle();
  assertInstanceOf(vessel, Vessel);
  let result: unknown;
  await settle(async () => {
    result = await fetch(getBytes);
  });
  assertStrictEquals(result, bytes);
  const error = new Error("sunk");
  const failing = fetch(harbour.getVessel, { id: "2" });
  await settle(() => harbour.last.fail(error));
  assertStrictEquals(await failing.catch((reason) => reason), error);
});

Deno.test("after a fetch the store shows the result [react/CTL-4] [controller/NET-12]", async () => {
  const harbour = new Harbour();
  await using hook = await renderHook(
    () => useCache(harbour.getVessel, { id: "1" })?.name,
    { props: null },
  );
  const { controller } = hook;
  const log: unknown[] = [];
  await settle(async () => {
    const done = controller.fetch(harbour.getVessel, { id: "1" });
    harbour.last.answer({ id: "1", name: "Fram" });
    await done;
    log.push(controller.get(Vessel, { id: "1" }, controller.getState())?.name);
  });
  assertEquals([log, hook.current], [["Fram"], "Fram"]);
  const rename = new Endpoint(
    (_: { id: string }) => Promise.resolve({ id: "1", name: "Maud" }),
    { name: "rename", schema: Vessel, sideEffect: true },
  );
  await settle(async () => {
    await controller.fetch(rename, { id: "1" });
    log.push(controller.get(Vessel, { id: "1" }, controller.getState())?.name);
  });
  assertEquals([log, hook.current], [["Fram", "Maud"], "Maud"]);
});

Deno.test("reads of one key share a request, mutations do not [react/CTL-5]", async () => {
  const harbour = new Harbour();
  const write = harbour.getWeather.extend({ sideEffect: true });
  await using hook = await renderHook(() => useController(), { props: null });
  const { fetch } = hook.current;
  const reads = [1, 2].map(() => fetch(harbour.getVessel, { id: "1" }));
  const writes = [1, 2].map(() => fetch(write, { port: "a" }));
  assertEquals(harbour.asked, ["vessel 1", "weather a", "weather a"]);
  for (const request of harbour.requests) request.answer({ id: "1", wind: 1 });
  await settle(() => Promise.all([...reads, ...writes]));
  assertStrictEquals(await reads[0], await reads[1]);
});

Deno.test("fetching a read while rendering warns of nothing [react/CTL-6] [react/CON-4]", async () => {
  const harbour = new Harbour();
  const errors = await withoutConsole("error", async () => {
    await using hook = await renderHook(
      (port: string) => {
        const { prefetch } = useController();
        void prefetch(harbour.getWeather, { port });
        return useSuspense(harbour.getVessel, { id: "1" }).name;
      },
      { props: "a" },
    );
    for (const request of harbour.requests) {
      request.answer({ id: "1", name: "Fram" });
    }
    await settle();
    assertEquals(hook.current, "Fram");
  });
  assertEquals(errors, []);
});

Deno.test("fetchIfStale gives what is fresh, and requests what is not [react/CTL-7]", async () => {
  const harbour = new Harbour();
  await using hook = await renderHook(() => useController(), { props: null });
  const controller = hook.current;
  const first = controller.fetchIfStale(harbour.getVessel, { id: "1" });
  harbour.last.answer({ id: "1", name: "Fram" });
  await settle(() => first);
  const second = await controller.fetchIfStale(harbour.getVessel, { id: "1" });
  assertEquals([second.name, harbour.asked.length], ["Fram", 1]);
  await settle(() => controller.expireAll(harbour.getVessel));
  void controller.fetchIfStale(harbour.getVessel, { id: "1" });
  assertEquals(harbour.asked.length, 2);
  await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
});

/** Shows vessel 1 and the weather of one port, both answered. */
async function renderAnswered() {
  const harbour = new Harbour();
  const hook = await renderHook(
    () => {
      const { name } = useSuspense(harbour.getVessel, { id: "1" });
      const { data } = useDLE(harbour.getWeather, { port: "a" });
      return [name, data?.wind];
    },
    { props: null },
  );
  await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
  await settle(() => harbour.last.answer({ port: "a", wind: 3 }));
  assertEquals(hook.current, ["Fram", 3]);
  const first = harbour.asked.length;
  return { harbour, hook, asked: () => harbour.asked.slice(first) };
}

Deno.test("what an endpoint stands for is expired, and requested again behind what is shown [react/CTL-8]", async () => {
  const { harbour, hook, asked } = await renderAnswered();
  await using _ = hook;
  await settle(() => hook.controller.expireAll(harbour.getVessel));
  assertEquals([asked(), hook.isSuspended], [["vessel 1"], false]);
  assertEquals(hook.current, ["Fram", 3]);
  await settle(() => harbour.last.answer({ id: "1", name: "Maud" }));
  assertEquals(hook.current, ["Maud", 3]);
  await settle(() => hook.controller.expireAll({ testKey: () => true }));
  assertEquals(asked().sort(), ["vessel 1", "vessel 1", "weather a"]);
});

Deno.test("what an endpoint stands for is invalidated, and waited for [react/CTL-8a]", async () => {
  const { harbour, hook, asked } = await renderAnswered();
  await using _ = hook;
  await settle(() => hook.controller.invalidateAll(harbour.getWeather));
  assertEquals([asked(), hook.isSuspended], [["weather a"], false]);
  assertEquals(hook.current, ["Fram", undefined]);
  await settle(() => hook.controller.invalidateAll(harbour.getVessel));
  assertEquals(hook.isSuspended, true);
  assertEquals(asked(), ["weather a", "vessel 1"]);
});

Deno.test("null in place of arguments stands for no key [react/CTL-8b]", async () => {
  const { harbour, hook, asked } = await renderAnswered();
  await using _ = hook;
  const { controller } = hook;
  const before = controller.getState();
  await settle(() => controller.invalidate(harbour.getVessel, null));
  await settle(() => controller.subscribe(harbour.getVessel, null));
  await settle(() => controller.unsubscribe(harbour.getVessel, null));
  assertStrictEquals(controller.getState(), before);
  assertEquals([asked(), hook.current], [[], ["Fram", 3]]);
});

Deno.test("what was asked for before a reset is not stored after it [react/CTL-9] [react/CTL-10]", async () => {
  const harbour = new Harbour();
  await using hook = await renderHook(() => useController(), { props: null });
  const controller = hook.current;
  const request = controller.fetch(harbour.getVessel, { id: "1" });
  await settle(() => controller.resetEntireStore());
  const error = await assertRejects(() => request, Error);
  assertEquals(error.name, "ResetError");
  await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
  assertEquals(
    controller.get(Vessel, { id: "1" }, controller.getState()),
    undefined,
  );
});

Deno.test("an updater that throws leaves its list, and nothing else, as it was [react/CTL-12]", async () => {
  const harbour = new Harbour();
  const getIds = new Endpoint(() => Promise.resolve(["1"]), { name: "getIds" });
  const create = new Endpoint(
    (_: { id: string }) => Promise.resolve({ id: "2", name: "Gjoa" }),
    {
      name: "create",
      schema: Vessel,
      sideEffect: true,
      update: () => ({
        [getIds.key()]: () => {
          throw new Error("updater");
        },
      }),
    },
  );
  await using hook = await renderHook(() => useCache(getIds), { props: null });
  const { controller } = hook;
  await settle(() => controller.setResponse(getIds, ["1"]));
  const errors = await withoutConsole("error", async () => {
    await settle(() => controller.fetch(create, { id: "2" }));
  });
  assert(errors.length > 0);
  assertEquals(hook.current, ["1"]);
  assertEquals(
    controller.get(Vessel, { id: "2" }, controller.getState())?.name,
    "Gjoa",
  );
  assertEquals(harbour.asked, []);
});

Deno.test("a value that does not fit is refused, an updater of nothing does nothing [react/CTL-13]", async () => {
  class Strict extends Entity {
    id = "";
    bad = false;
    static override validate(value: { id?: unknown; bad?: boolean }) {
      return value.bad ? "bad value" : undefined;
    }
  }
  await using hook = await renderHook(() => useController(), { props: null });
  const controller = hook.current;
  const before = controller.getState();
  await withoutConsole("error", async () => {
    await assertRejects(
      () => controller.set(Strict, { id: "1" }, { id: "1", bad: true }),
      Error,
      "bad value",
    );
  });
  await controller.set(Strict, { id: "1" }, (value) => ({ ...value }));
  assertStrictEquals(controller.getState(), before);
  await settle(() => controller.set(Strict, { id: "1" }, { id: "1" }));
  await settle(() =>
    controller.set(new Invalidate(Strict), { id: "1" }, { id: "1" })
  );
  assertEquals(
    controller.get(Strict, { id: "1" }, controller.getState()),
    undefined,
  );
});

Deno.test("hookified endpoints carry what a hook provides, and their members [react/HKR-1] [react/HKR-2] [react/HKR-3] [react/HKR-4] [react/HKR-5]", async () => {
  const Token = createContext("none");
  const used: unknown[] = [];
  const VesselResource = resource({
    path: "/vessels/:id",
    schema: Vessel,
    paginationField: "page",
  }).extend("note", { path: "/note" });
  const hooks = hookifyResource(VesselResource, function useRequestInit() {
    const token = useContext(Token);
    return { headers: { token } };
  });
  assert(!("get" in hooks) && "useGet" in hooks && "useNote" in hooks);
  await using hook = await renderHook(
    () => [hooks.useGet(), hooks.useGetList()] as const,
    { props: 0 },
  );
  const [get, getList] = hook.current;
  assertEquals(get.requestInit, { headers: { token: "none" } });
  assertEquals(get.key({ id: "1" }), VesselResource.get.key({ id: "1" }));
  for (
    const member of [
      getList.push,
      getList.unshift,
      getList.getPage,
      getList.remove,
      getList.move,
    ]
  ) {
    assertEquals(
      (member as { requestInit?: unknown }).requestInit,
      { headers: { token: "none" } },
    );
  }
  await hook.rerender(1);
  assertStrictEquals(hook.current[0], get);
  assertEquals(used, []);
});

const actTest = "act" in React ? Deno.test : Deno.test.ignore;

actTest(
  "an optimistic change in a synchronous act is on screen at its end, and leaves nothing to warn about [react/NEW-78]",
  async () => {
    const harbour = new Harbour();
    const args = { id: "1" };
    const rename = new Endpoint(
      (_: { id: string }, _change: { name: string }): Promise<unknown> =>
        new Promise(() => {}),
      {
        schema: Vessel,
        name: "rename",
        sideEffect: true,
        getOptimisticResponse: (_snapshot, { id }, { name }) => ({ id, name }),
      },
    );
    await using hook = await renderHook(
      () => useCache(harbour.getVessel, args)?.name,
      { props: null },
    );
    const errors = await withoutConsole("error", async () => {
      for (const name of ["Maud", "Fram", "Belgica"]) {
        React.act(() => {
          hook.controller.fetch(rename, args, { name }).catch(() => {});
        });
        assertEquals(hook.current, name);
        await new Promise((resolve) => setTimeout(resolve, 0));
      }
    });
    assertEquals(errors, []);
  },
);

actTest(
  "what expires in a synchronous act is requested, and leaves nothing to warn about [react/NEW-4]",
  async () => {
    const harbour = new Harbour();
    const args = { id: "1" };
    await using hook = await renderHook(
      () => useDLE(harbour.getVessel, args).data?.name,
      { props: null },
    );
    await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
    const errors = await withoutConsole("error", async () => {
      for (let requests = 2; requests < 5; requests++) {
        React.act(() => {
          void hook.controller.expireAll(harbour.getVessel);
        });
        assertEquals(harbour.requests.length, requests);
        await new Promise((resolve) => setTimeout(resolve, 0));
        await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
      }
    });
    assertEquals(errors, []);
  },
);
