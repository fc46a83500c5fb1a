import { useSuspense } from "@tessera/client/react";
import { type Warehouse, warehouses } from "../shop.ts";
import { type Product, ProductResource, setStock } from "./api.ts";
import { money, TextForm, useChange } from "./parts.tsx";

/** All products, with what one warehouse has of them. */
export function Products({ warehouse }: { readonly warehouse: Warehouse }) {
  const { items, total } = useSuspense(ProductResource.getList, { warehouse });
  const change = useChange();
  return (
    <>
      <h2>{total} products in {warehouse}</h2>
      <table>
        <tbody>
          {items.map((product) => (
            <ProductRow
              key={product.pk()}
              product={product}
              warehouse={warehouse}
            />
          ))}
        </tbody>
      </table>
      <TextForm
        label="Add"
        onSend={(name) =>
          change(ProductResource.getList.push, { name, price: 1.5 })}
      />
    </>
  );
}

function ProductRow({ product, warehouse }: {
  readonly product: Product;
  readonly warehouse: Warehouse;
}) {
  const { id, name, price, stock } = product;
  const change = useChange();
  return (
    <tr>
      <td>{name}</td>
      <td>{money(price)}</td>
      <td>{stock}</td>
      <td>
        <button
          type="button"
          onClick={() =>
            change(setStock, { warehouse, id }, { stock: (stock ?? 0) + 10 })}
        >
          Restock
        </button>
        <button
          type="button"
          onClick={() =>
            change(ProductResource.partialUpdate, { id }, {
              price: price + 0.5,
            })}
        >
          Raise
        </button>
        <button
          type="button"
          onClick={() => change(ProductResource.delete, { id })}
        >
          Delete
        </button>
      </td>
    </tr>
  );
}

/** One product, with what each warehouse has of it. */
export function ProductPage({ id }: { readonly id: string }) {
  const { name, price } = useSuspense(ProductResource.get, {
    id,
    warehouse: "north",
  });
  const change = useChange();
  return (
    <>
      <h2>{name}</h2>
      <table>
        <tbody>
          <tr>
            <td>price</td>
            <td>{money(price)}</td>
          </tr>
          {warehouses.map((warehouse) => (
            <Stock key={warehouse} id={id} warehouse={warehouse} />
          ))}
        </tbody>
      </table>
      <TextForm
        label="Rename"
        onSend={(name) =>
          change(ProductResource.partialUpdate, { id }, { name })}
      />
    </>
  );
}

function Stock({ id, warehouse }: {
  readonly id: string;
  readonly warehouse: Warehouse;
}) {
  const { stock } = useSuspense(ProductResource.get, { id, warehouse });
  return (
    <tr>
      <td>in {warehouse}</td>
      <td>{stock}</td>
    </tr>
  );
}
