/**
 * Renders components into a document and hooks into a component, and counts
 * their commits.
 *
 * @module
 */
import "./dom.ts";
import {
  type ComponentProps,
  type ReactNode,
  StrictMode,
  Suspense,
  useEffect,
} from "react";
import { createRoot, type Root } from "react-dom/client";
import { act } from "./act.ts";
import { visibleText } from "./visible_text.ts";
import type { Controller } from "../../../controller/mod.ts";
import {
  DataProvider,
  ErrorBoundary,
  type ErrorFallbackProps,
  useController,
} from "../../../react/mod.ts";

/** What is on screen, and the means to change it. */
export interface Screen extends AsyncDisposable {
  readonly container: HTMLElement;
  readonly root: Root;
  /** All text on screen. */
  text(): string;
  /** Replaces what is rendered. */
  render(content: ReactNode): Promise<void>;
  unmount(): Promise<void>;
}

/** Renders into a new element of the document. */
export async function render(content: ReactNode): Promise<Screen> {
  const container = document.createElement("div");
  document.body.append(container);
  const root = createRoot(container);
  let isMounted = true;
  const screen: Screen = {
    container,
    root,
    text: () => visibleText(container),
    render: (next) => flush(() => root.render(next)),
    async unmount() {
      if (!isMounted) return;
      isMounted = false;
      await flush(() => root.unmount());
      container.remove();
    },
    [Symbol.asyncDispose]: () => screen.unmount(),
  };
  await screen.render(content);
  return screen;
}

/** Runs, and lets React finish what follows from it. */
function flush(run: () => void): Promise<void> {
  return act(() => {
    run();
    return Promise.resolve();
  });
}

/** Runs, and lets React, promises and answers that are there finish. */
export async function settle(...runs: (() => unknown)[]): Promise<void> {
  await act(async () => {
    await Promise.allSettled(runs.map((run) => run()));
  });
}

/** Calls a function that takes its time, and lets React follow. */
export async function start<T>(
  run: () => Promise<T>,
): Promise<{ readonly result: Promise<T> }> {
  let result!: Promise<T>;
  await flush(() => {
    result = run();
  });
  return { result };
}

/**
 * Runs something that takes several renders, which React must then do by
 * itself.
 */
export async function waitFor(run: () => Promise<unknown>): Promise<void> {
  const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  environment.IS_REACT_ACT_ENVIRONMENT = false;
  try {
    await run();
  } finally {
    environment.IS_REACT_ACT_ENVIRONMENT = true;
  }
}

/** A hook rendered on its own. */
export interface RenderedHook<Props, Result> extends AsyncDisposable {
  /** What the hook returned last; `undefined` before its first commit. Throws what the hook threw, while that is on screen. */
  readonly current: Result;
  /** What it has thrown to the error boundary. */
  readonly error: unknown;
  /** Whether the fallback is on screen. */
  readonly isSuspended: boolean;
  /** How often the component was committed. */
  readonly commits: number;
  readonly controller: Controller;
  readonly screen: Screen;
  rerender(props: Props): Promise<void>;
}

/** Options of {@linkcode renderHook}. */
export interface RenderHookOptions<Props> {
  readonly props: Props;
  readonly strict?: boolean;
  readonly provider?: Omit<ComponentProps<typeof DataProvider>, "children">;
}

/** Renders a hook below a provider, a Suspense and an error boundary. */
export async function renderHook<Props, Result>(
  hook: (props: Props) => Result,
  { props, strict = false, provider = {} }: RenderHookOptions<Props>,
): Promise<RenderedHook<Props, Result>> {
  let current: Result;
  let error: unknown;
  let commits = 0;
  let isSuspended = false;
  let hasFailed = false;
  let controller!: Controller;

  function Subject({ props }: { props: Props }): ReactNode {
    const result = hook(props);
    useEffect(() => {
      current = result;
      commits++;
    });
    return null;
  }
  function Failure(failure: ErrorFallbackProps<unknown>): ReactNode {
    error = failure.error;
    useEffect(() => {
      hasFailed = true;
      return () => {
        hasFailed = false;
      };
    }, []);
    return "failed";
  }
  function Waiting(): ReactNode {
    useEffect(() => {
      isSuspended = true;
      return () => {
        isSuspended = false;
      };
    }, []);
    return "waiting";
  }
  function Capture(): ReactNode {
    controller = useController();
    return null;
  }
  const content = (props: Props) => {
    const tree = (
      <DataProvider {...provider}>
        <Capture />
        <Suspense fallback={<Waiting />}>
          <ErrorBoundary fallbackComponent={Failure}>
            <Subject props={props} />
          </ErrorBoundary>
        </Suspense>
      </DataProvider>
    );
    return strict ? <StrictMode>{tree}</StrictMode> : tree;
  };
  const screen = await render(content(props));
  return {
    get current() {
      if (hasFailed) throw error;
      return current;
    },
    get error() {
      return error;
    },
    get isSuspended() {
      return isSuspended;
    },
    get commits() {
      return commits;
    },
    get controller() {
      return controller;
    },
    screen,
    rerender: (props) => screen.render(content(props)),
    [Symbol.asyncDispose]: () => screen.unmount(),
  };
}
