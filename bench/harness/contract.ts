/**
 * The seams of the benchmarks: what a library has to be able to do, what a
 * workload measures, and what comes out.
 *
 * @module
 */
import type { Article, IdKind } from "./articles.ts";
import type { Groups } from "./groups.ts";
import type { Summary } from "./statistics.ts";

/** What a contestant stands for. */
export type Role =
  /** Tessera. */
  | "ours"
  /** Another library. */
  | "competitor"
  /** The library whose API this is. Timed even if it fails an assertion, since goals are ratios to it; the failure is told. */
  | "reference"
  /** The same rules written by hand over a native Map: the practical limit. */
  | "floor"
  /** What no library can be faster than, such as JSON.parse of the payload. */
  | "limit";

/** One library in one situation. */
export interface Contestant {
  /** Name of the library. */
  readonly library: string;
  /** What it stands for. */
  readonly role: Role;
  /** Throws if the library does not do what is to be timed; it is not timed then. */
  check?(): void | Promise<void>;
  /** Gets ready for so many runs, outside of the timer. */
  prepare?(count: number): void | Promise<void>;
  /**
   * What is timed: the work, so many times. Returns the milliseconds that
   * count, if only parts of it do.
   */
  run(count: number): void | number | Promise<void | number>;
  /** Lets go of what {@linkcode Contestant.prepare} made, outside of the timer. */
  release?(): void | Promise<void>;
  /** Ends the contestant, after the last sample. */
  close?(): void | Promise<void>;
}

/** A situation in which libraries are compared. */
export interface Case {
  /** What is done, such as "random string ids". */
  readonly series: string;
  /** How much there is: entities, results, collections. */
  readonly size: number;
  /** One process for each library, since so many large stores in one heap measure its collector. */
  readonly isIsolated?: boolean;
  /** Left out of quick runs. */
  readonly isLarge?: boolean;
  /** Only these take part: who can get ready at such a size in reasonable time. */
  readonly libraries?: readonly string[];
}

/** Something to compare libraries by. */
export interface Workload {
  /** Such as "W4". */
  readonly id: string;
  /** What is done. */
  readonly title: string;
  /** The situations. */
  readonly cases: readonly Case[];
  /** What to beat, without any library. */
  limits?(situation: Case): Contestant[];
  /** A library in a situation; `undefined` if it has nothing of the kind. */
  contestant(adapter: Adapter, situation: Case): Contestant | undefined;
  /** What is to be reached. */
  readonly targets?: readonly Target[];
}

/** Something to be reached. */
export interface Target {
  /** What is compared with what, such as "10,000 again, over JSON.parse of it". */
  readonly claim: string;
  /** Not to be exceeded. */
  readonly most: number;
  /** Not to be fallen short of. Default: anything goes. */
  readonly least?: number;
  /** Of the limit and the value: "x" for ratios, "" for exponents, "µs" and the like. */
  readonly unit: string;
  /** The value; `undefined` if what it needs was not measured. */
  value(findings: Findings): number | undefined;
}

/** What a run has found, for targets. */
export interface Findings {
  /** Median of one library in one situation, of the same workload or of another one. */
  median(
    series: string,
    size: number,
    library: string,
    workload?: string,
  ): number | undefined;
  /** The exponent of growth over all measured sizes of a series, from a size on. */
  growth(series: string, library: string, from?: number): number | undefined;
}

/** What is known of one library in one situation. */
export interface Measurement {
  readonly workload: string;
  readonly series: string;
  readonly size: number;
  readonly library: string;
  readonly role: Role;
  /** Of the summary: "µs" for one run, "bytes", "renders" and the like. */
  readonly unit: string;
  /** Absent if the library failed. */
  readonly summary?: Summary;
  /** The assertion that the library failed. */
  readonly failure?: string;
  /** What is to be known about the samples, such as that they are few. */
  readonly remark?: string;
  /** Not from this run: the figure of an earlier, separate measurement. */
  readonly isQuoted?: boolean;
}

/** What a workload may ask of a library. Each member makes a new store. */
export interface Adapter {
  /** Name of the library. */
  readonly library: string;
  /** What it stands for. */
  readonly role: Role;
  /** Kinds of ids it can store. */
  readonly ids: readonly IdKind[];
  /** Whether payloads need `__typename`. */
  readonly typename?: boolean;
  /** The largest size of a capability, where seeding or running takes too long beyond. */
  readonly largest?: Partial<Record<Capability, number>>;

  /** An empty store for the response of one list endpoint. */
  lists?(ids: IdKind): ListStore;
  /**
   * An empty store for the response of one list endpoint, of which it knows
   * when it was requested.
   *
   * @param isCustom Whether a merge of the application keeps the most views of
   * an article, and the most karma of an author.
   */
  rules?(isCustom: boolean): RuleStore;
  /** A store that contains articles and can change one. */
  entities?(seed: Article[], ids: IdKind): EntityStore;
  /** A store with the results `k0` to `k(count - 1)` of one endpoint; each holds {@linkcode resultValue} of 0. */
  results?(count: number): ResultStore;
  /** A store with lists of articles, by group. */
  collections?(seed: Groups): CollectionStore;
  /** A store with sorted lists of articles, by group, between which articles move. */
  sortedGroups?(seed: Iterable<readonly [string, Article[]]>): SortedGroupStore;
  /** A store whose articles are read as a whole. */
  all?(seed: Article[]): AllStore;
  /** An empty store of companies whose fields depend on the portfolio. */
  lenses?(): LensStore;
  /** A store that contains articles and shows changes before they are confirmed. */
  optimistic?(seed: Article[]): OptimisticStore;
}

/** What an adapter may be able to do. */
export type Capability =
  | "lists"
  | "entities"
  | "results"
  | "collections"
  | "sortedGroups"
  | "all"
  | "lenses"
  | "optimistic";

/** An article as a library shows it. */
export type ArticleView = Readonly<Omit<Article, "author">> & {
  readonly author: Readonly<Article["author"]>;
};

/** What of an article changes. */
export interface ArticlePatch {
  readonly title: string;
  readonly views: number;
}

/** A list of articles with nested authors, as one response. */
export interface ListStore {
  /** Stores the response. */
  write(response: Article[]): void;
  /** What a reader of the list is given. */
  read(): readonly ArticleView[];
  /** Stores the response of an endpoint that has nothing to do with the list. */
  writeUnrelated?(value: number): void;
  /** Changes one article. */
  set?(id: string | number, patch: ArticlePatch): void;
  /** Changes the name of one author. */
  setAuthor?(id: string | number, name: string): void;
  close?(): void;
}

/** A list of articles that is stored by rules. */
export interface RuleStore {
  /** Stores the response to a request of that time, in milliseconds. */
  write(response: Article[], fetchedAt: number): void;
  read(): readonly ArticleView[];
  close?(): void;
}

/** Articles by id. */
export interface EntityStore {
  set(id: string | number, patch: ArticlePatch): void;
  get(id: string | number): Readonly<Pick<Article, "title" | "views">>;
  /** Reads the store as it is now, also later. */
  snapshot?(): (id: string | number) => Readonly<Pick<Article, "title">>;
  close?(): void;
}

/** A result that is no entity. */
export interface ResultValue {
  readonly v: number;
  readonly s: string;
  readonly ok: boolean;
}

/** Results of one endpoint, by key. */
export interface ResultStore {
  set(key: string, value: ResultValue): void;
  get(key: string): ResultValue;
  /** Whether the store knows when a result was fetched, or when it expires. */
  hasMeta?(key: string): boolean;
  close?(): void;
}

/** Lists of articles, by group. */
export interface CollectionStore {
  /** Adds an article to the list of its group, as the response of a creation. */
  push(group: string, member: GroupedArticle): void;
  /** Stores the response of the list of a group. */
  reset(group: string, members: Article[]): void;
  get(group: string): readonly ArticleView[];
  /** Lists that are asked for otherwise: of all groups, or in an order. */
  readonly others?: {
    reset(query: ListQuery, members: Article[]): void;
    get(query: ListQuery): readonly ArticleView[];
  };
  close?(): void;
}

/** Lists of the articles of a group each, sorted by title. */
export interface SortedGroupStore {
  /** Stores the response of a PATCH of one article. */
  patch(id: string | number, fields: SortedGroupPatch): void;
  get(group: string): readonly ArticleView[];
  close?(): void;
}

/** What of an article in sorted lists changes: its list, or what no list asks for. */
export type SortedGroupPatch =
  | { readonly group: string }
  | { readonly views: number };

/** An article that tells its group. */
export interface GroupedArticle extends Article {
  group: string;
}

/** What a list of articles is asked for by. */
export interface ListQuery {
  readonly group?: string;
  /** Does not choose members. */
  readonly sort?: string;
}

/** All articles there are. */
export interface AllStore {
  read(): readonly ArticleView[];
  set(id: string | number, patch: ArticlePatch): void;
  remove?(id: string | number): void;
  close?(): void;
}

/** A company, some of whose fields depend on the portfolio. */
export interface Company {
  readonly id: string;
  readonly name: string;
  readonly sector: string;
  readonly pctEquity: number;
  readonly shares: number;
  readonly cost: number;
  readonly weight: number;
}

/** Companies as portfolios show them. */
export interface LensStore {
  write(portfolio: string, response: Company[]): void;
  read(portfolio: string): readonly Company[];
  close?(): void;
}

/** Articles that can be changed before the server confirms. */
export interface OptimisticStore {
  get(id: string | number): Readonly<Pick<Article, "title" | "views">>;
  /** Shows a change that is pending until one of the functions is called. */
  begin(id: string | number, patch: ArticlePatch): Pending | Promise<Pending>;
  /** A confirmed change of one article. */
  set(id: string | number, patch: ArticlePatch): void;
  close?(): void;
}

/** A change that the server has not confirmed. */
export interface Pending {
  /** Resolves when the change is confirmed, with the values that were shown. */
  confirm(): void | Promise<void>;
  /** Resolves when the change is undone. */
  reject(): void | Promise<void>;
}
