/**
 * Tables of any length: only rows that can be seen are in the document.
 *
 * @module
 */
import { type Child, h, type VirtualElement } from "./dom.ts";
import type { TabContext } from "./tab.ts";

/** A column of a table. */
export interface Column<T> {
  /** Names it in the order of rows. */
  readonly id: string;
  readonly label: string;
  /** Class of its cells, which tells how wide it is. */
  readonly width: keyof typeof widths;
  /** Whether it is left out where there is little room. */
  readonly isMinor?: boolean;
  /** What rows are ordered by. Default: they cannot be ordered by this column. */
  readonly value?: ((row: T) => unknown) | undefined;
  /** What is in its cells. Default: the value. */
  readonly cell?: ((row: T) => Child) | undefined;
}

/**
 * A column.
 *
 * @param value What rows are ordered by; if nothing else is said, also what is in its cells.
 * @param more What is in its cells, and whether it is left out where there is little room.
 */
export function column<T>(
  id: string,
  label: string,
  width: Column<T>["width"],
  value?: Column<T>["value"],
  more?: Pick<Column<T>, "cell" | "isMinor">,
): Column<T> {
  return { id, label, width, value, ...more };
}

/** What a table displays. */
export interface TableOptions<T> {
  /** Tells it from other tables of the tab. */
  readonly name: string;
  readonly caption: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  /** The key of a row, which is selected by it. */
  keyOf(row: T): string;
  /** What is said where there are no rows. */
  readonly empty: string;
}

/** Widths of columns in pixels, as the style sheet has them; the least one of those that share the rest. */
const widths = {
  number: 74,
  short: 84,
  time: 96,
  word: 108,
  name: 168,
  rest: 110,
};
/** Height of a row in pixels, as the style sheet has it. */
const rowHeight = 26;
/** Rows above and below those that can be seen. */
const margin = 3;
/** Height of what is above the rows of a table: the bar with the tabs, and the headings. */
const above = 60;

/** A table whose rows can be selected and ordered. */
export function table<T>(
  context: TabContext,
  { name, caption, columns, rows, keyOf, empty }: TableOptions<T>,
): VirtualElement {
  const { view, height } = context;
  const id = `${context.tab} ${name}`;
  const top = context.scrolls.get(id) ?? 0;
  const [first, last] = visibleRange(rows.length, top, height);
  const visible = rows.slice(first, last);
  const isSelectedVisible = visible.some((row) => keyOf(row) === view.selected);
  return h(
    "div",
    {
      key: id,
      class: "scroll",
      ...visible.length === 0 &&
        { tabindex: 0, role: "group", "aria-label": caption },
      ...scrolling(context, id, top, rows.map(keyOf)),
    },
    h(
      "table",
      {
        "aria-rowcount": rows.length + 1,
        // columns that are always there can be read, or scrolled to
        css: { "min-width": `${leastWidth(columns)}px` },
      },
      h("caption", caption),
      head(context, columns),
      h(
        "tbody",
        spacer("above", first * rowHeight, columns.length),
        visible.map((row, index) => {
          const key = keyOf(row);
          const isSelected = key === view.selected;
          return h(
            "tr",
            {
              key,
              "aria-rowindex": first + index + 2,
              class: isSelected ? "selected" : undefined,
              onclick: () => context.select(key),
            },
            cells(columns, row, {
              // one row can be reached by the tabulator, the others by arrows
              tabindex: isSelected || !isSelectedVisible && index === 0
                ? 0
                : -1,
              "aria-current": isSelected ? true : undefined,
            }),
          );
        }),
        spacer("below", (rows.length - last) * rowHeight, columns.length),
      ),
    ),
    rows.length === 0 && h("p.empty", empty),
  );
}

/** The rows that are drawn of so many, at a height and a place of the scroller. */
function visibleRange(count: number, top: number, height: number) {
  const first = Math.max(
    0,
    Math.min(Math.floor(top / rowHeight), count) - margin,
  );
  const drawn = Math.ceil((height - above) / rowHeight) + 2 * margin;
  return [first, Math.min(count, first + drawn)] as const;
}

/** What scrolls a table, and moves in it by keys. */
function scrolling(
  context: TabContext,
  id: string,
  top: number,
  keys: readonly string[],
) {
  return {
    onscroll: ({ currentTarget }: Event) => {
      const { scrollTop } = currentTarget as HTMLElement;
      context.scrolls.set(id, scrollTop);
      context.update();
    },
    ref: (element: Element) => {
      element.scrollTop = top;
    },
    onkeydown: (event: KeyboardEvent) =>
      moveSelection(event, context, id, keys),
  };
}

/** The row of headings. */
function head<T>(
  context: TabContext,
  columns: readonly Column<T>[],
): VirtualElement {
  return h(
    "thead",
    h(
      "tr",
      { "aria-rowindex": 1 },
      columns.map((column) => heading(context, column)),
    ),
  );
}

/** The cells of a row, the first of which has a button that selects the row. */
function cells<T>(
  columns: readonly Column<T>[],
  row: T,
  button: Record<string, unknown>,
): VirtualElement[] {
  return columns.map((column, position) =>
    position === 0
      ? h(
        "th",
        { scope: "row", class: classOf(column) },
        h(
          "button",
          { type: "button", class: "row", ...button },
          contentOf(column, row),
        ),
      )
      : h("td", { class: classOf(column) }, contentOf(column, row))
  );
}

/** Selects the row that a key leads to. */
function moveSelection(
  event: KeyboardEvent,
  context: TabContext,
  id: string,
  keys: readonly string[],
): void {
  const { view, height } = context;
  const index = keys.findIndex((key) => key === view.selected);
  const next = moved(event, index, keys.length, height);
  const target = event.target as HTMLElement;
  if (next === undefined || !target.closest("tbody")) return;
  event.preventDefault();
  const scroller = event.currentTarget as HTMLElement;
  bringIntoView(scroller, next);
  context.scrolls.set(id, scroller.scrollTop);
  context.select(keys[next]!);
  context.flush();
  scroller.querySelector<HTMLElement>("tbody [aria-current]")?.focus();
}

function heading<T>(
  { view, update }: TabContext,
  column: Column<T>,
): VirtualElement {
  const { id, label, value } = column;
  const { sort } = view;
  const isSorted = sort?.column === id;
  if (!value) {
    return h("th", { scope: "col", class: classOf(column) }, label);
  }
  const direction = isSorted && sort.isDown ? "descending" : "ascending";
  return h(
    "th",
    {
      scope: "col",
      class: classOf(column),
      "aria-sort": isSorted ? direction : "none",
    },
    h(
      "button",
      {
        type: "button",
        class: "sort",
        onclick: () => {
          // ascending, descending, as it comes
          view.sort = !isSorted
            ? { column: id, isDown: false }
            : sort.isDown
            ? undefined
            : { column: id, isDown: true };
          update();
        },
      },
      label,
      h(
        "span",
        { "aria-hidden": true },
        isSorted ? sort.isDown ? " ↓" : " ↑" : "",
      ),
    ),
  );
}

function leastWidth<T>(columns: readonly Column<T>[]): number {
  return columns.reduce(
    (sum, { width, isMinor }) => isMinor ? sum : sum + widths[width],
    0,
  );
}

function contentOf<T>({ value, cell }: Column<T>, row: T): Child {
  return cell ? cell(row) : value?.(row) as Child;
}

function classOf<T>({ width, isMinor }: Column<T>): string {
  return isMinor ? `${width} minor` : width;
}

/** Takes the place of rows that are not in the document. */
function spacer(key: string, height: number, columns: number): Child {
  return height > 0 &&
    h(
      "tr",
      { key, class: "spacer", "aria-hidden": true },
      h("td", { colspan: columns, css: { height: `${height}px` } }),
    );
}

/** The row to which a key moves. */
function moved(
  { key }: KeyboardEvent,
  index: number,
  count: number,
  height: number,
): number | undefined {
  const page = Math.max(1, Math.floor(height / rowHeight) - 3);
  const next = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    PageDown: index + page,
    PageUp: index - page,
    Home: 0,
    End: count - 1,
  }[key];
  if (next === undefined || count === 0) return undefined;
  return Math.max(0, Math.min(count - 1, next));
}

function bringIntoView(scroller: HTMLElement, index: number): void {
  const top = index * rowHeight;
  // the caption is not seen, the head stays above
  const seen = scroller.clientHeight - 2 * rowHeight;
  if (top < scroller.scrollTop) scroller.scrollTop = top;
  else if (top > scroller.scrollTop + seen) scroller.scrollTop = top - seen;
}

/** The order of rows that the user wants; nothing for that of the source. */
export function orderOf<T>(
  { view: { sort } }: TabContext,
  columns: readonly Column<T>[],
): ((a: T, b: T) => number) | undefined {
  const value = columns.find(({ id }) => id === sort?.column)?.value;
  if (!value) return undefined;
  const sign = sort!.isDown ? -1 : 1;
  return (a, b) => sign * compareValues(value(a), value(b));
}

/** Orders texts and numbers, numbers in texts included, and puts nothing last. */
function compareValues(a: unknown, b: unknown): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (a === undefined || a === null) {
    return b === undefined || b === null ? 0 : 1;
  }
  if (b === undefined || b === null) return -1;
  return collator.compare(String(a), String(b));
}

const collator = new Intl.Collator(undefined, { numeric: true });
