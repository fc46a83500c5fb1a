import { Page } from "./support/page.ts";
import { assert, assertEquals } from "@std/assert";
import { type ComponentType, lazy, Suspense } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { DataProvider, useSuspense } from "../../react/mod.ts";
import {
  awaitInitialData,
  createPersistedStore,
  createServerDataComponent,
  ServerData,
} from "../../react/ssr/mod.ts";
import { Harbour } from "./support/harbour.ts";
import { settle } from "./support/render.tsx";
import { onServer, renderToText, scriptsIn } from "./support/server.ts";

type Reader = ComponentType<{ harbour: Harbour }>;

const NameOfVessel: Reader = ({ harbour }) => (
  <p>{useSuspense(harbour.getVessel, { id: "1" }).name}</p>
);

/** A page whose code for the vessel is loaded while it is rendered. */
function serve(isStateLast: boolean): Promise<string> {
  const Late = lazy(() =>
    new Promise<{ default: Reader }>((resolve) =>
      setTimeout(resolve, 40, { default: NameOfVessel })
    )
  );
  return onServer(async () => {
    const harbour = new Harbour();
    const [Provider, useReady, , store] = createPersistedStore();
    const Data = createServerDataComponent(useReady);
    const answering = setInterval(() => {
      for (const { answer } of harbour.requests) {
        answer({ id: "1", name: "Fram" });
      }
    }, 1);
    const html = await renderToText(
      <div>
        <div id="root">
          <Provider>
            <Suspense fallback="waiting">
              <Late harbour={harbour} />
            </Suspense>
          </Provider>
        </div>
        {isStateLast || <Data />}
      </div>,
    );
    clearInterval(answering);
    return isStateLast
      ? html + renderToStaticMarkup(<ServerData data={store.getState()} />)
      : html;
  });
}

/** Takes a page over; returns what it asks for. */
async function takeOver(page: Page): Promise<Harbour> {
  const harbour = new Harbour();
  await page.hydrate(
    <DataProvider initialState={await awaitInitialData()} devButton={null}>
      <Suspense fallback="waiting">
        <NameOfVessel harbour={harbour} />
      </Suspense>
    </DataProvider>,
  );
  return harbour;
}

Deno.test("a state that follows the markup has all of it, whenever components began to read [react/SSR-8]", async () => {
  await using page = await Page.load(await serve(true));
  const before = page.html();
  assert(before.includes("<p>Fram</p>"), before);
  const harbour = await takeOver(page);
  assertEquals([page.html(), harbour.asked], [before, []]);
  assertEquals(page.complaints, []);
});

Deno.test("markup without its data stays until the client has asked itself [react/SSR-13]", async () => {
  const html = await serve(false);
  assert(!scriptsIn(html).join().includes("Fram"));
  await using page = await Page.load(html);
  const before = page.html();
  assert(before.includes("<p>Fram</p>"), before);
  const harbour = await takeOver(page);
  assertEquals([page.html(), harbour.asked], [before, ["vessel 1"]]);
  await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
  assertEquals(page.html(), before);
  assertEquals(page.complaints, []);
});
