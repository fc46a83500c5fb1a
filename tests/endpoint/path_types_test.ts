import {
  type KeysToArgs,
  type PathArgs,
  type PathKeys,
  RestEndpoint,
  type ShortenPath,
} from "../../endpoint/mod.ts";
import { typesOnly } from "./types_only.ts";
import { exact } from "../support/exact.ts";

Deno.test("a path without parameters takes no arguments [endpoint/TYP-13]", () => {
  const list = new RestEndpoint({ path: "/v" });
  typesOnly(() => {
    list();
    // @ts-expect-error no argument is taken
    list({});
    // @ts-expect-error no argument is taken
    list({ a: 1 });
    // @ts-expect-error no argument is taken
    list(5);
  });
});

Deno.test("a parameter is text or a number, and required [endpoint/TYP-14]", () => {
  const get = new RestEndpoint({ path: "/v/:id" });
  typesOnly(() => {
    get({ id: 1 });
    get({ id: "1" });
    // @ts-expect-error no parameters
    get();
    // @ts-expect-error misses id
    get({});
    // @ts-expect-error misses id
    get({ no: 1 });
    // @ts-expect-error x is unknown
    get({ id: 1, x: 2 });
    // @ts-expect-error null is no value
    get({ id: null });
    // @ts-expect-error undefined is no value
    get({ id: undefined });
    // @ts-expect-error a boolean is no path segment
    get({ id: true });
  });
});

Deno.test("all parameters are required [endpoint/TYP-15]", () => {
  const get = new RestEndpoint({ path: "/v/:a/:b" });
  typesOnly(() => {
    get({ a: 1, b: 2 });
    // @ts-expect-error misses b
    get({ a: 1 });
    // @ts-expect-error misses a
    get({ b: 1 });
  });
});

Deno.test("a parameter in a group may be left out [endpoint/TYP-16]", () => {
  const get = new RestEndpoint({ path: "/v{/:id}" });
  typesOnly(() => {
    get();
    get({});
    get({ id: 1 });
    get({ id: undefined });
    // @ts-expect-error x is unknown
    get({ x: 1 });
    // @ts-expect-error not an object
    get(5);
  });
});

Deno.test("groups may be anywhere in the path [endpoint/TYP-17]", () => {
  const get = new RestEndpoint({ path: "/api{/:ver}/v/:id" });
  typesOnly(() => {
    get({ id: 1 });
    get({ id: 1, ver: "x" });
    // @ts-expect-error misses id
    get({ ver: "x" });
  });
});

Deno.test("a wildcard is a list of segments [endpoint/TYP-18]", () => {
  const get = new RestEndpoint({ path: "/f/*trail" });
  const optional = new RestEndpoint({ path: "/f{/*trail}" });
  typesOnly(() => {
    get({ trail: ["a"] });
    get({ trail: ["a", 5] });
    optional();
    optional({ trail: ["a"] });
    // @ts-expect-error not a list
    get({ trail: "a" });
    // @ts-expect-error misses trail
    get({});
    // @ts-expect-error not a list
    optional({ trail: "a" });
  });
});

Deno.test("a quoted name is the name between the quotes [endpoint/TYP-19]", () => {
  const get = new RestEndpoint({ path: '/:"berth-no"' });
  typesOnly(() => {
    get({ "berth-no": 4 });
    // @ts-expect-error another name
    get({ berth: 4 });
  });
});

Deno.test("an escaped colon is text [endpoint/TYP-20]", () => {
  const get = new RestEndpoint({ path: "/\\:lit/:real" });
  typesOnly(() => {
    get({ real: 1 });
    // @ts-expect-error lit is text
    get({ lit: 1, real: 1 });
  });
});

Deno.test("names end where identifiers do, next to escapes, signs and wildcards [endpoint/TYP-21]", () => {
  const plus = new RestEndpoint({ path: "/:id\\+:b" });
  const percent = new RestEndpoint({ path: "/:a%:b" });
  const ampersand = new RestEndpoint({ path: "/:a&:b" });
  const wildcard = new RestEndpoint({ path: "/:a*b:c" });
  typesOnly(() => {
    plus({ id: 1, b: 2 });
    percent({ a: 1, b: 2 });
    ampersand({ a: 1, b: 2 });
    wildcard({ a: 1, b: ["2"], c: 3 });
    // @ts-expect-error misses b
    plus({ id: 1 });
    // @ts-expect-error misses b
    percent({ a: 1 });
    // @ts-expect-error misses b
    ampersand({ a: 1 });
    // @ts-expect-error misses c
    wildcard({ a: 1, b: ["2"] });
  });
});

Deno.test("names end at dots and dashes, and groups within groups are optional [endpoint/TYP-22]", () => {
  const dot = new RestEndpoint({ path: "/v/:hull.json" });
  const dash = new RestEndpoint({ path: "/v/:a-:b" });
  const nested = new RestEndpoint({ path: "/v{/:a{/:b}}" });
  typesOnly(() => {
    dot({ hull: 1 });
    dash({ a: 1, b: 2 });
    nested({});
    nested();
    nested({ a: 1, b: 2 });
    // @ts-expect-error another name
    dot({ "hull.json": 1 });
    // @ts-expect-error misses b
    dash({ a: 1 });
    // @ts-expect-error c is unknown
    nested({ c: 1 });
  });
});

Deno.test("of a path that is any text the parameters are not known [endpoint/TYP-23]", () => {
  const path: string = "/v/:id";
  const get = new RestEndpoint({ path });
  typesOnly(() => {
    get();
    get({});
    get({ id: 1, anything: true });
    // @ts-expect-error not an object
    get(5);
  });
});

Deno.test("key and url take the same parameters [endpoint/TYP-24]", () => {
  const get = new RestEndpoint({ path: "/v/:id" });
  const change = new RestEndpoint({
    path: "/v/:id",
    method: "PUT",
    body: {} as { name: string },
  });
  typesOnly(() => {
    get.key({ id: 1 });
    get.url({ id: 1 });
    change.key({ id: 1 }, { name: "x" });
    change.url({ id: 1 });
    // @ts-expect-error no parameters
    get.key();
    // @ts-expect-error misses id
    get.key({});
    // @ts-expect-error no parameters
    get.url();
    // @ts-expect-error misses id
    get.url({});
    // all arguments of a call, of which the payload makes no difference
    change.url({ id: 1 }, { name: "x" });
    // @ts-expect-error misses id
    change.url({}, { name: "x" });
    // @ts-expect-error a read has no payload
    get.url({ id: 1 }, { name: "x" });
  });
});

Deno.test("the types of paths are exact [endpoint/TYP-25]", () => {
  exact<PathArgs<"/v">, unknown>();
  exact<PathArgs<"/v/:id">, { id: string | number }>();
  // deno-lint-ignore no-explicit-any -- what is tested
  exact<PathArgs<any>, any>();
  exact<ShortenPath<"/a/:b/:c">, "/a/:b/">();
  exact<PathKeys<"/v">, never>();
  exact<PathKeys<"/v/:a{/:b}">, "a" | "b?">();
  exact<KeysToArgs<"a">, { a: string | number }>();
  exact<KeysToArgs<never>, unknown>();
});

Deno.test("options that cannot work are errors [endpoint/TYP-26]", () => {
  typesOnly(() => {
    // @ts-expect-error path is required
    new RestEndpoint({});
    // @ts-expect-error not text
    new RestEndpoint({ path: 5 });
    // @ts-expect-error no such content
    new RestEndpoint({ path: "/", content: "xml" });
    // @ts-expect-error not text
    new RestEndpoint({ path: "/", urlPrefix: 5 });
    // @ts-expect-error options are required
    new RestEndpoint();
  });
});

Deno.test("unusual templates are understood too [endpoint/TYP-22]", () => {
  exact<PathKeys<"/a{/:b-:c}{/*d}">, "b?" | "c?" | "*d?">();
  exact<PathKeys<"https\\://h.io/v/:id">, "id">();
  exact<PathKeys<'/:"a b"/:c'>, "a b" | "c">();
  exact<PathKeys<"/:naïve~:b">, "naïve" | "b">();
  exact<PathKeys<"/v\\?{q=:q}{&page=:page}">, "q?" | "page?">();
  exact<ShortenPath<"/f/:fleet/v{/:id}">, "/f/:fleet/v">();
  exact<ShortenPath<"/vessels/:id.json">, "/vessels/">();
  exact<ShortenPath<"https\\://h.io/v/:id">, "https\\://h.io/v/">();
});
