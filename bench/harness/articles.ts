/**
 * The payload "articles(N)": objects with 8 scalar fields and a nested author
 * among 100, always the same.
 *
 * @module
 */
import { mulberry32, type Random, words } from "./random.ts";

/** Whether ids are texts such as `a17`, or numbers. */
export type IdKind = "string" | "integer";

/** Who wrote an article. */
export interface Author {
  id: string | number;
  name: string;
  email: string;
  karma: number;
}

/** One item of the payload. */
export interface Article {
  id: string | number;
  title: string;
  slug: string;
  body: string;
  views: number;
  rating: number;
  published: boolean;
  createdAt: string;
  author: Author;
}

/** What is asked of the payload. */
export interface ArticleOptions {
  /** Default "string". */
  readonly ids?: IdKind;
  /** Adds `__typename`, which caches for GraphQL ask for. Default false. */
  readonly typename?: boolean;
  /** Goes into title and views. Default 0. */
  readonly version?: number;
}

/** How many authors there are. */
export const authorCount = 100;

/**
 * Articles 0 to `count - 1`, as a response brings them: out of JSON, with texts
 * in one piece. (A text that was put together stays in pieces until somebody
 * compares it.) No two calls share an object.
 */
export function articles(
  count: number,
  options: ArticleOptions = {},
): Article[] {
  const key = JSON.stringify(options);
  const parts = texts.get(key) ?? [];
  texts.set(key, parts);
  const items: Article[] = [];
  for (let start = 0; start < count; start += partLength) {
    const part = parts[start / partLength] ??= jsonOf(start, options);
    for (const item of JSON.parse(part).slice(0, count - start)) {
      items.push(item);
    }
  }
  return items;
}

/** How many articles are read from one text; a text of a million would be too long for the engine. */
const partLength = 1_000;

/** Articles as JSON, by what was asked of them and by part. */
const texts = new Map<string, string[]>();

/**
 * The same as {@linkcode articles}, made once as long as the same is asked for
 * again. Nobody may change them.
 *
 * @param owner Who asks; libraries do not share objects, since some freeze them.
 */
export function sameArticles(
  owner: string,
  count: number,
  options: ArticleOptions = {},
): Article[] {
  const key = JSON.stringify([owner, count, options]);
  if (latest?.key !== key) {
    latest = undefined; // frees the former ones before there are new ones
    latest = { key, list: articles(count, options) };
  }
  return latest.list;
}

let latest: { readonly key: string; readonly list: Article[] } | undefined;

/**
 * The same as {@linkcode articles}, of which one in a hundred has another
 * version: those whose index is 7 modulo 100.
 */
export function articlesChanged(
  count: number,
  version: number,
  options: ArticleOptions = {},
): Article[] {
  const items = articles(count, options);
  for (let index = 0; index < count; index++) {
    if (isChanged(index)) {
      items[index] = article(index, { ...options, version });
    }
  }
  return items;
}

/** So many articles from an index on, as JSON. */
function jsonOf(start: number, options: ArticleOptions): string {
  const items = Array.from(
    { length: partLength },
    (_, offset) => articleText(start + offset, options),
  );
  return `[${items.join(",")}]`;
}

/** Whether {@linkcode articlesChanged} changes the article at an index. */
export function isChanged(index: number): boolean {
  return index % 100 === 7;
}

/** One article. */
export function article(index: number, options: ArticleOptions = {}): Article {
  return JSON.parse(articleText(index, options));
}

/** One article as JSON. Nothing in it needs escaping. */
function articleText(
  index: number,
  { ids = "string", typename = false, version = 0 }: ArticleOptions,
): string {
  const random = mulberry32(7919 * 31 + index * 2_654_435);
  return `{${typename ? '"__typename":"Article",' : ""}` +
    `"id":${JSON.stringify(articleId(index, ids))},` +
    `"title":"${words(random, 5)}${version > 0 ? ` v${version}` : ""}",` +
    `"slug":"${words(random, 2)}-${index}",` +
    `"body":"${words(random, 14)}",` +
    `"views":${Math.floor(random() * 1e6) + version},` +
    `"rating":${Math.round(random() * 500) / 100},` +
    `"published":${random() < 0.8},` +
    `"createdAt":"${dateText(random)}",` +
    `"author":${
      authorText(Math.floor(random() * authorCount), ids, typename)
    }}`;
}

/** The id of the article at an index. */
export function articleId(index: number, ids: IdKind): string | number {
  return ids === "string" ? `a${index}` : index;
}

/** One author as JSON. */
function authorText(index: number, ids: IdKind, typename: boolean): string {
  const random = mulberry32(1_000_003 + index);
  const key = `${index} ${ids} ${typename}`;
  return authors[key] ??= JSON.stringify({
    ...(typename && { __typename: "Author" }),
    id: ids === "string" ? `u${index}` : index,
    name: words(random, 2),
    email: `${words(random, 1)}${index}@example.test`,
    karma: Math.floor(random() * 1e5),
  });
}

const authors: Record<string, string> = {};

function dateText(random: Random): string {
  return new Date(1.6e12 + (Math.floor(random() * 1e11) | 0)).toISOString();
}
