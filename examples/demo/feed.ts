import { All, Entity, RestEndpoint, schema, Union } from "../../mod.ts";
import type { Stage } from "./stage.ts";

abstract class FeedItem extends Entity {
  id = 0;
  declare type: "link" | "post";

  override pk(): string {
    return `${this.id}`;
  }
}

class Link extends FeedItem {
  override type = "link" as const;
  url = "";
  title = "";

  static override key = "Link";
}

class Post extends FeedItem {
  override type = "post" as const;
  content = "";

  static override key = "Post";
}

/** /feed: several kinds in one list, told apart by an attribute. */
export async function playFeed(stage: Stage): Promise<void> {
  const { client } = stage;
  const { controller } = client;
  const feed = new RestEndpoint({ urlPrefix: stage.url, path: "/feed" });
  const byName = feed.extend({
    schema: new All({ link: Link, post: Post }, "type"),
  });
  const byFunction = feed.extend({
    schema: new All(
      { links: Link, posts: Post },
      (item: Link | Post) => `${item.type}s` as const,
    ),
  });
  const asUnion = feed.extend({
    schema: new schema.Array(new Union({ link: Link, post: Post }, "type")),
  });

  stage.chapter("Feed");
  stage.scene("GET /feed", "All, mapping by the attribute 'type'");
  const items = await stage.sends(() => controller.fetch(byName));
  stage.yields(
    "kinds",
    items.map((item) => item.constructor.name),
    ["Link", "Link", "Post"],
  );

  stage.scene("GET /feed", "All, mapping by a function");
  const sameItems = await stage.sends(() => controller.fetch(byFunction));
  stage.equal("the same objects", sameItems[0] === items[0], true);

  stage.scene("GET /feed", "Array of Union; an unknown kind stays as it is");
  const union = await stage.sends(() => controller.fetch(asUnion));
  stage.yields(
    "kinds",
    union.map((item) => item.constructor.name),
    ["Link", "Post", "Object", "Link"],
  );
  stage.holds(
    "Link 1",
    client.get(Link, { id: 1 })?.title,
    "Notes on the engine",
  );
}
