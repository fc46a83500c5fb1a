import type { Company } from "./contract.ts";
import { mulberry32, words } from "./random.ts";

/** Companies 0 to `count - 1`, as a portfolio shows them. */
export function companies(count: number, portfolio: number): Company[] {
  return Array.from({ length: count }, (_, index) => company(index, portfolio));
}

/** One company: name and sector are the same in each portfolio, shares and the like are not. */
export function company(index: number, portfolio: number): Company {
  const shared = mulberry32(55_001 + index);
  const own = mulberry32(99_991 + 17 * index + 7_777_777 * portfolio);
  return {
    id: `c${index}`,
    name: words(shared, 2),
    sector: words(shared, 1),
    pctEquity: own(),
    shares: Math.floor(own() * 1e6),
    cost: Math.round(own() * 1e6) / 100,
    weight: own(),
  };
}
