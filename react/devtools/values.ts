/**
 * Values as text: short, as JSON, as differences, as fixtures.
 *
 * @module
 */
import type { ActionArgs } from "../../controller/mod.ts";

/** A value in one line. */
export function short(value: unknown, most = 80): string {
  const text = oneLine(value, 3);
  return text.length > most ? text.slice(0, most - 1) + "…" : text;
}

function oneLine(value: unknown, depth: number): string {
  switch (typeof value) {
    case "string":
      return JSON.stringify(value.length > 200 ? value.slice(0, 200) : value);
    case "bigint":
      return `${value}n`;
    case "symbol":
      return value.description === "INVALID" ? "invalidated" : String(value);
    case "function":
      return `ƒ ${value.name || "anonymous"}`;
    case "object":
      break;
    default:
      return String(value);
  }
  if (value === null) return "null";
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (value instanceof Date) return dateText(value);
  const name = nameOf(value);
  if (depth === 0) return Array.isArray(value) ? "[…]" : `${name}{…}`;
  if (Array.isArray(value)) {
    const items = value.slice(0, 12).map((item) => oneLine(item, depth - 1));
    if (value.length > 12) items.push("…");
    return `[${items.join(", ")}]`;
  }
  const texts = membersOf(value, 8).map(([key, member]) =>
    `${key}: ${oneLine(member, depth - 1)}`
  );
  if (sizeOf(value) > 8) texts.push("…");
  return texts.length === 0 ? `${name}{}` : `${name}{ ${texts.join(", ")} }`;
}

function dateText(date: Date): string {
  return Number.isNaN(date.getTime()) ? "Invalid Date" : date.toISOString();
}

/** The class of an object; nothing for plain ones. */
function nameOf(value: object): string {
  const { name } = value.constructor ?? Object;
  return name && name !== "Object" && name !== "Array" ? `${name} ` : "";
}

/** How many members an object has. */
export function sizeOf(value: object): number {
  if (Array.isArray(value)) return value.length;
  if (value instanceof Map || value instanceof Set) return value.size;
  return Object.keys(value).length;
}

/** The first members of an object, looked at without running code. */
export function membersOf(
  value: object,
  most: number,
): (readonly [string, unknown])[] {
  if (Array.isArray(value)) {
    return value.slice(0, most).map((item, index) => [String(index), item]);
  }
  const members: (readonly [string, unknown])[] = [];
  if (value instanceof Map || value instanceof Set) {
    for (const [key, item] of value.entries()) {
      if (members.push([String(key), item]) === most) break;
    }
    return members;
  }
  for (const key of Object.keys(value).slice(0, most)) {
    const { value: member, get } = Object.getOwnPropertyDescriptor(value, key)!;
    members.push([key, get ? "(getter)" : member]);
  }
  return members;
}

/** A value as JSON text, whatever is in it. */
export function jsonOf(value: unknown, indent: number | undefined = 2): string {
  const above: unknown[] = [];
  const text = JSON.stringify(value, function (this: unknown, _key, member) {
    if (typeof member === "bigint") return `${member}n`;
    if (typeof member === "symbol") return short(member);
    if (member instanceof Error) {
      const { name, message } = member;
      return { name, message, ...member as object };
    }
    if (typeof member !== "object" || member === null) return member;
    while (above.length > 0 && above.at(-1) !== this) above.pop();
    if (above.includes(member)) return "(circular)";
    above.push(member);
    return member;
  }, indent);
  return text ?? String(value);
}

/** So many members of one value are searched. */
const mostSearched = 1000;

/** Whether a text in lower case is in a value, or in a value in it, or names one of them. */
export function holds(value: unknown, text: string): boolean {
  const pending = [value];
  for (const each of pending) {
    if (typeof each !== "object" || each === null) {
      if (String(each).toLowerCase().includes(text)) return true;
      continue;
    }
    const isText = each instanceof Error || each instanceof Date;
    if (isText && short(each, 1000).toLowerCase().includes(text)) return true;
    for (const [key, member] of membersOf(each, mostSearched)) {
      if (pending.length >= mostSearched) break;
      const isNamed = !Array.isArray(each) && key.toLowerCase().includes(text);
      if (isNamed) return true;
      pending.push(member);
    }
  }
  return false;
}

/** What is different at one place. */
export interface Difference {
  /** Names of members, from the outside. */
  readonly path: readonly string[];
  readonly kind: "added" | "removed" | "changed";
  readonly before: unknown;
  readonly after: unknown;
}

/** So many differences of one thing are listed. */
const mostDifferences = 100;
/** So many members, or items between equal ends of lists, are compared one by one. */
const mostCompared = 2000;

/** Where two values differ, down to the members that do. */
export function differences(before: unknown, after: unknown): Difference[] {
  const found: Difference[] = [];
  compare(before, after, [], found);
  return found;
}

function compare(
  before: unknown,
  after: unknown,
  path: readonly string[],
  found: Difference[],
): void {
  if (Object.is(before, after) || found.length >= mostDifferences) return;
  const isDeep = path.length < 8 && isPlain(before) && isPlain(after) &&
    Array.isArray(before) === Array.isArray(after) &&
    (Array.isArray(before) || sizeOf(before) + sizeOf(after) <= mostCompared);
  if (!isDeep) {
    const kind = before === undefined
      ? "added"
      : after === undefined
      ? "removed"
      : "changed";
    found.push({ path, kind, before, after });
    return;
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    return compareLists(before, after, path, found);
  }
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    compare(
      (before as Record<string, unknown>)[key],
      (after as Record<string, unknown>)[key],
      [...path, key],
      found,
    );
  }
}

/** Items that came or went do not make all that follow them different. */
function compareLists(
  before: readonly unknown[],
  after: readonly unknown[],
  path: readonly string[],
  found: Difference[],
): void {
  // a long list is seldom different from its beginning to its end
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && Object.is(before[start], after[start])) start++;
  let end = 0;
  while (
    end < shorter - start && Object.is(before.at(-1 - end), after.at(-1 - end))
  ) end++;
  const [was, is] = [before, after].map((items) =>
    items.slice(start, items.length - end)
  ) as [unknown[], unknown[]];
  if (was.length + is.length > mostCompared) {
    found.push({ path, kind: "changed", before, after });
    return;
  }
  const count = found.length;
  const [wasTexts, isTexts] = [was.map(textOf), is.map(textOf)];
  const note = (
    kind: "removed" | "added",
    items: readonly unknown[],
    texts: readonly unknown[],
    others: Set<unknown>,
  ) => {
    for (const [index, item] of items.entries()) {
      if (found.length >= mostDifferences || others.has(texts[index])) continue;
      const [before, after] = kind === "added" ? [, item] : [item];
      const place = String(start + index);
      found.push({ path: [...path, place], kind, before, after });
    }
  };
  note("removed", was, wasTexts, new Set(isTexts));
  note("added", is, isTexts, new Set(wasTexts));
  const isMoved = found.length === count &&
    wasTexts.some((text, index) => text !== isTexts[index]);
  if (isMoved) found.push({ path, kind: "changed", before, after });
}

/** Stands for an item of a list. */
function textOf(item: unknown): unknown {
  return isPlain(item) ? jsonOf(item, 0) : item;
}

function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return true;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** A fixture for tests and stories, as source text. */
export function fixtureText(
  name: string,
  args: ActionArgs,
  response: unknown,
  isError = false,
): string {
  const body = jsonOf(response).replaceAll("\n", "\n  ");
  return `{
  endpoint: ${name},
  args: ${jsonOf(args, 0)},
  response: ${isError ? `Object.assign(new Error(), ${body})` : body},${
    isError ? "\n  error: true," : ""
  }
}`;
}

/** A length of time, in at most two units. */
export function durationText(milliseconds: number): string {
  const size = Math.abs(milliseconds);
  const sign = milliseconds < 0 ? "−" : "";
  if (size < 1000) return `${sign}${Math.round(size)} ms`;
  const seconds = Math.floor(size / 1000);
  if (seconds < 60) {
    return `${sign}${size < 10_000 ? (size / 1000).toFixed(1) : seconds} s`;
  }
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const two = (large: string, rest: number, small: string) =>
    sign + large + (rest > 0 ? ` ${rest} ${small}` : "");
  if (minutes < 60) return two(`${minutes} min`, seconds % 60, "s");
  if (hours < 48) return two(`${hours} h`, minutes % 60, "min");
  return `${sign}${Math.floor(hours / 24)} days`;
}

/** A time of day, with the date if it is another. */
export function timeText(time: number | undefined): string {
  if (time === undefined || !Number.isFinite(time) || time <= 0) return "–";
  const date = new Date(time);
  const isToday = date.toDateString() === new Date().toDateString();
  const text = clock.format(date);
  return isToday ? text : `${date.toLocaleDateString()} ${text}`;
}

/** Made once, since a table has many times and a format takes long to make. */
const clock = new Intl.DateTimeFormat(undefined, {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hour12: false,
});
