/**
 * What the demo shows, as one list of plain results, so that two platforms can
 * be compared. Runs wherever there are `fetch` and web streams.
 *
 * @module
 */
import { Decimal } from "decimal.js";
import { Temporal } from "temporal-polyfill";
import {
  All,
  type Client,
  Collection,
  createClient,
  createResource,
  Entity,
  filenameFromContentDisposition,
  NetworkError,
  RestEndpoint,
  Scalar,
  serialize,
  Union,
} from "../../mod.ts";
import { useRequests } from "./requests.ts";
import { toCamelCase, toSnakeCase } from "../../examples/demo/letter_case.ts";

class User extends Entity {
  id = "";
  name = "";
  static override key = "User";
}
class Link extends Entity {
  id = 0;
  type = "link" as const;
  static override key = "Link";
}
class Post extends Entity {
  id = 0;
  type = "post" as const;
  static override key = "Post";
}
class Price extends Entity {
  exchangePair = "";
  price = new Decimal(0);
  updatedAt = Temporal.Instant.fromEpochMilliseconds(0);
  override pk(): string {
    return this.exchangePair;
  }
  static override key = "Price";
  static override schema = { price: Decimal, updatedAt: Temporal.Instant.from };
}
class Stream extends Entity {
  username = "";
  currentViewers = 0;
  override pk(): string {
    return this.username;
  }
  static override key = "Stream";
}
class Todo extends Entity {
  id = "";
  userId = "";
  title = "";
  static override key = "Todo";
}
class Company extends Entity {
  id = "";
  shares = 0;
  static override key = "Company";
}
const portfolioScalar = new Scalar({
  lens: (args) => args[0]?.portfolio,
  key: "portfolio",
  entity: Company,
});
Company.schema = { shares: portfolioScalar };

/** Sends the requests of the endpoint table to a reference server. */
export async function runScenario(urlPrefix: string): Promise<unknown[]> {
  const client = createClient();
  try {
    return [
      ...await useSchemas(client, urlPrefix),
      ...await useRequests(client, urlPrefix),
    ];
  } finally {
    await client.dispose();
  }
}

async function useSchemas(
  client: Client,
  urlPrefix: string,
): Promise<unknown[]> {
  const { controller } = client;
  const results: unknown[] = [];

  const getUsers = new RestEndpoint({
    urlPrefix,
    path: "/users",
    schema: new All(User),
  });
  await controller.fetch(getUsers);
  const UserResource = createResource({
    urlPrefix,
    path: "/users/:id",
    schema: User,
  }).extend("current", { path: "/users/current" });
  const current = await controller.fetch(UserResource.current);
  results.push(
    client.get(new All(User))?.map(({ name }) => name),
    current === client.get(User, { id: "1" }),
  );

  const feed = await controller.fetch(
    new RestEndpoint({
      urlPrefix,
      path: "/feed",
      schema: [new Union({ link: Link, post: Post }, "type")],
    }),
  );
  results.push(feed.map((item) => item.constructor.name));

  const { price, updatedAt } = await controller.fetch(
    new RestEndpoint({
      urlPrefix,
      path: "/price/:exchangePair",
      schema: Price,
    }),
    { exchangePair: "btc-usd" },
  );
  results.push(price.toFixed(), String(updatedAt));

  const stream = await controller.fetch(
    new RestEndpoint({
      urlPrefix: `${urlPrefix}/streams`,
      path: "/:username",
      schema: Stream,
      process(value, { username }: { username: string }) {
        return { ...(toCamelCase(value) as object), username };
      },
    }),
    { username: "ada" },
  );
  results.push({ ...stream });

  const created = await controller.fetch(
    new RestEndpoint({
      urlPrefix,
      path: "/issues",
      method: "POST",
      body: {} as { title: string; assignedTo: string },
      getRequestInit(body) {
        return RestEndpoint.prototype.getRequestInit.call(
          this,
          toSnakeCase(body),
        );
      },
      process: (value) => toCamelCase(value),
    }),
    { title: "Renew", assignedTo: "Ada" },
  );
  results.push(created);

  const download = await controller.fetch(
    new RestEndpoint({
      urlPrefix,
      path: "/files/:id/download",
      content: "blob",
      dataExpiryLength: 0,
      async parseResponse(response: Response) {
        return {
          size: (await response.blob()).size,
          filename: filenameFromContentDisposition(
            response.headers.get("content-disposition"),
          ),
        };
      },
      process: (value) => value,
    }),
    { id: "11" },
  );
  results.push(download);

  const TodoResource = createResource({
    urlPrefix,
    path: "/todos/:id",
    searchParams: {} as { userId?: string } | undefined,
    schema: Todo,
  });
  await controller.fetch(TodoResource.getList, { userId: "1" });
  await controller.fetch(
    TodoResource.getList.push,
    { userId: "1" },
    { userId: "1", title: "Answer Babbage" },
  );
  await controller.fetch(TodoResource.delete, { id: "1" });
  await client.allSettled();
  results.push(
    client.read(TodoResource.getList, { userId: "1" }).data
      ?.map(({ title }) => title),
  );

  const getCompanies = new RestEndpoint({
    urlPrefix,
    path: "/companies",
    searchParams: {} as { portfolio: string },
    schema: new Collection([Company], { argsKey: () => ({}) }),
  });
  const getColumns = new RestEndpoint({
    urlPrefix,
    path: "/companies/columns",
    searchParams: {} as { portfolio: string },
    schema: new Collection([portfolioScalar], {
      argsKey: ({ portfolio }: { portfolio: string }) => ({ portfolio }),
    }),
  });
  await controller.fetch(getCompanies, { portfolio: "A" });
  await controller.fetch(getColumns, { portfolio: "B" });
  results.push(
    ["A", "B", "A"].map((portfolio) =>
      client.read(getCompanies, { portfolio }).data?.map(({ shares }) => shares)
    ),
  );

  const error = await controller.fetch(UserResource.get, { id: "none" })
    .catch((error) => error);
  results.push(
    error instanceof NetworkError && [error.name, error.status],
    JSON.parse(serialize(client.getState())).entities !== undefined,
  );
  return results;
}
