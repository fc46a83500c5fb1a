import type { Article } from "../../harness/articles.ts";
import type { ArticlePatch, EntityStore } from "../../harness/contract.ts";

/** Articles by id; a row is what readers see. */
export class FloorArticles implements EntityStore {
  readonly #rows = new Map<string | number, Article>();

  constructor(seed: Article[]) {
    for (const row of seed) this.#rows.set(row.id, row);
  }

  set(id: string | number, { title, views }: ArticlePatch): void {
    this.#rows.set(id, { ...this.#rows.get(id)!, title, views });
  }

  get(id: string | number): Article {
    return this.#rows.get(id)!;
  }
}
