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
      const row = database.prepare("select body from users where id = ?")
        .get(currentUser);
      if (!row) throw new Refusal(404, "The current user was deleted");
      return json(JSON.parse(String(row.body)));
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
      const rows = database.prepare(
        "select position, body from issues where position > ? order by position limit ?",
      ).all(Number(cursor), issuesAPage + 1);
      const page = rows.slice(0, issuesAPage);
      const links = [`<${url.origin}/issues>; rel="first"`];
      if (rows.length > issuesAPage) {
        links.unshift(
          `<${url.origin}/issues?cursor=${page.at(-1)!.position}>; rel="next"`,
        );
      }
      return json(page.map((row) => JSON.parse(String(row.body))), 200, {
        link: links.join(", "),
      });
    },
  },
  ...documentRoutes("issues", ["title"]).slice(1),
  {
    method: "GET",
    path: "/feed",
    answer: ({ database }) =>
      json(
        database.prepare("select * from feed order by id").all().map((row) =>
          Object.fromEntries(
            Object.entries(row).filter(([, value]) => value !== null),
          )
        ),
      ),
  },
  {
    method: "GET",
    path: "/price/:exchangePair",
    answer: ({ database, params }) => {
      const row = database.prepare(
        "select * from prices where exchangePair = ?",
      ).get(params.exchangePair!);
      if (!row) throw new Refusal(404, `Nobody trades ${params.exchangePair}`);
      return json(row);
    },
  },
  {
    method: "GET",
    path: "/streams/:username",
    answer: ({ database, params }) => {
      const row = database.prepare(
        "select title, game, current_viewers, live from streams where username = ?",
      ).get(params.username!);
      if (!row) throw new Refusal(404, `${params.username} has no stream`);
      return json({ ...row, live: row.live === 1 });
    },
  },
  {
    // the price moves with every request, the same way each time
    method: "GET",
    path: "/market/products/:productId/ticker",
    answer: ({ database, params }) => {
      const row = database.prepare(
        "update tickers set trade_id = trade_id + 1, cents = cents + (trade_id * 37) % 151 * 2 - 151 where product_id = ? returning *",
      ).get(params.productId!) as
        | { trade_id: number; cents: number }
        | undefined;
      if (!row) {
        throw new Refusal(404, `There is no product ${params.productId}`);
      }
      const dollars = (cents: number) => (cents / 100).toFixed(2);
      return json({
        trade_id: row.trade_id,
        price: dollars(row.cents),
        size: "0.0125",
        time: new Date(Date.UTC(2026, 0, 1) + row.trade_id * 2000)
          .toISOString(),
        bid: dollars(row.cents - 1),
        ask: dollars(row.cents + 1),
        volume: "10431.52",
      });
    },
  },
  {
    method: "GET",
    path: "/files/:id/download",
    answer: ({ database, params }) => {
      const row = database.prepare("select * from files where id = ?")
        .get(params.id!);
      if (!row) throw new Refusal(404, `There is no file ${params.id}`);
      const headers = new Headers({ "content-type": String(row.type) });
      if (row.disposition !== null) {
        headers.set("content-disposition", String(row.disposition));
      }
      return new Response(row.bytes as Uint8Array<ArrayBuffer>, { headers });
    },
  },
  {
    method: "GET",
    path: "/companies",
    answer: ({ database, url }) =>
      json(
        database.prepare(
          "select id, name, price, pct_equity, shares from companies join holdings on company = id where portfolio = ? order by id",
        ).all(portfolio(url)),
      ),
  },
  {
    method: "GET",
    path: "/companies/columns",
    answer: ({ database, url }) =>
      json(
        database.prepare(
          "select company as id, pct_equity, shares from holdings where portfolio = ? order by company",
        ).all(portfolio(url)),
      ),
  },
];

function portfolio(url: URL): string {
  const name = url.searchParams.get("portfolio");
  if (!name) throw new Refusal(400, "The query needs a portfolio");
  return name;
}
