/**
 * A row of a sorted list is written while the list is requested with its pages:
 * by the response of the first page it is behind that, by those of the others
 * before them, so none has it. Neighbours tried: pages by cursor, by number and
 * by offset; the write confirmed between the pages and after them, refused, and
 * without a response; optimistic and not; another field; a message in place of
 * a request; a list that also has a number; several rows at once, in any order.
 */
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { Entity, resource } from "../../mod.ts";
import { ServerInAnyOrder } from "../controller/truth/server_in_any_order.ts";
import { assertProperty } from "../support/property.ts";

class Job extends Entity {
  id = "";
  rank = 0;
  note = "";
  static override key = "OverlappingJob";
}

const pageSize = 2;
const styles = ["cursor", "page", "offset"] as const;
type Style = typeof styles[number];
interface Fields {
  readonly rank?: number;
  readonly note?: string;
}

/** A sorted list of jobs that somebody reads page by page, and edits. */
class Run implements AsyncDisposable {
  rows = ["a", "b", "c", "d", "e", "f", "g"].map((id, index) => ({
    id,
    rank: 10 * (index + 1),
    note: "",
  }));
  /** Status of the next response to an edit. */
  status = 200;
  /** Requests of reads. */
  reads = 0;
  readonly server: ServerInAnyOrder;
  readonly jobs;
  readonly client;

  constructor(style: Style, optimistic: boolean) {
    this.server = new ServerInAnyOrder(({ method, path, query, body }) => {
      if (method === "PATCH") {
        const { status } = this;
        this.status = 200;
        if (status < 500 && status >= 400) return { status };
        const id = path.split("/").at(-1)!;
        this.change(id, body);
        return { status, body: this.rows.find((row) => row.id === id) };
      }
      const { cursor, page = 1, offset = (Number(page) - 1) * pageSize } =
        query;
      const rows = this.sorted();
      const start = cursor === undefined
        ? Number(offset)
        : rows.findIndex(({ rank }) => rank > Number(cursor.slice(5)));
      const items = start < 0 ? [] : rows.slice(start, start + pageSize);
      const next = rows.at(-1)!.rank > (items.at(-1)?.rank ?? Infinity)
        ? `after${items.at(-1)!.rank}`
        : "";
      return { body: { items, total: rows.length, next } };
    });
    const { getList, partialUpdate } = resource({
      path: "/jobs/:id",
      schema: Job,
      optimistic,
      body: {} as Fields,
      searchParams: {} as Record<string, string | number> | undefined,
      paginationField: style,
      order: () => (left: Job, right: Job) => left.rank - right.rank,
      dataExpiryLength: 1e12,
      fetchResponse: (url: string, init: RequestInit) => {
        if (init.method === "GET") this.reads++;
        return this.server.fetchResponse(url, init);
      },
    });
    this.jobs = {
      partialUpdate,
      getList: getList.extend({
        schema: { items: getList.schema, total: 0, next: "" },
      }),
    };
    this.client = this.server.open();
    this.client.subscribe(this.jobs.getList, [{}], () => {});
    this.style = style;
  }
  readonly style: Style;

  sorted() {
    return this.rows.toSorted((left, right) => left.rank - right.rank);
  }

  change(id: string, fields: Fields) {
    this.rows = this.rows.map((row) =>
      row.id === id ? { ...row, ...fields } : row
    );
  }

  shown() {
    return this.client.read(this.jobs.getList, {}).data?.items
      ?.map(({ id }) => id).join("");
  }

  right(pages: number) {
    return this.sorted().slice(0, pages * pageSize).map(({ id }) => id)
      .join("");
  }

  /** Loads pages after the first one. */
  async load(pages: number) {
    const { client, jobs: { getList }, server, style } = this;
    await server.rest();
    for (let page = 2; page <= pages; page++) {
      const { next } = client.read(getList, {}).data!;
      const value = { cursor: next!, page, offset: (page - 1) * pageSize };
      client.fetch(getList.getPage!, { [style]: value[style] } as typeof value);
      await server.rest();
    }
    this.reads = 0;
  }

  edit(id: string, fields: Fields) {
    this.client.fetch(this.jobs.partialUpdate, { id }, fields)
      .catch(() => {});
  }

  /** Requests the list with its pages, until the first one has come. */
  async begin() {
    void this.client.controller.expireAll(this.jobs.getList);
    await this.server.flush();
    await this.server.handle();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.dispose();
  }
}

for (const style of styles) {
  for (const optimistic of [false, true]) {
    for (const isConfirmedFirst of [true, false]) {
      const name = `a row that is moved over the pages of a list by ${style} ` +
        `while they are requested, confirmed ${
          isConfirmedFirst ? "before" : "after"
        } they came (optimistic: ${optimistic})`;
      Deno.test(`${name}, is not missing [controller/OPT-19c] [endpoint/PAG-11]`, async () => {
        for (const [id, rank] of [["d", 5], ["a", 35]] as const) {
          await using run = new Run(style, optimistic);
          const { server } = run;
          await run.load(2);
          await run.begin();
          // the first page is handled, then the edit, then the second page
          run.edit(id, { rank });
          await server.flush();
          await server.handle();
          await server.answer(0);
          if (isConfirmedFirst) await server.answer(0);
          await server.handle();
          if (isConfirmedFirst) await server.answer(0);
          else {
            await server.answer(1);
            await server.answer(0);
          }
          await server.rest();
          assertEquals(run.shown(), run.right(2), `${id} ${rank}`);
          assertEquals(run.reads <= 4, true);
        }
      });
    }
  }
}

for (const optimistic of [false, true]) {
  Deno.test(`a row that was in a list when it was moved, and that a list which came meanwhile lacks, is asked about where it belongs there now (optimistic: ${optimistic}) [controller/OPT-19c]`, async () => {
    await using run = new Run("cursor", optimistic);
    const { server } = run;
    await run.load(1);
    run.rows = [...run.rows, { id: "x", rank: 15, note: "" }];
    await run.begin();
    run.edit("b", { rank: 12 });
    await server.flush();
    await server.answer(0);
    await server.handle();
    await server.answer(0);
    await server.rest();
    assertEquals([run.shown(), run.reads], ["ab", 2]);
  });
}

Deno.test("pages are requested once where a row that is in its place, or another field, is written meanwhile [controller/OPT-19c]", async () => {
  for (const style of styles) {
    for (
      const [status, fields] of [[200, { note: "x" }], [422, {
        rank: 5,
      }]] as const
    ) {
      await using run = new Run(style, false);
      const { server } = run;
      await run.load(2);
      await run.begin();
      run.status = status;
      run.edit("d", fields);
      await server.flush();
      await server.rest();
      assertEquals([run.shown(), run.reads], ["abcd", 2], style);
    }
  }
});

Deno.test("whatever rows are moved while a list is requested with its pages, all show once everything is answered [controller/OPT-19c] [endpoint/PAG-11]", async () => {
  const step = fc.oneof(
    fc.record({
      do: fc.constant("edit"),
      at: fc.nat(4),
      rank: fc.nat(58),
    }),
    ...["begin", "handle", "handle", "handle", "answer", "answer"].map((what) =>
      fc.record({ do: fc.constant(what), at: fc.nat(4), rank: fc.nat(58) })
    ),
  );
  await assertProperty(
    fc.asyncProperty(
      fc.constantFrom(...styles),
      fc.boolean(),
      fc.array(step, { maxLength: 16 }),
      async (style, optimistic, steps) => {
        await using run = new Run(style, optimistic);
        await run.load(3);
        // the last row that is loaded stays the last one
        let count = 0;
        for (const { do: what, at, rank } of steps) {
          if (what === "edit") {
            // ranks differ, so that cursors select
            run.edit(run.shown()![at]!, { rank: rank + ++count / 100 });
          } else if (what === "begin") {
            void run.client.controller.expireAll(run.jobs.getList);
          } else if (what === "handle") await run.server.handle();
          else await run.server.answer(at);
          await run.server.flush();
        }
        await run.server.rest();
        const shown = run.shown()!;
        assertEquals(shown, run.right(9).slice(0, shown.length));
        assertEquals(shown.length >= 3 * pageSize, true, shown);
      },
    ),
    60,
  );
});
