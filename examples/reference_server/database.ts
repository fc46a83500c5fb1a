import type { Json } from "./router.ts";

/** An object of a table, and its place in there. */
export interface Row {
  /** Rises with every row. */
  readonly position: number;
  readonly document: Json;
}

/** Objects by their ids, oldest first. */
export type Table = Map<string, Row>;

/** A price that moves. */
export interface Ticker {
  readonly trade_id: number;
  readonly cents: number;
}

/** A file to download. */
export interface StoredFile {
  readonly type: string;
  /** Header that names it, if it has a name. */
  readonly disposition?: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A company as a portfolio has it. */
export interface Holding {
  readonly portfolio: string;
  readonly company: Readonly<{ id: string; name: string; price: number }>;
  readonly pct_equity: number;
  readonly shares: number;
}

/** The server's data, in memory: Maps and arrays, so that it runs in a page, too. */
export interface Database {
  readonly users: Table;
  readonly todos: Table;
  readonly issues: Table;
  readonly feed: readonly Json[];
  readonly prices: ReadonlyMap<string, Json>;
  readonly streams: ReadonlyMap<string, Json>;
  readonly tickers: Map<string, Ticker>;
  readonly files: ReadonlyMap<string, StoredFile>;
  readonly holdings: readonly Holding[];
}

/** Adds an object behind the others. */
export function insert(table: Table, document: Json & { id: string }): void {
  const last = [...table.values()].at(-1)?.position ?? 0;
  table.set(document.id, { position: last + 1, document });
}

/** The example data, the same each time. */
export function createDatabase(): Database {
  const engines = { id: "1", name: "Analytical Engines", price: 120.5 };
  const works = { id: "2", name: "Difference Works", price: 80.25 };
  return {
    users: tableOf([
      { id: "1", name: "Ada Lovelace" },
      { id: "2", name: "Grace Hopper" },
    ]),
    todos: tableOf([
      {
        id: "1",
        userId: "1",
        title: "Write the first program",
        completed: true,
      },
      { id: "2", userId: "1", title: "Publish the notes", completed: false },
      { id: "3", userId: "2", title: "Find the moth", completed: false },
    ]),
    issues: tableOf(
      Array.from({ length: 7 }, (_, index) => ({
        id: String(101 + index),
        title: `Issue number ${index + 1}`,
      })),
    ),
    feed: [
      {
        id: 1,
        type: "link",
        url: "https://example.com/notes",
        title: "Notes on the engine",
      },
      {
        id: 2,
        type: "post",
        content: "The engine weaves algebraic patterns.",
      },
      { id: 3, type: "ad", content: "Buy punched cards now" },
      {
        id: 4,
        type: "link",
        url: "https://example.com/moth",
        title: "The first bug",
      },
    ],
    prices: new Map([
      ["btc-usd", {
        exchangePair: "btc-usd",
        price: "32982389239823983298329832.238923982389328932893298",
        updatedAt: "2024-03-01T10:20:30.123456789Z",
      }],
      ["eth-usd", {
        exchangePair: "eth-usd",
        price: "0.100000000000000000000000000001",
        updatedAt: "2024-03-01T10:20:31Z",
      }],
    ]),
    streams: new Map([
      ["ada", {
        title: "Programming the engine",
        game: "Number Munchers",
        current_viewers: 1337,
        live: true,
      }],
      ["grace", {
        title: "Compilers from scratch",
        game: "Moth Hunter",
        current_viewers: 42,
        live: false,
      }],
    ]),
    tickers: new Map([
      ["btc-usd", { trade_id: 1000, cents: 6100050 }],
      ["eth-usd", { trade_id: 500, cents: 340025 }],
    ]),
    files: new Map([
      ["9", {
        disposition: 'attachment; filename="tide table.pdf"; size=20',
        type: "application/pdf",
        bytes: bytes("%PDF-1.4 tide table\n"),
      }],
      ["10", {
        disposition: "attachment; filename=readings.bin",
        type: "application/octet-stream",
        bytes: new Uint8Array([0, 1, 2, 253, 254, 255]),
      }],
      ["11", {
        disposition:
          "attachment; filename=\"tides.csv\"; filename*=UTF-8''Gezeiten%20%E2%82%AC.csv",
        type: "text/csv",
        bytes: bytes("port;high\nHamburg;04:12\n"),
      }],
      ["12", { type: "application/json", bytes: bytes('{"no":"name"}') }],
    ]),
    holdings: [
      { portfolio: "A", company: engines, pct_equity: 0.5, shares: 32 },
      { portfolio: "A", company: works, pct_equity: 0.25, shares: 10 },
      { portfolio: "B", company: engines, pct_equity: 0.3, shares: 16 },
      { portfolio: "B", company: works, pct_equity: 0.7, shares: 90 },
    ],
  };
}

function tableOf(documents: readonly (Json & { id: string })[]): Table {
  const table: Table = new Map();
  for (const document of documents) insert(table, document);
  return table;
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
