// @ts-types="npm:@types/react@^19"
import * as React from "react";
// @ts-types="npm:@types/react-dom@^19/client"
import { createRoot } from "react-dom/client";
// @ts-types="npm:@types/react-dom@^19/test-utils"
import * as testUtilities from "react-dom/test-utils";
import type { RendererAct } from "./act.ts";
import type { RendererRoot, TestRenderer } from "./rendered_hook.ts";
import { realTask } from "./wait_for.ts";

/**
 * Where and how {@linkcode renderHook} renders into a document. All but the
 * place is handed to React's `createRoot`.
 */
export interface DomOptions {
  /** Render into this element, which stays. Default: a new one in `baseElement`, which goes. */
  readonly container?: Element | undefined;
  /** Default: `document.body`. */
  readonly baseElement?: Element | undefined;
  /** The beginning of ids of `useId`. */
  readonly identifierPrefix?: string;
  /** Called with errors that no error boundary caught. React 19 only. */
  readonly onUncaughtError?:
    | ((
      error: unknown,
      errorInfo: { readonly componentStack?: string | undefined },
    ) => void)
    | undefined;
  /** Called with errors that an error boundary caught. React 19 only. */
  readonly onCaughtError?:
    | ((
      error: unknown,
      errorInfo: {
        readonly componentStack?: string | undefined;
        readonly errorBoundary?: React.Component<unknown> | undefined;
      },
    ) => void)
    | undefined;
  /** Called with errors that React recovered from by itself. */
  readonly onRecoverableError?: (
    error: unknown,
    errorInfo: React.ErrorInfo,
  ) => void;
}

/** Renders into the document. */
export const domRenderer: TestRenderer<DomOptions> = {
  createRoot({ container, baseElement, ...options }): RendererRoot {
    const place = container ?? newContainer(baseElement);
    const root = createRoot(place, options);
    return {
      render: (content) => root.render(content),
      unmount() {
        root.unmount();
        if (container === undefined) place.remove();
      },
    };
  },
  act: findAct(),
};

function findAct(): RendererAct | undefined {
  const { act } = React as { act?: RendererAct };
  if (act !== undefined) return act;
  return "act" in testUtilities ? actOfOthers : undefined;
}

function newContainer(baseElement: Element | undefined): Element {
  if (typeof document === "undefined") {
    throw new Error(
      "@tessera/client/testing renders into a document, and there is none. Import a module that creates one, " +
        "for instance with jsdom, before it; or use @tessera/client/testing/renderer with another renderer.",
    );
  }
  const container = document.createElement("div");
  (baseElement ?? document.body).append(container);
  return container;
}

/** Renderers other than React flush once; React goes on until settled promises cause nothing more. */
function actOfOthers(callback: () => unknown): PromiseLike<unknown> {
  const { act } = testUtilities as unknown as { act: RendererAct };
  const flushed = act(callback);
  const finish = async () => {
    await flushed;
    for (let round = 0; round < 3; round++) await act(realTask);
  };
  return { then: (resolve, reject) => finish().then(resolve, reject) };
}
