/** A part of the README to follow. */
export interface Section {
  /** Texts by the name of the file they go into. */
  readonly files: ReadonlyMap<string, string>;
  /** What to type, line by line. */
  readonly commands: readonly string[];
}

/**
 * The part below a heading of the README.
 *
 * @throws {Error} If there is no such heading.
 */
export async function readSection(heading: string): Promise<Section> {
  const readme = await Deno.readTextFile(
    new URL("../../../README.md", import.meta.url),
  );
  const start = readme.indexOf(`\n### ${heading}\n`);
  if (start < 0) throw new Error(`README.md has no "### ${heading}".`);
  const text = readme.slice(start + 5).split(/\n##+ /)[0]!;
  const files = new Map<string, string>();
  const commands: string[] = [];
  const blocks = /(?:`([^`\n]+)`:\n\n)?```(\w+)[^\n]*\n([\s\S]*?)```/g;
  for (const [, file, language, content] of text.matchAll(blocks)) {
    if (language === "sh") commands.push(...content!.trim().split("\n"));
    else if (file !== undefined) files.set(file, content!);
  }
  return { files, commands };
}

/** Text of a file; the API of the README is the one given instead. */
export function fileOf(section: Section, name: string, api: string): string {
  const text = section.files.get(name);
  if (text === undefined) throw new Error(`The section has no ${name}.`);
  const there = text.replaceAll("https://jsonplaceholder.typicode.com", api);
  if (there === text) throw new Error(`${name} does not name the API.`);
  return there;
}
