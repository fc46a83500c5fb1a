// deno-lint-ignore-file no-explicit-any -- tables of anything
import { denormalize, normalize, schema } from "normalizr";
import type { Adapter, ArticleView } from "../harness/contract.ts";

const author = new schema.Entity("authors");
const article = new schema.Entity("articles", { author });

/** normalizr 3: functions without a store, here over plain objects. */
export const normalizr: Adapter = {
  library: "normalizr",
  role: "competitor",
  ids: ["string", "integer"],
  largest: { lists: 1_000_000 },
  lists() {
    let entities: Record<string, Record<string, any>> = {};
    let result: unknown;
    const merge = (name: string, rows: Record<string, any>) => {
      const table = { ...entities[name] };
      for (const [id, row] of Object.entries(rows)) {
        const known = table[id];
        table[id] = known ? { ...known, ...row } : row;
      }
      entities = { ...entities, [name]: table };
    };
    return {
      write(response) {
        const normalized = normalize<any, any>(response, [article]);
        result = normalized.result;
        if (Object.keys(entities).length === 0) entities = normalized.entities;
        else {
          for (const [name, rows] of Object.entries(normalized.entities)) {
            merge(name, rows as Record<string, any>);
          }
        }
      },
      read: () => denormalize(result, [article], entities) as ArticleView[],
      set: (id, patch) => merge("articles", { [id]: { id, ...patch } }),
      setAuthor: (id, name) => merge("authors", { [id]: { id, name } }),
    };
  },
};
