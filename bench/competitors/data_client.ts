// deno-lint-ignore-file no-explicit-any -- schemas by their contract, not by types
import { MemoCache, normalize } from "@data-client/normalizr";
import type { Article as Payload } from "../harness/articles.ts";
import type {
  Adapter,
  ArticlePatch,
  ArticleView,
} from "../harness/contract.ts";

/**
 * Reactive Data Client 0.18, of which npm has the normalizer, but neither the
 * entities nor the store. So entities are the smallest that fulfil its contract
 * for schemas of one's own, and the store is a plain object: less work than its
 * users pay for.
 */
export const dataClient: Adapter = {
  library: "data-client",
  role: "reference",
  ids: ["string", "integer"],
  largest: { lists: 1_000_000, entities: 100_000 },
  lists() {
    const store = new PlainStore();
    return {
      write: (response) => store.write("articles", [Article], response),
      read: () => store.read("articles", [Article]) as ArticleView[],
      writeUnrelated: (wind) => store.write("weather", undefined, { wind }),
      set: (id, patch) => store.write("patch", Article, { id, ...patch }),
      setAuthor: (id, name) => store.write("patch", Author, { id, name }),
    };
  },
  rules(isCustom) {
    const store = new PlainStore();
    const schema = [isCustom ? RankedArticle : Article];
    return {
      write: (response, fetchedAt) =>
        store.write("articles", schema, response, fetchedAt),
      read: () => store.read("articles", schema) as ArticleView[],
    };
  },
  entities(seed) {
    const store = new PlainStore();
    store.write("articles", [Article], seed);
    return {
      set: (id: string | number, patch: ArticlePatch) =>
        store.write("patch", Article, { id, ...patch }),
      get: (id) => store.get(Article, `${id}`) as Payload,
      snapshot() {
        const { entities } = store.state;
        return (id) => entities.Article[id];
      },
    };
  },
};

class PlainStore {
  state: Record<"entities" | "indexes" | "entitiesMeta" | "endpoints", any> = {
    entities: {},
    indexes: {},
    entitiesMeta: {},
    endpoints: {},
  };
  readonly #memo = new MemoCache();

  write(
    key: string,
    schema: any,
    response: any,
    fetchedAt: number = Date.now(),
  ): void {
    const date = Date.now();
    const { result, entities, indexes, entitiesMeta } = normalize(
      schema,
      response,
      [],
      this.state,
      { fetchedAt, date, expiresAt: date + 60_000 },
    );
    const endpoints = { ...this.state.endpoints, [key]: result };
    this.state = { entities, indexes, entitiesMeta, endpoints };
  }

  read(key: string, schema: any): unknown {
    const { endpoints, entities } = this.state;
    return this.#memo.denormalize(schema, endpoints[key], entities, []).data;
  }

  get(schema: any, pk: string): unknown {
    return this.#memo.denormalize(schema, pk, this.state.entities, []).data;
  }
}

/** The smallest entity with the documented life cycle. */
class SmallEntity {
  static schema: Record<string, any> = {};

  static pk(row: any): string {
    return `${row.id}`;
  }

  static shouldUpdate(): boolean {
    return true;
  }

  static shouldReorder(existingMeta: any, incomingMeta: any): boolean {
    return incomingMeta.fetchedAt < existingMeta.fetchedAt;
  }

  static merge(existing: any, incoming: any): any {
    return { ...existing, ...incoming };
  }

  static mergeWithStore(
    existingMeta: any,
    incomingMeta: any,
    existing: any,
    incoming: any,
  ): any {
    if (!this.shouldUpdate()) return existing;
    return this.shouldReorder(existingMeta, incomingMeta)
      ? this.merge(incoming, existing)
      : this.merge(existing, incoming);
  }

  static mergeMetaWithStore(existingMeta: any, incomingMeta: any): any {
    return this.shouldReorder(existingMeta, incomingMeta)
      ? existingMeta
      : incomingMeta;
  }

  static createIfValid(row: any): any {
    return Object.assign(new this(), row);
  }

  static normalize(input: any, _parent: any, _key: any, delegate: any): any {
    const row = { ...input };
    const pk = this.pk(row);
    if (delegate.checkLoop(this, pk, input)) return pk;
    for (const field of Object.keys(this.schema)) {
      if (row[field] === undefined) continue;
      row[field] = delegate.visit(this.schema[field], row[field], row, field);
    }
    delegate.mergeEntity(this, pk, row);
    return pk;
  }

  static denormalize(instance: any, delegate: any): any {
    for (const field of Object.keys(this.schema)) {
      instance[field] = delegate.unvisit(this.schema[field], instance[field]);
    }
    return instance;
  }
}

class Author extends SmallEntity {
  id: string | number = "";
  name = "";
  email = "";
  karma = 0;
  static key = "Author";
}

class Article extends SmallEntity {
  id: string | number = "";
  title = "";
  slug = "";
  body = "";
  views = 0;
  rating = 0;
  published = false;
  createdAt = "";
  author: Author | undefined;
  static key = "Article";
  static override schema = { author: Author };
}

/** Keeps its most karma. */
class RankedAuthor extends Author {
  static override merge(existing: any, incoming: any): any {
    const karma = Math.max(existing.karma, incoming.karma);
    return { ...existing, ...incoming, karma };
  }
}

/** Keeps its most views. */
class RankedArticle extends Article {
  static override schema = { author: RankedAuthor };

  static override merge(existing: any, incoming: any): any {
    const views = Math.max(existing.views, incoming.views);
    return { ...existing, ...incoming, views };
  }
}
