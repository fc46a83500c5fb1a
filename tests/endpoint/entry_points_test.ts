import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import * as controller from "../../controller/mod.ts";
import * as endpoint from "../../endpoint/mod.ts";
import * as main from "../../mod.ts";
import type * as types from "../../mod.ts";
import { NetworkError } from "../../mod.ts";
import * as next from "../../next.ts";
import * as schema from "../../schema/mod.ts";
import { exact } from "../support/exact.ts";

Deno.test("the main entry has every value that endpoints need [endpoint/PKG-1]", () => {
  const names = [
    "RestEndpoint",
    "resource",
    "createResource",
    "hookifyResource",
    "NetworkError",
    "getUrlBase",
    "getUrlTokens",
    "Endpoint",
    "ExtendableEndpoint",
    "Entity",
    "EntityMixin",
    "schema",
    "All",
    "Collection",
    "Invalidate",
    "Lazy",
    "Query",
    "Scalar",
    "Union",
    "Values",
    "unshift",
    "validateRequired",
  ];
  for (const name of names) {
    assert(name in main, name);
    assert((main as Record<string, unknown>)[name] !== undefined, name);
  }
  assertStrictEquals(main.ExtendableEndpoint, main.Endpoint);
  assertStrictEquals(main.schema.Collection, main.Collection);
});

Deno.test("what the main entry has is in the entries of the layers as well [endpoint/PKG-1]", () => {
  const layers: Record<string, unknown> = {
    ...schema,
    ...endpoint,
    ...controller,
  };
  for (const [name, value] of Object.entries(main)) {
    assertStrictEquals(layers[name], value, name);
  }
  const forAuthors = ["MemoCache", "actions", "applyManager", "createReducer"];
  for (const name of forAuthors) {
    assert(name in layers, name);
    assert(!(name in main), name);
  }
});

/** Compiles when every one of these types is exported. */
export type Exported = [
  types.RestGenerics,
  types.RestEndpointConstructorOptions,
  types.Defaults<{ a: 1 }, { b: 2 }>,
  types.GetEndpoint,
  types.MutateEndpoint,
  types.AddEndpoint,
  types.PaginationEndpoint<types.GetEndpoint, [{ cursor: string }]>,
  types.PaginationFieldEndpoint<types.GetEndpoint, "cursor">,
  types.RestInstance,
  types.RestType,
  types.RestFetch,
  types.FetchGet,
  types.FetchMutate,
  types.ContentType,
  types.IRestEndpoint,
  types.KeyofRestEndpoint,
  types.Resource,
  types.ResourceOptions,
  types.ResourceGenerics,
  types.ResourceInterface,
  types.ResourceExtension,
  types.ResourceEndpointExtensions,
  types.CustomResource<types.Resource, "current", { path: "/me" }>,
  types.ExtendedResource<types.Resource, object>,
  types.HookResource<types.Resource>,
  types.HookableEndpointInterface,
  types.OptionsToFunction<{ path: "/" }>,
  types.PathArgs<"/:id">,
  types.PathKeys<"/:id">,
  types.KeysToArgs<"id">,
  types.PathArgsAndSearch<"/:id">,
  types.ShortenPath<"/:id">,
  types.CollectionOptions,
];

Deno.test("errors have types that handlers can rely on [endpoint/ERR-5]", () => {
  const network: types.NetworkError = new NetworkError(Response.error());
  exact<typeof network.status, number>();
  const like: { status: number; response?: Response } = network;
  const unknown: types.UnknownError = Object.assign(new Error(), {
    status: "odd",
  });
  exact<types.UnknownError["status"], unknown>();
  const all: types.ErrorTypes[] = [network, unknown];
  exact<types.ErrorTypes, types.NetworkError | types.UnknownError>();
  assertEquals(all.map(({ status }) => status), [0, "odd"]);
  assertStrictEquals(like.response, network.response);
});

Deno.test("next is the main entry under another name [endpoint/PKG-2]", () => {
  assertEquals(Object.keys(next), Object.keys(main));
  for (const [name, value] of Object.entries(main)) {
    assertStrictEquals((next as Record<string, unknown>)[name], value);
  }
});

Deno.test("importing an entry needs no permission and leaves nothing behind [endpoint/PKG-3]", async () => {
  const entries = ["mod.ts", "next.ts", "endpoint/graphql/mod.ts"].map((path) =>
    import.meta.resolve(`../../${path}`)
  );
  const program = `
    // Deno adds nodeBootstrap itself when it loads a package of npm
    const before = new Set([...Reflect.ownKeys(globalThis), "nodeBootstrap"]);
    for (const entry of ${JSON.stringify(entries)}) await import(entry);
    const added = Reflect.ownKeys(globalThis).filter((key) => !before.has(key));
    console.log(typeof document, added.join());
  `;
  const file = await Deno.makeTempFile({ suffix: ".ts" });
  try {
    await Deno.writeTextFile(file, program);
    const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "--quiet",
        "--no-check",
        "--no-prompt",
        // for modules whose names are computed
        `--config=${new URL("../../deno.json", import.meta.url).pathname}`,
        `--allow-read=${new URL("../..", import.meta.url).pathname}`,
        file,
      ],
      env: { NO_COLOR: "1" },
    }).output();
    assertEquals(new TextDecoder().decode(stderr), "");
    assertEquals(new TextDecoder().decode(stdout), "undefined \n");
  } finally {
    await Deno.remove(file);
  }
});
