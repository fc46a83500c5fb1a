import type { Label } from "../api/label.ts";

/** The labels of an issue. */
export function Labels({ labels }: { readonly labels: readonly Label[] }) {
  if (labels.length === 0) return null;
  return (
    <ul className="labels" aria-label="Labels">
      {labels.map(({ id, name }) => <li key={id} data-label={id}>{name}</li>)}
    </ul>
  );
}
