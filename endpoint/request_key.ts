import type { Token } from "path-to-regexp";
import { parsePath } from "./path_template.ts";
import type { RestEndpointImpl } from "./rest_endpoint.ts";
import { stableJson } from "./stable_json.ts";

/** What else a key may contain. */
export interface KeyShape {
  /** The address may begin with any prefix. */
  readonly isUrlOverridden: boolean;
  /** A space and the text of a payload may follow the address. */
  readonly mayHoldBody: boolean;
}

/**
 * Whether a key can come from an endpoint, for some arguments.
 *
 * Who replaces `key` must replace `testKey` too.
 *
 * @param endpoint supplies method, prefix and template
 * @param key text to test
 */
export function matchesKey(
  endpoint: RestEndpointImpl,
  key: string,
  shape: KeyShape,
): boolean {
  const method = `${endpoint.method.toUpperCase()} `;
  const prefix = method + (shape.isUrlOverridden ? "" : endpoint.urlPrefix);
  return key.startsWith(prefix) &&
    matchesPath(endpoint.path, key.slice(prefix.length), shape);
}

/**
 * Text that stands for a payload in the key of a read.
 *
 * What can only be read asynchronously (blobs, streams) is told apart by type and size alone.
 */
export function bodyText(body: unknown): string {
  return stableJson(describeBody(body)) ?? "";
}

function describeBody(body: unknown): unknown {
  if (body instanceof FormData) {
    return [...body].map(([name, value]) => [name, describeBody(value)]);
  }
  if (body instanceof URLSearchParams) return [...body];
  if (body instanceof Blob) {
    const { name, type, size } = body as Partial<File> & Blob;
    return { name, type, size };
  }
  if (body instanceof ArrayBuffer) return [...new Uint8Array(body)];
  if (ArrayBuffer.isView(body)) {
    return [...new Uint8Array(body.buffer, body.byteOffset, body.byteLength)];
  }
  return body;
}

/**
 * What a template asks of an address, one after the other: a character, a
 * class of characters that comes once or more, or, as the number of a step, a
 * group that may be left out by going on there.
 */
type Step = string | RegExp | number;

const segmentCharacter = /[^/?#&\s]/;
const wildcardCharacter = /[^?#\s]/;

const stepsOfPaths = new Map<string, readonly Step[]>();

function stepsOf(path: string): readonly Step[] {
  let steps = stepsOfPaths.get(path);
  if (steps === undefined) {
    if (stepsOfPaths.size >= 1000) stepsOfPaths.clear();
    stepsOfPaths.set(path, steps = addSteps([], parsePath(path).tokens));
  }
  return steps;
}

function addSteps(steps: Step[], tokens: readonly Token[]): Step[] {
  for (const token of tokens) {
    if (token.type === "text") {
      steps.push(...foldCase(token.value).split(""));
    } else if (token.type === "group") {
      const start = steps.push(0) - 1;
      steps[start] = addSteps(steps, token.tokens).length;
    } else {
      steps.push(
        token.type === "param" ? segmentCharacter : wildcardCharacter,
      );
    }
  }
  return steps;
}

/** Case does not matter, as servers commonly route. Capitals, since small letters depend on their neighbours. */
function foldCase(text: string): string {
  return text.toUpperCase();
}

/**
 * Whether a text is a filled path, and maybe a query and a payload.
 *
 * Follows all ways through the steps at once, character by character, instead
 * of trying one after the other: the time grows with the length of the text
 * alone, whatever the template.
 */
function matchesPath(
  path: string,
  address: string,
  { isUrlOverridden, mayHoldBody }: KeyShape,
): boolean {
  const steps = stepsOf(path);
  const text = foldCase(address);
  const ends = `?${steps.includes("?") ? "&" : ""}${mayHoldBody ? " " : ""}`;
  let current: number[] = [0];
  for (let at = 0; at <= text.length && current.length > 0; at++) {
    const next: number[] = isUrlOverridden ? [0] : [];
    const character = text[at] ?? "";
    // grows while it is gone through
    for (const state of current) {
      const step = steps[state];
      if (step === undefined) {
        const end = character === "/" ? at + 1 : at;
        if (end === text.length || ends.includes(text[end]!)) return true;
      } else if (typeof step === "number") {
        addOnce(current, state + 1);
        addOnce(current, step);
      } else if (step === character) {
        addOnce(next, state + 1);
      } else if (typeof step === "object" && step.test(character)) {
        addOnce(next, state);
        addOnce(next, state + 1);
      }
    }
    current = next;
  }
  return false;
}

/** The states are few, as many as a template has characters at most. */
function addOnce(states: number[], state: number): void {
  if (!states.includes(state)) states.push(state);
}
