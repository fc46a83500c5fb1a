import { Entity, resource } from "@tessera/client";

/** One todo. The defaults of the fields are also their types. */
export class Todo extends Entity {
  id = 0;
  userId = 0;
  title = "";
  completed = false;

  // Minifiers shorten the names of classes: the cache needs one that stays.
  static override key = "Todo";
}

/** Requests for todos: get, getList, getList.push, update, partialUpdate, delete. */
export const TodoResource = resource({
  urlPrefix: process.env.NEXT_PUBLIC_API ??
    "https://jsonplaceholder.typicode.com",
  path: "/todos/:id",
  searchParams: {} as { userId?: number } | undefined,
  schema: Todo,
  optimistic: true,
});
