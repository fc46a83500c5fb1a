import { Collection, Entity, Union } from "@tessera/client";
import { useSuspense } from "@tessera/client/react";
import { AppEndpoint } from "./app_endpoint.ts";

class Link extends Entity {
  id = 0;
  type = "link" as const;
  url = "";
  title = "";

  static override key = "Link";
}

class Post extends Entity {
  id = 0;
  type = "post" as const;
  content = "";

  static override key = "Post";
}

const getFeed = new AppEndpoint({
  path: "/feed",
  schema: new Collection([new Union({ link: Link, post: Post }, "type")]),
});

/** Several kinds in one list, each shown in its own way. */
export function Feed() {
  const items = useSuspense(getFeed);
  return (
    <ul className="feed">
      {items.map((item) => (
        <li key={`${item.type} ${item.id}`}>
          <FeedItem item={item} />
        </li>
      ))}
    </ul>
  );
}

/** An entry of a kind that the Union does not name stays as it came: no Link, no Post. */
function FeedItem({ item }: { item: Link | Post }) {
  if (item instanceof Link) {
    return (
      <>
        <span className="kind">Link</span>
        <a href={item.url}>{item.title}</a>
      </>
    );
  }
  if (item instanceof Post) {
    return (
      <>
        <span className="kind">Post</span>
        <span>{item.content}</span>
      </>
    );
  }
  return (
    <>
      <span className="kind">Other</span>
      <span className="note">of a kind this page does not know</span>
    </>
  );
}
