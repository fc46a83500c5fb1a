import { createClient } from "@tessera/client";
import { TodoResource } from "./todos.ts";

await using client = createClient();

const todos = await client.fetch(TodoResource.getList, { userId: 1 });
console.log(`${todos.length} todos; the first: ${todos[0]?.title}`);

await client.fetch(TodoResource.partialUpdate, { id: 1 }, { completed: true });

// The list shows the change, without another request.
const { data } = client.read(TodoResource.getList, { userId: 1 });
console.log(`the first is ${data?.[0]?.completed ? "done" : "open"}`);
