import type { Company, LensStore } from "../../harness/contract.ts";

type Shared = Pick<Company, "id" | "name" | "sector">;
type Cell = Omit<Company, keyof Shared>;

/** What companies share by id, and what differs by portfolio and id. */
export class FloorLenses implements LensStore {
  readonly #shared = new Map<string, Shared>();
  readonly #cells = new Map<string, Map<string, Cell>>();
  readonly #shown = new Map<string, readonly Company[]>();
  #ids: readonly string[] = [];

  write(portfolio: string, response: Company[]): void {
    const cells = new Map<string, Cell>();
    for (const company of response) {
      const { id, name, sector, pctEquity, shares, cost, weight } = company;
      if (!this.#shared.has(id)) this.#shared.set(id, { id, name, sector });
      cells.set(id, { pctEquity, shares, cost, weight });
    }
    this.#ids = response.map(({ id }) => id);
    this.#cells.set(portfolio, cells);
    this.#shown.delete(portfolio);
  }

  read(portfolio: string): readonly Company[] {
    const known = this.#shown.get(portfolio);
    if (known) return known;
    const cells = this.#cells.get(portfolio)!;
    const rows = this.#ids.map((id) => {
      const { name, sector } = this.#shared.get(id)!;
      const { pctEquity, shares, cost, weight } = cells.get(id)!;
      return { id, name, sector, pctEquity, shares, cost, weight };
    });
    this.#shown.set(portfolio, rows);
    return rows;
  }
}
