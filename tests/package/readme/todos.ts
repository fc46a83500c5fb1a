import { type JsonServer, startJsonServer } from "../../support/json_server.ts";

/** A server with the todos that the README shows. */
export function startTodos(): Promise<JsonServer> {
  return startJsonServer({
    todos: [
      { id: 1, userId: 1, title: "delectus aut autem", completed: false },
      { id: 2, userId: 1, title: "quis ut nam facilis", completed: false },
      { id: 3, userId: 2, title: "fugiat veniam minus", completed: false },
    ],
  });
}
