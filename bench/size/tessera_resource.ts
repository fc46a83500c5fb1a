import { createClient, Entity, resource } from "@tessera/client";

class Article extends Entity {
  id = "";
  title = "";
  static override key = "Article";
}

const ArticleResource = resource({ path: "/articles/:id", schema: Article });
const client = createClient();

/** A program without components, as `tessera_script.ts`, with a resource. */
export async function run(): Promise<string> {
  const { title } = await client.fetch(ArticleResource.get, { id: "a1" });
  return title + client.get(Article, { id: "a1" })!.title;
}
