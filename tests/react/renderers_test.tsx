/** What differs between renderers, and what does not. */
import { assertEquals } from "@std/assert";
import { withoutConsole } from "./support/console.ts";
import { Harbour, Vessel } from "./support/harbour.ts";
import { render, renderHook, settle } from "./support/render.tsx";
import {
  hasTransitions,
  hasUse,
  isPreact,
  isPreact10,
  use,
} from "./support/renderer.ts";
import * as React from "react";
import {
  StrictMode,
  Suspense,
  useEffect,
  useState,
  useTransition,
} from "react";
import type { Controller } from "../../mod.ts";
import {
  AsyncBoundary,
  DataProvider,
  useController,
  useFetch,
  useSuspense,
} from "../../react/mod.ts";

Deno.test("all names a renderer must have are there [react/NEW-18]", () => {
  const guaranteed = [
    "createElement",
    "Component",
    "Suspense",
    "lazy",
    "memo",
    "createContext",
    "useContext",
    "useState",
    "useReducer",
    "useRef",
    "useMemo",
    "useCallback",
    "useEffect",
    "useLayoutEffect",
    "useId",
    "useSyncExternalStore",
    "startTransition",
    "useTransition",
  ];
  assertEquals(guaranteed.filter((name) => !(name in React)), []);
});

function readByThrowing(harbour: Harbour): string {
  return useSuspense(harbour.getVessel, { id: "1" }).name;
}

function readByUse(harbour: Harbour): string {
  return use(useFetch(harbour.getVessel, { id: "1" })).name;
}

for (
  const [path, read] of [
    ["a thrown promise", readByThrowing],
    [hasUse ? "use" : "a stand-in for use", readByUse],
  ] as const
) {
  Deno.test(`a component waits by ${path}, in StrictMode too [react/NEW-19] [react/CON-4] [react/CON-5]`, async () => {
    const harbour = new Harbour();
    const Name = () => <b>{read(harbour)}</b>;
    let controller!: Controller;
    const Capture = () => {
      controller = useController();
      return null;
    };
    const printed = await withoutConsole("error", async () => {
      await using screen = await render(
        <StrictMode>
          <DataProvider>
            <Capture />
            <AsyncBoundary fallback="waiting">
              <Name />
            </AsyncBoundary>
          </DataProvider>
        </StrictMode>,
      );
      assertEquals(screen.text(), "waiting");
      await settle();
      assertEquals(screen.text(), "waiting");
      await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
      assertEquals(screen.text(), "Fram");
      await settle(() =>
        controller.set(Vessel, { id: "1" }, { id: "1", name: "Maud" })
      );
      assertEquals(screen.text(), "Maud");
      await settle(() => controller.invalidate(harbour.getVessel, { id: "1" }));
      assertEquals(screen.text(), "waiting");
      await settle(() => harbour.last.answer({ id: "1", name: "Gjoa" }));
      assertEquals(screen.text(), "Gjoa");
    });
    assertEquals(printed, []);
    assertEquals(harbour.asked, ["vessel 1", "vessel 1"]);
  });
}

Deno.test("a transition keeps the old content where there are transitions, and ends alike [react/NEW-20]", async () => {
  const harbour = new Harbour();
  const pending = new Set<boolean>();
  const shown: string[] = [];
  let choose!: (id: string) => void;
  function Name({ id }: { id: string }) {
    return <b>{useSuspense(harbour.getVessel, { id }).name}</b>;
  }
  function Page() {
    const [id, setId] = useState("1");
    const [isPending, startTransition] = useTransition();
    pending.add(isPending);
    choose = (next) => startTransition(() => setId(next));
    return (
      <Suspense fallback="waiting">
        <Name id={id} />
      </Suspense>
    );
  }
  const printed = await withoutConsole("error", async () => {
    await using screen = await render(
      <DataProvider>
        <Page />
      </DataProvider>,
    );
    await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
    shown.push(screen.text());
    await settle(() => choose("2"));
    shown.push(screen.text());
    await settle(() => harbour.last.answer({ id: "2", name: "Gjoa" }));
    shown.push(screen.text());
  });
  assertEquals(shown, ["Fram", hasTransitions ? "Fram" : "waiting", "Gjoa"]);
  assertEquals([...pending], hasTransitions ? [false, true] : [false]);
  assertEquals(harbour.asked, ["vessel 1", "vessel 2"]);
  assertEquals(printed, []);
});

Deno.test("content that waits again is hidden or taken out, and comes back [react/NEW-20]", async () => {
  const harbour = new Harbour();
  const log: string[] = [];
  let controller!: Controller;
  let count!: () => void;
  function Name() {
    return <b>{useSuspense(harbour.getVessel, { id: "1" }).name}</b>;
  }
  function Counter() {
    const [value, setValue] = useState(0);
    count = () => setValue((value) => value + 1);
    useEffect(() => {
      log.push("shown");
      return () => void log.push("gone");
    }, []);
    return <i>{value}</i>;
  }
  function Page() {
    controller = useController();
    return (
      <Suspense fallback="waiting">
        <div className="page">
          <Counter />
          <Name />
        </div>
      </Suspense>
    );
  }
  await using screen = await render(
    <DataProvider>
      <Page />
    </DataProvider>,
  );
  await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
  await settle(() => count());
  assertEquals(screen.text(), "1Fram");
  await settle(() => controller.invalidate(harbour.getVessel, { id: "1" }));
  assertEquals(screen.text(), "waiting");
  const hidden = screen.container.querySelector<HTMLElement>(".page");
  assertEquals(hidden?.style.display, isPreact ? undefined : "none");
  assertEquals(log, isPreact ? ["shown", "gone"] : ["shown"]);
  await settle(() => harbour.last.answer({ id: "1", name: "Maud" }));
  // Preact 10 forgets the state of hooks in what it takes out.
  assertEquals(screen.text(), isPreact10 ? "0Maud" : "1Maud");
  assertEquals(log, isPreact ? ["shown", "gone", "shown"] : ["shown"]);
  await settle(() =>
    controller.set(Vessel, { id: "1" }, { id: "1", name: "Gjoa" })
  );
  assertEquals(screen.text(), isPreact10 ? "0Gjoa" : "1Gjoa");
  assertEquals(harbour.asked, ["vessel 1", "vessel 1"]);
});

Deno.test("fifty dispatches in one task commit once [react/NEW-20]", async () => {
  const harbour = new Harbour();
  await using hook = await renderHook(
    (id: string) => useSuspense(harbour.getVessel, { id }),
    { props: "1" },
  );
  await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
  const before = hook.commits;
  await settle(() => {
    for (let index = 0; index < 50; index++) {
      const id = index % 5 === 0 ? "1" : "2";
      hook.controller.set(Vessel, { id }, { id, tons: index });
    }
  });
  assertEquals([hook.current.tons, hook.commits - before], [45, 1]);
  assertEquals(harbour.asked, ["vessel 1"]);
});
