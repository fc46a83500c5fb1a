import { Entity, RestEndpoint } from "../../mod.ts";
import { toCamelCase } from "./letter_case.ts";
import type { Stage } from "./stage.ts";

class Stream extends Entity {
  username = "";
  title = "";
  game = "";
  currentViewers = 0;
  live = false;

  override pk(): string {
    return this.username;
  }

  static override key = "Stream";
}

/** /:username below a prefix: the identifier comes from the path. */
export async function playStreams(stage: Stage): Promise<void> {
  const { client } = stage;
  const { controller } = client;
  const getStream = new RestEndpoint({
    urlPrefix: `${stage.url}/streams`,
    path: "/:username",
    schema: Stream,
    process(value, { username }: { username: string }) {
      return { ...(toCamelCase(value) as object), username };
    },
  });

  stage.chapter("Streams: a missing identifier");
  stage.scene("GET /:username", "Stream, with process adding the username");
  const stream = await stage.sends(() =>
    controller.fetch(getStream, { username: "ada" })
  );
  stage.yields(
    "viewers of ada",
    [stream.username, stream.currentViewers, stream.live],
    ["ada", 1337, true],
  );
  stage.holds(
    "Stream ada",
    client.get(Stream, { username: "ada" })?.title,
    "Programming the engine",
  );
}
