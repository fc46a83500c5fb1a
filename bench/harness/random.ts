/** Draws numbers from 0 up to, but not including, 1. */
export type Random = () => number;

/**
 * The mulberry32 generator: the same numbers for the same seed, everywhere.
 *
 * @param seed Any whole number; its lower 32 bits count.
 */
export function mulberry32(seed: number): Random {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), a | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** So many words from a fixed list, joined by blanks. */
export function words(random: Random, count: number): string {
  let text = pick(random);
  for (let index = 1; index < count; index++) text += " " + pick(random);
  return text;
}

function pick(random: Random): string {
  return vocabulary[Math.floor(random() * vocabulary.length)]!;
}

const vocabulary = (
  "amber anchor basin beacon berth breeze brine buoy cabin canvas captain " +
  "cargo channel chart coast compass copper coral course crane current deck " +
  "delta dock drift dune ebb ferry fjord fleet fog galley gale gull harbour " +
  "haven helm horizon hull island jetty keel kelp knot lagoon lantern ledger " +
  "lighthouse lock mast mooring morning navy oar ocean pearl pier pilot port " +
  "quay reef rigging river rope rudder sail salt sand schooner seal shoal " +
  "shore signal sound spar squall stern storm strait swell tide timber tug " +
  "vessel voyage wake warden wave weather wharf willow wind winter yacht " +
  "yard zephyr"
).split(" ");
