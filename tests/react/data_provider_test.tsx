import {
  assert,
  assertEquals,
  assertMatch,
  assertStrictEquals,
} from "@std/assert";
import { createContext, type ReactNode, StrictMode, useEffect } from "react";
import {
  type ActionTypes,
  Controller,
  createClient,
  deserialize,
  getDefaultManagers,
  ImmortalGCPolicy,
  type Manager,
  serialize,
  State,
} from "../../mod.ts";
import {
  AsyncBoundary,
  ControllerContext,
  DataProvider,
  type ErrorFallbackProps,
  StateContext,
  useCache,
  useCacheState,
  useController,
  useDLE,
  useQuery,
  useSuspense,
} from "../../react/mod.ts";
import { DataProvider as NativeDataProvider } from "../../react/native/components.ts";
import { DataProvider as ReduxDataProvider } from "../../react/redux/mod.ts";
import { withoutConsole } from "./support/console.ts";
import { Harbour, Vessel } from "./support/harbour.ts";
import { render, renderHook, settle } from "./support/render.tsx";

/** A manager that writes down what happens to it. */
class Recorder implements Manager {
  readonly log: string[] = [];
  readonly actions: ActionTypes[] = [];
  readonly middleware =
    (_: Controller) =>
    (next: (action: ActionTypes) => Promise<void>) =>
    (action: ActionTypes) => {
      this.actions.push(action);
      return next(action);
    };
  init(): void {
    this.log.push("init");
  }
  cleanup(): void {
    this.log.push("cleanup");
  }
}

Deno.test("managers start after the first commit and stop on unmount, once in StrictMode too [react/PRV-12] [react/PRV-13] [react/NEW-20]", async () => {
  const recorder = new Recorder();
  const managers = [recorder, ...getDefaultManagers()];
  const harbour = new Harbour();
  function Name() {
    return useSuspense(harbour.getVessel, { id: "1" }).name;
  }
  const screen = await render(
    <StrictMode>
      <DataProvider managers={managers}>
        <AsyncBoundary>
          <Name />
        </AsyncBoundary>
      </DataProvider>
    </StrictMode>,
  );
  assertEquals(recorder.log, ["init"]);
  await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
  assertEquals(screen.text(), "Fram");
  await screen.unmount();
  assertEquals(recorder.log, ["init", "cleanup"]);
});

Deno.test("what the first render was given stays, and the controller too [react/PRV-7] [react/PRV-8]", async () => {
  let commits = 0;
  const controllers = new Set<Controller>();
  function Reader(): ReactNode {
    const controller = useController();
    controllers.add(controller);
    useEffect(() => {
      commits++;
    });
    return null;
  }
  const reader = <Reader />;
  const late = new Recorder();
  await using screen = await render(<DataProvider>{reader}</DataProvider>);
  await screen.render(
    <DataProvider managers={[late, ...getDefaultManagers()]}>
      {reader}
    </DataProvider>,
  );
  assertEquals([commits, controllers.size, late.log], [1, 1, []]);
});

Deno.test("a Controller class given is the one constructed [react/PRV-9]", async () => {
  class Harbourmaster extends Controller {}
  await using hook = await renderHook(() => useController(), {
    props: null,
    provider: { Controller: Harbourmaster },
  });
  assert(hook.current instanceof Harbourmaster);
});

Deno.test("effects of children may dispatch before the provider's own run [react/PRV-14]", async () => {
  const harbour = new Harbour();
  function Child() {
    const controller = useController();
    useEffect(() => {
      controller.setResponse(harbour.getWeather, { port: "a" }, {
        port: "a",
        wind: 3,
      });
    }, [controller]);
    return String(useCache(harbour.getWeather, { port: "a" })?.wind);
  }
  await using screen = await render(
    <DataProvider>
      <Child />
    </DataProvider>,
  );
  assertEquals(screen.text(), "3");
});

Deno.test("after unmounting a dispatch is ignored and says so once [react/PRV-15]", async () => {
  const hook = await renderHook(() => useController(), { props: null });
  await hook.screen.unmount();
  const printed = await withoutConsole("info", async () => {
    await hook.controller.set(Vessel, { id: "1" }, { id: "1" });
  });
  assertEquals(printed.length, 1);
  assertEquals(String(printed[0]).includes("rdc/set"), true);
});

Deno.test("a state given is there in the first render [react/PRV-17]", async () => {
  const harbour = new Harbour();
  using client = createClient();
  await harbour.bring(client.controller, "1", "Fram");
  const known = client.controller.getState();
  for (const state of [known, deserialize(serialize(known))]) {
    await using hook = await renderHook(
      (id: string) => useSuspense(harbour.getVessel, { id }),
      { props: "1", provider: { initialState: state } },
    );
    assertEquals([hook.commits, hook.current.name], [1, "Fram"]);
    assertEquals(harbour.asked, []);
  }
});

Deno.test("an inner provider hides the outer one [react/PRV-19]", async () => {
  const harbour = new Harbour();
  const controllers: Record<string, Controller> = {};
  const commits: Record<string, number> = { outer: 0, inner: 0 };
  function Reader({ name }: { name: string }) {
    controllers[name] = useController();
    useEffect(() => {
      commits[name]!++;
    });
    return `${name} ${useCache(harbour.getWeather, { port: "a" })?.wind} `;
  }
  await using screen = await render(
    <DataProvider>
      <Reader name="outer" />
      <DataProvider>
        <Reader name="inner" />
      </DataProvider>
    </DataProvider>,
  );
  await settle(() =>
    controllers.outer!.setResponse(harbour.getWeather, { port: "a" }, {
      port: "a",
      wind: 3,
    })
  );
  assertEquals(screen.text(), "outer 3 inner undefined ");
  assertEquals(commits, { outer: 2, inner: 1 });
});

const readingHooks: Record<string, (harbour: Harbour) => unknown> = {
  useSuspense: ({ getWeather }) => useSuspense(getWeather, { port: "a" }),
  useDLE: ({ getWeather }) => useDLE(getWeather, { port: "a" }),
  useCache: ({ getWeather }) => useCache(getWeather, { port: "a" }),
  useQuery: () => useQuery(Vessel, { id: "1" }),
  useCacheState: () => useCacheState(),
};

for (const [name, read] of Object.entries(readingHooks)) {
  for (const isForeign of [false, true]) {
    Deno.test(`${name} ${isForeign ? "below a provider of another copy of the package" : "without a provider"} throws an error that names both causes [react/PRV-22]`, async () => {
      const harbour = new Harbour();
      // contexts of another copy are other contexts
      const Foreign = createContext<unknown>(null);
      const errors: unknown[] = [];
      const Reader = () => String(read(harbour));
      const Failed = ({ error }: ErrorFallbackProps) => {
        errors.push(error);
        return "failed";
      };
      await withoutConsole("error", async () => {
        await using screen = await render(
          <AsyncBoundary fallback="waiting" errorComponent={Failed}>
            <Foreign.Provider value={isForeign && {}}>
              <Reader />
            </Foreign.Provider>
          </AsyncBoundary>,
        );
        assertEquals(screen.text(), "failed");
      });
      assertMatch(String(errors[0]), /<DataProvider>/);
      assertMatch(String(errors[0]), /another copy/);
      assertEquals(harbour.asked, []);
    });
  }
}

/** Values of the properties that a provider reads once, each another one at every call. */
const readOnce = {
  managers: () => getDefaultManagers(),
  initialState: () => State.from({}),
  Controller: () => class extends Controller {},
  gcPolicy: () => new ImmortalGCPolicy(),
  onReport: () => () => {},
};
const providers = {
  DataProvider,
  "DataProvider of Redux": ReduxDataProvider,
  "DataProvider of React Native": NativeDataProvider,
};
for (const [name, Provider] of Object.entries(providers)) {
  Deno.test(`a property that the ${name} has read already is reported when it changes, once; others are not [react/PRV-7]`, async () => {
    for (const [property, make] of Object.entries(readOnce)) {
      for (const first of [undefined, make()]) {
        const warnings = await withoutConsole("warn", async () => {
          const page = (value: unknown, content: string) => (
            <Provider {...{ [property]: value }}>{content}</Provider>
          );
          await using screen = await render(page(first, "content"));
          await screen.render(page(first, "other content"));
          for (let time = 0; time < 3; time++) {
            await screen.render(page(make(), "content"));
          }
          assertEquals(screen.text(), "content");
        });
        assertEquals(warnings.length, 1);
        assertMatch(
          String(warnings[0]),
          new RegExp(`\`${property}\`.*no effect.*\`key\``, "s"),
        );
      }
    }
  });
}

Deno.test("in production a change of a property that was read is not reported [react/PRV-7]", async () => {
  const before = Deno.env.get("NODE_ENV");
  Deno.env.set("NODE_ENV", "production");
  try {
    const warnings = await withoutConsole("warn", async () => {
      await using screen = await render(<DataProvider>content</DataProvider>);
      await screen.render(
        <DataProvider gcPolicy={new ImmortalGCPolicy()}>content</DataProvider>,
      );
    });
    assertEquals(warnings, []);
  } finally {
    if (before === undefined) Deno.env.delete("NODE_ENV");
    else Deno.env.set("NODE_ENV", before);
  }
});

Deno.test("without a provider dispatching explains [react/PRV-22]", async () => {
  let controller!: Controller;
  function Reader() {
    controller = useController();
    return null;
  }
  await using _screen = await render(<Reader />);
  const printed = await withoutConsole("error", async () => {
    await controller.set(Vessel, { id: "1" }, { id: "1" });
  });
  assertEquals(String(printed[0]).includes("<DataProvider>"), true);
});

Deno.test("all methods of the controller work detached [react/CTL-1] [react/CTL-2]", async () => {
  await using hook = await renderHook(() => useController(), { props: null });
  const first = hook.current;
  const { set, getState, get } = first;
  await settle(() => set(Vessel, { id: "1" }, { id: "1", name: "Fram" }));
  assertEquals(get(Vessel, { id: "1" }, getState())?.name, "Fram");
  await hook.rerender(null);
  assertStrictEquals(hook.current, first);
  assertStrictEquals(hook.current.set, set);
});

Deno.test("useCacheState shows the whole state, contexts may be given by hand [react/CTL-11]", async () => {
  await using hook = await renderHook(() => useCacheState(), { props: null });
  assertStrictEquals(hook.current, hook.controller.getState());
  await settle(() => hook.controller.set(Vessel, { id: "1" }, { id: "1" }));
  assertStrictEquals(hook.current, hook.controller.getState());

  const harbour = new Harbour();
  using client = createClient();
  await harbour.bring(client.controller, "1", "Fram");
  const dispatched: string[] = [];
  const controller = new Controller({
    dispatch: (action) => {
      dispatched.push(action.type);
      return Promise.resolve();
    },
  });
  function Name() {
    return useSuspense(harbour.getVessel, { id: "1" }).name;
  }
  await using screen = await render(
    <ControllerContext.Provider value={controller}>
      <StateContext.Provider value={client.controller.getState()}>
        <Name />
      </StateContext.Provider>
    </ControllerContext.Provider>,
  );
  assertEquals([screen.text(), dispatched], ["Fram", []]);
});

Deno.test("a controller given by hand requests, and shows the same objects as all others [react/RD-5] [react/CTL-11]", async () => {
  const harbour = new Harbour();
  const dispatched: string[] = [];
  const given = new Controller({
    dispatch: ({ type }) => {
      dispatched.push(type);
      return Promise.resolve();
    },
  });
  const seen: unknown[] = [];
  let controller!: Controller;
  function Readers({ id }: { id: string }) {
    seen.push(
      useQuery(Vessel, { id }),
      useCache(harbour.getVessel, { id }),
      useDLE(harbour.getVessel, { id }).data,
    );
    return null;
  }
  function Handle() {
    controller = useController();
    return null;
  }
  await using _ = await render(
    <DataProvider>
      <Handle />
      <Readers id="1" />
      <ControllerContext.Provider value={given}>
        <Readers id="1" />
      </ControllerContext.Provider>
    </DataProvider>,
  );
  await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
  assertEquals(dispatched, ["rdc/fetch"]);
  seen.length = 0;
  await settle(() =>
    controller.set(Vessel, { id: "1" }, { id: "1", name: "Maud" })
  );
  assertEquals(seen.length, 6);
  assertEquals(new Set(seen).size, 1);
  assertEquals((seen[0] as Vessel).name, "Maud");
});
