// deno-lint-ignore-file no-explicit-any -- some of the types default to any
import { assertType } from "@std/testing/types";
import type {
  AddEndpoint,
  ContentType,
  CustomResource,
  Defaults,
  ExtendedResource,
  FetchGet,
  FetchMutate,
  GetEndpoint,
  HookableEndpointInterface,
  HookResource,
  IRestEndpoint,
  KeyofRestEndpoint,
  MutateEndpoint,
  OptionsToFunction,
  PaginationEndpoint,
  PaginationFieldEndpoint,
  PathArgsAndSearch,
  Resource,
  ResourceEndpointExtensions,
  ResourceExtension,
  ResourceGenerics,
  ResourceInterface,
  ResourceOptions,
  RestEndpointConstructorOptions,
  RestFetch,
  RestGenerics,
  RestInstance,
  RestType,
} from "../../endpoint/mod.ts";
import {
  Collection,
  type CollectionOptions,
  resource,
  RestEndpoint,
} from "../../mod.ts";
import type { useSuspense as hook } from "../../react/fetching_hooks.ts";
import { typesOnly } from "./types_only.ts";
import { Vessel } from "./harbour.ts";
import { exact } from "../support/exact.ts";

declare const useSuspense: typeof hook;

const get = new RestEndpoint({ path: "/v/:id", schema: Vessel });
const put = new RestEndpoint({
  path: "/v/:id",
  schema: Vessel,
  method: "PUT",
  body: {} as { name: string },
});
const list = new RestEndpoint({
  path: "/v",
  schema: new Collection([Vessel]),
  searchParams: {} as { q?: string },
});
const R = resource({ path: "/v/:id", schema: Vessel });

Deno.test("endpoints fit the annotations that name their parts [endpoint/PKG-1]", () => {
  const any: IRestEndpoint[] = [get, put, list, list.push, R.delete];
  const instances: RestInstance[] = [get, put, list, list.push, R.delete];
  const query = new RestEndpoint({
    path: "/v",
    method: "POST",
    sideEffect: false,
  });
  const readers: GetEndpoint[] = [get, list, R.get, R.getList, query];
  const writers: MutateEndpoint[] = [put, list.push, R.update, R.delete];
  const read: GetEndpoint<{ path: "/v/:id"; schema: typeof Vessel }> = get;
  const written: MutateEndpoint<
    {
      path: "/v/:id";
      schema: typeof Vessel;
      method: "PUT";
      body: { name: string };
    }
  > = put;
  const call: OptionsToFunction<{ path: "/v/:id" }> = get;
  const byParts: FetchGet<{ id: string | number }> = get;
  const byArguments: FetchMutate<[{ id: number }, { name: string }]> = put;
  const byBoth: RestFetch<{ id: number }, { name: string }> = put;
  typesOnly(() => {
    read({ id: 1 });
    written({ id: 1 }, { name: "x" });
    call({ id: 1 });
    byParts({ id: 1 });
    byArguments({ id: 1 }, { name: "x" });
    byBoth({ id: 1 }, { name: "x" });
    // @ts-expect-error another path
    const other: GetEndpoint<{ path: "/w"; schema: typeof Vessel }> = get;
    // @ts-expect-error another schema
    const bare: GetEndpoint<{ path: "/v/:id"; schema: undefined }> = get;
    // @ts-expect-error it writes
    const reader: GetEndpoint = put;
    // @ts-expect-error it reads
    const writer: MutateEndpoint = list;
    useSuspense(readers[0]!, { id: 1 });
    return [any, instances, readers, writers, other, bare, reader, writer];
  });
});

Deno.test("types of endpoints can be made of parts [endpoint/PKG-1]", () => {
  type Made = RestType<
    { id: number },
    { name: string },
    typeof Vessel,
    true,
    string
  >;
  exact<Parameters<Made>, [params: { id: number }, body: { name: string }]>();
  exact<ReturnType<Made>, Promise<string>>();
  exact<Made["schema"], typeof Vessel>();
  exact<Made["sideEffect"], true>();
  type ByFunction = RestInstance<
    (params: { id: number }) => Promise<string>,
    undefined,
    undefined
  >;
  exact<Parameters<ByFunction>, [params: { id: number }]>();
  exact<ReturnType<ByFunction>, Promise<string>>();
});

Deno.test("types of derived endpoints are those of the endpoints [endpoint/PKG-1]", () => {
  type Page = PaginationFieldEndpoint<typeof list, "cursor">;
  type PageOfArguments = PaginationEndpoint<typeof list, [{ cursor: string }]>;
  type Added = AddEndpoint<{ path: "/v"; schema: Collection<[typeof Vessel]> }>;
  typesOnly(() => {
    const page: Page = list.paginated("cursor");
    page({ cursor: 5, q: "x" });
    // @ts-expect-error misses cursor
    page({ q: "x" });
    (null! as Added)({ name: "x" });
    // @ts-expect-error no such field
    (null! as Added)({ nme: "x" });
  });
  exact<Parameters<PageOfArguments>, [{ cursor: string }]>();
});

Deno.test("types of resources can be named [endpoint/PKG-1]", () => {
  const generics: ResourceGenerics = { path: "/v/:id", schema: Vessel };
  const options: ResourceOptions = { optimistic: true, dataExpiryLength: 5 };
  const named: Resource<{ path: "/v/:id"; schema: typeof Vessel }> = R;
  const any: ResourceInterface = R;
  const extensible: ResourceExtension = R;
  const additions: ResourceEndpointExtensions = { current: get };
  const hookable: HookableEndpointInterface = get;
  const derived: CustomResource<typeof R, "current", { path: "/me" }> = R
    .extend("current", { path: "/me" });
  const merged: ExtendedResource<typeof R, { one: typeof get }> = R.extend(
    () => ({ one: get }),
  );
  typesOnly(() => {
    resource({ ...options, path: "/v/:id", schema: Vessel }).get({ id: 1 });
    (null! as HookResource<typeof R>).useGet()({ id: 1 });
    derived.current();
    merged.one({ id: 1 });
    return [generics, named, any, extensible, additions, hookable];
  });
});

Deno.test("types of options can be named [endpoint/PKG-1]", () => {
  const generics: RestGenerics = { path: "/v/:id" };
  const options: RestEndpointConstructorOptions<{ path: "/v/:id" }> = {
    path: "/v/:id",
    process(value, { id }) {
      return `${value}${id}`;
    },
  };
  const collection: CollectionOptions<[{ q: string }]> = {
    argsKey: ({ q }) => ({ q }),
  };
  typesOnly(() => [generics, options, collection]);
  exact<ContentType, "json" | "blob" | "text" | "arrayBuffer" | "stream">();
  assertType<"push" extends KeyofRestEndpoint ? true : false>(true);
  assertType<"token" extends KeyofRestEndpoint ? true : false>(false);
  exact<
    PathArgsAndSearch<"/v/:id", { q: string }>,
    { id: string | number } & { q: string }
  >();
  exact<Defaults<{ a: string }, { a: number; b: 1 }>, { a: string; b: 1 }>();
  exact<RestFetch<any, undefined, 5>, FetchGet<any, 5>>();
});
