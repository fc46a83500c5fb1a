// @ts-types="npm:@types/react@^19"
import { memo, type ReactNode, StrictMode, useState } from "react";
import type { PageStore, Reading, Shown } from "./contract.ts";

/** What rendering rows costs, and is made to cost. */
export const rendering = {
  /** Rows rendered so far. */
  rows: 0,
  /** Least time of rendering a row, in milliseconds. */
  slowness: 0,
};

/** A page full of rows, and beside them a number that is none of their business. */
export interface Screen {
  readonly element: ReactNode;
  /** Renders every row again; for use in a transition. */
  setMode(mode: number): void;
}

/** Makes the components that show a store. */
export function createScreen(
  { Provider, useArticle, useArticles, useBeacon }: PageStore,
  reading: Reading,
  ids: readonly string[],
): Screen {
  let setMode!: (mode: number) => void;

  const RowById = memo(
    function RowById({ id, mode }: { id: string; mode: number }) {
      return cells(useArticle(id), mode);
    },
  );
  const ItemRow = memo(
    function ItemRow({ article, mode }: { article: Shown; mode: number }) {
      return cells(article, mode);
    },
  );

  function RowsById({ mode }: { mode: number }) {
    return ids.map((id) => <RowById key={id} id={id} mode={mode} />);
  }
  function RowsOfList({ mode }: { mode: number }) {
    return useArticles().map((article) => (
      <ItemRow key={article.id} article={article} mode={mode} />
    ));
  }
  const Rows = memo(reading === "entity" ? RowsById : RowsOfList);

  function Moody() {
    const [mode, set] = useState(0);
    setMode = set;
    return <Rows mode={mode} />;
  }
  function Beacon() {
    return <output id="beacon">{useBeacon()}</output>;
  }

  return {
    element: (
      <StrictMode>
        <Provider>
          <Beacon />
          <ul id="rows">
            <Moody />
          </ul>
        </Provider>
      </StrictMode>
    ),
    setMode: (mode) => setMode(mode),
  };
}

function cells({ title, views, author }: Shown, mode: number) {
  rendering.rows++;
  spin(rendering.slowness);
  return (
    <li data-mode={mode}>
      <b>{title}</b>
      <i>{views}</i>
      <u>{author.name}</u>
    </li>
  );
}

function spin(milliseconds: number): void {
  if (milliseconds === 0) return;
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}
