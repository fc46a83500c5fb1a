// @ts-types="npm:@types/react@^19"
import { useState, useTransition } from "react";
import { Collection, Entity, Scalar } from "@tessera/client";
import { AsyncBoundary, useSuspense } from "@tessera/client/react";
import { AppEndpoint } from "./app_endpoint.ts";
import { Problem, Waiting } from "./card.tsx";
import { Choice } from "./choice.tsx";
import { useRequests } from "./use_requests.ts";

class Company extends Entity {
  id = "";
  name = "";
  price = 0;
  pct_equity = 0;
  shares = 0;

  static override key = "Company";
}

const portfolioScalar = new Scalar({
  lens: (args) => args[0]?.portfolio,
  key: "portfolio",
  entity: Company,
});
Company.schema = { pct_equity: portfolioScalar, shares: portfolioScalar };

const searchParams = {} as { portfolio: string };

/** Companies and the first portfolio's columns; one list for all portfolios. */
const getCompanies = new AppEndpoint({
  path: "/companies",
  searchParams,
  schema: new Collection([Company], { argsKey: () => ({}) }),
});

/** The columns of another portfolio, and nothing else. */
const getColumns = new AppEndpoint({
  path: "/companies/columns",
  searchParams,
  schema: new Collection([portfolioScalar], {
    argsKey: ({ portfolio }: { portfolio: string }) => ({ portfolio }),
  }),
});

const first = "A";
const portfolios = { A: "Portfolio A", B: "Portfolio B" };

/** The same companies seen through one portfolio or the other. */
export function Portfolio() {
  const [portfolio, setPortfolio] = useState(first);
  const [chosen, setChosen] = useState(portfolio);
  const [isPending, startTransition] = useTransition();
  const requests = useRequests();
  const [newestBefore, setNewestBefore] = useState(0);
  const choose = (portfolio: string) => {
    setNewestBefore(requests[0]?.id ?? 0);
    setChosen(portfolio);
    startTransition(() => setPortfolio(portfolio));
  };
  const caused = requests.filter(({ id, path }) =>
    id > newestBefore && path.startsWith("/companies")
  );
  return (
    <>
      <Choice
        label="Portfolio"
        options={portfolios}
        value={chosen}
        onChange={choose}
      />
      <div className="replaceable" aria-busy={isPending}>
        <AsyncBoundary
          fallback={<Waiting what="Portfolio" />}
          errorComponent={Problem}
        >
          <Holdings portfolio={portfolio} />
        </AsyncBoundary>
      </div>
      <p className="note" role="status">
        {caused.length === 0
          ? "No request: everything was there"
          : caused.map(({ method, path }) => `${method} ${path}`).join(", ")}
      </p>
    </>
  );
}

function Holdings({ portfolio }: { portfolio: string }) {
  useSuspense(getColumns, portfolio === first ? null : { portfolio });
  const companies = useSuspense(getCompanies, { portfolio });
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Company</th>
          <th scope="col">Price</th>
          <th scope="col">Shares</th>
          <th scope="col">Equity</th>
        </tr>
      </thead>
      <tbody>
        {companies.map(({ id, name, price, shares, pct_equity }) => (
          <tr key={id}>
            <th scope="row">{name}</th>
            <td>{price.toFixed(2)}</td>
            <td>{shares}</td>
            <td>{(pct_equity * 100).toFixed(0)} %</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
