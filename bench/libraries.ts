/** Everything that takes part, in the order of the tables. */
export const libraries: readonly string[] = [
  "tessera",
  "floor",
  "JSON.parse",
  "array copy",
  "Map.set",
];
