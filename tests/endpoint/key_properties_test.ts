/**
 * Requests that differ have keys, and lists, that differ. Tried: parameters of the
 * query and of the path, a query of one's own, bodies of reads, and variables of
 * GraphQL, each with dates, sets, maps, lists, numbers that JSON lacks, texts that
 * look like them, `null`, and objects inside of objects.
 *
 * @module
 */
// deno-lint-ignore-file no-explicit-any -- arguments of every kind
import { assert, assertNotEquals } from "@std/assert";
import fc from "fast-check";
import { Collection, Entity, RestEndpoint } from "../../mod.ts";
import { GQLEndpoint } from "../../endpoint/graphql/mod.ts";
import { spyOnConsole } from "./spies.ts";
import { assertProperty } from "../support/property.ts";

class Vessel extends Entity {
  id = "";
}

const leaf = fc.oneof(
  fc.string({ maxLength: 2 }),
  fc.integer({ min: -2, max: 2 }),
  fc.double(),
  fc.boolean(),
  fc.date({ min: new Date(0), max: new Date(3), noInvalidDate: true }),
  fc.constantFrom(null, undefined, NaN, "NaN", "null", "true", "1", "", "1,2"),
);
const list = fc.array(leaf, { maxLength: 2 });
const value = fc.oneof(
  leaf,
  list,
  list.map((items) => new Set(items)),
  list.map((items) => new Map(items.map((item, index) => [index, item]))),
);
const nested = fc.oneof(
  value,
  fc.record({ a: value, b: value }, {
    requiredKeys: [],
    noNullPrototype: true,
  }),
);
const args = fc.record({ id: value, q: nested }, {
  requiredKeys: [],
  noNullPrototype: true,
});

/** JSON in which the order of members does not count. */
function sorted(given: unknown): string {
  return JSON.stringify(
    given,
    (_, member) =>
      Object.prototype.toString.call(member) === "[object Object]"
        ? Object.fromEntries(
          Object.entries(member).sort(([a], [b]) => a < b ? -1 : 1),
        )
        : member,
  ) ?? "";
}

/** The query of whoever sends objects as JSON, in which numbers are texts as in any query. */
const searchToString = (entries: any) =>
  new URLSearchParams({
    all: sorted(JSON.parse(JSON.stringify(entries), (_, member) =>
      typeof member === "object" ? member : String(member))),
  }).toString();

const fetched = { schema: new Collection([Vessel]), path: "/v" };

Deno.test("values that are sent differently in an address have different keys and lists [endpoint/URL-5b]", () => {
  // of what the default query cannot send
  using _warn = spyOnConsole("warn");
  const endpoints: any[] = [
    new RestEndpoint(fetched),
    new RestEndpoint({ ...fetched, path: "/v{/:id}" }),
    new RestEndpoint({ ...fetched, searchToString }),
  ];
  let differing = 0;
  assertProperty(
    fc.property(args, args, (one, other) => {
      for (const endpoint of endpoints) {
        let addresses: string[];
        try {
          addresses = [endpoint.url(one), endpoint.url(other)];
        } catch {
          // what a path does not take
          continue;
        }
        if (addresses[0] === addresses[1]) continue;
        differing++;
        assertNotEquals(endpoint.key(one), endpoint.key(other));
        const pk = (given: unknown) =>
          endpoint.schema.pk(undefined, undefined, "", [given]);
        assertNotEquals(pk(one), pk(other));
      }
    }),
    3000,
  );
  assert(differing > 1000);
});

Deno.test("values that are sent differently in a body have different keys [endpoint/URL-5b] [endpoint/KEY-3] [endpoint/GQL-5]", () => {
  const search: any = new RestEndpoint({
    path: "/search",
    method: "POST",
    sideEffect: false,
  });
  const query: any = new GQLEndpoint("/graphql").query("{ a }");
  assertProperty(
    fc.property(args, args, (one, other) => {
      if (sorted(one) === sorted(other)) return;
      for (const endpoint of [search, query]) {
        assertNotEquals(endpoint.key(one), endpoint.key(other));
      }
    }),
    1000,
  );
});
