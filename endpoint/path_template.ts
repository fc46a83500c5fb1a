import { isDevelopment } from "../schema/engine.ts";
import {
  parsePathParts,
  type PathParameter,
  type PathPart,
} from "./path_syntax.ts";

/**
 * Values of the parameters of a path, as the function that
 * {@linkcode getUrlBase} returns takes them.
 */
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
  const { parts, names } = parsePathParts(path);
  const pattern = patternOf(parts);
  const dotSegments = countDotSegments(path);
  return {
    names,
    pattern,
    hasSearch: pattern.includes("\\?"),
    fill(parameters): string {
      const missing: string[] = [];
      const text = fillParts(path, parts, parameters, missing);
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

/** Names, with `null` and `undefined`, which count as not given. */
function given(parameters: PathParameters): string {
  const names = Object.entries(parameters).map(([name, value]) =>
    (value ?? undefined) === undefined ? `${name} (${value})` : name
  );
  return ` Given: ${names.join(", ") || "none"}.`;
}

function fillParts(
  path: string,
  parts: readonly PathPart[],
  parameters: PathParameters,
  missing: string[],
): string {
  let text = "";
  for (const part of parts) {
    if (typeof part === "string") {
      text += part;
    } else if (isGroup(part)) {
      if (part.every((inner) => isFilled(inner, parameters))) {
        text += fillParts(path, part, parameters, missing);
      }
    } else {
      const value = valueOf(parameters, part.name);
      if (value === undefined) missing.push(part.name);
      else text += encodeParameter(path, part, value);
    }
  }
  return text;
}

/** Whether a part of a group lets the group be there: a parameter needs a value. */
function isFilled(part: PathPart, parameters: PathParameters): boolean {
  if (typeof part === "string" || isGroup(part)) return true;
  const value = valueOf(parameters, part.name);
  return value !== undefined &&
    !(part.isWildcard && Array.isArray(value) && value.length === 0);
}

function isGroup(
  part: PathParameter | readonly PathPart[],
): part is readonly PathPart[] {
  return Array.isArray(part);
}

function valueOf(parameters: PathParameters, name: string): unknown {
  return Object.hasOwn(parameters, name)
    ? parameters[name] ?? undefined
    : undefined;
}

function encodeParameter(
  path: string,
  { name, isWildcard }: PathParameter,
  value: unknown,
): string {
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
  const segments: readonly unknown[] = isList ? value : [value];
  return segments.map((segment) => {
    const text = String(segment);
    if (typeof segment === "object" && text === "[object Object]") {
      throw unusable(
        path,
        name,
        "is an object without text of its own." +
          (isDevelopment() ? " Give a string, a number or a boolean." : ""),
      );
    }
    // half a surrogate pair cannot be encoded; URL parsers replace it, too
    return encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\uFFFD"));
  }).join("/");
}

function unusable(path: string, name: string, problem: string): TypeError {
  return new TypeError(`Parameter ${name} of the path ${path} ${problem}`);
}

function patternOf(parts: readonly PathPart[]): string {
  return parts.map((part) =>
    typeof part === "string"
      ? part.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")
      : isGroup(part)
      ? `(?:${patternOf(part)})?`
      : part.isWildcard
      ? "[^?#\\s]+"
      : "[^/?#&\\s]+"
  ).join("");
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
