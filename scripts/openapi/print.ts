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

/** Something of a type: unions that are too long have a line for each part. */
export function typed(
  before: string,
  type: string,
  { indent = 0, after = "" } = {},
): string {
  const line = `${before} ${type}${after}`;
  const isShort = indent + line.trimEnd().length <= width;
  if (isShort || type.includes("\n") || !/^[^{(]* \| /.test(type)) return line;
  const margin = " ".repeat(indent + 2);
  const parts = type.split(" | ").map((part) => `\n${margin}| ${part}`);
  return `${before}${parts.join("")}${after}`;
}

/** A comment of what documents say; nothing if they do not. */
export function comment(text: string | undefined, indent = 0): string {
  const [paragraph = ""] = (text ?? "").trim().split(/\n\s*\n/);
  const words = paragraph.replaceAll("*/", "*\\/").split(/\s+/).filter(Boolean);
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
