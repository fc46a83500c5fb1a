// deno-lint-ignore-file no-explicit-any -- what nothing is known of
import type { Controller } from "../../controller/mod.ts";
import {
  resource,
  type ResourceGenerics,
  type ResourceOptions,
  RestEndpoint,
  type RestEndpointInstance,
} from "../../endpoint/mod.ts";
import { Collection, Values } from "../../schema/mod.ts";
import { typesOnly } from "./types_only.ts";
import { Vessel } from "./harbour.ts";
import { exact } from "../support/exact.ts";

declare const ctrl: Controller;

const nested = new RestEndpoint({
  path: "/f/:fleet/v",
  movePath: "/f/:fleet/v/:id",
  schema: { data: { items: new Collection([Vessel]) }, next: "" },
});

Deno.test("members of a nested Collection are typed by its entity [endpoint/TYP-70]", () => {
  typesOnly(async () => {
    nested.push({ fleet: 1 }, { name: "x" });
    nested.unshift({ fleet: 1 }, [{ name: "x" }]);
    nested.remove({ fleet: 1 }, { id: "5" });
    nested.move({ fleet: 1, id: "5" }, { berth: 2 });
    const created = await ctrl.fetch(nested.push, { fleet: 1 }, { name: "x" });
    exact<typeof created, Vessel>();
    const moved = await ctrl.fetch(
      nested.move,
      { fleet: 1, id: 5 },
      { berth: 2 },
    );
    exact<typeof moved, Vessel>();
    // @ts-expect-error no such field
    nested.push({ fleet: 1 }, { nme: "x" });
    // @ts-expect-error no such field
    nested.move({ fleet: 1, id: "5" }, { nme: "x" });
    // @ts-expect-error no such field
    nested.remove({ fleet: 1 }, { nme: "x" });
    // @ts-expect-error misses fleet
    nested.push({}, { name: "x" });
  });
  exact<typeof nested.push.method, "POST">();
  exact<typeof nested.remove.method, "PATCH">();
  exact<typeof nested.move.method, "PATCH">();
  exact<typeof nested.push.sideEffect, true>();
});

Deno.test("assign takes entries of a Collection of values [endpoint/TYP-71]", () => {
  const map = new RestEndpoint({
    path: "/v",
    schema: new Collection(new Values(Vessel)),
  });
  typesOnly(() => {
    map.assign({ k: { name: "x" } });
    // @ts-expect-error no such field
    map.assign({ k: { nme: "x" } });
  });
  exact<typeof map.push.schema, undefined>();
});

Deno.test("a list has no assign, wherever it is in the response [endpoint/TYP-71]", () => {
  const list = new RestEndpoint({
    path: "/v",
    schema: new Collection([Vessel]),
  });
  const nested = list.extend({
    schema: { items: new Collection([Vessel]), total: 0 },
  });
  const R = resource({ path: "/v/:id", schema: Vessel });
  const bare = list.extend({ schema: [Vessel] });
  exact<typeof list.assign, undefined>();
  exact<typeof nested.assign, undefined>();
  exact<typeof R.getList.assign, undefined>();
  exact<RestEndpointInstance["assign"], any>();
  // without a Collection the call is made, and warned of
  exact<typeof bare.assign.schema, undefined>();
  typesOnly(() => {
    // @ts-expect-error undefined
    list.assign({ k: { name: "x" } });
    // @ts-expect-error undefined
    R.getList.assign({ k: { name: "x" } });
  });
  const any: RestEndpointInstance[] = [list, nested, R.getList, R.get];
  // what is known of a resource in a function that makes any
  function harbour<O extends ResourceGenerics>(
    options: Readonly<O> & ResourceOptions,
  ) {
    const { getList } = resource(options);
    return getList.push.extend({ dataExpiryLength: any.length });
  }
  const add = harbour({ path: "/v/:id", schema: Vessel });
  typesOnly(() => {
    add({ name: "x" });
    // @ts-expect-error no such field
    add({ nme: "x" });
  });
});

Deno.test("paginated adds a cursor, or takes the arguments of a function [endpoint/TYP-72]", () => {
  const list = new RestEndpoint({
    path: "/f/:fleet/v",
    schema: new Collection([Vessel]),
    searchParams: {} as { q?: string },
  });
  const byField = list.paginated("cursor");
  const byFunction = list.paginated((
    { cursor: _, ...rest }: { cursor: string; fleet: number },
  ) => [rest]);
  typesOnly(() => {
    byField({ fleet: 1, cursor: "x" });
    byField({ fleet: 1, q: "x", cursor: 5 });
    byField.extend({ dataExpiryLength: 5 })({ fleet: 1, cursor: "x" });
    byFunction({ fleet: 1, cursor: "x" });
    byFunction.extend({ dataExpiryLength: 5 })({ fleet: 1, cursor: "x" });
    // @ts-expect-error misses cursor
    byField({ fleet: 1 });
    // @ts-expect-error misses cursor
    byField.extend({ dataExpiryLength: 5 })({ fleet: 1 });
    // @ts-expect-error misses cursor
    byFunction({ fleet: 1 });
    // @ts-expect-error fleet is declared as a number
    byFunction({ fleet: "1", cursor: "x" });
    // @ts-expect-error misses cursor
    byFunction.extend({ dataExpiryLength: 5 })({ fleet: 1 });
    // @ts-expect-error returns no arguments of the list
    list.paginated((_params: { cursor: string }) => [{}]);
  });
});

Deno.test("a pagination field that the payload has is required there [endpoint/TYP-73]", () => {
  interface Search {
    text: string;
    page?: number;
  }
  const search = new RestEndpoint({
    path: "/s/:fleet",
    method: "POST",
    sideEffect: false,
    body: {} as Search,
    schema: new Collection([Vessel]),
    paginationField: "page",
  });
  const optional = new RestEndpoint({
    path: "/s/:fleet",
    method: "POST",
    sideEffect: false,
    body: {} as Search | undefined,
    schema: new Collection([Vessel]),
    paginationField: "page",
  });
  typesOnly(() => {
    search({ fleet: 1 }, { text: "x" });
    search.getPage({ fleet: 1 }, { text: "x", page: 2 });
    // @ts-expect-error misses page
    search.getPage({ fleet: 1 }, { text: "x" });
    // @ts-expect-error page is no parameter
    search.getPage({ fleet: 1, page: 2 }, { text: "x", page: 2 });
    optional.getPage({ fleet: 1, page: 2 });
    optional.getPage({ fleet: 1, page: 2 }, { text: "x" });
    // @ts-expect-error misses page
    optional.getPage({ fleet: 1 });
  });
});

Deno.test("members of a list without Collection exist, but describe nothing [endpoint/COL-7]", () => {
  const plain = new RestEndpoint({ path: "/v", schema: [Vessel] });
  exact<typeof plain.push.schema, undefined>();
  typesOnly(() => {
    plain.push({ anything: 1 });
  });
});

Deno.test("members take a payload although the list says that it has none [endpoint/COL-16]", () => {
  const list = new RestEndpoint({
    path: "/v",
    schema: new Collection([Vessel]),
    body: undefined,
  });
  typesOnly(() => {
    list.push({ name: "x" });
    // @ts-expect-error no such field
    list.push({ nme: "x" });
    // @ts-expect-error no payload
    list.push();
  });
});

Deno.test("without parameters in the path the payload alone will do for a member [endpoint/COL-8]", () => {
  const list = new RestEndpoint({
    path: "/v",
    schema: new Collection([Vessel]),
    searchParams: {} as { fleet: string },
  });
  typesOnly(() => {
    list.push({ name: "x" });
    list.push({ fleet: "x" }, { name: "x" });
    list.push({ fleet: "x" }, new FormData());
    // @ts-expect-error flet is unknown
    list.push({ flet: "x" }, { name: "x" });
    // @ts-expect-error the path takes parameters
    nested.push({ name: "x" });
  });
});
