/** How long a line may be. */
const width = 80;

/**
 * Something in brackets: in one line if that is short enough, else a line for
 * each part. `taken` is what else stands in the line.
 */
export function bracketed(
  before: string,
  [open, close]: readonly [string, string],
  parts: readonly string[],
  { indent = 0, separator = ",", after = "", taken = 0 } = {},
): string {
  const space = open === "{" ? " " : "";
  const line = `${before}${open}${space}${
    parts.join(`${separator} `)
  }${space}${close}${after}`;
  if (parts.length === 0) return `${before}${open}${close}${after}`;
  const isShort = indent + taken + line.trimEnd().length <= width;
  if (isShort && !/\n./.test(line)) return line;
  const margin = " ".repeat(indent + 2);
  const lines = parts.map((part) => `${margin}${part}${separator}\n`);
  return `${before}${open}\n${lines.join("")}${
    " ".repeat(indent)
  }${close}${after}`;
}

/** Something of a type, which is written in one line: in several if that is too long. */
export function typed(
  before: string,
  type: string,
  { indent = 0, after = "" } = {},
): string {
  const used = indent + before.length + 1 + after.trimEnd().length;
  const text = typeLines(type, indent, used);
  return `${before}${text.startsWith("\n") ? "" : " "}${text}${after}`;
}

/** A type after something that takes some characters of its line. */
function typeLines(type: string, indent: number, used: number): string {
  if (used + type.length <= width) return type;
  const margin = `\n${" ".repeat(indent + 2)}`;
  for (const sign of ["|", "&"]) {
    const parts = split(type, ` ${sign} `);
    const [first = "", last = ""] = parts;
    if (/^\{ /.test(first) && /^(?:null|undefined)$/.test(last)) {
      if (parts.length === 2) {
        return `${typeLines(first, indent, used + last.length + 3)} | ${last}`;
      }
    }
    if (parts.length > 1) return partLines(parts, sign, indent + 2);
  }
  const [, union] = /^\((.*)\)\[\]$/.exec(type) ?? [];
  if (union !== undefined) {
    if (indent + 3 + type.length <= width) return `${margin}${type}`;
    const lines = partLines(split(union, " | "), "|", indent + 2);
    return `(${lines}\n${" ".repeat(indent)})[]`;
  }
  const [, members, lists] = /^\{ (.*) \}((?:\[\])*)$/.exec(type) ?? [];
  if (members === undefined) {
    return /^[\w.]+(?:\[\])*$/.test(type) ? `${margin}${type}` : type;
  }
  const lines = split(members, "; ").map((member) => {
    const [name, ...rest] = split(member, ": ");
    return `${margin}${
      typed(`${name}:`, rest.join(": "), { indent: indent + 2, after: ";" })
    }`;
  });
  return `{${lines.join("")}\n${" ".repeat(indent)}}${lists}`;
}

/** A line for each part of a union or an intersection. */
function partLines(
  parts: readonly string[],
  sign: string,
  indent: number,
): string {
  const margin = `\n${" ".repeat(indent)}`;
  return parts.map((part) => {
    const [, union] = /^\((.*)\)(?:\[\])?$/.exec(part) ?? [];
    const isLong = indent + 3 + part.length > width;
    const text = union !== undefined && isLong
      ? `(${partLines(split(union, " | "), "|", indent + 2)}${margin})${
        part.endsWith("[]") ? "[]" : ""
      }`
      : typeLines(part, indent, indent + 3);
    return `${margin}${sign} ${text.startsWith("\n") ? part : text}`;
  }).join("");
}

/** Something with a value, which is written in one line: in several if that is too long. */
export function valued(
  before: string,
  value: string,
  { indent = 0, after = "" } = {},
): string {
  const used = indent + before.length + 1 + after.trimEnd().length;
  return used + value.length > width && /^["']/.test(value)
    ? `${before}\n${" ".repeat(indent + 2)}${value}${after}`
    : `${before} ${valueLines(value, indent, used)}${after}`;
}

function valueLines(value: string, indent: number, used: number): string {
  if (used + value.length <= width) return value;
  const margin = `\n${" ".repeat(indent + 2)}`;
  const end = `\n${" ".repeat(indent)}`;
  const [, callee = "", open, inner, close] =
    /^((?:new )?[\w$]*(?:<.*>)?)([[{(])(.*)([\]})])$/.exec(value) ?? [];
  if (inner === undefined) return value;
  const parts = split(inner.trim(), ", ");
  const last = parts.at(-1)!;
  const isHugged = open !== "{" && last.startsWith("{") &&
    !parts.slice(0, -1).some((part) => /[[{(]/.test(part));
  if (isHugged) {
    return `${callee}${open}${
      [...parts.slice(0, -1), valueLines(last, indent, width)].join(", ")
    }${close}`;
  }
  const lines = parts.map((part) => {
    const [name, ...rest] = split(part, ": ");
    return `${margin}${
      rest.length === 0
        ? valueLines(part, indent + 2, indent + 3)
        : valued(`${name}:`, rest.join(": "), {
          indent: indent + 2,
          after: ",",
        })
          .slice(0, -1)
    },`;
  });
  return `${callee}${open}${lines.join("")}${end}${close}`;
}

/** A text split where a sign stands in no brackets or quotes. */
function split(text: string, sign: string): string[] {
  const parts = [""];
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const char = text[index]!;
    if (char === '"') {
      const [quoted] = /"(?:\\.|[^"\\])*"/y.exec(text.slice(index))!;
      parts[parts.length - 1] += quoted;
      index += quoted.length - 1;
      continue;
    }
    if (/[{([<]/.test(char)) depth++;
    if (/[})\]>]/.test(char)) depth--;
    if (depth === 0 && text.startsWith(sign, index)) {
      parts.push("");
      index += sign.length - 1;
    } else parts[parts.length - 1] += char;
  }
  return parts;
}

/** A comment of what documents say; nothing if they do not. */
export function comment(text: string | undefined, indent = 0): string {
  const [paragraph = ""] = (text ?? "").trim().split(/\n\s*\n/);
  const words = paragraph.replaceAll("*/", "*\\/")
    // compilers take these for orders
    .replaceAll("@ts-", "@ ts-").split(/\s+/).filter(Boolean);
  if (words.length === 0) return "";
  const margin = " ".repeat(indent);
  const line = `${margin}/** ${words.join(" ")} */\n`;
  if (line.length <= width + 1) return line;
  const lines = [""];
  for (const word of words) {
    const last = lines.at(-1)!;
    if (last !== "" && indent + last.length + word.length + 4 > width) {
      lines.push(word);
    } else lines[lines.length - 1] = last === "" ? word : `${last} ${word}`;
  }
  return `${margin}/**\n${
    lines.map((line) => `${margin} * ${line}\n`).join("")
  }${margin} */\n`;
}
