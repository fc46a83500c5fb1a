/**
 * The panel: its tabs, what they have in common, and when it is drawn.
 *
 * It is drawn by itself into a shadow root, at most once a frame, and ten times
 * a second while actions come in. The application is not rendered for it.
 *
 * @module
 */
import type { Controller } from "../../controller/mod.ts";
import { actionsTab } from "./actions_tab.ts";
import { deed } from "./details.ts";
import { type Child, h, patch, type VirtualElement } from "./dom.ts";
import { endpointsTab } from "./endpoints_tab.ts";
import { entitiesTab } from "./entities_tab.ts";
import { pendingTab } from "./pending_tab.ts";
import { readersTab } from "./readers_tab.ts";
import { FrameQueue, RowList } from "./row_list.ts";
import { StoreView, typeOf } from "./store_view.ts";
import { style } from "./style.ts";
import type { Tab, TabContext, TabView } from "./tab.ts";
import { tablesTab } from "./tables_tab.ts";

/** How a {@linkcode Panel} begins. */
export interface PanelOptions {
  /** Of the store that is displayed. */
  readonly controller: Controller;
  /** At which edge of the window it is. */
  readonly edge: "bottom" | "top";
  /** Lets a style element through a content security policy; only needed without constructed style sheets. */
  readonly styleNonce?: string | undefined;
  /** Whether it is in a shadow root of its own. */
  readonly isIsolated: boolean;
  /** Called when the user closes it. */
  readonly onClose: () => void;
  /** Called when its height is another. */
  readonly onHeight: (height: number) => void;
}

const tabs: readonly Tab[] = [
  entitiesTab,
  endpointsTab,
  actionsTab,
  pendingTab,
  readersTab,
  tablesTab,
];

/** Drawn this often while actions come in, in milliseconds, or less often if drawing takes long. */
const sampling = 100;
/** It rests so many times as long as it has drawn. */
const rest = 10;
/** A part of the address that opens the panel at a view. */
const parameter = "tessera-devtools";
const smallest = 140;

/** What is remembered from one page to the next. */
export interface Remembered {
  isOpen: boolean;
  height: number;
  /** `tab/kind/selected`. */
  view: string;
}

/** What is seen of a value. */
interface Made {
  readonly value: unknown;
  readonly element: VirtualElement;
}

/** A height for which the window has room, and for the button next to it. */
export function fitting(height: number): number {
  const most = Math.max(smallest, globalThis.innerHeight - 60);
  return Math.min(Math.max(height, smallest), most);
}

/** What the browser remembers, or the address asks for. */
export function remembered(initialIsOpen = false): Remembered {
  let stored: Partial<Remembered> = {};
  try {
    stored = JSON.parse(localStorage.getItem(parameter) ?? "{}");
  } catch {
    // nothing is remembered then
  }
  const asked = new URLSearchParams(globalThis.location?.search).get(parameter);
  return {
    isOpen: asked !== null || (stored.isOpen ?? initialIsOpen),
    height: stored.height ?? 360,
    view: asked ?? stored.view ?? "",
  };
}

/** Lets the browser remember something. */
export function remember(change: Partial<Remembered>): void {
  try {
    const stored = JSON.parse(localStorage.getItem(parameter) ?? "{}");
    localStorage.setItem(parameter, JSON.stringify({ ...stored, ...change }));
  } catch {
    // storage is full or forbidden
  }
}

/** Whether style sheets can be made without an element, to which no content security policy objects. */
const isConstructible = globalThis.CSSStyleSheet !== undefined &&
  "replaceSync" in CSSStyleSheet.prototype;

/** The panel of one store, in an element of the page. */
export class Panel implements TabContext {
  readonly store: StoreView;
  readonly scrolls: Map<string, number> = new Map();
  readonly opened: Set<string> = new Set();
  readonly listed: Map<string, number> = new Map();
  editing: string | undefined;
  search = "";
  tab: string = tabs[0]!.id;
  readonly #options: PanelOptions;
  readonly #root: HTMLElement | ShadowRoot;
  readonly #views = new Map<string, TabView>();
  readonly #lists = new Map<string, RowList<unknown>>();
  /** What was made of values: in the last drawing, and in this one. */
  #known = new Map<string, Made>();
  #made = new Map<string, Made>();
  readonly #queue: FrameQueue = new FrameQueue({
    now: () => performance.now(),
    next: inNextFrame,
  });
  #height: number;
  #status = "";
  #content: HTMLElement | undefined;
  #removeStyle: (() => void) | undefined;
  #isDestroyed = false;
  #isScheduled = false;
  #drawnAt = 0;
  /** The time between two drawings while actions come in, in milliseconds. */
  #interval = sampling;
  #stopListening: (() => void) | undefined;
  #listensTo: unknown;
  #ticker: ReturnType<typeof setInterval> | undefined;

  /**
   * @param host An empty element of the page.
   * @param options How it begins.
   */
  constructor(host: HTMLElement, options: PanelOptions) {
    this.#options = options;
    this.store = new StoreView(options.controller);
    this.#root = options.isIsolated
      ? host.shadowRoot ?? host.attachShadow({ mode: "open" })
      : host;
    const { height, view } = remembered();
    this.#height = height;
    const [tab = "", kind, selected] = view.split("/").map(decode);
    if (tabs.some(({ id }) => id === tab)) {
      this.tab = tab;
      Object.assign(this.view, { kind, selected });
    }
    this.#addStyle();
    this.flush();
  }

  get view(): TabView {
    let view = this.#views.get(this.tab);
    if (view === undefined) {
      view = { kind: undefined, selected: undefined, sort: undefined };
      this.#views.set(this.tab, view);
    }
    return view;
  }

  /** Height in pixels, as far as the window has room. */
  get height(): number {
    return fitting(this.#height);
  }

  /** Removes it from the page. From then on nothing of the store is looked at. */
  destroy(): void {
    this.#isDestroyed = true;
    this.#stopListening?.();
    clearInterval(this.#ticker);
    this.store.display(undefined);
    this.#removeStyle?.();
    this.#root.replaceChildren();
  }

  list<T>(name: string): RowList<T> {
    let list = this.#lists.get(name);
    if (list === undefined) {
      list = new RowList(this.#queue, this.update);
      this.#lists.set(name, list);
    }
    return list as RowList<T>;
  }

  memo(id: string, value: unknown, make: () => VirtualElement): VirtualElement {
    const known = this.#known.get(id);
    const made = known && Object.is(known.value, value)
      ? known
      : { value, element: make() };
    this.#made.set(id, made);
    return made.element;
  }

  readonly update = (): void => this.#schedule(0);

  flush(): void {
    if (this.#isDestroyed) return;
    const start = performance.now();
    this.#listen();
    this.#queue.begin();
    this.store.begin(this.update);
    [this.#known, this.#made] = [this.#made, new Map()];
    patch(this.#container(), this.#render());
    this.#drawnAt = performance.now();
    this.#interval = Math.max(sampling, (this.#drawnAt - start) * rest);
  }

  select(key: string | undefined): void {
    this.view.selected = key;
    this.editing = undefined;
    this.#rememberView();
    this.update();
  }

  go(tab: string, kind?: string, selected?: string): void {
    this.tab = tab;
    this.editing = undefined;
    const { view } = this;
    if (kind !== undefined) view.kind = kind;
    if (selected !== undefined) view.selected = selected;
    this.#rememberView();
    this.update();
  }

  async run(deed: () => string | void | Promise<string | void>): Promise<void> {
    try {
      const done = deed();
      this.update();
      this.#status = await done ?? "";
    } catch (error) {
      this.#status = String(error);
    }
    this.update();
  }

  async copy(text: string): Promise<string> {
    await navigator.clipboard.writeText(text);
    return "Copied.";
  }

  /** Draws in the next frame, if that is not too early. */
  #schedule(wait: number): void {
    if (this.#isScheduled || this.#isDestroyed) return;
    this.#isScheduled = true;
    const draw = () =>
      this.#queue.draw(() => {
        this.#isScheduled = false;
        this.flush();
      });
    if (wait > 0) setTimeout(draw, wait);
    else draw();
  }

  readonly #noteAction = (): void => {
    if (this.#isScheduled) return;
    const since = performance.now() - this.#drawnAt;
    this.#schedule(Math.max(0, this.#interval - since));
  };

  /** The managers are there when the store has started. */
  #listen(): void {
    const { log } = this.store;
    if (this.#listensTo !== log) {
      this.#stopListening?.();
      this.#listensTo = log;
      this.#stopListening = log.onRecord(this.#noteAction);
    }
    this.#ticker ??= setInterval(() => {
      const isTicking = tabs.some(({ id, isTicking }) =>
        id === this.tab && isTicking
      );
      const isOther = this.#listensTo !== this.store.log;
      if (isTicking && !document.hidden || isOther) this.update();
    }, 1000);
  }

  /** What is on display, as `tab/kind/selected`. */
  get #viewText(): string {
    const { kind, selected } = this.view;
    const parts = selected !== undefined
      ? [this.tab, kind ?? "", selected]
      : kind !== undefined
      ? [this.tab, kind]
      : [this.tab];
    return parts.map(encodeURIComponent).join("/");
  }

  #rememberView(): void {
    remember({ view: this.#viewText });
  }

  /** The address of this page with what is on display. */
  get #address(): string {
    const address = new URL(location.href);
    address.searchParams.set(parameter, this.#viewText);
    return address.href;
  }

  #addStyle(): void {
    const root = this.#root;
    const scope = "adoptedStyleSheets" in root ? root : document;
    if (isConstructible) {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(style);
      scope.adoptedStyleSheets = [...scope.adoptedStyleSheets, sheet];
      this.#removeStyle = () => {
        scope.adoptedStyleSheets = scope.adoptedStyleSheets
          .filter((other) => other !== sheet);
      };
      return;
    }
    const element = document.createElement("style");
    const { styleNonce } = this.#options;
    if (styleNonce !== undefined) element.nonce = styleNonce;
    element.textContent = style;
    root.append(element);
  }

  #container(): HTMLElement {
    if (this.#content) return this.#content;
    const container = this.#content = document.createElement("div");
    // what is typed here is not meant for the application
    for (const name of ["keydown", "keyup", "keypress"]) {
      container.addEventListener(name, (event) => {
        if (name === "keydown") this.#onKey(event as KeyboardEvent);
        event.stopPropagation();
      });
    }
    this.#root.append(container);
    return container;
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    if (this.editing !== undefined) {
      this.editing = undefined;
      this.flush();
    } else if (this.search !== "") {
      this.search = "";
      this.flush();
    } else this.#options.onClose();
  }

  #render(): VirtualElement {
    const { edge } = this.#options;
    const tab = tabs.find(({ id }) => id === this.tab)!;
    const { height } = this;
    return h(
      "section",
      {
        class: `panel ${edge}`,
        role: "region",
        "aria-label": "Data devtools",
        css: { height: `${height}px` },
      },
      this.#separator(height),
      h(
        "header.bar",
        h(
          "div",
          { role: "tablist", "aria-label": "Views of the store" },
          tabs.map((each) => this.#tab(each, tab)),
        ),
        this.#tools(),
      ),
      this.#travel(),
      h(
        "div",
        {
          class: "body",
          role: "tabpanel",
          id: "tessera-view",
          key: tab.id,
          "aria-labelledby": `tessera-tab-${tab.id}`,
        },
        tab.render(this),
      ),
      h("p", { class: "status", role: "status" }, this.#status),
    );
  }

  #tools(): VirtualElement {
    const openExtension = openerOfExtension();
    return h(
      "div.tools",
      h("input", {
        type: "search",
        class: "search",
        "aria-label": "Search in all tabs",
        placeholder: "Search",
        value: this.search,
        oninput: ({ target }: Event) => {
          this.search = (target as HTMLInputElement).value.toLowerCase();
          this.update();
        },
      }),
      openExtension &&
        deed(this, {
          label: "Redux DevTools",
          title: "Open the Redux DevTools browser extension",
          run: () => openExtension("panel"),
        }),
      deed(this, {
        label: "Copy link",
        title: "Copy an address that opens this page with this view",
        run: () => this.copy(this.#address),
      }),
      h("button", {
        type: "button",
        class: "close",
        "aria-label": "Close",
        onclick: () => this.#options.onClose(),
      }, "✕"),
    );
  }

  #tab(tab: Tab, current: Tab): VirtualElement {
    const isCurrent = tab === current;
    const count = tab.count(this);
    return h(
      "button",
      {
        key: tab.id,
        type: "button",
        role: "tab",
        id: `tessera-tab-${tab.id}`,
        "aria-selected": isCurrent,
        "aria-controls": isCurrent ? "tessera-view" : undefined,
        tabindex: isCurrent ? 0 : -1,
        onclick: () => this.go(tab.id),
        onkeydown: (event: KeyboardEvent) => this.#moveTab(event, tab),
      },
      tab.label,
      count !== undefined && h("span.count", " ", count),
    );
  }

  #moveTab(event: KeyboardEvent, tab: Tab): void {
    const index = tabs.indexOf(tab);
    const next = {
      ArrowRight: index + 1,
      ArrowLeft: index - 1 + tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const { id } = tabs[next % tabs.length]!;
    this.go(id);
    this.flush();
    this.#root.querySelector<HTMLElement>(`#tessera-tab-${id}`)?.focus();
  }

  /** Says that the application displays an older state. */
  #travel(): Child {
    const { store } = this;
    if (!store.displayed) return null;
    const { number, action } = store.displayed;
    const recordAt = (by: number) => {
      const { displayed, records } = store;
      return displayed && records[records.indexOf(displayed) + by];
    };
    const step = (label: string, by: number) =>
      recordAt(by) && {
        label,
        // clicks may come faster than the panel is drawn
        run: () => {
          const record = recordAt(by);
          if (!record) return;
          store.display(record);
          this.go("actions", undefined, String(record.number));
        },
      };
    return h(
      "div",
      { class: "travel", key: "travel" },
      h(
        "span",
        h("strong", "Not live. "),
        `The page renders the state after action ${number}, ${typeOf(action)}.`,
      ),
      deed(this, step("Earlier", -1)),
      deed(this, step("Later", 1)),
      deed(this, {
        label: "Live",
        title: "Show the newest state again",
        run: () => store.display(undefined),
      }),
    );
  }

  #separator(height: number): VirtualElement {
    const { edge } = this.#options;
    const up = edge === "bottom" ? 1 : -1;
    return h("div", {
      class: "separator",
      role: "separator",
      tabindex: 0,
      "aria-label": "Height of the devtools",
      "aria-orientation": "horizontal",
      "aria-valuenow": Math.round(height),
      "aria-valuemin": smallest,
      "aria-valuemax": Math.max(smallest, globalThis.innerHeight - 60),
      onkeydown: (event: KeyboardEvent) => {
        // keys may come faster than it is drawn
        const { height } = this;
        const next = {
          ArrowUp: height + 20 * up,
          ArrowDown: height - 20 * up,
          Home: smallest,
          End: globalThis.innerHeight,
        }[event.key];
        if (next === undefined) return;
        event.preventDefault();
        this.#resize(next);
      },
      onpointerdown: (event: PointerEvent) => {
        const bar = event.currentTarget as HTMLElement;
        const from = event.clientY;
        const { height } = this;
        bar.setPointerCapture(event.pointerId);
        bar.onpointermove = ({ clientY }) =>
          this.#resize(height + (from - clientY) * up);
        bar.onpointerup = bar.onpointercancel = () => {
          bar.onpointermove = null;
        };
      },
    });
  }

  #resize(height: number): void {
    this.#height = height;
    this.#height = this.height;
    remember({ height: this.#height });
    this.#options.onHeight(this.#height);
    this.update();
  }
}

function inNextFrame(callback: () => void): void {
  // some environments of tests have no frames
  if (typeof requestAnimationFrame === "function") {
    requestAnimationFrame(callback);
  } else setTimeout(callback, 16);
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part) || undefined;
  } catch {
    return undefined;
  }
}

/** The part of the Redux DevTools browser extension that opens its window; nothing if it is not installed. */
function openerOfExtension(): ((position: string) => void) | undefined {
  const { __REDUX_DEVTOOLS_EXTENSION__: extension } = globalThis as {
    __REDUX_DEVTOOLS_EXTENSION__?: { open?(position: string): void };
  };
  return extension?.open && ((position) => extension.open!(position));
}
