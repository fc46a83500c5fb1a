/** The entity that most tests of endpoints are about. */
import { Entity } from "../../mod.ts";

/** What most resources are of. */
export class Vessel extends Entity {
  id = "";
  name = "";
  berth = 0;
  static override key = "Vessel";
}
