/**
 * Runs in the browser: steps that the runner asks for, one at a time.
 *
 * @module
 */
// @ts-types="npm:@types/react@^19"
import { startTransition } from "react";
// @ts-types="npm:@types/react-dom@^19/client"
import { createRoot, type Root } from "react-dom/client";
import { type Article, article, articles } from "../harness/articles.ts";
import { articlesChanged } from "../harness/articles.ts";
import type { PageAdapter, PageStore, Reading } from "./contract.ts";
import { createScreen, rendering, type Screen } from "./screen.tsx";
import { verifyConsistency, verifyTransition } from "./tearing.ts";
import { onceShown, painted, rowsInDocument, verifyRows } from "./document.ts";

/** Frees what died young, so that nobody pays for the litter of the step before. */
declare const gc: ((options: { type: "minor" }) => void) | undefined;

/** What a step took. */
export interface Step {
  /** From the call to the first moment at which the document shows the change. */
  readonly milliseconds: number;
  /** Rows rendered because of it. */
  readonly renders: number;
}

/** What the runner may ask for. */
export interface PageSteps {
  mount(reading: Reading, count: number): Promise<Step>;
  /** Changes one article. */
  update(): Promise<Step>;
  /** Changes something that no row shows. */
  unrelated(): Promise<Step>;
  /** Stores a response in which one article in a hundred differs. */
  refetch(): Promise<Step>;
  unmount(): void;
  /** Throws if two rows on screen ever show different states. */
  verifyConsistency(reading: Reading): Promise<void>;
}

/** Offers the steps of a library to the runner. */
export function serve(adapter: PageAdapter): void {
  (globalThis as { steps?: PageSteps }).steps = new Steps(adapter);
}

class Steps implements PageSteps {
  readonly #adapter: PageAdapter;
  #root: Root | undefined;
  #store!: PageStore;
  #screen!: Screen;
  /** What the page has to show. */
  #model: Article[] = [];
  #version = 0;
  #light = 0;

  constructor(adapter: PageAdapter) {
    this.#adapter = adapter;
  }

  async mount(reading: Reading, count: number): Promise<Step> {
    this.#open(reading, count);
    const step = await time(
      () => this.#root!.render(this.#screen.element),
      () => rowsInDocument().length === count,
    );
    verifyRows(this.#model);
    return step;
  }

  async update(): Promise<Step> {
    const version = ++this.#version;
    const index = version * 37 % this.#model.length;
    const patch = { title: `t${version}`, views: version };
    const model = this.#model[index]!;
    Object.assign(model, patch);
    const cell = rowsInDocument()[index]!.children[0]!;
    const step = await time(
      () => this.#store.update(`a${index}`, patch),
      () => cell.textContent === patch.title,
    );
    verifyRows(this.#model);
    return step;
  }

  async unrelated(): Promise<Step> {
    const light = ++this.#light;
    const beacon = document.getElementById("beacon")!;
    const step = await time(
      () => this.#store.light(light),
      () => beacon.textContent === String(light),
    );
    verifyRows(this.#model);
    return step;
  }

  async refetch(): Promise<Step> {
    const { length } = this.#model;
    const { typename = false } = this.#adapter;
    const options = { typename };
    const response = articlesChanged(length, ++this.#version, options);
    this.#model = articlesChanged(length, this.#version, options);
    const cell = rowsInDocument()[7]!.children[0]!;
    const { title } = this.#model[7]!;
    const step = await time(
      () => this.#store.refetch(response),
      () => cell.textContent === title,
    );
    verifyRows(this.#model);
    return step;
  }

  unmount(): void {
    this.#root?.unmount();
    this.#root = undefined;
  }

  async verifyConsistency(reading: Reading): Promise<void> {
    const count = 100;
    this.#open(reading, count);
    const { typename = false } = this.#adapter;
    const versionOf = (version: number) =>
      Array.from(
        { length: count },
        (_, index) => article(index, { typename, version }),
      );
    const [next, last] = [versionOf(1), versionOf(2)];
    await onceShown(
      () => this.#root!.render(this.#screen.element),
      () => rowsInDocument().length === count,
    );
    rendering.slowness = 0.5;
    try {
      await verifyConsistency(
        () => startTransition(() => this.#screen.setMode(1)),
        () => this.#store.refetch(next),
      );
      await verifyTransition(
        () => startTransition(() => this.#store.refetch(last)),
        2,
      );
    } finally {
      rendering.slowness = 0;
      this.unmount();
    }
  }

  #open(reading: Reading, count: number): void {
    const { typename = false } = this.#adapter;
    this.#model = articles(count, { typename });
    this.#store = this.#adapter.open(articles(count, { typename }), reading);
    const ids = this.#model.map(({ id }) => String(id));
    this.#screen = createScreen(this.#store, reading, ids);
    this.#root = createRoot(document.getElementById("root")!);
  }
}

async function time(
  change: () => void,
  isShown: () => boolean,
): Promise<Step> {
  await painted();
  gc?.({ type: "minor" });
  const before = rendering.rows;
  const milliseconds = await onceShown(change, isShown);
  // whatever else the library renders belongs to the change
  await new Promise((resolve) => setTimeout(resolve, 20));
  return { milliseconds, renders: rendering.rows - before };
}
