/**
 * Pages as a browser loads them: markup comes in pieces, and its scripts run.
 *
 * @module
 */
import "./dom.ts";
import { JSDOM } from "jsdom";
import type { ReactNode } from "react";
import { hydrateRoot, type Root } from "react-dom/client";
import { act } from "./act.ts";

/** What a page of the server becomes. */
export class Page implements AsyncDisposable {
  readonly document: Document;
  /** What React, or anybody else, has written to the console as an error or a warning. */
  readonly complaints: string[] = [];
  readonly #window: JSDOM["window"];
  readonly #roots: Root[] = [];
  readonly #leave: () => void;
  #isLoading = true;
  #isEmpty = true;

  private constructor(window: JSDOM["window"]) {
    this.#window = window;
    this.document = window.document as unknown as Document;
    this.document.open();
    // jsdom takes a document that is opened again for complete
    Object.defineProperty(this.document, "readyState", {
      get: () => this.#isLoading ? "loading" : "interactive",
    });
    // nor is it at its end when the first piece of it is
    window.addEventListener("DOMContentLoaded", (event: Event) => {
      if (this.#isLoading) event.stopImmediatePropagation();
    }, { capture: true });
    this.#leave = enter(window, this.complaints);
  }

  /** Begins to load; from now on `document` is that of the page. */
  static async begin(): Promise<Page> {
    const { window } = new JSDOM("", {
      url: "http://localhost/",
      runScripts: "dangerously",
      pretendToBeVisual: true,
    });
    // the events of the empty document are not those of the page
    await new Promise((resolve) => window.addEventListener("load", resolve));
    return new Page(window);
  }

  /** A page that is loaded already. */
  static async load(html: string): Promise<Page> {
    const page = await Page.begin();
    page.write(html);
    await page.end();
    return page;
  }

  /** Some more markup arrives: at first the begin of the page, then whole elements. */
  write(html: string): void {
    const { document } = this;
    if (!this.#isEmpty) {
      // jsdom would begin another page
      const template = document.createElement("template");
      template.innerHTML = html;
      for (const node of [...template.content.childNodes]) {
        document.body.append(runnable(node, document));
      }
      return;
    }
    this.#isEmpty = false;
    document.write(html);
    document.close();
  }

  /** All markup has arrived, and React's scripts have put it in its place. */
  async end(): Promise<void> {
    this.#isLoading = false;
    const { Event } = this.#window;
    this.document.dispatchEvent(
      new Event("DOMContentLoaded") as unknown as globalThis.Event,
    );
    while (this.document.querySelector("[hidden][id^='S:']") !== null) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  /** Takes over markup of the server. */
  async hydrate(content: ReactNode, selector = "#root"): Promise<void> {
    await act(async () => {
      this.#roots.push(
        hydrateRoot(this.document.querySelector(selector)!, content, {
          onRecoverableError: (error: unknown) => {
            this.complaints.push(`recovered from ${error}`);
          },
        }),
      );
      // what is loaded with the next task belongs to it
      await new Promise((resolve) => setTimeout(resolve));
    });
  }

  /** The markup of an element, without what only the renderers see. */
  html(selector = "#root"): string {
    return this.document.querySelector(selector)!.innerHTML
      .replace(/<!--.*?-->|<script>[^<]*<\/script>/g, "");
  }

  /** The element with this text has been clicked. */
  click(selector: string): void {
    const { MouseEvent } = this.#window;
    this.document.querySelector(selector)!.dispatchEvent(
      new MouseEvent("click", { bubbles: true }) as unknown as Event,
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await act(() => {
      for (const root of this.#roots) root.unmount();
      return Promise.resolve();
    });
    this.#leave();
    this.#window.close();
  }
}

/** A parser runs scripts; markup put into an element does not. */
function runnable(node: ChildNode, document: Document): ChildNode {
  if (node.nodeName !== "SCRIPT" || (node as HTMLScriptElement).type !== "") {
    return node;
  }
  const script = document.createElement("script");
  script.textContent = node.textContent;
  return script;
}

/** React notices that this process has rendered for a server before. */
const serverInSameProcess =
  "Detected multiple renderers concurrently rendering the same context provider.";

/** Puts the page's globals in place of the others. */
function enter(window: JSDOM["window"], complaints: string[]): () => void {
  const globals = globalThis as unknown as Record<string, unknown>;
  const kept: [Record<string, unknown>, string, unknown][] = [];
  const replace = (
    owner: Record<string, unknown>,
    name: string,
    value: unknown,
  ) => {
    kept.push([owner, name, owner[name]]);
    owner[name] = value;
  };
  replace(globals, "window", window);
  replace(globals, "document", window.document);
  replace(globals, "HTMLElement", window.HTMLElement);
  replace(globals, "Node", window.Node);
  replace(
    globals,
    "requestAnimationFrame",
    (run: FrameRequestCallback) => window.requestAnimationFrame(run),
  );
  const complain = (...words: unknown[]) => {
    if (String(words[0]).includes(serverInSameProcess)) return;
    complaints.push(words.map(String).join(" "));
  };
  for (const owner of [console, window.console]) {
    replace(owner as unknown as Record<string, unknown>, "error", complain);
    replace(owner as unknown as Record<string, unknown>, "warn", complain);
  }
  return () => {
    for (const [owner, name, value] of kept.reverse()) owner[name] = value;
  };
}
