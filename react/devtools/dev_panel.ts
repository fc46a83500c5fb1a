"use client";
// @ts-types="npm:@types/react@^19"
import {
  createElement,
  type CSSProperties,
  Fragment,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import type { Controller } from "../../controller/mod.ts";
import { useController } from "../contexts.ts";
import { fitting, Panel, remember, remembered } from "./panel.ts";
import { follow } from "./recorder.ts";

/**
 * Corner of the window in which the button of the {@linkcode DevPanel} is; the
 * panel opens at the edge below or above it.
 */
export type DevButtonPosition =
  | "bottom-right"
  | "bottom-left"
  | "top-right"
  | "top-left";

/** Properties of {@linkcode DevPanel}. */
export interface DevPanelProps {
  /** Of the store that is displayed. Default: that of the nearest provider. */
  readonly controller?: Controller | undefined;
  /** Whether it is open where nobody has opened or closed it yet. Default `false`. */
  readonly initialIsOpen?: boolean | undefined;
  /** Corner of its button. Default `"bottom-right"`. */
  readonly position?: DevButtonPosition | undefined;
  /** Lets its style element through a content security policy; browsers with constructed style sheets need none. */
  readonly styleNonce?: string | undefined;
  /** Whether it is in a shadow root, apart from the styles of the page. Default `true`. */
  readonly shadowRoot?: boolean | undefined;
}

/**
 * The button that opens the devtools, and the panel. A {@linkcode DataProvider}
 * displays it in development.
 *
 * The panel draws itself without React, so it works with any version of it, and
 * no component is rendered for it.
 *
 * @example
 * ```tsx
 * import { DataProvider } from "@tessera/client/react";
 * import { DevPanel } from "@tessera/client/react/devtools";
 *
 * const application = (
 *   <DataProvider devButton={null}>
 *     content
 *     <DevPanel initialIsOpen position="top-left" />
 *   </DataProvider>
 * );
 * ```
 */
export function DevPanel(
  {
    controller: own,
    initialIsOpen,
    position = "bottom-right",
    styleNonce,
    shadowRoot = true,
  }: DevPanelProps,
): ReactNode {
  const inherited = useController();
  const controller = own ?? inherited;
  const { isOpen, height, setOpen, setHeight } = useView(initialIsOpen);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const edge = position.startsWith("top") ? "top" : "bottom";
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  useEffect(() => follow(controller), [controller]);
  useEffect(() => {
    if (!isOpen) return;
    const made = new Panel(host.current!, {
      controller,
      edge,
      styleNonce,
      isIsolated: shadowRoot,
      onClose: close,
      onHeight: setHeight,
    });
    return () => made.destroy();
  }, [isOpen, controller, edge, styleNonce, shadowRoot]);
  return createElement(
    Fragment,
    null,
    createElement("button", {
      ref: button,
      ...buttonProps(isOpen),
      "aria-controls": id,
      onClick: () => setOpen(!isOpen),
      onKeyDown: ({ key }: KeyboardEvent) => {
        if (key === "Escape" && isOpen) close();
      },
      style: {
        ...buttonStyle,
        ...corner(position, isOpen ? fitting(height) : 0),
      },
    }, mosaicIcon()),
    // a shadow root cannot be left again
    createElement("div", {
      key: String(shadowRoot),
      ref: host,
      id,
      ...panelProps,
    }),
  );
}

/** Whether the panel is open, and how high it is. */
function useView(initialIsOpen: boolean | undefined) {
  const [view, setView] = useState(() => remembered(initialIsOpen));
  const setOpen = (isOpen: boolean) => {
    remember({ isOpen });
    setView((view) => ({ ...view, isOpen }));
  };
  const setHeight = (height: number) =>
    setView((view) => ({ ...view, height }));
  return { ...view, setOpen, setHeight };
}

const panelProps = { "data-tessera-devtools": "panel" };

/** What the button says to assistive technology. */
function buttonProps(isOpen: boolean) {
  return {
    type: "button",
    "data-tessera-devtools": "button",
    "aria-label": isOpen ? "Close data devtools" : "Open data devtools",
    "aria-expanded": isOpen,
  } as const;
}

/** Distances to the edges that the position names; it stands clear of the panel. */
function corner(position: DevButtonPosition, height: number): CSSProperties {
  const [edge, side] = position.split("-") as [
    "bottom" | "top",
    "left" | "right",
  ];
  return { [edge]: `${height + 10}px`, [side]: "10px" };
}

const buttonStyle: CSSProperties = {
  position: "fixed",
  zIndex: 2147483000,
  boxSizing: "border-box",
  width: "40px",
  height: "40px",
  margin: 0,
  padding: "8px",
  color: "#ffffff",
  backgroundColor: "#1f2937",
  border: "1px solid #9ca3af",
  borderRadius: "8px",
  cursor: "pointer",
};

/** Corners of the tiles, in a square of 24 by 24. */
const tiles: readonly (readonly [x: number, y: number, opacity: number])[] = [
  [2, 2, 1],
  [13, 2, 0.7],
  [2, 13, 0.7],
  [13, 13, 1],
];

/** Four tiles of a mosaic, in the colour of the text around them. */
function mosaicIcon(): ReactElement {
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
