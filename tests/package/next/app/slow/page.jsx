import { Suspense } from "react";
import { getShip } from "../endpoints.js";
import { Port } from "../ship.jsx";

export const dynamic = "force-dynamic";

/** A page that awaits something before its client components render. */
export default async function Page() {
  const { name } = await getShip({ id: "flagship" });
  return (
    <main>
      <b>{name}</b>
      <Suspense fallback={<p>the port is coming</p>}>
        <Port id="1" />
      </Suspense>
    </main>
  );
}
