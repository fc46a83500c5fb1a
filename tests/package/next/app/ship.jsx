"use client";
import { useEffect, useId, useState } from "react";
import { AsyncBoundary, useCache, useSuspense } from "@tessera/client/react";
import { getPort, getShip } from "./endpoints.js";

export function Ship({ id }) {
  const ship = useSuspense(getShip, { id });
  const identifier = useId();
  const isTakenOver = useIsTakenOver();
  const [count, setCount] = useState(0);
  return (
    <section aria-labelledby={identifier}>
      <h1 id={identifier}>{ship.name}</h1>
      <button
        type="button"
        disabled={!isTakenOver}
        onClick={() => setCount(count + 1)}
      >
        pressed {count}
      </button>
      <AsyncBoundary fallback={<p>the port is coming</p>}>
        <Port id={ship.port} />
      </AsyncBoundary>
    </section>
  );
}

export function Port({ id }) {
  const { name } = useSuspense(getPort, { id });
  return <p data-taken-over={useIsTakenOver()}>{name}</p>;
}

export function ShipName({ id }) {
  return <b>{useSuspense(getShip, { id }).name}</b>;
}

/** What is known of a ship; it requests nothing. */
export function Sighting({ id }) {
  return <i>{useCache(getShip, { id })?.name ?? "nothing in sight"}</i>;
}

/** Whether the client has taken over what the server has rendered. */
function useIsTakenOver() {
  const [isTakenOver, setIsTakenOver] = useState(false);
  useEffect(() => setIsTakenOver(true), []);
  return isTakenOver;
}
