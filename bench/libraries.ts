/** Everything that takes part, in the order of the tables. */
export const libraries: readonly string[] = [
  "tessera",
  "before",
  "data-client",
  "normalizr",
  "tanstack-query",
  "swr",
  "redux-toolkit",
  "apollo",
  "urql-graphcache",
  "relay-runtime",
  "floor",
  "JSON.parse",
  "Map.set",
  "array copy",
];
