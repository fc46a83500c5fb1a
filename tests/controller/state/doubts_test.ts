// Neighbours that were tried: rows and lists; a mutation whose schema is the
// entity itself, a change of a Collection, a Union, and a deletion; tables whose
// names begin, end or contain the name of another one.
import { assertEquals } from "@std/assert";
import { Collection, Entity, Invalidate, Union } from "../../../schema/mod.ts";
import {
  answering,
  harbour,
  microtasks,
  mutating,
  server,
} from "../harbour.ts";
import { reading } from "../harbour.ts";

class Task extends Entity {
  id = "";
  kind = "task";
}

class TaskGroup extends Entity {
  id = "";
  kind = "group";
}

const tasks = new Collection([Task]);
const groups = new Collection([TaskGroup]);
const anything = new Union({ task: Task, group: TaskGroup }, "kind");

/** How often a reader of a row, and one of its list, requested it while a mutation was in flight, and after it. */
async function requestsBeside(schema: unknown, response: object) {
  using client = harbour();
  const { controller } = client;
  const row = answering({ id: "1" });
  const rows = answering([{ id: "1" }]);
  const getTask = reading("getTask", row, { schema: Task });
  const getTasks = reading("getTasks", rows, { schema: tasks });
  client.subscribe(getTask, [{ id: "1" }], () => {});
  client.subscribe(getTasks, [{ id: "all" }] as never, () => {});
  await microtasks();
  const mutation = server();
  const change = mutating("change", mutation, { schema });
  const changed = client.fetch(change, { id: "1" });
  const list = [...controller.getState().getEntities("[Task]")!.keys()][0]!;
  const counted: number[][] = [];
  await controller.dispatch({
    type: "rdc/merge",
    apply(stored) {
      stored.doubt!(stored.slotOf("Task", "1"));
      stored.doubt!(stored.slotOf("[Task]", list));
    },
  });
  await microtasks();
  counted.push([row.calls.length, rows.calls.length]);
  mutation.calls[0]!.resolve(response);
  await changed;
  await client.allSettled();
  counted.push([row.calls.length, rows.calls.length]);
  return counted;
}

const task = { id: "1", kind: "task" };
const group = { id: "1", kind: "group" };

for (
  const [name, schema, response, isSame] of [
    ["of the entity", Task, task, true],
    ["of a list of it", tasks.push, task, true],
    ["of a Union with it", anything, task, true],
    ["that deletes it", new Invalidate(Task), task, true],
    ["of another entity", TaskGroup, group, false],
    ["of a list of another entity", groups.push, group, false],
    ["that deletes another entity", new Invalidate(TaskGroup), group, false],
  ] as const
) {
  const when = isSame ? "after" : "without waiting for";
  Deno.test(`what only the server knows is requested ${when} a mutation ${name} [controller/OPT-12]`, async () => {
    const [during, after] = await requestsBeside(schema, response);
    assertEquals(during, isSame ? [1, 1] : [2, 2]);
    // a reader of a row that was deleted asks of its own accord as well
    assertEquals(after![1], 2);
  });
}
