/**
 * Takes away what Node.js 20, the oldest engine supported, does not have. To
 * be loaded before anything else.
 *
 * @module
 */
const newer: [owner: object, names: string[]][] = [
  [globalThis, ["Temporal"]],
  [Iterator, ["from", "concat"]],
  [Iterator.prototype, [
    "map",
    "filter",
    "take",
    "drop",
    "flatMap",
    "reduce",
    "toArray",
    "forEach",
    "some",
    "every",
    "find",
  ]],
  [Set.prototype, [
    "union",
    "intersection",
    "difference",
    "symmetricDifference",
    "isSubsetOf",
    "isSupersetOf",
    "isDisjointFrom",
  ]],
  [Map, ["groupBy"]],
  [Map.prototype, ["getOrInsert", "getOrInsertComputed"]],
  [WeakMap.prototype, ["getOrInsert", "getOrInsertComputed"]],
  [Object, ["groupBy"]],
  [Array, ["fromAsync"]],
  [Promise, ["withResolvers", "try"]],
  [RegExp, ["escape"]],
  [Error, ["isError"]],
];
for (const [owner, names] of newer) {
  for (const name of names) delete (owner as Record<string, unknown>)[name];
}
// The run ends with an error if nothing was taken away.
if ("map" in Iterator.prototype || "withResolvers" in Promise) {
  throw new Error("This engine does not let go of its newer functions.");
}
