/**
 * Requests of pages, which are stored under the key of their list: each is a
 * request of its own. Neighbours tried: a page while another page, the list
 * itself, its refetch with all pages, or a poll is under way, and each of those
 * while a page is; the same page twice; answers in each order; pages chosen by
 * a parameter, by a function, in the body of a POST, and by a bound endpoint;
 * `prefetch`, `fetchIfStale`, `usePrefetch` and useInfinite (in
 * tests/react/prefetch_test.tsx); an abort by the signal of a page and by
 * the controller; an answer that is set by hand; a page that fails.
 */
import { assert, assertEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import {
  type Client,
  Collection,
  createClient,
  Entity,
  RestEndpoint,
} from "../../mod.ts";
import { nextTask } from "../support/next_task.ts";

class Issue extends Entity {
  id = 0;
}

/** A server of pages with two issues each, which answers what a test lets it answer. */
class PageServer implements AsyncDisposable {
  /** What was asked, oldest first. */
  readonly asked: string[] = [];
  readonly #answers = new Map<string, (() => void)[]>();
  readonly #aborter = new AbortController();
  readonly #server = Deno.serve({
    port: 0,
    hostname: "127.0.0.1",
    onListen() {},
    signal: this.#aborter.signal,
  }, async (request) => {
    const { searchParams } = new URL(request.url);
    const { page = searchParams.get("page") } = request.method === "POST"
      ? await request.json()
      : {};
    const name = page === null ? "list" : `page ${page}`;
    this.asked.push(name);
    await new Promise<void>((resolve) =>
      this.#answers.set(name, [...this.#answers.get(name) ?? [], resolve])
    );
    const number = Number(page ?? 1);
    if (number > 8) return Response.json({}, { status: 503 });
    const items = [2 * number - 1, 2 * number].map((id) => ({ id }));
    return Response.json({ items, at: name });
  });

  readonly getIssues = new RestEndpoint({
    urlPrefix: `http://127.0.0.1:${this.#server.addr.port}`,
    path: "/issues",
    searchParams: {} as { page?: number } | undefined,
    schema: { items: new Collection([Issue]), at: "" },
    paginationField: "page",
  });

  /** A client that has the list. */
  async showing(getIssues = this.getIssues): Promise<Client> {
    const client = createClient();
    const first = client.fetch(getIssues);
    await this.answer("list");
    await first;
    return client;
  }

  /** Waits until this many requests were made in all. */
  has(count: number): Promise<void> {
    return this.#until(() => this.asked.length >= count, `${count} requests`);
  }

  /** Answers the oldest request of this name. */
  async answer(name: string): Promise<void> {
    const answers = () => this.#answers.get(name) ?? [];
    await this.#until(() => answers().length > 0, name);
    answers().shift()!();
  }

  async #until(isSo: () => boolean, what: string): Promise<void> {
    for (let task = 0; !isSo() && task < 1000; task++) await nextTask();
    assert(isSo(), `${what} did not come; there were ${this.asked}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#aborter.abort();
    await this.#server.finished;
  }
}

function shown(client: Client, { getIssues }: PageServer): string {
  const { data } = client.read(getIssues);
  return `${data?.items?.map(({ id }) => id).join()} ${data?.at}`;
}

const others = ["page 2", "list", "poll", "refetch"];
for (const other of others) {
  for (const order of ["other first", "page first"]) {
    Deno.test(`page 3 while ${other} is under way, answered ${order}, is a request of its own [endpoint/PAG-13]`, async () => {
      await using server = new PageServer();
      const { getIssues } = server;
      await using client = await server.showing(getIssues);
      const second = client.fetch(getIssues.getPage, { page: 2 });
      if (other === "page 2") await server.has(2);
      else {
        await server.answer("page 2");
        await second;
      }
      const start = {
        "page 2": () => second,
        list: () => client.fetch(getIssues),
        // as a poll does
        poll: () =>
          client.fetch(getIssues.extend({ key: () => getIssues.key() })),
        refetch: async () => {
          await client.expireAll(getIssues);
          return client.fetchIfStale(getIssues);
        },
      }[other]!;
      const running = start();
      const before = other === "page 2" ? 2 : 3;
      await server.has(before);
      const page = client.fetch(getIssues.getPage, { page: 3 });
      const again = client.fetch(getIssues.getPage, { page: 3 });
      await server.has(before + 1);
      const steps = [
        async () => {
          const name = other === "page 2" ? other : "list";
          await server.answer(name);
          if (other === "refetch") await server.answer("page 2");
          await running;
        },
        async () => {
          await server.answer("page 3");
          await Promise.all([page, again]);
        },
      ];
      if (order === "page first") steps.reverse();
      for (const step of steps) await step();
      assertEquals(server.asked.filter((name) => name === "page 3").length, 1);
      const { items } = await page as { items: Issue[] };
      assertEquals(items.some(({ id }) => id === 5), true);
      // pages stand in the order of their requests
      assertEquals(shown(client, server).split(" ")[0], "1,2,3,4,5,6");
    });
  }

  if (other === "page 2") continue;
  Deno.test(`${other} while page 3 is under way is a request of its own [endpoint/PAG-13]`, async () => {
    await using server = new PageServer();
    const { getIssues } = server;
    await using client = await server.showing(getIssues);
    const page = client.fetch(getIssues.getPage, { page: 3 });
    await server.has(2);
    if (other === "refetch") await client.expireAll(getIssues);
    const list = other === "refetch"
      ? client.fetchIfStale(getIssues)
      : client.fetch(getIssues);
    await server.answer("list");
    await list;
    await server.answer("page 3");
    await page;
    assertEquals(server.asked, ["list", "page 3", "list"]);
    assertEquals(shown(client, server), "1,2,5,6 list");
  });
}

Deno.test("a poll of a list neither takes a page for its answer nor is taken for one [endpoint/PAG-13] [controller/SUB-12]", async () => {
  await using server = new PageServer();
  const getIssues = server.getIssues.extend({ pollFrequency: 5000 });
  await using client = await server.showing(getIssues);
  const time = new FakeTime();
  await client.controller.subscribe(getIssues);
  time.tick(5001);
  const page = client.fetch(getIssues.getPage, { page: 2 });
  time.restore();
  await server.has(3);
  await server.answer("page 2");
  await page;
  await server.answer("list");
  await client.allSettled();
  assertEquals(server.asked.toSorted(), ["list", "list", "page 2"]);
  assertEquals(shown(client, server).split(" ")[0], "1,2,3,4");
  await client.controller.unsubscribe(getIssues);
});

Deno.test("pages are told apart however they are chosen [endpoint/PAG-13] [endpoint/PAG-2] [endpoint/PAG-3] [endpoint/END-8]", async () => {
  await using server = new PageServer();
  const { getIssues } = server;
  const search = getIssues.extend({
    method: "POST",
    sideEffect: undefined,
    searchParams: undefined,
    body: {} as { page?: number; text: string },
  });
  const kinds = [
    (page: number) => [getIssues.getPage, { page }],
    (page: number) => [getIssues.paginated(() => [{}]), { page }],
    (page: number) => [search.getPage, { page, text: "moth" }],
    (page: number) => [getIssues.getPage.bind(undefined, { page })],
  ] as unknown as ((page: number) => [typeof getIssues, object])[];
  for (const kind of kinds) {
    await using client = createClient();
    server.asked.length = 0;
    const pages = [2, 3, 2].map((page) => client.fetch(...kind(page)));
    await server.has(2);
    await server.answer("page 3");
    await pages[1];
    await server.answer("page 2");
    await Promise.all(pages);
    assertEquals(server.asked.toSorted(), ["page 2", "page 3"]);
  }
});

Deno.test("fetchIfStale and prefetch request a page that was not loaded, although the list is fresh, and only then [endpoint/PAG-14]", async () => {
  for (const method of ["fetchIfStale", "prefetch"] as const) {
    await using server = new PageServer();
    const { getIssues } = server;
    const { getPage } = getIssues;
    await using client = await server.showing(getIssues);
    const ask = async (params: object) => {
      const page = params as { page: number };
      if (method === "prefetch") {
        await client.controller.prefetch(getPage, page);
      } else await client.fetchIfStale(getPage, page);
    };
    const pages = [{ page: 2 }, { page: 3 }, { page: 2 }].map(ask);
    await server.has(3);
    await server.answer("page 2");
    await server.answer("page 3");
    await Promise.all(pages);
    await ask({ page: 2 });
    await ask({});
    assertEquals(server.asked.toSorted(), ["list", "page 2", "page 3"]);
    assertEquals(shown(client, server).split(" ")[0], "1,2,3,4,5,6");
  }
});

Deno.test("an abort of a page ends its request alone; one of the list ends all [endpoint/PAG-13] [controller/CTL-40] [controller/NEW-107]", async () => {
  for (const by of ["signal", "controller", "list"]) {
    await using server = new PageServer();
    const { getIssues } = server;
    const { getPage } = getIssues;
    await using client = createClient();
    const aborter = new AbortController();
    const { signal } = aborter;
    const two = client.fetch(
      by === "signal" ? getPage.extend({ signal }) : getPage,
      { page: 2 },
    );
    const three = client.fetch(getPage, { page: 3 });
    const list = client.fetch(getIssues);
    await server.has(3);
    if (by === "signal") aborter.abort();
    else if (by === "list") await client.controller.abort(getIssues);
    else await client.controller.abort(getPage, { page: 2 });
    await assertRejects(() => two, DOMException);
    if (by === "list") {
      await assertRejects(() => three, DOMException);
      await assertRejects(() => list, DOMException);
      continue;
    }
    await server.answer("page 3");
    await three;
    await server.answer("list");
    await list;
    assertEquals(shown(client, server).split(" ")[0], "1,2,5,6");
  }
});

Deno.test("an answer that is set by hand settles the request of the same page, and a failure of one page none of another [endpoint/PAG-13] [controller/NET-7]", async () => {
  await using server = new PageServer();
  const { getIssues } = server;
  const { getPage } = getIssues;
  await using client = await server.showing(getIssues);
  const two = client.fetch(getPage, { page: 2 });
  const three = client.fetch(getPage, { page: 3 });
  const broken = client.fetch(getPage, { page: 9 });
  await server.has(4);
  await client.setResponse(getPage, { page: 2 }, { items: [{ id: 3 }] });
  await two;
  await server.answer("page 9");
  await assertRejects(() => broken);
  await server.answer("page 3");
  await three;
  assertEquals(shown(client, server).split(" ")[0], "1,2,3,5,6");
});
