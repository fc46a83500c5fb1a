/**
 * What a Map finds a primary key by. Texts of small integers stand for
 * numbers there: those are found without hashing a text that was just made of
 * one, and without going to the text in the Map to compare both.
 *
 * @param pk any text
 * @returns the same for the same text, and different for different texts
 */
export function mapKeyOf(pk: string): string | number {
  // keys that nobody checked for types are the texts they have in an object
  if (typeof pk !== "string") return mapKeyOf(String(pk));
  const { length } = pk;
  let number = pk.charCodeAt(0) - ZERO;
  // NaN, which is what an empty text gives, is in no range
  if (!(number >= 0 && number <= 9) || length > MOST_DIGITS) return pk;
  // "01" is another key than "1"
  if (number === 0) return length === 1 ? number : pk;
  for (let index = 1; index < length; index++) {
    const digit = pk.charCodeAt(index) - ZERO;
    if (digit < 0 || digit > 9) return pk;
    number = number * 10 + digit;
  }
  return number;
}

/** More digits may not fit what engines hold without an object. */
const MOST_DIGITS = 9;

const ZERO = 48;
