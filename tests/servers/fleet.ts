// deno-lint-ignore-file no-explicit-any -- what requests bring
/** A row, as servers store it. */
export interface Row {
  id: string;
  name: string;
  fleet: string;
}

/** The rows of a server, whatever its framework. */
export class Fleet {
  #next = 4;
  rows: Row[] = [
    { id: "1", name: "Fram", fleet: "a" },
    { id: "2", name: "Maud", fleet: "a" },
    { id: "3", name: "Gjøa", fleet: "a" },
  ];

  /** Two rows a page, with the parameters of json-server. */
  list({ fleet, _page = "1" }: Record<string, any>): Row[] {
    const from = 2 * Number(_page) - 2;
    return this.rows.filter((row) => row.fleet === fleet).slice(from, from + 2);
  }

  find(id: string): Row | undefined {
    return this.rows.find((row) => row.id === id);
  }

  create(body: any): Row {
    const row = { fleet: "", ...body, id: `${this.#next++}` };
    this.rows.push(row);
    return row;
  }

  change(id: string, body: any): Row | undefined {
    const row = this.find(id);
    return row && Object.assign(row, body, { id });
  }

  remove(id: string): void {
    this.rows = this.rows.filter((row) => row.id !== id);
  }
}
