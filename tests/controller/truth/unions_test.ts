/**
 * Random runs of a resource of a Union against a server that often does not say
 * which member a response is of: when everything is answered, each list, each
 * detail and each member ends as the server has it. Neighbours: PUT, PATCH and
 * DELETE answered with 204, `{ ok: true }`, the row without its discriminator,
 * the whole row, or refused; creations, messages, changes of the type; one list
 * of all and one of each kind.
 */
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { Entity, resource, Union } from "../../../mod.ts";
import { assertProperty, truthRuns } from "../../support/property.ts";
import {
  type Said,
  type Sent,
  ServerInAnyOrder,
} from "./server_in_any_order.ts";

interface Row {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly level: number;
  readonly force?: number;
}

/** A row as its kind has it. */
const rowOf = ({ force: _, ...row }: Row): Row =>
  row.kind === "storm" ? { ...row, force: 8 } : row;

class Storm extends Entity implements Row {
  id = "";
  kind = "storm";
  title = "";
  level = 0;
  /** The server says it of each storm. */
  force = 0;
  static override key = "Storm";
}
class Closure extends Entity implements Row {
  id = "";
  kind = "closure";
  title = "";
  level = 0;
  static override key = "Closure";
}
const members = { storm: Storm, closure: Closure };
const kinds = ["storm", "closure"] as const;
const lists: { kind?: string }[] = [{}, ...kinds.map((kind) => ({ kind }))];

const answers = ["nothing", "ok", "no kind", "row", "refused"] as const;
type Answer = typeof answers[number];

/** Notices, and how the server answers changes of them. */
class Board {
  readonly rows = new Map<string, Row>(
    kinds.map((kind, index) => {
      const id = `${index + 1}`;
      return [id, rowOf({ id, kind, title: id, level: 0 })];
    }),
  );

  listed(kind?: string): Row[] {
    return [...this.rows.values()].filter((row) =>
      kind === undefined || row.kind === kind
    );
  }

  handle = ({ method, path, query, body }: Sent): Said => {
    const id = /\/notices\/(\w+)/.exec(path)?.[1] ?? body.id as string;
    if (method === "GET") {
      if (id === undefined) return { body: this.listed(query.kind) };
      return this.rows.has(id) ? { body: this.rows.get(id) } : { status: 404 };
    }
    const answer = query.answer as Answer;
    if (answer === "refused") return { status: 422 };
    const row = rowOf({ ...this.rows.get(id)!, ...body, id });
    if (method === "DELETE") this.rows.delete(id);
    else this.rows.set(id, row);
    const { kind: _, ...rest } = row;
    return answer === "nothing"
      ? { status: 204 }
      : { body: { ok: { ok: true }, "no kind": rest, row }[answer] };
  };
}

const id = fc.constantFrom("1", "2", "3", "4");
const answer = fc.constantFrom<Answer>(...answers);
const fields = { title: fc.constantFrom("a", "b", "c"), level: fc.nat(9) };
const some = fc.record(fields, { requiredKeys: [] });
const kind = fc.constantFrom<string>(...kinds);
const operation = fc.oneof(
  fc.record({ do: fc.constant("patch" as const), id, answer, body: some }),
  fc.record({
    do: fc.constant("put" as const),
    id,
    answer,
    body: fc.record(fields),
    hasKind: fc.boolean(),
  }),
  fc.record({ do: fc.constant("retype" as const), id, kind, answer }),
  fc.record({
    do: fc.constant("create" as const),
    answer,
    body: fc.record({ ...fields, kind }),
  }),
  fc.record({ do: fc.constant("delete" as const), id, answer }),
  fc.record({ do: fc.constant("hear" as const), id, body: some }),
  fc.record({
    do: fc.constant("read" as const),
    list: fc.nat(lists.length - 1),
  }),
  fc.record({ do: fc.constant("look" as const), id }),
  fc.record({ do: fc.constant("handle" as const) }),
  fc.record({ do: fc.constant("answer" as const), which: fc.nat(9) }),
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

/** The application and its server. */
class Run implements AsyncDisposable {
  readonly board = new Board();
  readonly server = new ServerInAnyOrder(this.board.handle);
  readonly #client = this.server.open();
  readonly #union: Union<typeof members>;
  readonly #notices;
  /** Rows with a write that is not answered. */
  readonly #busy = new Set<string>();
  #lastId = 2;

  constructor(isOptimistic: boolean) {
    this.#union = new Union(members, "kind");
    this.#notices = resource({
      path: "/notices/:id",
      schema: this.#union as unknown as typeof Storm,
      searchParams: {} as { kind?: string } | undefined,
      body: {} as Partial<Row>,
      optimistic: isOptimistic,
      dataExpiryLength: 1e12,
      fetchResponse: this.server.fetchResponse,
    });
  }

  async open(): Promise<void> {
    for (const args of lists) {
      this.#client.subscribe(this.#notices.getList, [args], () => {});
    }
    await this.server.rest();
  }

  #write(id: string, start: () => Promise<unknown>): void {
    if (this.#busy.has(id) || !this.board.rows.has(id)) return;
    this.#busy.add(id);
    start().catch(() => {}).finally(() => this.#busy.delete(id));
  }

  async do(operation: Operation): Promise<void> {
    const client = this.#client;
    const { partialUpdate, update, delete: remove, create, get, getList } =
      this.#notices;
    // the pretend server is told how to answer
    const told = (id: string, answer: Answer) => ({ id, ...{ answer } });
    switch (operation.do) {
      case "patch": {
        const { id, answer, body } = operation;
        this.#write(
          id,
          () => client.fetch(partialUpdate, told(id, answer), body),
        );
        break;
      }
      case "put": {
        const { id, answer, hasKind } = operation;
        const kind = this.board.rows.get(id)?.kind;
        const body = { ...operation.body, ...hasKind && kind && { kind } };
        this.#write(id, () => client.fetch(update, told(id, answer), body));
        break;
      }
      case "retype": {
        const { id, kind, answer } = operation;
        this.#write(
          id,
          () => client.fetch(partialUpdate, told(id, answer), { kind }),
        );
        break;
      }
      case "create": {
        const { answer, body } = operation;
        const id = `${++this.#lastId}`;
        this.#busy.add(id);
        client.fetch(
          create.extend({ searchParams: {} as { answer: Answer } }),
          { answer },
          // a list shows what was sent
          rowOf({ id, ...body }),
        ).catch(() => {}).finally(() => this.#busy.delete(id));
        break;
      }
      case "delete": {
        const { id, answer } = operation;
        this.#write(id, () => client.fetch(remove, told(id, answer)));
        break;
      }
      case "hear": {
        const { id, body } = operation;
        const row = this.board.rows.get(id);
        if (!row || this.#busy.has(id)) break;
        this.board.rows.set(id, { ...row, ...body });
        await client.set(this.#union, { id }, { id, ...body } as never);
        break;
      }
      case "read":
        client.fetch(getList, lists[operation.list]!).catch(() => {});
        break;
      case "look":
        client.fetch(get, { id: operation.id }).catch(() => {});
        break;
      case "handle":
        await this.server.handle();
        break;
      case "answer":
        await this.server.answer(operation.which);
        break;
    }
    await this.server.flush();
  }

  /** All that is shown is as the server has it, by its own class. */
  check(): void {
    const plain = (row: Row | undefined) => {
      if (row === undefined) return undefined;
      const { id, kind, title, level, force } = row;
      return {
        id,
        kind,
        title,
        level,
        ...force !== undefined && { force },
        class: row.constructor.name,
      };
    };
    const expected = (row: Row | undefined) =>
      row && { ...row, class: members[row.kind as keyof typeof members].name };
    const byId = (left: Row, right: Row) => Number(left.id) - Number(right.id);
    for (const args of lists) {
      const { data = [] } = this.#client.read(this.#notices.getList, args);
      assertEquals(
        [...data].sort(byId).map(plain),
        this.board.listed(args.kind).sort(byId).map(expected),
        JSON.stringify(args),
      );
    }
    for (let id = 1; id <= this.#lastId; id++) {
      const row = this.board.rows.get(`${id}`);
      for (const kind of kinds) {
        assertEquals(
          plain(this.#client.get(members[kind], { id: `${id}` })),
          row?.kind === kind ? expected(row) : undefined,
          `${kind} ${id}`,
        );
      }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.dispose();
  }
}

for (const isOptimistic of [false, true]) {
  Deno.test(
    `each member of a Union ends as the server has it, ${
      isOptimistic ? "optimistic" : "not optimistic"
    } [schema/POL-21] [schema/POL-22] [endpoint/RES-18]`,
    () =>
      assertProperty(
        fc.asyncProperty(
          fc.array(operation, { maxLength: 14 }),
          async (operations) => {
            await using run = new Run(isOptimistic);
            await run.open();
            for (const operation of operations) await run.do(operation);
            await run.server.rest();
            run.check();
          },
        ),
        truthRuns(100),
      ),
  );
}
