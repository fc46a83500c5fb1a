import { resource, RestEndpoint } from "../../endpoint/mod.ts";
import type { useSuspense as hook } from "../../react/fetching_hooks.ts";
import { typesOnly } from "./types_only.ts";
import { Vessel } from "./harbour.ts";
import { exact } from "../support/exact.ts";

interface Named {
  name: string;
}

declare const useSuspense: typeof hook;

Deno.test("a payload that was not declared may be anything, and absent [endpoint/TYP-34]", () => {
  const put = new RestEndpoint({ path: "/v/:id", method: "PUT" });
  const query = new RestEndpoint({
    path: "/v",
    method: "POST",
    sideEffect: false,
  });
  typesOnly(() => {
    put({ id: 1 }, { x: 1 });
    put({ id: 1 }, "text");
    put({ id: 1 });
    query();
    query({ anything: true });
    useSuspense(query);
    // @ts-expect-error misses id
    put({}, {});
    // @ts-expect-error the path takes no parameters
    query({}, {});
  });
});

Deno.test("a declared payload is required and typed [endpoint/TYP-35]", () => {
  const put = new RestEndpoint({
    path: "/v/:id",
    method: "PUT",
    body: {} as Named,
  });
  typesOnly(() => {
    put({ id: 1 }, { name: "x" });
    // @ts-expect-error no payload
    put({ id: 1 });
    // @ts-expect-error misses name
    put({ id: 1 }, {});
    // @ts-expect-error not text
    put({ id: 1 }, { name: 5 });
    // @ts-expect-error z is unknown
    put({ id: 1 }, { name: "x", z: 1 });
  });
});

Deno.test("without parameters the payload is the only argument [endpoint/TYP-36]", () => {
  const create = new RestEndpoint({
    path: "/v",
    method: "POST",
    body: {} as Named,
  });
  typesOnly(() => {
    create({ name: "x" });
    // @ts-expect-error the path takes no parameters
    create({}, { name: "x" });
    // @ts-expect-error no payload
    create();
  });
});

Deno.test("optional parameters may be left out before a payload [endpoint/TYP-37]", () => {
  const put = new RestEndpoint({
    path: "/v{/:id}",
    method: "PUT",
    body: {} as Named,
  });
  typesOnly(() => {
    put({ name: "x" });
    put({ id: 1 }, { name: "x" });
    // @ts-expect-error the first argument is no parameters
    put({ name: "x" }, { name: "x" });
    // @ts-expect-error no payload
    put({ id: 1 });
  });
});

Deno.test("body undefined means that no payload is taken [endpoint/TYP-38]", () => {
  const vote = new RestEndpoint({
    path: "/v/:id",
    method: "POST",
    body: undefined,
  });
  const ping = new RestEndpoint({
    path: "/ping",
    method: "POST",
    body: undefined,
  });
  typesOnly(() => {
    vote({ id: 1 });
    ping();
    // @ts-expect-error no payload
    vote({ id: 1 }, {});
    // @ts-expect-error no payload
    ping({});
  });
});

Deno.test("a payload without a method is a POST [endpoint/TYP-39]", () => {
  const create = new RestEndpoint({ path: "/v", body: {} as Named });
  exact<typeof create.method, "POST">();
  exact<typeof create.sideEffect, true>();
  const change = new RestEndpoint({ path: "/v", sideEffect: true });
  exact<typeof change.method, "POST">();
});

Deno.test("DELETE takes a payload only if one is declared [endpoint/TYP-40]", () => {
  const plain = new RestEndpoint({ path: "/v/:id", method: "DELETE" });
  const reasoned = new RestEndpoint({
    path: "/v/:id",
    method: "DELETE",
    body: {} as { reason: string },
  });
  typesOnly(() => {
    plain({ id: 1 });
    reasoned({ id: 1 }, { reason: "x" });
    // @ts-expect-error no payload
    reasoned({ id: 1 });
    // @ts-expect-error takes no payload
    plain({ id: 1 }, {});
  });
});

Deno.test("the method says whether there is a side effect, unless that is given [endpoint/TYP-41]", () => {
  const get = new RestEndpoint({ path: "/v", method: "GET" });
  exact<typeof get.sideEffect, undefined>();
  const none = new RestEndpoint({ path: "/v" });
  exact<typeof none.sideEffect, undefined>();
  exact<typeof none.method, "GET">();
  const head = new RestEndpoint({ path: "/v", method: "HEAD" });
  exact<typeof head.sideEffect, undefined>();
  const put = new RestEndpoint({ path: "/v", method: "PUT" });
  exact<typeof put.sideEffect, true>();
  const query = new RestEndpoint({
    path: "/v",
    method: "POST",
    sideEffect: false,
  });
  exact<typeof query.sideEffect, false>();
  const child = query.extend({ path: "/w", searchParams: {} as Named })
    .extend({ body: {} as Named }).extend({ dataExpiryLength: 5 });
  exact<typeof child.sideEffect, false>();
  const put2 = child.extend({ method: "PUT" });
  exact<typeof put2.sideEffect, true>();
  const same = put2.extend({ method: undefined });
  exact<typeof same.method, "PUT">();
});

Deno.test("readers take a POST that only reads [endpoint/TYP-42]", () => {
  const query = new RestEndpoint({
    path: "/v",
    method: "POST",
    sideEffect: false,
    body: {} as { query: string },
    schema: Vessel,
  });
  const create = new RestEndpoint({
    path: "/v",
    method: "POST",
    body: {} as { query: string },
    schema: Vessel,
  });
  typesOnly(() => {
    useSuspense(query, { query: "x" }).name.toUpperCase();
    // @ts-expect-error a mutation
    useSuspense(create, { query: "x" });
  });
});

Deno.test("extend retypes method, payload and path [endpoint/TYP-43]", () => {
  const get = new RestEndpoint({ path: "/v/:id" });
  const post = get.extend({ method: "POST" });
  exact<typeof post.sideEffect, true>();
  const named = post.extend({ body: {} as Named });
  const vote = named.extend({ path: "/v/:id/vote", body: undefined });
  typesOnly(() => {
    post({ id: 1 }, { x: 1 });
    named({ id: 1 }, { name: "x" });
    vote({ id: 1 });
    // @ts-expect-error not text
    named({ id: 1 }, { name: 5 });
    // @ts-expect-error no payload
    vote({ id: 1 }, {});
  });
});

Deno.test("a payload is still required after the path was replaced [endpoint/TYP-44]", () => {
  const create = new RestEndpoint({ path: "/v", body: {} as Named });
  const put = create.extend({ path: "/v/:id" });
  exact<typeof put.method, "POST">();
  typesOnly(() => {
    put({ id: 1 }, { name: "x" });
    // @ts-expect-error no payload
    put({ id: 1 });
  });
});

Deno.test("hooks in options have the arguments of the call [endpoint/TYP-45]", () => {
  typesOnly(() => {
    new RestEndpoint({
      path: "/v/:id",
      method: "PUT",
      body: {} as Named,
      schema: Vessel,
      getOptimisticResponse(snap, params, body) {
        snap.get(Vessel, { id: params.id })?.name.toUpperCase();
        // @ts-expect-error no such parameter
        params.no;
        // @ts-expect-error no such member
        body.nme;
        // @ts-expect-error no such field
        snap.get(Vessel, { id: params.id })?.nme;
        return { id: params.id, name: body.name.toUpperCase() };
      },
    });
  });
});

Deno.test("hooks given to extend have the arguments of the new call [endpoint/TYP-46]", () => {
  const put = new RestEndpoint({
    path: "/v/:id",
    method: "PUT",
    body: {} as Named,
  });
  typesOnly(() => {
    put.extend({
      path: "/b/:no",
      getOptimisticResponse(_snap, params, body) {
        // @ts-expect-error the former parameter
        params.id;
        return { no: params.no, name: body.name.toUpperCase() };
      },
      process(value, params) {
        // @ts-expect-error the former parameter
        params.id;
        return { ...value, no: params.no };
      },
      key(params, body) {
        return `${params.no} ${body.name}`;
      },
    });
    put.extend({
      getOptimisticResponse: (_snap, params, body) => ({
        id: params.id,
        name: body.name,
      }),
    });
  });
});

Deno.test("a new body alone does not change the method [endpoint/EXT-2]", () => {
  const get = new RestEndpoint({ path: "/v/:id" }).extend({
    body: {} as Named,
  });
  exact<typeof get.method, "GET">();
  typesOnly(() => {
    get({ id: 1 });
    // @ts-expect-error GET takes no payload
    get({ id: 1 }, { name: "x" });
  });
});

Deno.test("hooks see the declared payload, a form only where one was declared, and where it is expected or updates, its fields [endpoint/TYP-46a]", () => {
  const Vessels = resource({
    path: "/fleets/:fleet/vessels/:id",
    schema: Vessel,
    body: {} as Named,
  });
  const upload = new RestEndpoint({
    path: "/v/:id/papers",
    method: "POST",
    body: {} as Named | FormData,
  });
  typesOnly(() => {
    Vessels.update({ fleet: 1, id: 1 }, new FormData());
    Vessels.getList.push({ fleet: 1 }, [{ name: "x" }]);
    Vessels.update.extend({
      getOptimisticResponse: (_snap, params, body) => ({
        id: params.id,
        name: body.name.toUpperCase(),
      }),
      process: (value, _params, body) => ({ ...value, name: body.name }),
      update: (_result, _params, body) => ({
        [body.name]: (names: string[]) => [...names, body.name],
      }),
    });
    Vessels.getList.push.extend({
      getOptimisticResponse: (_snap, _params, body) => ({
        id: body.name.toLowerCase(),
        name: body.name,
      }),
    });
    Vessels.partialUpdate.extend({
      getOptimisticResponse(_snap, _params, body) {
        // @ts-expect-error may be left out
        body.name.toUpperCase();
        return { ...body };
      },
    });
    upload.extend({
      getOptimisticResponse(_snap, _params, body) {
        // @ts-expect-error a form is an object of its fields here
        if ("get" in body) body.get("name");
        return { name: body.name };
      },
      process(value, _params, body) {
        return body instanceof FormData ? value : { name: body.name };
      },
    });
  });
});
