// @ts-types="npm:@types/react@^19"
import type { ComponentType, ReactNode } from "react";
import type { Shown } from "../browser/contract.ts";

/** How many rows the page has, each with a request of its own. */
export const rowCount = 20;

/** What a library has to be able to do in a first page. */
export interface FirstPage {
  /** Gives the components below it the library's store. */
  readonly Provider: ComponentType<{ readonly children: ReactNode }>;
  /** Requests an article from `/articles/a0` and the like, and suspends until it is there. */
  useArticle(id: string): Shown;
}

/** What the page tells the server, once, at `/shown`. */
export interface FirstPageReport {
  /** From the navigation until all rows were shown. */
  readonly milliseconds: number;
  /** The text of each row. */
  readonly rows: readonly string[];
}
