import { Collection, Endpoint, RestEndpoint } from "@tessera/client";
import type {
  ArticlePatch,
  ResultValue,
  SortedGroupPatch,
} from "../../harness/contract.ts";
import { Article, Company, RankedArticle } from "./entities.ts";

/** The payload, one list. */
export const getArticles = new Endpoint(
  () => neverFetched<unknown[]>(),
  { name: "getArticles", schema: [Article] },
);

/** The same, merged by rules of the application. */
export const getRankedArticles = getArticles.extend({
  name: "getRankedArticles",
  schema: [RankedArticle],
});

/** Has nothing to do with articles. */
export const getWeather = new Endpoint(
  () => neverFetched<{ wind: number }>(),
  { name: "getWeather" },
);

/** Results that are no entities. */
export const getResult = new Endpoint(
  (_: { key: string }) => neverFetched<ResultValue>(),
  { name: "getResult" },
);

/** Lists of articles that grow. */
export const getGroup = new RestEndpoint({
  path: "/articles",
  searchParams: {} as { group?: string; sort?: string },
  schema: new Collection([Article], { nonFilterArgumentKeys: ["sort"] }),
});

/** Lists of articles that follow what is written to their rows. */
export const getSortedGroup = new RestEndpoint({
  path: "/articles",
  searchParams: {} as { group: string; sort: string },
  schema: new Collection([Article], {
    nonFilterArgumentKeys: ["sort"],
    order: () => byTitle,
  }),
});

function byTitle(left: Article, right: Article): number {
  return left.title < right.title ? -1 : left.title > right.title ? 1 : 0;
}

/** A change of one article. */
export const patchArticle = new RestEndpoint({
  path: "/articles/:id",
  method: "PATCH",
  body: {} as SortedGroupPatch,
  schema: Article,
});

/** Companies as a portfolio shows them. */
export const getCompanies = new Endpoint(
  (_: { portfolio: string }) => neverFetched<unknown[]>(),
  {
    name: "getCompanies",
    schema: new Collection([Company], { argsKey: () => ({}) }),
  },
);

/** A change that shows before it is confirmed; each waits for its own response. */
export function updateArticle(response: Promise<unknown>) {
  return new Endpoint(
    (_query: { id: string | number }, _patch: ArticlePatch) => response,
    {
      name: "updateArticle",
      schema: Article,
      sideEffect: true,
      getOptimisticResponse: (_snapshot, { id }, patch) => ({ id, ...patch }),
    },
  );
}

function neverFetched<T>(): Promise<T> {
  return Promise.reject(new Error("Nothing is fetched here."));
}
