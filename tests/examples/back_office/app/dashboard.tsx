import { Query } from "@tessera/client";
import { useQuery, useSuspense, useSuspenseAll } from "@tessera/client/react";
import { statuses, type Warehouse, warehouses } from "../shop.ts";
import { getStock, OrderResource, ProductResource, products } from "./api.ts";
import { money } from "./parts.tsx";

/** How many orders there are of each status, and what is still to be shipped. */
const getSummary = OrderResource.getList.extend({
  schema: new Query(OrderResource.getList.schema, ({ items }) => ({
    counts: statuses.map((status) =>
      items.filter((order) => order.status === status).length
    ),
    open: items.filter(({ status }) => status !== "shipped")
      .reduce((sum, { total }) => sum + total, 0),
  })),
});

/** Of the products that the server lists; an All would count those that only an order mentions, too. */
const stockValue = new Query(
  products,
  (products, _: { warehouse: Warehouse }) =>
    products.reduce((sum, { price, stock }) => sum + price * stock!, 0),
);

/** Numbers that are computed from what is stored. */
export function Dashboard() {
  const [{ counts, open }, { total }] = useSuspenseAll([
    [getSummary],
    [ProductResource.getList, { warehouse: "north" }],
  ]);
  return (
    <>
      <h2>Dashboard</h2>
      <table>
        <tbody>
          {statuses.map((status, index) => (
            <tr key={status}>
              <td>{status}</td>
              <td>{counts[index]}</td>
            </tr>
          ))}
          <tr>
            <td>to be shipped</td>
            <td>{money(open)}</td>
          </tr>
          <tr>
            <td>products</td>
            <td>{total}</td>
          </tr>
          {warehouses.map((warehouse) => (
            <StockValue key={warehouse} warehouse={warehouse} />
          ))}
        </tbody>
      </table>
    </>
  );
}

function StockValue({ warehouse }: { readonly warehouse: Warehouse }) {
  useSuspense(getStock, { warehouse });
  const value = useQuery(stockValue, { warehouse });
  return (
    <tr>
      <td>in {warehouse}</td>
      <td>{money(value ?? 0)}</td>
    </tr>
  );
}
