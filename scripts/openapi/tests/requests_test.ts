/**
 * What is written makes the requests that the document describes.
 *
 * Tried beside what the names of the tests say: entities in lists that may be
 * null, in maps, in objects in objects and in schemas that contain themselves,
 * in answers that are no entity; bodies of each kind, given as the client takes
 * them and as a form of the platform; lists in queries by style; envelopes whose
 * content is null in answers to each method.
 */
import { createClient } from "@tessera/client";
import { assert, assertEquals } from "@std/assert";
import { readDocument } from "../document.ts";
import { writeModule } from "../module.ts";
import { importWritten } from "./import_written.ts";
import { pathOf, published } from "./documents.ts";
import type * as Fleet from "./expected/fleet.ts";
import type * as Folders from "./expected/folders.ts";
import type * as Harbour from "./expected/harbour.ts";
import type * as Warehouses from "./expected/warehouses.ts";

Deno.test("lists in an object are Collections, which what is created joins", async () => {
  const origin_address: Warehouses.Address = {
    name: "Jessica",
    phone: "1",
    address_line1: "525 S Winchester Blvd",
    city_locality: "San Jose",
    state_province: "CA",
    postal_code: "95128",
    country_code: "US",
    address_residential_indicator: "no",
  };
  const warehouse = {
    warehouse_id: "se-1",
    name: "Zero Cool HQ",
    created_at: "2019-06-25T18:12:35.583Z",
  };
  await using api = await start<typeof Warehouses>(
    pathOf(published.shipengine),
    {
      "GET /v1/warehouses": { warehouses: [warehouse] },
      "POST /v1/warehouses": { ...warehouse, warehouse_id: "se-2" },
      "PUT /v1/warehouses/se-2": {
        ...warehouse,
        warehouse_id: "se-2",
        name: "Acid Burn Depot",
      },
    },
  );
  const { WarehouseResource, Warehouse } = api.module;
  using store = createClient();
  const { warehouses } = await store.fetch(WarehouseResource.getList);
  assert(warehouses[0] instanceof Warehouse);
  assertEquals(warehouses[0].created_at?.getUTCFullYear(), 2019);
  assertEquals(warehouses[0].pk(), "se-1");
  await store.fetch(WarehouseResource.getList.push, {
    name: "Depot",
    origin_address,
  });
  await store.fetch(
    WarehouseResource.update,
    { warehouse_id: "se-2" },
    { name: "Acid Burn Depot", origin_address },
  );
  const { data } = store.read(WarehouseResource.getList);
  assertEquals(data?.warehouses?.map(({ name }) => name), [
    "Zero Cool HQ",
    "Acid Burn Depot",
  ]);
});

Deno.test("answers are taken out of the object that all of them have", async () => {
  const folder = { id: "1", name: "New York", parent: null, type: "files" };
  await using api = await start<typeof Folders>(
    pathOf(published.directus),
    {
      "GET /folders?limit=2": { data: [folder] },
      "GET /folders/1": { data: folder },
      "PATCH /folders/1": { data: { ...folder, name: "Amsterdam" } },
      "DELETE /folders": null,
    },
  );
  const { FolderResource, Folder, deleteFolders } = api.module;
  using store = createClient();
  const [first] = await store.fetch(FolderResource.getList, { limit: 2 });
  assert(first instanceof Folder);
  assert(await store.fetch(FolderResource.get, { id: "1" }) === first);
  await store.fetch(FolderResource.partialUpdate, { id: "1" }, {
    name: "Amsterdam",
  });
  assertEquals(
    store.read(FolderResource.getList, { limit: 2 }).data?.[0]?.name,
    "Amsterdam",
  );
  await store.fetch(deleteFolders);
});

Deno.test("entities that hold each other are one each, and requests have their names and bodies", async () => {
  await using api = await start<typeof Harbour>(
    new URL("harbour.yaml", import.meta.url).pathname,
    {
      "GET /ships/7": {
        imo: 7,
        built: "1910-01-01T00:00:00Z",
        sunk: null,
        captain: { id: "9", ship: { imo: 7 } },
        sisters: [{ imo: 7 }],
      },
      "PUT /ships/7/moor%20(now)": { place: { latitude: 59 } },
      "GET /tide": 1.5,
    },
  );
  const { ShipResource, Captain, moorShip, getTide } = api.module;
  using store = createClient();
  const ship = await store.fetch(ShipResource.get, { imo: 7 });
  assert(ship.captain instanceof Captain);
  assert(ship.captain.ship === ship && ship.sisters[0] === ship);
  assertEquals([ship.built.getUTCFullYear(), ship.sunk], [1910, null]);
  const { place } = await store.fetch(moorShip, { imo: 7 }, { berth: "A" });
  assertEquals(place?.latitude, 59);
  assertEquals(await store.fetch(getTide), 1.5);
  assertEquals(api.bodies, ['{"berth":"A"}']);
});

Deno.test("of an empty envelope nothing is taken for the content", async () => {
  const folder = { id: "1", name: "New York", parent: null, type: "files" };
  await using api = await start<typeof Folders>(
    pathOf(published.directus),
    {
      "GET /folders": { data: [folder] },
      "GET /folders?limit=1": { data: null },
      "POST /folders": { data: null },
      "PATCH /folders/1": { data: null },
      "DELETE /folders/1": { data: null },
    },
  );
  const { FolderResource } = api.module;
  using store = createClient();
  await store.fetch(FolderResource.getList);
  const names = () =>
    store.read(FolderResource.getList).data?.map(({ name }) => name);
  assertEquals(await FolderResource.getList({ limit: 1 }), null);
  await store.fetch(FolderResource.partialUpdate, { id: "1" }, {
    name: "Amsterdam",
  });
  assertEquals(names(), ["Amsterdam"]);
  await store.fetch(FolderResource.getList.push, { name: "Rotterdam" });
  assertEquals(names(), ["Amsterdam", "Rotterdam"]);
  await store.fetch(FolderResource.delete, { id: "1" });
  assertEquals(names(), ["Rotterdam"]);
});

const fleet = new URL("fleet.yaml", import.meta.url).pathname;

Deno.test("entities and times are instances wherever they arrive", async () => {
  const born = "1893-01-01T00:00:00Z";
  const sailor = (id: string) => ({ id, born });
  const boat = {
    owner: "ada",
    name: "Fram",
    launched: born,
    captain: sailor("1"),
    mates: [sailor("2")],
    byRole: { cook: sailor("3") },
    home: { since: born, inside: { inside: { since: born } } },
    lastSeen: { at: born, by: sailor("4") },
  };
  await using api = await start<typeof Fleet>(fleet, {
    "GET /owners/ada/boats/Fram": boat,
    "GET /owners/bob/boats/Fram": {
      owner: "bob",
      name: "Fram",
      captain: null,
      mates: null,
    },
    "GET /owners/ada/boats": [boat],
    "GET /crews": {
      captain: null,
      sailed: born,
      mates: { first: sailor("1") },
    },
    "GET /docks/north/berths/7": { number: 7, depth: 3 },
    "GET /docks/south/berths/7": { number: 7, depth: 4 },
  });
  const { BoatResource, Sailor, getCrew, getDockBerth } = api.module;
  using store = createClient();
  const [listed] = await store.fetch(BoatResource.getList, { owner: "ada" });
  const his = await store.fetch(BoatResource.get, {
    owner: "bob",
    name: "Fram",
  });
  const hers = await store.fetch(BoatResource.get, {
    owner: "ada",
    name: "Fram",
  });
  // two owners have a boat of one name
  assertEquals([hers.pk(), his.pk()], ["ada/Fram", "bob/Fram"]);
  assert(hers === listed);
  assertEquals([his.captain, his.mates], [null, null]);
  assert(hers.captain instanceof Sailor);
  assert(hers.mates?.[0] instanceof Sailor);
  assert(hers.byRole?.cook instanceof Sailor);
  assert(hers.lastSeen?.by instanceof Sailor);
  assertEquals(
    [
      hers.launched,
      hers.captain.born,
      hers.lastSeen.at,
      hers.home?.since,
      hers.home?.inside?.inside?.since,
    ].map((time) => time?.getUTCFullYear()),
    [1893, 1893, 1893, 1893, 1893],
  );
  const crew = await store.fetch(getCrew);
  // @ts-expect-error there may be none
  const _captainBorn = () => crew.captain.born;
  assertEquals(crew.captain, null);
  assertEquals(crew.sailed?.getUTCFullYear(), 1893);
  assert(crew.mates?.first === hers.captain);
  const north = await store.fetch(getDockBerth, { dock: "north", number: 7 });
  const south = await store.fetch(getDockBerth, { dock: "south", number: 7 });
  assertEquals([north.depth, south.depth], [3, 4]);
  assertEquals([north.dock, south.pk()], ["north", "south/7"]);
});

Deno.test("bodies have the type and the form that the document says", async () => {
  const boat = { owner: "ada", name: "Fram" };
  await using api = await start<typeof Fleet>(fleet, {
    "GET /owners/ada/boats": [],
    "POST /owners/ada/boats": boat,
    "PUT /owners/ada/boats/Fram": boat,
    "DELETE /owners/ada/boats/Fram": null,
    "POST /messages": { id: "1" },
    "POST /photos": null,
    "PUT /charts/1": null,
    "PATCH /charts/1": new Response("done"),
    "GET /charts/1": new Response(new Blob(["png"], { type: "image/png" })),
    "POST /notes": null,
  });
  const {
    BoatResource,
    addNote,
    addPhoto,
    getChart,
    patchChart,
    putChart,
    sendMessage,
  } = api.module;
  using store = createClient();
  await store.fetch(BoatResource.getList.push, { owner: "ada" }, {
    name: "Fram",
    code: "secret",
  });
  const ofFram = { owner: "ada", name: "Fram" };
  await store.fetch(BoatResource.update, ofFram, { ...ofFram, code: "1" });
  await store.fetch(BoatResource.delete, ofFram, { reason: "sold" });
  const refusals = [
    // @ts-expect-error a new boat has a code
    () => BoatResource.getList.push({ owner: "ada" }, { name: "Fram" }),
    () =>
      BoatResource.update(ofFram, {
        ...ofFram,
        code: "1",
        // @ts-expect-error only the server says when it was launched
        launched: "1893-01-01T00:00:00Z",
      }),
    // @ts-expect-error a message has receivers
    () => sendMessage({ text: "Ahoy" }),
    // @ts-expect-error a picture is no text
    () => putChart({ id: "1" }, "png"),
  ];
  assertEquals(refusals.length, 4);
  assertEquals(api.bodies, [
    '{"name":"Fram","code":"secret"}',
    '{"owner":"ada","name":"Fram","code":"1"}',
    '{"reason":"sold"}',
  ]);
  api.bodies.length = 0;
  await store.fetch(sendMessage, {
    to: ["ada", "bob & co"],
    text: "Ahoy",
    meta: { urgent: true },
  });
  await store.fetch(putChart, { id: "1" }, new Blob(["png"]));
  assertEquals(
    await store.fetch(patchChart, { id: "1" }, { scale: 2 }),
    "done",
  );
  await store.fetch(addNote, "# Wind");
  assertEquals(api.bodies, [
    "meta=%7B%22urgent%22%3Atrue%7D&text=Ahoy&to=ada&to=bob+%26+co",
    "png",
    '{"scale":2}',
    "# Wind",
  ]);
  assertEquals(api.types.slice(3), [
    "application/x-www-form-urlencoded;charset=UTF-8",
    "application/octet-stream",
    "application/merge-patch+json",
    "text/markdown",
  ]);
  await store.fetch(addPhoto, {
    photo: new File(["png"], "fram.png"),
    tags: ["ice", "snow"],
    place: { name: "Oslo" },
  });
  const form = new FormData();
  form.set("photo", "x");
  await (addPhoto as unknown as (form: FormData) => Promise<unknown>)(form);
  const [sent = "", own = ""] = api.bodies.slice(4);
  assertEquals(
    [...sent.matchAll(
      /name="(\w+)"(?:; filename="([^"]+)")?.*?\r\n\r\n(.*?)\r\n/gs,
    )]
      .map(([, name, file, text]) => [name, file, text]),
    [
      ["photo", "fram.png", "png"],
      ["tags", undefined, "ice"],
      ["tags", undefined, "snow"],
      ["place", undefined, '{"name":"Oslo"}'],
    ],
  );
  assert(own.includes('name="photo"'));
  const picture = await store.fetch(getChart, { id: "1" });
  assert(picture instanceof Blob);
});

Deno.test("lists and objects in a query are written in their style", async () => {
  await using api = await start<typeof Fleet>(fleet, {});
  const { BoatResource } = api.module;
  const url = BoatResource.getList.url({
    owner: "ada",
    // the order of a list may have a meaning
    kinds: ["yawl", "ketch"],
    colours: ["red", "sea, blue"],
    size: { min: 5, max: 9 },
    near: { lat: 59, long: 10 },
    tags: ["a|b", "c"],
    words: ["ice", "snow"],
    where: { mast: 2 },
  });
  assertEquals(url.slice(url.indexOf("?") + 1).split("&"), [
    "colours=red,sea%2C%20blue",
    "kinds=yawl",
    "kinds=ketch",
    "lat=59",
    "long=10",
    "size[max]=9",
    "size[min]=5",
    "tags=a%7Cb%7Cc",
    "where=%7B%22mast%22%3A2%7D",
    "words=ice%20snow",
  ]);
  assertEquals(
    BoatResource.getList.key({ owner: "ada", size: { min: 1, max: 2 } }),
    BoatResource.getList.key({ size: { max: 2, min: 1 }, owner: "ada" }),
  );
  assertEquals(
    BoatResource.getList.key({ owner: "ada", kinds: [] }),
    BoatResource.getList.key({ owner: "ada" }),
  );
});

Deno.test("the style of most names of a form is said once", async () => {
  const names = ["a", "b", "c", "d", "e"];
  const object = {
    type: "object",
    properties: { x: { type: "string" }, y: { items: { type: "string" } } },
  };
  const objects = (value: unknown) =>
    Object.fromEntries(names.map((name) => [name, value]));
  const file = await Deno.makeTempFile({ suffix: ".json" });
  await Deno.writeTextFile(
    file,
    JSON.stringify({
      openapi: "3.1.0",
      info: { title: "Orders", version: "1" },
      paths: {
        "/orders": {
          post: {
            operationId: "order",
            requestBody: {
              content: {
                "application/x-www-form-urlencoded": {
                  schema: {
                    type: "object",
                    properties: {
                      ...objects(object),
                      tags: { items: { type: "string" } },
                      ids: { items: { type: "string" } },
                      text: { type: "string" },
                    },
                  },
                  encoding: {
                    ...objects({ style: "deepObject", explode: true }),
                    tags: { style: "form", explode: true },
                    ids: { style: "form", explode: false },
                  },
                },
              },
            },
            responses: { 204: { description: "It is ordered." } },
          },
        },
      },
    }),
  );
  await using api = await start<{
    order(body: Record<string, unknown>): Promise<unknown>;
  }>(file, { "POST /orders": null });
  await api.module.order({
    ...objects({ x: "1" }),
    tags: ["r", "s"],
    ids: ["3", "4"],
    text: "a&b",
    more: null,
  });
  assertEquals(
    decodeURIComponent(api.bodies[0]!),
    "a[x]=1&b[x]=1&c[x]=1&d[x]=1&e[x]=1&ids=3,4&tags=r&tags=s&text=a&b",
  );
  const written = writeModule(await readDocument(file));
  assertEquals(
    /toQuery\(values, (.*)\)/.exec(written)?.[1],
    '{ tags: "repeated", ids: "comma" }, "deep"',
  );
  await Deno.remove(file);
});

/** A server, and the module for it that is written for a document. */
async function start<Module>(
  path: string,
  answers: Readonly<Record<string, unknown>>,
): Promise<
  AsyncDisposable & { module: Module; bodies: string[]; types: string[] }
> {
  const bodies: string[] = [];
  const types: string[] = [];
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    async (request) => {
      const { pathname, search } = new URL(request.url);
      const body = await request.text();
      if (body) {
        bodies.push(body);
        types.push(request.headers.get("content-type") ?? "");
      }
      const answer = answers[`${request.method} ${pathname}${search}`];
      if (answer === null) return new Response(null, { status: 204 });
      if (answer instanceof Response) return answer;
      return answer === undefined
        ? new Response(`no ${request.method} ${request.url}`, { status: 404 })
        : Response.json(answer);
    },
  );
  const document = {
    ...await readDocument(path),
    servers: [{ url: `http://127.0.0.1:${server.addr.port}/` }],
  };
  const text = writeModule(document)
    // photos have a server of their own
    .replace("http://photos.fleet.test", document.servers[0]!.url.slice(0, -1));
  return {
    module: await importWritten(text),
    bodies,
    types,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
