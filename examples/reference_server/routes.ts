import type { Database, Holding } from "./database.ts";
import { documentRoutes } from "./documents.ts";
import { json, Refusal, type Route } from "./router.ts";

const currentUser = "1";
const issuesAPage = 3;

/** The endpoint table; the first route that matches answers. */
export const routes: readonly Route[] = [
  {
    method: "GET",
    path: "/users/current",
    answer: ({ database }) => {
      const row = database.users.get(currentUser);
      if (!row) throw new Refusal(404, "The current user was deleted");
      return json(row.document);
    },
  },
  ...documentRoutes("users", ["name"]),
  ...documentRoutes("todos", ["userId", "title"]),
  {
    // a page after the cursor; the link header leads to the next
    method: "GET",
    path: "/issues",
    answer: ({ database, url }) => {
      const cursor = url.searchParams.get("cursor") ?? "0";
      if (!/^\d+$/.test(cursor)) {
        throw new Refusal(400, `${cursor} is not a cursor of this list`);
      }
      const rows = [...database.issues.values()].filter(({ position }) =>
        position > Number(cursor)
      );
      const page = rows.slice(0, issuesAPage);
      const links = [`<${url.origin}/issues>; rel="first"`];
      if (rows.length > issuesAPage) {
        links.unshift(
          `<${url.origin}/issues?cursor=${page.at(-1)!.position}>; rel="next"`,
        );
      }
      return json(page.map(({ document }) => document), 200, {
        link: links.join(", "),
      });
    },
  },
  ...documentRoutes("issues", ["title"]).slice(1),
  {
    method: "GET",
    path: "/feed",
    answer: ({ database }) => json(database.feed),
  },
  {
    method: "GET",
    path: "/price/:exchangePair",
    answer: ({ database, params }) => {
      const price = database.prices.get(params.exchangePair!);
      if (!price) {
        throw new Refusal(404, `Nobody trades ${params.exchangePair}`);
      }
      return json(price);
    },
  },
  {
    method: "GET",
    path: "/streams/:username",
    answer: ({ database, params }) => {
      const stream = database.streams.get(params.username!);
      if (!stream) throw new Refusal(404, `${params.username} has no stream`);
      return json(stream);
    },
  },
  {
    // the price moves with every request, the same way each time
    method: "GET",
    path: "/market/products/:productId/ticker",
    answer: ({ database, params }) => {
      const before = database.tickers.get(params.productId!);
      if (!before) {
        throw new Refusal(404, `There is no product ${params.productId}`);
      }
      const trade_id = before.trade_id + 1;
      const cents = before.cents + (before.trade_id * 37) % 151 * 2 - 151;
      database.tickers.set(params.productId!, { trade_id, cents });
      const dollars = (cents: number) => (cents / 100).toFixed(2);
      return json({
        trade_id,
        price: dollars(cents),
        size: "0.0125",
        time: new Date(Date.UTC(2026, 0, 1) + trade_id * 2000).toISOString(),
        bid: dollars(cents - 1),
        ask: dollars(cents + 1),
        volume: "10431.52",
      });
    },
  },
  {
    method: "GET",
    path: "/files/:id/download",
    answer: ({ database, params }) => {
      const file = database.files.get(params.id!);
      if (!file) throw new Refusal(404, `There is no file ${params.id}`);
      const headers = new Headers({ "content-type": file.type });
      if (file.disposition !== undefined) {
        headers.set("content-disposition", file.disposition);
      }
      return new Response(file.bytes, { headers });
    },
  },
  {
    method: "GET",
    path: "/companies",
    answer: ({ database, url }) =>
      json(
        holdings(database, url).map(({ company, pct_equity, shares }) => ({
          ...company,
          pct_equity,
          shares,
        })),
      ),
  },
  {
    method: "GET",
    path: "/companies/columns",
    answer: ({ database, url }) =>
      json(
        holdings(database, url).map(({ company, pct_equity, shares }) => ({
          id: company.id,
          pct_equity,
          shares,
        })),
      ),
  },
];

function holdings(database: Database, url: URL): Holding[] {
  const name = url.searchParams.get("portfolio");
  if (!name) throw new Refusal(400, "The query needs a portfolio");
  return database.holdings.filter(({ portfolio }) => portfolio === name);
}
