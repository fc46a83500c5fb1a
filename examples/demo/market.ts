import { Temporal } from "temporal-polyfill";
import { Entity, RestEndpoint } from "../../mod.ts";
import type { Stage } from "./stage.ts";

class Ticker extends Entity {
  product_id = "";
  trade_id = 0;
  price = 0;
  size = "0";
  time = Temporal.Instant.fromEpochMilliseconds(0);
  bid = "0";
  ask = "0";
  volume = "";

  override pk(): string {
    return this.product_id;
  }

  static override key = "Ticker";
  static override schema = { price: Number, time: Temporal.Instant.from };
}

/** How many polls to wait for. */
const polls = 2;

/** /products/:productId/ticker: a price that moves while somebody subscribes. */
export async function playMarket(stage: Stage): Promise<void> {
  const { client } = stage;
  const { controller } = client;
  const getTicker = new RestEndpoint({
    urlPrefix: `${stage.url}/market`,
    path: "/products/:productId/ticker",
    schema: Ticker,
    pollFrequency: 2000,
    process(value, { productId }: { productId: string }) {
      return { ...value, product_id: productId };
    },
  });
  const args = { productId: "btc-usd" };
  const prices: number[] = [];

  stage.chapter("Market: polling");
  stage.scene("GET /products/:productId/ticker", "Ticker, every 2000 ms");
  await stage.sends(async () => {
    await controller.fetch(getTicker, args);
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = client.subscribe(getTicker, [args], ({ data }) => {
      if (data === undefined) return;
      prices.push(data.price);
      if (prices.length > polls) resolve();
    });
    await promise;
    stop();
  });
  stage.yields("prices seen", prices, [60999.09, 60998.42, 60998.49]);
  const ticker = client.get(Ticker, { product_id: "btc-usd" });
  stage.holds(
    "Ticker btc-usd",
    [ticker?.product_id, ticker?.price, `${ticker?.time}`],
    ["btc-usd", prices.at(-1), "2026-01-01T00:33:26Z"],
  );
}
