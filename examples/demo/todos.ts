import { createResource, Entity } from "../../mod.ts";
import type { Stage } from "./stage.ts";

class Todo extends Entity {
  id = "";
  userId = "";
  title = "";

  override pk(): string {
    return this.id;
  }

  static override key = "Todo";
}

/** A resource's list: created members join every list they belong to. */
export async function playTodos(stage: Stage): Promise<void> {
  const { client } = stage;
  const { controller } = client;
  const TodoResource = createResource({
    urlPrefix: stage.url,
    path: "/todos/:id",
    searchParams: {} as { userId?: string } | undefined,
    schema: Todo,
  });
  const { getList } = TodoResource;
  const titles = (args: { userId?: string }) =>
    client.read(getList, args).data?.map(
      (todo) => todo.title,
    );

  stage.chapter("Todos");
  stage.scene("GET /todos?userId=1", "Collection, the default of getList");
  await stage.sends(() => controller.fetch(getList, { userId: "1" }));
  await stage.sends(() => controller.fetch(getList, { userId: "2" }));
  await stage.sendsNothing(
    "the list of user 1",
    () => controller.fetchIfStale(getList, { userId: "1" }),
  );

  stage.scene("POST /todos", "getList.push and getList.unshift");
  await stage.sends(() =>
    controller.fetch(getList.push, { userId: "1" }, {
      userId: "1",
      title: "Answer Babbage",
    })
  );
  await stage.sends(() =>
    controller.fetch(getList.unshift, { userId: "1" }, {
      userId: "1",
      title: "First of all",
    })
  );
  stage.holds("user 1", titles({ userId: "1" }), [
    "First of all",
    "Write the first program",
    "Publish the notes",
    "Answer Babbage",
  ]);
  stage.holds("user 2", titles({ userId: "2" }), ["Find the moth"]);

  stage.scene("PATCH, DELETE /todos/:id", "lists follow");
  await stage.sends(() =>
    controller.fetch(TodoResource.partialUpdate, { id: "2" }, {
      title: "Print the notes",
    })
  );
  await stage.sends(() => controller.fetch(TodoResource.delete, { id: "1" }));
  stage.holds("user 1", titles({ userId: "1" }), [
    "First of all",
    "Print the notes",
    "Answer Babbage",
  ]);
}
