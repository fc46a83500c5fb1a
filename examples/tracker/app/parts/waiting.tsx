/** Shown while data is on its way, and announced. */
export function Waiting() {
  return <p className="waiting" role="status">Loading…</p>;
}
