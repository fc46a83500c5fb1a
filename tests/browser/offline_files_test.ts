/**
 * Arguments that are no text wait in IndexedDB over a reload: a form with a
 * file, a Blob, typed arrays, a buffer, dates, a Map. In `localStorage` the
 * files of a form do not, and `onError` says so at once.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { withLivePage } from "./support/live_page.ts";

const module = `
  import { createClient, Endpoint, getDefaultManagers } from "@tessera/client";
  import { OfflineManager } from "@tessera/client/offline";
  import { indexedDBStorage } from "@tessera/client/persist";

  const isText = location.search === "?localStorage";
  const upload = new Endpoint(async (form, blob, { bytes, numbers, buffer, taken, names }) => {
    const body = new FormData();
    for (const [name, value] of form) body.append(name, value);
    body.append("blob", blob);
    body.append("bytes", new Blob([bytes]));
    body.append("other", JSON.stringify([
      [...numbers], numbers.constructor.name, [...new Uint8Array(buffer)],
      taken.toISOString(), [...names],
    ]));
    const response = await fetch("/api/upload", { method: "POST", body });
    return await response.json();
  }, { name: "upload", sideEffect: true });
  const told = globalThis.told = [];
  const offline = globalThis.offline = new OfflineManager({
    storage: isText ? localStorage : indexedDBStorage("files"),
    endpoints: { upload },
    retryDelay: 20,
    onError: (error, entry) => void told.push([error.message, entry?.name ?? null]),
  });
  const client = createClient({ managers: [offline, ...getDefaultManagers()] });
  globalThis.send = () => {
    const form = new FormData();
    form.append("title", "Quay");
    form.append("tag", "a");
    form.append("tag", "b");
    form.append("photo", new File([new Uint8Array([1, 2, 255])], "quay.png", { type: "image/png" }));
    client.fetch(upload, form, new Blob(["plan"], { type: "text/x-plan" }), {
      bytes: new Uint8Array([0, 128, 255]),
      numbers: new Float64Array([0.5, -1]),
      buffer: new Uint8Array([7, 8]).buffer,
      taken: new Date(0),
      names: new Map([["a", 1]]),
    }).catch(() => {});
    return offline.flush();
  };
  offline.ready.then(() => document.body.append("ready"));
`;

const ready = (page: Page) => page.getByText("ready").waitFor();

/** What a form holds, as text. */
async function partsOf(form: FormData): Promise<string[]> {
  const parts: string[] = [];
  for (const [name, value] of form) {
    const said = typeof value === "string" ? value : [
      value.name,
      value.type,
      ...new Uint8Array(await value.arrayBuffer()),
    ].join();
    parts.push(`${name}: ${said}`);
  }
  return parts;
}

Deno.test("files, Blobs and typed arrays that wait are as they were after a reload [controller/NEW-42]", async () => {
  const received: string[][] = [];
  await withLivePage({
    module,
    answer: (request, path) =>
      path !== "/api/upload" ? undefined : (async () => {
        received.push(await partsOf(await request.formData()));
        return Response.json({});
      })(),
  }, async ({ page, context, open }) => {
    await open();
    await ready(page);
    await context.route("**/api/upload", (route) => route.abort());
    await page.evaluate("send()");
    await page.reload();
    await ready(page);
    assertEquals(await page.evaluate("offline.entries().length"), 1);
    assertEquals(received, []);
    await context.unroute("**/api/upload");
    while (await page.evaluate("offline.entries().length")) {
      await page.evaluate("new Promise(requestAnimationFrame)");
    }
    const other = [[0.5, -1], "Float64Array", [7, 8], new Date(0), [["a", 1]]];
    assertEquals(received, [[
      "title: Quay",
      "tag: a",
      "tag: b",
      "photo: quay.png,image/png,1,2,255",
      `blob: blob,text/x-plan,${[...new TextEncoder().encode("plan")]}`,
      "bytes: blob,application/octet-stream,0,128,255",
      `other: ${JSON.stringify(other)}`,
    ]]);
    assertEquals(await page.evaluate("told"), []);
  });
});

Deno.test("a storage of texts says at once that a file would not survive, and sends it all the same [controller/NEW-42]", async () => {
  let count = 0;
  await withLivePage({
    module,
    answer: (_, path) =>
      path === "/api/upload" ? Response.json({ id: ++count }) : undefined,
  }, async ({ page, context, open }) => {
    await open();
    await page.goto(`${page.url()}?localStorage`);
    await ready(page);
    await context.route("**/api/upload", (route) => route.abort());
    await page.evaluate("send()");
    assertEquals(await page.evaluate("told"), [[
      "upload would not survive a reload: it cannot be stored.",
      null,
    ]]);
    await context.unroute("**/api/upload");
    while (await page.evaluate("offline.entries().length")) {
      await page.evaluate("new Promise(requestAnimationFrame)");
    }
    assertEquals(count, 1);
  });
});
