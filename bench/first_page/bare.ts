// @ts-types="npm:@types/react@^19"
import { Fragment, use } from "react";
import type { Article } from "../harness/articles.ts";
import type { FirstPage } from "./contract.ts";

/** React alone: a Map of promises, and `use`. */
export const bare: FirstPage = {
  Provider: Fragment,
  useArticle: (id) => use(articleOf(id)),
};

const requested = new Map<string, Promise<Article>>();

function articleOf(id: string): Promise<Article> {
  let article = requested.get(id);
  if (!article) requested.set(id, article = request(id));
  return article;
}

async function request(id: string): Promise<Article> {
  const response = await fetch(`/articles/${id}`);
  if (!response.ok) throw new Error(response.statusText);
  return response.json();
}
