import {
  assertEquals,
  assertNotStrictEquals,
  assertStrictEquals,
} from "@std/assert";
import { Entity, hookifyResource, resource } from "../../mod.ts";
import { RecordingServer } from "./recording_server.ts";

class Vessel extends Entity {
  id = "";
}

const R = resource({ path: "/vessels/:id", schema: Vessel });

Deno.test("there is a hook for every endpoint and for nothing else [endpoint/HKF-1]", () => {
  const extended = R.extend("current", { path: "/me" });
  assertEquals(Object.keys(hookifyResource(extended, () => ({}))).sort(), [
    "useCreate",
    "useCurrent",
    "useDelete",
    "useGet",
    "useGetList",
    "usePartialUpdate",
    "useUpdate",
  ]);
  const mixed = {
    get: R.get,
    none: null,
    text: "x",
    call() {},
    missing: undefined,
  };
  assertEquals(Object.keys(hookifyResource(mixed, () => ({}))), ["useGet"]);
});

Deno.test("a hook asks once for an init and gives the endpoint with it [endpoint/HKF-2]", async () => {
  await using server = new RecordingServer(() => Response.json({ id: "7" }));
  let asked = 0;
  const hooks = hookifyResource(
    resource({
      urlPrefix: server.origin,
      path: "/vessels/:id",
      schema: Vessel,
    }),
    () => {
      asked++;
      return { headers: { "X-Token": "t" } };
    },
  );
  assertEquals(asked, 0);
  const get = hooks.useGet();
  assertEquals(asked, 1);
  await get({ id: 7 });
  assertEquals(server.last.headers.get("x-token"), "t");
  const list = hooks.useGetList();
  assertEquals(asked, 2);
  await list.push({ id: "8" });
  assertEquals(server.last.method, "POST");
  assertEquals(server.last.headers.get("x-token"), "t");
  assertEquals(asked, 2);
});

Deno.test("the init is laid over that of the endpoint, headers by name [endpoint/HKF-3]", () => {
  const own = R.extend("get", {
    requestInit: {
      credentials: "include",
      mode: "cors",
      headers: { "X-Own": "1", "x-token": "old" },
    },
  });
  const initOf = (init: RequestInit | undefined) =>
    hookifyResource(own, () => init).useGet().requestInit;
  assertEquals(initOf({ mode: "no-cors", headers: { "X-Token": "new" } }), {
    credentials: "include",
    mode: "no-cors",
    headers: { "X-Own": "1", "X-Token": "new" },
  });
  assertEquals(initOf({ headers: [["x-token", "new"]] }), {
    credentials: "include",
    mode: "cors",
    headers: { "X-Own": "1", "x-token": "new" },
  });
  assertEquals(initOf({ mode: "no-cors" }), {
    ...own.get.requestInit,
    mode: "no-cors",
  });
  assertEquals(initOf(undefined), own.get.requestInit);
  assertEquals(
    hookifyResource(R, () => ({ headers: { a: "1" } })).useGet().requestInit,
    { headers: { a: "1" } },
  );
});

Deno.test("the endpoint stays the same while the init has the same members [endpoint/HKF-3]", () => {
  let token = "a";
  const hooks = hookifyResource(R, () => ({ headers: { token } }));
  const first = hooks.useGet();
  assertStrictEquals(hooks.useGet(), first);
  token = "b";
  const second = hooks.useGet();
  assertNotStrictEquals(second, first);
  assertEquals(second.requestInit, { headers: { token: "b" } });
  token = "a";
  assertStrictEquals(hooks.useGet(), first);
  const lists = hookifyResource(R, () => ({ headers: new Headers({ token }) }));
  assertStrictEquals(lists.useGet(), lists.useGet());
});

Deno.test("inits with more, fewer or other members are other inits [endpoint/HKF-3]", () => {
  let init: RequestInit | undefined;
  const hooks = hookifyResource(R, () => init);
  const seen = new Set<unknown>();
  const { signal } = new AbortController();
  const inits: (RequestInit | undefined)[] = [
    undefined,
    { mode: "cors" },
    { mode: "same-origin" },
    { mode: "cors", signal },
    { mode: "cors", headers: { a: "1" } },
    { mode: "cors", headers: { b: "1" } },
  ];
  for (init of inits) seen.add(hooks.useGet());
  assertEquals(seen.size, inits.length);
});
