"use client";
// @ts-types="npm:@types/react@^19"
import { createElement, type CSSProperties, type ReactNode } from "react";
import type { State } from "../../controller/mod.ts";
import { useCacheState } from "../stored_hooks.ts";
import { hasReduxDevTools, openReduxDevTools } from "./redux_devtools.ts";

/** How much the store holds, and the way to the tool that shows it in full. */
export function DevSummary(): ReactNode {
  const state = useCacheState();
  const rows = [...countsOf(state)].map(([name, count]) =>
    createElement(
      "tr",
      { key: name },
      createElement("th", { scope: "row", style: cellStyle }, name),
      createElement("td", { style: cellStyle }, count),
    )
  );
  return [
    createElement(
      "table",
      { key: "counts" },
      createElement("caption", { style: captionStyle }, "In the store"),
      createElement("tbody", null, rows),
    ),
    hasReduxDevTools()
      ? createElement(
        "button",
        {
          key: "open",
          type: "button",
          onClick: openReduxDevTools,
          style: actionStyle,
        },
        "Open Redux DevTools",
      )
      : createElement(
        "a",
        {
          key: "install",
          href: "https://github.com/reduxjs/redux-devtools",
          style: linkStyle,
        },
        "Install Redux DevTools to see actions and states",
      ),
  ];
}

/** Numbers of entities of each kind, then of responses and pending changes. */
function* countsOf(state: State): Generator<[name: string, count: number]> {
  for (const key of state.tableKeys()) {
    let count = 0;
    for (const [, value] of state.getEntities(key)?.entries() ?? []) {
      if (typeof value === "object") count++;
    }
    yield [key, count];
  }
  yield ["Responses", [...state.endpointKeys()].length];
  yield ["Optimistic changes", state.optimistic.length];
}

const captionStyle: CSSProperties = { textAlign: "left", fontWeight: "bold" };

const cellStyle: CSSProperties = {
  padding: "0 12px 0 0",
  textAlign: "left",
  fontWeight: "normal",
};

const linkStyle: CSSProperties = {
  display: "inline-block",
  minHeight: "24px",
  color: "#bfdbfe",
};

const actionStyle: CSSProperties = {
  minHeight: "28px",
  marginTop: "8px",
  padding: "2px 10px",
  color: "#111827",
  backgroundColor: "#ffffff",
  border: "1px solid #9ca3af",
  borderRadius: "4px",
  font: "inherit",
  cursor: "pointer",
};
