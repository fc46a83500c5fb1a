/**
 * What the back office knows of its server.
 *
 * @module
 */
import {
  Collection,
  Entity,
  Invalidate,
  resource,
  RestEndpoint,
  type RestGenerics,
  Scalar,
  Values,
} from "@tessera/client";
import type { Status, Warehouse } from "../shop.ts";

class ShopEndpoint<O extends RestGenerics = RestGenerics>
  extends RestEndpoint<O> {
  override urlPrefix = "http://shop.test";
}

export class Product extends Entity {
  id = "";
  name = "";
  price = 0;
  /** How many there are in the warehouse of the request. */
  stock: number | undefined = undefined;

  static override key = "Product";
}
/** A number for each warehouse. */
const stock = new Scalar({
  lens: (args) => args[0]?.warehouse,
  key: "warehouse",
  entity: Product,
});
Product.schema = { stock };

/** As the shop lists what it has: what was made first stands first, whoever made it. */
const byAge = (a: { id: string }, b: { id: string }) =>
  Number(a.id) - Number(b.id);

/** One list, whichever warehouse it is shown for. */
export const products = new Collection([Product], {
  argsKey: () => ({}),
  order: () => byAge,
});

export const ProductResource = resource({
  Endpoint: ShopEndpoint,
  path: "/products/:id",
  schema: Product,
  searchParams: {} as { warehouse: Warehouse },
}).extend(({ get, getList }) => ({
  get: get.extend({ searchParams: {} as { warehouse: Warehouse } }),
  getList: getList.extend({
    schema: { items: products, total: 0 },
    adjust: (answer, difference) => ({
      ...answer,
      total: answer.total + difference,
    }),
  }),
}));

/** The stock of all products in one warehouse. */
export const getStock = new ShopEndpoint({
  path: "/stock/:warehouse",
  schema: new Collection(new Values(stock)),
});

export const setStock = new ShopEndpoint({
  path: "/stock/:warehouse/:id",
  method: "PUT",
  body: {} as { stock: number },
  schema: Product,
  getOptimisticResponse: (_, { id }, { stock }) => ({ id, stock }),
});

export class Line extends Entity {
  id = "";
  product = Product.fromJS();
  quantity = 0;
  price = 0;

  get amount(): number {
    return this.quantity * this.price;
  }

  static override key = "Line";
  static override schema = { product: Product };
}

const lines = new Collection([Line], {
  nestKey: (order: { id: string }) => ({ order: order.id }),
  order: () => byAge,
});

export class Order extends Entity {
  id = "";
  customer = "";
  status: Status = "new";
  /** Lists leave it out. */
  note = "";
  lines: Line[] = [];

  get total(): number {
    return this.lines.reduce((sum, { amount }) => sum + amount, 0);
  }

  static override key = "Order";
  static override schema = { lines };
}

/** What the list of orders is asked for. */
export interface OrderFilter {
  readonly status?: Status;
  readonly sort?: "customer";
}

const orders = new Collection([Order], {
  nonFilterArgumentKeys: ["sort"],
  order: ({ sort }) =>
    sort === "customer" ? (a, b) => a.customer < b.customer ? -1 : 1 : byAge,
});

export const OrderResource = resource({
  Endpoint: ShopEndpoint,
  path: "/orders/:id",
  schema: Order,
  searchParams: {} as OrderFilter | undefined,
  optimistic: true,
}).extend(({ getList }) => ({
  getList: getList.extend({
    schema: { items: orders, total: 0 },
    adjust: (answer, difference) => ({
      ...answer,
      total: answer.total + difference,
    }),
  }),
}));

export const LineResource = resource({
  Endpoint: ShopEndpoint,
  path: "/orders/:order/lines/:id",
  schema: Line,
  optimistic: true,
});

export const createLine = new ShopEndpoint({
  path: "/orders/:order/lines",
  body: {} as { product: string; quantity: number },
  schema: lines.push,
});

/** What the messages of the server contain. */
export const messages = {
  "product-created": products.push,
  "product-changed": Product,
  "product-deleted": new Invalidate(Product),
  "stock": Product,
  "order-created": OrderResource.getList.push.schema,
  "order-changed": OrderResource.getList.move.schema,
  "order-deleted": new Invalidate(Order),
  "line-created": lines.push,
  "line-changed": Line,
  "line-deleted": new Invalidate(Line),
};
