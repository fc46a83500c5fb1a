// @ts-types="npm:@types/react@^19"
import { useState } from "react";
import { network } from "./network.ts";

/** Name, renderer, and the brake. */
export function PageHeader() {
  const [isSlow, setIsSlow] = useState(network.isSlow);
  const change = (isSlow: boolean) => {
    network.isSlow = isSlow;
    setIsSlow(isSlow);
  };
  return (
    <header>
      <h1>
        <Tiles />
        Tessera
      </h1>
      <nav aria-label="Renderer">
        <Renderer name="React" href="./" />
        <Renderer name="Preact" href="./preact.html" />
      </nav>
      <label className="switch">
        <input
          type="checkbox"
          role="switch"
          checked={isSlow}
          onChange={(event) => change(event.currentTarget.checked)}
        />
        Slow network
      </label>
    </header>
  );
}

function Renderer({ name, href }: { name: string; href: string }) {
  const isCurrent = document.documentElement.dataset.renderer === name;
  return (
    <a
      href={href + location.search}
      aria-current={isCurrent ? "page" : undefined}
    >
      {name}
    </a>
  );
}

function Tiles() {
  return (
    <svg viewBox="0 0 20 20" width="28" height="28" aria-hidden="true">
      <rect className="tile-1" width="9" height="9" rx="2" />
      <rect className="tile-2" x="11" width="9" height="9" rx="2" />
      <rect className="tile-3" y="11" width="9" height="9" rx="2" />
      <rect className="tile-1" x="11" y="11" width="9" height="9" rx="4.5" />
    </svg>
  );
}
