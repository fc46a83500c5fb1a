import type { Database } from "./database.ts";
import { type Call, type Json, json, Refusal, type Route } from "./router.ts";

/** Tables that hold whole JSON objects under an id. */
export type DocumentTable = "users" | "todos" | "issues";

/** List, create, read, replace, change and delete for one table. */
export function documentRoutes(
  table: DocumentTable,
  /** Members that must be texts. */
  required: readonly string[],
): Route[] {
  return [
    {
      method: "GET",
      path: `/${table}`,
      answer: ({ database, url }) => json(list(database, table, url)),
    },
    {
      method: "POST",
      path: `/${table}`,
      answer: ({ database, body }) =>
        json(create(database, table, valid(body, required)), 201),
    },
    {
      method: "GET",
      path: `/${table}/:id`,
      answer: (call) => json(read(call, table)),
    },
    {
      method: "PUT",
      path: `/${table}/:id`,
      answer: (call) => {
        read(call, table);
        return json(write(call, table, valid(call.body, required)));
      },
    },
    {
      method: "PATCH",
      path: `/${table}/:id`,
      answer: (call) => {
        const changed = { ...read(call, table), ...call.body };
        return json(write(call, table, valid(changed, required)));
      },
    },
    {
      method: "DELETE",
      path: `/${table}/:id`,
      answer: (call) => {
        read(call, table);
        call.database.prepare(`delete from ${table} where id = ?`)
          .run(call.params.id!);
        return new Response(null, { status: 204 });
      },
    },
  ];
}

/** All objects of a table whose members equal the query parameters. */
function list(database: Database, table: DocumentTable, url: URL): Json[] {
  return database.prepare(`select body from ${table} order by position`).all()
    .map((row) => JSON.parse(String(row.body)) as Json)
    .filter((document) =>
      [...url.searchParams].every(([name, value]) =>
        String(document[name]) === value
      )
    );
}

function create(database: Database, table: DocumentTable, body: Json): Json {
  const { next } = database.prepare(
    `select coalesce(max(cast(id as integer)), 0) + 1 as next from ${table}`,
  ).get() as { next: number };
  const document = { ...body, id: String(body.id ?? next) };
  try {
    database.prepare(`insert into ${table} (id, body) values (?, ?)`)
      .run(document.id, JSON.stringify(document));
  } catch {
    throw new Refusal(409, `There is already an entry ${document.id}`);
  }
  return document;
}

function read({ database, params }: Call, table: DocumentTable): Json {
  const row = database.prepare(`select body from ${table} where id = ?`)
    .get(params.id!);
  if (!row) throw new Refusal(404, `There is no entry ${params.id}`);
  return JSON.parse(String(row.body));
}

function write({ database, params }: Call, table: string, body: Json): Json {
  const document = { ...body, id: params.id };
  database.prepare(`update ${table} set body = ? where id = ?`)
    .run(JSON.stringify(document), params.id!);
  return document;
}

function valid(body: Json, required: readonly string[]): Json {
  for (const name of required) {
    if (typeof body[name] !== "string" || body[name] === "") {
      throw new Refusal(422, `${name} must be a text that is not empty`);
    }
  }
  return body;
}
