import { parse, type Token, type TokenData } from "path-to-regexp";
import { isDevelopment } from "../schema/engine.ts";

/**
 * Values of the parameters of a path, as the function that
 * {@linkcode getUrlBase} returns takes them.
 */
export type PathParameters = Readonly<Record<string, unknown>>;

/** A parsed path template. */
export interface PathTemplate {
  /** The template. */
  readonly path: string;
  /** What the template is made of. */
  readonly tokens: readonly Token[];
  /** Names of all parameters, those of optional groups included. */
  readonly names: Set<string>;
  /** What {@linkcode matchesPath} goes through. */
  readonly steps: Step[];
}

/**
 * What a template asks of an address, one after the other: a character, a
 * class of characters that comes once or more, or, as the number of a step, a
 * group that may be left out by going on there.
 */
type Step = string | RegExp | number;

/** Templates that were parsed, by their text. */
export const templates: Map<string, PathTemplate> = new Map();

/**
 * Parses a path template in the language of path-to-regexp v8.
 *
 * @param path template such as `/vessels/:id{/crew/:member}`
 * @throws {TypeError} when the template is not valid
 */
export function parsePath(path: string): PathTemplate {
  let template = templates.get(path);
  if (template === undefined) {
    const { tokens } = isDevelopment() ? parseExplained(path) : parse(path);
    template = { path, tokens, names: new Set(), steps: [] };
    addTokens(template, tokens);
    // templates are written in source code, so only generated ones can be this many
    if (templates.size >= 1000) templates.clear();
    templates.set(path, template);
  }
  return template;
}

function addTokens(template: PathTemplate, tokens: readonly Token[]): void {
  const { names, steps } = template;
  for (const token of tokens) {
    if (token.type === "text") {
      // case does not matter, as servers commonly route; capitals, since small letters depend on their neighbours
      steps.push(...token.value.toUpperCase().split(""));
    } else if (token.type === "group") {
      const start = steps.push(0) - 1;
      addTokens(template, token.tokens);
      steps[start] = steps.length;
    } else {
      names.add(token.name);
      steps.push(token.type === "wildcard" ? /[^?#\s]/ : /[^/?#&\s]/);
    }
  }
}

/**
 * Fills in the parameters of a path.
 *
 * @param template what {@linkcode parsePath} returned
 * @param parameters values by name; others are ignored
 * @param tokens of a group, which is left out where a parameter directly in it is missing
 * @param missing for a group: takes the names of these parameters
 * @throws {TypeError} when a required parameter is missing or has the wrong shape
 */
export function fillPath(
  template: PathTemplate,
  parameters: PathParameters,
  tokens: readonly Token[] = template.tokens,
  missing: string[] = [],
): string {
  const { path } = template;
  let text = "";
  for (const token of tokens) {
    if (token.type === "text") {
      text += token.value;
      continue;
    }
    if (token.type === "group") {
      const absent: string[] = [];
      const group = fillPath(template, parameters, token.tokens, absent);
      if (absent.length === 0) text += group;
      continue;
    }
    const { name } = token;
    const isWildcard = token.type === "wildcard";
    const value = Object.hasOwn(parameters, name) ? parameters[name] : null;
    const isList = Array.isArray(value);
    let isFit = isList === isWildcard;
    const segments: string[] = [];
    for (const item of isList ? value : value == null ? [] : [value]) {
      const segment = typeof item === "object" ? textOf(item) : String(item);
      if (segment === "[object Object]") isFit = false;
      // half a surrogate pair is what URL parsers replace, too
      const wellFormed = segment.replace(/\p{Surrogate}/gu, "\uFFFD");
      segments.push(encodeURIComponent(wellFormed));
    }
    if (segments.length === 0) missing.push(name);
    else if (!isFit) {
      throw new TypeError(
        `Parameter ${name} of the path ${path} ` +
          (isDevelopment()
            ? `must be ${
              isWildcard ? "an array of segments" : "a single value"
            }. Values are strings, numbers, booleans, and objects with a text of their own.`
            : "does not fit."),
      );
    }
    text += segments.join("/");
  }
  if (tokens !== template.tokens) return text;
  if (missing.length > 0) throw missingParameters(path, missing, parameters);
  // the template itself may name this folder or the one above
  if (text.includes(".") && countDotSegments(text) > countDotSegments(path)) {
    throw new TypeError(
      `A parameter of the path ${path} is a segment of dots: ${text}.` +
        (isDevelopment()
          ? " URLs cannot express that; it would name another path."
          : ""),
    );
  }
  return text;
}

function missingParameters(
  path: string,
  missing: readonly string[],
  parameters: PathParameters,
): TypeError {
  return new TypeError(
    `Missing parameter${missing.length > 1 ? "s" : ""} ` +
      `${missing.join(", ")} for the path ${path}.` +
      (isDevelopment() ? namesOf(parameters) : ""),
  );
}

/** A value as text of an address: a date in ISO 8601, a list, set or map as its items. */
export function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) || value instanceof Set || value instanceof Map
    ? Array.from(value, (item) => textOf(item ?? "")).join()
    : String(value);
}

/** Percent-encoding does not help against these: URL parsers decode `%2E` before they resolve dots. */
function countDotSegments(path: string): number {
  return path.match(/(?:^|\/)\.\.?(?=$|[/?#])/g)?.length ?? 0;
}

/** Names, with those that are treated as missing: `null`, `undefined` and empty lists. */
function namesOf(parameters: PathParameters): string {
  const names = Object.entries(parameters).map(([name, value]) =>
    [value ?? []].flat().length === 0
      ? `${name} (${JSON.stringify(value)})`
      : name
  );
  return names.length > 0
    ? ` Given: ${names.join(", ")}.`
    : " Given: none. A single argument is taken as the body, where there is " +
      "one: call with (params, body), or declare `body: undefined`.";
}

/** What is wrong with a template, and what to write instead. */
function parseExplained(path: string): TokenData {
  if (typeof path !== "string") {
    throw new TypeError(
      `RestEndpoint: the option \`path\` is required and must be a string, not ${path}.`,
    );
  }
  try {
    return parse(path);
  } catch (error) {
    const { message } = error as Error;
    const [reason = ""] = message.split(/: |; visit/, 1);
    const index = Number(/at index (\d+)/.exec(message)?.[1] ?? 0);
    const character = path[index] === undefined ? "" : ` ("${path[index]}")`;
    // `:` and `*` without a name are reported at the character behind them
    const at = reason.startsWith("Missing parameter name") ? index - 1 : index;
    const name = /:([\p{ID_Continue}$]+)(?:\([^)]*\))?$/u
      .exec(path.slice(0, at))?.[1];
    const [after, otherwise = after] = hints[path[at]!] ?? [
      "Reserved characters are written with a backslash: { } ( ) [ ] + ? ! : * \\.",
    ];
    const hint = name === undefined ? otherwise : after!.replace("NAME", name);
    throw new TypeError(
      `Invalid path template ${path}: ${reason}${character}. ${hint}`,
      { cause: error },
    );
  }
}

/** By character, what replaces its use after the name of a parameter, before version 8 of the language, and elsewhere. */
const hints: Readonly<Record<string, readonly string[]>> = {
  "?": [
    "An optional parameter is {/:NAME}; a literal question mark is \\?.",
    "Write a literal question mark as \\?.",
  ],
  "+": [
    "Several segments are *NAME; a literal plus sign is \\+.",
    "Write a literal plus sign as \\+.",
  ],
  "*": [
    "Any number of segments is {/*NAME}; a literal asterisk is \\*.",
    "A wildcard needs a name: *name; a literal asterisk is \\*.",
  ],
  "(": [
    "Patterns in parameters are not supported: use :NAME.",
    "Write a literal parenthesis as \\(.",
  ],
  ":": [
    "A literal colon is \\:; an origin such as https://host.test belongs in urlPrefix.",
  ],
};

/**
 * Whether a text is a filled path, and maybe a query and more.
 *
 * Follows all ways through the steps at once, character by character, instead
 * of trying one after the other: the time grows with the length of the text
 * alone, whatever the template.
 *
 * @param path template
 * @param address text to test
 * @param isAnywhere whether anything may stand before the path
 * @param ends characters that may follow it
 */
export function matchesPath(
  path: string,
  address: string,
  isAnywhere: boolean,
  ends: string,
): boolean {
  const { steps } = parsePath(path);
  const text = address.toUpperCase();
  let current = new Set([0]);
  for (let at = 0; at <= text.length; at++) {
    const next = new Set(isAnywhere ? [0] : []);
    const character = text[at] ?? "";
    // grows while it is gone through
    for (const state of current) {
      const step = steps[state];
      if (step === undefined) {
        const end = character === "/" ? at + 1 : at;
        if (end === text.length || ends.includes(text[end]!)) return true;
      } else if (typeof step === "number") {
        current.add(state + 1).add(step);
      } else if (step === character) {
        next.add(state + 1);
      } else if (typeof step === "object" && step.test(character)) {
        next.add(state).add(state + 1);
      }
    }
    current = next;
  }
  return false;
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
  return (parameters = {}) => fillPath(template, parameters);
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
