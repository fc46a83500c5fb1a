/** What visitors of the repository read first. */
export const readme: string = await Deno.readTextFile(
  new URL("../../../README.md", import.meta.url),
);

/**
 * The first example below a heading of the README.
 *
 * @param api An address that stands for the one in the example.
 * @throws {Error} If there is no such heading, or the example has another API.
 */
export function codeOf(heading: string, api?: string): string {
  const [, text] = new RegExp(`^##+ ${heading}\n([^]*?)(?=^##+ |$(?![^]))`, "m")
    .exec(readme) ?? [];
  const [, code] = /```(?:tsx?|html)[^\n]*\n([^]*?)```/.exec(text ?? "") ?? [];
  if (code === undefined) throw new Error(`README.md has no "${heading}".`);
  if (api === undefined) return code;
  const there = code.replaceAll("https://jsonplaceholder.typicode.com", api);
  if (there === code) throw new Error(`${heading} does not name the API.`);
  return there;
}
