/** What is written makes the requests that the document describes. */
import { createClient } from "@tessera/client";
import { assert, assertEquals } from "@std/assert";
import { createRequire } from "node:module";
import { readDocument } from "../document.ts";
import { writeModule } from "../module.ts";
import type * as Folders from "./expected/folders.ts";
import type * as Harbour from "./expected/harbour.ts";
import type * as Warehouses from "./expected/warehouses.ts";

const { resolve } = createRequire(import.meta.url);
const client = import.meta.resolve("../../../mod.ts");

Deno.test("lists in an object are Collections, which what is created joins", async () => {
  const warehouse = {
    warehouse_id: "se-1",
    name: "Zero Cool HQ",
    created_at: "2019-06-25T18:12:35.583Z",
  };
  await using api = await start<typeof Warehouses>(
    resolve("shipengine-openapi/openapi.yaml"),
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
  assertEquals(warehouses[0].created_at.getUTCFullYear(), 2019);
  assertEquals(warehouses[0].pk(), "se-1");
  await store.fetch(WarehouseResource.getList.push, { name: "Depot" });
  await store.fetch(
    WarehouseResource.update,
    { warehouse_id: "se-2" },
    { name: "Acid Burn Depot" },
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
    resolve("@directus/specs").replace(/index\.js$/, "dist/openapi.json"),
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

/** A server, and the module for it that is written for a document. */
async function start<Module>(
  path: string,
  answers: Readonly<Record<string, unknown>>,
): Promise<AsyncDisposable & { module: Module; bodies: string[] }> {
  const bodies: string[] = [];
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    async (request) => {
      const { pathname, search } = new URL(request.url);
      const body = await request.text();
      if (body) bodies.push(body);
      const answer = answers[`${request.method} ${pathname}${search}`];
      if (answer === null) return new Response(null, { status: 204 });
      return answer === undefined
        ? new Response(`no ${request.method} ${request.url}`, { status: 404 })
        : Response.json(answer);
    },
  );
  const document = {
    ...await readDocument(path),
    servers: [{ url: `http://127.0.0.1:${server.addr.port}/` }],
  };
  const text = writeModule(document).replace(
    '"@tessera/client"',
    `"${client}"`,
  );
  const file = await Deno.makeTempFile({ suffix: ".ts" });
  await Deno.writeTextFile(file, text);
  return {
    module: await import(`file://${file}`),
    bodies,
    async [Symbol.asyncDispose]() {
      await server.shutdown();
      await Deno.remove(file);
    },
  };
}
