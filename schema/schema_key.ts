// deno-lint-ignore-file no-explicit-any -- schemas of every kind are named here
import { isObject } from "./is_object.ts";

/**
 * Names a schema for use in the key of a table: entities by their key, other
 * schemas by their structure, of which what comes again is `…`.
 *
 * @param schema any schema
 */
export function schemaKeyOf(schema: unknown): string {
  const seen = new Set<unknown>();
  const text = JSON.stringify(schema, function (this: any, name, shown) {
    const given = this[name];
    if (typeof given?.denormalize === "function") {
      // schemas with behaviour of their own, in contrast to shorthands
      if (typeof given.key === "string") return given.key;
      // the last resort: names of classes differ between a server and a minified client
      if (shown === given && !given.schema) {
        return (given.prototype ?? given).constructor.name;
      }
    }
    if (typeof shown === "function") return shown.name;
    if (!isObject(shown)) return shown;
    if (seen.has(shown)) return "…";
    seen.add(shown);
    return shown;
  }) ?? "";
  return text.replaceAll('"', "");
}
