/** A page of the site. */
export interface Page {
  /** Path in the site, with `.md`. */
  readonly path: string;
  readonly text: string;
}

/** Where the site is, without a slash at the end. */
export const site = "https://tessera-client.github.io/tessera";

/** Where files are that are no pages. */
const files = "https://github.com/tessera-client/tessera/blob/main/";

/** Pages that stand in the root of the repository, and what they are called here. */
const outside: Readonly<Record<string, string>> = {
  "README.md": "index.md",
  "CHANGELOG.md": "changelog.md",
  "CONTRIBUTING.md": "contributing.md",
};

/**
 * The pages of the site: all guides, the README as the first page, and what
 * else stands beside it.
 *
 * @param root Folder of the repository, with a slash at the end.
 */
export function readPages(root: string): Page[] {
  const guides = markdownBelow(`${root}docs/`)
    .filter((path) => path !== "README.md")
    .map((path) => ({
      path: path.replace(/(^|\/)README\.md$/, "$1index.md"),
      text: linked(
        readPage(`${root}docs/${path}`),
        `docs/${path}`,
      ),
    }));
  const others = Object.entries(outside).map(([name, path]) => ({
    path,
    text: linked(readPage(root + name), name),
  }));
  return [...others, ...guides];
}

/** A page as it is read: comments hold code around examples, for tests. */
function readPage(path: string): string {
  return Deno.readTextFileSync(path).replace(/<!--[^]*?-->\n*/g, "");
}

function markdownBelow(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) =>
    isDirectory
      ? markdownBelow(`${folder}${name}/`).map((path) => `${name}/${path}`)
      : name.endsWith(".md")
      ? [name]
      : []
  );
}

/**
 * The text of a page in which links lead to pages of the site, or to the
 * repository.
 */
function linked(text: string, path: string): string {
  const inText = text.split(/(```[^]*?```|`[^`\n]*`)/);
  return inText.map((part, index) =>
    index % 2 === 1 ? part : part
      .replace(
        /(\]\()([^)\s]+)(\))/g,
        (_, open, target, close) => open + linkFrom(path, target) + close,
      )
      .replace(
        /( (?:src|srcset|href)=")([^"]+)(")/g,
        (_, open, target, close) => open + linkFrom(path, target) + close,
      )
      // text is no template
      .replace(/\{\{/g, "&#123;&#123;")
  ).join("");
}

function linkFrom(path: string, target: string): string {
  if (/^(?:[a-z]+:|#)/.test(target)) return target;
  const [file = "", anchor] = target.split("#");
  const { pathname } = new URL(file, `file:///${path}`);
  const name = decodeURIComponent(pathname.slice(1));
  const hash = anchor === undefined ? "" : `#${anchor}`;
  if (Object.hasOwn(outside, name)) {
    return `/${outside[name]!.replace("index.md", "")}${hash}`;
  }
  if (name.startsWith("docs/images/")) return `/${name.slice(5)}`;
  if (!/^docs\/.*\.md$/.test(name)) return files + name + hash;
  const page = name.slice(5).replace(/(^|\/)README\.md$/, "$1");
  return `/${page}${hash}`;
}

/** A heading of the list of guides, and the pages below it. */
export interface Section {
  readonly text: string;
  readonly items: readonly { readonly text: string; readonly link: string }[];
}

/** The lists of docs/README.md, for the menu of the site. */
export function readSections(root: string): Section[] {
  const [, ...parts] = Deno.readTextFileSync(`${root}docs/README.md`)
    .split(/^## /m);
  return parts.map((part) => ({
    text: part.slice(0, part.indexOf("\n")),
    items: [...part.matchAll(/\[([^\]]+)\]\(([^)]+\.md(?:#[\w-]+)?)\)/g)].map(
      ([, text, target]) => ({
        text: text!.replaceAll("`", "").replace(/\s+/g, " "),
        link: linkFrom("docs/README.md", target!).replace(/\.md(?=#|$)/, ""),
      }),
    ),
  }));
}
