import { createClient, Endpoint, Entity } from "@tessera/client";
import type { Adapter } from "../harness/contract.ts";

class Author extends Entity {
  id: string | number = "";
  name = "";
  email = "";
  karma = 0;
  static override key = "Author";
}

class Article extends Entity {
  id: string | number = "";
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

const neverFetched = () => Promise.reject(new Error("Nothing is fetched."));

const getArticles = new Endpoint(neverFetched as () => Promise<unknown[]>, {
  name: "getArticles",
  schema: [Article],
});

const getWeather = new Endpoint(
  neverFetched as () => Promise<{ wind: number }>,
  { name: "getWeather" },
);

/** Tessera, used as an application does: a client, endpoints and entities. */
export const tessera: Adapter = {
  library: "tessera",
  role: "ours",
  ids: ["string", "integer"],

  lists() {
    const client = createClient();
    return {
      write(response) {
        client.setResponse(getArticles, response);
      },
      read: () => client.read(getArticles).data!,
      writeUnrelated(wind) {
        client.setResponse(getWeather, { wind });
      },
      set(id, { title, views }) {
        client.set(Article, { id }, { id, title, views });
      },
      setAuthor(id, name) {
        client.set(Author, { id }, { id, name });
      },
      close: client.dispose.bind(client),
    };
  },

  entities(seed) {
    const client = createClient();
    client.setResponse(getArticles, seed);
    return {
      set(id, { title, views }) {
        client.set(Article, { id }, { id, title, views });
      },
      get: (id) => client.get(Article, { id })!,
      snapshot() {
        const snapshot = client.controller.snapshot(client.getState());
        return (id) => snapshot.get(Article, { id })!;
      },
      close: client.dispose.bind(client),
    };
  },
};
