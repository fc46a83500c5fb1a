import { isDevelopment } from "../schema/engine.ts";

/** What a path template consists of: literal text, parameters and optional groups. */
export type PathPart = string | PathParameter | readonly PathPart[];

/** `:name` or `*name`. */
export interface PathParameter {
  /** Without quotes. */
  readonly name: string;
  /** Whether it takes a list of segments. */
  readonly isWildcard: boolean;
}

/** A valid template from its beginning: escaped characters, parameters, braces and text. */
export const pathSyntax =
  /\\([^])|([:*])(?:([$_\p{ID_Start}][$\u200c\u200d\p{ID_Continue}]*)|"((?:\\[^]|[^"\\])+)")|[{}]|[^\\:*{}()[\]+?!]+/gyu;

/**
 * Parses a path template in the language of path-to-regexp v8.
 *
 * @param path template such as `/vessels/:id{/crew/:member}`
 * @returns its parts, and the names of all parameters, those in groups included
 * @throws {TypeError} when the template is not valid
 */
export function parsePathParts(
  path: string,
): { parts: readonly PathPart[]; names: ReadonlySet<string> } {
  if (typeof path !== "string") {
    throw new TypeError(
      `RestEndpoint: the option \`path\` is required and must be a string, not ${path}.`,
    );
  }
  const names = new Set<string>();
  /** The template, and the groups inside that are not closed yet. */
  const open: PathPart[][] = [[]];
  let end = 0;
  for (
    const [part, escaped, sign, plain, quoted] of path.matchAll(pathSyntax)
  ) {
    const parts = open[0]!;
    if (part === "{") open.unshift([]);
    else if (part === "}") {
      if (open.length === 1) break;
      open.shift();
      open[0]!.push(parts);
    } else if (sign === undefined) parts.push(escaped ?? part);
    else {
      const name = plain ?? quoted!.replace(/\\([^])/g, "$1");
      names.add(name);
      parts.push({ name, isWildcard: sign === "*" });
    }
    end += part.length;
  }
  if (end < path.length || open.length > 1) throw syntaxError(path, end);
  return { parts: open[0]!, names };
}

function syntaxError(path: string, index: number): TypeError {
  const found = index < path.length ? `"${path[index]}"` : "end";
  const hint = isDevelopment() ? hintFor(path, index) : "";
  return new TypeError(
    `Invalid path template ${path}: unexpected character at index ${index} (${found}).${hint}`,
  );
}

/** Names the replacement of what was allowed before version 8 of the template language. */
function hintFor(path: string, index: number): string {
  const name = /:([\p{ID_Continue}$]+)(?:\([^)]*\))?$/u.exec(
    path.slice(0, index),
  )?.[1];
  switch (path[index]) {
    case "?":
      return name === undefined
        ? " Write a literal question mark as \\?."
        : ` An optional parameter is {/:${name}}; a literal question mark is \\?.`;
    case "+":
      return name === undefined
        ? " Write a literal plus sign as \\+."
        : ` Several segments are *${name}; a literal plus sign is \\+.`;
    case "*":
      return name === undefined
        ? " A wildcard needs a name: *name; a literal asterisk is \\*."
        : ` Any number of segments is {/*${name}}; a literal asterisk is \\*.`;
    case "(":
      return name === undefined
        ? " Write a literal parenthesis as \\(."
        : ` Patterns in parameters are not supported: use :${name}.`;
    default:
      return " Reserved characters are written with a backslash: { } ( ) [ ] + ? ! : * \\.";
  }
}
