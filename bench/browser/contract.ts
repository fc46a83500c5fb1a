/**
 * What a library has to be able to do in a page.
 *
 * @module
 */
// @ts-types="npm:@types/react@^19"
import type { ComponentType, ReactNode } from "react";
import type { Article } from "../harness/articles.ts";
import type { ArticlePatch, ArticleView } from "../harness/contract.ts";

/** How rows get their article: each by its id, or all from a list above them. */
export type Reading = "entity" | "list";

/** One library in a page. */
export interface PageAdapter {
  /** Whether articles need `__typename`. */
  readonly typename?: boolean;
  /** A new store that contains articles. */
  open(seed: Article[], reading: Reading): PageStore;
}

/** A store, and the hooks that read from it. */
export interface PageStore {
  /** Gives the components below it the store. */
  readonly Provider: ComponentType<{ readonly children: ReactNode }>;
  /** Reads one article; called only when opened for `entity`. */
  useArticle(id: string): Shown;
  /** Reads the list; called only when opened for `list`. */
  useArticles(): readonly Shown[];
  /** Reads a number that has nothing to do with articles. */
  useBeacon(): number;
  /** Changes one article. */
  update(id: string, patch: ArticlePatch): void;
  /** Changes the number. */
  light(value: number): void;
  /** Stores the list as a response, or every article where each is read by id. */
  refetch(response: Article[]): void;
}

/** What a row shows of an article. */
export type Shown = Readonly<Pick<Article, "id" | "title" | "views">> & {
  readonly author: Pick<ArticleView["author"], "name">;
};
