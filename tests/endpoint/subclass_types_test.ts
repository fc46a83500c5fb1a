// deno-lint-ignore-file no-explicit-any -- the form in which subclasses are written
import { assertEquals } from "@std/assert";
import {
  type Defaults,
  RestEndpoint,
  type RestEndpointConstructorOptions,
  type RestGenerics,
} from "../../endpoint/mod.ts";
import { Collection } from "../../schema/mod.ts";
import { typesOnly } from "./types_only.ts";
import { Vessel } from "./harbour.ts";
import { exact } from "../support/exact.ts";

class My<O extends RestGenerics = any> extends RestEndpoint<O> {
  token = "";
  override urlPrefix = "https://harbour.test";
  override getHeaders(headers: HeadersInit) {
    return { ...headers, token: this.token };
  }
}

Deno.test("a subclass has the types of its options and its own members, after extend too [endpoint/TYP-56]", () => {
  const get = new My({ path: "/v/:id", schema: Vessel });
  typesOnly(() => {
    get({ id: 1 });
    get.token.toUpperCase();
    get.extend({ path: "/b" })();
    get.extend({ path: "/b" }).token.toUpperCase();
    get.extend({ path: "/b" }).extend({ path: "/c/:no" }).token.toUpperCase();
    get.extend({ path: "/b" }).extend({ path: "/c/:no" })({ no: 1 });
    // @ts-expect-error misses id
    get({});
    // @ts-expect-error no such member
    get.tken;
    // @ts-expect-error misses no
    get.extend({ path: "/c/:no" })({});
    // @ts-expect-error no such content
    new My({ path: "/v", content: "xml" });
    // @ts-expect-error path is required
    new My({});
  });
  exact<typeof get.schema, typeof Vessel>();
  exact<typeof get.sideEffect, undefined>();
});

Deno.test("options of subclasses may have hooks [endpoint/TYP-57]", () => {
  const put = new My({
    path: "/v/:id",
    method: "PUT",
    body: {} as { name: string },
    getOptimisticResponse(_snap, params, body) {
      return { id: params.id, name: body.name };
    },
    key(params) {
      return `put ${params.id}`;
    },
    url(params) {
      return `/v/${params.id}`;
    },
    process(_value, params) {
      return { id: String(params.id) };
    },
  });
  typesOnly(async () => {
    const value = await put({ id: 1 }, { name: "x" });
    value.id.toUpperCase();
    // @ts-expect-error misses name
    put({ id: 1 }, {});
    // @ts-expect-error misses id
    put({}, { name: "x" });
  });
});

Deno.test("a subclass can provide a schema [endpoint/TYP-58]", () => {
  class VesselEndpoint<O extends RestGenerics = any>
    extends RestEndpoint<Defaults<O, { schema: typeof Vessel }>> {
    constructor(options: Readonly<RestEndpointConstructorOptions<O> & O>) {
      super({ schema: Vessel, ...options } as any);
    }
  }
  const get = new VesselEndpoint({ path: "/v/:id" });
  exact<typeof get.schema, typeof Vessel>();
  typesOnly(() => {
    get({ id: 1 });
    // @ts-expect-error misses id
    get({});
    get.extend({ path: "/w" })();
  });
  exact<
    Defaults<{ path: "/v" }, { method: "POST" }>,
    { path: "/v"; method: "POST" }
  >();
});

Deno.test("hooks may be asynchronous, and call those they replace [endpoint/TYP-59]", () => {
  class Asynchronous<O extends RestGenerics = any> extends RestEndpoint<O> {
    override async getHeaders(headers: HeadersInit): Promise<HeadersInit> {
      return { ...headers, token: await Promise.resolve("x") };
    }
    override async getRequestInit(body: any): Promise<RequestInit> {
      return { ...(await super.getRequestInit(body)), keepalive: true };
    }
    override async parseResponse(response: Response) {
      const results = await super.parseResponse(response);
      return { results, link: response.headers.get("link") };
    }
    override process(value: any, ...args: any) {
      return super.process(value, ...args);
    }
    override searchToString(searchParams: Record<string, any>) {
      return super.searchToString({ ...searchParams, v: 1 });
    }
    override url(...args: any) {
      return super.url(...args);
    }
    override fetch(...args: any) {
      return super.fetch(...args);
    }
  }
  class Plain<O extends RestGenerics = any> extends RestEndpoint<O> {
    override getRequestInit(_body: any): RequestInit {
      return { method: this.method };
    }
  }
  typesOnly(() => {
    new Asynchronous({ path: "/v/:id" })({ id: 1 });
    new Plain({ path: "/v/:id" })({ id: 1 });
  });
});

Deno.test("members derived from an endpoint have what its class adds [endpoint/EXT-6]", () => {
  const list = new My({
    path: "/v",
    schema: new Collection([Vessel]),
    paginationField: "page",
  });
  typesOnly(() => {
    list.push.token.toUpperCase();
    list.getPage.token.toUpperCase();
    list.paginated("cursor").token.toUpperCase();
    list.extend({ path: "/w" }).push.token.toUpperCase();
    const child = new RestEndpoint({ path: "/v", additional: 5 });
    child.additional.toFixed();
    child.extend({ path: "/w" }).additional.toFixed();
    child.extend({ additional: "x" }).additional.toUpperCase();
  });
});

Deno.test("a subclass can pass on the options it was given [endpoint/TYP-57]", () => {
  class Passing<O extends RestGenerics = any> extends RestEndpoint<O> {
    constructor(options: Readonly<RestEndpointConstructorOptions<O> & O>) {
      super(options);
    }
  }
  const put = new Passing({
    path: "/v/:id",
    method: "PUT",
    schema: Vessel,
    body: {} as { name: string },
  });
  exact<typeof put.schema, typeof Vessel>();
  typesOnly(() => {
    put({ id: 1 }, { name: "x" });
    // @ts-expect-error misses name
    put({ id: 1 }, {});
  });
});

Deno.test("a class without type parameters takes any arguments [endpoint/TYP-56]", () => {
  class Untyped extends RestEndpoint {
    token = 5;
  }
  const get = new Untyped({ path: "/v/:id" });
  typesOnly(() => {
    get({ anything: 1 });
    get.token.toFixed();
  });
});

Deno.test("an own url that takes a text or number says what a call takes [endpoint/URL-8]", () => {
  const getVessel = new RestEndpoint({
    path: "/vessels/:id",
    schema: Vessel,
    url: (id: number) => `/vessels/${id}`,
  });
  const rename = new RestEndpoint({ path: "/vessels/:id", schema: Vessel })
    .extend({
      method: "PATCH",
      body: {} as { name: string },
      url: (id: string) => `/vessels/${id}`,
    });
  const object = new RestEndpoint({
    path: "/vessels/:id",
    url: ({ id }) => `/vessels/${id}`,
  });
  assertEquals(getVessel.key(7), "GET /vessels/7");
  assertEquals(rename.key("7", { name: "Fram" }), "PATCH /vessels/7");
  assertEquals(object.key({ id: 7 }), "GET /vessels/7");
  typesOnly(() => {
    // @ts-expect-error the path alone would take it
    getVessel({ id: 7 });
    // @ts-expect-error no payload
    rename("7");
    // @ts-expect-error url takes an object
    object(7);
  });
});
