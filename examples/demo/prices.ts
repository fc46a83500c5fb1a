import { Decimal } from "decimal.js";
import { Temporal } from "temporal-polyfill";
import { Entity, RestEndpoint } from "../../mod.ts";
import type { Stage } from "./stage.ts";

class ExchangePrice extends Entity {
  exchangePair = "";
  updatedAt = Temporal.Instant.fromEpochMilliseconds(0);
  price = new Decimal(0);

  override pk(): string {
    return this.exchangePair;
  }

  static override key = "ExchangePrice";
  static override schema = {
    updatedAt: Temporal.Instant.from,
    price: Decimal,
  };
}

/** /price/:exchangePair: texts become decimals and instants. */
export async function playPrices(stage: Stage): Promise<void> {
  const { controller } = stage.client;
  const getPrice = new RestEndpoint({
    urlPrefix: stage.url,
    path: "/price/:exchangePair",
    schema: ExchangePrice,
  });

  stage.chapter("Prices: deserializing fields");
  stage.scene("GET /price/:exchangePair", "ExchangePrice");
  const { price, updatedAt } = await stage.sends(() =>
    controller.fetch(getPrice, { exchangePair: "btc-usd" })
  );
  stage.yields(
    "price, all digits",
    price.toFixed(),
    "32982389239823983298329832.238923982389328932893298",
  );
  stage.yields(
    "nanoseconds",
    String(updatedAt.epochNanoseconds % 1_000_000_000n),
    "123456789",
  );
  await stage.sendsNothing(
    "the same price",
    () => controller.fetchIfStale(getPrice, { exchangePair: "btc-usd" }),
  );
}
