import { ApolloClient, gql, HttpLink, InMemoryCache } from "@apollo/client";
import {
  ApolloProvider,
  useMutation,
  useSuspenseQuery,
} from "@apollo/client/react";
import { createElement, Suspense } from "react";

interface Articles {
  article: { id: string; title: string };
  top: { id: string; title: string }[];
}

const query = gql`
  query Articles {
    article(id: "a1") {
      id
      title
    }
    top {
      id
      title
    }
  }
`;
const mutation = gql`
  mutation Rename {
    rename(id: "a1", title: "two") {
      id
      title
    }
  }
`;
const client = new ApolloClient({
  cache: new InMemoryCache(),
  link: new HttpLink({ uri: "/graphql" }),
});

function Row() {
  const { article, top } = useSuspenseQuery<Articles>(query).data;
  const [rename] = useMutation(mutation);
  return createElement(
    "p",
    { onClick: () => void rename() },
    article.title,
    top[0]!.title,
  );
}

export const app = createElement(
  ApolloProvider,
  {
    client,
    children: createElement(Suspense, { fallback: "" }, createElement(Row)),
  },
);
