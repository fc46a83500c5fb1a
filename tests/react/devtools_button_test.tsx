import { assert, assertEquals } from "@std/assert";
import { render, type Screen, settle } from "./support/render.tsx";
import { type ComponentProps, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import {
  Controller,
  DevToolsManager,
  getDefaultManagers,
  initialState,
  NetworkManager,
} from "../../mod.ts";
import { DataProvider, useController } from "../../react/mod.ts";
import { ExternalDataProvider, prepareStore } from "../../react/redux/mod.ts";
import { Vessel } from "./support/harbour.ts";
import { withoutConsole } from "./support/console.ts";
import { isPreact } from "./support/renderer.ts";
import { inProduction } from "../support/production.ts";

// Loaded beforehand, so that tests need not wait for the file.
await import("../../react/devtools/dev_panel.ts");

type ProviderProps = ComponentProps<typeof DataProvider>;

/** Nothing is remembered from one test to the next. */
function forgetPanel(): void {
  globalThis.localStorage?.removeItem("tessera-devtools");
}

/** A page with a provider, once the button has had the time to appear. */
async function renderPage(props: ProviderProps = {}): Promise<Screen> {
  forgetPanel();
  const screen = await render(
    <DataProvider {...props}>
      <p>content</p>
    </DataProvider>,
  );
  await settle();
  return screen;
}

function buttonOf({ container }: Pick<Screen, "container">) {
  return container.querySelector<HTMLButtonElement>(
    "button[data-tessera-devtools]",
  );
}

/** The panel, if it is open: in the shadow root of the element that the button controls. */
function panelOf(screen: Screen): HTMLElement | null {
  const id = buttonOf(screen)!.getAttribute("aria-controls")!;
  const { shadowRoot } = document.getElementById(id)!;
  return shadowRoot?.querySelector("section") ?? null;
}
/** Presses a key, perhaps several times before anything is drawn. */
function press(element: Element, key: string, times = 1): Promise<void> {
  const { KeyboardEvent } = window as unknown as typeof globalThis;
  return settle(() => {
    for (let count = 0; count < times; count++) {
      element.dispatchEvent(
        new KeyboardEvent("keydown", { key, bubbles: true }),
      );
    }
  });
}

/** Installs a browser extension that notes what it is asked for. */
async function withExtension(
  run: (opened: unknown[], connected: unknown[]) => Promise<void>,
): Promise<void> {
  const page = globalThis as { __REDUX_DEVTOOLS_EXTENSION__?: unknown };
  const opened: unknown[] = [];
  const connected: unknown[] = [];
  page.__REDUX_DEVTOOLS_EXTENSION__ = {
    connect(config: unknown) {
      connected.push(config);
      return { send() {}, init() {}, subscribe: () => () => {} };
    },
    open: (position: unknown) => opened.push(position),
  };
  try {
    await run(opened, connected);
  } finally {
    delete page.__REDUX_DEVTOOLS_EXTENSION__;
  }
}

Deno.test("the button is there in development, with a DevToolsManager, unless devButton is null [react/DVT-1] [react/PRV-1] [react/PRV-26] [controller/DEV-13]", async () => {
  const withoutManager = getDefaultManagers({ devToolsManager: null });
  for (
    const [props, isThere] of [
      [{}, true],
      [{ devButton: undefined }, true],
      [{ devButton: null }, false],
      [{ managers: withoutManager }, false],
      [{ managers: [new DevToolsManager(), new NetworkManager()] }, true],
    ] satisfies [ProviderProps, boolean][]
  ) {
    await using screen = await renderPage(props);
    assertEquals(buttonOf(screen) !== null, isThere);
  }
});

Deno.test("in production there is no button and no boundary for it [react/DVT-1] [react/DVT-12] [controller/DEV-13]", async () => {
  const managers = () => [new DevToolsManager(), new NetworkManager()];
  const boundaries = () => {
    const markup = renderToString(<DataProvider managers={managers()} />);
    return markup.match(/<!--\$-->/g)?.length ?? 0;
  };
  const inDevelopment = boundaries();
  await inProduction(async () => {
    if (!isPreact) assertEquals(boundaries(), inDevelopment - 1);
    await using screen = await renderPage({ managers: managers() });
    assertEquals(screen.container.innerHTML, "<p>content</p>");
  });
});

Deno.test("a DevToolsManager made in production passes everything on and connects to nothing [react/DVT-12]", () =>
  withExtension(async (_, connected) => {
    const manager = () => {
      const devTools = new DevToolsManager({ name: "quay" });
      const next = () => Promise.resolve();
      const wrapped = devTools.middleware(new Controller())(next);
      devTools.init(initialState);
      const { __DC_CONTROLLERS__ } = globalThis as {
        __DC_CONTROLLERS__?: Map<string, unknown>;
      };
      const isRegistered = __DC_CONTROLLERS__?.has("quay") ?? false;
      devTools.cleanup();
      return [wrapped === next, isRegistered, connected.length];
    };
    await inProduction(() => {
      assertEquals(manager(), [true, false, 0]);
      return Promise.resolve();
    });
    assertEquals(manager(), [false, true, 1]);
  }));

Deno.test("each position names two edges the button is ten pixels from; a change moves or removes it [react/DVT-5] [react/PRV-26] [controller/DEV-13]", async () => {
  await using screen = await renderPage();
  const edges = () => {
    const { position, top, bottom, left, right } = buttonOf(screen)!.style;
    return { position, top, bottom, left, right };
  };
  const none = { position: "fixed", top: "", bottom: "", left: "", right: "" };
  assertEquals(edges(), { ...none, bottom: "10px", right: "10px" });
  for (
    const [devButton, expected] of [
      ["bottom-right", { bottom: "10px", right: "10px" }],
      ["bottom-left", { bottom: "10px", left: "10px" }],
      ["top-right", { top: "10px", right: "10px" }],
      ["top-left", { top: "10px", left: "10px" }],
    ] as const
  ) {
    await screen.render(
      <DataProvider devButton={devButton}>
        <p>content</p>
      </DataProvider>,
    );
    assertEquals(edges(), { ...none, ...expected });
  }
  await screen.render(
    <DataProvider devButton={null}>
      <p>content</p>
    </DataProvider>,
  );
  assertEquals(buttonOf(screen), null);
});

Deno.test("the button floats above the content, which stays as it was [react/DVT-3] [react/DVT-5]", async () => {
  await using screen = await renderPage();
  const [content, button, panel, ...others] = screen.container.children;
  assertEquals(content!.outerHTML, "<p>content</p>");
  assert(button === buttonOf(screen));
  assert(Number((button as HTMLElement).style.zIndex) > 1_000_000); // Nothing but the button can be clicked while the panel is closed.
  assertEquals([panel!.children.length, panel!.shadowRoot], [0, null]);
  assertEquals(others, []);
});

Deno.test("content that waits or fails does not take the button away [react/DVT-3]", async () => {
  const forever = new Promise<never>(() => {});
  function Waiting(): never {
    throw forever;
  }
  const warnings = await withoutConsole("warn", async () => {
    await using screen = await render(
      <DataProvider>
        <Waiting />
      </DataProvider>,
    );
    await settle();
    assert(buttonOf(screen) !== null);
  });
  assertEquals(warnings.length, 1);
});

Deno.test("nothing about the button comes from a network or a style sheet [react/DVT-6]", async () => {
  await using screen = await renderPage();
  await settle(() => buttonOf(screen)!.click());
  const added = screen.container.cloneNode(true) as HTMLElement;
  assertEquals(added.querySelectorAll("style, link, img, script").length, 0);
  assertEquals(/url\(|src=|@import/.test(added.innerHTML), false);
  const icon = buttonOf(screen)!.querySelector("svg")!;
  assertEquals(icon.getAttribute("aria-hidden"), "true");
  assert(icon.children.length > 0);
});

Deno.test("the button is native, has a name and tells whether it is open [react/NEW-73]", async () => {
  await using screen = await renderPage();
  const button = buttonOf(screen)!;
  assertEquals([button.tagName, button.type], ["BUTTON", "button"]);
  const state = () => [
    button.getAttribute("aria-label"),
    button.getAttribute("aria-expanded"),
    panelOf(screen) !== null,
  ];
  assertEquals(state(), ["Open data devtools", "false", false]);
  await settle(() => button.click());
  assertEquals(state(), ["Close data devtools", "true", true]);
  await settle(() => button.click());
  assertEquals(state(), ["Open data devtools", "false", false]);
});

Deno.test("the button is large enough, legible, at its place in the tab order, and does not move [react/NEW-73]", async () => {
  await using screen = await renderPage();
  const { style, tabIndex } = buttonOf(screen)!;
  assert(parseFloat(style.width) >= 24 && parseFloat(style.height) >= 24);
  assert(contrast(style.color, style.backgroundColor) >= 4.5);
  assertEquals([style.transition, style.animation], ["", ""]);
  assertEquals(tabIndex, 0);
  const focusable = [...screen.container.querySelectorAll("a, button")];
  assert(focusable.at(-1) === buttonOf(screen));
});

Deno.test("Escape closes the panel and gives the focus back [react/NEW-73] [react/NEW-74]", async () => {
  await using screen = await renderPage();
  const button = buttonOf(screen)!;
  await settle(() => button.click());
  const tab = panelOf(screen)!.querySelector<HTMLElement>("[role=tab]")!;
  tab.focus();
  await press(tab, "a");
  assert(panelOf(screen) !== null);
  await press(tab, "Escape");
  assertEquals(panelOf(screen), null);
  assert(document.activeElement === button);
});

Deno.test("with the browser extension the panel offers to open it [react/DVT-2]", async () => {
  await withExtension(async (opened) => {
    await using screen = await renderPage();
    await settle(() => buttonOf(screen)!.click());
    assertEquals(opened, []);
    const offer = [...panelOf(screen)!.querySelectorAll("button")]
      .find(({ textContent }) => textContent === "Redux DevTools")!;
    await settle(() => offer.click());
    assertEquals(opened, ["panel"]);
  });
});

Deno.test("without the browser extension the button still shows what the store holds [react/DVT-2]", async () => {
  forgetPanel();
  let controller!: Controller;
  function Capture(): null {
    controller = useController() as unknown as Controller;
    return null;
  }
  await using screen = await render(
    <DataProvider>
      <Capture />
    </DataProvider>,
  );
  await settle();
  await settle(() => buttonOf(screen)!.click());
  const entities = () =>
    panelOf(screen)!.querySelector("[role=tab]")!.textContent;
  assertEquals(entities(), "Entities 0");
  await settle(() => buttonOf(screen)!.click());
  await settle(() => controller.set(Vessel, { id: "1" }, { id: "1" }));
  await settle(() => buttonOf(screen)!.click());
  assertEquals(entities(), "Entities 1");
});

Deno.test("hydration agrees with the server for every position and list of managers, then the button appears [react/DVT-4]", async () => {
  if (isPreact) return await assertHydration(["bottom-right"]);
  await assertHydration(["bottom-right", "top-left", null]);
});

async function assertHydration(
  positions: readonly ("bottom-right" | "top-left" | null)[],
): Promise<void> {
  const page = (props: ProviderProps) => (
    <StrictMode>
      <DataProvider {...props}>
        <p>content</p>
      </DataProvider>
    </StrictMode>
  );
  const lists = [
    () => getDefaultManagers(),
    () => getDefaultManagers({ devToolsManager: null }),
  ];
  const settings = positions.flatMap((devButton) =>
    lists.map((managers) => () => ({ devButton, managers: managers() }))
  );
  const markups = new Set<string>();
  for (const onServer of settings) {
    const markup = renderToString(page(onServer()));
    markups.add(markup);
    for (const onClient of settings) {
      const container = document.createElement("div");
      container.innerHTML = markup;
      document.body.append(container);
      const mismatches: unknown[] = [];
      const props = onClient();
      let root!: ReturnType<typeof hydrateRoot>;
      await settle(() => {
        root = hydrateRoot(container, page(props), {
          onRecoverableError: (error) => void mismatches.push(error),
        });
      });
      await settle();
      assertEquals(mismatches, []);
      assertEquals(
        buttonOf({ container }) !== null,
        props.devButton !== null && props.managers.length === 3,
      );
      await settle(() => root.unmount());
      container.remove();
    }
  }
  assertEquals(markups.size, 1);
  const [markup] = markups;
  assertEquals(markup!.includes("button"), false);
  if (!isPreact) assert(markup!.endsWith("<!--$--><!--/$-->"));
}

Deno.test("over a store of the application there is a button if it is said to have a DevToolsManager [react/PRV-30] [react/DVT-1]", async () => {
  for (
    const [props, isThere] of [
      [{}, false],
      [{ hasDevManager: true }, true],
      [{ hasDevManager: true, devButton: null }, false],
    ] as const
  ) {
    const { store, selector, controller } = prepareStore(
      initialState,
      [new NetworkManager()],
      Controller,
    );
    await using screen = await render(
      <ExternalDataProvider {...{ store, selector, controller, ...props }}>
        <p>content</p>
      </ExternalDataProvider>,
    );
    await settle();
    assertEquals(buttonOf(screen) !== null, isThere);
  }
});

/** Contrast of two colours as the accessibility guidelines define it. */
function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return (light! + 0.05) / (dark! + 0.05);
}

function luminance(color: string): number {
  const [red, green, blue] = color.match(/\d+/g)!.map((part) => {
    const share = Number(part) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

Deno.test("the height of the panel counts every key, however fast they come [react/NEW-74]", async () => {
  await using screen = await renderPage();
  const page = globalThis as { innerHeight?: number };
  const { innerHeight } = page;
  page.innerHeight = 800;
  try {
    await settle(() => buttonOf(screen)!.click());
    const separator = panelOf(screen)!.querySelector("[role=separator]")!;
    const height = () => separator.getAttribute("aria-valuenow");
    assertEquals(height(), "360");
    await press(separator, "ArrowDown", 2);
    while (height() === "360") await settle();
    assertEquals(height(), "320");
  } finally {
    if (innerHeight === undefined) delete page.innerHeight;
    else page.innerHeight = innerHeight;
  }
});
