/**
 * The server of the back office: a shop in memory. It tells every change to all
 * who listen, to the one who made the change as well.
 *
 * @module
 */

export const statuses = ["new", "paid", "shipped"] as const;
export type Status = typeof statuses[number];

export const warehouses = ["north", "south"] as const;
export type Warehouse = typeof warehouses[number];

export interface ProductRow {
  readonly id: string;
  name: string;
  price: number;
  /** How many there are in each warehouse; responses have it of one. */
  readonly stock: Record<Warehouse, number>;
}

export interface LineRow {
  readonly id: string;
  readonly product: string;
  quantity: number;
  /** What one costs; set when the line is made. */
  readonly price: number;
}

export interface OrderRow {
  readonly id: string;
  customer: string;
  status: Status;
  /** Only the response of one order has it. */
  note: string;
  lines: LineRow[];
}

/** What is told to all who listen. */
export interface Message {
  readonly type: string;
  readonly args?: readonly [Readonly<Record<string, string>>];
  readonly data: object;
}

/** What somebody asks for. */
export interface ShopRequest {
  readonly method: string;
  /** With its parameters: `/orders?status=new`. */
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>> | undefined;
}

/** What is answered. */
export interface ShopResponse {
  readonly status: number;
  readonly body?: unknown;
}

const notFound: ShopResponse = { status: 404, body: { message: "Not found" } };
const noContent: ShopResponse = { status: 204 };

/** Products, orders, and the API of both. */
export class Shop {
  readonly products = new Map<string, ProductRow>();
  readonly orders = new Map<string, OrderRow>();
  readonly #tell: (message: Message) => void;
  #ids = 0;

  /** @param tell Is called with each change. */
  constructor(tell: (message: Message) => void) {
    this.#tell = tell;
  }

  /** Answers a request, and makes the change that it asks for. */
  handle({ method, path, body = {} }: ShopRequest): ShopResponse {
    const { pathname, searchParams } = new URL(path, "http://shop.test");
    const [table, ...rest] = pathname.slice(1).split("/");
    const parameters = Object.fromEntries(searchParams);
    switch (table) {
      case "products":
        return this.#products(method, rest[0], parameters, body);
      case "stock":
        return this.#stock(rest[0] as Warehouse, rest[1], body);
      case "orders":
        return rest[1] === "lines"
          ? this.#lines(method, rest[0]!, rest[2], body)
          : this.#orders(method, rest[0], parameters, body);
      default:
        return notFound;
    }
  }

  #products(
    method: string,
    id: string | undefined,
    { warehouse }: Readonly<Record<string, string>>,
    body: Readonly<Record<string, unknown>>,
  ): ShopResponse {
    const { products } = this;
    const read = (row: ProductRow) => productFor(row, warehouse as Warehouse);
    if (id === undefined) {
      if (method === "GET") {
        const items = [...products.values()].map(read);
        return ok({ items, total: items.length });
      }
      const row = { id: this.#newId(), name: "", price: 0, ...body };
      const product = { ...row, stock: { north: 0, south: 0 } };
      products.set(row.id, product);
      this.#tell({ type: "product-created", data: row });
      for (const warehouse of warehouses) this.#tellStock(product, warehouse);
      return ok(row);
    }
    const row = products.get(id);
    if (!row) return notFound;
    if (method === "PATCH") {
      Object.assign(row, body);
      this.#tell({ type: "product-changed", data: productFor(row) });
    }
    if (method === "DELETE") {
      const isSold = [...this.orders.values()]
        .some(({ lines }) => lines.some(({ product }) => product === id));
      if (isSold) return { status: 409, body: { message: "It is ordered." } };
      products.delete(id);
      this.#tell({ type: "product-deleted", data: { id } });
      return noContent;
    }
    return ok(read(row));
  }

  #stock(
    warehouse: Warehouse,
    id: string | undefined,
    body: Readonly<Record<string, unknown>>,
  ): ShopResponse {
    if (id === undefined) {
      const rows = [...this.products.values()];
      return ok(Object.fromEntries(
        rows.map(({ id, stock }) => [id, { stock: stock[warehouse] }]),
      ));
    }
    const row = this.products.get(id);
    if (!row) return notFound;
    row.stock[warehouse] = Number(body.stock);
    this.#tellStock(row, warehouse);
    return ok({ id, stock: row.stock[warehouse] });
  }

  #orders(
    method: string,
    id: string | undefined,
    { status, sort }: Readonly<Record<string, string>>,
    body: Readonly<Record<string, unknown>>,
  ): ShopResponse {
    const { orders } = this;
    if (id === undefined) {
      if (method === "GET") {
        const items = this.ordersOf(status as Status, sort)
          .map((row) => this.#listed(row));
        return ok({ items, total: items.length });
      }
      const row: OrderRow = {
        id: this.#newId(),
        customer: String(body.customer),
        status: "new",
        note: "",
        lines: [],
      };
      orders.set(row.id, row);
      const data = this.#listed(row);
      this.#tell({ type: "order-created", args: [{ status: "new" }], data });
      return ok(data);
    }
    const row = orders.get(id);
    if (!row) return notFound;
    if (method === "PATCH") {
      const isShipped = body.status === "shipped" && row.status !== "shipped";
      Object.assign(row, body);
      this.#tell({ type: "order-changed", data: this.#detailed(row) });
      if (isShipped) this.#takeFromStock(row);
    }
    if (method === "DELETE") {
      orders.delete(id);
      this.#tell({ type: "order-deleted", data: { id } });
      return noContent;
    }
    return ok(this.#detailed(row));
  }

  #lines(
    method: string,
    order: string,
    id: string | undefined,
    body: Readonly<Record<string, unknown>>,
  ): ShopResponse {
    const row = this.orders.get(order);
    if (!row) return notFound;
    const args = [{ order }] as const;
    if (id === undefined) {
      const product = this.products.get(String(body.product));
      if (!product) return { status: 422, body: { message: "No product" } };
      const line = {
        id: this.#newId(),
        product: product.id,
        quantity: Number(body.quantity),
        price: product.price,
      };
      row.lines.push(line);
      const data = this.#line(line);
      this.#tell({ type: "line-created", args, data });
      return ok(data);
    }
    const line = row.lines.find((line) => line.id === id);
    if (!line) return notFound;
    if (method === "DELETE") {
      row.lines.splice(row.lines.indexOf(line), 1);
      this.#tell({ type: "line-deleted", data: { id } });
      return noContent;
    }
    line.quantity = Number(body.quantity);
    const data = this.#line(line);
    this.#tell({ type: "line-changed", args, data });
    return ok(data);
  }

  /** Orders of a status, in the order in which they were made or by customer. */
  ordersOf(status: Status | undefined, sort: string | undefined): OrderRow[] {
    const rows = [...this.orders.values()]
      .filter((row) => status === undefined || row.status === status);
    return sort === "customer"
      ? rows.sort((a, b) => a.customer < b.customer ? -1 : 1)
      : rows;
  }

  #takeFromStock({ lines }: OrderRow): void {
    for (const { product, quantity } of lines) {
      const row = this.products.get(product)!;
      row.stock.north -= quantity;
      this.#tellStock(row, "north");
    }
  }

  #tellStock({ id, stock }: ProductRow, warehouse: Warehouse): void {
    const data = { id, stock: stock[warehouse] };
    this.#tell({ type: "stock", args: [{ warehouse }], data });
  }

  #detailed({ lines, ...row }: OrderRow): object {
    return { ...row, lines: lines.map((line) => this.#line(line)) };
  }

  #listed(row: OrderRow): object {
    const { note: _, ...listed } = this.#detailed(row) as OrderRow;
    return listed;
  }

  #line({ product: id, ...line }: LineRow): object {
    return { ...line, product: { id, name: this.products.get(id)!.name } };
  }

  #newId(): string {
    return String(++this.#ids);
  }
}

/** A product as a response has it: with the stock of one warehouse, or of none. */
function productFor(
  { stock, ...row }: ProductRow,
  warehouse?: Warehouse,
): object {
  return { ...row, ...warehouse && { stock: stock[warehouse] } };
}

function ok(body: unknown): ShopResponse {
  return { status: 200, body };
}
