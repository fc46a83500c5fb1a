/** A time in microseconds, in the unit that suits it. */
export function formatTime(microseconds: number): string {
  // what rounds to a thousand belongs to the next unit
  const below = 0.9995;
  if (microseconds < below) return `${significant(microseconds * 1e3)} ns`;
  if (microseconds < below * 1e3) return `${significant(microseconds)} µs`;
  if (microseconds < below * 1e6) {
    return `${significant(microseconds / 1e3)} ms`;
  }
  return `${significant(microseconds / 1e6)} s`;
}

/** A quantity in its unit. */
export function formatQuantity(value: number, unit: string): string {
  return unit === "µs"
    ? formatTime(value)
    : `${value.toLocaleString("en-US", { maximumFractionDigits: 1 })} ${unit}`;
}

/** How many times as much, such as "0.52x" or "1,200x". */
export function formatRatio(ratio: number): string {
  return `${significant(ratio)}x`;
}

/** Three significant digits, and no fewer before the point than there are. */
export function significant(value: number): string {
  if (value >= 100) {
    return Math.round(value).toLocaleString("en-US");
  }
  if (value === 0) return "0";
  const rounded = Number(value.toPrecision(3));
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(rounded))));
  return value.toFixed(Math.min(digits, 3));
}
