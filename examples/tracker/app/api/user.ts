import { Entity } from "@tessera/client";

/** Somebody who writes issues and comments. */
export class User extends Entity {
  id = "";
  login = "";
  name = "";

  static override key = "User";
}
