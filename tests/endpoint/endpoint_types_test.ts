import type { Controller } from "../../controller/mod.ts";
import {
  Endpoint,
  type EndpointOptions,
  type FetchFunction,
} from "../../endpoint/mod.ts";
import type { useSuspense as hook } from "../../react/fetching_hooks.ts";
import { typesOnly } from "./types_only.ts";
import { Vessel } from "./harbour.ts";
import { exact } from "../support/exact.ts";

declare const ctrl: Controller;
declare const useSuspense: typeof hook;

const load = new Endpoint((id: string) => Promise.resolve({ id, n: 1 }), {
  name: "load",
});
// deno-lint-ignore no-explicit-any -- untyped JSON
const untyped = (_params: { id: string }): Promise<any> => Promise.resolve({});

Deno.test("the function types call and result [endpoint/TYP-1]", () => {
  typesOnly(async () => {
    (await load("a")).n.toFixed();
  });
  exact<Parameters<typeof load>, [id: string]>();
  exact<ReturnType<typeof load>, Promise<{ id: string; n: number }>>();
});

Deno.test("other arguments and unknown members of the result are errors [endpoint/TYP-2]", () => {
  typesOnly(async () => {
    // @ts-expect-error not a string
    load(5);
    // @ts-expect-error no argument
    load();
    // @ts-expect-error not a string
    load({ id: "a" });
    // @ts-expect-error no such member
    (await load("a")).zzz;
  });
});

Deno.test("an endpoint has no side effect unless it says so [endpoint/TYP-3]", () => {
  typesOnly(() => {
    const none: false = load.sideEffect;
    // @ts-expect-error it is false
    const some: true = load.sideEffect;
    return [none, some];
  });
});

Deno.test("extend can make a mutation, which readers refuse [endpoint/TYP-4]", () => {
  typesOnly(() => {
    const change = load.extend({ sideEffect: true });
    const some: true = change.sideEffect;
    useSuspense(load, "a").n.toFixed();
    // @ts-expect-error a mutation
    useSuspense(change, "a");
    return some;
  });
});

Deno.test("extend can add a schema, which types what readers see [endpoint/TYP-5]", () => {
  typesOnly(async () => {
    const vessel = load.extend({ schema: Vessel });
    useSuspense(vessel, "a").name.toUpperCase();
    // @ts-expect-error no such member
    useSuspense(vessel, "a").zzz;
    (await vessel("a")).n.toFixed();
  });
});

Deno.test("members that were given are there [endpoint/TYP-6]", () => {
  typesOnly(() => {
    load.extend({ extra: 5 }).extra.toFixed();
    new Endpoint(untyped, { root: "x" }).root.toUpperCase();
    new Endpoint(untyped, { root: "x" }).extend({ name: "y" }).root.length;
    // @ts-expect-error never given
    new Endpoint(untyped, { root: "x" }).leaf;
  });
});

Deno.test("members that the function finds on this are required options [endpoint/TYP-7]", () => {
  function load(this: { token: string }, id: string): Promise<string> {
    return Promise.resolve(this.token + id);
  }
  typesOnly(() => {
    const key = (id: string) => id;
    new Endpoint(load, { key, token: "x" }).token.toUpperCase();
    // @ts-expect-error without token
    new Endpoint(load, { key });
    // @ts-expect-error without options
    new Endpoint(load);
    // @ts-expect-error of another type
    new Endpoint(load, { key, token: 5 });
    // members of the endpoint itself are always there
    new Endpoint(function (this: { name: string }): Promise<string> {
      return Promise.resolve(this.name);
    });
  });
});

Deno.test("key has the arguments of the function [endpoint/TYP-8]", () => {
  typesOnly(() => {
    new Endpoint(untyped, { key: ({ id }) => id.toUpperCase() });
    load.extend({ key: (id) => id.toUpperCase() });
    load.key("a");
    // @ts-expect-error another argument
    new Endpoint(untyped, { key: (id: number) => `${id}` });
    // @ts-expect-error another argument
    load.extend({ key: (id: number) => `${id}` });
    // @ts-expect-error another argument
    load.key(5);
  });
});

Deno.test("extend can replace the function [endpoint/TYP-9]", () => {
  typesOnly(async () => {
    const count = load.extend({
      fetch: (_body: { no: number }) => Promise.resolve(1),
    });
    (await count({ no: 5 })).toFixed();
    count.key({ no: 5 });
    // @ts-expect-error arguments of the replaced function
    count("a");
    // @ts-expect-error misses a member
    count({});
  });
});

Deno.test("bind takes the first arguments away [endpoint/TYP-10]", () => {
  const two = new Endpoint(
    (id: string, deck: number) => Promise.resolve(id.length + deck),
    { name: "two" },
  );
  typesOnly(async () => {
    load.bind(undefined, "a")();
    load.bind(undefined, "a").key();
    // @ts-expect-error nothing is left
    load.bind(undefined, "a")("b");
    // @ts-expect-error not the first argument
    load.bind(undefined, 5);
    (await two.bind(undefined, "a")(5)).toFixed();
    // @ts-expect-error a number is left
    two.bind(undefined, "a")("b");
  });
});

Deno.test("extend keeps the types of members [endpoint/TYP-11]", () => {
  const random = new Endpoint(untyped, { random: 5 });
  typesOnly(() => {
    random.extend({ random: 6 }).random.toFixed();
    // @ts-expect-error was a number
    random.extend({ random: "x" });
  });
});

Deno.test("a schema types what readers see of an untyped function [endpoint/TYP-12]", () => {
  const vessel = new Endpoint(untyped, { schema: Vessel });
  typesOnly(async () => {
    const raw = await vessel({ id: "1" });
    raw.anything.at.all;
    const read = useSuspense(vessel, { id: "1" });
    exact<typeof read, Vessel>();
    const fetched = await ctrl.fetch(vessel, { id: "1" });
    exact<typeof fetched, Vessel>();
  });
});

Deno.test("hooks in options are typed by the function [endpoint/END-17]", () => {
  typesOnly(() => {
    new Endpoint(untyped, {
      sideEffect: true,
      getOptimisticResponse(snap, { id }) {
        snap.get(Vessel, { id })?.name.toUpperCase();
        // @ts-expect-error no such member
        snap.get(Vessel, { id })?.zzz;
        return { id: id.toUpperCase() };
      },
      key({ id }) {
        return `${this.name} ${id}`;
      },
    });
  });
});

Deno.test("a subclass can pass on the function it was given [endpoint/TYP-1] [endpoint/TYP-7]", () => {
  class Passing<F extends FetchFunction, S = undefined> extends Endpoint<F, S> {
    constructor(fetchFunction: F, options?: EndpointOptions<F, S>) {
      super(fetchFunction, options);
    }
  }
  typesOnly(async () => {
    const length = new Passing((id: string) => Promise.resolve(id.length));
    (await length("a")).toFixed();
    // @ts-expect-error not a string
    length(5);
    // @ts-expect-error it needs a member that no endpoint has
    new Endpoint(function (this: { token: string }, id: string) {
      return Promise.resolve(this.token + id);
    });
  });
});

Deno.test("a subclass of Endpoint keeps its members when it is extended [endpoint/END-30]", () => {
  class Traced<
    F extends FetchFunction = FetchFunction,
    // deno-lint-ignore no-explicit-any -- any schema
    S = any,
    M extends boolean | undefined = boolean | undefined,
  > extends Endpoint<F, S, M> {
    trace = "x";
  }
  typesOnly(async () => {
    const traced = new Traced((id: string) => Promise.resolve(id.length), {
      schema: Vessel,
    });
    (await traced("a")).toFixed();
    traced.trace.toUpperCase();
    traced.extend({ dataExpiryLength: 5 }).trace.toUpperCase();
    // @ts-expect-error not a string
    traced(5);
    const options: EndpointOptions = { pollFrequency: 5 };
    new Traced(untyped, options);
    // polling in the background is an option of its own
    traced.extend({ pollFrequency: 5, pollInBackground: false });
    // @ts-expect-error not a boolean
    const wrong: EndpointOptions = { pollInBackground: "never" };
    new Traced(untyped, wrong);
  });
});
