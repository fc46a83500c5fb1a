import { Entity } from "@tessera/client";
import { TrackerEndpoint } from "./tracker_endpoint.ts";

/** A word that issues are sorted by. */
export class Label extends Entity {
  id = "";
  name = "";

  static override key = "Label";
}

export const getLabels = new TrackerEndpoint({
  path: "/labels",
  schema: [Label],
  dataExpiryLength: 10 * 60_000,
});
