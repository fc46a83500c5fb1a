/** A path template of path-to-regexp 6, written for version 8. */
export interface ConvertedPath {
  /** The template in the language of version 8; the given one if it needs no change. */
  readonly path: string;
  /** What a person should look at. */
  readonly remarks: readonly string[];
}

/**
 * Translates a path template from the language of path-to-regexp 6 to that of
 * version 8. What only version 8 understands stays as it is.
 *
 * @param path template such as `/users/:id?`
 */
export function convertPath(path: string): ConvertedPath {
  const items = parsePath(path);
  if (items === undefined) {
    return { path, remarks: [`${path} cannot be read: write it anew`] };
  }
  const printer = new Printer(items);
  const printed = printer.print(items);
  return { path: printed, remarks: printer.remarks };
}

type Modifier = "" | "?" | "+" | "*";

interface Text {
  readonly kind: "text";
  readonly text: string;
}

interface Parameter {
  readonly kind: "parameter";
  /** Left out if it has only a pattern. */
  readonly name: string | undefined;
  readonly pattern: string | undefined;
  readonly modifier: Modifier;
}

interface Group {
  readonly kind: "group";
  readonly items: readonly Item[];
  readonly modifier: Modifier;
}

/** `*name`, `:"name"`: written for version 8. */
interface Newer {
  readonly kind: "newer";
  readonly text: string;
}

type Item = Text | Parameter | Group | Newer;

/** The parts of a template; `undefined` if its braces do not match. */
function parsePath(path: string): Item[] | undefined {
  let at = 0;
  const items = parseItems(0);
  return at === path.length ? items : undefined;

  function parseItems(depth: number): Item[] | undefined {
    const items: Item[] = [];
    while (at < path.length) {
      if (path[at] === "}") return depth > 0 ? items : undefined;
      const item = path[at] === "{" ? parseGroup(depth) : parseSimple();
      if (item === undefined) return undefined;
      items.push(item);
    }
    return depth === 0 ? items : undefined;
  }

  function parseGroup(depth: number): Group | undefined {
    at++;
    const items = parseItems(depth + 1);
    if (items === undefined) return undefined;
    at++;
    return { kind: "group", items, modifier: parseModifier() };
  }

  function parseSimple(): Item {
    const rest = path.slice(at);
    const newer =
      /^(?:[:*]"(?:[^"\\]|\\.)*"|\*[\p{ID_Start}$_][\p{ID_Continue}$]*)/u
        .exec(rest);
    if (newer) return { kind: "newer", text: take(newer[0].length) };
    const name = /^:(\w+(?:-\w+)*)/.exec(rest);
    if (name) take(name[0].length);
    const pattern = path[at] === "(" ? patternAt(path.slice(at)) : undefined;
    if (pattern !== undefined) take(pattern.length + 2);
    if (name || pattern !== undefined) {
      return {
        kind: "parameter",
        name: name?.[1],
        pattern,
        modifier: parseModifier(),
      };
    }
    return { kind: "text", text: take(path[at] === "\\" ? 2 : 1) };
  }

  function parseModifier(): Modifier {
    const next = path[at];
    return next === "?" || next === "+" || next === "*"
      ? take(1) as Modifier
      : "";
  }

  function take(length: number): string {
    const text = path.slice(at, at + length);
    at += text.length;
    return text;
  }
}

/** What stands between a parenthesis and the one that closes it. */
function patternAt(text: string): string | undefined {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === "(") depth++;
    else if (text[at] === ")" && --depth === 0) return text.slice(1, at);
  }
  return undefined;
}

class Printer {
  readonly remarks: string[] = [];
  /** Whether something is written as only version 6 understands it. */
  readonly #isOld: boolean;
  #unnamed = 0;

  constructor(items: readonly Item[]) {
    this.#isOld = hasOld(items);
  }

  print(items: readonly Item[]): string {
    let result = "";
    items.forEach((item, index) => {
      if (item.kind === "parameter") {
        const before = items[index - 1];
        // a modifier takes the slash or dot before the parameter with it
        const prefix = item.modifier !== "" && before?.kind === "text" &&
            (before.text === "/" || before.text === ".")
          ? before.text
          : "";
        result = result.slice(0, result.length - prefix.length) +
          this.#parameter(prefix, item, "", item.modifier);
      } else if (item.kind === "group") result += this.#group(item);
      else result += item.kind === "text" ? escaped(item.text) : item.text;
    });
    return result;
  }

  #group({ items, modifier }: Group): string {
    if (modifier === "") {
      // optional in version 8, and only there
      const content = this.print(items);
      return this.#isOld ? content : `{${content}}`;
    }
    if (modifier === "?") return `{${this.print(items)}}`;
    const index = items.findIndex(({ kind }) => kind === "parameter");
    const parameter = items[index];
    if (parameter?.kind !== "parameter") {
      this.remarks.push("a text cannot be repeated: write it anew");
      return `{${this.print(items)}}`;
    }
    return this.#parameter(
      this.print(items.slice(0, index)),
      parameter,
      this.print(items.slice(index + 1)),
      modifier,
    );
  }

  #parameter(
    prefix: string,
    { name, pattern }: Parameter,
    suffix: string,
    modifier: Modifier,
  ): string {
    const written = this.#name(name, pattern);
    if (modifier === "") return `${prefix}:${written}${suffix}`;
    if (modifier === "?") return `{${prefix}:${written}${suffix}}`;
    if (prefix + suffix !== "/") {
      this.remarks.push(
        `the values of ${name ?? written} are joined by slashes now`,
      );
    }
    const wildcard = `${prefix}*${written}${suffix}`;
    return modifier === "+" ? wildcard : `{${wildcard}}`;
  }

  /** The name of a parameter, quoted where it must be. */
  #name(given: string | undefined, pattern: string | undefined): string {
    const name = given ?? `${this.#unnamed++}`;
    if (given === undefined) {
      this.remarks.push(
        `(${pattern}) has no name: the parameter is called "${name}"`,
      );
    } else if (name.includes("-")) {
      const [first] = name.split("-");
      this.remarks.push(
        `:${name} is taken for one parameter; if it is :${first} and a text, write :${first}\\${
          name.slice(first!.length)
        }`,
      );
    }
    const written = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name)
      ? name
      : `"${name}"`;
    if (pattern !== undefined && acceptsSlash(pattern)) {
      this.remarks.push(
        `slashes in ${name} are encoded now: to keep them, write *${written} and pass a list of segments`,
      );
    }
    return written;
  }
}

function hasOld(items: readonly Item[]): boolean {
  return items.some((item) => {
    if (item.kind === "parameter") {
      return item.pattern !== undefined || item.modifier !== "";
    }
    return item.kind === "group" &&
      (item.modifier !== "" || hasOld(item.items));
  });
}

/** Reserved characters that version 6 took for text get a backslash; those that have one keep it. */
function escaped(text: string): string {
  return /^[()[\]+?!*:]$/.test(text) ? `\\${text}` : text;
}

function acceptsSlash(pattern: string): boolean {
  try {
    return new RegExp(`^(?:${pattern})$`, "i").test("a/b");
  } catch {
    return false;
  }
}
