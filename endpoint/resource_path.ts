import { isDevelopment } from "../schema/engine.ts";
import { parsePath } from "./path_template.ts";

/**
 * Returns the path of a list, given that of an item: the template cut at its
 * last parameter or wildcard, and one trailing slash removed.
 *
 * @param path template such as `/fleets/:fleet/vessels/:id`
 * @throws {TypeError} when the template is not valid
 * @throws {Error} when it has no parameter
 */
export function listPath(path: string): string {
  if (parsePath(path).names.size === 0) {
    throw new Error(
      `resource: the path ${path} must have at least one :parameter or *wildcard` +
        (isDevelopment()
          ? ", which tells items apart, such as /vessels/:id. A colon after a backslash is text."
          : "."),
    );
  }
  let list = path;
  /** Where the groups begin that are open. */
  const groups: number[] = [];
  /** Where slashes begin, by where they end. */
  const slashes = new Map<number, number>();
  for (const { 0: part, index } of path.matchAll(syntax)) {
    if (part === "{") groups.push(index);
    else if (part === "}") groups.pop();
    else if (part.endsWith("/")) {
      slashes.set(index + part.length, index);
    } else if (!part.startsWith("\\")) {
      // a name takes the group with it that it is directly in; groups around that one stay
      const end = groups.at(-1) ?? index;
      list = groups.length > 1
        ? path.slice(0, end) + "}".repeat(groups.length - 1)
        : path.slice(0, slashes.get(end) || end);
    }
  }
  return list;
}

/** Escaped characters, names with their quotes, groups and slashes; in a template that is valid. */
const syntax = /\\[^]|[:*](?:"(?:\\[^]|[^"\\])*")?|[{}/]/g;
