import { useSuspenseAll } from "@tessera/client/react";
import {
  createLine,
  type Line,
  LineResource,
  OrderResource,
  ProductResource,
} from "./api.ts";
import { money, TextForm, useChange } from "./parts.tsx";

/** One order with its lines. */
export function OrderPage({ id }: { readonly id: string }) {
  const [order, products] = useSuspenseAll([
    [OrderResource.get, { id }],
    [ProductResource.getList, { warehouse: "north" }],
  ]);
  const change = useChange();
  return (
    <>
      <h2>{order.customer}</h2>
      <p>{order.status}</p>
      <p>{order.note}</p>
      <table>
        <tbody>
          {order.lines.map((line) => (
            <LineRow key={line.pk()} order={id} line={line} />
          ))}
        </tbody>
      </table>
      <p>{money(order.total)}</p>
      {products.items.map((product) => (
        <button
          type="button"
          key={product.pk()}
          onClick={() =>
            change(createLine, { order: id }, {
              product: product.id,
              quantity: 1,
            })}
        >
          Add {product.name}
        </button>
      ))}
      <TextForm
        label="Rename"
        onSend={(customer) =>
          change(OrderResource.partialUpdate, { id }, { customer })}
      />
      <TextForm
        label="Note"
        onSend={(note) => change(OrderResource.partialUpdate, { id }, { note })}
      />
    </>
  );
}

function LineRow({ order, line }: {
  readonly order: string;
  readonly line: Line;
}) {
  const { id, product, quantity, price, amount } = line;
  const change = useChange();
  return (
    <tr>
      <td>{product.name}</td>
      <td>{quantity}</td>
      <td>{money(price)}</td>
      <td>{money(amount)}</td>
      <td>
        <button
          type="button"
          onClick={() =>
            change(LineResource.partialUpdate, { order, id }, {
              quantity: quantity + 1,
            })}
        >
          More
        </button>
        <button
          type="button"
          onClick={() => change(LineResource.delete, { order, id })}
        >
          Remove
        </button>
      </td>
    </tr>
  );
}
