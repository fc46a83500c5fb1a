import {
  assertEquals,
  assertNotStrictEquals,
  assertStrictEquals,
} from "@std/assert";
import { type ReactNode, startTransition, StrictMode, useState } from "react";
import { Endpoint } from "../../mod.ts";
import {
  AsyncBoundary,
  DataProvider,
  useCancelling,
  useDLE,
  useSuspense,
} from "../../react/mod.ts";
import { render, renderHook, settle } from "./support/render.tsx";
import { isPreact } from "./support/renderer.ts";

/** Requests that end when they are answered or aborted. */
function cancellable() {
  const log: string[] = [];
  const answers: Record<string, (value: unknown) => void> = {};
  const getReport = new Endpoint(
    function (this: { signal?: AbortSignal }, { id }: { id: string }) {
      log.push(`ask ${id}`);
      return new Promise<string>((resolve, reject) => {
        answers[id] = (value) => resolve(value as string);
        this.signal?.addEventListener("abort", () => {
          log.push(`abort ${id}`);
          reject(new DOMException("left", "AbortError"));
        });
      });
    },
    { name: "getReport", dataExpiryLength: 60_000 },
  );
  return { getReport, log, answers };
}

Deno.test("the same key gives the same endpoint, another one another [react/CAN-1] [react/CAN-3] [react/CAN-6]", async () => {
  const { getReport, log } = cancellable();
  const polled = getReport.extend({ pollFrequency: 1000 });
  await using hook = await renderHook(
    ({ id, endpoint }: { id: string | null; endpoint: typeof getReport }) =>
      useCancelling(endpoint, id ? { id } : null),
    { props: { id: "1" as string | null, endpoint: getReport } },
  );
  const first = hook.current;
  await hook.rerender({ id: "1", endpoint: getReport });
  assertStrictEquals(hook.current, first);
  await hook.rerender({ id: "1", endpoint: polled as typeof getReport });
  assertNotStrictEquals(hook.current, first);
  assertEquals(hook.current.pollFrequency, 1000);
  const { signal } = first as unknown as { signal: AbortSignal };
  assertStrictEquals(
    (hook.current as unknown as { signal: AbortSignal }).signal,
    signal,
  );
  assertEquals(signal.aborted, false);
  await hook.rerender({ id: null, endpoint: getReport });
  assertEquals(signal.aborted, true);
  assertEquals(log, []);
});

Deno.test("another key and unmounting abort what is in flight [react/CAN-2] [react/CAN-5]", async () => {
  for (const strict of [false, true]) {
    const { getReport, log } = cancellable();
    const hook = await renderHook(
      (id: string) => useDLE(useCancelling(getReport, { id }), { id }),
      { props: "1", strict },
    );
    assertEquals(log, ["ask 1"]);
    await hook.rerender("2");
    assertEquals(log, ["ask 1", "ask 2", "abort 1"]);
    await hook.screen.unmount();
    assertEquals(log.at(-1), "abort 2");
  }
});

Deno.test("rapid changes end with the last data, the others aborted, no error [react/CAN-4] [react/CAN-7]", async () => {
  const { getReport, log, answers } = cancellable();
  await using hook = await renderHook(
    (id: string) => useSuspense(useCancelling(getReport, { id }), { id }),
    { props: "0" },
  );
  answers["0"]!("report 0");
  await settle();
  await hook.rerender("1");
  await hook.rerender("2");
  await hook.rerender("3");
  if (isPreact) {
    // It looks at a waiting component's arguments when the wait is over.
    assertEquals(log, ["ask 0", "ask 1"]);
    answers["1"]!("report 1");
    await settle();
    assertEquals(log, ["ask 0", "ask 1", "ask 3"]);
  } else {
    assertEquals(log, ["ask 0", "ask 1", "ask 2", "ask 3"]);
  }
  answers["3"]!("report 3");
  await settle();
  assertEquals([hook.current, hook.error], ["report 3", undefined]);
  assertEquals(
    log.filter((line) => line.startsWith("abort")).toSorted(),
    isPreact ? [] : ["abort 1", "abort 2"],
  );
  const state = hook.controller.getState();
  for (const id of ["1", "2"]) {
    assertEquals(hook.controller.getError(getReport, { id }, state), undefined);
  }
});

Deno.test("a shared request ends with its last component [react/CAN-8]", async () => {
  const { getReport, log } = cancellable();
  function Report({ id }: { id: string }) {
    return String(useDLE(useCancelling(getReport, { id }), { id }).loading);
  }
  const page = (left: boolean, right: boolean) => (
    <DataProvider>
      <AsyncBoundary>
        {left ? <Report key="left" id="1" /> : null}
        {right ? <Report key="right" id="1" /> : null}
      </AsyncBoundary>
    </DataProvider>
  );
  await using screen = await render(page(true, true));
  await screen.render(page(false, true));
  assertEquals(log, ["ask 1"]);
  await screen.render(page(false, false));
  assertEquals(log, ["ask 1", "abort 1"]);
});

for (const isStrict of [false, true]) {
  Deno.test(`a request whose component left while it waited for the first time is aborted${isStrict ? ", in StrictMode too" : ""} [react/CAN-5a]`, async () => {
    const { getReport, log, answers } = cancellable();
    function Report({ id }: { readonly id: string }) {
      return useSuspense(useCancelling(getReport, { id }), { id });
    }
    const page = (content: ReactNode) => {
      const tree = <DataProvider devButton={null}>{content}</DataProvider>;
      return isStrict ? <StrictMode>{tree}</StrictMode> : tree;
    };
    const boundary = (id: string | null) => (
      <AsyncBoundary fallback="waiting">
        {id !== null && <Report id={id} />}
      </AsyncBoundary>
    );
    await using screen = await render(page(boundary("1")));
    await settle();
    assertEquals([screen.text(), log], ["waiting", ["ask 1"]]);
    // other arguments
    await screen.render(page(boundary("2")));
    await settle();
    assertEquals(log.toSorted(), ["abort 1", "ask 1", "ask 2"]);
    // without the component
    await screen.render(page(boundary(null)));
    await settle();
    assertEquals(log.slice(3), ["abort 2"]);
    // without the boundary
    await screen.render(page(boundary("3")));
    await settle();
    await screen.render(page(null));
    await settle();
    assertEquals(log.slice(4), ["ask 3", "abort 3"]);
    // who stays gets the data
    await screen.render(page(boundary("4")));
    await settle(() => answers["4"]!("four"));
    assertEquals([screen.text(), log.slice(6)], ["four", ["ask 4"]]);
  });
}

for (const isFirst of [true, false]) {
  Deno.test(`the request of a pending transition goes on while its boundary renders other things, ${isFirst ? "for a component that waits for the first time" : "for one on screen"} [react/CAN-5b]`, async () => {
    if (isPreact) return;
    const { getReport, log, answers } = cancellable();
    function Report({ id }: { readonly id: string }) {
      return useSuspense(useCancelling(getReport, { id }), { id });
    }
    let type!: (text: string) => void;
    let search!: (id: string) => void;
    function Search() {
      const [text, setText] = useState("");
      const [id, setId] = useState(isFirst ? null : "0");
      type = setText;
      search = (next) => startTransition(() => setId(next));
      return (
        <AsyncBoundary fallback="waiting">
          {text}: {id !== null && <Report id={id} />}
        </AsyncBoundary>
      );
    }
    await using screen = await render(
      <DataProvider devButton={null}>
        <Search />
      </DataProvider>,
    );
    if (!isFirst) await settle(() => answers["0"]!("zero"));
    log.length = 0;
    await settle(() => search("moth"));
    for (const text of ["f", "fa", "fat"]) await settle(() => type(text));
    assertEquals(screen.text(), isFirst ? "fat: " : "fat: zero");
    assertEquals(log, ["ask moth"]);
    // another one takes its place
    await settle(() => search("fat"));
    await settle(() => type("fat "));
    await settle(() => type("fat m"));
    await settle(() => answers["fat"]!("a fat moth"));
    assertEquals(screen.text(), "fat m: a fat moth");
    assertEquals(log.toSorted(), ["abort moth", "ask fat", "ask moth"]);
    // and the component leaves while one is pending
    log.length = 0;
    await settle(() => search("late"));
    await screen.unmount();
    await settle();
    assertEquals(log, ["ask late", "abort late"]);
  });
}
