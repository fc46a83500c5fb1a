// @ts-types="npm:@types/react@^19"
import { useState } from "react";
import { Temporal } from "temporal-polyfill";
import { Entity } from "@tessera/client";
import { useLive } from "@tessera/client/react";
import { AppEndpoint } from "./app_endpoint.ts";
import { Sparkline } from "./sparkline.tsx";

class Trade extends Entity {
  product_id = "";
  trade_id = 0;
  price = 0;
  bid = "0";
  ask = "0";
  time = Temporal.Instant.fromEpochMilliseconds(0);

  override pk(): string {
    return this.product_id;
  }

  static override key = "Trade";
  static override schema = { price: Number, time: Temporal.Instant.from };
}

const getTicker = new AppEndpoint({
  path: "/market/products/:productId/ticker",
  schema: Trade,
  pollFrequency: 2000,
  process(value, { productId }: { productId: string }) {
    return { ...value, product_id: productId };
  },
});

const dollars = new Intl.NumberFormat("en", {
  style: "currency",
  currency: "USD",
});
const remembered = 40;

/** A price that moves while it is shown. */
export function Ticker() {
  const trade = useLive(getTicker, { productId: "btc-usd" });
  const prices = usePrices(trade);
  const change = trade.price - (prices.at(-2) ?? trade.price);
  return (
    <>
      <p className="figure" data-trade={trade.trade_id}>
        {dollars.format(trade.price)}
        <Change by={change} />
      </p>
      <Sparkline values={prices} />
      <dl className="facts">
        <dt>Bid</dt>
        <dd>{dollars.format(Number(trade.bid))}</dd>
        <dt>Ask</dt>
        <dd>{dollars.format(Number(trade.ask))}</dd>
        <dt>Time</dt>
        <dd>{trade.time.toString().replace("T", " ").replace("Z", "")}</dd>
      </dl>
    </>
  );
}

function Change({ by }: { by: number }) {
  if (by === 0) return null;
  return (
    <span className={by > 0 ? "change up" : "change down"}>
      <span className="visually-hidden">{by > 0 ? "up" : "down"}</span>
      <span aria-hidden="true">{by > 0 ? "▲" : "▼"}</span>
      {Math.abs(by).toFixed(2)}
    </span>
  );
}

/** The latest prices, oldest first. */
function usePrices({ trade_id, price }: Trade): readonly number[] {
  const [seen, setSeen] = useState({ trade_id, prices: [price] });
  if (seen.trade_id === trade_id) return seen.prices;
  const prices = [...seen.prices, price].slice(-remembered);
  setSeen({ trade_id, prices });
  return prices;
}
