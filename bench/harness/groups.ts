import { type Article, article, type ArticleOptions } from "./articles.ts";

/** Lists of articles by group, as responses: made whenever asked for, since a million of them are too many to keep. */
export interface Groups extends Iterable<readonly [string, Article[]]> {
  /** How many there are. */
  readonly size: number;
  /** The members of a group, new objects at each call. */
  get(group: string): Article[];
}

/** How many articles a group has. */
export const groupLength = 5;

/** Name of the group at an index. */
export function groupName(index: number): string {
  return `g${index}`;
}

/**
 * Groups of five articles each.
 *
 * @param size How many groups.
 * @param distinct How many articles there are in all; each is in several
 * groups if that is fewer than five for each group.
 */
export function groupsOf(
  size: number,
  distinct: number,
  options: ArticleOptions = {},
): Groups {
  const texts = new Map<number, string>();
  const memberAt = (index: number): Article => {
    if (distinct > 1_000) return article(index % distinct, options);
    const at = index % distinct;
    const text = texts.get(at) ?? JSON.stringify(article(at, options));
    texts.set(at, text);
    return JSON.parse(text);
  };
  const membersOf = (group: number) =>
    Array.from(
      { length: groupLength },
      (_, index) => memberAt(group * groupLength + index),
    );
  return {
    size,
    get: (group) => membersOf(Number(group.slice(1))),
    *[Symbol.iterator]() {
      for (let group = 0; group < size; group++) {
        yield [groupName(group), membersOf(group)] as const;
      }
    },
  };
}
