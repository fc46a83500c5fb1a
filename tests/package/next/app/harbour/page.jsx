import { Suspense } from "react";
import { HydrateData, prefetchState } from "@tessera/client/react";
import { getPort, getShip } from "../endpoints.js";
import { Port, ShipName } from "../ship.jsx";

export const dynamic = "force-dynamic";

/** A server component that requests what components of the client read. */
export default async function Page() {
  const state = await prefetchState([[getShip, { id: "2" }]]);
  const promise = prefetchState([[getPort, { id: "2" }]]);
  return (
    <main>
      <HydrateData state={state}>
        <ShipName id="2" />
      </HydrateData>
      <Suspense fallback={<p>the port is coming</p>}>
        <HydrateData promise={promise}>
          <Port id="2" />
        </HydrateData>
      </Suspense>
    </main>
  );
}
