/** Pages that a server streams, and clients that take them over: on every renderer. */
import { Page } from "./support/page.ts";
import { assert, assertEquals } from "@std/assert";
import { Suspense, useEffect } from "react";
import { DataProvider, useSuspense } from "../../react/mod.ts";
import {
  awaitInitialData,
  createPersistedStore,
  createServerDataComponent,
} from "../../react/ssr/mod.ts";
import { Harbour } from "./support/harbour.ts";
import { settle } from "./support/render.tsx";
import { isPreact, isPreact10 } from "./support/renderer.ts";
import { onServer, stream } from "./support/server.ts";

interface Subject {
  readonly harbour: Harbour;
  /** Told of each component that has come to life. */
  readonly alive?: string[];
}

function Application(subject: Subject) {
  return (
    <>
      <b>shell</b>
      <Suspense fallback={<i>waiting</i>}>
        <Name {...subject} id="1" />
      </Suspense>
      <Suspense fallback={<i>waiting</i>}>
        <Name {...subject} id="2" />
      </Suspense>
    </>
  );
}

function Name({ harbour, alive, id }: Subject & { readonly id: string }) {
  const { name } = useSuspense(harbour.getVessel, { id });
  useEffect(() => void alive?.push(name), []);
  return <p id={`vessel${id}`}>{name}</p>;
}

/** A page that is streamed, piece by piece. */
function serve(): {
  readonly harbour: Harbour;
  next(): Promise<string | undefined>;
} {
  const harbour = new Harbour();
  const pieces = onServer(() => {
    const [Provider, useReady] = createPersistedStore();
    const Data = createServerDataComponent(useReady);
    return Promise.resolve(stream(
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
    ));
  });
  return {
    harbour,
    next: () =>
      onServer(async () => (await (await pieces).next()).value ?? undefined),
  };
}

function answerAll({ requests }: Harbour): void {
  for (const { name, answer } of requests) {
    const id = name.split(" ")[1]!;
    answer({ id, name: `Vessel ${id}` });
  }
}

const complete =
  `<b>shell</b><p id="vessel1">Vessel 1</p><p id="vessel2">Vessel 2</p>`;

Deno.test("a page that was streamed is taken over as it is, without a request [react/NEW-22] [react/SSR-13]", async () => {
  const { harbour: backend, next } = serve();
  let html = "";
  for (let piece = await next(); piece !== undefined; piece = await next()) {
    html += piece;
    answerAll(backend);
  }
  await using page = await Page.load(html);
  const elements = document.querySelectorAll("p");
  assertEquals(elements.length, 2);
  const harbour = new Harbour();
  const alive: string[] = [];
  await page.hydrate(
    <DataProvider initialState={await awaitInitialData()} devButton={null}>
      <Application harbour={harbour} alive={alive} />
    </DataProvider>,
  );
  // whatever a frame may still change
  await new Promise((resolve) => requestAnimationFrame(resolve));
  await settle();
  assertEquals(page.html(), complete);
  assert(document.querySelector("#vessel1") === elements[0], "same element");
  assert(document.querySelector("#vessel2") === elements[1], "same element");
  assertEquals([alive, harbour.asked], [["Vessel 1", "Vessel 2"], []]);
  assertEquals(page.complaints, []);
});

// Preact 10 shows what arrives then beside what the client renders.
const unfinishedTest = isPreact10 ? Deno.test.ignore : Deno.test;

unfinishedTest(
  "a page can be taken over while it is streamed [react/NEW-22]",
  async () => {
    const { harbour: backend, next } = serve();
    let html = "";
    while (!html.includes("waiting")) html += await next();
    answerAll(backend);
    // The server is at its end before the client begins: it has no document,
    // which tasks of the client would miss that run while it renders.
    const pieces: string[] = [];
    for (let piece = await next(); piece !== undefined; piece = await next()) {
      pieces.push(piece);
    }
    await using page = await Page.begin();
    page.write(html);
    const harbour = new Harbour();
    const alive: string[] = [];
    await page.hydrate(
      <DataProvider devButton={null}>
        <Application harbour={harbour} alive={alive} />
      </DataProvider>,
    );
    const waiting = "<b>shell</b><i>waiting</i><i>waiting</i>";
    const bare = () =>
      page.html().replaceAll(/<template[^]*?<\/template>/g, "");
    assertEquals([bare(), alive], [waiting, []]);

    // those of React may end anywhere
    const parts = isPreact ? pieces : [pieces.join("")];
    for (const part of parts) page.write(part);
    await page.end();
    await new Promise((resolve) => requestAnimationFrame(resolve));
    await settle();
    assertEquals(page.html(), complete);
    const elements = document.querySelectorAll("#root p");

    // The client asks itself, and the markup of the server stays meanwhile.
    await settle(() => answerAll(harbour));
    assertEquals(page.html(), complete);
    assert(document.querySelector("#vessel1") === elements[0], "same element");
    assertEquals(alive.toSorted(), ["Vessel 1", "Vessel 2"]);
    assertEquals(harbour.asked.toSorted(), ["vessel 1", "vessel 2"]);
    // React 18 notices that the server is not a process of its own.
    assertEquals(
      page.complaints.filter((text) => !text.includes("on the server")),
      [],
    );
  },
);
