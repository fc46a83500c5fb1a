/** From a server to the client in the simplest way, which every renderer has. */
import "./support/dom.ts";
import { assert, assertEquals } from "@std/assert";
import type { ReactNode } from "react";
import { hydrateRoot } from "react-dom/client";
import * as server from "react-dom/server";
import { type Controller, deserialize } from "../../mod.ts";
import {
  AsyncBoundary,
  DataProvider,
  useCache,
  useController,
  useSuspense,
} from "../../react/mod.ts";
import {
  createPersistedStore,
  createServerDataComponent,
} from "../../react/ssr/mod.ts";
import { act } from "./support/act.ts";
import { Harbour, Vessel } from "./support/harbour.ts";
import { settle } from "./support/render.tsx";
import { dataIn, onServer } from "./support/server.ts";

/** Markup of everything, once all of it is there. */
async function renderWhole(content: ReactNode): Promise<string> {
  const { renderToStringAsync } = server as {
    renderToStringAsync?: (content: ReactNode) => Promise<string>;
  };
  if (renderToStringAsync !== undefined) return renderToStringAsync(content);
  const stream = await server.renderToReadableStream(content);
  await stream.allReady;
  return new Response(stream).text();
}

/** The renderer decides when it goes on with what has waited. */
async function untilAsked(harbour: Harbour, count: number): Promise<void> {
  while (harbour.asked.length < count) {
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

Deno.test("what one server renders every client takes over, without a request [react/NEW-22] [react/SSR-13]", async () => {
  let controller!: Controller;
  function Name({ harbour }: { harbour: Harbour }) {
    const { name } = useSuspense(harbour.getVessel, { id: "1" });
    const { wind } = useSuspense(harbour.getWeather, { port: "oslo" });
    const cached = useCache(harbour.getVessel, { id: "1" });
    controller = useController();
    return <p>{`${name} ${wind} ${cached?.name}`}</p>;
  }
  const app = (harbour: Harbour) => (
    <AsyncBoundary fallback="waiting">
      <Name harbour={harbour} />
    </AsyncBoundary>
  );

  const [html, data] = await onServer(async () => {
    const harbour = new Harbour();
    const [Provider, useReady] = createPersistedStore();
    const Data = createServerDataComponent(useReady);
    const rendering = renderWhole(<Provider>{app(harbour)}</Provider>);
    await untilAsked(harbour, 1);
    harbour.last.answer({ id: "1", name: "Fram" });
    await untilAsked(harbour, 2);
    harbour.last.answer({ port: "oslo", wind: 3 });
    const html = await rendering;
    return [html, await renderWhole(<Data />)];
  });
  assert(html.includes("<p>Fram 3 Fram</p>"), html);

  const container = document.createElement("div");
  container.innerHTML = html;
  document.body.append(container);
  const observed = container.querySelector("p")!;
  const harbour = new Harbour();
  const complaints: string[] = [];
  const { error } = console;
  console.error = (...parts: unknown[]) => complaints.push(parts.join(" "));
  try {
    let root!: ReturnType<typeof hydrateRoot>;
    await act(() => {
      root = hydrateRoot(
        container,
        <DataProvider initialState={deserialize(dataIn(data)!)}>
          {app(harbour)}
        </DataProvider>,
      );
      return Promise.resolve();
    });
    await settle();
    assert(container.querySelector("p") === observed, "same element");
    assertEquals(observed.textContent, "Fram 3 Fram");
    await settle(() =>
      controller.set(Vessel, { id: "1" }, { id: "1", name: "Maud" })
    );
    assertEquals(observed.textContent, "Maud 3 Maud");
    await act(() => {
      root.unmount();
      return Promise.resolve();
    });
  } finally {
    console.error = error;
    container.remove();
  }
  assertEquals(harbour.asked, []);
  // React 18 notices that the server is not a process of its own.
  assertEquals(
    complaints.filter((text) => !text.includes("multiple renderers")),
    [],
  );
});
