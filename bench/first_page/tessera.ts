import { Entity, resource } from "@tessera/client";
import { DataProvider, useSuspense } from "@tessera/client/react";
import type { FirstPage } from "./contract.ts";

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

const ArticleResource = resource({ path: "/articles/:id", schema: Article });

/** A resource, as an application has it. */
export const tessera: FirstPage = {
  Provider: DataProvider,
  useArticle: (id) => useSuspense(ArticleResource.get, { id }),
};
