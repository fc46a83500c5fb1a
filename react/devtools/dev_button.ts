"use client";
// @ts-types="npm:@types/react@^19"
import {
  createElement,
  type CSSProperties,
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  useId,
  useRef,
  useState,
} from "react";
import { DevSummary } from "./dev_summary.ts";
import { mosaicIcon } from "./mosaic_icon.ts";
import { openReduxDevTools } from "./redux_devtools.ts";

/**
 * Corner of the window in which a {@linkcode DataProvider} shows the button of
 * the devtools.
 */
export type DevButtonPosition =
  | "bottom-right"
  | "bottom-left"
  | "top-right"
  | "top-left";

/** Properties of {@linkcode DevButton}. */
export interface DevButtonProps {
  /** Where it is. */
  readonly position: DevButtonPosition;
}

/**
 * Opens what there is to see of the store: the Redux DevTools browser
 * extension if it is installed, and a summary in the page in any case.
 *
 * Styles are properties of the elements rather than a style sheet, so a strict
 * content security policy does not object to them.
 */
export function DevButton({ position }: DevButtonProps): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const summaryId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const toggle = () => {
    setIsOpen(!isOpen);
    if (!isOpen) openReduxDevTools();
  };
  const closeOnEscape = ({ key }: KeyboardEvent) => {
    if (key !== "Escape" || !isOpen) return;
    setIsOpen(false);
    button.current?.focus();
  };
  return createElement(
    Fragment,
    null,
    createElement(
      "button",
      {
        ref: button,
        type: "button",
        "data-tessera-devtools": "button",
        "aria-label": isOpen ? "Close data devtools" : "Open data devtools",
        "aria-expanded": isOpen,
        "aria-controls": summaryId,
        onClick: toggle,
        onKeyDown: closeOnEscape,
        style: { ...buttonStyle, ...corner(position, 10) },
      },
      mosaicIcon(),
    ),
    createElement(
      "section",
      {
        id: summaryId,
        "aria-label": "Data devtools",
        "data-tessera-devtools": "summary",
        hidden: !isOpen,
        onKeyDown: closeOnEscape,
        style: isOpen
          ? { ...summaryStyle, ...corner(position, 10, 60) }
          : { display: "none" },
      },
      isOpen && createElement(DevSummary),
    ),
  );
}

/** Distances to the edges that the position names. */
function corner(
  position: DevButtonPosition,
  horizontal: number,
  vertical = horizontal,
): CSSProperties {
  const [edge, side] = position.split("-") as [
    "bottom" | "top",
    "left" | "right",
  ];
  return { [edge]: `${vertical}px`, [side]: `${horizontal}px` };
}

const floating: CSSProperties = {
  position: "fixed",
  zIndex: 2147483000,
  boxSizing: "border-box",
  color: "#ffffff",
  backgroundColor: "#1f2937",
  border: "1px solid #9ca3af",
};

const buttonStyle: CSSProperties = {
  ...floating,
  width: "40px",
  height: "40px",
  margin: 0,
  padding: "8px",
  borderRadius: "8px",
  cursor: "pointer",
};

const summaryStyle: CSSProperties = {
  ...floating,
  maxWidth: "calc(100vw - 20px)",
  maxHeight: "calc(100vh - 70px)",
  overflow: "auto",
  padding: "12px",
  borderRadius: "8px",
  font: "14px/1.5 system-ui, sans-serif",
};
