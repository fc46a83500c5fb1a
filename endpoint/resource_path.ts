import { stringify, type Token } from "path-to-regexp";
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
  const { names, tokens } = parsePath(path);
  if (names.size === 0) {
    throw new Error(
      `resource: the path ${path} must have at least one :parameter or *wildcard` +
        (isDevelopment()
          ? ", which tells items apart, such as /vessels/:id. A colon after a backslash is text."
          : "."),
    );
  }
  const kept = beforeLastName(tokens);
  const last = kept.at(-1);
  if (last?.type === "text" && last.value.endsWith("/")) {
    const value = last.value.slice(0, -1);
    if (value !== "" || kept.length > 1) {
      kept[kept.length - 1] = { type: "text", value };
    }
  }
  return stringify({ tokens: kept });
}

/** A name directly in a group takes the group with it; groups around that one stay. */
function beforeLastName(tokens: readonly Token[]): Token[] {
  const index = tokens.findLastIndex(hasName);
  const last = tokens[index];
  const kept = tokens.slice(0, index);
  if (last?.type !== "group" || isNamed(last.tokens.findLast(hasName))) {
    return kept;
  }
  return [...kept, { type: "group", tokens: beforeLastName(last.tokens) }];
}

function hasName(token: Token): boolean {
  return token.type === "group"
    ? token.tokens.some(hasName)
    : token.type !== "text";
}

function isNamed(token: Token | undefined): boolean {
  return token?.type === "param" || token?.type === "wildcard";
}
