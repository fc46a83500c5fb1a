/**
 * The documentation for language models: a list of pages, all pages as one
 * text, and the skill for coding agents.
 *
 * @module
 */
import { type Page, readSections, site } from "./pages.ts";

/**
 * `llms.txt`, `llms-full.txt` and `skill.md`, as they lie in the root of the
 * site.
 *
 * @param root Folder of the repository, with a slash at the end.
 * @param pages All pages of the site.
 */
export function textsForAssistants(
  root: string,
  pages: readonly Page[],
): Record<string, string> {
  const skill = Deno.readTextFileSync(`${root}skills/tessera/SKILL.md`);
  const listed = readSections(root).filter(({ text }) => text !== "Reference");
  const paths = listed.flatMap(({ items }) => items.map(({ link }) => link));
  const files = new Set(paths.map(fileOf));
  const guides = [...files].map((file) =>
    pages.find((page) => `/${page.path}` === file)!.text.trim()
  );
  const working = skill.replace(/^---\n[^]*?\n---\n/, "").trim();
  return {
    "skill.md": skill,
    "llms.txt": listOfPages(root),
    "llms-full.txt": `${[working, ...guides].join("\n\n---\n\n")}\n`,
  };
}

/** The format of llmstxt.org: what it is, and a list of links. */
function listOfPages(root: string): string {
  const sections = readSections(root).map(({ text, items }) =>
    `## ${text}\n\n${
      items.map((item) => `- [${item.text}](${site}${fileOf(item.link)})`).join(
        "\n",
      )
    }\n`
  );
  return `# Tessera

> \`@tessera/client\`: a TypeScript data client. Describe a REST or GraphQL API once with schemas and endpoints; read it anywhere, normalized, cached and typed. Runs in Deno, Node.js and browsers, with React, React Native or Preact or without a view. API names and semantics are those of Reactive Data Client 0.18.

- [How to write code with it, and the traps](${site}/skill.md)
- [All guides in one file](${site}/llms-full.txt)

${sections.join("\n")}`;
}

/** The Markdown beside a page. */
function fileOf(link: string): string {
  return `${link.replace(/#.*/, "").replace(/\/$/, "/index")}.md`;
}
