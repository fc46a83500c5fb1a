import { ApolloClient, ApolloLink, gql, InMemoryCache } from "@apollo/client";
import { ApolloProvider, useFragment, useQuery } from "@apollo/client/react";
import type { Article } from "../../harness/articles.ts";
import type { PageAdapter, Shown } from "../../browser/contract.ts";

const articleFields = gql`
  fragment ArticleFields on Article {
    id
    title
    slug
    body
    views
    rating
    published
    createdAt
    author {
      id
      name
      email
      karma
    }
  }
`;
const listQuery = gql`
  query List {
    list {
      ...ArticleFields
    }
  }
  ${articleFields}
`;
const lightQuery = gql`
  query Light {
    light
  }
`;

/** Apollo Client: a normalized cache. */
export const apolloClient: PageAdapter = {
  typename: true,
  open(seed) {
    const cache = new InMemoryCache();
    const client = new ApolloClient({ cache, link: ApolloLink.empty() });
    const store = (list: Article[]) =>
      void cache.writeQuery({ query: listQuery, data: { list } });
    const light = (value: number) =>
      void cache.writeQuery({ query: lightQuery, data: { light: value } });
    store(seed);
    light(0);
    return {
      Provider: ({ children }) => (
        <ApolloProvider client={client}>{children}</ApolloProvider>
      ),
      useArticle: (id) =>
        useFragment<Shown>({
          fragment: articleFields,
          fragmentName: "ArticleFields",
          from: { __typename: "Article", id },
        }).data as Shown,
      useArticles: () =>
        useQuery<{ list: Shown[] }>(listQuery, { fetchPolicy: "cache-only" })
          .data!.list as Shown[],
      useBeacon: () =>
        useQuery<{ light: number }>(lightQuery, { fetchPolicy: "cache-only" })
          .data!.light as number,
      update(id, { title, views }) {
        cache.modify({
          id: `Article:${id}`,
          fields: { title: () => title, views: () => views },
        });
      },
      light,
      refetch: store,
    };
  },
};
