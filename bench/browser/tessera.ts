import { createElement, type ReactNode } from "react";
import {
  type Controller,
  createClient,
  Endpoint,
  Entity,
} from "@tessera/client";
import {
  DataProvider,
  useCache,
  useController,
  useQuery,
  useSuspense,
} from "@tessera/client/react";
import type { Article as Payload } from "../harness/articles.ts";
import type { PageAdapter, PageStore } from "./contract.ts";

class Author extends Entity {
  id = "";
  name = "";
  email = "";
  karma = 0;
  static override key = "Author";
}

class Article extends Entity {
  id = "";
  title = "";
  slug = "";
  body = "";
  views = 0;
  rating = 0;
  published = false;
  createdAt = "";
  author: Author = Author.fromJS();
  static override key = "Article";
  static override schema = { author: Author };
}

function neverFetched(): Promise<never> {
  return Promise.reject(new Error("Nothing is fetched."));
}

const getArticle = new Endpoint(
  neverFetched as (_: { id: string }) => Promise<unknown>,
  { name: "getArticle", schema: Article },
);
const getArticles = new Endpoint(neverFetched as () => Promise<unknown[]>, {
  name: "getArticles",
  schema: [Article],
});
const getLight = new Endpoint(neverFetched as () => Promise<number>, {
  name: "getLight",
});

/** Rows look their entity up. */
export const withQuery: PageAdapter = {
  open: (seed) => ({
    ...open(seed),
    useArticle: (id) => useQuery(Article, { id })!,
  }),
};

/** Rows read the endpoint of their entity. */
export const withSuspense: PageAdapter = {
  open: (seed) => ({
    ...open(seed),
    useArticle: (id) => useSuspense(getArticle, { id }) as Article,
  }),
};

function open(seed: Payload[]): Omit<PageStore, "useArticle"> {
  using client = createClient();
  client.setResponse(getArticles, seed);
  client.setResponse(getLight, 0);
  const initialState = client.getState();
  let controller!: Controller;

  function Handle(): null {
    controller = useController();
    return null;
  }
  return {
    Provider: ({ children }: { readonly children: ReactNode }) =>
      createElement(
        DataProvider,
        { initialState, devButton: null },
        createElement(Handle),
        children,
      ),
    useArticles: () => useCache(getArticles) as Article[],
    useBeacon: () => useCache(getLight) as number,
    update(id, patch) {
      controller.set(Article, { id }, { id, ...patch });
    },
    light(value) {
      controller.setResponse(getLight, value);
    },
    refetch(response) {
      controller.setResponse(getArticles, response);
    },
  };
}
