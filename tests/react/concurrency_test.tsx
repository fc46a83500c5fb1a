import { assert, assertEquals } from "@std/assert";
import { render, settle, waitFor } from "./support/render.tsx";
import * as React from "react";
import {
  memo,
  type ReactNode,
  startTransition,
  useEffect,
  useLayoutEffect,
  useState,
} from "react";
import type { Controller } from "../../mod.ts";
import {
  AsyncBoundary,
  DataProvider,
  useCache,
  useController,
  useDLE,
  useQuery,
  useSuspense,
} from "../../react/mod.ts";
import { withoutConsole } from "./support/console.ts";
import { Harbour, Vessel } from "./support/harbour.ts";
import { hasTransitions, use } from "./support/renderer.ts";
import { nextTask } from "../support/next_task.ts";

/** Keeps the only thread busy. */
function work(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

Deno.test("no commit shows two versions, whenever the store is written during a slow render [react/NEW-7] [react/CON-3]", async () => {
  const harbour = new Harbour();
  const args = { id: "1" };
  let controller!: Controller;
  let show!: (isShown: boolean) => void;
  let renders = 0;
  const torn: string[][] = [];
  let commits = 0;

  const Slow = memo(function Slow({ kind }: { kind: number }): ReactNode {
    renders++;
    work(3);
    const readers = [
      () => useCache(harbour.getVessel, args)?.name,
      () => useQuery(Vessel, args)?.name,
      () => useDLE(harbour.getVessel, args).data?.name,
      () => useSuspense(harbour.getVessel, args).name,
    ];
    return <i>{readers[kind]!()}</i>;
  });
  function Page(): ReactNode {
    const [isShown, setIsShown] = useState(false);
    show = setIsShown;
    controller = useController();
    return isShown
      ? Array.from(
        { length: 20 },
        (_, index) => <Slow key={index} kind={index % 4} />,
      )
      : null;
  }
  await using screen = await render(
    <DataProvider devButton={null}>
      <AsyncBoundary fallback="waiting">
        <Page />
      </AsyncBoundary>
    </DataProvider>,
  );
  const { container } = screen;
  // Called after each commit, before the browser would paint.
  const page = document.defaultView as unknown as typeof globalThis;
  const observer = new page.MutationObserver(() => {
    commits++;
    const texts = [...container.querySelectorAll("i")]
      .map(({ textContent }) => textContent!);
    if (new Set(texts).size > 1) torn.push(texts);
  });
  observer.observe(container, {
    childList: true,
    subtree: true,
    characterData: true,
  });
  const write = (version: number) =>
    controller.setResponse(harbour.getVessel, args, {
      id: "1",
      name: `version ${version}`,
    });
  await settle(() => write(0));
  const rendersAtWrites: number[] = [];
  await waitFor(async () => {
    startTransition(() => show(true));
    // React yields between tasks, and so the writes come in between.
    for (let version = 1; version <= 8; version++) {
      await nextTask();
      rendersAtWrites.push(renders);
      void write(version);
    }
    for (let turn = 0; turn < 200; turn++) {
      await nextTask();
      if (screen.text() === "version 8".repeat(20)) break;
    }
  });
  observer.disconnect();
  assertEquals(torn, []);
  assertEquals(screen.text(), "version 8".repeat(20));
  assert(commits > 0);
  if (hasTransitions) {
    assert(
      rendersAtWrites.some((count) => count > 0 && count < 20),
      "a write must meet a render under way",
    );
  }
});

Deno.test("a write between render and commit is on screen before anything is painted [react/NEW-7]", async () => {
  const harbour = new Harbour();
  const args = { id: "1" };
  const shown: string[] = [];
  function Writer(): ReactNode {
    const controller = useController();
    // Layout effects of earlier siblings run before those of later ones.
    useLayoutEffect(() => {
      void controller.setResponse(harbour.getVessel, args, {
        id: "1",
        name: "Maud",
      });
    }, [controller]);
    return null;
  }
  function Reader(): ReactNode {
    const name = useCache(harbour.getVessel, args)?.name ?? "none";
    // Passive effects come after painting.
    useEffect(() => {
      shown.push(name);
    });
    return name;
  }
  await using screen = await render(
    <DataProvider devButton={null}>
      <Writer />
      <Reader />
    </DataProvider>,
  );
  assertEquals(screen.text(), "Maud");
  if (hasTransitions) assertEquals(shown.at(-1), "Maud");
});

// Elsewhere a transition is over at once.
const transitionTest = hasTransitions ? Deno.test : Deno.test.ignore;

transitionTest(
  "what a pending transition would show does not outlive its being taken back, whatever else renders meanwhile [react/CON-3] [react/NEW-7] [react/NEW-9]",
  async () => {
    const { getWeather } = new Harbour();
    const args = { port: "aden" };
    const stored = { port: "aden", wind: 3 };
    let moor!: (text: string) => void;
    const moored = new Promise<string>((resolve) => moor = resolve);
    let controller!: Controller;
    let setCount!: (count: number) => void;
    let setIsSlow!: (isSlow: boolean) => void;
    function Slow(): ReactNode {
      return use(moored);
    }
    function Reader({ count }: { count: number }): ReactNode {
      return `${useCache(getWeather, args)?.wind} ${count} `;
    }
    function Page(): ReactNode {
      controller = useController();
      const [count, keepCount] = useState(0);
      const [isSlow, keepIsSlow] = useState(false);
      setCount = keepCount;
      setIsSlow = keepIsSlow;
      return [
        <Reader key="reader" count={count} />,
        isSlow && <Slow key="slow" />,
      ];
    }
    await using screen = await render(
      <DataProvider devButton={null}>
        <Page />
      </DataProvider>,
    );
    const write = (weather: typeof stored) =>
      controller.setResponse(getWeather, args, weather);
    await settle(() => write(stored));
    await settle(() =>
      startTransition(() => {
        setIsSlow(true);
        void write({ ...stored, wind: 9 });
      })
    );
    await settle(() => setCount(1));
    assertEquals(screen.text(), "3 1 ");
    await settle(() => write(stored));
    await settle(() => moor("moored"));
    assertEquals(screen.text(), "3 1 moored");
  },
);

/** The place where React 19 keeps the hooks of the current render. */
const internals = (React as unknown as Record<string, { H: unknown }>)[
  "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE"
];

/** Runs while React forgets everything that components have it remember. */
async function withoutMemory(run: () => Promise<void>): Promise<void> {
  let hooks: unknown = internals!.H;
  let forgotten = 0;
  Object.defineProperty(internals, "H", {
    configurable: true,
    get: () => hooks,
    set(next: Record<string, unknown> | null) {
      hooks = next && new Proxy(next, {
        get(target, name) {
          const hook = target[name as string];
          if (name !== "useMemo") return hook;
          return (create: () => unknown) => {
            forgotten++;
            return (hook as (
              create: () => unknown,
              inputs: unknown[],
            ) => unknown)(create, [{}]);
          };
        },
      });
    },
  });
  try {
    await run();
    assert(forgotten > 0);
  } finally {
    Object.defineProperty(internals, "H", {
      configurable: true,
      writable: true,
      enumerable: true,
      value: hooks,
    });
  }
}

const memoryTest = internals === undefined ? Deno.test.ignore : Deno.test;

memoryTest(
  "hooks are right even if React remembers nothing for them [react/NEW-16]",
  async () => {
    const harbour = new Harbour();
    const errors = await withoutConsole(
      "error",
      () =>
        withoutMemory(async () => {
          let controller!: Controller;
          function Reader({ id }: { id: string }): ReactNode {
            controller = useController();
            const { name } = useSuspense(harbour.getVessel, { id });
            const cached = useCache(harbour.getVessel, { id });
            const { data } = useDLE(harbour.getVessel, { id });
            const queried = useQuery(Vessel, { id });
            return [name, cached?.name, data?.name, queried?.name].join();
          }
          const page = (id: string) => (
            <DataProvider devButton={null}>
              <AsyncBoundary fallback="waiting">
                <Reader id={id} />
              </AsyncBoundary>
            </DataProvider>
          );
          await using screen = await render(page("1"));
          await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
          assertEquals(screen.text(), "Fram,Fram,Fram,Fram");
          await settle(() =>
            controller.set(Vessel, { id: "1" }, { id: "1", name: "Maud" })
          );
          assertEquals(screen.text(), "Maud,Maud,Maud,Maud");
          await screen.render(page("2"));
          assertEquals(screen.text(), "waiting");
          await settle(() => harbour.last.answer({ id: "2", name: "Gjøa" }));
          await screen.render(page("2"));
          assertEquals(screen.text(), "Gjøa,Gjøa,Gjøa,Gjøa");
          assertEquals(harbour.asked, ["vessel 1", "vessel 2"]);
        }),
    );
    assertEquals(errors, []);
  },
);
