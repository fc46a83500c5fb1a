/**
 * Collapses the white space of a GraphQL document.
 *
 * Strings and block strings are kept as they are, and a comment keeps the line
 * end that closes it.
 *
 * @param document text as it stands in a template literal
 */
export function collapseQuery(document: string): string {
  return document
    .replace(tokens, (token, comment) => {
      if (comment !== undefined) return `${comment}\n`;
      return token.startsWith('"') ? token : " ";
    })
    .trim();
}

/** Block string (GraphQL October 2021, 2.9.4), string, comment with the white space after it, white space. */
const tokens =
  /"""(?:\\"""|[^])*?"""|"(?:\\.|[^"\\\r\n])*"|(#[^\r\n]*)\s*|\s+/g;
