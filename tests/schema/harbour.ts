/** The entity that most tests of schemas refer to. */
import { Entity } from "../../schema/mod.ts";

/** What ships are in, or on their way to. */
export class Port extends Entity {
  id = "";
  name = "";
  static override key = "Port";
}
