/**
 * Endpoints and resources whose type is written beside them, as packages that
 * emit declarations file by file need it. Neighbours: options with and without
 * influence on types, every kind of path, every method.
 */
import {
  type MutateEndpoint,
  type PathArgs,
  type Resource,
  resource,
  RestEndpoint,
  type RestGenerics,
  type ShortenPath,
} from "../../endpoint/mod.ts";
import { Entity } from "../../schema/mod.ts";
import { Vessel } from "./harbour.ts";
import { typesOnly } from "./types_only.ts";
import { exact } from "../support/exact.ts";

class Crane extends Entity {
  id = "";
  reach = 0;
}

type Plain = Resource<{ path: "/v/:id"; schema: typeof Vessel }>;

Deno.test("a resource is annotated by what its types depend on, whatever other options it has [endpoint/TYP-90]", () => {
  const base = { path: "/v/:id", schema: Vessel } as const;
  const annotated: Plain[] = [
    resource({ ...base, urlPrefix: "https://harbour.test" }),
    resource({ ...base, optimistic: true, dataExpiryLength: 5 }),
    resource({ ...base, errorPolicy: () => "soft" as const }),
    resource({ ...base, nonFilterArgumentKeys: ["sort"] }),
  ];
  const filtered: Resource<
    { path: "/v/:id"; schema: typeof Vessel; searchParams: { q: string } }
  > = resource({
    ...base,
    urlPrefix: "/api",
    searchParams: {} as { q: string },
  });
  const paged: Resource<
    { path: "/v/:id"; schema: typeof Vessel; paginationField: "page" }
  > = resource({ ...base, urlPrefix: "/api", paginationField: "page" });
  typesOnly(() => {
    annotated[0]!.get({ id: 1 });
    filtered.getList({ q: "x" });
    paged.getList.getPage({ page: 2 });
    // @ts-expect-error another path
    const path: Plain = resource({ path: "/w/:id", schema: Vessel });
    // @ts-expect-error a path with another parameter
    const number: Plain = resource({ path: "/v/:no", schema: Vessel });
    // @ts-expect-error another schema
    const schema: Plain = resource({ path: "/v/:id", schema: Crane });
    // @ts-expect-error the list needs a query entry that is not announced
    const search: Plain = filtered;
    // @ts-expect-error a payload that is not announced
    const body: Plain = resource({ ...base, body: {} as { name: string } });
    // @ts-expect-error the announced query entry is not taken
    const taken: typeof filtered = annotated[0]!;
    // @ts-expect-error the announced pages are not there
    const pages: typeof paged = annotated[0]!;
    return [path, number, schema, search, body, taken, pages];
  });
});

Deno.test("a resource has no members but its endpoints and extend [endpoint/TYP-90]", () => {
  exact<
    keyof Plain,
    | "get"
    | "getList"
    | "create"
    | "update"
    | "partialUpdate"
    | "delete"
    | "extend"
  >();
});

Deno.test("a path that is a template literal keeps its parameters [endpoint/TYP-91]", () => {
  const api = "/api";
  const host: string = "/north";
  const versions = ["v1", "v2"] as const;
  const version: "v1" | "v2" = versions[host.length % 2]!;
  const known = resource({ path: `${api}/v/:id`, schema: Vessel });
  const open = resource({ path: `${host}/v/:id`, schema: Vessel });
  const several = resource({ path: `/${version}/v/:id`, schema: Vessel });
  const endpoint = new RestEndpoint({ path: `${host}/v/:id` });
  const derived = endpoint.extend({ path: `${api}/w/:no` });
  const added = known.extend("moor", { path: `${api}/v/:id/moor` });
  const named = resource<{ path: `${string}/v/:id`; schema: typeof Vessel }>({
    path: `${host}/v/:id`,
    schema: Vessel,
  });
  const annotated: Resource<{ path: "/api/v/:id"; schema: typeof Vessel }> =
    resource({ path: `${api}/v/:id`, schema: Vessel });
  exact<typeof known.get.path, "/api/v/:id">();
  exact<typeof open.get.path, `${string}/v/:id`>();
  exact<typeof open.getList.path, `${string}/v`>();
  exact<typeof several.get.path, "/v1/v/:id" | "/v2/v/:id">();
  exact<typeof derived.path, "/api/w/:no">();
  exact<typeof added.moor.path, "/api/v/:id/moor">();
  exact<typeof named.get.path, `${string}/v/:id`>();
  exact<PathArgs<`${string}/v/:id`>, { id: string | number }>();
  exact<ShortenPath<`/${string}/v/:id`>, `/${string}/v/`>();
  typesOnly(() => {
    open.get({ id: 1 });
    annotated.get({ id: 1 });
    // @ts-expect-error misses id
    known.get({});
    // @ts-expect-error misses id
    open.get({});
    // @ts-expect-error misses id
    several.get({});
    // @ts-expect-error misses id
    endpoint({});
    // @ts-expect-error misses no
    derived({ id: 1 });
  });
});

Deno.test("a path of unknown text takes any parameters, in resources too [endpoint/TYP-23]", () => {
  const path: string = "/v/:id";
  const R = resource({ path, schema: Vessel });
  typesOnly(() => {
    R.get({ id: 1, any: 2 });
    // @ts-expect-error a number is no parameters
    R.get(5);
    // @ts-expect-error a path is a text
    resource({ path: 5, schema: Vessel });
    // @ts-expect-error there is no path
    resource({ schema: Vessel });
  });
});

Deno.test("MutateEndpoint annotates what changes something, by any method [endpoint/TYP-92]", () => {
  type Rename = MutateEndpoint<
    { path: "/v/:id"; schema: typeof Vessel; body: { name: string } }
  >;
  const options = {
    path: "/v/:id",
    schema: Vessel,
    body: {} as { name: string },
  } as const;
  const renames: Rename[] = [
    new RestEndpoint({ ...options, method: "PATCH" }),
    new RestEndpoint({ ...options, method: "PUT" }),
    new RestEndpoint({ ...options, method: "POST" }),
    new RestEndpoint(options),
  ];
  const touch: MutateEndpoint<{ path: "/v/:id"; schema: typeof Vessel }> =
    new RestEndpoint({ path: "/v/:id", schema: Vessel, method: "PATCH" });
  const removal: MutateEndpoint<
    { path: "/v/:id"; schema: typeof Vessel; method: "DELETE" }
  > = new RestEndpoint({ path: "/v/:id", schema: Vessel, method: "DELETE" });
  exact<Rename["sideEffect"], true>();
  typesOnly(() => {
    renames[0]!({ id: 1 }, { name: "x" });
    touch({ id: 1 }, { any: "payload" });
    removal({ id: 1 });
    // @ts-expect-error misses the payload
    renames[0]!({ id: 1 });
    // @ts-expect-error misses name
    renames[0]!({ id: 1 }, {});
    // @ts-expect-error it reads
    const read: Rename = new RestEndpoint({ path: "/v/:id", schema: Vessel });
    const misspelt = new RestEndpoint({
      ...options,
      method: "PATCH",
      body: {} as { nme: string },
    });
    // @ts-expect-error another payload
    const other: Rename = misspelt;
    return [read, other];
  });
});

Deno.test("a function that makes resources may say what it returns [endpoint/TYP-90]", () => {
  function ofHarbour<const O extends { path: string; schema: typeof Vessel }>(
    options: O,
  ): Resource<O> {
    return resource(options);
  }
  class Api<
    // deno-lint-ignore no-explicit-any -- the form in which subclasses are written
    O extends RestGenerics = any,
  > extends RestEndpoint<O> {
    token = "";
  }
  const R = ofHarbour({ path: "/v/:id", schema: Vessel });
  const own: Resource<
    { path: "/v/:id"; schema: typeof Vessel; Endpoint: typeof Api }
  > = resource({
    path: "/v/:id",
    schema: Vessel,
    Endpoint: Api,
    urlPrefix: "/api",
  });
  typesOnly(() => {
    R.get({ id: 1 });
    own.get.token.toUpperCase();
    // @ts-expect-error misses id
    R.get({});
  });
});
