import "./support/dom.ts";
import {
  assert,
  assertEquals,
  assertNotStrictEquals,
  assertStrictEquals,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { type ReactNode, StrictMode, useState } from "react";
import { Controller, Endpoint } from "../../mod.ts";
import {
  AsyncBoundary,
  DataProvider,
  useCache,
  useController,
  useLive,
  useSuspense,
} from "../../react/mod.ts";
import {
  MockController,
  MockResolver,
  renderDataHook,
} from "../../react/testing/mod.ts";
import { MockResolver as BrowserResolver } from "../../react/testing/browser.ts";
import { withoutConsole } from "./support/console.ts";
import { Harbour } from "./support/harbour.ts";
import { render, settle } from "./support/render.tsx";
import { Vessel } from "./support/harbour.ts";

const id = { id: "1" };

/** Reads of the server, whose answers are named after it. */
const getVessel = new Endpoint(
  ({ id }: { id: string }) => Promise.resolve({ id, name: `server ${id}` }),
  { schema: Vessel, name: "getVessel", dataExpiryLength: 60_000 },
);

function Name({ id }: { id: string }): ReactNode {
  return useSuspense(getVessel, { id }).name;
}

/** A fixture for one vessel. */
function named(name: string, id = "1") {
  return {
    endpoint: getVessel,
    args: [{ id }],
    response: { id, name },
  } as const;
}

Deno.test("requests below a resolver are answered by its fixtures, others by the server [react/TST-11] [react/TST-8]", async () => {
  const fixtures = [named("fixture")];
  await using screen = await render(
    <DataProvider>
      <MockResolver fixtures={fixtures} silenceMissing>
        <AsyncBoundary fallback="waiting">
          <Name id="1" />, <Name id="2" />
        </AsyncBoundary>
      </MockResolver>
    </DataProvider>,
  );
  await settle();
  assertEquals(screen.text(), "fixture, server 2");
});

Deno.test("the innermost match wins, the rest goes outwards [react/TST-11] [controller/MCK-22]", async () => {
  const outer = [named("outer 1"), named("outer 2", "2")];
  const inner = [named("inner 1")];
  await using screen = await render(
    <DataProvider>
      <MockResolver fixtures={outer} silenceMissing>
        <MockResolver fixtures={inner}>
          <AsyncBoundary fallback="waiting">
            <Name id="1" />, <Name id="2" />, <Name id="3" />
          </AsyncBoundary>
        </MockResolver>
      </MockResolver>
    </DataProvider>,
  );
  await settle();
  assertEquals(screen.text(), "inner 1, outer 2, server 3");
});

Deno.test("outside a resolver nothing is mocked, and both share the store [react/TST-11] [controller/MCK-22]", async () => {
  const fixtures = [named("fixture")];
  const controllers: Controller[] = [];
  const insiders: Controller[] = [];
  function Inside(): ReactNode {
    insiders.push(useController());
    return null;
  }
  function Outside(): ReactNode {
    controllers.push(useController());
    return useCache(getVessel, id)?.name ?? "nothing";
  }
  await using screen = await render(
    <DataProvider>
      <Outside />
      <MockResolver fixtures={fixtures}>
        <AsyncBoundary fallback="waiting">
          <Name id="1" />
        </AsyncBoundary>
        <Inside />
      </MockResolver>
    </DataProvider>,
  );
  await settle();
  assertEquals(screen.text(), "fixturefixture");
  const [outer, inner] = [controllers[0]!, insiders[0]!];
  assertNotStrictEquals(inner, outer);
  assertStrictEquals(inner.getState(), outer.getState());
  assertStrictEquals(inner.gcPolicy, outer.gcPolicy);
  await settle(() => outer.fetch(getVessel, id));
  assertEquals(screen.text(), "server 1server 1");
});

Deno.test("the controller and the interceptor data outlast renders of the parent [react/TST-12]", async () => {
  const controllers = new Set<Controller>();
  let commits = 0;
  let rerender!: () => void;
  let made = 0;
  const increment = new Endpoint(
    () => Promise.resolve(0),
    { name: "increment", sideEffect: true },
  );
  const interceptor = {
    endpoint: increment,
    response(this: { count: number }) {
      return ++this.count;
    },
  };
  function Consumer(): ReactNode {
    commits++;
    controllers.add(useController());
    return null;
  }
  const consumer = <Consumer />;
  function Parent(): ReactNode {
    const [, count] = useState(0);
    rerender = () => count((value) => value + 1);
    return (
      <MockResolver
        fixtures={[interceptor]}
        getInitialInterceptorData={() => {
          made++;
          return { count: 0 };
        }}
      >
        {consumer}
      </MockResolver>
    );
  }
  await using _screen = await render(
    <DataProvider>
      <Parent />
    </DataProvider>,
  );
  const [controller] = controllers;
  const before = commits;
  await settle(async () => {
    assertEquals(await controller!.fetch(increment), 1);
  });
  await settle(rerender);
  await settle(rerender);
  assertEquals([controllers.size, commits, made], [1, before, 1]);
  await settle(async () => {
    assertEquals(await controller!.fetch(increment), 2);
  });
});

for (const isStrict of [false, true]) {
  Deno.test(`interceptor data outlasts a first render that suspends${isStrict ? ", in StrictMode too" : ""} [react/TST-12] [react/TST-4]`, async () => {
    let made = 0;
    const interceptor = {
      endpoint: getVessel,
      response(this: { reads: number }, { id }: { id: string }) {
        return { id, name: `read ${++this.reads}` };
      },
    };
    const fixtures = [interceptor];
    const controllers = new Set<Controller>();
    function Observer(): ReactNode {
      controllers.add(useController());
      return null;
    }
    const application = (
      <DataProvider>
        <AsyncBoundary fallback="waiting">
          <MockResolver
            fixtures={fixtures}
            getInitialInterceptorData={() => {
              made++;
              return { reads: 0 };
            }}
          >
            <Observer />
            <Name id="1" />
            <Name id="2" />
          </MockResolver>
        </AsyncBoundary>
      </DataProvider>
    );
    await using screen = await render(
      isStrict ? <StrictMode>{application}</StrictMode> : application,
    );
    await settle();
    await settle();
    assertEquals([made, controllers.size], [1, 1]);
    assertEquals(screen.text(), "read 1read 2");
  });
}

Deno.test("resolvers beside each other have data of their own, and one that returns starts over [react/TST-4]", async () => {
  const interceptor = {
    endpoint: new Endpoint(
      ({ who }: { who: string }) => Promise.resolve(who),
      { name: "count" },
    ),
    response(this: { count?: number }, { who }: { who: string }) {
      this.count = (this.count ?? 0) + 1;
      return `${who}${this.count}`;
    },
  };
  const fixtures = [interceptor];
  function Count({ who }: { who: string }): ReactNode {
    return useSuspense(interceptor.endpoint, { who });
  }
  const resolver = (who: string) => (
    <MockResolver key={who} fixtures={fixtures}>
      <AsyncBoundary fallback="waiting">
        <Count who={who} />
      </AsyncBoundary>
    </MockResolver>
  );
  const application = (...names: string[]) => (
    <DataProvider>{names.map(resolver)}</DataProvider>
  );
  await using screen = await render(application("a", "b"));
  await settle();
  assertEquals(screen.text(), "a1b1");
  await screen.render(application("c"));
  await settle();
  assertEquals(screen.text(), "c1");
});

Deno.test("other fixtures answer later requests, what is stored stays [react/TST-13]", async () => {
  let controller!: Controller;
  function Capture(): ReactNode {
    controller = useController();
    return null;
  }
  const application = (name: string) => (
    <DataProvider>
      <MockResolver fixtures={[named(name)]}>
        <Capture />
        <AsyncBoundary fallback="waiting">
          <Name id="1" />
        </AsyncBoundary>
      </MockResolver>
    </DataProvider>
  );
  await using screen = await render(application("first"));
  await settle();
  await screen.render(application("second"));
  assertEquals(screen.text(), "first");
  await settle(() => controller.fetch(getVessel, id));
  assertEquals(screen.text(), "second");
});

Deno.test("polls below a resolver are answered, and follow its fixtures [react/TST-14] [react/TST-13]", async () => {
  using time = new FakeTime();
  const harbour = new Harbour();
  const polled = harbour.getVessel.extend({ pollFrequency: 1000 });
  const plain = Object.assign(
    ({ id }: { id: string }): Promise<{ id: string; name: string }> =>
      Promise.reject(new Error(`no server for ${id}`)),
    {
      key: ({ id }: { id: string }) => `plain ${id}`,
      testKey: (key: string) => key.startsWith("plain"),
      schema: Vessel,
      pollFrequency: 1000,
    },
  );
  function Live(): ReactNode {
    const a = useLive(polled, { id: "1" }).name;
    const b = useLive(plain, { id: "2" }).name;
    return `${a}, ${b}`;
  }
  function fixtures(name: string) {
    return [
      {
        endpoint: polled,
        response(this: { polls?: number }, { id }: { id: string }) {
          this.polls = (this.polls ?? 0) + 1;
          return { id, name: `${name} ${this.polls}` };
        },
      },
      {
        endpoint: plain,
        args: [{ id: "2" }],
        response: { id: "2", name: `plain ${name}` },
      },
    ] as const;
  }
  const first = fixtures("first");
  const second = fixtures("second");
  const application = (inner: typeof first) => (
    <DataProvider>
      <MockResolver fixtures={inner}>
        <AsyncBoundary fallback="waiting">
          <Live />
        </AsyncBoundary>
      </MockResolver>
    </DataProvider>
  );
  await using screen = await render(application(first));
  await settle();
  assertEquals(screen.text(), "first 1, plain first");
  await settle(() => time.tickAsync(1000));
  await settle();
  assertEquals(screen.text(), "first 2, plain first");
  await screen.render(application(second));
  await settle(() => time.tickAsync(1000));
  await settle();
  assertEquals(screen.text(), "second 1, plain second");
  assertEquals(harbour.asked, []);
});

Deno.test("polls below two resolvers are answered by the inner one [react/TST-14] [react/TST-11]", async () => {
  using time = new FakeTime();
  const polled = getVessel.extend({ pollFrequency: 1000 });
  const inner = [{
    endpoint: polled,
    response: ({ id }: { id: string }) => ({ id, name: "inner" }),
  }];
  using hook = renderDataHook(() => useLive(polled, id).name, {
    initialFixtures: [{
      endpoint: polled,
      args: [id],
      response: { id: "1", name: "initial" },
    }],
    resolverFixtures: [{
      endpoint: polled,
      response: ({ id }) => ({ id, name: "outer" }),
    }],
    wrapper: ({ children }: { children: ReactNode }) => (
      <MockResolver fixtures={inner}>{children}</MockResolver>
    ),
  });
  assertEquals(hook.result.current, "initial");
  await time.tickAsync(1000);
  await hook.allSettled();
  assertEquals(hook.result.current, "inner");
});

Deno.test("what no fixture answers is said once, unless silenced [react/TST-11] [controller/MCK-25]", async () => {
  const fixtures = [named("fixture")];
  const inner = [named("inner", "3")];
  for (const silenceMissing of [false, true]) {
    const printed = await withoutConsole("info", async () => {
      let controller!: Controller;
      function Capture(): ReactNode {
        controller = useController();
        return null;
      }
      await using _screen = await render(
        <DataProvider>
          <MockResolver fixtures={fixtures} silenceMissing={silenceMissing}>
            <MockResolver fixtures={inner}>
              <Capture />
            </MockResolver>
          </MockResolver>
        </DataProvider>,
      );
      await settle(() => controller.fetch(getVessel, id));
      await settle(() => controller.fetch(getVessel, { id: "2" }));
      await settle(() => controller.fetch(getVessel, { id: "2" }));
    });
    assertEquals(printed.length, silenceMissing ? 0 : 1);
    if (!silenceMissing) assert(String(printed[0]).includes('"id":"2"'));
  }
});

Deno.test("a mocked class is the controller of a provider [react/TST-15]", async () => {
  class Harbourmaster extends Controller {
    greeting = "ahoy";
  }
  const plain = Object.assign(
    (): Promise<string> => Promise.reject(new Error("no server")),
    { key: () => "plain", testKey: (key: string) => key === "plain" },
  );
  const Mocked = MockController(Harbourmaster, {
    fixtures: [
      { endpoint: plain, args: [], response: "without extend" },
      named("fixture"),
    ],
  });
  let greeting = "";
  function Plain(): ReactNode {
    greeting = (useController() as Harbourmaster).greeting;
    return String(useSuspense(plain));
  }
  await using screen = await render(
    <DataProvider Controller={Mocked}>
      <AsyncBoundary fallback="waiting">
        <Plain />, <Name id="1" />
      </AsyncBoundary>
    </DataProvider>,
  );
  await settle();
  assertEquals([screen.text(), greeting], ["without extend, fixture", "ahoy"]);
});

Deno.test("the entry for browsers has the same resolver, and no renderer [react/TST-11]", async () => {
  assertStrictEquals(BrowserResolver, MockResolver);
  const packages = async (module: string) => {
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["info", "--json", module],
      cwd: new URL("../..", import.meta.url),
    }).output();
    const { modules } = JSON.parse(new TextDecoder().decode(stdout)) as {
      modules: { specifier: string }[];
    };
    return modules.map(({ specifier }) => specifier)
      .filter((specifier) => specifier.startsWith("npm:"))
      .map((specifier) => /^npm:\/?((?:@[^/]+\/)?[^@/]+)/.exec(specifier)?.[1])
      .filter((name) => !name?.startsWith("@types/"));
  };
  assertEquals(
    (await packages("./react/testing/browser.ts")).includes("react-dom"),
    false,
  );
  assertEquals(
    (await packages("./react/testing/renderer.ts")).includes("react-dom"),
    false,
  );
  assertEquals(
    (await packages("./react/testing/mod.ts")).includes("react-dom"),
    true,
  );
});
