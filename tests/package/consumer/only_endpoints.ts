/** An application without a cache: what it does not use must not be in its bundle. */
import { Entity, RestEndpoint } from "@tessera/client";

class User extends Entity {
  id = "";
  name = "";
  static override key = "User";
}

const getUser = new RestEndpoint({
  // replaced when the server runs
  urlPrefix: "http://127.0.0.1:1",
  path: "/users/:id",
  schema: User,
});

const user = User.fromJS(await getUser({ id: "1" }));
console.log(`${user.pk()}: ${user.name}`);
