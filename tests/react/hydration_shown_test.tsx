/** Hooks that do not wait, on pages that are streamed: what they showed on the server is what the client begins with. */
import { Page } from "./support/page.ts";
import { assert, assertEquals } from "@std/assert";
import { type ReactNode, Suspense } from "react";
import { All, Query } from "../../mod.ts";
import {
  DataProvider,
  useCache,
  useCacheState,
  useDLE,
  useFetch,
  useQuery,
  useSuspense,
} from "../../react/mod.ts";
import {
  awaitInitialData,
  createPersistedStore,
  createServerDataComponent,
  ServerData,
} from "../../react/ssr/mod.ts";
import { Harbour, Vessel } from "./support/harbour.ts";
import { settle } from "./support/render.tsx";
import { onServer, renderToText } from "./support/server.ts";

const vessel = { id: "1" };
const countOfAll = new Query(new All(Vessel), (all) => all.length);

interface Subject {
  readonly harbour: Harbour;
}

/** Each shows something else before the vessel is there. */
const readers: Record<string, (harbour: Harbour) => unknown> = {
  useCache: ({ getVessel }) => useCache(getVessel, vessel)?.name,
  useQuery: () => useQuery(Vessel, vessel)?.name,
  "useQuery of all": () => useQuery(countOfAll),
  useDLE({ getVessel }) {
    const { loading, data } = useDLE(getVessel, vessel);
    return loading ? "loading" : data?.name;
  },
  useFetch: ({ getVessel }) => useFetch(getVessel, vessel).resolved,
  useCacheState: () => [...useCacheState().endpointKeys()].length,
};

function Reader({ name, harbour }: Subject & { readonly name: string }) {
  return <p id={name.replaceAll(" ", "")}>{String(readers[name]!(harbour))}</p>;
}

function Name({ harbour, children }: Subject & { children?: ReactNode }) {
  const { name } = useSuspense(harbour.getVessel, vessel);
  return (
    <>
      <b>{name}</b> {children}
    </>
  );
}

/** Readers in the shell, and the same ones below what has waited. */
function Application({ harbour }: Subject) {
  const all = Object.keys(readers);
  return (
    <>
      {all.map((name) => <Reader key={name} name={name} harbour={harbour} />)}
      <Suspense fallback={<i>waiting</i>}>
        <Name harbour={harbour}>
          {all.map((name) => (
            <Reader
              key={name}
              name={name}
              harbour={harbour}
            />
          ))}
        </Name>
      </Suspense>
    </>
  );
}

/** Answers everything after a while. */
class Server extends Harbour {
  protected override ask(name: string): Promise<unknown> {
    const answer = super.ask(name);
    setTimeout(() => this.last.answer({ ...vessel, name: "Fram" }), 2);
    return answer;
  }
}

/** The page of a server: the root of React in an element, and then the state. */
function served(application: (harbour: Harbour) => ReactNode): Promise<string> {
  return onServer(async () => {
    const [Provider, , , store] = createPersistedStore();
    const html = await renderToText(
      <Provider>{application(new Server())}</Provider>,
    );
    const data = await renderToText(<ServerData data={store.getState()} />);
    return `<html><body><div id="root">${html}</div>${data}</body></html>`;
  });
}

/** The page of a server that renders the whole document. */
function servedAsDocument(
  application: (harbour: Harbour) => ReactNode,
): Promise<string> {
  return onServer(() => {
    const [Provider, useReady] = createPersistedStore();
    const Data = createServerDataComponent(useReady);
    return renderToText(
      <html>
        <body>
          <div id="root">
            <Provider>{application(new Server())}</Provider>
          </div>
          <Data />
        </body>
      </html>,
    );
  });
}

const texts = () =>
  [...document.querySelectorAll("#root p")].map(({ textContent }) =>
    textContent
  ).join(" ");

const before = "undefined undefined undefined loading false 0";
const after = "Fram Fram 1 Fram true 1";

/** A client takes a page over. */
async function takeOver(
  html: string,
  application: (harbour: Harbour) => ReactNode,
): Promise<
  { first: string; last: string; asked: string[]; complaints: string[] }
> {
  await using page = await Page.load(html);
  const first = texts();
  const harbour = new Harbour();
  const elements = [...document.querySelectorAll("p")];
  await page.hydrate(
    <DataProvider initialState={await awaitInitialData()} devButton={null}>
      {application(harbour)}
    </DataProvider>,
  );
  await new Promise((resolve) => requestAnimationFrame(resolve));
  await settle();
  const isSame = [...document.querySelectorAll("p")].every((element, index) =>
    element === elements[index]
  );
  assert(isSame, "same elements");
  const { complaints } = page;
  return { first, last: texts(), asked: harbour.asked, complaints };
}

Deno.test("hooks that do not wait begin with what the server has shown, each at its place, and follow [react/SSR-22]", async () => {
  const application = (harbour: Harbour) => <Application harbour={harbour} />;
  assertEquals(await takeOver(await served(application), application), {
    first: `${before} ${after}`,
    last: `${after} ${after}`,
    asked: [],
    complaints: [],
  });
});

Deno.test("hooks of a document begin with what all that ask the same have shown [react/SSR-22]", async () => {
  const application = (harbour: Harbour) => (
    <>
      {Object.keys(readers).map((name) => (
        <Reader key={name} name={name} harbour={harbour} />
      ))}
      <Suspense fallback={<i>waiting</i>}>
        <Name harbour={harbour} />
      </Suspense>
    </>
  );
  const html = await servedAsDocument(application);
  assertEquals(await takeOver(html, application), {
    first: before,
    last: after,
    asked: [],
    complaints: [],
  });
});
