/**
 * Random runs of a product list whose stock is that of a warehouse, against a
 * server: when everything is answered, each warehouse shows its own stock, and
 * both show the same names. Neighbours: a list, one product and a map of columns;
 * products and columns in any order; mutations with and without a lens, answered
 * with the row, with 204 or refused; messages; creations and deletions.
 */
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  Collection,
  Entity,
  Invalidate,
  RestEndpoint,
  Scalar,
  Values,
} from "../../../mod.ts";
import { assertProperty, truthRuns } from "../../support/property.ts";
import {
  type Said,
  type Sent,
  ServerInAnyOrder,
} from "./server_in_any_order.ts";

class ProductFields extends Entity {
  id = "";
  name = "";
  stock: number | undefined = undefined;
  static override key = "Product";
}
const stock = new Scalar({
  lens: (args) => args[0]?.warehouse,
  key: "warehouse",
  entity: ProductFields,
});
class Product extends ProductFields {
  static override schema = { stock };
}

const warehouses = ["north", "south"];
type Answer = "row" | "nothing" | "refused";

/** Products, and what is in stock of each in each warehouse. */
class Shop {
  readonly names = new Map([["1", "a"], ["2", "b"]]);
  readonly stock = new Map<string, number>();

  constructor() {
    for (const id of this.names.keys()) {
      for (const place of warehouses) this.stock.set(`${id} ${place}`, 1);
    }
  }

  /** A product as a warehouse sees it; without one it has no stock. */
  row(id: string, warehouse?: string) {
    const name = this.names.get(id)!;
    return warehouse
      ? { id, name, stock: this.stock.get(`${id} ${warehouse}`) ?? 0 }
      : { id, name };
  }

  handle = ({ method, path, query, body }: Sent): Said => {
    const { warehouse, answer } = query;
    if (path === "/columns") {
      const ids = [...this.names.keys()];
      return {
        body: Object.fromEntries(
          ids.map((id) => [id, { stock: this.row(id, warehouse).stock }]),
        ),
      };
    }
    const id = /\/products\/(\w+)/.exec(path)?.[1] ?? body.id as string;
    if (method === "GET") {
      return id === undefined
        ? { body: [...this.names.keys()].map((id) => this.row(id, warehouse)) }
        : this.names.has(id)
        ? { body: this.row(id, warehouse) }
        : { status: 404 };
    }
    if (answer === "refused") return { status: 422 };
    if (method === "DELETE") {
      this.names.delete(id);
      return { status: 204 };
    }
    this.write(id, body, warehouse);
    return answer === "nothing"
      ? { status: 204 }
      : { body: this.row(id, warehouse) };
  };

  write(
    id: string,
    { name, stock }: { readonly name?: unknown; readonly stock?: unknown },
    warehouse?: string,
  ): void {
    if (name !== undefined) this.names.set(id, name as string);
    if (stock !== undefined) {
      this.stock.set(`${id} ${warehouse}`, stock as number);
    }
  }
}

const id = fc.constantFrom("1", "2", "3");
const warehouse = fc.constantFrom(...warehouses);
const answer = fc.constantFrom<Answer>("row", "nothing", "refused");
const name = fc.constantFrom("a", "b", "c");
const amount = fc.nat(9);
const operation = fc.oneof(
  fc.record({ do: fc.constant("rename" as const), id, name, answer }),
  fc.record({
    do: fc.constant("restock" as const),
    id,
    warehouse,
    answer,
    body: fc.record({ stock: amount, name }, { requiredKeys: ["stock"] }),
  }),
  fc.record({
    do: fc.constant("create" as const),
    warehouse,
    answer,
    body: fc.record({ stock: amount, name }),
  }),
  fc.record({ do: fc.constant("delete" as const), id, answer }),
  fc.record({ do: fc.constant("hear" as const), id, warehouse, amount }),
  fc.record({
    do: fc.constant("read" as const),
    what: fc.constantFrom("list", "columns", "one", "one without"),
    id,
    warehouse,
  }),
  fc.record({ do: fc.constant("handle" as const) }),
  fc.record({ do: fc.constant("answer" as const), which: fc.nat(9) }),
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

type Params = { id: string; warehouse?: string; answer?: Answer };
type Body = { id?: string; name?: string; stock?: number };

/** The application and its server. */
class Run implements AsyncDisposable {
  readonly shop = new Shop();
  readonly server = new ServerInAnyOrder(this.shop.handle);
  readonly #client = this.server.open();
  readonly #shared = {
    dataExpiryLength: 1e12,
    fetchResponse: this.server.fetchResponse,
  };
  readonly #getProducts = new RestEndpoint({
    ...this.#shared,
    path: "/products",
    searchParams: {} as { warehouse: string; answer?: Answer },
    schema: new Collection([Product], { argsKey: () => ({}) }),
  });
  readonly #create = this.#getProducts.push;
  readonly #getColumns = new RestEndpoint({
    ...this.#shared,
    path: "/columns",
    searchParams: {} as { warehouse: string },
    schema: new Values(stock),
  });
  readonly #getProduct = new RestEndpoint({
    ...this.#shared,
    path: "/products/:id",
    searchParams: {} as Omit<Params, "id">,
    schema: Product,
  });
  readonly #patch;
  readonly #delete = this.#getProduct.extend({
    method: "DELETE",
    schema: new Invalidate(Product),
  });
  /** Of what a write is not answered. */
  readonly #busy = new Set<string>();
  /** Cells that the application has never asked for, nor written. */
  readonly #unasked = new Set<string>();
  readonly #startsWithColumns: boolean;
  #lastId = 2;

  constructor(isOptimistic: boolean, startsWithColumns: boolean) {
    this.#startsWithColumns = startsWithColumns;
    this.#patch = this.#getProduct.extend({
      method: "PATCH",
      body: {} as Body,
      ...isOptimistic && {
        getOptimisticResponse: (
          _snapshot: unknown,
          { id }: Params,
          body: Body,
        ) => ({ id, ...body }),
      },
    });
  }

  async open(): Promise<void> {
    const client = this.#client;
    for (const warehouse of warehouses) {
      // the list is one, so that nothing asks for the other warehouse by itself
      if (this.#startsWithColumns && warehouse === "south") {
        client.fetch(this.#getColumns, { warehouse }).catch(() => {});
      } else {
        client.fetch(this.#getProducts, { warehouse }).catch(() => {});
      }
      await this.server.rest();
    }
  }

  #write(names: readonly string[], start: () => Promise<unknown>): void {
    if (names.some((name) => this.#busy.has(name))) return;
    for (const name of names) this.#busy.add(name);
    start().catch(() => {}).finally(() => {
      for (const name of names) this.#busy.delete(name);
    });
  }

  async do(operation: Operation): Promise<void> {
    const client = this.#client;
    switch (operation.do) {
      case "rename": {
        const { id, name, answer } = operation;
        if (!this.shop.names.has(id)) break;
        this.#write(
          [id],
          () => client.fetch(this.#patch, { id, answer }, { name }),
        );
        break;
      }
      case "restock": {
        const { id, warehouse, answer, body } = operation;
        if (!this.shop.names.has(id)) break;
        const names = [`${id} ${warehouse}`, ...body.name ? [id] : []];
        this.#write(
          names,
          () => client.fetch(this.#patch, { id, warehouse, answer }, body),
        );
        break;
      }
      case "create": {
        const { warehouse, answer } = operation;
        const id = `${++this.#lastId}`;
        const body = { id, ...operation.body };
        for (const place of warehouses) this.#unasked.add(`${id} ${place}`);
        this.#write(
          [id, ...warehouses.map((place) => `${id} ${place}`)],
          () =>
            client.fetch(this.#create, { warehouse, answer }, body as never),
        );
        break;
      }
      case "delete": {
        const { id, answer } = operation;
        if (!this.shop.names.has(id)) break;
        this.#write(
          [id, ...warehouses.map((place) => `${id} ${place}`)],
          () => client.fetch(this.#delete, { id, answer }),
        );
        break;
      }
      case "hear": {
        const { id, warehouse, amount } = operation;
        const cell = `${id} ${warehouse}`;
        if (!this.shop.names.has(id) || this.#busy.has(cell)) break;
        this.shop.stock.set(cell, amount);
        await client.set(Product, { id, warehouse }, { id, stock: amount });
        break;
      }
      case "read": {
        const { what, id, warehouse } = operation;
        const reading = what === "list"
          ? client.fetch(this.#getProducts, { warehouse })
          : what === "columns"
          ? client.fetch(this.#getColumns, { warehouse })
          : this.shop.names.has(id)
          ? client.fetch(
            this.#getProduct,
            what === "one" ? { id, warehouse } : { id },
          )
          : undefined;
        reading?.catch(() => {});
        break;
      }
      case "handle":
        await this.server.handle();
        break;
      case "answer":
        await this.server.answer(operation.which);
        break;
    }
    await this.server.flush();
  }

  /** Each warehouse shows what the server has; what nobody asked for may be unknown. */
  check(isAsked: boolean): void {
    for (const warehouse of warehouses) {
      const { data = [] } = this.#client.read(this.#getProducts, { warehouse });
      const ids = data.map(({ id }) => id).sort();
      assertEquals(ids, [...this.shop.names.keys()].sort(), warehouse);
      for (const { id, name, stock } of data) {
        const right = this.shop.row(id, warehouse);
        assertEquals(name, right.name, `name of ${id}`);
        const mayLack = !isAsked && this.#unasked.has(`${id} ${warehouse}`);
        if (!mayLack || stock !== undefined) {
          assertEquals(stock, right.stock, `${id} in the ${warehouse}`);
        }
        const one = this.#client.get(Product, { id, warehouse });
        assertEquals(one?.stock, stock);
        const plain = this.#client.get(Product, { id });
        assert(plain !== undefined && plain.stock === undefined);
      }
    }
  }

  async askForAll(): Promise<void> {
    for (const warehouse of warehouses) {
      this.#client.fetch(this.#getColumns, { warehouse }).catch(() => {});
    }
    await this.server.rest();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.dispose();
  }
}

for (const isOptimistic of [false, true]) {
  for (const startsWithColumns of [false, true]) {
    Deno.test(
      `each lens ends as the server has it, ${
        isOptimistic ? "optimistic" : "not optimistic"
      }, ${
        startsWithColumns ? "columns" : "lists"
      } first [schema/SCA-11] [schema/SCA-18] [schema/SCA-21]`,
      () =>
        assertProperty(
          fc.asyncProperty(
            fc.array(operation, { maxLength: 14 }),
            async (operations) => {
              await using run = new Run(isOptimistic, startsWithColumns);
              await run.open();
              for (const operation of operations) await run.do(operation);
              await run.server.rest();
              run.check(false);
              await run.askForAll();
              run.check(true);
            },
          ),
          truthRuns(60),
        ),
    );
  }
}
