import { useSuspense } from "@tessera/client/react";
import type { IssueFilter } from "../api/issue.ts";
import { getLabels } from "../api/label.ts";
import { Link } from "../router.tsx";
import { statuses } from "./statuses.ts";

/** Links to the lists that there are. */
export function Filters({ filter }: { readonly filter: IssueFilter }) {
  const labels = useSuspense(getLabels);
  return (
    <nav className="filters" aria-label="Filters">
      <FilterLinks name="status" filter={filter} values={statuses} />
      <FilterLinks name="label" filter={filter} values={labels} />
    </nav>
  );
}

interface FilterLinksProps {
  readonly name: keyof IssueFilter;
  readonly filter: IssueFilter;
  readonly values: readonly { readonly id: string; readonly name: string }[];
}

/** All values of one member of the filter; the others stay as they are. */
function FilterLinks({ name, filter, values }: FilterLinksProps) {
  const { [name]: chosen, ...others } = filter;
  const links = [{ id: undefined, name: `any ${name}` }, ...values];
  return (
    <p>
      {links.map((value) => (
        <Link
          key={value.name}
          href={`/?${new URLSearchParams({
            ...others,
            ...value.id && { [name]: value.id },
          })}`}
          aria-current={value.id === chosen ? "true" : undefined}
        >
          {value.name}
        </Link>
      ))}
    </p>
  );
}
