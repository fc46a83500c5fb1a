// @ts-types="npm:@types/react@^19"
import { Fragment, useCallback, useSyncExternalStore } from "react";
import type { Article } from "../harness/articles.ts";
import type { PageAdapter, PageStore, Reading, Shown } from "./contract.ts";

/** What one would write by hand: Maps, and listeners of each key. */
export const floor: PageAdapter = {
  open: (seed, reading) => new FloorStore(seed, reading),
};

class FloorStore implements PageStore {
  readonly Provider = Fragment;
  readonly #reading: Reading;
  readonly #articles = new Map<string, Shown>();
  readonly #listeners = new Map<string, Set<() => void>>();
  #list: readonly Shown[];
  #light = 0;

  constructor(seed: Article[], reading: Reading) {
    this.#reading = reading;
    this.#list = seed;
    for (const item of seed) this.#articles.set(String(item.id), item);
  }

  readonly useArticle = (id: string): Shown =>
    this.#use(id, () => this.#articles.get(id)!);

  readonly useArticles = (): readonly Shown[] =>
    this.#use("list", () => this.#list);

  readonly useBeacon = (): number => this.#use("beacon", () => this.#light);

  update(id: string, patch: { title: string; views: number }): void {
    const old = this.#articles.get(id)!;
    const changed = { ...old, ...patch };
    this.#articles.set(id, changed);
    if (this.#reading === "entity") return this.#tell(id);
    this.#list = this.#list.map((item) => item === old ? changed : item);
    this.#tell("list");
  }

  light(value: number): void {
    this.#light = value;
    this.#tell("beacon");
  }

  refetch(response: Article[]): void {
    let isChanged = false;
    const list = response.map((item) => {
      const id = String(item.id);
      const old = this.#articles.get(id);
      if (old && isSame(old as Article, item)) return old;
      this.#articles.set(id, item);
      isChanged = true;
      if (this.#reading === "entity") this.#tell(id);
      return item;
    });
    if (!isChanged) return;
    this.#list = list;
    this.#tell("list");
  }

  #use<Value>(key: string, read: () => Value): Value {
    const subscribe = useCallback((listener: () => void) => {
      let listeners = this.#listeners.get(key);
      if (!listeners) this.#listeners.set(key, listeners = new Set());
      listeners.add(listener);
      return () => listeners.delete(listener);
    }, [key]);
    return useSyncExternalStore(subscribe, read);
  }

  #tell(key: string): void {
    this.#listeners.get(key)?.forEach((listener) => listener());
  }
}

function isSame(a: Article, b: Article): boolean {
  return a.title === b.title && a.slug === b.slug && a.body === b.body &&
    a.views === b.views && a.rating === b.rating &&
    a.published === b.published && a.createdAt === b.createdAt &&
    a.author.id === b.author.id && a.author.name === b.author.name &&
    a.author.email === b.author.email && a.author.karma === b.author.karma;
}
