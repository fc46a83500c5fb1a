import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { assertProperty } from "../support/property.ts";
import { RestEndpoint } from "./untyped.ts";

const text = fc.string({ unit: "binary" });
const value = fc.oneof(text, fc.string(), fc.integer(), fc.boolean());
const isDots = (segment: unknown) => /^\.\.?$/.test(String(segment));

/** What a URL parser makes of a value: half a surrogate pair becomes U+FFFD. */
const wellFormed = (segment: unknown) => String(segment).toWellFormed();

Deno.test("any value is one segment of the path, and nothing else [endpoint/PTH-8]", () => {
  const endpoint = new RestEndpoint({
    urlPrefix: "https://h.test",
    path: "/v/:id/end",
  });
  assertProperty(fc.property(value, (id) => {
    if (isDots(id)) {
      assertThrows(() => endpoint.url({ id }), TypeError);
      return;
    }
    const url = new URL(endpoint.url({ id }));
    assertEquals([url.host, url.search, url.hash], ["h.test", "", ""]);
    const segments = url.pathname.split("/");
    assertEquals(segments.length, 4);
    assertEquals(decodeURIComponent(segments[2]!), wellFormed(id));
  }));
});

Deno.test("any segments of a wildcard come back out of the path [endpoint/PTH-3]", () => {
  const endpoint = new RestEndpoint({ path: "/f/*trail" });
  const segment = value.filter((segment) => !isDots(segment));
  assertProperty(fc.property(fc.array(segment, { minLength: 1 }), (trail) => {
    const path = endpoint.url({ trail });
    assertEquals(
      path.slice("/f/".length).split("/").map(decodeURIComponent),
      trail.map(wellFormed),
    );
  }));
});

Deno.test("any query comes back out of the address, and its order does not matter [endpoint/URL-4]", () => {
  const endpoint = new RestEndpoint({ path: "/v" });
  assertProperty(fc.property(fc.dictionary(text, value), (entries) => {
    const url = endpoint.url(entries);
    const { searchParams } = new URL(url, "https://h.test");
    assertEquals(
      new Map(searchParams),
      new Map(
        Object.entries(entries).map(([name, entry]) => [
          wellFormed(name),
          wellFormed(entry),
        ]),
      ),
    );
    const reversed = Object.fromEntries(Object.entries(entries).reverse());
    assertEquals(endpoint.url(reversed), url);
  }));
});

Deno.test("an endpoint knows each of its own keys, and the others do not [endpoint/KEY-6] [endpoint/KEY-5]", () => {
  const templates = ["/v/:id", "/v{/:id}", "/v/:id\\?x=:x", "/v-:id/*trail"];
  const reads = templates.map((path) => new RestEndpoint({ path }));
  const filled = value.filter((id) => id !== "" && !isDots(id));
  const parameters = fc.record({
    id: filled,
    x: filled,
    trail: fc.array(filled, { minLength: 1 }),
    query: value,
  });
  assertProperty(fc.property(parameters, (args) => {
    for (const read of reads) {
      const key = read.key(args);
      assert(read.testKey(key), key);
      const search = read.extend({ method: "POST", sideEffect: false });
      const bodyKey = search.key(args, args);
      assert(search.testKey(bodyKey), bodyKey);
      assert(!read.testKey(bodyKey));
    }
  }));
});

Deno.test("the key of a body does not depend on the order of its members [endpoint/KEY-3] [endpoint/END-16]", () => {
  const search = new RestEndpoint({
    path: "/search",
    method: "POST",
    sideEffect: false,
  });
  const reversed = (data: unknown): unknown =>
    Array.isArray(data)
      ? data.map(reversed)
      : typeof data === "object" && data !== null
      ? Object.fromEntries(
        Object.entries(data).reverse().map(([name, member]) => [
          name,
          reversed(member),
        ]),
      )
      : data;
  assertProperty(fc.property(fc.jsonValue(), (body) => {
    const key = search.key(body);
    assertEquals(search.key(reversed(body)), key);
    const sent = key.slice("POST /search ".length);
    assertEquals(JSON.parse(sent), JSON.parse(JSON.stringify(body)));
  }));
});

/** A part of a template, and the regular expression of what it stands for. */
interface Part {
  readonly template: string;
  readonly expression: string;
}

const parts = fc.letrec<{ part: Part; parts: Part }>((tie) => ({
  part: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom("/", "-", "a", "ab", "/a").map((text) => ({
      template: text,
      expression: text,
    })),
    fc.constant({ template: ':"x"', expression: "[^/?#&\\s]+" }),
    fc.constant({ template: '*"x"', expression: "[^?#\\s]+" }),
    fc.constant({ template: "\\?", expression: "\\?" }),
    tie("parts").map(({ template, expression }) => ({
      template: `{${template}}`,
      expression: `(?:${expression})?`,
    })),
  ),
  parts: fc.array(tie("part"), { minLength: 1, maxLength: 5 }).map((all) => ({
    template: all.map(({ template }) => template).join(""),
    expression: all.map(({ expression }) => expression).join(""),
  })),
})).parts;

Deno.test("an address matches as the regular expression of its template does [endpoint/KEY-5]", () => {
  const address = fc.string({
    unit: fc.constantFrom("/", "-", "a", "A", "b", "?", "&", " ", "#"),
    maxLength: 12,
  });
  assertProperty(
    fc.property(
      parts,
      address,
      fc.boolean(),
      fc.boolean(),
      (part, text, mayHoldBody, isUrlOverridden) => {
        const endpoint = new RestEndpoint({
          path: part.template,
          method: "POST",
          sideEffect: !mayHoldBody,
          ...(isUrlOverridden ? { url: () => text } : undefined),
        });
        const expression = new RegExp(
          `^${isUrlOverridden ? ".*" : ""}${part.expression}/?(?:[?&].*)?` +
            `${mayHoldBody ? "(?: .*)?" : ""}$`,
          "is",
        );
        assertEquals(
          endpoint.testKey(`POST ${text}`),
          expression.test(text),
          `${part.template} and ${text}`,
        );
      },
    ),
    2000,
  );
});

Deno.test("a key is compared with a path in time that grows with its length alone [endpoint/KEY-8]", () => {
  // a matcher that tries one way after the other would not end within a lifetime
  const groups = Array.from({ length: 40 }, (_, index) => `{:p${index}}`);
  const nested = "{/:a".repeat(30) + "}".repeat(30);
  const templates = [
    `/:a${groups.join("")}/end`,
    "/:a-:b-:c-:d-:e/end",
    "/*a/*b/*c/*d/end",
    `/v${nested}/end`,
    `{/*a}{/*b}{/*c}{/*d}{/*e}/end`,
  ];
  const texts = ["a", "-", "/", "a-", "/a", "-/"].map((text) =>
    "/" + text.repeat(20_000)
  );
  for (const path of templates) {
    const anchored = new RestEndpoint({ path });
    const anywhere = new RestEndpoint({ path, url: () => "" });
    for (const text of texts) {
      assert(!anchored.testKey(`GET ${text}`));
      assert(!anywhere.testKey(`GET ${text}`));
    }
  }
});
