import {
  AsyncBoundary,
  DataProvider,
  type ErrorFallbackProps,
} from "@tessera/client/react";
import { getDefaultManagers } from "@tessera/client";
import { WebSocketManager } from "@tessera/client/push";
import type { ReactNode } from "react";
import type { Warehouse } from "../shop.ts";
import { messages, type OrderFilter } from "./api.ts";
import { Dashboard } from "./dashboard.tsx";
import { OrderPage } from "./order.tsx";
import { Orders } from "./orders.tsx";
import { ProductPage, Products } from "./products.tsx";

/** What the address says. */
export type Page =
  | { readonly name: "dashboard" }
  | { readonly name: "products"; readonly warehouse: Warehouse }
  | { readonly name: "product"; readonly id: string }
  | { readonly name: "orders"; readonly filter: OrderFilter }
  | { readonly name: "order"; readonly id: string };

/** @param url Where the server tells of changes. */
export const makeManagers = (url: string) => [
  new WebSocketManager({
    url,
    entities: messages,
    onReconnect: (controller) => controller.expireAll({ testKey: () => true }),
  }),
  ...getDefaultManagers(),
];

/** The back office. */
export function App({ page, managers, children }: {
  readonly page: Page;
  readonly managers: ReturnType<typeof makeManagers>;
  /** What else needs the data. */
  readonly children?: ReactNode;
}) {
  return (
    <DataProvider managers={managers}>
      {children}
      <AsyncBoundary
        key={JSON.stringify(page)}
        fallback={<p>Loading</p>}
        errorComponent={Failure}
      >
        <Content page={page} />
      </AsyncBoundary>
    </DataProvider>
  );
}

function Content({ page }: { readonly page: Page }) {
  switch (page.name) {
    case "dashboard":
      return <Dashboard />;
    case "products":
      return <Products warehouse={page.warehouse} />;
    case "product":
      return <ProductPage id={page.id} />;
    case "orders":
      return <Orders filter={page.filter} />;
    case "order":
      return <OrderPage id={page.id} />;
  }
}

function Failure({ error, resetErrorBoundary }: ErrorFallbackProps) {
  const { status } = error as Error & { status?: number };
  return (
    <>
      <p role="alert">{status === 404 ? "not found" : error.message}</p>
      <button type="button" onClick={() => resetErrorBoundary()}>
        Try again
      </button>
    </>
  );
}
