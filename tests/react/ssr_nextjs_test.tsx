import { Page } from "./support/page.ts";
// loaded now, so that a page has its button at once
import "../../react/devtools/dev_panel.ts";
import { assert, assertEquals } from "@std/assert";
import {
  act,
  Fragment,
  type ReactNode,
  StrictMode,
  useEffect,
  useId,
  useRef,
} from "react";
import { hydrateRoot } from "react-dom/client";
import { type Manager, type Middleware, NetworkManager } from "../../mod.ts";
import {
  AsyncBoundary,
  useCache,
  useController,
  useSuspense,
} from "../../react/mod.ts";
import { DataProvider } from "../../react/nextjs/mod.ts";
import { withoutConsole } from "./support/console.ts";
import { Harbour, Vessel } from "./support/harbour.ts";
import { settle } from "./support/render.tsx";
import {
  onServer,
  renderToText,
  stateIn,
  stream,
  textIn,
} from "./support/server.ts";

function Name({ harbour, id }: { harbour: Harbour; id: string }) {
  const { name } = useSuspense(harbour.getVessel, { id });
  return <p id={useId()}>{name}</p>;
}

/** A root layout with a page in it. */
function Layout(
  { children, managers }: {
    children: ReactNode;
    managers?: readonly Manager[];
  },
) {
  return (
    <html lang="en">
      <body>
        <DataProvider managers={managers} devButton={null}>
          {children}
        </DataProvider>
      </body>
    </html>
  );
}

/** Renders on a server whose backend answers once the first piece was sent, however slow the machine is. */
function serve(
  content: (harbour: Harbour) => ReactNode,
): Promise<{ html: string; asked: string[] }> {
  return onServer(async () => {
    const harbour = new Harbour();
    let answering: ReturnType<typeof setInterval> | undefined;
    let html = "";
    for await (const piece of stream(content(harbour))) {
      html += piece;
      answering ??= setInterval(() => {
        for (const { name, answer } of harbour.requests) {
          const id = name.split(" ")[1];
          answer({ id, name: `Vessel ${id}` });
        }
      }, 1);
    }
    clearInterval(answering);
    return { html, asked: harbour.asked };
  });
}

/** Takes over the whole document. */
async function hydrateDocument(
  page: Page,
  content: ReactNode,
): Promise<() => Promise<void>> {
  let unmount!: () => void;
  await act(async () => {
    const root = hydrateRoot(page.document, content, {
      onRecoverableError: (error) => {
        page.complaints.push(`recovered from ${error}`);
      },
    });
    unmount = () => root.unmount();
    await new Promise((resolve) => setTimeout(resolve));
  });
  return () =>
    act(() => {
      unmount();
      return Promise.resolve();
    });
}

const page = (harbour: Harbour) => (
  <Layout>
    <AsyncBoundary fallback="waiting">
      <Name harbour={harbour} id="1" />
    </AsyncBoundary>
    <AsyncBoundary fallback="waiting">
      <Name harbour={harbour} id="2" />
    </AsyncBoundary>
  </Layout>
);

Deno.test("a provider in the root layout renders, streams and hydrates [react/SSR-17] [react/SSR-13]", async () => {
  const { html, asked } = await serve(page);
  assertEquals(asked, ["vessel 1", "vessel 2"]);
  assert(textIn(html).includes("Vessel 2</p>"));
  assertEquals(
    stateIn(html).getEntity("Vessel", "2"),
    { id: "2", name: "Vessel 2" },
  );
  for (const Mode of [Fragment, StrictMode]) {
    await using loaded = await Page.load(html);
    const before = loaded.html("body").replace(/<script.*/s, "");
    const harbour = new Harbour();
    const unmount = await hydrateDocument(loaded, <Mode>{page(harbour)}</Mode>);
    assertEquals(loaded.html("body").replace(/<script.*/s, ""), before);
    assert(before.includes("Vessel 1</p>"), before);
    assertEquals(loaded.complaints, []);
    assertEquals(harbour.asked, []);
    await unmount();
  }
});

Deno.test("managers work on the client, the server has a NetworkManager only [react/SSR-17]", async () => {
  const seen: string[] = [];
  class Watcher implements Manager {
    readonly middleware: Middleware = () => (next) => next;
    init() {
      seen.push(typeof window === "undefined" ? "server" : "client");
    }
    cleanup() {}
  }
  let change!: () => Promise<unknown>;
  function Change() {
    const { set } = useController();
    change = () => set(Vessel, { id: "1" }, { id: "1", name: "Maud" });
    return null;
  }
  const content = (harbour: Harbour) => (
    <Layout managers={[new Watcher(), new NetworkManager()]}>
      <Change />
      <AsyncBoundary fallback="waiting">
        <Name harbour={harbour} id="1" />
      </AsyncBoundary>
    </Layout>
  );
  const { html } = await serve(content);
  assertEquals(seen, []);
  await using loaded = await Page.load(html);
  const unmount = await hydrateDocument(loaded, content(new Harbour()));
  assertEquals(seen, ["client"]);
  await settle(change);
  assert(loaded.html("body").includes("Maud</p>"));
  assertEquals(loaded.complaints, []);
  await unmount();
});

Deno.test("requests to one server at the same time have data of their own [react/SSR-18] [react/SSR-2]", async () => {
  const pages = await onServer(() =>
    Promise.all(["north", "south"].map(async (fleet) => {
      const harbour = new Harbour();
      const rendering = renderToText(page(harbour));
      await new Promise((resolve) => setTimeout(resolve, 5));
      for (const { name, answer } of harbour.requests) {
        answer({ id: name.split(" ")[1], name: `${name} of the ${fleet}` });
      }
      return await rendering;
    }))
  );
  assert(pages[0]!.includes("north") && !pages[0]!.includes("south"));
  assert(pages[1]!.includes("south") && !pages[1]!.includes("north"));
});

Deno.test("there is one store, however often the root suspends [react/SSR-18] [react/SSR-20]", async () => {
  const root = (harbour: Harbour) => (
    <Layout>
      <Name harbour={harbour} id="1" />
      <Name harbour={harbour} id="2" />
    </Layout>
  );
  let served!: { html: string; asked: string[] };
  const warnings = await withoutConsole("warn", async () => {
    served = await serve(root);
  });
  assertEquals(warnings, []);
  assert(!served.html.includes("waits for data"), "no text of BackupLoading");
  assertEquals(served.asked, ["vessel 1", "vessel 2"]);

  await using loaded = await Page.begin();
  const end = served.html.indexOf("<script ");
  loaded.write(served.html.slice(0, end));
  const inits: string[] = [];
  class Counter extends NetworkManager {
    override init() {
      super.init();
      inits.push("init");
    }
  }
  const harbour = new Harbour();
  const managers = [new Counter()];
  const unmount = await hydrateDocument(
    loaded,
    <Layout managers={managers}>
      <Name harbour={harbour} id="1" />
      <Name harbour={harbour} id="2" />
    </Layout>,
  );
  assertEquals([inits, harbour.asked], [[], []], "waits for the data");
  await settle(async () => {
    loaded.write(served.html.slice(end));
    await loaded.end();
  });
  assertEquals([inits, harbour.asked], [["init"], []]);
  assert(loaded.html("body").includes("Vessel 2</p>"));
  assertEquals(loaded.complaints, []);
  await unmount();
});

Deno.test("each component hydrates with what it has shown, while the page is streamed and after that [react/NEW-60] [react/SSR-22] [react/SSR-17]", async () => {
  /** The first of them is rendered before the second vessel is known. */
  function Sighting({ harbour, id }: { harbour: Harbour; id?: string }) {
    if (id !== undefined) useSuspense(harbour.getVessel, { id });
    const second = useCache(harbour.getVessel, { id: "2" });
    const alive = useRef<HTMLElement>(null);
    useEffect(() => void (alive.current!.title = "alive"), []);
    return <i ref={alive}>{id} {second?.name ?? "nothing"}</i>;
  }
  const content = (harbour: Harbour) => (
    <Layout>
      <Sighting harbour={harbour} />
      {["1", "2"].map((id) => (
        <AsyncBoundary key={id} fallback="waiting">
          <Sighting harbour={harbour} id={id} />
        </AsyncBoundary>
      ))}
    </Layout>
  );
  const html = await onServer(async () => {
    const harbour = new Harbour();
    let html = "";
    for await (const piece of stream(content(harbour))) {
      html += piece;
      for (const { name, answer } of harbour.requests) {
        const id = name.split(" ")[1]!;
        if (id === "1" || html.includes("1<!-- --> <!-- -->nothing")) {
          answer({ id, name: `Vessel ${id}` });
        }
      }
    }
    return html;
  });
  const parts = html.split(/(?=<div hidden id="S:)/);
  const second = parts.findIndex((part) => part.includes("Vessel 2"));
  const texts = () =>
    [...document.querySelectorAll("i[title]")].map(({ textContent }) =>
      textContent
    );
  const until = async (count: number) => {
    while (texts().length < count) {
      await settle(() => new Promise((resolve) => setTimeout(resolve, 5)));
    }
  };
  for (const isEarly of [true, false]) {
    await using loaded = await Page.begin();
    loaded.write(parts[0]!);
    const harbour = new Harbour();
    const unmount = await hydrateDocument(loaded, content(harbour));
    assertEquals(texts(), [" nothing"]);
    loaded.write(parts.slice(1, second).join(""));
    if (isEarly) {
      await until(2);
      assertEquals(texts(), [" nothing", "1 nothing"]);
    }
    loaded.write(parts.slice(second).join(""));
    await until(3);
    await settle();
    assertEquals(texts(), [" Vessel 2", "1 Vessel 2", "2 Vessel 2"]);
    assertEquals([loaded.complaints, harbour.asked], [[], []]);
    await unmount();
  }
});

Deno.test("a page without data of the server still works [react/SSR-17]", async () => {
  await using loaded = await Page.load(
    '<!doctype html><html lang="en"><body></body></html>',
  );
  const harbour = new Harbour();
  const { createRoot } = await import("react-dom/client");
  const root = createRoot(loaded.document.body);
  await settle(() =>
    root.render(
      <DataProvider devButton={null}>
        <AsyncBoundary fallback="waiting">
          <Name harbour={harbour} id="1" />
        </AsyncBoundary>
      </DataProvider>,
    )
  );
  await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
  assert(loaded.html("body").includes("Fram</p>"));
  assertEquals(loaded.complaints, []);
  await settle(() => root.unmount());
});
