import { createClient, Endpoint, Entity, RestEndpoint } from "@tessera/client";
import type { Fetcher } from "./contract.ts";

class Article extends Entity {
  id = "";
  title = "";
  views = 0;
  static override key = "Article";
}

/** A client, as an application has it. */
export const tessera: Fetcher = {
  library: "tessera",
  role: "ours",
  open(urlPrefix) {
    const endpoint = getArticle(urlPrefix);
    const client = createClient();
    return {
      fetch: (id) => client.fetch(endpoint, { id }),
      titleOf: (id) => client.get(Article, { id })?.title,
      fill(count) {
        const rows = Array.from(
          { length: count },
          (_, index) => ({ id: `s${index}`, title: "stored", views: index }),
        );
        client.setResponse(getArticles, rows);
      },
      close: () => client.dispose(),
    };
  },
};

/** The endpoint called by hand: nothing is stored. */
export const tesseraEndpoint: Fetcher = {
  library: "tessera, endpoint alone",
  role: "ours",
  open(urlPrefix) {
    const endpoint = getArticle(urlPrefix);
    return { fetch: (id) => endpoint({ id }) };
  },
};

const getArticles = new Endpoint(
  () => Promise.reject<unknown[]>(new Error("Nothing is fetched.")),
  { name: "getArticles", schema: [Article] },
);

function getArticle(urlPrefix: string) {
  return new RestEndpoint({
    urlPrefix,
    path: "/articles/:id",
    schema: Article,
  });
}
