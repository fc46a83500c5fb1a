import { All, createResource, Entity, RestEndpoint } from "../../mod.ts";
import type { Stage } from "./stage.ts";

class User extends Entity {
  id = "";
  name = "";

  override pk(): string {
    return this.id;
  }

  static override key = "User";
}

/** /users: everything known of one kind, a resource, and an endpoint added to it. */
export async function playUsers(stage: Stage): Promise<void> {
  const { client } = stage;
  const { controller } = client;
  const urlPrefix = stage.url;
  const getUsers = new RestEndpoint({
    urlPrefix,
    path: "/users",
    schema: new All(User),
  });
  const createUser = new RestEndpoint({
    urlPrefix,
    path: "/users",
    method: "POST",
    body: {} as { name: string },
    schema: User,
  });
  const UserResource = createResource({
    urlPrefix,
    path: "/users/:id",
    schema: User,
  }).extend("current", { path: "/users/current", schema: User });
  const names = () => client.get(new All(User))?.map((user) => user.name);

  stage.chapter("Users");
  stage.scene("GET /users", "All(User)");
  await stage.sends(() => controller.fetch(getUsers));
  stage.holds("All(User)", names(), ["Ada Lovelace", "Grace Hopper"]);
  await stage.sendsNothing(
    "the same list",
    () => controller.fetchIfStale(getUsers),
  );

  stage.scene("POST /users", "User; All(User) finds it by itself");
  const created = await stage.sends(() =>
    controller.fetch(createUser, { name: "Mary Shelley" })
  );
  stage.yields("id", created.id, "3");
  stage.holds("All(User)", names(), [
    "Ada Lovelace",
    "Grace Hopper",
    "Mary Shelley",
  ]);

  stage.scene("GET /users/:id", "User, already known from the list");
  const ada = await stage.sendsNothing(
    "user 1",
    () => controller.fetchIfStale(UserResource.get, { id: "1" }),
  );
  stage.equal("user 1 is an instance", ada instanceof User, true);
  await stage.sends(() => controller.fetch(UserResource.get, { id: "1" }));
  stage.equal(
    "an equal response keeps the object",
    client.get(User, { id: "1" }) === ada,
    true,
  );

  stage.scene("GET /users/current", "an endpoint added by extend");
  const current = await stage.sends(() =>
    controller.fetch(UserResource.current)
  );
  stage.equal("the current user is user 1", current === ada, true);
}
