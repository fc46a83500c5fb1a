import { useSuspense } from "@tessera/client/react";
import { statuses } from "../shop.ts";
import { type Order, type OrderFilter, OrderResource } from "./api.ts";
import { money, TextForm, useChange } from "./parts.tsx";

/** The orders that a filter lets through. */
export function Orders({ filter }: { readonly filter: OrderFilter }) {
  const { items, total } = useSuspense(OrderResource.getList, filter);
  const change = useChange();
  return (
    <>
      <h2>{total} orders</h2>
      <table>
        <tbody>
          {items.map((order) => <OrderLine key={order.pk()} order={order} />)}
        </tbody>
      </table>
      <TextForm
        label="Add"
        onSend={(customer) =>
          change(OrderResource.getList.push, { customer, status: "new" })}
      />
    </>
  );
}

function OrderLine({ order }: { readonly order: Order }) {
  const { id, customer, status, total } = order;
  const change = useChange();
  return (
    <tr>
      <td>{customer}</td>
      <td>{status}</td>
      <td>{money(total)}</td>
      <td>
        {statuses.filter((other) => other !== status).map((status) => (
          <button
            type="button"
            key={status}
            onClick={() =>
              change(OrderResource.partialUpdate, { id }, { status })}
          >
            {status}
          </button>
        ))}
        <button
          type="button"
          onClick={() => change(OrderResource.delete, { id })}
        >
          Delete
        </button>
      </td>
    </tr>
  );
}
