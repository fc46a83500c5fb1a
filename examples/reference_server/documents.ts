import { type Database, insert } from "./database.ts";
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
        call.database[table].delete(call.params.id!);
        return new Response(null, { status: 204 });
      },
    },
  ];
}

/** All objects of a table whose members equal the query parameters. */
function list(database: Database, table: DocumentTable, url: URL): Json[] {
  return [...database[table].values()].map(({ document }) => document)
    .filter((document) =>
      [...url.searchParams].every(([name, value]) =>
        String(document[name]) === value
      )
    );
}

function create(database: Database, table: DocumentTable, body: Json): Json {
  const ids = [...database[table].keys()].map((id) => parseInt(id) || 0);
  const document = { ...body, id: String(body.id ?? Math.max(0, ...ids) + 1) };
  if (database[table].has(document.id)) {
    throw new Refusal(409, `There is already an entry ${document.id}`);
  }
  insert(database[table], document);
  return document;
}

function read({ database, params }: Call, table: DocumentTable): Json {
  const row = database[table].get(params.id!);
  if (!row) throw new Refusal(404, `There is no entry ${params.id}`);
  return row.document;
}

function write(
  { database, params }: Call,
  table: DocumentTable,
  body: Json,
): Json {
  const id = params.id!;
  const document = { ...body, id };
  const { position } = database[table].get(id)!;
  database[table].set(id, { position, document });
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
