import { createClient, Entity, RestEndpoint } from "@tessera/client";

class Article extends Entity {
  id = "";
  title = "";
  static override key = "Article";
}

const getArticle = new RestEndpoint({ path: "/articles/:id", schema: Article });
const client = createClient();

/** A program without components: Entity, RestEndpoint, client. */
export async function run(): Promise<string> {
  const { title } = await client.fetch(getArticle, { id: "a1" });
  return title + client.get(Article, { id: "a1" })!.title;
}
