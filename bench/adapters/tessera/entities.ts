import { Entity, Scalar } from "@tessera/client";

/** Who wrote an article. */
export class Author extends Entity {
  id: string | number = "";
  name = "";
  email = "";
  karma = 0;
  static override key = "Author";
}

/** One item of the payload. */
export class Article extends Entity {
  id: string | number = "";
  title = "";
  slug = "";
  body = "";
  views = 0;
  rating = 0;
  published = false;
  createdAt = "";
  author: Author = Author.fromJS();
  static override key = "Article";
  static override schema = { author: Author };
}

/** Keeps its most karma. */
class RankedAuthor extends Author {
  // deno-lint-ignore no-explicit-any -- as the method it overrides
  static override merge(existing: any, incoming: any): any {
    const karma = Math.max(existing.karma, incoming.karma);
    return { ...existing, ...incoming, karma };
  }
}

/** Keeps its most views. */
export class RankedArticle extends Article {
  static override schema = { author: RankedAuthor };

  // deno-lint-ignore no-explicit-any -- as the method it overrides
  static override merge(existing: any, incoming: any): any {
    const views = Math.max(existing.views, incoming.views);
    return { ...existing, ...incoming, views };
  }
}

const byPortfolio = new Scalar({
  lens: (args) => args[0]?.portfolio,
  key: "portfolio",
});

/** A company, four of whose fields depend on the portfolio. */
export class Company extends Entity {
  id = "";
  name = "";
  sector = "";
  pctEquity = 0;
  shares = 0;
  cost = 0;
  weight = 0;
  static override key = "Company";
  static override schema = {
    pctEquity: byPortfolio,
    shares: byPortfolio,
    cost: byPortfolio,
    weight: byPortfolio,
  };
}
