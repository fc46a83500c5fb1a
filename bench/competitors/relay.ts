// deno-lint-ignore-file no-explicit-any -- what Relay's compiler makes has no types of its own
import {
  type ConcreteRequest,
  createOperationDescriptor,
  Environment,
  Network,
  RecordSource,
  type RecordSourceProxy,
  type Snapshot,
  Store,
} from "relay-runtime";
import type { Article } from "../harness/articles.ts";
import type {
  Adapter,
  ArticlePatch,
  ArticleView,
  ResultValue,
} from "../harness/contract.ts";
import { resultValue } from "../workloads/change_result.ts";

/**
 * Relay without React. Lists are read as its hooks do: looked up once, then
 * kept up to date by a subscription, which keeps identities.
 */
export const relay: Adapter = {
  library: "relay-runtime",
  role: "competitor",
  ids: ["string"],
  largest: { lists: 10_000, results: 1_000 },
  lists() {
    const environment = newEnvironment();
    let shown: Snapshot | undefined;
    let subscription: { dispose(): void } | undefined;
    return {
      write: (articles) =>
        environment.commitPayload(articlesOperation, { articles } as any),
      read() {
        if (shown === undefined) {
          shown = environment.lookup(articlesOperation.fragment);
          subscription = environment.subscribe(shown, (next) => {
            shown = next;
          });
        }
        return (shown.data as any).articles as ArticleView[];
      },
      writeUnrelated: (wind) =>
        environment.commitPayload(weatherOperation, { wind } as any),
      set: (id, patch) => environment.commitUpdate(updater(id, patch)),
      setAuthor: (id, name) =>
        environment.commitUpdate((store) =>
          void store.get(`${id}`)!.setValue(name, "name")
        ),
      close: () => subscription?.dispose(),
    };
  },
  entities(seed) {
    const environment = withArticles(seed);
    return {
      set: (id, patch) => environment.commitUpdate(updater(id, patch)),
      get: (id) => recordOf(environment, id),
    };
  },
  results(count) {
    const environment = newEnvironment();
    const set = (key: string, result: ResultValue) =>
      environment.commitPayload(
        createOperationDescriptor(resultQuery, { key }),
        { result } as any,
      );
    for (let index = 0; index < count; index++) {
      set(`k${index}`, resultValue(0));
    }
    return {
      set,
      get(key) {
        const { fragment } = createOperationDescriptor(resultQuery, { key });
        return (environment.lookup(fragment).data as any).result as ResultValue;
      },
    };
  },
  optimistic(seed) {
    const environment = withArticles(seed);
    return {
      get: (id) => recordOf(environment, id),
      set: (id, patch) => environment.commitUpdate(updater(id, patch)),
      begin(id, patch) {
        const { dispose } = environment.applyUpdate({
          storeUpdater: updater(id, patch),
        });
        return {
          confirm() {
            dispose();
            environment.commitUpdate(updater(id, patch));
          },
          reject: dispose,
        };
      },
    };
  },
};

function newEnvironment(): Environment {
  return new Environment({
    network: Network.create(() => {
      throw new Error("Nothing is fetched here.");
    }),
    store: new Store(new RecordSource()),
  });
}

function withArticles(articles: Article[]): Environment {
  const environment = newEnvironment();
  environment.retain(articlesOperation);
  environment.commitPayload(articlesOperation, { articles } as any);
  return environment;
}

function recordOf(environment: Environment, id: string | number): any {
  return environment.getStore().getSource().get(`${id}`);
}

function updater(id: string | number, { title, views }: ArticlePatch) {
  return (store: RecordSourceProxy) => {
    store.get(`${id}`)!.setValue(title, "title").setValue(views, "views");
  };
}

const scalar = (name: string) => ({
  kind: "ScalarField",
  alias: null,
  args: null,
  name,
  storageKey: null,
});

const linked = (
  name: string,
  concreteType: string,
  plural: boolean,
  selections: any[],
  args: any = null,
) => ({
  kind: "LinkedField",
  alias: null,
  args,
  concreteType,
  name,
  plural,
  selections,
  storageKey: null,
});

/** What Relay's compiler makes of a query. */
function request(
  name: string,
  argumentDefinitions: any[],
  selections: any[],
): ConcreteRequest {
  return {
    kind: "Request",
    fragment: {
      kind: "Fragment",
      name,
      type: "Query",
      abstractKey: null,
      metadata: null,
      argumentDefinitions,
      selections,
    },
    operation: { kind: "Operation", name, argumentDefinitions, selections },
    params: {
      id: null,
      cacheID: name,
      metadata: {},
      name,
      operationKind: "query",
      text: `query ${name}`,
    },
  } as unknown as ConcreteRequest;
}

const articlesOperation = createOperationDescriptor(
  request("Articles", [], [
    linked("articles", "Article", true, [
      ...[
        "id",
        "title",
        "slug",
        "body",
        "views",
        "rating",
        "published",
        "createdAt",
      ].map(scalar),
      linked("author", "Author", false, [
        ...["id", "name", "email", "karma"].map(scalar),
      ]),
    ]),
  ]),
  {},
);

const weatherOperation = createOperationDescriptor(
  request("Weather", [], [scalar("wind")]),
  {},
);

const resultQuery = request(
  "Result",
  [{ kind: "LocalArgument", name: "key", defaultValue: null }],
  [
    linked("result", "Result", false, ["v", "s", "ok"].map(scalar), [
      { kind: "Variable", name: "key", variableName: "key" },
    ]),
  ],
);
