import {
  type Parameter,
  parse,
  type Token,
  type Wildcard,
} from "path-to-regexp";
import { isDevelopment } from "../schema/engine.ts";

/**
 * Values of the parameters of a path, as the function that
 * {@linkcode getUrlBase} returns takes them.
 */
export type PathParameters = Readonly<Record<string, unknown>>;

/** A parsed path template. */
export interface PathTemplate {
  /** What the template is made of. */
  readonly tokens: readonly Token[];
  /** Names of all parameters, those of optional groups included. */
  readonly names: ReadonlySet<string>;
  /**
   * Fills in the parameters.
   *
   * @throws {TypeError} when a required parameter is missing or has the wrong shape
   */
  fill(parameters: PathParameters): string;
}

/**
 * Parses a path template in the language of path-to-regexp v8.
 *
 * @param path template such as `/vessels/:id{/crew/:member}`
 * @throws {TypeError} when the template is not valid
 */
export function parsePath(path: string): PathTemplate {
  let template = templates.get(path);
  if (template === undefined) {
    template = createTemplate(path);
    // templates are written in source code, so only generated ones can be this many
    if (templates.size >= 1000) templates.clear();
    templates.set(path, template);
  }
  return template;
}

/** A required parameter was not given. */
export class MissingParameterError extends TypeError {}

const templates = new Map<string, PathTemplate>();

function createTemplate(path: string): PathTemplate {
  const tokens = parseTokens(path);
  const names = new Set<string>();
  collectNames(tokens, names);
  const dotSegments = countDotSegments(path);
  return {
    tokens,
    names,
    fill(parameters): string {
      const missing: string[] = [];
      const text = fillTokens(path, tokens, parameters, missing);
      if (missing.length > 0) {
        throw new MissingParameterError(
          `Missing parameter${missing.length > 1 ? "s" : ""} ` +
            `${missing.join(", ")} for the path ${path}.` +
            (isDevelopment() ? given(parameters) : ""),
        );
      }
      if (countDotSegments(text) > dotSegments) {
        throw new TypeError(
          `A parameter of the path ${path} fills a whole segment with dots: ${text}.` +
            (isDevelopment()
              ? " URLs cannot express that; it would name another path."
              : ""),
        );
      }
      return text;
    },
  };
}

/** Percent-encoding does not help against these: URL parsers decode `%2E` before they resolve dots. */
const dotSegment = /(?:^|\/)\.\.?(?=$|[/?#])/g;

function countDotSegments(path: string): number {
  return path.includes(".") ? path.match(dotSegment)?.length ?? 0 : 0;
}

function parseTokens(path: string): readonly Token[] {
  if (typeof path !== "string") {
    throw new TypeError(
      `RestEndpoint: the option \`path\` is required and must be a string, not ${path}.`,
    );
  }
  try {
    return parse(path).tokens;
  } catch (error) {
    throw new TypeError(describeParseError(path, error as Error), {
      cause: error,
    });
  }
}

function describeParseError(path: string, error: Error): string {
  const index = Number(/at index (\d+)/.exec(error.message)?.[1] ?? 0);
  const [reason] = error.message.split(/: |; visit/, 1);
  const character = path[index] === undefined ? "" : ` ("${path[index]}")`;
  // `:` and `*` without a name are reported at the character behind them
  const at = reason?.startsWith("Missing parameter name") ? index - 1 : index;
  const hint = isDevelopment() ? hintFor(path, at) : "";
  return `Invalid path template ${path}: ${reason}${character}.${hint}`;
}

/** Names the replacement of what was allowed before version 8 of the template language. */
function hintFor(path: string, at: number): string {
  const name = /:([\p{ID_Continue}$]+)(?:\([^)]*\))?$/u.exec(path.slice(0, at))
    ?.[1];
  switch (path[at]) {
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
    case ":":
      return " A literal colon is \\:; an origin such as https://host.test belongs in urlPrefix.";
    case "(":
      return name === undefined
        ? " Write a literal parenthesis as \\(."
        : ` Patterns in parameters are not supported: use :${name}.`;
    default:
      return " Reserved characters are written with a backslash: { } ( ) [ ] + ? ! : * \\.";
  }
}

function collectNames(tokens: readonly Token[], names: Set<string>): void {
  for (const token of tokens) {
    if (token.type === "group") collectNames(token.tokens, names);
    else if (token.type !== "text") names.add(token.name);
  }
}

function fillTokens(
  path: string,
  tokens: readonly Token[],
  parameters: PathParameters,
  missing: string[],
): string {
  let text = "";
  for (const token of tokens) {
    if (token.type === "text") {
      text += token.value;
    } else if (token.type === "group") {
      if (isComplete(token.tokens, parameters)) {
        text += fillTokens(path, token.tokens, parameters, missing);
      }
    } else {
      const value = valueOf(parameters, token.name);
      if (value === undefined) missing.push(token.name);
      else text += encodeParameter(path, token, value);
    }
  }
  return text;
}

/** Whether every parameter directly in a group has a value. */
function isComplete(
  tokens: readonly Token[],
  parameters: PathParameters,
): boolean {
  return tokens.every((token) => {
    if (token.type === "text" || token.type === "group") return true;
    const value = valueOf(parameters, token.name);
    return value !== undefined &&
      !(token.type === "wildcard" && Array.isArray(value) &&
        value.length === 0);
  });
}

/** Names, with `null` and `undefined`, which count as not given. */
function given(parameters: PathParameters): string {
  const names = Object.entries(parameters).map(([name, value]) =>
    (value ?? undefined) === undefined ? `${name} (${value})` : name
  );
  return ` Given: ${names.join(", ") || "none"}.`;
}

function valueOf(parameters: PathParameters, name: string): unknown {
  return Object.hasOwn(parameters, name)
    ? parameters[name] ?? undefined
    : undefined;
}

function encodeParameter(
  path: string,
  { name, type }: Parameter | Wildcard,
  value: unknown,
): string {
  const isWildcard = type === "wildcard";
  const isList = Array.isArray(value);
  if (isList !== isWildcard || isList && value.length === 0) {
    throw unusable(
      path,
      name,
      isWildcard
        ? "must be a non-empty array of segments."
        : "must be a single value, not an array.",
    );
  }
  return isList
    ? value.map((item) => encodeSegment(path, name, item)).join("/")
    : encodeSegment(path, name, value);
}

function encodeSegment(path: string, name: string, value: unknown): string {
  const text = String(value);
  if (typeof value === "object" && text === "[object Object]") {
    throw unusable(
      path,
      name,
      "is an object without text of its own." +
        (isDevelopment() ? " Give a string, a number or a boolean." : ""),
    );
  }
  try {
    return encodeURIComponent(text);
  } catch {
    // half a surrogate pair; URL parsers replace it, too
    return encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\uFFFD"));
  }
}

function unusable(path: string, name: string, problem: string): TypeError {
  return new TypeError(`Parameter ${name} of the path ${path} ${problem}`);
}

/**
 * Returns the function that fills a path template.
 *
 * @param path template such as `/vessels/:id`
 * @returns a function of the parameters, which it encodes
 * @throws {TypeError} when the template is not valid; the function, when a
 * parameter is missing or does not fit
 *
 * @example
 * ```ts
 * import { getUrlBase } from "@tessera/client";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(getUrlBase("/vessels/:id")({ id: 7 }), "/vessels/7");
 * ```
 */
export function getUrlBase(
  path: string,
): (parameters?: PathParameters) => string {
  const template = parsePath(path);
  return (parameters = {}) => template.fill(parameters);
}

/**
 * Returns the names of all parameters of a path template.
 *
 * @param path template such as `/vessels{/:id}`
 * @throws {TypeError} when the template is not valid
 *
 * @example
 * ```ts
 * import { getUrlTokens } from "@tessera/client";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals([...getUrlTokens("/fleets/:fleet/*trail")], ["fleet", "trail"]);
 * ```
 */
export function getUrlTokens(path: string): Set<string> {
  return new Set(parsePath(path).names);
}
