import { createElement } from "react";
import { Collection, Entity, resource, RestEndpoint } from "@tessera/client";
import {
  DataProvider,
  useController,
  useSuspense,
} from "@tessera/client/react";

class Article extends Entity {
  id = "";
  title = "";
  static override key = "Article";
}

const ArticleResource = resource({ path: "/articles/:id", schema: Article });
const getTop = new RestEndpoint({
  path: "/articles/top",
  schema: new Collection([Article]),
});

function Row() {
  const article = useSuspense(ArticleResource.get, { id: "a1" });
  const [top] = useSuspense(getTop);
  const { fetch } = useController();
  const rename = () =>
    fetch(ArticleResource.partialUpdate, { id: "a1" }, { title: "two" });
  return createElement("p", { onClick: rename }, article.title, top!.title);
}

/** What the smallest useful application is made of: provider, hooks, resource, RestEndpoint, Entity, Collection. */
export const app = createElement(DataProvider, null, createElement(Row));
