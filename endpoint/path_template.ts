import { parsePathSyntax, type PathToken } from "./path_syntax.ts";

/** Values of the parameters of a path. */
export type PathParameters = Readonly<Record<string, unknown>>;

/** A parsed path template. */
export interface PathTemplate {
  /** Names of all parameters, those of optional groups included. */
  readonly names: ReadonlySet<string>;
  /**
   * Fills in the parameters.
   *
   * @throws {TypeError} when a required parameter is missing or has the wrong shape
   */
  fill(parameters: PathParameters): string;
  /** Source of a regular expression for what {@linkcode PathTemplate.fill} can return. */
  readonly pattern: string;
  /** Whether the literal text has a `?`, so that the path has a query of its own. */
  readonly hasSearch: boolean;
}

/**
 * Parses a path template.
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
  const pattern = patternOf(tokens);
  const dotSegments = countDotSegments(path);
  return {
    names,
    pattern,
    hasSearch: pattern.includes("\\?"),
    fill(parameters): string {
      const missing: string[] = [];
      const text = fillTokens(path, tokens, parameters, missing);
      if (missing.length > 0) {
        throw new MissingParameterError(
          `Missing parameter${missing.length > 1 ? "s" : ""} ` +
            `${missing.join(", ")} for the path ${path}. Given: ${
              Object.keys(parameters).join(", ") || "none"
            }.`,
        );
      }
      if (countDotSegments(text) > dotSegments) {
        throw new TypeError(
          `A parameter of the path ${path} fills a whole segment with dots: ` +
            `${text}. URLs cannot express that; it would name another path.`,
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

function parseTokens(path: string): readonly PathToken[] {
  if (typeof path !== "string") {
    throw new TypeError(
      `RestEndpoint: the option \`path\` is required and must be a string, not ${path}.`,
    );
  }
  return parsePathSyntax(path);
}

function collectNames(tokens: readonly PathToken[], names: Set<string>): void {
  for (const token of tokens) {
    if (token.type === "group") collectNames(token.tokens, names);
    else if (token.type !== "text") names.add(token.name);
  }
}

function fillTokens(
  path: string,
  tokens: readonly PathToken[],
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
      else text += encodeParameter(path, token.type, token.name, value);
    }
  }
  return text;
}

/** Whether every parameter directly in a group has a value. */
function isComplete(
  tokens: readonly PathToken[],
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

function valueOf(parameters: PathParameters, name: string): unknown {
  return Object.hasOwn(parameters, name)
    ? parameters[name] ?? undefined
    : undefined;
}

function encodeParameter(
  path: string,
  type: "param" | "wildcard",
  name: string,
  value: unknown,
): string {
  if (type === "param") {
    if (Array.isArray(value)) {
      throw new TypeError(
        `Parameter ${name} of the path ${path} must be a single value, not an array.`,
      );
    }
    return encodeSegment(path, name, value);
  }
  if (!Array.isArray(value) || value.length === 0) {
    throw new TypeError(
      `Parameter ${name} of the path ${path} must be a non-empty array of segments.`,
    );
  }
  return value.map((item) => encodeSegment(path, name, item)).join("/");
}

function encodeSegment(path: string, name: string, value: unknown): string {
  const text = String(value);
  if (typeof value === "object" && text === "[object Object]") {
    throw new TypeError(
      `Parameter ${name} of the path ${path} is an object without text of its ` +
        "own. Give a string, a number or a boolean.",
    );
  }
  try {
    return encodeURIComponent(text);
  } catch {
    // half a surrogate pair; URL parsers replace it, too
    return encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\uFFFD"));
  }
}

function patternOf(tokens: readonly PathToken[]): string {
  return tokens.map((token) => {
    switch (token.type) {
      case "text":
        return token.value.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
      case "param":
        return "[^/?#&\\s]+";
      case "wildcard":
        return "[^?#\\s]+";
      case "group":
        return `(?:${patternOf(token.tokens)})?`;
    }
  }).join("");
}

/**
 * Returns the function that fills a path template.
 *
 * @param path template such as `/vessels/:id`
 * @throws {TypeError} when the template is not valid
 *
 * @example
 * ```ts
 * import { getUrlBase } from "@tessera/client";
 *
 * console.log(getUrlBase("/vessels/:id")({ id: 7 })); // "/vessels/7"
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
 *
 * console.log([...getUrlTokens("/fleets/:fleet/*trail")]); // ["fleet", "trail"]
 * ```
 */
export function getUrlTokens(path: string): Set<string> {
  return new Set(parsePath(path).names);
}
