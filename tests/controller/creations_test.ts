import { assert, assertEquals, assertRejects } from "@std/assert";
import {
  type Client,
  Collection,
  createClient,
  DependencyError,
  Endpoint,
  Entity,
  isTemporaryPk,
  ResetError,
  resource,
} from "../../mod.ts";
import { HeldServer } from "./state/held_server.ts";

class Task extends Entity {
  id = "";
  title = "";
  status = "";
  parent = "";
}

/** Lists of open and done tasks, and a server that answers when it is told to. */
async function board(server: HeldServer) {
  const tasks = resource({
    urlPrefix: server.url,
    path: "/tasks/:id",
    schema: Task,
    searchParams: {} as { status: string },
    optimistic: true,
  });
  const client: Client = createClient();
  for (const status of ["open", "done"]) {
    await client.setResponse(tasks.getList, { status }, []);
  }
  const shown = (status: string) =>
    client.read(tasks.getList, { status }).data ?? [];
  const titles = () =>
    ["open", "done"].map((status) => shown(status).map(({ title }) => title));
  return { tasks, client, shown, titles };
}

const open = { status: "open", title: "write" };

Deno.test("a row that is being created has an id, is edited at once, and the edit is sent to the id of the server [controller/OPT-25]", async () => {
  await using server = new HeldServer();
  const { tasks, client, shown, titles } = await board(server);
  await using _ = client;
  const creation = client.fetch(tasks.create, open);
  const [{ id }] = shown("open") as [Task];
  assert(isTemporaryPk(id), id);
  const edit = client.fetch(tasks.partialUpdate, { id }, { title: "rewrite" });
  assertEquals(titles(), [["rewrite"], []]);
  (await server.take("POST", "/tasks")).answer({ ...open, id: "7" });
  assertEquals((await creation).id, "7");
  assertEquals(titles(), [["rewrite"], []]);
  assertEquals(shown("open").map(({ id }) => id), ["7"]);
  const request = await server.take("PATCH", "/tasks/7");
  assertEquals(JSON.parse(request.body), { title: "rewrite" });
  request.answer({ ...open, id: "7", title: "REWRITE" });
  assertEquals((await edit).title, "REWRITE");
  assertEquals(titles(), [["REWRITE"], []]);
});

Deno.test("a row that is being created is moved, referred to and deleted by its temporary id [controller/OPT-25]", async () => {
  await using server = new HeldServer();
  const { tasks, client, shown, titles } = await board(server);
  await using _ = client;
  const creations = ["a", "b"].map((title) =>
    client.fetch(tasks.create, { ...open, title })
  );
  const [a, b] = shown("open").map(({ id }) => id) as [string, string];
  const move = client.fetch(tasks.getList.move, { id: a }, { status: "done" });
  assertEquals(titles(), [["b"], ["a"]]);
  const child = client.fetch(tasks.create, {
    title: "child",
    status: "done",
    parent: b,
  });
  const removal = client.fetch(tasks.delete, { id: b });
  assertEquals(titles(), [[], ["a", "child"]]);
  for (const [index, id] of ["1", "2"].entries()) {
    const { answer, body } = await server.take("POST", "/tasks");
    answer({ ...JSON.parse(body), id });
    await creations[index];
    assertEquals(titles(), [[], ["a", "child"]]);
  }
  const moved = await server.take("PATCH", "/tasks/1");
  moved.answer({ ok: true }); // what was sent is stored
  const created = await server.take("POST", "/tasks");
  const sent = JSON.parse(created.body);
  assertEquals(sent, { title: "child", status: "done", parent: "2" });
  created.answer({ ...sent, id: "3" });
  (await server.take("DELETE", "/tasks/2")).answer({});
  await Promise.all([move, child, removal]);
  assertEquals(titles(), [[], ["a", "child"]]);
  assertEquals(shown("done").map(({ id }) => id), ["1", "3"]);
});

Deno.test("an edit of what was not created fails, and is taken back with it [controller/OPT-25]", async () => {
  await using server = new HeldServer();
  const { tasks, client, shown, titles } = await board(server);
  await using _ = client;
  const creation = client.fetch(tasks.create, open);
  const [{ id }] = shown("open") as [Task];
  const edit = client.fetch(tasks.partialUpdate, { id }, { title: "rewrite" });
  (await server.take("POST", "/tasks")).refuse(400);
  await assertRejects(() => creation);
  const error = await assertRejects(() => edit, DependencyError);
  assert(error.message.includes(id) && error.cause instanceof Error);
  assertEquals(titles(), [[], []]);
});

Deno.test("a temporary id that is used after the answer is that of the server [controller/OPT-25]", async () => {
  await using server = new HeldServer();
  const { tasks, client, shown } = await board(server);
  await using _ = client;
  const bulk = client.fetch(tasks.getList.push, { status: "open" }, [
    open,
    open,
  ]);
  const [, { id }] = shown("open") as [Task, Task];
  const { answer } = await server.take("POST", "/tasks");
  answer([{ ...open, id: "7" }, { ...open, id: "8" }]);
  await bulk;
  const late = client.fetch(tasks.update, { id }, { ...open, id });
  const request = await server.take("PUT", "/tasks/8");
  assertEquals(JSON.parse(request.body).id, "8");
  request.answer({ ...open, id: "8", title: "late" });
  await late;
  assertEquals(shown("open").map(({ title }) => title), ["write", "late"]);
});

Deno.test("a reset ends what waits for the id of a row: it is not sent, and told [controller/OPT-25] [controller/NET-14]", async () => {
  await using server = new HeldServer();
  const { tasks, client, shown } = await board(server);
  await using _ = client;
  const creation = client.fetch(tasks.create, open);
  const [{ id }] = shown("open") as [Task];
  const edits = [
    client.fetch(tasks.partialUpdate, { id }, { title: "rewrite" }),
  ];
  await client.resetEntireStore();
  // by whoever still holds it
  edits.push(client.fetch(tasks.partialUpdate, { id }, { title: "again" }));
  (await server.take("POST", "/tasks")).answer({ ...open, id: "7" });
  assertEquals((await creation).id, "7");
  for (const edit of edits) {
    const error = await assertRejects(() => edit, DependencyError);
    assert(error.message.includes(id) && error.cause instanceof ResetError);
  }
});

Deno.test("who holds the temporary id of a row from before a reset reaches that row, and no other [controller/OPT-25]", async () => {
  await using server = new HeldServer();
  const { tasks, client, shown } = await board(server);
  await using _ = client;
  const creation = client.fetch(tasks.create, open);
  const [{ id }] = shown("open") as [Task];
  (await server.take("POST", "/tasks")).answer({ ...open, id: "7" });
  await creation;
  await client.resetEntireStore();
  await client.setResponse(tasks.getList, { status: "open" }, []);
  const next = client.fetch(tasks.create, open);
  const [{ id: nextId }] = shown("open") as [Task];
  assert(nextId !== id);
  const edit = client.fetch(tasks.partialUpdate, { id }, { title: "rewrite" });
  (await server.take("PATCH", "/tasks/7")).answer({ ...open, id: "7" });
  assertEquals((await edit).id, "7");
  (await server.take("POST", "/tasks")).answer({ ...open, id: "8" });
  assertEquals((await next).id, "8");
});

Deno.test("forms name what is being created as well, and their files stay as they are [controller/OPT-25] [controller/OPT-24]", async () => {
  await using server = new HeldServer();
  const { tasks, client, shown, titles } = await board(server);
  await using _ = client;
  const creation = client.fetch(tasks.create, open);
  const [{ id }] = shown("open") as [Task];
  const form = new FormData();
  form.append("title", "child");
  form.append("status", "done");
  form.append("parent", id);
  form.append("notes", new File(["knots"], "notes.txt"));
  const child = client.fetch(tasks.create, form);
  assertEquals(titles(), [["write"], ["child"]]);
  assertEquals(shown("done")[0]!.parent, id);
  (await server.take("POST", "/tasks")).answer({ ...open, id: "7" });
  await creation;
  assertEquals(shown("done")[0]!.parent, "7");
  const { body, answer } = await server.take("POST", "/tasks");
  assertEquals(JSON.parse(body), {
    title: "child",
    status: "done",
    parent: "7",
    notes: "notes.txt, 5 bytes",
  });
  answer({ id: "8", title: "child", status: "done", parent: "7" });
  assertEquals((await child).parent, "7");
  assertEquals(form.get("parent"), id);
});

Deno.test("an edit that is sent by whoever is told of the new row waits for its id [controller/OPT-25]", async () => {
  await using server = new HeldServer();
  const { tasks, client, shown } = await board(server);
  await using _ = client;
  let edit: Promise<unknown> | undefined;
  client.subscribe(() => {
    const [task] = shown("open");
    if (task === undefined || !isTemporaryPk(task.id)) return;
    edit ??= client.fetch(tasks.partialUpdate, { id: task.id }, { title: "b" });
  });
  const creation = client.fetch(tasks.create, open);
  (await server.take("POST", "/tasks")).answer({ ...open, id: "7" });
  await creation;
  (await server.take("PATCH", "/tasks/7")).answer({ ...open, id: "7" });
  await edit;
});

Deno.test("creations are remembered before they are answered, two hundred as well [controller/OPT-25]", async () => {
  const answers: (() => void)[] = [];
  const sent: string[] = [];
  const tasks = new Collection([Task]);
  const create = new Endpoint(
    async (task: { title: string }) => {
      await new Promise<void>((resolve) => answers.push(resolve));
      return { ...task, id: task.title };
    },
    {
      name: "create",
      sideEffect: true,
      schema: tasks.push,
      getOptimisticResponse: (_snapshot, task: { title: string }) => task,
    },
  );
  const edit = new Endpoint(
    ({ id }: { id: string }) => {
      sent.push(id);
      return Promise.resolve({ id, title: "edited" });
    },
    { name: "edit", sideEffect: true, schema: Task },
  );
  const getTasks = new Endpoint(() => Promise.resolve([] as object[]), {
    name: "getTasks",
    schema: tasks,
  });
  await using client = createClient();
  await client.setResponse(getTasks, []);
  const creations = Array.from(
    { length: 200 },
    (_, index) => client.fetch(create, { title: `${index}` }),
  );
  const [first] = client.read(getTasks).data!;
  assert(isTemporaryPk(first!.id));
  const edited = client.fetch(edit, { id: first!.id });
  answers.shift()!();
  await edited;
  assertEquals(sent, ["0"]);
  for (const answer of answers) answer();
  await Promise.all(creations);
});
