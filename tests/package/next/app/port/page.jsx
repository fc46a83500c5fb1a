import { Suspense } from "react";
// @ts-ignore -- a package of the application
import Link from "next/link";
import { Port } from "../ship.jsx";

export const dynamic = "force-dynamic";

export default function Page() {
  return (
    <Suspense fallback={<p>the port is coming</p>}>
      <div>
        <Port id="1" />
        <Link href="/harbour" prefetch={false}>the harbour</Link>
      </div>
    </Suspense>
  );
}
