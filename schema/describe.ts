/**
 * Writes a value for a message: JSON where possible, cut to size. Never throws,
 * whatever cycles, getters or types the value has.
 *
 * @param value anything
 * @param maxLength most characters of the result
 */
export function describe(value: unknown, maxLength = 500): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value, withoutCycles(), 1)?.replace(/\n\s*/g, " ");
  } catch {
    // a getter, a toJSON or a proxy threw
  }
  if (text === undefined) {
    try {
      text = String(value);
    } catch {
      text = `[unreadable ${typeof value}]`;
    }
  }
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

/** The type of a value as `typeof` gives it, with `null` apart. */
export function typeName(value: unknown): string {
  return value === null ? "null" : typeof value;
}

/** Members that are looked at, of values that may be a whole response. */
const MAX_MEMBERS = 2000;

function withoutCycles(): (
  this: unknown,
  key: string,
  value: unknown,
) => unknown {
  const ancestors: unknown[] = [];
  let count = 0;
  return function (_key, value) {
    if (++count > MAX_MEMBERS) return undefined;
    if (typeof value === "bigint") return `${value}n`;
    if (typeof value === "symbol") return String(value);
    const vendor = vendorOf(value);
    if (vendor !== undefined) return `[${vendor} validator]`;
    if (typeof value === "function") return nameOf(value);
    if (typeof value !== "object" || value === null) return value;
    while (ancestors.length > 0 && ancestors[ancestors.length - 1] !== this) {
      ancestors.pop();
    }
    if (ancestors.includes(value)) return "[circular]";
    ancestors.push(value);
    return value;
  };
}

// deno-lint-ignore ban-types -- any function
function nameOf(value: Function): string {
  const key = Object.hasOwn(value, "key")
    ? (value as { key?: unknown }).key
    : undefined;
  return `[${typeof key === "string" ? key : value.name || "function"}]`;
}

/** Where a validator comes from; its definition says nothing to a reader. */
function vendorOf(value: unknown): string | undefined {
  if (typeof value !== "object" && typeof value !== "function") return;
  return (value as { "~standard"?: { vendor?: string } } | null)
    ?.["~standard"]?.vendor;
}

/**
 * Says where in a value something is: `data[1].home`.
 *
 * @param path names and indexes, from the outside in
 * @param text what the path begins in, written in this way
 */
export function pathText(path: readonly PropertyKey[], text = ""): string {
  for (const step of path) {
    if (typeof step === "string" && /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(step)) {
      text += text === "" ? step : `.${step}`;
    } else {
      text += `[${
        typeof step === "string" ? JSON.stringify(step) : String(step)
      }]`;
    }
  }
  return text;
}
