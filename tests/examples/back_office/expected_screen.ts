/**
 * What a page has to show, computed from what the server has.
 *
 * @module
 */
import type { Page } from "./app/app.tsx";
import {
  type OrderRow,
  type Shop,
  statuses,
  type Warehouse,
  warehouses,
} from "./shop.ts";

/** The lines of a page; cells of a table are taken apart by `|`. */
export function expectedScreen(shop: Shop, page: Page): string[] {
  switch (page.name) {
    case "dashboard":
      return dashboard(shop);
    case "products":
      return products(shop, page.warehouse);
    case "product":
      return product(shop, page.id);
    case "orders": {
      const { status, sort } = page.filter;
      const rows = shop.ordersOf(status, sort);
      return [
        `${rows.length} orders`,
        ...rows.map((row) =>
          cells(row.customer, row.status, money(totalOf(row)))
        ),
      ];
    }
    case "order":
      return order(shop, page.id);
  }
}

function dashboard({ orders, products }: Shop): string[] {
  const rows = [...orders.values()];
  const open = rows.filter(({ status }) => status !== "shipped");
  return [
    "Dashboard",
    ...statuses.map((status) =>
      cells(status, rows.filter((row) => row.status === status).length)
    ),
    cells("to be shipped", money(sum(open.map(totalOf)))),
    cells("products", products.size),
    ...warehouses.map((warehouse) =>
      cells(
        `in ${warehouse}`,
        money(sum(
          [...products.values()]
            .map(({ price, stock }) => price * stock[warehouse]),
        )),
      )
    ),
  ];
}

function products({ products }: Shop, warehouse: Warehouse): string[] {
  return [
    `${products.size} products in ${warehouse}`,
    ...[...products.values()].map(({ name, price, stock }) =>
      cells(name, money(price), stock[warehouse])
    ),
  ];
}

function product({ products }: Shop, id: string): string[] {
  const row = products.get(id);
  if (!row) return [missing];
  return [
    row.name,
    cells("price", money(row.price)),
    ...warehouses.map((warehouse) =>
      cells(`in ${warehouse}`, row.stock[warehouse])
    ),
  ];
}

function order({ orders, products }: Shop, id: string): string[] {
  const row = orders.get(id);
  if (!row) return [missing];
  return [
    row.customer,
    row.status,
    row.note,
    ...row.lines.map(({ product, quantity, price }) =>
      cells(
        products.get(product)!.name,
        quantity,
        money(price),
        money(quantity * price),
      )
    ),
    money(totalOf(row)),
  ];
}

/** What the page says of a row that is not there. */
export const missing = "not found";

function totalOf({ lines }: OrderRow): number {
  return sum(lines.map(({ quantity, price }) => quantity * price));
}

const sum = (numbers: number[]): number => numbers.reduce((a, b) => a + b, 0);

const money = (amount: number): string => amount.toFixed(2);

const cells = (...texts: (string | number)[]): string => texts.join(" | ");
