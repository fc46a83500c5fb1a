import { brotliCompressSync } from "node:zlib";

/** How many copies of a text are compressed. */
const copies = 4;

/**
 * Bytes of a text compressed by Brotli. Where the compressor cuts a text into
 * parts is chance: to change one name moves the result by some fifty bytes. So
 * this is the mean of copies that differ in a comment at their beginning.
 *
 * @param text Minified code.
 */
export function compressed(text: string): number {
  let sum = 0;
  for (let copy = 0; copy < copies; copy++) {
    sum += brotliCompressSync(`/*${"-".repeat(7 * copy)}*/${text}`).length;
  }
  return Math.round(sum / copies);
}
