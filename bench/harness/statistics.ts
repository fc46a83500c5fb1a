/**
 * What is said of a series of samples.
 *
 * @module
 */

/** Median and quartiles of samples. */
export interface Summary {
  /** Half of the samples are below. */
  readonly median: number;
  /** A quarter of the samples is below. */
  readonly low: number;
  /** A quarter of the samples is above. */
  readonly high: number;
  /** How many samples there are. */
  readonly samples: number;
}

/**
 * Summarizes samples of any unit.
 *
 * @throws {RangeError} if there are none.
 */
export function summarize(samples: readonly number[]): Summary {
  const sorted = samples.toSorted((a, b) => a - b);
  return {
    median: quantile(sorted, 0.5),
    low: quantile(sorted, 0.25),
    high: quantile(sorted, 0.75),
    samples: sorted.length,
  };
}

/**
 * A quantile, interpolated between neighbours.
 *
 * @param sorted Samples in ascending order.
 * @param share 0.5 for the median, 0.99 for what one in a hundred exceeds.
 * @throws {RangeError} if there are no samples.
 */
export function quantile(sorted: readonly number[], share: number): number {
  const position = (sorted.length - 1) * share;
  const below = sorted[Math.floor(position)];
  const above = sorted[Math.ceil(position)];
  if (below === undefined || above === undefined) {
    throw new RangeError("There are no samples to take a quantile of.");
  }
  return below + (above - below) * (position - Math.floor(position));
}

/** The middle half of the samples, as a share of the median to either side. */
export function spread({ median, low, high }: Summary): number {
  return median === 0 ? 0 : (high - low) / 2 / median;
}

/**
 * The exponent of growth: fits time against size on a log-log scale by least
 * squares. 0 is flat, 1 linear, 2 quadratic.
 *
 * @param points Size and time, both greater than 0.
 * @returns `undefined` if there are not two sizes.
 */
export function growthExponent(
  points: readonly (readonly [size: number, time: number])[],
): number | undefined {
  const logs = points.map(([x, y]) => [Math.log(x), Math.log(y)] as const);
  const meanX = mean(logs.map(([x]) => x));
  const meanY = mean(logs.map(([, y]) => y));
  let covariance = 0;
  let variance = 0;
  for (const [x, y] of logs) {
    covariance += (x - meanX) * (y - meanY);
    variance += (x - meanX) ** 2;
  }
  return variance === 0 || logs.length < 2 ? undefined : covariance / variance;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
