// @ts-types="npm:@types/react@^19"
import { createElement, type ReactNode, StrictMode } from "react";
import type { Act, RendererAct } from "./act.ts";

/**
 * Something a renderer shows content in: what a {@linkcode TestRenderer} makes.
 */
export interface RendererRoot {
  /** Replaces the content. */
  render(content: ReactNode): void;
  /** Removes the content. */
  unmount(): void;
}

/**
 * What the tools need of a renderer.
 *
 * @example
 * ```ts
 * import type { ReactNode } from "react";
 * import { createTesting, type TestRenderer } from "@tessera/client/testing/renderer";
 *
 * // such as react-test-renderer
 * interface Renderer {
 *   create(content: ReactNode): { update(content: ReactNode): void; unmount(): void };
 * }
 *
 * export function testingOf({ create }: Renderer) {
 *   const renderer: TestRenderer<unknown> = {
 *     createRoot() {
 *       const root = create(null);
 *       return {
 *         render: (content) => root.update(content),
 *         unmount: () => root.unmount(),
 *       };
 *     },
 *   };
 *   return createTesting(renderer);
 * }
 * ```
 */
export interface TestRenderer<Options> {
  /**
   * Makes a place to render into.
   *
   * @param options What the test gave besides the options of the tools.
   */
  createRoot(options: Options): RendererRoot;
  /** Default: that of React. */
  readonly act?: RendererAct | undefined;
}

/** Options of everything that renders by a {@linkcode TestRenderer}. */
export interface RootOptions {
  /** Whether everything is rendered inside StrictMode. Default `false`. */
  readonly reactStrictMode?: boolean | undefined;
}

/** A root whose changes happen inside `act`. */
export class ActingRoot {
  readonly #root: RendererRoot;
  readonly #act: Act;
  readonly #isStrict: boolean;
  #isMounted = true;

  constructor(
    root: RendererRoot,
    act: Act,
    { reactStrictMode = false }: RootOptions,
  ) {
    this.#root = root;
    this.#act = act;
    this.#isStrict = reactStrictMode;
  }

  /**
   * Renders at once.
   *
   * @param content What to render.
   * @param before Runs in the same batch.
   * @returns Resolves when promises have settled, and what they cause is rendered.
   */
  render(content: ReactNode, before?: () => void): PromiseLike<void> {
    const tree = this.#isStrict
      ? createElement(StrictMode, null, content)
      : content;
    const rendered: unknown = this.#act(() => {
      before?.();
      this.#root.render(tree);
    });
    return rendered as PromiseLike<void>;
  }

  /** Removes everything; calling it again does nothing. */
  unmount(): void {
    if (!this.#isMounted) return;
    this.#isMounted = false;
    this.#act(() => this.#root.unmount());
  }
}
