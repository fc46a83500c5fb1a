import type { Article, Author } from "../../harness/articles.ts";
import type {
  AllStore,
  ArticlePatch,
  ArticleView,
  ListStore,
} from "../../harness/contract.ts";

type Id = string | number;

/** An article whose author is named by id. */
type Row = Omit<Article, "author"> & { readonly author: Id };

interface Item {
  readonly row: Row;
  readonly author: Author;
  readonly view: ArticleView;
}

/** A list of rows in Maps; items are remembered by their row and author. */
export class FloorLists implements ListStore, AllStore {
  readonly #rows = new Map<Id, Row>();
  readonly #authors = new Map<Id, Author>();
  readonly #items = new Map<Id, Item>();
  readonly #others = new Map<string, unknown>();
  #ids: Id[] = [];
  /** Counts changes of articles and authors. */
  #version = 0;
  #shown: { version: number; list: readonly ArticleView[] } | undefined;

  write(response: Article[]): void {
    const ids: Id[] = [];
    for (const item of response) {
      const { author } = item;
      ids.push(item.id);
      const known = this.#authors.get(author.id);
      if (!known || !isSameAuthor(known, author)) {
        this.#authors.set(author.id, { ...author });
        this.#version++;
      }
      const row: Row = {
        id: item.id,
        title: item.title,
        slug: item.slug,
        body: item.body,
        views: item.views,
        rating: item.rating,
        published: item.published,
        createdAt: item.createdAt,
        author: author.id,
      };
      const old = this.#rows.get(row.id);
      if (!old || !isSameRow(old, row)) {
        this.#rows.set(row.id, row);
        this.#version++;
      }
    }
    if (!isSameList(this.#ids, ids)) {
      this.#ids = ids;
      this.#version++;
    }
  }

  read(): readonly ArticleView[] {
    if (this.#shown?.version === this.#version) return this.#shown.list;
    const list = this.#ids.map((id) => this.#view(id));
    this.#shown = { version: this.#version, list };
    return list;
  }

  writeUnrelated(value: number): void {
    this.#others.set("weather", { wind: value });
  }

  set(id: Id, patch: ArticlePatch): void {
    this.#rows.set(id, { ...this.#rows.get(id)!, ...patch });
    this.#version++;
  }

  setAuthor(id: Id, name: string): void {
    this.#authors.set(id, { ...this.#authors.get(id)!, name });
    this.#version++;
  }

  remove(id: Id): void {
    this.#rows.delete(id);
    this.#items.delete(id);
    this.#ids = this.#ids.filter((other) => other !== id);
    this.#version++;
  }

  #view(id: Id): ArticleView {
    const row = this.#rows.get(id)!;
    const author = this.#authors.get(row.author)!;
    const known = this.#items.get(id);
    if (known && known.row === row && known.author === author) {
      return known.view;
    }
    const view = { ...row, author };
    this.#items.set(id, { row, author, view });
    return view;
  }
}

function isSameRow(a: Row, b: Row): boolean {
  return a.title === b.title && a.slug === b.slug && a.body === b.body &&
    a.views === b.views && a.rating === b.rating &&
    a.published === b.published && a.createdAt === b.createdAt &&
    a.author === b.author;
}

function isSameAuthor(a: Author, b: Author): boolean {
  return a.name === b.name && a.email === b.email && a.karma === b.karma;
}

function isSameList(a: readonly Id[], b: readonly Id[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index]);
}
