// deno-lint-ignore-file no-explicit-any -- any schema is searched
export function findCollection(schema: any): any {
  return typeof schema?.addWith === "function" ? schema : undefined;
}
export function replaceCollections(
  schema: any,
  replace: (collection: any) => any,
): any {
  return replace(schema);
}
export function pageOf(collection: any, _removeCursor: any): any {
  return collection;
}
