import { Suspense } from "react";
import { Port } from "../ship.jsx";

export const dynamic = "force-dynamic";

export default function Page() {
  return (
    <Suspense fallback={<p>the port is coming</p>}>
      <div>
        <Port id="1" />
      </div>
    </Suspense>
  );
}
