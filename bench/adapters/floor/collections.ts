import type { Article } from "../../harness/articles.ts";
import type {
  CollectionStore,
  GroupedArticle,
} from "../../harness/contract.ts";
import type { Groups } from "../../harness/groups.ts";

type Id = string | number;

/** Articles by id, and lists of them by group. */
export class FloorCollections implements CollectionStore {
  readonly #rows = new Map<Id, Article>();
  readonly #groups = new Map<string, readonly Article[]>();

  constructor(seed: Groups) {
    for (const [group, members] of seed) this.reset(group, members);
  }

  reset(group: string, members: Article[]): void {
    const rows = members.map((member) => {
      const known = this.#rows.get(member.id);
      if (known?.title === member.title) return known;
      this.#rows.set(member.id, member);
      return member;
    });
    this.#groups.set(group, rows);
  }

  push(group: string, member: GroupedArticle): void {
    this.#rows.set(member.id, member);
    this.#groups.set(group, [...this.#groups.get(group)!, member]);
  }

  get(group: string): readonly Article[] {
    return this.#groups.get(group)!;
  }
}
