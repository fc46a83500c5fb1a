/**
 * Pages by number, without a hook: a page that was requested before the list,
 * and answered after, is of another time, so readers ask for all of them once
 * more. Neighbours: the list requested by `expireAll` and by a poll of its first
 * page; rows inserted, deleted and moved meanwhile; creations of one's own; answers
 * in any order; a page that is asked for by the list of before while that is on
 * its way again.
 */
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { Collection, Entity, RestEndpoint } from "../../mod.ts";
import { ServerInAnyOrder } from "../controller/truth/server_in_any_order.ts";
import { assertProperty } from "../support/property.ts";

class Entry extends Entity {
  id = "";
  static override key = "OverlappingEntry";
}

const pageSize = 2;
const where = fc.nat(9);
const operation = fc.oneof(
  ...["insert", "delete", "move"].map((what) =>
    fc.record({ do: fc.constant(what), where })
  ),
  ...["page", "page", "expireAll", "poll", "create"].map((what) =>
    fc.record({ do: fc.constant(what), where })
  ),
  ...Array.from(
    { length: 6 },
    (_, index) =>
      fc.record({ do: fc.constant(index % 2 ? "handle" : "answer"), where }),
  ),
);

/** A log that somebody reads page by page. */
class Run implements AsyncDisposable {
  rows = ["a", "b", "c", "d", "e", "f"];
  readonly server = new ServerInAnyOrder(({ method, query, body }) => {
    if (method === "POST") {
      this.rows.unshift(`${body.id}`);
      return { body };
    }
    const from = (Number(query.page ?? 1) - 1) * pageSize;
    const page = this.rows.slice(from, from + pageSize);
    return { body: page.map((id) => ({ id })) };
  });
  readonly getLog = new RestEndpoint({
    path: "/log",
    paginationField: "page",
    schema: new Collection([Entry]),
    dataExpiryLength: 1e12,
    fetchResponse: (url, init) => {
      this.sent++;
      return this.server.fetchResponse(String(url), init);
    },
  });
  readonly client = this.server.open();
  /** How many pages were asked for. */
  pages = 1;
  /** Whether the log has changed since all loaded pages were requested. */
  isChanged = false;
  /** Requests. */
  sent = 0;
  #count = 0;
  #isCreating = false;

  async open(): Promise<void> {
    this.client.subscribe(this.getLog, [], () => {});
    await this.server.rest();
  }

  ids(): string[] {
    return this.client.read(this.getLog).data?.map(({ id }) => id) ?? [];
  }

  async do(what: string, where: number): Promise<void> {
    const { client, getLog, rows, server } = this;
    const index = where % (rows.length + 1);
    switch (what) {
      case "insert":
        rows.splice(index, 0, `n${++this.#count}`);
        this.isChanged = true;
        break;
      case "delete":
        rows.splice(index, 1);
        this.isChanged = true;
        break;
      case "move":
        rows.splice((where * 7) % rows.length, 0, ...rows.splice(index, 1));
        this.isChanged = true;
        break;
      case "page":
        client.fetch(getLog.getPage, { page: ++this.pages });
        break;
      case "expireAll": {
        const { sent } = this;
        client.controller.expireAll(getLog);
        await server.flush();
        // it may have joined one that is under way
        if (this.sent > sent) this.isChanged = false;
        break;
      }
      case "poll":
        client.fetch(getLog);
        break;
      case "create":
        // of several at once nothing says in which order they are
        if (this.#isCreating) break;
        this.#isCreating = true;
        client.fetch(getLog.unshift, { id: `n${++this.#count}` })
          .finally(() => this.#isCreating = false);
        this.isChanged = true;
        break;
      case "handle":
        await server.handle();
        break;
      case "answer":
        await server.answer(where);
        break;
    }
    await server.flush();
    const ids = this.ids();
    assertEquals(new Set(ids).size, ids.length, `${ids}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.dispose();
  }
}

Deno.test("pages of one list are of one time once all is answered, and no row between them is missing [endpoint/PAG-5] [endpoint/PAG-11]", async () => {
  await assertProperty(
    fc.asyncProperty(
      fc.array(operation, { maxLength: 14 }),
      async (operations) => {
        await using run = new Run();
        await run.open();
        for (const operation of operations) {
          await run.do(operation.do, operation.where);
        }
        await run.server.rest();
        if (run.isChanged) {
          await run.do("expireAll", 0);
          await run.server.rest();
        }
        assertEquals(run.ids(), run.rows.slice(0, run.pages * pageSize));
      },
    ),
    100,
  );
});

Deno.test("a page that was requested before the list, and answered after it, is requested again with the list [endpoint/PAG-5]", async () => {
  await using run = new Run();
  await run.open();
  await run.do("page", 0);
  await run.server.handle();
  await run.do("insert", 0);
  await run.do("poll", 0);
  await run.server.handle();
  await run.server.answer(1);
  await run.server.answer(0);
  assertEquals(run.ids(), ["n1", "a", "c", "d"]);
  await run.server.rest();
  assertEquals(run.ids(), ["n1", "a", "b", "c"]);
});

Deno.test("pages that a refetch has found to be gone are not requested by the next one, though a row was created meanwhile [endpoint/PAG-11]", async () => {
  await using run = new Run();
  await run.open();
  await run.do("page", 0);
  await run.server.rest();
  run.rows = ["a"];
  await run.do("expireAll", 0);
  await run.do("create", 0);
  await run.server.rest();
  assertEquals(run.ids(), ["n1", "a"]);
  const { sent } = run;
  await run.do("expireAll", 0);
  await run.server.rest();
  assertEquals(run.sent - sent, 1);
});

for (const again of [false, true]) {
  const what = again
    ? "out, and put in again, is in the list"
    : "out does not come back";
  Deno.test(`what was taken ${what} with a page that was requested before [endpoint/PAG-5] [controller/OPT-19a]`, async () => {
    const rows = ["a", "b", "c", "d", "e"];
    const server = new ServerInAnyOrder(({ method, path, query, body }) => {
      const id = `${body.id}`;
      if (method === "POST") {
        if (path.endsWith("/out")) rows.splice(rows.indexOf(id), 1);
        else rows.push(id);
        return { body };
      }
      const from = (Number(query.page ?? 1) - 1) * pageSize;
      const items = rows.slice(from, from + pageSize).map((id) => ({ id }));
      return { body: { items, total: rows.length } };
    });
    const getLog = new RestEndpoint({
      path: "/log",
      paginationField: "page",
      schema: { items: new Collection([Entry]), total: 0 },
      adjust: (stored: { total: number }, difference: number) => ({
        ...stored,
        total: stored.total + difference,
      }),
      fetchResponse: (url, init) => server.fetchResponse(String(url), init),
    });
    await using client = server.open();
    const shown = () => {
      const { items, total } = client.read(getLog).data ?? {};
      return [items?.map(({ id }) => id).join(""), total];
    };
    client.fetch(getLog);
    await server.rest();
    client.fetch(getLog.getPage, { page: 2 });
    await server.rest();
    assertEquals(shown(), ["abcd", 5]);
    client.fetch(getLog.getPage, { page: 2 });
    await server.flush();
    await server.handle();
    client.fetch(getLog.remove.extend({ path: "/log/out", method: "POST" }), {
      id: "c",
    });
    await server.flush();
    await server.handle();
    await server.answer(1);
    assertEquals(shown(), ["abd", 4]);
    if (again) {
      client.fetch(getLog.push, { id: "c" });
      await server.flush();
      await server.handle();
      await server.answer(1);
    }
    await server.answer(0);
    assertEquals(shown(), again ? ["abdc", 5] : ["abd", 4]);
    await server.rest();
    assertEquals(shown(), again ? ["abdc", 5] : ["abd", 4]);
  });
}

/** A log by cursors, which somebody reads page by page. */
function cursorLog() {
  const log = { rows: ["a", "b", "c", "d", "e", "f"], sent: 0 };
  const server = new ServerInAnyOrder(({ query: { after } }) => {
    const from = after === undefined ? 0 : log.rows.indexOf(after) + 1;
    const page = log.rows.slice(from, from + pageSize);
    return { body: page.map((id) => ({ id })) };
  });
  const getLog = new RestEndpoint({
    path: "/log",
    paginationField: "after",
    schema: new Collection([Entry]),
    dataExpiryLength: 1e12,
    fetchResponse: (url, init) => {
      log.sent++;
      return server.fetchResponse(String(url), init);
    },
  });
  const client = server.open();
  const assertWhole = (pages: number) => {
    const shown = client.read(getLog).data!.map(({ id }) => id).join("");
    assertEquals(shown, log.rows.join("").slice(0, shown.length));
    assertEquals(shown.length >= pages * pageSize, true, shown);
  };
  client.subscribe(getLog, [], () => {});
  return { log, server, getLog, client, assertWhole };
}

for (const answers of ["list first", "page first"]) {
  Deno.test(`a page that follows the list of before, while that is on its way again with other rows, leaves out no row: ${answers} [endpoint/PAG-5]`, async () => {
    const { log, server, getLog, client, assertWhole } = cursorLog();
    await using _ = client;
    await server.rest();
    for (const isChanged of [false, true]) {
      if (isChanged) log.rows.unshift("n");
      log.sent = 0;
      client.fetch(getLog);
      await server.flush();
      client.fetch(getLog.getPage, { after: "b" });
      await server.flush();
      await server.handle();
      await server.handle();
      await server.answer(answers === "list first" ? 0 : 1);
      await server.answer(0);
      await server.rest();
      assertWhole(2);
      // where the list is what it was, the page follows it
      if (!isChanged) assertEquals(log.sent, 2);
      await client.controller.resetEntireStore();
      await server.rest();
    }
  });
}

Deno.test("a page that follows the pages of before, and comes while these are requested again with other rows, leaves out no row [endpoint/PAG-5] [endpoint/PAG-11]", async () => {
  const { log, server, getLog, client, assertWhole } = cursorLog();
  await using _ = client;
  await server.rest();
  client.fetch(getLog.getPage, { after: "b" });
  await server.rest();
  log.rows.unshift("n");
  void client.controller.expireAll(getLog);
  await server.flush();
  client.fetch(getLog.getPage, { after: "d" });
  await server.flush();
  await server.handle();
  await server.handle();
  await server.answer(1);
  await server.rest();
  assertWhole(3);
});
