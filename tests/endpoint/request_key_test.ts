import { assert, assertEquals, assertFalse } from "@std/assert";
import { RestEndpoint } from "./untyped.ts";

const getVessel = new RestEndpoint({ path: "/vessels/:id" });

Deno.test("the key is method and address [endpoint/KEY-1]", () => {
  assertEquals(getVessel.key({ id: 7, deck: 2 }), "GET /vessels/7?deck=2");
  const create = new RestEndpoint({ path: "/vessels", method: "POST" });
  assertEquals(create.key({ name: "x" }), "POST /vessels");
  const remove = getVessel.extend({ method: "DELETE" });
  assertEquals(remove.key({ id: 7 }), "DELETE /vessels/7");
});

Deno.test("the body of a mutation is not in its key [endpoint/KEY-2]", () => {
  const update = getVessel.extend({ method: "PUT" });
  assertEquals(update.key({ id: 7 }, { name: "a" }), "PUT /vessels/7");
  assertEquals(
    update.key({ id: 7 }, { name: "a" }),
    update.key({ id: 7 }, { name: "b" }),
  );
});

Deno.test("bodies that are no JSON are told apart by what they hold [endpoint/KEY-3]", () => {
  const search = new RestEndpoint({
    path: "/search",
    method: "POST",
    sideEffect: false,
  });
  const form = (q: string) => {
    const data = new FormData();
    data.append("q", q);
    data.append("q", "more");
    return data;
  };
  assertEquals(
    search.key(form("a")),
    'POST /search {"$FormData":[["q","a"],["q","more"]]}',
  );
  const bodies = [
    form("a"),
    form("b"),
    new URLSearchParams({ q: "c" }),
    new URLSearchParams({ q: "d" }),
    new Uint8Array([1, 2]),
    new Uint8Array([1, 3]).buffer,
    new Blob(["abc"], { type: "text/plain" }),
    new Blob(["abc"], { type: "text/html" }),
    new File(["abc"], "name"),
    "text",
  ];
  const keys = bodies.map((body) => search.key(body));
  assertEquals(new Set(keys).size, bodies.length);
  for (const key of keys) assert(search.testKey(key));
});

Deno.test("a single argument is the body where one is taken [endpoint/KEY-4]", () => {
  const create = new RestEndpoint({ path: "/vessels", method: "POST" });
  assertEquals(create.key({ berth: 4 }), "POST /vessels");
  assertEquals(create.key({ berth: 4 }, {}), "POST /vessels?berth=4");
  const bodyless = create.extend({ body: undefined });
  assertEquals(bodyless.key({ berth: 4 }), "POST /vessels?berth=4");
});

Deno.test("testKey wants method, prefix and path, and takes any query [endpoint/KEY-5]", () => {
  const endpoint = getVessel.extend({ urlPrefix: "https://h.io" });
  assert(endpoint.testKey("GET https://h.io/vessels/5"));
  assert(endpoint.testKey("GET https://h.io/vessels/5?a=1&b=2"));
  assert(endpoint.testKey("GET https://h.io/Vessels/5/"));
  assert(endpoint.testKey("GET https://h.io/vessels/5/?a=1"));
  assertFalse(endpoint.testKey("POST https://h.io/vessels/5"));
  assertFalse(endpoint.testKey("GET /vessels/5"));
  assertFalse(endpoint.testKey("GET https://other.io/vessels/5"));
  assertFalse(endpoint.testKey("GET https://h.io/vessels"));
  assertFalse(endpoint.testKey("GET https://h.io/vessels/5/crew"));
  assertFalse(endpoint.testKey("GET https://h.io/vessels/5//"));
  assertFalse(endpoint.testKey("GET https://h.io/berths/5"));
  assertFalse(endpoint.testKey("https://h.io/vessels/5"));
  assertFalse(endpoint.testKey(""));
});

Deno.test("a payload belongs to keys of reads only [endpoint/KEY-5]", () => {
  const body = ' {"a":1}';
  const search = new RestEndpoint({
    path: "/vessels{/:id}",
    method: "POST",
    sideEffect: false,
  });
  assert(search.testKey(`POST /vessels${body}`));
  assert(search.testKey(`POST /vessels/5?q=1${body}`));
  const create = search.extend({ sideEffect: true });
  assert(create.testKey("POST /vessels/5"));
  assertFalse(create.testKey(`POST /vessels${body}`));
  assertFalse(create.testKey(`POST /vessels/5${body}`));
});

Deno.test("characters of a template are no patterns [endpoint/KEY-5]", () => {
  const endpoint = new RestEndpoint({ path: "/v.1/:id.json" });
  assert(endpoint.testKey("GET /v.1/5.json"));
  assertFalse(endpoint.testKey("GET /vx1/5.json"));
  assertFalse(endpoint.testKey("GET /v.1/5xjson"));
});

Deno.test("an endpoint knows its own keys [endpoint/KEY-6]", () => {
  type Call = [path: string, parameters: Record<string, unknown>];
  const calls: Call[] = [
    ["/v/:id", { id: "x/y z?&#é" }],
    ["/v/:id", { id: "GET /v/1", q: "a b&c" }],
    ["/v{/:id}", {}],
    ["/v{/:id}", { id: 1, q: 2 }],
    ["/m/*trail", { trail: ["a", "b c"] }],
    ["/m{/*trail}", {}],
    ["/v\\?sort=name", {}],
    ["/v\\?sort=name", { q: 1 }],
    ["/v\\?{q=:q}{&page=:page}", { q: "a b", page: 1 }],
    ["/v\\?{q=:q}{&page=:page}", { page: 1, z: 2 }],
    ["/v\\?{q=:q}{&page=:page}", {}],
    ["/a.b\\+c/:x-:y", { x: "1.2", y: "$^" }],
    ['/:"berth-no"/é', { "berth-no": "é" }],
    ["https\\://h.io/:id", { id: 1, q: "x" }],
    ["/v/:id\\}", { id: 1 }],
  ];
  for (const [path, parameters] of calls) {
    const read = new RestEndpoint({ path, urlPrefix: "https://h.io:80" });
    const key = read.key(parameters);
    assert(read.testKey(key), key);
    const post = read.extend({ method: "POST", sideEffect: false });
    const postKey = post.key(parameters, { q: ["x", { y: "?&/ {}" }] });
    assert(post.testKey(postKey), postKey);
    assertFalse(read.testKey(postKey));
  }
});

Deno.test("keys of an overridden address and search are known too [endpoint/KEY-6]", () => {
  const dynamic = new RestEndpoint({
    path: "/v/:id",
    url(this: unknown, parameters: unknown) {
      return `https://${Math.random()}.test` +
        RestEndpoint.prototype.url.call(this, parameters);
    },
    searchToString: () => "nested[a]=b c",
  });
  assert(dynamic.testKey(dynamic.key({ id: 1 })));
  assert(dynamic.testKey(dynamic.key({ id: 1, q: 2 })));
  assertFalse(dynamic.testKey("GET https://h.test/berths/1"));
});
