import { DatabaseSync } from "node:sqlite";

/** The server's data: SQLite, embedded, in memory unless a file is named. */
export type Database = DatabaseSync;

/** Opens a database and fills it with the example data if it is new. */
export function openDatabase(file = ":memory:"): Database {
  const database = new DatabaseSync(file);
  database.exec(tables);
  const { count } = database.prepare("select count(*) as count from users")
    .get() as { count: number };
  if (count === 0) fill(database);
  return database;
}

const tables = `
  create table if not exists users (position integer primary key, id text unique not null, body text not null);
  create table if not exists todos (position integer primary key, id text unique not null, body text not null);
  create table if not exists issues (position integer primary key, id text unique not null, body text not null);
  create table if not exists feed (id integer primary key, type text not null, url text, title text, content text);
  create table if not exists prices (exchangePair text primary key, price text not null, updatedAt text not null);
  create table if not exists streams (username text primary key, title text not null, game text not null, current_viewers integer not null, live integer not null);
  create table if not exists tickers (product_id text primary key, trade_id integer not null, cents integer not null);
  create table if not exists files (id text primary key, disposition text, type text not null, bytes blob not null);
  create table if not exists companies (id text primary key, name text not null, price real not null);
  create table if not exists holdings (portfolio text not null, company text not null, pct_equity real not null, shares integer not null, primary key (portfolio, company));
`;

function fill(database: Database): void {
  const insert = (table: string, rows: (string | number | null)[][]) => {
    const places = rows[0]!.map(() => "?").join(", ");
    const statement = database.prepare(
      `insert into ${table} values (${places})`,
    );
    for (const row of rows) statement.run(...row);
  };
  const documents = (rows: ({ id: string } & Record<string, unknown>)[]) =>
    rows.map((row, index) => [index + 1, row.id, JSON.stringify(row)]);
  insert(
    "users",
    documents([
      { id: "1", name: "Ada Lovelace" },
      { id: "2", name: "Grace Hopper" },
    ]),
  );
  insert(
    "todos",
    documents([
      {
        id: "1",
        userId: "1",
        title: "Write the first program",
        completed: true,
      },
      { id: "2", userId: "1", title: "Publish the notes", completed: false },
      { id: "3", userId: "2", title: "Find the moth", completed: false },
    ]),
  );
  insert(
    "issues",
    documents(
      Array.from({ length: 7 }, (_, index) => ({
        id: String(101 + index),
        title: `Issue number ${index + 1}`,
      })),
    ),
  );
  insert("feed", [
    [1, "link", "https://example.com/notes", "Notes on the engine", null],
    [2, "post", null, null, "The engine weaves algebraic patterns."],
    [3, "ad", null, null, "Buy punched cards now"],
    [4, "link", "https://example.com/moth", "The first bug", null],
  ]);
  insert("prices", [
    [
      "btc-usd",
      "32982389239823983298329832.238923982389328932893298",
      "2024-03-01T10:20:30.123456789Z",
    ],
    ["eth-usd", "0.100000000000000000000000000001", "2024-03-01T10:20:31Z"],
  ]);
  insert("streams", [
    ["ada", "Programming the engine", "Number Munchers", 1337, 1],
    ["grace", "Compilers from scratch", "Moth Hunter", 42, 0],
  ]);
  insert("tickers", [["btc-usd", 1000, 6100050], ["eth-usd", 500, 340025]]);
  insert("companies", [
    ["1", "Analytical Engines", 120.5],
    ["2", "Difference Works", 80.25],
  ]);
  insert("holdings", [
    ["A", "1", 0.5, 32],
    ["A", "2", 0.25, 10],
    ["B", "1", 0.3, 16],
    ["B", "2", 0.7, 90],
  ]);
  const file = database.prepare("insert into files values (?, ?, ?, ?)");
  const bytes = (text: string) => new TextEncoder().encode(text);
  file.run(
    "9",
    'attachment; filename="tide table.pdf"; size=20',
    "application/pdf",
    bytes("%PDF-1.4 tide table\n"),
  );
  file.run(
    "10",
    "attachment; filename=readings.bin",
    "application/octet-stream",
    new Uint8Array([0, 1, 2, 253, 254, 255]),
  );
  file.run(
    "11",
    "attachment; filename=\"tides.csv\"; filename*=UTF-8''Gezeiten%20%E2%82%AC.csv",
    "text/csv",
    bytes("port;high\nHamburg;04:12\n"),
  );
  file.run("12", null, "application/json", bytes('{"no":"name"}'));
}
