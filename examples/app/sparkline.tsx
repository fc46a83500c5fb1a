const width = 240;
const height = 48;
const inset = 4;

/** A line through values, for the eye only. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const lowest = Math.min(...values);
  const range = Math.max(...values) - lowest || 1;
  const step = (width - 2 * inset) / Math.max(values.length - 1, 1);
  const points = values.map((value, index) => {
    const x = inset + index * step;
    const y = height - inset - (value - lowest) / range * (height - 2 * inset);
    return { x, y };
  });
  const last = points.at(-1)!;
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      <polyline points={points.map(({ x, y }) => `${x},${y}`).join(" ")} />
      <circle cx={last.x} cy={last.y} r="3" />
    </svg>
  );
}
