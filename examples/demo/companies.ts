import { Collection, Entity, RestEndpoint, Scalar } from "../../mod.ts";
import type { Stage } from "./stage.ts";

class Company extends Entity {
  id = "";
  name = "";
  price = 0;
  pct_equity = 0;
  shares = 0;

  override pk(): string {
    return this.id;
  }

  static override key = "Company";
}

const portfolioScalar = new Scalar({
  lens: (args) => args[0]?.portfolio,
  key: "portfolio",
  entity: Company,
});
Company.schema = { pct_equity: portfolioScalar, shares: portfolioScalar };

/** /companies and /companies/columns: the same rows seen through a lens. */
export async function playCompanies(stage: Stage): Promise<void> {
  const { client } = stage;
  const { controller } = client;
  const urlPrefix = stage.url;
  const searchParams = {} as { portfolio: string };
  const getCompanies = new RestEndpoint({
    urlPrefix,
    path: "/companies",
    searchParams,
    schema: new Collection([Company], { argsKey: () => ({}) }),
  });
  const getColumns = new RestEndpoint({
    urlPrefix,
    path: "/companies/columns",
    searchParams,
    schema: new Collection([portfolioScalar], {
      argsKey: ({ portfolio }: { portfolio: string }) => ({ portfolio }),
    }),
  });
  const read = (portfolio: string) =>
    client.read(getCompanies, { portfolio }).data;
  const shares = (portfolio: string) =>
    read(portfolio)?.map((company) => company.shares);

  stage.chapter("Companies: values that depend on a lens");
  stage.scene("GET /companies?portfolio=A", "one Collection for every lens");
  await stage.sends(() => controller.fetch(getCompanies, { portfolio: "A" }));
  stage.holds("shares in A", shares("A"), [32, 10]);

  stage.scene("GET /companies/columns?portfolio=B", "only the cells of B");
  await stage.sends(() => controller.fetch(getColumns, { portfolio: "B" }));
  await stage.sendsNothing(
    "switching to B",
    () => stage.holds("shares in B", shares("B"), [16, 90]),
  );
  await stage.sendsNothing(
    "switching back to A",
    () => stage.holds("shares in A", shares("A"), [32, 10]),
  );
  await stage.sendsNothing(
    "the list for B",
    () => controller.fetchIfStale(getCompanies, { portfolio: "B" }),
  );
  stage.equal("names stay", read("B")?.map((company) => company.name), [
    "Analytical Engines",
    "Difference Works",
  ]);
}
