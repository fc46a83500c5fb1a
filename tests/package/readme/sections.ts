/** What visitors of the repository read first. */
export const readme: string = pageOf("README.md");

/**
 * The first example below a heading of the README, or of another page.
 *
 * @param api An address that stands for the one in the example.
 * @param path The path of the page.
 * @throws {Error} If there is no such heading, or the example has another API.
 */
export function codeOf(
  heading: string,
  api?: string,
  path = "README.md",
): string {
  const [, text] = new RegExp(`^##+ ${heading}\n([^]*?)(?=^##+ |$(?![^]))`, "m")
    .exec(pageOf(path)) ?? [];
  const [, code] = /```(?:tsx?|js|html)[^\n]*\n([^]*?)```/.exec(text ?? "") ??
    [];
  if (code === undefined) throw new Error(`${path} has no "${heading}".`);
  if (api === undefined) return code;
  const there = code.replaceAll("https://jsonplaceholder.typicode.com", api);
  if (there === code) throw new Error(`${heading} does not name the API.`);
  return there;
}

function pageOf(path: string): string {
  return Deno.readTextFileSync(new URL(`../../../${path}`, import.meta.url));
}
