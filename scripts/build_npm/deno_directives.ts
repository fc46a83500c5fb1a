/**
 * Takes out the comments that tell Deno where the types of a package are: other
 * compilers find them by themselves.
 *
 * @param text A source, module or declaration.
 */
export function withoutDenoDirectives(text: string): string {
  return text.replace(/^[ \t]*\/\/ @(?:ts|deno)-types=.*\n/gm, "");
}
