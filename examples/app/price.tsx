// @ts-types="npm:@types/react@^19"
import { useState, useTransition } from "react";
import { Decimal } from "decimal.js";
import { Temporal } from "temporal-polyfill";
import { Entity } from "@tessera/client";
import { AsyncBoundary, useSuspense } from "@tessera/client/react";
import { AppEndpoint } from "./app_endpoint.ts";
import { Problem, Waiting } from "./card.tsx";
import { Choice } from "./choice.tsx";

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

const getPrice = new AppEndpoint({
  path: "/price/:exchangePair",
  schema: ExchangePrice,
});

const pairs = { "btc-usd": "BTC-USD", "eth-usd": "ETH-USD" };

/** A price with all its digits; the old one stays until the new one is here. */
export function Price() {
  const [exchangePair, setExchangePair] = useState("btc-usd");
  const [chosen, setChosen] = useState(exchangePair);
  const [isPending, startTransition] = useTransition();
  const choose = (pair: string) => {
    setChosen(pair);
    startTransition(() => setExchangePair(pair));
  };
  return (
    <>
      <Choice
        label="Exchange pair"
        options={pairs}
        value={chosen}
        onChange={choose}
      />
      <div className="replaceable" aria-busy={isPending}>
        <AsyncBoundary
          fallback={<Waiting what="Price" />}
          errorComponent={Problem}
        >
          <Quote exchangePair={exchangePair} />
        </AsyncBoundary>
      </div>
    </>
  );
}

function Quote({ exchangePair }: { exchangePair: string }) {
  const { price, updatedAt } = useSuspense(getPrice, { exchangePair });
  return (
    <>
      <p className="digits">{price.toFixed()}</p>
      <dl className="facts">
        <dt>As a number</dt>
        <dd>{price.toNumber()}</dd>
        <dt>Updated</dt>
        <dd>{updatedAt.toString().replace("T", " ").replace("Z", "")}</dd>
      </dl>
    </>
  );
}
