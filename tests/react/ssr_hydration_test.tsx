import { Page } from "./support/page.ts";
import { use } from "./support/renderer.ts";
// loaded now, so that a page has its button at once
import "../../react/devtools/dev_panel.ts";
import { assert, assertEquals } from "@std/assert";
import {
  type ComponentProps,
  lazy,
  type ReactNode,
  StrictMode,
  Suspense,
  useEffect,
  useId,
} from "react";
import { renderToStaticMarkup } from "react-dom/server";
import {
  All,
  type Controller,
  DevToolsManager,
  getDefaultManagers,
  NetworkManager,
  Query,
} from "../../mod.ts";
import {
  AsyncBoundary,
  DataProvider,
  useCache,
  useCacheState,
  useController,
  useDLE,
  useError,
  useFetch,
  useLive,
  useQuery,
  useSuspense,
  useSuspenseAll,
} from "../../react/mod.ts";
import {
  awaitInitialData,
  createPersistedStore,
  createServerDataComponent,
  getInitialData,
  ServerData,
} from "../../react/ssr/mod.ts";
import { Harbour, Vessel } from "./support/harbour.ts";
import { settle } from "./support/render.tsx";
import { onServer, renderToText } from "./support/server.ts";

type Application = (properties: { harbour: Harbour }) => ReactNode;

/** Renders a page on a server. */
function serve(
  Application: Application,
  answer: (harbour: Harbour, controller: Controller) => void,
): Promise<string> {
  return onServer(async () => {
    const harbour = new Harbour();
    const [Provider, useReady, controller] = createPersistedStore();
    const Data = createServerDataComponent(useReady);
    const answering = setInterval(() => answer(harbour, controller), 1);
    const html = await renderToText(
      <html>
        <body>
          <div id="root">
            <Provider>
              <Application harbour={harbour} />
            </Provider>
          </div>
          <Data />
        </body>
      </html>,
      [],
    );
    clearInterval(answering);
    return html;
  });
}

/** Hydrates with the state of the page. */
async function hydrate(
  page: Page,
  Application: Application,
  provider: ComponentProps<typeof DataProvider> = {},
): Promise<{ harbour: Harbour; controller: Controller }> {
  const harbour = new Harbour();
  let controller!: Controller;
  function Capture() {
    controller = useController();
    return null;
  }
  const initialState = await awaitInitialData();
  await page.hydrate(
    <DataProvider initialState={initialState} {...provider}>
      <Application harbour={harbour} />
      <Capture />
    </DataProvider>,
  );
  return { harbour, controller };
}

const NameOfVessel: Application = ({ harbour }) => (
  <p>{useSuspense(harbour.getVessel, { id: "1" }).name}</p>
);
const OneVessel: Application = ({ harbour }) => (
  <Suspense fallback="waiting">
    <NameOfVessel harbour={harbour} />
  </Suspense>
);

function answerAll(harbour: Harbour): void {
  for (const { name, answer } of harbour.requests) {
    const [kind, value] = name.split(" ");
    if (kind === "vessel") answer({ id: value, name: `Vessel ${value}` });
    if (kind === "vessels") answer([{ id: "1", name: "Vessel 1" }]);
    if (kind === "weather") answer({ port: value, wind: 3 });
  }
}

Deno.test("every hook shows the markup of the server, without a request or a complaint [react/SSR-13] [react/NEW-11] [react/SSR-3]", async () => {
  const countVessels = new Query(new All(Vessel), (vessels) => vessels.length);
  const Reader: Application = ({ harbour }) => {
    const vessels = useSuspense(harbour.getVessels, { route: "north" });
    const [aden] = useSuspenseAll([[harbour.getWeather, { port: "aden" }]]);
    const { wind } = use(useFetch(harbour.getWeather, { port: "oslo" }));
    const live = useLive(
      harbour.getVessel.extend({ pollFrequency: 60_000 }),
      { id: "2" },
    );
    const dle = useDLE(harbour.getVessel, { id: "2" });
    const cached = useCache(harbour.getVessel, { id: "2" });
    const error = useError(harbour.getVessel, { id: "2" });
    const count = useQuery(countVessels);
    const state = useCacheState();
    return (
      <p>
        {vessels.map(({ name }) => name)} {aden.wind} {wind} {live.name}{" "}
        {dle.data?.name} {String(dle.loading)} {cached?.name} {String(error)}
        {" "}
        {count} {[...state.endpointKeys()].length}
      </p>
    );
  };
  const App: Application = (properties) => (
    <AsyncBoundary fallback="waiting">
      <Reader {...properties} />
    </AsyncBoundary>
  );
  const html = await serve(App, answerAll);
  await using page = await Page.load(html);
  const before = page.html();
  assert(before.includes("Vessel 1 3 3 Vessel 2 Vessel 2 false"), before);
  const { harbour } = await hydrate(page, App, { devButton: null });
  assertEquals(page.html(), before);
  assertEquals(page.complaints, []);
  assertEquals(harbour.asked, []);
});

Deno.test("managers, devtools and StrictMode make no difference to the markup [react/SSR-13] [react/DVT-4]", async () => {
  const html = await serve(OneVessel, answerAll);
  const providers: ComponentProps<typeof DataProvider>[] = [
    { managers: [new NetworkManager()] },
    { managers: [new DevToolsManager(), new NetworkManager()] },
    { devButton: null },
    { devButton: "top-left" },
    { managers: getDefaultManagers({ devToolsManager: null }) },
  ];
  for (const provider of providers) {
    for (const isStrict of [false, true]) {
      await using page = await Page.load(html);
      const App: Application = isStrict
        ? (properties) => (
          <StrictMode>
            <OneVessel {...properties} />
          </StrictMode>
        )
        : OneVessel;
      const { harbour } = await hydrate(page, App, provider);
      assertEquals(
        [
          page.html().includes("<p>Vessel 1</p>"),
          page.complaints,
          harbour.asked,
        ],
        [true, [], []],
      );
    }
  }
});

Deno.test("generated identifiers agree when the state follows the markup [react/SSR-13]", async () => {
  const App: Application = ({ harbour }) => {
    const { name } = useSuspense(harbour.getVessel, { id: "1" });
    const id = useId();
    return <p id={id}>{name}</p>;
  };
  const html = await onServer(async () => {
    const [Provider, , , store] = createPersistedStore();
    const harbour = new Harbour();
    const answering = setInterval(() => answerAll(harbour), 1);
    const html = await renderToText(
      <Provider>
        <b>shell</b>
        <Suspense fallback="waiting">
          <App harbour={harbour} />
        </Suspense>
      </Provider>,
    );
    clearInterval(answering);
    const data = <ServerData data={store.getState()} />;
    return `<!doctype html><body><div id="root">${html}</div>${
      renderToStaticMarkup(data)
    }</body>`;
  });
  await using page = await Page.load(html);
  const before = page.html();
  const harbour = new Harbour();
  await page.hydrate(
    <DataProvider initialState={getInitialData()} devButton={null}>
      <b>shell</b>
      <Suspense fallback="waiting">
        <App harbour={harbour} />
      </Suspense>
    </DataProvider>,
  );
  assert(/id="[_:]R/.test(before), before);
  assertEquals(page.html(), before);
  assertEquals(page.complaints, []);
  assertEquals(harbour.asked, []);
});

Deno.test("old data is shown as it is and requested again in the background [react/SSR-14]", async () => {
  const App: Application = ({ harbour }) => {
    const strict = harbour.getVessel.extend({ invalidIfStale: true });
    const { name } = useSuspense(strict, { id: "1" });
    const { wind } = useSuspense(harbour.getWeather, { port: "aden" });
    const strictWeather = harbour.getWeather.extend({ invalidIfStale: true });
    const { data, loading } = useDLE(strictWeather, { port: "aden" });
    return <p>{name} {wind} {data?.wind} {String(loading)}</p>;
  };
  const Whole: Application = (properties) => (
    <Suspense fallback="waiting">
      <App {...properties} />
    </Suspense>
  );
  const html = await serve(Whole, answerAll);
  const { now } = Date;
  Date.now = () => now() + 61_000;
  try {
    await using page = await Page.load(html);
    const before = page.html();
    const { harbour } = await hydrate(page, Whole, { devButton: null });
    assertEquals(page.html(), before);
    assertEquals([...harbour.asked].sort(), ["vessel 1", "weather aden"]);
    const [first, second] = harbour.requests;
    await settle(() => {
      for (const { name, answer } of [first!, second!]) {
        answer(
          name === "vessel 1"
            ? { id: "1", name: "Maud" }
            : { port: "aden", wind: 9 },
        );
      }
    });
    assertEquals(page.html(), "<p>Maud 9 9 false</p>");
    assertEquals(page.complaints, []);
    assertEquals(harbour.requests.length, 2);
  } finally {
    Date.now = now;
  }
});

Deno.test("what failed on the server is tried again on the client [react/SSR-15]", async () => {
  const App: Application = ({ harbour }) => (
    <AsyncBoundary fallback="waiting">
      <NameOfVessel harbour={harbour} />
    </AsyncBoundary>
  );
  const { error } = console;
  console.error = () => {};
  const html = await serve(App, ({ requests }) => {
    requests[0]?.fail(Object.assign(new Error("storm"), { status: 503 }));
  }).finally(() => console.error = error);
  await using page = await Page.load(html);
  assert(page.html().includes("waiting"));
  const { harbour } = await hydrate(page, App, { devButton: null });
  assert(page.html().includes("waiting"), page.html());
  assert(!page.html().includes("role"), page.html());
  assertEquals(harbour.asked, ["vessel 1"]);
  await settle(() => answerAll(harbour));
  assertEquals(page.html(), "<p>Vessel 1</p>");
  // React tells that the server failed, but of no mismatch
  assertEquals(page.complaints.length, 1);
  assert(page.complaints[0]!.includes("storm"), page.complaints[0]);
});

Deno.test("an error the server has shown is hydrated, and requested again [react/SSR-15] [react/SSR-10]", async () => {
  const App: Application = ({ harbour }) => {
    const { error, loading } = useDLE(harbour.getVessel, { id: "1" });
    return (
      <p>
        {error === undefined
          ? String(loading)
          : `${error.status} ${error.message}`}
      </p>
    );
  };
  const html = await onServer(async () => {
    const harbour = new Harbour();
    const [Provider, , controller, store] = createPersistedStore();
    const request = controller.fetch(harbour.getVessel, { id: "1" });
    harbour.last.fail(Object.assign(new Error("storm"), { status: 503 }));
    await request.catch(() => {});
    const html = await renderToText(
      <div id="root">
        <Provider>
          <App harbour={harbour} />
        </Provider>
      </div>,
    );
    return html + renderToStaticMarkup(<ServerData data={store.getState()} />);
  });
  await using page = await Page.load(html);
  assertEquals(page.html(), "<p>503 storm</p>");
  const { harbour } = await hydrate(page, App, { devButton: null });
  assertEquals(harbour.asked, ["vessel 1"]);
  assertEquals(page.complaints, []);
  await settle(() => answerAll(harbour));
  assertEquals(page.html(), "<p>false</p>");
});

Deno.test("writes before hydration show right after it, without a mismatch [react/NEW-11]", async () => {
  const html = await serve(OneVessel, answerAll);
  await using page = await Page.load(html);
  const texts: string[] = [];
  const observed = document.querySelector("#root p")!;
  let release!: () => void;
  const code = new Promise<{ default: Application }>((resolve) => {
    release = () => resolve({ default: NameOfVessel });
  });
  const LateVessel = lazy(() => code);
  const App: Application = ({ harbour }) => (
    <Suspense fallback="waiting">
      <LateVessel harbour={harbour} />
    </Suspense>
  );
  const { harbour, controller } = await hydrate(page, App, { devButton: null });
  await settle(() =>
    controller.set(Vessel, { id: "1" }, { id: "1", name: "Maud" })
  );
  texts.push(page.html());
  await settle(release);
  texts.push(page.html());
  assertEquals(texts, ["<p>Vessel 1</p>", "<p>Maud</p>"]);
  assert(document.querySelector("#root p") === observed, "same element");
  assertEquals(page.complaints, []);
  assertEquals(harbour.asked, []);
});

Deno.test("boundaries hydrate in any order, each from the state of the server [react/CON-6] [react/NEW-11]", async () => {
  const Both: Application = ({ harbour }) => (
    <>
      {["1", "2"].map((id) => (
        <Suspense key={id} fallback="waiting">
          <Item harbour={harbour} id={id} />
        </Suspense>
      ))}
    </>
  );
  const arrivals = new Map<string, () => void>();
  const code = new Map(["1", "2"].map((id) => [
    id,
    new Promise<void>((resolve) => arrivals.set(id, resolve)),
  ]));
  let isClient = false;
  const clicks: string[] = [];
  function Item({ harbour, id }: { harbour: Harbour; id: string }) {
    if (isClient) use(code.get(id)!);
    const { name } = useSuspense(harbour.getVessel, { id });
    const list = useSuspense(harbour.getVessels, { route: "north" });
    useEffect(() => void clicks.push(`ready ${id}`), [id]);
    return (
      <button
        type="button"
        id={`b${id}`}
        onClick={() => clicks.push(name)}
      >
        {name} of {list.length}
      </button>
    );
  }
  const html = await serve(Both, answerAll);
  await using page = await Page.load(html);
  isClient = true;
  const { harbour, controller } = await hydrate(page, Both, {
    devButton: null,
  });
  await settle(() =>
    controller.set(Vessel, { id: "2" }, { id: "2", name: "Maud" })
  );
  await settle(() =>
    controller.setResponse(harbour.getVessels, { route: "north" }, [
      { id: "1", name: "Vessel 1" },
      { id: "9", name: "Gjoa" },
    ])
  );
  await settle(arrivals.get("2")!);
  assert(page.html().includes("Vessel 1 of 1"), page.html());
  assert(page.html().includes("Maud of 2"), page.html());
  await settle(() => page.click("#b2"));
  await settle(arrivals.get("1")!);
  assert(page.html().includes("Vessel 1 of 2"), page.html());
  await settle(() => page.click("#b1"));
  assertEquals(clicks, ["ready 2", "Maud", "ready 1", "Vessel 1"]);
  assertEquals(page.complaints, []);
});

/** Shows what useError says of a vessel that another one requests. */
const ErrorOfVessel: Application = ({ harbour }) => {
  const error = useError(harbour.getVessel, { id: "2" });
  return <p>{error ? `${error.status} ${error.message}` : "no error"}</p>;
};
const storm = () => Object.assign(new Error("storm"), { status: 503 });

Deno.test("useError hydrates with the error of the server, and requests nothing [react/ERR-1] [react/SSR-13] [react/SSR-10]", async () => {
  const html = await onServer(async () => {
    const harbour = new Harbour();
    const [Provider, , controller, store] = createPersistedStore();
    const request = controller.fetch(harbour.getVessel, { id: "2" });
    harbour.last.fail(storm());
    await request.catch(() => {});
    const html = await renderToText(
      <div id="root">
        <Provider>
          <ErrorOfVessel harbour={harbour} />
        </Provider>
      </div>,
    );
    return html + renderToStaticMarkup(<ServerData data={store.getState()} />);
  });
  await using page = await Page.load(html);
  const shown = page.document.querySelector("p");
  assertEquals(page.html(), "<p>503 storm</p>");
  const { harbour, controller } = await hydrate(page, ErrorOfVessel, {
    devButton: null,
  });
  assertEquals(page.html(), "<p>503 storm</p>");
  assert(page.document.querySelector("p") === shown, "the same element");
  assertEquals(harbour.asked, []);
  assertEquals(page.complaints, []);
  await settle(() =>
    controller.setResponse(harbour.getVessel, { id: "2" }, { id: "2" })
  );
  assertEquals(page.html(), "<p>no error</p>");
});

Deno.test("useError hydrates with what it has shown before the error came, and follows [react/SSR-22]", async () => {
  const frames: string[] = [];
  const Watched: Application = (properties) => {
    useEffect(() => {
      frames.push(document.querySelector("#root")!.textContent);
    }, []);
    return <ErrorOfVessel {...properties} />;
  };
  const Later: Application = ({ harbour }) => {
    const { name } = useSuspense(harbour.getVessel, { id: "1" });
    return <>{name} {<ErrorOfVessel harbour={harbour} />}</>;
  };
  const App: Application = (properties) => (
    <>
      <Watched {...properties} />
      <Suspense fallback="waiting">
        <Later {...properties} />
      </Suspense>
    </>
  );
  const html = await serve(App, (harbour, controller) => {
    const { requests } = harbour;
    if (requests.length === 1) {
      controller.fetch(harbour.getVessel, { id: "2" }).catch(() => {});
      requests[1]!.fail(storm());
    } else answerAll(harbour);
  });
  await using page = await Page.load(html);
  const served = "<p>no error</p>Vessel 1 <p>503 storm</p>";
  assertEquals(page.html(), served);
  const { harbour } = await hydrate(page, App, { devButton: null });
  assertEquals(page.html(), "<p>503 storm</p>Vessel 1 <p>503 storm</p>");
  assertEquals(frames, ["no errorVessel 1 503 storm"]);
  assertEquals(harbour.asked, []);
  assertEquals(page.complaints, []);
});
