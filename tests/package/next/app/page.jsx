import { Suspense } from "react";
// @ts-ignore -- a package of the application
import Link from "next/link";
import { getShip } from "./endpoints.js";
import { Ship, Sighting } from "./ship.jsx";

export const dynamic = "force-dynamic";

/** A server component, which requests by itself. */
async function Flagship() {
  const { name } = await getShip({ id: "flagship" });
  return <b>{name}</b>;
}

export default function Page() {
  return (
    <main>
      <Sighting id="1" />
      <Suspense fallback={<p>the flagship is coming</p>}>
        <Flagship />
      </Suspense>
      <Suspense fallback={<p>the ship is coming</p>}>
        <Ship id="1" />
      </Suspense>
      <Link href="/port" prefetch={false}>the port</Link>
    </main>
  );
}
