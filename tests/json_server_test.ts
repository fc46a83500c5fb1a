import { assert, assertEquals, assertRejects } from "@std/assert";
import { createClient, createResource, Entity, NetworkError } from "../mod.ts";
import { startJsonServer } from "./support/json_server.ts";

class Book extends Entity {
  id = 0;
  title = "";
  shelf = "";

  override pk(): string {
    return `${this.id}`;
  }

  static override key = "Book";
}

const books = [
  { id: 1, title: "Emma", shelf: "a" },
  { id: 2, title: "Persuasion", shelf: "a" },
  { id: 3, title: "Middlemarch", shelf: "b" },
  { id: 4, title: "Villette", shelf: "b" },
  { id: 5, title: "Shirley", shelf: "b" },
];

function resourceAt(urlPrefix: string) {
  return createResource({
    urlPrefix,
    path: "/books/:id",
    searchParams: {} as { shelf?: string; _limit?: number } | undefined,
    paginationField: "_page",
    schema: Book,
  });
}

Deno.test("a resource creates, reads, updates and deletes on json-server", async () => {
  await using server = await startJsonServer({ books });
  await using client = createClient();
  const BookResource = resourceAt(server.url);
  const titles = () =>
    client.read(
      BookResource.getList,
      { shelf: "a" },
    ).data?.map((book) => book.title);

  await client.fetch(BookResource.getList, { shelf: "a" });
  assertEquals(titles(), ["Emma", "Persuasion"]);

  const created = await client.fetch(
    BookResource.getList.push,
    { shelf: "a" },
    { title: "Lady Susan", shelf: "a" },
  );
  assert(created instanceof Book);
  assertEquals(created.id, 6);
  await client.allSettled();
  assertEquals(titles(), ["Emma", "Persuasion", "Lady Susan"]);

  await client.fetch(
    BookResource.partialUpdate,
    { id: 1 },
    { title: "Emma, revised" },
  );
  await client.fetch(
    BookResource.update,
    { id: 2 },
    { title: "Persuasion, abridged", shelf: "a" },
  );
  await client.allSettled();
  assertEquals(titles(), [
    "Emma, revised",
    "Persuasion, abridged",
    "Lady Susan",
  ]);
  const detail = await client.fetch(BookResource.get, { id: 2 });
  assertEquals({ ...detail }, {
    id: 2,
    title: "Persuasion, abridged",
    shelf: "a",
  });

  await client.fetch(BookResource.delete, { id: 1 });
  await client.allSettled();
  assertEquals(titles(), ["Persuasion, abridged", "Lady Susan"]);
  const error = await assertRejects(
    () => client.fetch(BookResource.get, { id: 1 }),
    NetworkError,
  );
  assertEquals(error.status, 404);
});

Deno.test("pages of json-server join into one list by following its Link headers", async () => {
  await using server = await startJsonServer({ books });
  await using client = createClient();
  const { getList } = resourceAt(server.url);
  const links: (string | null)[] = [];
  const listWithLinks = getList.extend({
    fetchResponse: async (input: RequestInfo, init: RequestInit) => {
      const response = await fetch(input, init);
      links.push(response.headers.get("link"));
      return response;
    },
  });
  const args = { _limit: 2 };
  const ids = () =>
    client.read(listWithLinks, args).data?.map((book) => book.id);

  await client.fetch(listWithLinks, args);
  assertEquals(ids(), [1, 2]);
  const read: number[] = [];
  for (
    let page = "2";
    page !== "";
    page = /_page=(\d+)[^>]*>; rel="next"/.exec(links.at(-1) ?? "")?.[1] ?? ""
  ) {
    await client.fetch(listWithLinks.getPage, { ...args, _page: page });
    read.push(Number(page));
  }
  assertEquals(read, [2, 3]);
  assertEquals(ids(), [1, 2, 3, 4, 5]);
  assert(links.at(-1)?.includes('rel="last"'));
});
