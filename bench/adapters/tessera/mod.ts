import { All, type Client, createClient, Invalidate } from "@tessera/client";
import type { Article as Payload } from "../../harness/articles.ts";
import type {
  Adapter,
  ArticlePatch,
  Company as CompanyRow,
  ListQuery,
  Pending,
} from "../../harness/contract.ts";
import { resultValue } from "../../workloads/change_result.ts";
import {
  getArticles,
  getCompanies,
  getGroup,
  getRankedArticles,
  getResult,
  getSortedGroup,
  getWeather,
  patchArticle,
  updateArticle,
} from "./endpoints.ts";
import { Article, Author } from "./entities.ts";

const allArticles = new All(Article);

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
      set: setArticle(client),
      setAuthor(id, name) {
        client.set(Author, { id }, { id, name });
      },
      close: closing(client),
    };
  },

  rules(isCustom) {
    const client = createClient();
    const endpoint = isCustom ? getRankedArticles : getArticles;
    return {
      write(response, fetchedAt) {
        client.controller.resolve(endpoint, { args: [], response, fetchedAt });
      },
      read: () => client.read(endpoint).data!,
      close: closing(client),
    };
  },

  entities(seed) {
    const client = withArticles(seed);
    return {
      set: setArticle(client),
      get: (id) => client.get(Article, { id })!,
      snapshot() {
        const snapshot = client.controller.snapshot(client.getState());
        return (id) => snapshot.get(Article, { id })!;
      },
      close: closing(client),
    };
  },

  results(count) {
    const client = createClient();
    for (let index = 0; index < count; index++) {
      client.setResponse(getResult, { key: `k${index}` }, resultValue(0));
    }
    return {
      set(key, value) {
        client.setResponse(getResult, { key }, value);
      },
      get: (key) => client.read(getResult, { key }).data!,
      hasMeta: (key) => client.read(getResult, { key }).expiresAt > 0,
      close: closing(client),
    };
  },

  collections(seed) {
    const client = createClient();
    const reset = (query: ListQuery, members: Payload[]) => {
      client.setResponse(getGroup, query, members);
    };
    const get = (query: ListQuery) => client.read(getGroup, query).data!;
    for (const [group, members] of seed) reset({ group }, members);
    return {
      push(group, member) {
        const { title } = member;
        client.setResponse(getGroup.push, { group }, { title }, member);
      },
      reset: (group, members) => reset({ group }, members),
      get: (group) => get({ group }),
      others: { reset, get },
      close: closing(client),
    };
  },

  sortedGroups(seed) {
    const client = createClient();
    const queryOf = (group: string) => ({ group, sort: "title" });
    for (const [group, members] of seed) {
      const rows = members.map((member) => ({ ...member, group }));
      client.setResponse(getSortedGroup, queryOf(group), rows);
    }
    return {
      patch(id, fields) {
        client.setResponse(patchArticle, { id }, fields, { id, ...fields });
      },
      get: (group) => client.read(getSortedGroup, queryOf(group)).data!,
      close: closing(client),
    };
  },

  all(seed) {
    const client = withArticles(seed);
    return {
      read: () => client.get(allArticles)!,
      set: setArticle(client),
      remove(id) {
        client.set(new Invalidate(Article), { id }, { id });
      },
      close: closing(client),
    };
  },

  lenses() {
    const client = createClient();
    return {
      write(portfolio, response) {
        client.setResponse(getCompanies, { portfolio }, response);
      },
      read: (portfolio) =>
        client.read(getCompanies, { portfolio }).data as readonly CompanyRow[],
      close: closing(client),
    };
  },

  optimistic(seed) {
    const client = withArticles(seed);
    return {
      get: (id) => client.get(Article, { id })!,
      set: setArticle(client),
      begin: (id, patch) => begin(client, id, patch),
      close: closing(client),
    };
  },
};

function withArticles(seed: Payload[]): Client {
  const client = createClient();
  client.setResponse(getArticles, seed);
  return client;
}

function setArticle(
  client: Client,
): (id: string | number, patch: ArticlePatch) => void {
  return (id, { title, views }) => {
    client.set(Article, { id }, { id, title, views });
  };
}

function begin(
  client: Client,
  id: string | number,
  patch: ArticlePatch,
): Pending {
  let resolve!: (response: unknown) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<unknown>((...settle) =>
    [resolve, reject] = settle
  );
  const done = client.fetch(updateArticle(promise), { id }, patch);
  done.catch(() => {}); // rejected on purpose, also when the client ends first
  return {
    async confirm() {
      resolve({ id, ...patch });
      await done;
    },
    async reject() {
      reject(new Error("The server refuses."));
      await done.catch(() => {});
    },
  };
}

function closing(client: Client): () => void {
  return () => void client.dispose();
}
