import "./support/dom.ts";
import {
  assert,
  assertEquals,
  assertRejects,
  assertStrictEquals,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { type Controller, Endpoint, RestEndpoint } from "../../mod.ts";
import {
  useCache,
  useController,
  useError,
  useSuspense,
} from "../../react/mod.ts";
import {
  type ErrorFixture,
  type Interceptor,
  mockInitialState,
  renderDataHook,
  type SuccessFixture,
} from "../../react/testing/mod.ts";
import { withoutConsole } from "./support/console.ts";
import { Vessel } from "./support/harbour.ts";

const id = { id: "1" };
const fram = { id: "1", name: "Fram" };

const getVessel = new Endpoint(
  ({ id }: { id: string }): Promise<unknown> =>
    Promise.resolve({ id, name: "server" }),
  { schema: Vessel, name: "getVessel" },
);
const getTide = new Endpoint(
  (_?: { port: string }): Promise<number> => Promise.resolve(-1),
  { name: "getTide" },
);

Deno.test("fixtures answer one call, interceptors all of them [react/TST-1] [react/TST-2]", async () => {
  const success: SuccessFixture<typeof getTide> = {
    endpoint: getTide,
    args: [{ port: "aden" }],
    response: 1,
    error: false,
    delay: 0,
    delayCollapse: false,
  };
  const failure: ErrorFixture<typeof getTide> = {
    endpoint: getTide,
    args: [{ port: "suez" }],
    response: new Error("dry"),
    error: true,
  };
  const early: Interceptor<unknown, typeof getTide> = {
    endpoint: getTide,
    response: () => 2,
    delay: () => 0,
  };
  const late: Interceptor<unknown, typeof getTide> = {
    endpoint: getTide,
    response: () => 3,
  };
  using hook = renderDataHook(() => useController(), {
    resolverFixtures: [early, late, success, failure],
  });
  const { fetch } = hook.controller;
  assertEquals(await fetch(getTide, { port: "aden" }), 1);
  assertEquals(await fetch(getTide, { port: "oslo" }), 2);
  await assertRejects(() => fetch(getTide, { port: "suez" }), Error, "dry");
});

Deno.test("args with a function is an interceptor, with one warning about the endpoint and the args [react/TST-3]", async () => {
  const odd = {
    endpoint: getVessel,
    args: [id],
    response: ({ id }: { id: string }) => ({ id, name: "computed" }),
  } as const;
  const warnings = await withoutConsole("warn", async () => {
    for (const reactStrictMode of [false, true]) {
      using hook = renderDataHook(() => useController(), {
        resolverFixtures: [odd],
        reactStrictMode,
      });
      const vessel = await hook.controller.fetch(getVessel, { id: "2" });
      assertEquals([vessel.id, vessel.name], ["2", "computed"]);
    }
  });
  assertEquals(warnings.length, 1);
  assert(String(warnings[0]).includes("getVessel"));
  assert(String(warnings[0]).includes('[{"id":"1"}]'));
});

Deno.test("an interceptor has the args and data that is made once; a throw rejects the fetch [react/TST-4]", async () => {
  let made = 0;
  const seen: unknown[] = [];
  const error = new Error("sunk");
  using hook = renderDataHook(() => useController(), {
    resolverFixtures: [{
      endpoint: getVessel,
      async response(this: { calls: number }, { id }) {
        seen.push(this);
        await Promise.resolve();
        if (id === "0") throw error;
        return { id, name: `call ${++this.calls}` };
      },
    }],
    getInitialInterceptorData: () => {
      made++;
      return { calls: 0 };
    },
  });
  const { fetch } = hook.controller;
  assertEquals((await fetch(getVessel, id)).name, "call 1");
  hook.rerender();
  assertEquals((await fetch(getVessel, id)).name, "call 2");
  assertStrictEquals(
    await assertRejects(() => fetch(getVessel, { id: "0" })),
    error,
  );
  assertEquals([made, new Set(seen).size], [1, 1]);
  using plain = renderDataHook(() => useController(), {
    resolverFixtures: [{
      endpoint: getTide,
      response() {
        seen.splice(0, Infinity, this);
        return 1;
      },
    }],
  });
  await plain.controller.fetch(getTide);
  assertEquals(seen, [{}]);
});

Deno.test("fetchResponse has the prepared request and answers it [react/TST-5]", async () => {
  const rename = new RestEndpoint({
    urlPrefix: "http://harbour.test",
    path: "/vessels/:id",
    method: "PATCH",
    schema: Vessel,
    getRequestInit(body) {
      return RestEndpoint.prototype.getRequestInit.call(this, body);
    },
    getHeaders: (headers: HeadersInit) => ({ ...headers, "x-port": "aden" }),
  });
  const seen: unknown[] = [];
  using hook = renderDataHook(() => useController(), {
    resolverFixtures: [{
      endpoint: rename,
      fetchResponse(input: RequestInfo, init: RequestInit) {
        seen.push([
          String(input),
          init.method,
          new Headers(init.headers).get("x-port"),
          init.body,
        ]);
        return { id: "1", ...JSON.parse(String(init.body)) };
      },
    }],
  });
  const vessel = await hook.controller.fetch(rename, id, { name: "Maud" });
  assertEquals(vessel.name, "Maud");
  assertEquals(seen, [
    ["http://harbour.test/vessels/1", "PATCH", "aden", '{"name":"Maud"}'],
  ]);
});

Deno.test("delay comes after the function, with delayCollapse before it; without it the answer is still late [react/TST-6]", async () => {
  using time = new FakeTime();
  const log: string[] = [];
  const endpoints = ["early", "late"].map((name) =>
    new Endpoint((): Promise<number> => Promise.resolve(-1), { name })
  );
  const [early, late] = endpoints;
  const responding = (name: string) => () => {
    log.push(`computed ${name}`);
    return 1;
  };
  using hook = renderDataHook(() => useController(), {
    resolverFixtures: [
      { endpoint: early!, response: responding("early"), delay: 100 },
      {
        endpoint: late!,
        response: responding("late"),
        delay: () => 100,
        delayCollapse: true,
      },
      { endpoint: getTide, args: [], response: 7 },
    ],
  });
  const { fetch } = hook.controller;
  const done = endpoints.map((endpoint) =>
    fetch(endpoint).then(() => log.push(`done ${endpoint.name}`))
  );
  await time.tickAsync(99);
  assertEquals(log, ["computed early"]);
  await time.tickAsync(1);
  await Promise.all(done);
  assertEquals(log.slice(1, 2), ["computed late"]);
  assertEquals(log.length, 4);
  let isLate = false;
  const at = fetch(getTide).then((tide) => {
    assertEquals([tide, isLate], [7, true]);
  });
  isLate = true;
  await at;
});

Deno.test("an error fixture rejects with exactly its response [react/TST-7]", async () => {
  await withoutConsole("error", async () => {
    const response = { status: 418 };
    using hook = renderDataHook(() => useSuspense(getVessel, id), {
      resolverFixtures: [
        { endpoint: getVessel, args: [id], response, error: true },
      ],
    });
    await hook.waitFor(() => assert(hook.result.error));
    assertStrictEquals(hook.result.error as unknown, response);
    const reason = await hook.controller.fetch(getVessel, id)
      .then(() => undefined, (reason) => reason);
    assertStrictEquals(reason, response);
  });
});

Deno.test("what nothing matches reaches the real endpoint [react/TST-8]", async () => {
  using hook = renderDataHook(() => useSuspense(getVessel, { id: "2" }).name, {
    resolverFixtures: [{ endpoint: getVessel, args: [id], response: fram }],
  });
  await hook.waitFor(() => assertEquals(hook.result.current, "server"));
});

Deno.test("no args are the call without args [react/TST-9]", async () => {
  using hook = renderDataHook(() => useController(), {
    resolverFixtures: [{ endpoint: getTide, args: [], response: 7 }],
  });
  assertEquals(await hook.controller.fetch(getTide), 7);
  assertEquals(await hook.controller.fetch(getTide, { port: "aden" }), -1);
});

Deno.test("initial fixtures have just arrived, in order, errors included [react/TST-10]", () => {
  using _time = new FakeTime(1_000_000);
  const error = new Error("sunk");
  const initialFixtures = [
    { endpoint: getVessel, args: [id], response: fram },
    { endpoint: getVessel, args: [id], response: { id: "1", name: "Maud" } },
    { endpoint: getTide, args: [], response: error, error: true },
  ] as const;
  using hook = renderDataHook(
    () => [useCache(getVessel, id)?.name, useError(getTide)],
    { initialFixtures },
  );
  assertEquals(hook.result.current, ["Maud", error]);
  const state = hook.controller.getState();
  const date = (controller: Controller, key: string) =>
    controller.getState().getMeta(key)?.date;
  assertEquals(date(hook.controller, getVessel.key(id)), 1_000_000);
  assertStrictEquals(state.getMeta(getTide.key())?.error, error);
  const empty = mockInitialState();
  assertEquals([...empty.endpointKeys()], []);
  assertEquals(
    mockInitialState(initialFixtures).getMeta(getTide.key())?.error,
    error,
  );
});
