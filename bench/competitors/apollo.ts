import { gql, InMemoryCache } from "@apollo/client";
import type { Article } from "../harness/articles.ts";
import type {
  Adapter,
  ArticlePatch,
  ArticleView,
  Company,
  ResultValue,
} from "../harness/contract.ts";
import { resultValue } from "../workloads/change_result.ts";

/** Apollo Client's normalized cache. */
export const apollo: Adapter = {
  library: "apollo",
  role: "competitor",
  ids: ["string", "integer"],
  typename: true,
  largest: {
    lists: 10_000,
    entities: 100_000,
    results: 1_000,
    collections: 1_000,
    lenses: 5,
    optimistic: 10_000,
  },
  lists() {
    const cache = new InMemoryCache();
    return {
      write: (articles) =>
        void cache.writeQuery({ query: articlesQuery, data: { articles } }),
      read: () =>
        cache.readQuery<{ articles: ArticleView[] }>({ query: articlesQuery })!
          .articles,
      writeUnrelated: (wind) =>
        void cache.writeQuery({ query: weatherQuery, data: { wind } }),
      set: setArticle(cache),
      setAuthor(id, name) {
        cache.writeFragment({
          id: `Author:${id}`,
          fragment: authorFragment,
          data: { __typename: "Author", name },
        });
      },
    };
  },
  entities(seed) {
    const cache = withArticles(seed);
    return { set: setArticle(cache), get: getArticle(cache) };
  },
  results(count) {
    const cache = new InMemoryCache();
    const set = (key: string, value: ResultValue) =>
      void cache.writeQuery({
        query: resultQuery,
        variables: { key },
        data: { result: { __typename: "Result", ...value } },
      });
    for (let index = 0; index < count; index++) {
      set(`k${index}`, resultValue(0));
    }
    return {
      set,
      get: (key) =>
        cache.readQuery<{ result: ResultValue }>({
          query: resultQuery,
          variables: { key },
        })!.result,
    };
  },
  collections(seed) {
    const cache = new InMemoryCache();
    const reset = (group: string, members: Article[]) =>
      void cache.writeQuery({
        query: groupQuery,
        variables: { group },
        data: { group: members },
      });
    for (const [group, members] of seed) reset(group, members);
    return {
      reset,
      push(group, member) {
        cache.updateQuery<{ group: Article[] }>(
          { query: groupQuery, variables: { group } },
          (data) => ({ group: [...data!.group, member] }),
        );
      },
      get: (group) =>
        cache.readQuery<{ group: ArticleView[] }>({
          query: groupQuery,
          variables: { group },
        })!.group,
    };
  },
  lenses() {
    const cache = new InMemoryCache();
    return {
      write(portfolio, response) {
        const companies = response.map((company) => ({
          __typename: "Company",
          ...company,
        }));
        cache.writeQuery({
          query: companiesQuery,
          variables: { portfolio },
          data: { companies },
        });
      },
      read: (portfolio) =>
        cache.readQuery<{ companies: Company[] }>({
          query: companiesQuery,
          variables: { portfolio },
        })!.companies,
    };
  },
  optimistic(seed) {
    const cache = withArticles(seed);
    const set = setArticle(cache);
    let count = 0;
    return {
      get: getArticle(cache),
      set,
      begin(id, patch) {
        const layer = `layer ${count++}`;
        cache.recordOptimisticTransaction(
          (inner) => setArticle(inner as InMemoryCache)(id, patch),
          layer,
        );
        return {
          confirm() {
            cache.removeOptimistic(layer);
            set(id, patch);
          },
          reject: () => cache.removeOptimistic(layer),
        };
      },
    };
  },
};

function withArticles(articles: Article[]): InMemoryCache {
  const cache = new InMemoryCache();
  cache.writeQuery({ query: articlesQuery, data: { articles } });
  return cache;
}

function setArticle(cache: InMemoryCache) {
  return (id: string | number, patch: ArticlePatch): void => {
    cache.writeFragment({
      id: `Article:${id}`,
      fragment: patchFragment,
      data: { __typename: "Article", ...patch },
    });
  };
}

function getArticle(cache: InMemoryCache) {
  return (id: string | number): ArticlePatch =>
    cache.readFragment<ArticlePatch>(
      { id: `Article:${id}`, fragment: patchFragment },
      true,
    )!;
}

const articleFields = `
  __typename id title slug body views rating published createdAt
  author { __typename id name email karma }
`;
const articlesQuery = gql`query { articles { ${articleFields} } }`;
const groupQuery = gql`
  query ($group: String) { group(name: $group) { ${articleFields} } }
`;
const weatherQuery = gql`query { wind }`;
const resultQuery = gql`
  query ($key: String) { result(key: $key) { __typename v s ok } }
`;
const companiesQuery = gql`
  query ($portfolio: String) {
    companies {
      __typename id name sector
      pctEquity(portfolio: $portfolio)
      shares(portfolio: $portfolio)
      cost(portfolio: $portfolio)
      weight(portfolio: $portfolio)
    }
  }
`;
const patchFragment = gql`
  fragment ArticlePatch on Article { __typename title views }
`;
const authorFragment = gql`
  fragment AuthorName on Author { __typename name }
`;
