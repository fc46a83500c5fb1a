import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertRejects,
  assertStrictEquals,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import {
  createClient,
  filenameFromContentDisposition,
  NetworkError,
  RestEndpoint,
} from "../../mod.ts";
import { RecordingServer } from "./recording_server.ts";
import { replaceFetch } from "./spies.ts";

const bytes = new Uint8Array([0, 255, 128, 13, 10]);

Deno.test("a download is the bytes that came [endpoint/XFM-24] [endpoint/TBL-7]", async () => {
  await using server = new RecordingServer(({ address }) => {
    switch (address) {
      case "/files/9/download":
        return new Response(bytes, {
          headers: { "content-type": "image/png" },
        });
      case "/files/json/download":
        return Response.json({ a: 1 });
      case "/files/empty/download":
        return new Response(null, { status: 204 });
      default:
        return new Response("no", { status: 404 });
    }
  });
  const download = new RestEndpoint({
    urlPrefix: server.origin,
    path: "/files/:id/download",
    content: "blob",
    dataExpiryLength: 0,
  });
  using client = createClient();
  const { controller } = client;
  const blob = await controller.fetch(download, { id: "9" });
  assertInstanceOf(blob, Blob);
  assertEquals(blob.type, "image/png");
  assertEquals(new Uint8Array(await blob.arrayBuffer()), bytes);
  const json = await controller.fetch(download, { id: "json" });
  assertInstanceOf(json, Blob);
  assertEquals(await json.text(), '{"a":1}');
  const buffer = await controller.fetch(
    download.extend({ content: "arrayBuffer" }),
    { id: "9" },
  );
  assertInstanceOf(buffer, ArrayBuffer);
  assertEquals(new Uint8Array(buffer), bytes);
  assertStrictEquals(await download({ id: "empty" }) as unknown, null);
  const error = await assertRejects(
    () => controller.fetch(download, { id: "missing" }),
    NetworkError,
  );
  assertEquals(error.status, 404);
  await error.response.body?.cancel();
});

Deno.test("a download can have the name that the server gave [endpoint/XFM-25]", async () => {
  const headers: Record<string, string> = {
    "1": 'attachment; filename="tide table.pdf"',
    "2": "attachment; filename=a.bin",
    "3": "attachment",
  };
  await using server = new RecordingServer(({ address }) => {
    const header = headers[address.split("/")[2]!];
    return new Response(bytes, {
      headers: header === undefined ? {} : { "content-disposition": header },
    });
  });
  const download = new RestEndpoint({
    urlPrefix: server.origin,
    path: "/files/:id/download",
    dataExpiryLength: 0,
    async parseResponse(response: Response) {
      return {
        blob: await response.blob(),
        filename: filenameFromContentDisposition(
          response.headers.get("content-disposition"),
        ),
      };
    },
    process(value): { blob: Blob; filename: string } {
      return value;
    },
  });
  using client = createClient();
  const names: string[] = [];
  for (const id of ["1", "2", "3", "4"]) {
    const { blob, filename } = await client.controller.fetch(download, { id });
    assertEquals(new Uint8Array(await blob.arrayBuffer()), bytes);
    names.push(filename);
  }
  assertEquals(names, ["tide table.pdf", "a.bin", "download", "download"]);
});

Deno.test("a value that is stale on arrival is not kept without a reader [endpoint/XFM-26] [endpoint/END-22]", async () => {
  using time = new FakeTime(1_000_000);
  using _fetch = replaceFetch(() => Promise.resolve(new Response(bytes)));
  const download = new RestEndpoint({
    path: "/files/:id/download",
    content: "blob",
    dataExpiryLength: 0,
  });
  using client = createClient();
  const keys = () => [...client.getState().endpointKeys()];
  for (const id of ["1", "2"]) {
    assertInstanceOf(await client.fetch(download, { id }), Blob);
    await time.tickAsync(1);
    assertEquals(keys(), []);
  }
  const shown: unknown[] = [];
  const stop = client.subscribe(download, [{ id: "3" }], ({ data }) => {
    shown.push(data);
  });
  await client.allSettled();
  await time.tickAsync(1);
  assertInstanceOf(shown.at(-1), Blob);
  assertEquals(keys(), [download.key({ id: "3" })]);
  assertEquals(
    client.read(download, { id: "3" }).expiresAt,
    client.getState().getMeta(download.key({ id: "3" }))?.date,
  );
  stop();
  await time.tickAsync(1);
  assertEquals(keys(), []);
});

Deno.test("binary values are kept by reference [endpoint/XFM-27]", async () => {
  const values: unknown[] = [];
  using _fetch = replaceFetch(() => Promise.resolve(new Response(bytes)));
  const download = new RestEndpoint({
    path: "/files/:id/download",
    content: "arrayBuffer",
    process(value: ArrayBuffer) {
      values.push(value);
      return value;
    },
  });
  using client = createClient();
  const { controller } = client;
  const buffer = await controller.fetch(download, { id: "9" });
  assertStrictEquals(buffer, values[0]);
  const { data } = controller.getResponse(
    download,
    { id: "9" },
    controller.getState(),
  );
  assertStrictEquals(data, values[0]);
  assert(!Object.isFrozen(buffer));
});
