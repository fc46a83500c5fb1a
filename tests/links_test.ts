import { assertEquals } from "@std/assert";
import configuration from "../deno.json" with { type: "json" };

const root = new URL("../", import.meta.url);
const pages = [
  "README.md",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "scripts/codemod/README.md",
  "scripts/create/README.md",
  "scripts/lint/README.md",
  "scripts/openapi/README.md",
  ...pagesBelow("docs"),
];

Deno.test("every relative link leads to a file or a heading", () => {
  const broken: string[] = [];
  for (const { page, link, path, heading } of relativeLinks()) {
    const exists = isThere(path) &&
      (heading === "" || headings(path).includes(heading));
    if (!exists) broken.push(`${page}: ${link}`);
  }
  assertEquals(broken, []);
});

Deno.test("pages that are published link to what is published, but for pictures and examples", () => {
  const broken: string[] = [];
  for (const { page, link, path } of relativeLinks()) {
    if (!isPublished(page) || /^(docs\/images|examples)\//.test(path)) continue;
    if (!isPublished(path)) broken.push(`${page}: ${link}`);
  }
  assertEquals(broken, []);
});

Deno.test("the list of guides names every page of docs, or that for maintainers", () => {
  const lists = ["docs/README.md", "CONTRIBUTING.md"];
  const listed = new Set(
    relativeLinks().filter(({ page }) => lists.includes(page))
      .map(({ path }) => path),
  );
  const guides = pages.filter((page) => /^docs\/(?!rules\/)/.test(page));
  assertEquals(
    guides.filter((page) => page !== "docs/README.md" && !listed.has(page)),
    [],
  );
});

Deno.test("the architecture names files that are there, and what they have", () => {
  const text = withoutCode(
    Deno.readTextFileSync(new URL("docs/architecture.md", root)),
  ).replace(/\s+/g, " ");
  const wrong = [...text.matchAll(/`([\w/]+\.tsx?)`/g)]
    .filter(([, path]) => !isThere(path!)).map(([place]) => place);
  const places = text.matchAll(
    /((?:`[\w#.]+`(?:, | and ))*`[\w#.]+`) (?:in|of) `([\w/]+\.tsx?)`/g,
  );
  for (const [place, names, path] of places) {
    const source = Deno.readTextFileSync(new URL(path!, root));
    const words = names!.match(/#?\w+(?=`)/g)!;
    if (!words.every((word) => RegExp(`(?<!\\w)${word}\\b`).test(source))) {
      wrong.push(place);
    }
  }
  assertEquals(wrong, []);
});

interface Link {
  readonly page: string;
  readonly link: string;
  /** From the root of the repository. */
  readonly path: string;
  readonly heading: string;
}

/** The links of all pages to files of the repository. */
function relativeLinks(): Link[] {
  return pages.flatMap((page) => {
    const text = withoutCode(Deno.readTextFileSync(new URL(page, root)));
    const targets = text.matchAll(/\]\(([^)\s]+)\)|<img src="([^"]+)"/g);
    return [...targets].map(([, target, image]) => target ?? image ?? "")
      .filter((link) => !/^[a-z]+:/.test(link))
      .map((link) => {
        const { pathname, hash } = new URL(link, `file:///${page}`);
        return { page, link, path: pathname.slice(1), heading: hash.slice(1) };
      });
  });
}

function pagesBelow(folder: string): string[] {
  return [...Deno.readDirSync(new URL(folder, root))].flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory) return pagesBelow(path);
    return path.endsWith(".md") ? [path] : [];
  });
}

function isThere(path: string): boolean {
  try {
    Deno.statSync(new URL(path, root));
    return true;
  } catch {
    return false;
  }
}

function isPublished(path: string): boolean {
  return configuration.publish.include.some((pattern) =>
    pattern.endsWith("/")
      ? path.startsWith(pattern)
      : pattern.endsWith("/*.md")
      ? path.endsWith(".md") &&
        path.lastIndexOf("/") === pattern.length - "/*.md".length &&
        path.startsWith(pattern.slice(0, -"*.md".length))
      : path === pattern
  );
}

/** The names that headings of a page can be linked by, as GitHub makes them. */
function headings(path: string): string[] {
  const text = withoutCode(Deno.readTextFileSync(new URL(path, root)));
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-")
  );
}

function withoutCode(text: string): string {
  return text.replace(/^ *```[^]*?^ *```$/gm, "");
}
