// deno-lint-ignore-file no-explicit-any -- the form in which subclasses are written
import type { Controller } from "../../controller/mod.ts";
import {
  type createResource,
  type GetEndpoint,
  hookifyResource,
  type MutateEndpoint,
  type Resource,
  resource,
  type ResourceGenerics,
  type ResourceOptions,
  RestEndpoint,
  type RestGenerics,
} from "../../endpoint/mod.ts";
import type { useQuery as queryHook } from "../../react/stored_hooks.ts";
import type { useSuspense as hook } from "../../react/fetching_hooks.ts";
import {
  Collection,
  Entity,
  type Invalidate,
  Query,
  Union,
} from "../../schema/mod.ts";
import { typesOnly } from "./types_only.ts";
import { Vessel } from "./harbour.ts";
import { exact } from "../support/exact.ts";

declare const ctrl: Controller;
declare const useSuspense: typeof hook;
declare const useQuery: typeof queryHook;

const R = resource({
  path: "/f/:fleet/v/:id",
  schema: Vessel,
  searchParams: {} as { q?: string },
  paginationField: "page",
});
const S = resource({ path: "/v/:id", schema: Vessel });

Deno.test("the path of a list ends in a slash where that of an item does [endpoint/RES-5]", () => {
  typesOnly(() => {
    const slashed = resource({ path: "/f/:fleet/v/:id/", schema: Vessel });
    const grouped = resource({ path: "/v{/:id}/", schema: Vessel });
    const root = resource({ path: "/:id/", schema: Vessel });
    exact<typeof R.getList.path, "/f/:fleet/v">();
    exact<typeof slashed.getList.path, "/f/:fleet/v/">();
    exact<typeof grouped.getList.path, "/v/">();
    exact<typeof root.getList.path, "/">();
  });
});

interface Draft {
  name: string;
  draught: number;
}
const B = resource({ path: "/v/:id", schema: Vessel, body: {} as Draft });

Deno.test("get takes the parameters of the path [endpoint/TYP-60]", () => {
  typesOnly(() => {
    R.get({ fleet: 1, id: 2 });
    // @ts-expect-error misses fleet
    R.get({ id: 2 });
    // @ts-expect-error q belongs to the list
    R.get({ fleet: 1, id: 2, q: "x" });
  });
});

Deno.test("getList takes the parameters of its path and the query entries [endpoint/TYP-61]", () => {
  typesOnly(() => {
    R.getList({ fleet: 1, q: "x" });
    R.getList({ fleet: 1 });
    // @ts-expect-error misses fleet
    R.getList({ q: "x" });
    // @ts-expect-error z is unknown
    R.getList({ fleet: 1, z: 1 });
  });
});

Deno.test("push takes parameters and an item, several or a form [endpoint/TYP-62]", () => {
  typesOnly(() => {
    R.getList.push({ fleet: 1 }, { name: "x" });
    R.getList.push({ fleet: 1 }, [{ name: "x" }]);
    R.getList.push({ fleet: 1 }, new FormData());
    R.getList.push({ fleet: 1, q: "y" }, { name: "x" });
    // @ts-expect-error no payload
    R.getList.push({ fleet: 1 });
    // @ts-expect-error no such field
    R.getList.push({ fleet: 1 }, { nope: 1 });
    // @ts-expect-error id belongs to an item
    R.getList.push({ fleet: 1, id: 2 }, { name: "x" });
  });
});

Deno.test("getPage takes the page with the arguments of the list [endpoint/TYP-63]", () => {
  typesOnly(() => {
    R.getList.getPage({ fleet: 1, page: 2 });
    R.getList.getPage({ fleet: 1, page: "2", q: "x" });
    R.getList.getPage({ fleet: 1, page: true });
    // @ts-expect-error misses page
    R.getList.getPage({ fleet: 1 });
    // @ts-expect-error misses fleet
    R.getList.getPage({ page: 2 });
    // @ts-expect-error an object is no page
    R.getList.getPage({ fleet: 1, page: {} });
  });
});

Deno.test("there are no pages without a pagination field [endpoint/TYP-64]", () => {
  exact<
    typeof S.getList.getPage,
    | { readonly getPage: "needs the option paginationField" }
    | undefined
  >();
  typesOnly(() => {
    // @ts-expect-error undefined
    S.getList.getPage({ page: 2 });
  });
});

Deno.test("update takes a payload and delete none [endpoint/TYP-65]", () => {
  typesOnly(() => {
    R.update({ fleet: 1, id: 2 }, { name: "x" });
    R.update({ fleet: 1, id: 2 }, new FormData());
    R.partialUpdate({ fleet: 1, id: 2 }, { name: "x" });
    R.delete({ fleet: 1, id: 2 });
    // @ts-expect-error no payload
    R.update({ fleet: 1, id: 2 });
    // @ts-expect-error takes no payload
    R.delete({ fleet: 1, id: 2 }, {});
    // @ts-expect-error misses id
    R.delete({ fleet: 1 });
  });
});

Deno.test("changes are mutations, which readers refuse [endpoint/TYP-66]", () => {
  exact<typeof R.delete.sideEffect, true>();
  exact<typeof R.update.sideEffect, true>();
  exact<typeof R.partialUpdate.sideEffect, true>();
  exact<typeof R.getList.push.sideEffect, true>();
  exact<typeof R.get.sideEffect, undefined>();
  exact<typeof R.getList.sideEffect, undefined>();
  typesOnly(() => {
    useSuspense(R.get, { fleet: 1, id: 2 }).name.toUpperCase();
    useSuspense(R.getList, { fleet: 1 })[0]!.name.toUpperCase();
    // @ts-expect-error a mutation
    useSuspense(R.delete, { fleet: 1, id: 2 });
    // @ts-expect-error a mutation
    useSuspense(R.update, { fleet: 1, id: 2 }, { name: "x" });
    // @ts-expect-error a mutation
    useSuspense(R.getList.push, { fleet: 1 }, { name: "x" });
  });
});

Deno.test("a declared payload is whole for creating and replacing, partial for changing [endpoint/TYP-67]", () => {
  typesOnly(() => {
    B.update({ id: 1 }, { name: "x", draught: 4 });
    B.getList.push({ name: "x", draught: 4 });
    B.create({ name: "x", draught: 4 });
    B.partialUpdate({ id: 1 }, { draught: 4 });
    B.getList.move({ id: 1 }, { draught: 4 });
    B.getList.remove({ name: "x" });
    // @ts-expect-error misses draught
    B.update({ id: 1 }, { name: "x" });
    // @ts-expect-error misses draught
    B.getList.push({ name: "x" });
    // @ts-expect-error a field of the entity, not of the payload
    B.partialUpdate({ id: 1 }, { berth: 4 });
    // @ts-expect-error a field of the entity, not of the payload
    B.getList.move({ id: 1 }, { berth: 4 });
    // @ts-expect-error a field of the entity, not of the payload
    B.getList.remove({ berth: 4 });
    // @ts-expect-error unknown field
    B.update({ id: 1 }, { name: "x", draught: 4, z: 1 });
  });
});

Deno.test("without declared query entries any of them are taken [endpoint/TYP-68]", () => {
  const none = resource({
    path: "/v/:id",
    schema: Vessel,
    searchParams: undefined,
  });
  typesOnly(() => {
    S.getList();
    S.getList({ any: "x", n: 1, b: true });
    S.getList({ any: undefined });
    none.getList();
    // @ts-expect-error no query entry
    S.getList({ any: {} });
    // @ts-expect-error entries were ruled out
    none.getList({ any: "x" });
  });
});

Deno.test("move takes the parameters of an item [endpoint/TYP-69]", () => {
  typesOnly(async () => {
    R.getList.move({ fleet: 1, id: 2 }, { berth: 2 });
    const moved = await ctrl.fetch(
      R.getList.move,
      { fleet: 1, id: 2 },
      { berth: 2 },
    );
    exact<typeof moved, Vessel>();
    // @ts-expect-error misses id
    R.getList.move({ fleet: 1 }, { berth: 2 });
    // @ts-expect-error misses fleet
    R.getList.move({ id: 2 }, { berth: 2 });
    // @ts-expect-error no such field
    R.getList.move({ fleet: 1, id: 2 }, { nme: "x" });
  });
});

Deno.test("extend adds a member derived from get [endpoint/TYP-74]", () => {
  const X = R.extend("current", { path: "/me" });
  const vote = R.extend("vote", {
    path: "/p/:id/vote",
    method: "POST",
    body: undefined,
  });
  typesOnly(() => {
    X.current();
    useSuspense(X.current).name.toUpperCase();
    X.get({ fleet: 1, id: 2 });
    X.getList.push({ fleet: 1 }, { name: "x" });
    X.update({ fleet: 1, id: 2 }, { name: "x" });
    vote.vote({ id: 5 });
    vote.extend("again", { path: "/again" }).vote({ id: 5 });
    // @ts-expect-error no parameters
    X.current({ id: 1 });
    // @ts-expect-error misses fleet
    X.get({ id: 2 });
    // @ts-expect-error takes no payload
    vote.vote({ id: 5 }, {});
    // @ts-expect-error a mutation
    useSuspense(vote.vote, { id: 5 });
    // @ts-expect-error never added
    X.vote;
  });
});

Deno.test("extend changes members by their names [endpoint/TYP-75]", () => {
  const X = R.extend({ getList: { path: "/all" } });
  const Y = R.extend({
    get: { dataExpiryLength: 5 },
    getList: { pollFrequency: 5, process: (value) => value.length as number },
  });
  typesOnly(async () => {
    X.getList();
    X.getList.push({ name: "x" });
    X.create({ name: "x" });
    X.get({ fleet: 1, id: 2 });
    useSuspense(Y.get, { fleet: 1, id: 2 }).name.toUpperCase();
    (await Y.getList({ fleet: 1, q: "x" })).toFixed();
    // @ts-expect-error no such member
    R.extend({ nope: {} });
    // @ts-expect-error misses id
    Y.get({ fleet: 1 });
    // @ts-expect-error no such content
    R.extend({ get: { content: "xml" } });
  });
});

Deno.test("extend adds members that a function makes of others [endpoint/TYP-76]", () => {
  const X = R.extend((base) => ({
    byName: base.getList.extend({ path: "/by/:name" }),
    get: base.get.extend({ path: "/one/:no" }),
  }));
  typesOnly(() => {
    X.byName({ name: "x" });
    X.byName.push({ name: "x" }, { berth: 5 });
    useSuspense(X.byName, { name: "x" })[0]!.name.toUpperCase();
    X.get({ no: 1 });
    X.update({ fleet: 1, id: 2 }, { name: "x" });
    R.extend(() => {}).get({ fleet: 1, id: 2 });
    // @ts-expect-error misses name
    X.byName({});
    // @ts-expect-error the former parameters
    X.get({ fleet: 1, id: 2 });
  });
});

Deno.test("hooks of a resource give its endpoints [endpoint/TYP-77]", () => {
  const hooks = hookifyResource(R, () => ({ headers: { a: "1" } }));
  exact<ReturnType<typeof hooks.useGet>, typeof R.get>();
  typesOnly(() => {
    hooks.useGetList().push({ fleet: 1 }, { name: "x" });
    hooks.useDelete()({ fleet: 1, id: 2 });
    hookifyResource(R.extend("current", { path: "/me" }), () => undefined)
      .useCurrent()();
    // @ts-expect-error a hook, not an endpoint
    hooks.get;
    // @ts-expect-error extend is no endpoint
    hooks.useExtend;
    // @ts-expect-error no init for a request
    hookifyResource(R, () => 5);
  });
});

Deno.test("a resource of a Union gives any of its entities [endpoint/TYP-78]", () => {
  class Tug extends Entity {
    id = "";
    type = "tug" as const;
    pull = 0;
  }
  class Ferry extends Entity {
    id = "";
    type = "ferry" as const;
    seats = 0;
  }
  const U = resource({
    path: "/v/:id",
    schema: new Union({ tug: Tug, ferry: Ferry }, "type"),
    searchParams: {} as { q: string },
  });
  const pulls = new Query(
    U.getList.schema,
    (vessels) =>
      vessels.reduce(
        (sum, vessel) => vessel.type === "tug" ? sum + vessel.pull : sum,
        0,
      ),
  );
  typesOnly(() => {
    const vessel = useSuspense(U.get, { id: 1 });
    if (vessel.type === "tug") vessel.pull.toFixed();
    else vessel.seats.toFixed();
    // @ts-expect-error only tugs have it
    vessel.pull;
    for (const each of useSuspense(U.getList, { q: "x" })) {
      if (each.type === "ferry") each.seats.toFixed();
    }
    U.getList.push({ type: "tug", pull: 5 });
    useQuery(pulls, { q: "x" })?.toFixed();
    // @ts-expect-error not text
    useQuery(pulls, { q: 5 });
    // @ts-expect-error misses q
    useQuery(pulls, {});
    // @ts-expect-error no such field
    U.getList.push({ type: "tug", seatz: 5 });
  });
});

Deno.test("endpoints have the members of their class [endpoint/TYP-79]", () => {
  class My<O extends RestGenerics = any> extends RestEndpoint<O> {
    token = "";
  }
  const X = resource({ path: "/v/:id", schema: Vessel, Endpoint: My });
  typesOnly(() => {
    X.get.token.toUpperCase();
    X.getList.push.token.toUpperCase();
    X.delete.token.toUpperCase();
    X.extend("current", { path: "/me" }).current.token.toUpperCase();
    X.get({ id: 1 });
    // @ts-expect-error misses id
    X.get({});
    // @ts-expect-error no such member
    X.get.tken;
  });
});

Deno.test("parameters of process are typed in options [endpoint/TYP-80]", () => {
  typesOnly(() => {
    new RestEndpoint({
      path: "/:username",
      process(value, { username }) {
        exact<typeof username, string | number>();
        return { ...value, username };
      },
    });
    new RestEndpoint({
      path: "/:username",
      process(value, params) {
        // @ts-expect-error no such parameter
        return { ...value, username: params.user };
      },
    });
    S.extend("current", {
      path: "/:username",
      process(value, { username }) {
        exact<typeof username, string | number>();
        return { ...value, username };
      },
    });
  });
});

Deno.test("results of fetch are entities [endpoint/RES-16]", () => {
  typesOnly(async () => {
    const got = await ctrl.fetch(S.get, { id: 1 });
    exact<typeof got, Vessel>();
    const list = await ctrl.fetch(S.getList);
    exact<typeof list, Vessel[]>();
    const pushed = await ctrl.fetch(S.getList.push, { name: "x" });
    exact<typeof pushed, Vessel>();
    const updated = await ctrl.fetch(S.update, { id: 1 }, { name: "x" });
    exact<typeof updated, Vessel>();
    const deleted = await ctrl.fetch(S.delete, { id: 1 });
    exact<typeof deleted, Vessel>();
  });
  exact<typeof S.delete.schema, Invalidate<typeof Vessel>>();
});

Deno.test("both names of resource have one type [endpoint/RES-1]", () => {
  exact<typeof createResource, typeof resource>();
});

Deno.test("resources and endpoints can be named in annotations [endpoint/PKG-1]", () => {
  const annotated: Resource<{ path: "/v/:id"; schema: typeof Vessel }> = S;
  const get: GetEndpoint<{ path: "/v/:id"; schema: typeof Vessel }> =
    new RestEndpoint({ path: "/v/:id", schema: Vessel });
  const put: MutateEndpoint<
    { path: "/v/:id"; schema: undefined; method: "PUT"; body: Draft }
  > = new RestEndpoint({
    path: "/v/:id",
    schema: undefined,
    method: "PUT",
    body: {} as Draft,
  });
  typesOnly(() => {
    annotated.get({ id: 1 });
    get({ id: 1 });
    put({ id: 1 }, { name: "x", draught: 1 });
    // @ts-expect-error misses id
    get({});
    // @ts-expect-error misses draught
    put({ id: 1 }, { name: "x" });
  });
});

Deno.test("functions that make resources keep their types [endpoint/TYP-60]", () => {
  class My<O extends RestGenerics = any> extends RestEndpoint<O> {}

  function listed<O extends ResourceGenerics = any>(
    { schema, Endpoint = My, ...options }: Readonly<O> & ResourceOptions,
  ) {
    return resource({ Endpoint, paginationField: "page", schema, ...options })
      .extend({
        getList: { schema: { results: new Collection([schema]), total: 0 } },
      });
  }
  function annotated<O extends ResourceGenerics>(
    options: Readonly<O> & ResourceOptions,
  ): Resource<O> {
    return resource(options);
  }

  const L = listed({ path: "/f/:fleet/v/:id", schema: Vessel });
  const A = annotated({ path: "/f/:fleet/v/:id", schema: Vessel });
  typesOnly(async () => {
    const { results, total } = useSuspense(L.getList, { fleet: 1 });
    exact<typeof results, Vessel[]>();
    exact<typeof total, number>();
    L.getList.getPage({ fleet: 1, page: 2 });
    const pushed = await ctrl.fetch(L.getList.push, { fleet: 1 }, {
      name: "x",
    });
    exact<typeof pushed, Vessel>();
    useSuspense(A.get, { fleet: 1, id: 2 }).name.toUpperCase();
    // @ts-expect-error misses fleet
    L.get({ id: 2 });
    // @ts-expect-error misses fleet
    A.get({ id: 2 });
  });
});
