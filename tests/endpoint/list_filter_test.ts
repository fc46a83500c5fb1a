/**
 * A filter of an application's own decides which lists a row joins and leaves,
 * also where the row is changed. Neighbours that were tried: a range, a change
 * that alters nothing it looks at, one while it is pending and after it was
 * refused, a deletion.
 */
import { assertEquals } from "@std/assert";
import {
  type Client,
  Collection,
  createClient,
  Entity,
  RestEndpoint,
} from "../../mod.ts";

class Product extends Entity {
  id = "";
  price = 0;
  name = "";
}

type Filter = { readonly max: number };

/** Lists of products that cost at most what their argument says. */
const cheap = new Collection([Product], {
  argsKey: ({ max }: Filter) => ({ max }),
  createCollectionFilter: (...args: readonly unknown[]) => {
    const row = (args.at(-1) ?? {}) as Partial<Product>;
    return (key: Readonly<Record<string, string>>) =>
      row.price !== undefined && row.price <= Number(key.max);
  },
});

const getCheap = new RestEndpoint({
  path: "/products",
  searchParams: {} as Filter,
  schema: cheap,
  fetchResponse: (_url: string) =>
    Promise.resolve(Response.json([{ id: "1", price: 5, name: "nail" }])),
});

let isRefused = false;
const reprice = new RestEndpoint({
  path: "/products/:id",
  method: "PATCH",
  body: {} as Partial<Product>,
  schema: Product,
  getOptimisticResponse: (_snap, { id }, body) => ({ id, ...body }),
  fetchResponse: (_url: string, { body }: RequestInit) =>
    Promise.resolve(
      isRefused
        ? new Response("{}", { status: 422 })
        : Response.json({ id: "1", ...JSON.parse(body as string) }),
    ),
});

const namesIn = (client: Client, max: number) =>
  client.read(getCheap, { max }).data?.map(({ id }) => id).join();

async function withLists(): Promise<Client> {
  const client = createClient();
  await client.fetch(getCheap, { max: 10 });
  await client.controller.setResponse(getCheap, { max: 100 }, [
    { id: "1", price: 5, name: "nail" },
    { id: "2", price: 50, name: "saw" },
  ]);
  isRefused = false;
  return client;
}

Deno.test("a row that is changed leaves and joins the lists whose own filter says so [schema/COL-73]", async () => {
  await using client = await withLists();
  assertEquals([namesIn(client, 10), namesIn(client, 100)], ["1", "1,2"]);
  await client.fetch(reprice, { id: "1" }, { price: 20 });
  assertEquals([namesIn(client, 10), namesIn(client, 100)], ["", "1,2"]);
  await client.fetch(reprice, { id: "1" }, { name: "long nail" });
  assertEquals([namesIn(client, 10), namesIn(client, 100)], ["", "1,2"]);
  await client.fetch(reprice, { id: "1" }, { price: 200 });
  assertEquals([namesIn(client, 10), namesIn(client, 100)], ["", "2"]);
  await client.fetch(reprice, { id: "1" }, { price: 7 });
  assertEquals([namesIn(client, 10), namesIn(client, 100)], ["1", "2,1"]);
});

Deno.test("a row joins the lists of a filter of their own in its place, and moves there [schema/COL-73] [schema/COL-70]", async () => {
  const list = getCheap.extend({
    schema: new Collection([Product], {
      argsKey: ({ max }: Filter) => ({ max }),
      createCollectionFilter: cheap.createCollectionFilter,
      order: () => (left, right) => left.price - right.price,
    }),
  });
  await using client = createClient();
  const shown = () => client.read(list, { max: 100 }).data?.map(({ id }) => id);
  await client.setResponse(list, { max: 100 }, [
    { id: "2", price: 50, name: "saw" },
    { id: "3", price: 60, name: "axe" },
  ]);
  await client.set(Product, { id: "1" }, { id: "1", price: 500, name: "car" });
  const change = (id: string, price: number) =>
    client.setResponse(reprice, { id }, { price }, { id, price });
  await change("1", 55);
  assertEquals(shown(), ["2", "1", "3"]);
  await change("3", 10);
  assertEquals(shown(), ["3", "2", "1"]);
});

Deno.test("a row leaves a list of a filter of its own while its change is pending, and is back once that was refused [schema/COL-73]", async () => {
  await using client = await withLists();
  isRefused = true;
  const refused = client.fetch(reprice, { id: "1" }, { price: 20 });
  assertEquals([namesIn(client, 10), namesIn(client, 100)], ["", "1,2"]);
  await refused.catch(() => {});
  assertEquals([namesIn(client, 10), namesIn(client, 100)], ["1", "1,2"]);
});

Deno.test("no list with a filter of its own is requested for a row that is created in one [schema/COL-73] [controller/OPT-19c]", async () => {
  const requests: string[] = [];
  const fetchResponse = (_url: string, { method, body }: RequestInit) => {
    requests.push(`${method}`);
    return Promise.resolve(Response.json(
      body ? JSON.parse(body as string) : [{ id: "1", price: 5, name: "nail" }],
    ));
  };
  const sorted = new Collection([Product], {
    argsKey: ({ max }: Filter) => ({ max }),
    createCollectionFilter: cheap.createCollectionFilter,
    order: () => (left, right) => Number(left.id) - Number(right.id),
  });
  for (
    const [isOptimistic, schema] of [
      [false, cheap],
      [true, cheap],
      [false, sorted],
      [true, sorted],
    ] as const
  ) {
    await using client = createClient();
    const list = getCheap.extend({ fetchResponse, schema });
    const push = list.push.extend(
      isOptimistic ? { getOptimisticResponse: (_snap, _, body) => body } : {},
    );
    for (const max of [4, 10]) client.subscribe(list, [{ max }], () => {});
    await client.allSettled();
    requests.length = 0;
    await client.fetch(push, { max: 10 }, { id: "2", price: 3, name: "pin" });
    await client.allSettled();
    assertEquals([namesIn(client, 4), namesIn(client, 10)], ["1,2", "1,2"]);
    assertEquals(requests, ["POST"]);
  }
});
