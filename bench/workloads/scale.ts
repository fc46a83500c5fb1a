import type { Case } from "../harness/contract.ts";

/** Sizes at which everybody is compared in one process. */
export const sizes = [100, 1_000, 10_000];
/** Sizes at which each library has a process of its own. */
export const largeSizes = [100_000, 1_000_000];
/** All of them: what growth is fitted over. */
export const everySize = [...sizes, ...largeSizes];

/** Who takes part at large sizes. */
export interface LargeParticipants {
  /** With 100,000. Default: whoever can. */
  readonly at100K?: readonly string[];
  /** With 1,000,000. Default: as with 100,000. */
  readonly at1M?: readonly string[];
}

/** A situation at every size from 100 to 1,000,000. */
export function scale(
  series: string,
  { at100K, at1M = at100K }: LargeParticipants = {},
): Case[] {
  return [
    ...sizes.map((size) => ({ series, size })),
    ...largeSizes.map((size) =>
      largeCase(series, size, size > 1e5 ? at1M : at100K)
    ),
  ];
}

/** A situation in which each library has a process of its own. */
export function largeCase(
  series: string,
  size: number,
  libraries?: readonly string[],
): Case {
  return {
    series,
    size,
    isIsolated: true,
    isLarge: true,
    ...libraries && { libraries },
  };
}
