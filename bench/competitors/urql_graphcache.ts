import {
  type AnyVariables,
  Client,
  createRequest,
  type DocumentInput,
  type Exchange,
  gql,
  makeResult,
} from "@urql/core";
import { cacheExchange } from "@urql/exchange-graphcache";
import { filter, map, pipe, subscribe } from "wonka";
import type { Article } from "../harness/articles.ts";
import type {
  Adapter,
  ArticlePatch,
  ArticleView,
} from "../harness/contract.ts";

/** urql with Graphcache, its normalized cache. Storing a response reads it back, too. */
export const urqlGraphcache: Adapter = {
  library: "urql-graphcache",
  role: "competitor",
  ids: ["string", "integer"],
  typename: true,
  largest: { lists: 10_000, entities: 100_000 },
  lists() {
    const cache = new Graphcache();
    return {
      write: (articles) => cache.store(articlesQuery, {}, { articles }),
      read: () =>
        cache.read<{ articles: ArticleView[] }>(articlesQuery, {}).articles,
      writeUnrelated: (wind) => cache.store(weatherQuery, {}, { wind }),
      set: (id, patch) => setArticle(cache, id, patch),
      setAuthor(id, name) {
        const node = { __typename: "Author", id, name };
        cache.store(authorQuery, { id }, { author: node });
      },
    };
  },
  entities(seed) {
    const cache = new Graphcache();
    cache.store(articlesQuery, {}, { articles: seed });
    return {
      set: (id, patch) => setArticle(cache, id, patch),
      get: (id) =>
        cache.read<{ article: Article }>(articleQuery, { id }).article,
    };
  },
};

/** A client without a network: responses are what was stored last. */
class Graphcache {
  #response: Record<string, unknown> = {};
  readonly #client: Client;

  constructor() {
    const respond: Exchange = () => (operations) =>
      pipe(
        operations,
        filter(({ kind }) => kind !== "teardown"),
        map((operation) => makeResult(operation, { data: this.#response })),
      );
    this.#client = new Client({
      url: "https://localhost",
      preferGetMethod: false,
      exchanges: [
        cacheExchange({
          resolvers: {
            Query: {
              article: (_parent, { id }) => ({ __typename: "Article", id }),
              author: (_parent, { id }) => ({ __typename: "Author", id }),
            },
          },
        }),
        respond,
      ],
    });
  }

  store(
    query: DocumentInput,
    variables: AnyVariables,
    response: Record<string, unknown>,
  ): void {
    this.#response = { __typename: "Query", ...response };
    const request = createRequest(query, variables);
    pipe(
      this.#client.executeQuery(request, { requestPolicy: "network-only" }),
      subscribe(() => {}),
    ).unsubscribe();
  }

  read<T>(query: DocumentInput, variables: AnyVariables): T {
    return this.#client.readQuery(query, variables)!.data as T;
  }
}

function setArticle(
  cache: Graphcache,
  id: string | number,
  patch: ArticlePatch,
): void {
  const article = { __typename: "Article", id, ...patch };
  cache.store(articleQuery, { id }, { article });
}

const articlesQuery = gql`
  query {
    articles {
      __typename id title slug body views rating published createdAt
      author { __typename id name email karma }
    }
  }
`;
const articleQuery = gql`
  query ($id: ID) { article(id: $id) { __typename id title views } }
`;
const authorQuery = gql`
  query ($id: ID) { author(id: $id) { __typename id name } }
`;
const weatherQuery = gql`query { wind }`;
