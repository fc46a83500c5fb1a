/**
 * Renders as an application does: without `act`, which has React do at once
 * what it has put off, and so hides what waits for React. Works with production
 * builds of React, too.
 *
 * @module
 */
import "./dom.ts";
import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { visibleText } from "./visible_text.ts";

/** What is on screen. */
export interface LiveScreen extends AsyncDisposable {
  readonly container: HTMLElement;
  /** All text on screen. */
  text(): string;
}

/** Renders into a new element of the document, and lets the renderer do the rest by itself. */
export async function renderLive(content: ReactNode): Promise<LiveScreen> {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean })
    .IS_REACT_ACT_ENVIRONMENT = false;
  const container = document.createElement("div");
  document.body.append(container);
  const root = createRoot(container);
  root.render(content);
  await idle();
  return {
    container,
    text: () => visibleText(container),
    async [Symbol.asyncDispose]() {
      root.unmount();
      await idle();
      container.remove();
    },
  };
}

/** How many tasks a renderer may take for what a few writes cause. */
const enough = 30;

/** Resolves when everything has been rendered that waits for nothing else. */
export async function idle(): Promise<void> {
  for (let task = 0; task < enough; task++) {
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}
