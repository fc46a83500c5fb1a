// @ts-types="npm:@types/react@^19"
import { createElement, type ReactElement } from "react";

/** Corners of the tiles, in a square of 24 by 24. */
const tiles: readonly (readonly [x: number, y: number, opacity: number])[] = [
  [2, 2, 1],
  [13, 2, 0.7],
  [2, 13, 0.7],
  [13, 13, 1],
];

/** Four tiles of a mosaic, in the colour of the text around them. */
export function mosaicIcon(): ReactElement {
  return createElement(
    "svg",
    {
      viewBox: "0 0 24 24",
      width: "100%",
      height: "100%",
      fill: "currentColor",
      "aria-hidden": true,
      focusable: "false",
      style: { display: "block" },
    },
    ...tiles.map(([x, y, opacity]) =>
      createElement("rect", { x, y, width: 9, height: 9, rx: 1.5, opacity })
    ),
  );
}
