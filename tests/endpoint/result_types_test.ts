// deno-lint-ignore-file no-explicit-any -- some tests are about any
import { assertType, type IsExact } from "@std/testing/types";
import { z } from "zod";
import type { Controller } from "../../controller/mod.ts";
import { RestEndpoint } from "../../endpoint/mod.ts";
import type { useSuspense as hook } from "../../react/fetching_hooks.ts";
import { Collection } from "../../schema/mod.ts";
import { typesOnly } from "./types_only.ts";
import { Vessel } from "./harbour.ts";

declare const ctrl: Controller;
declare const useSuspense: typeof hook;

Deno.test("a direct call gives any without process and content [endpoint/TYP-47]", () => {
  const get = new RestEndpoint({ path: "/v/:id", schema: Vessel });
  assertType<IsExact<ReturnType<typeof get>, Promise<any>>>(true);
  const json = new RestEndpoint({ path: "/v/:id", content: "json" });
  assertType<IsExact<ReturnType<typeof json>, Promise<any>>>(true);
});

Deno.test("process types the value of the call [endpoint/TYP-48]", () => {
  const typed = new RestEndpoint({
    path: "/v/:id",
    process: (value): { count: number } => ({ count: value.length }),
  });
  const inferred = new RestEndpoint({
    path: "/v/:id",
    process(value, { id }) {
      return { at: `${value}${id}` };
    },
  });
  const asynchronous = new RestEndpoint({
    path: "/v/:id",
    process: (_value) => Promise.resolve(5),
  });
  assertType<IsExact<ReturnType<typeof typed>, Promise<{ count: number }>>>(
    true,
  );
  assertType<IsExact<ReturnType<typeof inferred>, Promise<{ at: string }>>>(
    true,
  );
  assertType<IsExact<ReturnType<typeof asynchronous>, Promise<number>>>(true);
  typesOnly(async () => {
    const read = useSuspense(typed, { id: 1 });
    assertType<IsExact<typeof read, { count: number }>>(true);
    const fetched = await ctrl.fetch(typed, { id: 1 });
    assertType<IsExact<typeof fetched, { count: number }>>(true);
    const awaited = await ctrl.fetch(asynchronous, { id: 1 });
    assertType<IsExact<typeof awaited, number>>(true);
  });
});

Deno.test("extend replaces process or keeps it [endpoint/TYP-49]", () => {
  const base = new RestEndpoint({ path: "/v/:id", process: (_value) => 5 });
  const replaced = base.extend({ process: (_value) => "x" });
  assertType<IsExact<ReturnType<typeof replaced>, Promise<string>>>(true);
  const kept = base.extend({ path: "/w" }).extend({ dataExpiryLength: 5 });
  assertType<IsExact<ReturnType<typeof kept>, Promise<number>>>(true);
});

Deno.test("a schema types what readers and fetch give [endpoint/TYP-50]", () => {
  const get = new RestEndpoint({ path: "/v/:id", schema: Vessel });
  const page = new RestEndpoint({
    path: "/v",
    schema: { items: new Collection([Vessel]), next: "" },
  });
  typesOnly(async () => {
    const read = useSuspense(get, { id: 1 });
    assertType<IsExact<typeof read, Vessel>>(true);
    const fetched = await ctrl.fetch(get, { id: 1 });
    assertType<IsExact<typeof fetched, Vessel>>(true);
    const { items, next } = useSuspense(page);
    assertType<IsExact<typeof items, Vessel[]>>(true);
    assertType<IsExact<typeof next, string>>(true);
    // @ts-expect-error no such field
    read.nme;
  });
});

Deno.test("content types the value of the call [endpoint/TYP-51]", () => {
  const blob = new RestEndpoint({ path: "/f/:id", content: "blob" });
  const buffer = new RestEndpoint({ path: "/f/:id", content: "arrayBuffer" });
  const text = new RestEndpoint({ path: "/f/:id", content: "text" });
  const stream = new RestEndpoint({ path: "/f/:id", content: "stream" });
  assertType<IsExact<ReturnType<typeof blob>, Promise<Blob>>>(true);
  assertType<IsExact<ReturnType<typeof buffer>, Promise<ArrayBuffer>>>(true);
  assertType<IsExact<ReturnType<typeof text>, Promise<string>>>(true);
  typesOnly(async () => {
    const bytes: ReadableStream<Uint8Array> = await stream({ id: 1 });
    await bytes.cancel();
    const fetched = await ctrl.fetch(blob, { id: 1 });
    assertType<IsExact<typeof fetched, Blob>>(true);
    const fetchedBuffer = await ctrl.fetch(buffer, { id: 1 });
    assertType<IsExact<typeof fetchedBuffer, ArrayBuffer>>(true);
    // @ts-expect-error a Blob is no text
    const wrong: string = await blob({ id: 1 });
    // @ts-expect-error a Blob is no text
    const wrongToo: string = await ctrl.fetch(blob, { id: 1 });
    return [wrong, wrongToo];
  });
});

Deno.test("only JSON can have a schema [endpoint/TYP-52]", () => {
  typesOnly(() => {
    new RestEndpoint({ path: "/v", content: "json", schema: Vessel });
    new RestEndpoint({ path: "/v", content: "blob", schema: undefined });
    // @ts-expect-error a Blob has no entities
    new RestEndpoint({ path: "/v", content: "blob", schema: Vessel });
    // @ts-expect-error text has no entities
    new RestEndpoint({ path: "/v", content: "text", schema: Vessel });
    // @ts-expect-error bytes have no entities
    new RestEndpoint({ path: "/v", content: "arrayBuffer", schema: Vessel });
    // @ts-expect-error a stream has no entities
    new RestEndpoint({ path: "/v", content: "stream", schema: Vessel });
  });
});

Deno.test("content lasts until it is replaced, and the schema has to go with it [endpoint/TYP-53]", () => {
  const blob = new RestEndpoint({ path: "/f/:id", content: "blob" });
  const later = blob.extend({ dataExpiryLength: 0 }).extend({ path: "/g" });
  assertType<IsExact<ReturnType<typeof later>, Promise<Blob>>>(true);
  const get = new RestEndpoint({ path: "/v/:id", schema: Vessel });
  const file = get.extend({ content: "blob", schema: undefined });
  assertType<IsExact<ReturnType<typeof file>, Promise<Blob>>>(true);
  const back = file.extend({ content: "json", schema: Vessel });
  assertType<IsExact<ReturnType<typeof back>, Promise<any>>>(true);
  typesOnly(() => {
    // @ts-expect-error the schema is still there
    get.extend({ content: "blob" });
    // @ts-expect-error the content is still there
    blob.extend({ schema: Vessel });
  });
});

Deno.test("process beats content [endpoint/TYP-54]", () => {
  const download = new RestEndpoint({
    path: "/f/:id",
    content: "blob",
    process(value): { blob: Blob; filename: string } {
      return value;
    },
  });
  assertType<
    IsExact<
      ReturnType<typeof download>,
      Promise<{ blob: Blob; filename: string }>
    >
  >(true);
});

Deno.test("null as arguments asks for nothing, where that is possible [endpoint/TYP-55]", () => {
  const get = new RestEndpoint({ path: "/v/:id", schema: Vessel });
  typesOnly(() => {
    useSuspense(get, null)?.name.toUpperCase();
    // @ts-expect-error may be undefined
    useSuspense(get, null).name;
    // @ts-expect-error a call needs parameters
    get(null);
    // @ts-expect-error a fetch needs parameters
    ctrl.fetch(get, null);
  });
});

Deno.test("a validator types the value of the call [controller/NEW-126]", () => {
  const checked = new RestEndpoint({
    path: "/v/:id",
    validator: z.object({ at: z.string().transform((text) => text.length) }),
  });
  assertType<IsExact<ReturnType<typeof checked>, Promise<{ at: number }>>>(
    true,
  );
});
