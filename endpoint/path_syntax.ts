/** A part of a path template. */
export type PathToken = TextToken | ParameterToken | GroupToken;

/** Text that is emitted as it is. */
export interface TextToken {
  readonly type: "text";
  readonly value: string;
}

/** A place for one segment, or for several. */
export interface ParameterToken {
  readonly type: "param" | "wildcard";
  readonly name: string;
}

/** A part that is there when all parameters directly in it are. */
export interface GroupToken {
  readonly type: "group";
  readonly tokens: readonly PathToken[];
}

/**
 * Takes a path template apart: `:name`, `*name`, either with a quoted name, `{group}`, and `\` before
 * characters that are meant literally. The language is that of path-to-regexp 8.
 *
 * @param path template such as `/vessels/:id{/crew/:member}`
 * @throws {TypeError} when the template is not valid; the message has the character, its index and a hint
 */
export function parsePathSyntax(path: string): readonly PathToken[] {
  const [tokens, end] = parseUntil(path, 0, undefined);
  if (end < path.length) throw invalid(path, end);
  return tokens;
}

/** Puts a template together again. */
export function formatPathSyntax(tokens: readonly PathToken[]): string {
  return tokens.map((token, index) => {
    switch (token.type) {
      case "text":
        return token.value.replace(/[{}()[\]+?!:*\\]/g, "\\$&");
      case "group":
        return `{${formatPathSyntax(token.tokens)}}`;
      default:
        return (token.type === "param" ? ":" : "*") +
          formatName(token.name, tokens[index + 1]);
    }
  }).join("");
}

/** Whatever has no meaning of its own. */
const text = /[^\\{}()[\]+?!:*]+/y;
const identifier = /[$_\p{ID_Start}][$\u200c\u200d\p{ID_Continue}]*/uy;
const quoted = /"((?:[^"\\]|\\[^])*)"/uy;

/** Parses to the end of a group, or of the template; returns where that is. */
function parseUntil(
  path: string,
  start: number,
  opening: number | undefined,
): [tokens: readonly PathToken[], end: number] {
  const tokens: PathToken[] = [];
  let index = start;
  let literal = "";
  const add = (token: PathToken) => {
    if (literal !== "") tokens.push({ type: "text", value: literal });
    literal = "";
    tokens.push(token);
  };
  scan: while (index < path.length) {
    const character = path[index]!;
    switch (character) {
      case "\\": {
        const escaped = path.codePointAt(index + 1);
        if (escaped === undefined) throw invalid(path, index);
        const value = String.fromCodePoint(escaped);
        literal += value;
        index += 1 + value.length;
        break;
      }
      case ":":
      case "*": {
        const [name, end] = parseName(path, index);
        add({ type: character === ":" ? "param" : "wildcard", name });
        index = end;
        break;
      }
      case "{": {
        const [inner, end] = parseUntil(path, index + 1, index);
        add({ type: "group", tokens: inner });
        index = end + 1;
        break;
      }
      default: {
        const plain = matchAt(text, path, index)?.[0];
        if (plain === undefined) break scan;
        literal += plain;
        index += plain.length;
      }
    }
  }
  if (literal !== "") tokens.push({ type: "text", value: literal });
  if (opening !== undefined && path[index] !== "}") {
    throw invalid(path, index < path.length ? index : opening);
  }
  return [tokens, index];
}

function parseName(path: string, sign: number): [name: string, end: number] {
  const plain = matchAt(identifier, path, sign + 1)?.[0];
  if (plain !== undefined) return [plain, sign + 1 + plain.length];
  const match = matchAt(quoted, path, sign + 1);
  const name = match?.[1]?.replace(/\\([^])/gu, "$1");
  if (!name) throw invalid(path, sign);
  return [name, sign + 1 + match![0].length];
}

function matchAt(
  expression: RegExp,
  path: string,
  index: number,
): RegExpExecArray | null {
  expression.lastIndex = index;
  return expression.exec(path);
}

/** Quotes names that are no identifiers, or that the text behind them would be read into. */
function formatName(name: string, next: PathToken | undefined): string {
  const isIdentifier = matchAt(identifier, name, 0)?.[0] === name;
  const runsOn = next?.type === "text" &&
    /^[$\u200c\u200d\p{ID_Continue}]/u.test(next.value);
  return isIdentifier && !runsOn ? name : `"${name.replace(/["\\]/g, "\\$&")}"`;
}

function invalid(path: string, index: number): TypeError {
  return new TypeError(
    `Invalid path template ${path}: unexpected "${path[index]}" at index ` +
      `${index}. ${hintFor(path, index)}`,
  );
}

/** Says what to write instead, also of what was allowed before version 8 of the language. */
function hintFor(path: string, index: number): string {
  const name = /:([\p{ID_Continue}$]+)(?:\([^)]*\))?$/u.exec(
    path.slice(0, index),
  )?.[1];
  switch (path[index]) {
    case "?":
      return name === undefined
        ? "Write a literal question mark as \\?."
        : `An optional parameter is {/:${name}}; a literal question mark is \\?.`;
    case "+":
      return name === undefined
        ? "Write a literal plus sign as \\+."
        : `Several segments are *${name}; a literal plus sign is \\+.`;
    case "*":
      return name === undefined
        ? "A wildcard needs a name: *name; a literal asterisk is \\*."
        : `Any number of segments is {/*${name}}; a literal asterisk is \\*.`;
    case ":":
      return "A parameter needs a name, :name, which does not begin with a " +
        "digit; a literal colon is \\:.";
    case "(":
      return name === undefined
        ? "Write a literal parenthesis as \\(."
        : `Patterns in parameters are not supported: use :${name}.`;
    case "{":
      return "The group is not closed; a literal brace is \\{.";
    case "\\":
      return "There is nothing behind it; a literal backslash is \\\\.";
    default:
      return "Reserved characters are written with a backslash: { } ( ) [ ] + ? ! : * \\.";
  }
}
