import type { Child, VirtualElement } from "./dom.ts";
import type { RowList } from "./row_list.ts";
import type { StoreView } from "./store_view.ts";

/** What is selected in one tab. */
export interface TabView {
  /** Which of the lists at the side. */
  kind: string | undefined;
  /** Which row. */
  selected: string | undefined;
  sort: { readonly column: string; readonly isDown: boolean } | undefined;
}

/** A tab of the panel. */
export interface Tab {
  readonly id: string;
  readonly label: string;
  /** How many rows it has, with what is searched for; nothing until they are counted. */
  count(context: TabContext): number | undefined;
  /** What it displays. */
  render(context: TabContext): Child;
  /** Whether it displays times that go by. */
  readonly isTicking?: boolean;
}

/** What tabs have from the panel. */
export interface TabContext {
  readonly store: StoreView;
  /** The tab that is being drawn. */
  readonly tab: string;
  readonly view: TabView;
  /** What is searched for, in lower case. */
  readonly search: string;
  /** Height of the panel in pixels. */
  readonly height: number;
  /** How far tables are scrolled. */
  readonly scrolls: Map<string, number>;
  /** Members of values that are opened. */
  readonly opened: Set<string>;
  /** How much of a long list the user wants to see. */
  readonly listed: Map<string, number>;
  /** The field that is being edited. */
  editing: string | undefined;
  /** A list of rows that lives as long as the panel. */
  list<T>(name: string): RowList<T>;
  /** What was made of a value when it was drawn last, or is made of another one. */
  memo(id: string, value: unknown, make: () => VirtualElement): VirtualElement;
  /** Draws soon. */
  update(): void;
  /** Draws at once. */
  flush(): void;
  select(key: string | undefined): void;
  /** Displays something, perhaps in another tab. */
  go(tab: string, kind: string | undefined, selected: string | undefined): void;
  /** Does what the user asked for, and says how that went. */
  run(deed: () => string | void | Promise<string | void>): void;
  /** Puts a text on the clipboard. */
  copy(text: string): Promise<string>;
}
