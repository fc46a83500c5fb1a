/**
 * Assertions that every contestant has to pass before it is timed.
 *
 * @module
 */
import type { Article } from "./articles.ts";
import type { ArticleView } from "./contract.ts";

/** What a library did not do. */
export class Violation extends Error {
  override name = "Violation";
}

/**
 * Asserts a claim.
 *
 * @throws {Violation} with the claim, if it does not hold.
 */
export function verify(holds: boolean, claim: string): asserts holds {
  if (!holds) throw new Violation(`not so: ${claim}`);
}

/** Asserts that a list shows articles as they were received. */
export function verifyArticles(
  shown: readonly ArticleView[],
  expected: readonly Article[],
): void {
  verify(Array.isArray(shown), "reading gives a list");
  verify(
    shown.length === expected.length,
    `the list has ${expected.length} items, not ${shown.length}`,
  );
  for (const index of expected.keys()) {
    verifyArticle(shown[index]!, expected[index]!, `item ${index}`);
  }
}

/** Asserts that every field of an article is shown as it was received. */
export function verifyArticle(
  shown: ArticleView,
  expected: Article,
  name: string,
): void {
  for (const field of Object.keys(expected) as (keyof Article)[]) {
    if (field === "author") continue;
    verify(
      shown[field] === expected[field],
      `${name} has the ${field} ${JSON.stringify(expected[field])}, not ${
        JSON.stringify(shown[field])
      }`,
    );
  }
  for (const [field, value] of Object.entries(expected.author)) {
    verify(
      shown.author[field as keyof Article["author"]] === value,
      `the author of ${name} has the ${field} ${JSON.stringify(value)}`,
    );
  }
}

/** Asserts that articles with the same author show the same object. */
export function verifySharedAuthors(shown: readonly ArticleView[]): void {
  const authors = new Map<string | number, unknown>();
  for (const { author } of shown) {
    const known = authors.get(author.id) ?? author;
    verify(known === author, "an author is stored once, and shown as one");
    authors.set(author.id, author);
  }
}
