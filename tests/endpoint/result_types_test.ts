// deno-lint-ignore-file no-explicit-any -- some tests are about any
import { z } from "zod";
import type { Controller } from "../../controller/mod.ts";
import { RestEndpoint } from "../../endpoint/mod.ts";
import type { useSuspense as hook } from "../../react/fetching_hooks.ts";
import { Collection } from "../../schema/mod.ts";
import { typesOnly } from "./types_only.ts";
import { Vessel } from "./harbour.ts";
import { exact } from "../support/exact.ts";

declare const ctrl: Controller;
declare const useSuspense: typeof hook;

Deno.test("a direct call gives any without process and content [endpoint/TYP-47]", () => {
  const get = new RestEndpoint({ path: "/v/:id", schema: Vessel });
  exact<ReturnType<typeof get>, Promise<any>>();
  const json = new RestEndpoint({ path: "/v/:id", content: "json" });
  exact<ReturnType<typeof json>, Promise<any>>();
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
  exact<ReturnType<typeof typed>, Promise<{ count: number }>>();
  exact<ReturnType<typeof inferred>, Promise<{ at: string }>>();
  exact<ReturnType<typeof asynchronous>, Promise<number>>();
  typesOnly(async () => {
    const read = useSuspense(typed, { id: 1 });
    exact<typeof read, { count: number }>();
    const fetched = await ctrl.fetch(typed, { id: 1 });
    exact<typeof fetched, { count: number }>();
    const awaited = await ctrl.fetch(asynchronous, { id: 1 });
    exact<typeof awaited, number>();
  });
});

Deno.test("extend replaces process or keeps it [endpoint/TYP-49]", () => {
  const base = new RestEndpoint({ path: "/v/:id", process: (_value) => 5 });
  const replaced = base.extend({ process: (_value) => "x" });
  exact<ReturnType<typeof replaced>, Promise<string>>();
  const kept = base.extend({ path: "/w" }).extend({ dataExpiryLength: 5 });
  exact<ReturnType<typeof kept>, Promise<number>>();
});

Deno.test("a schema types what readers and fetch give [endpoint/TYP-50]", () => {
  const get = new RestEndpoint({ path: "/v/:id", schema: Vessel });
  const page = new RestEndpoint({
    path: "/v",
    schema: { items: new Collection([Vessel]), next: "" },
  });
  typesOnly(async () => {
    const read = useSuspense(get, { id: 1 });
    exact<typeof read, Vessel>();
    const fetched = await ctrl.fetch(get, { id: 1 });
    exact<typeof fetched, Vessel>();
    const { items, next } = useSuspense(page);
    exact<typeof items, Vessel[]>();
    exact<typeof next, string>();
    // @ts-expect-error no such field
    read.nme;
  });
});

Deno.test("content types the value of the call [endpoint/TYP-51]", () => {
  const blob = new RestEndpoint({ path: "/f/:id", content: "blob" });
  const buffer = new RestEndpoint({ path: "/f/:id", content: "arrayBuffer" });
  const text = new RestEndpoint({ path: "/f/:id", content: "text" });
  const stream = new RestEndpoint({ path: "/f/:id", content: "stream" });
  exact<ReturnType<typeof blob>, Promise<Blob>>();
  exact<ReturnType<typeof buffer>, Promise<ArrayBuffer>>();
  exact<ReturnType<typeof text>, Promise<string>>();
  typesOnly(async () => {
    const bytes: ReadableStream<Uint8Array> = await stream({ id: 1 });
    await bytes.cancel();
    const fetched = await ctrl.fetch(blob, { id: 1 });
    exact<typeof fetched, Blob>();
    const fetchedBuffer = await ctrl.fetch(buffer, { id: 1 });
    exact<typeof fetchedBuffer, ArrayBuffer>();
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
  exact<ReturnType<typeof later>, Promise<Blob>>();
  const get = new RestEndpoint({ path: "/v/:id", schema: Vessel });
  const file = get.extend({ content: "blob", schema: undefined });
  exact<ReturnType<typeof file>, Promise<Blob>>();
  const back = file.extend({ content: "json", schema: Vessel });
  exact<ReturnType<typeof back>, Promise<any>>();
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
  exact<
    ReturnType<typeof download>,
    Promise<{ blob: Blob; filename: string }>
  >();
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
  exact<ReturnType<typeof checked>, Promise<{ at: number }>>();
});
