import { RestEndpoint } from "../../endpoint/mod.ts";
import { Collection } from "../../schema/mod.ts";
import { typesOnly } from "./types_only.ts";
import { Vessel } from "./harbour.ts";

Deno.test("declared query entries are required and typed [endpoint/TYP-27]", () => {
  const list = new RestEndpoint({
    path: "/v",
    searchParams: {} as { q: string },
  });
  typesOnly(() => {
    list({ q: "x" });
    // @ts-expect-error no entries
    list();
    // @ts-expect-error misses q
    list({});
    // @ts-expect-error not text
    list({ q: 5 });
    // @ts-expect-error z is unknown
    list({ q: "x", z: 1 });
  });
});

Deno.test("optional query entries may be left out [endpoint/TYP-28]", () => {
  const members = new RestEndpoint({
    path: "/v",
    searchParams: {} as { q?: string },
  });
  const whole = new RestEndpoint({
    path: "/v",
    searchParams: {} as { q: string } | undefined,
  });
  typesOnly(() => {
    members();
    members({});
    members({ q: "x" });
    whole();
    whole({});
    whole({ q: "x" });
    // @ts-expect-error not text
    members({ q: 5 });
    // @ts-expect-error not text
    whole({ q: 5 });
  });
});

Deno.test("query entries stand beside parameters of the path [endpoint/TYP-29]", () => {
  const get = new RestEndpoint({
    path: "/v/:id",
    searchParams: {} as { q: string },
  });
  typesOnly(() => {
    get({ id: 1, q: "x" });
    // @ts-expect-error misses id
    get({ q: "x" });
    // @ts-expect-error misses q
    get({ id: 1 });
  });
});

Deno.test("searchParams undefined means no query entries [endpoint/TYP-30]", () => {
  const get = new RestEndpoint({ path: "/v/:id", searchParams: undefined });
  typesOnly(() => {
    get({ id: 1 });
    // @ts-expect-error q is unknown
    get({ id: 1, q: "x" });
  });
});

Deno.test("extend replaces query entries [endpoint/TYP-31]", () => {
  const list = new RestEndpoint({
    path: "/v",
    searchParams: {} as { q: string },
  }).extend({ searchParams: {} as { deck: number } });
  typesOnly(() => {
    list({ deck: 1 });
    // @ts-expect-error the former entry
    list({ deck: 1, q: "x" });
    // @ts-expect-error misses deck
    list({});
  });
});

Deno.test("a new path ends the query entries of the call, not those of pages [endpoint/TYP-32]", () => {
  const list = new RestEndpoint({
    path: "/v",
    schema: new Collection([Vessel]),
    searchParams: {} as { q: string },
    paginationField: "page",
  }).extend({ path: "/w/:id" });
  typesOnly(() => {
    list({ id: 1 });
    list.getPage({ id: 1, q: "x", page: 2 });
    // @ts-expect-error the entry belonged to the former path
    list({ id: 1, q: "x" });
    // @ts-expect-error not text
    list.getPage({ id: 1, q: 5, page: 2 });
    // @ts-expect-error misses page
    list.getPage({ id: 1, q: "x" });
  });
});

Deno.test("GET takes no second argument [endpoint/TYP-33]", () => {
  const get = new RestEndpoint({ path: "/v/:id" });
  const list = new RestEndpoint({
    path: "/v",
    searchParams: {} as { q: string },
    method: "GET",
    body: {} as { name: string },
  });
  typesOnly(() => {
    // @ts-expect-error no payload
    get({ id: 1 }, {});
    // @ts-expect-error no payload
    list({ q: "x" }, { name: "x" });
  });
});
