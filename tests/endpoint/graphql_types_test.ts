import type { Controller } from "../../controller/mod.ts";
import { GQLEndpoint } from "../../endpoint/graphql/mod.ts";
import type { useSuspense as hook } from "../../react/fetching_hooks.ts";
import { typesOnly } from "./types_only.ts";
import { Vessel } from "./harbour.ts";
import { exact } from "../support/exact.ts";

declare const ctrl: Controller;
declare const useSuspense: typeof hook;

const gql = new GQLEndpoint("https://harbour.test/graphql");
const getVessel = gql.query(
  (_variables: { name: string }) => "query { vessel { id } }",
  { vessel: Vessel },
);

Deno.test("a query that is a function types its variables and the schema the result [endpoint/TYP-81]", () => {
  typesOnly(async () => {
    getVessel({ name: "x" });
    getVessel.key({ name: "x" });
    useSuspense(getVessel, { name: "x" }).vessel.name.toUpperCase();
    const { vessel } = await ctrl.fetch(getVessel, { name: "x" });
    exact<typeof vessel, Vessel>();
    // @ts-expect-error another variable
    getVessel({ nme: "x" });
    // @ts-expect-error not text
    getVessel({ name: 5 });
    // @ts-expect-error no variables
    getVessel();
    // @ts-expect-error no such field
    useSuspense(getVessel, { name: "x" }).vessel.nme;
  });
});

Deno.test("a query that is text takes any variables [endpoint/TYP-82]", () => {
  const getVessels = gql.query("query { vessels { id } }", {
    vessels: [Vessel],
  });
  typesOnly(() => {
    getVessels();
    getVessels({ anything: 5 });
    useSuspense(getVessels, { anything: 5 }).vessels[0]!.name.toUpperCase();
    // @ts-expect-error no object of variables
    getVessels(5);
  });
});

Deno.test("a mutation has a side effect, which readers refuse [endpoint/TYP-83]", () => {
  const rename = gql.mutation(
    (_variables: { id: string; name: string }) => "mutation { rename { id } }",
    { rename: Vessel },
  );
  exact<typeof rename.sideEffect, true>();
  const alias = gql.mutate("mutation { rename { id } }");
  exact<typeof alias.sideEffect, true>();
  exact<typeof getVessel.sideEffect, undefined>();
  typesOnly(async () => {
    (await ctrl.fetch(rename, { id: "1", name: "x" })).rename.name.length;
    // @ts-expect-error a mutation
    useSuspense(rename, { id: "1", name: "x" });
  });
});

Deno.test("a GraphQL subclass keeps its members [endpoint/GQL-2]", () => {
  class Authorized extends GQLEndpoint {
    token = "x";
    override async getHeaders(headers: HeadersInit): Promise<HeadersInit> {
      return { ...headers, token: await Promise.resolve(this.token) };
    }
  }
  typesOnly(() => {
    const server = new Authorized("https://harbour.test/graphql");
    const query = server.query(
      (_variables: { name: string }) => "query",
      { vessel: Vessel },
    );
    query.token.toUpperCase();
    query({ name: "x" });
    new GQLEndpoint("https://harbour.test/graphql", { token: "x" }).token
      .toUpperCase();
    // @ts-expect-error no address
    new GQLEndpoint();
    // @ts-expect-error not text
    query({ name: 5 });
  });
});

Deno.test("parameters of adjust are inferred in an extension, as in one of REST [endpoint/TYP-83] [endpoint/COL-17]", () => {
  const list = gql.query("{ vessels { items { id } total } }", {
    vessels: { items: [Vessel], total: 0 },
  });
  const counted = list.extend({
    adjust: (stored, difference) => {
      exact<typeof difference, number>();
      return {
        vessels: {
          ...stored.vessels,
          total: stored.vessels.total + difference,
        },
      };
    },
  });
  exact<typeof counted.sideEffect, undefined>();
  typesOnly(() => {
    // @ts-expect-error no function
    list.extend({ adjust: 5 });
  });
});
