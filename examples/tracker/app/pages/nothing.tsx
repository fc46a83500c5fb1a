import { PageTitle } from "../parts/page_title.tsx";
import { Link } from "../router.tsx";

/** For addresses that lead nowhere. */
export function NothingPage() {
  return (
    <>
      <PageTitle>Nothing here</PageTitle>
      <p>
        <Link href="/">All issues</Link>
      </p>
    </>
  );
}
